//! What is counted of many runs: sums, whatever the number of runs. One run is a tally too, and two tallies are added number by number.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::settings::MonitorSettings;
use crate::error::ReflectError;
use crate::message::Gather;
use crate::settings::{FieldChecker, InputValue};

/// Numbers of a tally.
const SUMS: usize = 30;

macro_rules! sums {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Sums over runs. They are saved in this order, without their names.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
        #[serde(into = "[f64; SUMS]")]
        pub(super) struct Tally { $($(#[$doc])* pub $name: f64,)* }

        impl Tally {
            pub fn add_tally(&mut self, other: &Self) {
                $(self.$name += other.$name;)*
            }
        }

        impl From<Tally> for [f64; SUMS] {
            fn from(tally: Tally) -> Self {
                [$(tally.$name,)*]
            }
        }

        impl From<[f64; SUMS]> for Tally {
            fn from([$($name,)*]: [f64; SUMS]) -> Self {
                Self { $($name,)* }
            }
        }
    };
}

sums! {
    runs,
    failed,
    aborted,
    /// Ended by a limit.
    limited,
    /// Ended by themselves after one iteration.
    single,
    /// Those of them that nobody independent accepted.
    premature,
    repetitions,
    evaluations,
    passed,
    accepted,
    /// Accepted runs whose answer a person rejected.
    rejected,
    /// Accepted runs with multiple retries.
    retried,
    iterations,
    iterations_squared,
    /// Runs that stopped and say how many required fields were empty.
    with_missing,
    missing,
    missing_squared,
    /// Of accepted runs.
    retries,
    retries_squared,
    /// Runs with a score (x) and a rating (y).
    rated,
    x,
    y,
    xx,
    yy,
    xy,
    /// Runs that say how many calls they made, or how many tokens they used, and those that say what they cost.
    with_usage,
    calls,
    tokens,
    with_cost,
    cost,
}

impl Tally {
    /// One that was saved.
    fn read_tally(raw: &InputValue) -> Option<Self> {
        let InputValue::List(list) = raw else { return None };
        let number = |raw: &InputValue| raw.as_number().filter(|number| number.is_finite());
        let numbers: Vec<f64> = list.iter().map(number).collect::<Option<_>>()?;
        <[f64; SUMS]>::try_from(numbers).ok().map(Self::from)
    }
}

/// All runs, and those of a sliding window: a row of buckets, aligned to the epoch; the oldest leaves as a whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TotalAndWindowTallies {
    pub all: Tally,
    /// Number of the bucket (time by the bucket's width, rounded down) and what is in it.
    buckets: Vec<(u64, Tally)>,
    /// Which alerts are open, over all and in the window: a bit for each, in their order.
    pub open: [u8; 2],
}

impl Serialize for TotalAndWindowTallies {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("all", &self.all)?;
        map.serialize_entry("buckets", &self.buckets)?;
        map.serialize_entry("open", &self.open)?;
        map.end()
    }
}

impl TotalAndWindowTallies {
    /// That of a saved state.
    pub fn read_series(state: &FieldChecker) -> Result<Self, ReflectError> {
        let f = state.nested("series", &["all", "buckets", "open"]);
        let all = f.get("all").ok_or_else(|| f.missing_field_error("all"))?;
        let allowed = "a list of numbers of buckets and tallies";
        let bucket = |entry: &InputValue| {
            let [InputValue::Number(at), tally] = entry.as_list()? else { return None };
            Some((Some(*at as u64).filter(|whole| *whole as f64 == *at)?, Tally::read_tally(tally)?))
        };
        let buckets = f.list("buckets", allowed).ok_or_else(|| f.missing_field_error("buckets"))?;
        let bucket = |entry: &InputValue| bucket(entry).ok_or_else(|| f.wrong_field_error("buckets", allowed, entry));
        let open = f.get("open").ok_or_else(|| f.missing_field_error("open"))?;
        let [InputValue::Number(over_all), InputValue::Number(window)] = open.as_list().unwrap_or_default() else {
            return Err(f.wrong_field_error("open", "a list of two numbers", open));
        };
        Ok(Self {
            all: Tally::read_tally(all).ok_or_else(|| f.wrong_field_error("all", "a list of 30 numbers", all))?,
            buckets: buckets.iter().map(bucket).gather_all()?,
            open: [*over_all as u8, *window as u8],
        })
    }

    /// Adds to the tally of all runs, and to the bucket of `at_ms`. Buckets further from `now_ms` than a window is wide are dropped.
    pub fn add_tally(&mut self, tally: &Tally, at_ms: f64, now_ms: f64, settings: &MonitorSettings) {
        self.all.add_tally(tally);
        self.add_to_bucket(bucket_number(at_ms, settings), tally);
        self.drop_far_buckets(now_ms, settings);
    }

    /// Adds what another series has, bucket by bucket. Which alerts are open there says nothing of both together.
    pub fn merge_series(&mut self, other: &Self, now_ms: f64, settings: &MonitorSettings) {
        self.all.add_tally(&other.all);
        for (number, tally) in &other.buckets {
            self.add_to_bucket(*number, tally);
        }
        self.drop_far_buckets(now_ms, settings);
    }

    fn add_to_bucket(&mut self, number: u64, tally: &Tally) {
        match self.buckets.iter_mut().find(|(at, _)| *at == number) {
            Some((_, bucket)) => bucket.add_tally(tally),
            None => self.buckets.push((number, *tally)),
        }
    }

    fn drop_far_buckets(&mut self, now_ms: f64, settings: &MonitorSettings) {
        let now = bucket_number(now_ms, settings);
        self.buckets.retain(|(at, _)| at.abs_diff(now) < settings.buckets);
    }

    /// The sliding window: the bucket of this time and those before it.
    pub fn sum_window(&self, now_ms: f64, settings: &MonitorSettings) -> Tally {
        let now = bucket_number(now_ms, settings);
        let mut whole = Tally::default();
        for (_, bucket) in self.buckets.iter().filter(|(at, _)| *at <= now && now - at < settings.buckets) {
            whole.add_tally(bucket);
        }
        whole
    }
}

fn bucket_number(at_ms: f64, settings: &MonitorSettings) -> u64 {
    (at_ms / settings.bucket_ms) as u64
}
