//! A monitor's state as versioned JSON. What is read may come from anywhere: shapes, ranges and whether the numbers can be of runs at all
//! are checked, and nothing is believed that could break a figure later.

use serde_json::{Map, Number, Value};

use super::ledger::{Entry, Remembered};
use super::moments::{Moments, Pairs};
use super::observed::{Feedback, MAX_NAME_CHARS, MAX_RATING};
use super::series::Series;
use super::settings::MonitorSettings;
use super::tally::{COUNTS, Tally};
use super::{LoopMonitor, MAX_AGENTS, MAX_TIME_MS};
use crate::error::{ErrorCode, ReflectError};
use crate::message::{decimal, object};
use crate::settings::{Fields, Raw};

/// Bytes that a state may have at most.
const MAX_BYTES: usize = 256 * 1024 * 1024;
const FORMAT: &str = "reflect-engine/monitor";
const VERSION: f64 = 1.0;
/// Whole numbers are exact up to here.
const MOST: f64 = 9_007_199_254_740_992.0;
/// Sums of squares of what is counted cannot be more.
const MOST_SQUARES: f64 = 1e34;

type Read<T> = Result<T, ReflectError>;

pub(super) fn write(monitor: &LoopMonitor) -> String {
    let agent = |(name, series): &(String, Series)| {
        let mut written = series_json(series);
        if let Value::Object(map) = &mut written {
            map.insert("agent".to_owned(), name.as_str().into());
        }
        written
    };
    object([
        ("format", FORMAT.into()),
        ("version", number(VERSION)),
        ("bucketMs", number(monitor.settings.bucket_ms)),
        ("whole", series_json(&monitor.whole)),
        ("agents", monitor.agents.iter().map(agent).collect()),
        ("agentsLeftOut", number(monitor.left_out)),
        ("runs", monitor.ledger.iter().map(entry_json).collect()),
    ])
    .to_string()
}

/// A run, or feedback that waits for one: this has no `atMs`.
fn entry_json((id, entry): (&str, &Entry)) -> Value {
    let mut map = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            map.insert(key.to_owned(), value);
        }
    };
    put("runId", Some(id.into()));
    match entry {
        Entry::Run(run) => {
            put("atMs", Some(number(run.at_ms)));
            put("agent", run.agent.as_deref().map(Value::from));
            put("accepted", Some(run.accepted.into()));
            put("score", run.score.map(number));
            put("rated", Some(run.rated.into()));
            put("rejected", Some(run.rejected.into()));
        }
        Entry::Waiting(said) => {
            put("rating", said.rating.map(number));
            put("rejected", Some(said.rejected.into()));
        }
    }
    Value::Object(map)
}

fn series_json(series: &Series) -> Value {
    let bucket = |(at, tally): &(u64, Tally)| object([("at", number(*at as f64)), ("tally", tally_json(tally))]);
    object([("all", tally_json(&series.all)), ("buckets", series.buckets.iter().map(bucket).collect())])
}

fn tally_json(tally: &Tally) -> Value {
    let moments = |m: &Moments| numbers(&[m.n, m.sum, m.squares]);
    let Pairs { n, mean_x, mean_y, squares_x, squares_y, products } = tally.rated;
    object([
        ("counts", numbers(&tally.counts())),
        ("iterations", moments(&tally.iterations)),
        ("missing", moments(&tally.missing)),
        ("retries", moments(&tally.retries)),
        ("rated", numbers(&[n, mean_x, mean_y, squares_x, squares_y, products])),
    ])
}

fn numbers(numbers: &[f64]) -> Value {
    numbers.iter().copied().map(number).collect()
}

/// Whole numbers without `.0`, which JSON would be a quarter longer with.
fn number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < MOST { (number as i64).into() } else { Number::from_f64(number).into() }
}

/// What a state holds, under the settings of the monitor that reads it.
pub(super) fn read(state: &str, settings: &MonitorSettings) -> Read<LoopMonitor> {
    if state.len() > MAX_BYTES {
        return Err(bad(format!("it has {} bytes, at most {MAX_BYTES} are allowed", state.len())));
    }
    let parsed: Value = serde_json::from_str(state).map_err(bad)?;
    monitor(&Raw::from(&parsed), settings).map_err(bad)
}

fn monitor(raw: &Raw, settings: &MonitorSettings) -> Read<LoopMonitor> {
    let f = Fields::open(raw, "", "it")?;
    if f.get("format") != Some(&Raw::Text(FORMAT.to_owned())) || f.get("version") != Some(&Raw::Number(VERSION)) {
        return Err(bad(format!("expected {FORMAT} version 1")));
    }
    let bucket_ms = needed(&f, "bucketMs", 0.0, f64::MAX)?;
    if bucket_ms != settings.bucket_ms {
        let (theirs, ours) = (decimal(bucket_ms), decimal(settings.bucket_ms));
        return Err(bad(format!("`window.bucketMs` is {theirs} in it and {ours} here; they must be the same")));
    }
    let mut monitor = LoopMonitor::new(*settings);
    let whole = f.part("whole")?.ok_or_else(|| f.missing("whole"))?;
    monitor.whole = series(&whole, settings)?;
    monitor.left_out = whole_number(&f, "agentsLeftOut")?;
    for agent in items(&f, "agents")? {
        let series = series(&agent, settings)?;
        let name = name(&agent, "agent")?;
        match monitor.agent(&name) {
            Some(place) => *place = series,
            None => return Err(bad(format!("`agents` must be {MAX_AGENTS} at most"))),
        }
    }
    for entry in items(&f, "runs")? {
        let rejected = flag(&entry, "rejected")?;
        let read = match entry.number("atMs", 0.0, MAX_TIME_MS)? {
            None => Entry::Waiting(Feedback { rating: entry.number("rating", -MAX_RATING, MAX_RATING)?, rejected }),
            Some(at_ms) => Entry::Run(Remembered {
                agent: entry.get("agent").map(|_| name(&entry, "agent")).transpose()?,
                at_ms,
                accepted: flag(&entry, "accepted")?,
                score: entry.number("score", 0.0, 1.0)?,
                rated: flag(&entry, "rated")?,
                rejected,
            }),
        };
        monitor.ledger.put(&name(&entry, "runId")?, read, usize::MAX);
    }
    Ok(monitor)
}

fn series(f: &Fields, settings: &MonitorSettings) -> Read<Series> {
    let mut series = Series { all: tally(f, "all")?, ..Series::default() };
    for bucket in items(f, "buckets")? {
        let at = whole_number(&bucket, "at")?;
        if at > MAX_TIME_MS / settings.bucket_ms {
            return Err(bad(format!("`buckets.at` is {}, beyond all time", decimal(at))));
        }
        if series.buckets.last().is_some_and(|(before, _)| *before >= at as u64) {
            return Err(bad("`buckets` must be in order"));
        }
        series.buckets.push((at as u64, tally(&bucket, "tally")?));
    }
    Ok(series)
}

fn tally(f: &Fields, key: &str) -> Read<Tally> {
    let f = f.part(key)?.ok_or_else(|| f.missing(key))?;
    let moments = |key: &str| f.numbers(key, 0.0, MOST_SQUARES).map(|[n, sum, squares]| Moments { n, sum, squares });
    let [n, mean_x, mean_y, squares_x, squares_y, products] = f.numbers("rated", -MOST_SQUARES, MOST_SQUARES)?;
    let mut tally = Tally {
        iterations: moments("iterations")?,
        missing: moments("missing")?,
        retries: moments("retries")?,
        rated: Pairs { n, mean_x, mean_y, squares_x, squares_y, products },
        ..Tally::default()
    };
    for (count, told) in tally.counts_mut().into_iter().zip(f.numbers::<COUNTS>("counts", 0.0, MOST)?) {
        *count = told;
    }
    let whole = [n, tally.missing.n].iter().chain(&tally.counts()).all(|count| *count >= 0.0 && count.fract() == 0.0);
    let rated = (0.0..=1.0).contains(&mean_x) && mean_y.abs() <= MAX_RATING;
    if whole && rated && tally.is_possible() {
        return Ok(tally);
    }
    Err(bad(format!("the numbers of `{key}` cannot be of runs")))
}

fn items<'a>(f: &Fields<'a>, key: &str) -> Read<Vec<Fields<'a>>> {
    match f.get(key) {
        Some(Raw::List(items)) => items.iter().map(|item| Fields::open(item, key, key)).collect(),
        Some(other) => Err(f.wrong(key, "a list", other)),
        None => Err(f.missing(key)),
    }
}

fn needed(f: &Fields, key: &str, low: f64, high: f64) -> Read<f64> {
    f.number(key, low, high)?.ok_or_else(|| f.missing(key))
}

fn whole_number(f: &Fields, key: &str) -> Read<f64> {
    let number = needed(f, key, 0.0, MOST)?;
    if number.fract() == 0.0 { Ok(number) } else { Err(bad(format!("`{key}` must be a whole number, got {}", decimal(number)))) }
}

fn flag(f: &Fields, key: &str) -> Read<bool> {
    f.flag(key)?.ok_or_else(|| f.missing(key))
}

fn name(f: &Fields, key: &str) -> Read<String> {
    let name = f.text(key)?.ok_or_else(|| f.missing(key))?;
    if name.chars().count() <= MAX_NAME_CHARS { Ok(name) } else { Err(bad(format!("`{key}` is too long"))) }
}

fn bad(what: impl ToString) -> ReflectError {
    let what = what.to_string();
    const BEGIN: &str = "this is no state of a monitor that can be put in: ";
    let message = if what.starts_with(BEGIN) { what } else { format!("{BEGIN}{what}") };
    ReflectError::new(ErrorCode::InvalidSnapshot, message)
}
