//! Dates and times of day as people write them, in whatever precision.

use super::clock::Clock;
use super::day::{DAY, day, days, months, week, years};
use super::names::folded;
use super::reach::{Reach, Span};
use super::settings::DateOrder;

/// When something is, as far as it is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// What kind of moment it is, in a word: moments of different kinds cannot be compared. A day of a known year is of kind "".
    pub kind: &'static str,
    pub reach: Reach,
}

/// No date is longer.
const MAX_CHARS: usize = 200;
/// Two figures from here on are of the last century, as in POSIX `strptime`.
const PIVOT: i64 = 69;
/// What stands in for a year that is not told; a leap year.
const NO_YEAR: i64 = 1972;

const MONTHS: [(&str, i64); 22] = [
    ("january", 1),
    ("januar", 1),
    ("february", 2),
    ("februar", 2),
    ("march", 3),
    ("marz", 3),
    ("maerz", 3),
    ("april", 4),
    ("may", 5),
    ("mai", 5),
    ("june", 6),
    ("juni", 6),
    ("july", 7),
    ("juli", 7),
    ("august", 8),
    ("september", 9),
    ("sept", 9),
    ("october", 10),
    ("oktober", 10),
    ("november", 11),
    ("december", 12),
    ("dezember", 12),
];
const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const FILLERS: [&str; 18] =
    ["st", "nd", "rd", "th", "of", "the", "on", "at", "in", "early", "mid", "late", "ca", "circa", "year", "end", "c", "uhr"];

/// Reads a date, a date with a time, or a time of day. `None` when it is none that is in a calendar.
pub fn moment(text: &str, order: Option<DateOrder>) -> Option<Moment> {
    if text.len() > MAX_CHARS {
        return None;
    }
    let text = folded(text).replace(['–', '—', '−'], "-").replace(['(', ')'], " ");
    let (clock, rest) = Clock::take(&text);
    let rest = rest.trim().trim_matches([',', '.']).trim();
    let Some(clock) = clock else { return date(rest, order) };
    if only_fillers(rest) {
        // A time in a zone is one of UTC; where no zone is told nobody knows which.
        let (kind, ahead) = clock.zone.map_or(("time", 0.0), |ahead| ("time in a zone", ahead));
        let low = clock.minute - ahead * 60.0;
        let low = low
            - if low < 0.0 {
                -DAY
            } else if low >= DAY {
                DAY
            } else {
                0.0
            };
        let spans = vec![Span { low, high: low + clock.precision }];
        return Some(Moment { kind, reach: Reach { spans, point: None } });
    }
    let Moment { kind, reach } = date(rest, order)?;
    if reach.spans.iter().any(|span| span.high - span.low != DAY) {
        return None;
    }
    let at = |span: &Span| {
        let low = span.low + clock.minute - clock.zone.unwrap_or_default() * 60.0;
        Span { low, high: low + clock.precision }
    };
    Some(Moment { kind, reach: Reach { spans: reach.spans.iter().map(at).collect(), point: None } })
}

/// A plain number: a year, or milliseconds since 1970.
pub fn moment_of_number(number: f64) -> Option<Moment> {
    let span = match number {
        n if n.fract() == 0.0 && (1000.0..=9999.0).contains(&n) => years(n as i64, n as i64)?,
        n if n.abs() >= 1e11 && n.abs() < 1e14 => Span { low: n / 60_000.0, high: (n + 1.0) / 60_000.0 },
        _ => return None,
    };
    Some(plain(span))
}

fn plain(span: Span) -> Moment {
    Moment { kind: "", reach: Reach { spans: vec![span], point: None } }
}

fn date(text: &str, order: Option<DateOrder>) -> Option<Moment> {
    // A weekday says nothing that the date does not.
    let said: Vec<&str> = text
        .split([' ', ','])
        .filter(|word| !(word.is_empty() || is_weekday(word.trim_end_matches('.')) || *word == "uhr"))
        .collect();
    let text = said.join(" ");
    let text = text.trim_matches(['-', ' ']);
    let figures = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    for separator in ['-', '/', '.'] {
        let parts: Vec<&str> = text.split(separator).map(str::trim).collect();
        if parts.len() > 1 && parts.iter().all(|part| figures(part)) {
            return numbers(&parts, separator, order);
        }
    }
    if figures(text) && text.len() == 8 {
        return Some(plain(day(int(text.get(..4)?)?, int(text.get(4..6)?)?, int(text.get(6..)?)?)?));
    }
    in_words(text)
}

/// Figures only, with one separator.
fn numbers(parts: &[&str], separator: char, order: Option<DateOrder>) -> Option<Moment> {
    match parts {
        [y, m, d] if y.len() == 4 => day(int(y)?, int(m)?, int(d)?).map(plain),
        [a, b, y] if y.len() == 4 || y.len() == 2 => {
            let (a, b, y) = (int(a)?, int(b)?, year(y)?);
            let order = if separator == '.' { Some(DateOrder::Dmy) } else { order };
            let spans: Vec<Span> = match order {
                Some(DateOrder::Dmy) => day(y, b, a).into_iter().collect(),
                Some(DateOrder::Mdy) => day(y, a, b).into_iter().collect(),
                // Nobody says which is the day: both, where both are in the calendar.
                None if a == b => day(y, a, b).into_iter().collect(),
                None => {
                    // The lower month is the earlier day.
                    day(y, a.min(b), a.max(b)).into_iter().chain(day(y, a.max(b), a.min(b))).collect()
                }
            };
            if spans.is_empty() { None } else { Some(Moment { kind: "", reach: Reach { spans, point: None } }) }
        }
        [a, b] if a.len() <= 2 && b.len() <= 2 && separator != '-' => {
            let of_year = numbers(&[*a, *b, "1972"], separator, order)?;
            Some(Moment { kind: "day of any year", ..of_year })
        }
        [y, m] if y.len() == 4 && m.len() <= 2 => {
            let (y, m) = (int(y)?, int(m)?);
            // "2023-24" is a season.
            if m > 12 && m == (y + 1) % 100 { years(y, y + 1).map(plain) } else { months(y, m, m).map(plain) }
        }
        [m, y] if y.len() == 4 && m.len() <= 2 => months(int(y)?, int(m)?, int(m)?).map(plain),
        [first, last] if first.len() == 4 && last.len() == 4 => years(int(first)?, int(last)?).map(plain),
        _ => None,
    }
}

/// Pieces of a date: runs of letters and of figures.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    for run in text.split(|c: char| !c.is_alphanumeric()) {
        let mut start = 0;
        let mut last: Option<bool> = None;
        for (at, c) in run.char_indices() {
            let figure = c.is_ascii_digit();
            if last.is_some_and(|last| last != figure) {
                pieces.extend(run.get(start..at));
                start = at;
            }
            last = Some(figure);
        }
        pieces.extend(run.get(start..));
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn is_weekday(word: &str) -> bool {
    word.len() >= 2 && WEEKDAYS.iter().any(|weekday| weekday.starts_with(word)) || matches!(word, "weds" | "thur" | "thurs")
}

fn only_fillers(text: &str) -> bool {
    pieces(text).iter().all(|piece| FILLERS.contains(piece) || is_weekday(piece))
}

/// A date with words in it.
fn in_words(text: &str) -> Option<Moment> {
    let mut figures: Vec<&str> = Vec::new();
    let (mut month, mut last) = (None, None);
    let mut unit: Option<&str> = None;
    for piece in pieces(text) {
        let ordinal = ["first", "second", "third", "fourth"].iter().zip(["1", "2", "3", "4"]).find(|(word, _)| **word == piece);
        if let Some((_, figure)) = ordinal {
            figures.push(figure);
        } else if piece.bytes().all(|b| b.is_ascii_digit()) {
            figures.push(piece);
        } else if let (None, Some(found)) = (month, month_of(piece)) {
            month = Some(found);
        } else if let (None, Some(found)) = (last, month_of(piece)) {
            last = Some(found);
        } else if matches!(piece, "q" | "quarter" | "h" | "half" | "fy" | "w" | "week" | "s" | "century") && unit.is_none() {
            unit = Some(piece);
        } else if !(FILLERS.contains(&piece) || is_weekday(piece) || matches!(piece, "to" | "bis")) {
            return None;
        }
    }
    let mut figures: Vec<(i64, usize)> = figures.iter().map(|f| Some((int(f)?, f.len()))).collect::<Option<_>>()?;
    // "Mar '24"
    if let (Some((year, 2)), true) = (figures.last().copied(), text.contains(['\'', '’'])) {
        figures.pop();
        figures.push((century(year), 4));
    }
    if let (Some(first), Some(last)) = (month, last) {
        // "January to March 2024"
        let [(y, 4)] = figures.as_slice() else { return None };
        return if unit.is_none() && first < last { months(*y, first, last).map(plain) } else { None };
    }
    match (month, unit) {
        (Some(month), None) => of_month(month, &figures),
        (None, Some(unit)) => of_unit(unit, &figures),
        (None, None) => match figures.as_slice() {
            [(y, 4)] => years(*y, *y).map(plain),
            [(first, 4), (last, 4)] => years(*first, *last).map(plain),
            _ => None,
        },
        (Some(_), Some(_)) => None,
    }
}

fn of_month(month: i64, figures: &[(i64, usize)]) -> Option<Moment> {
    let span = match figures {
        [(y, 4)] => months(*y, month, month)?,
        [(d, 1 | 2), (y, 4)] | [(y, 4), (d, 1 | 2)] => day(*y, month, *d)?,
        [(d, 1 | 2), (y, 2)] => day(century(*y), month, *d)?,
        [(first, 1 | 2), (last, 1 | 2), (y, 4)] => days((*y, month, *first), (*y, month, *last))?,
        [(d, 1 | 2)] => {
            let reach = Reach { spans: vec![day(NO_YEAR, month, *d)?], point: None };
            return Some(Moment { kind: "day of any year", reach });
        }
        [] => {
            let reach = Reach { spans: vec![months(NO_YEAR, month, month)?], point: None };
            return Some(Moment { kind: "day of any year", reach });
        }
        _ => return None,
    };
    Some(plain(span))
}

fn of_unit(unit: &str, figures: &[(i64, usize)]) -> Option<Moment> {
    let part = |parts: i64| {
        let (n, y) = match figures {
            [(n, 1), (y, 4)] | [(y, 4), (n, 1)] => (*n, *y),
            [(n, 1), (y, 2)] => (*n, century(*y)),
            _ => return None,
        };
        let length = 12 / parts;
        if (1..=parts).contains(&n) { months(y, (n - 1) * length + 1, n * length) } else { None }
    };
    let span = match (unit, figures) {
        ("q" | "quarter", _) => part(4)?,
        ("h" | "half", _) => part(2)?,
        ("w" | "week", [(y, 4), (w, 1 | 2)] | [(w, 1 | 2), (y, 4)]) => week(*y, *w)?,
        ("s", [(y, 4)]) if y % 10 == 0 => years(*y, *y + if y % 100 == 0 { 99 } else { 9 })?,
        ("century", [(n, 1 | 2)]) if *n > 0 => years((n - 1) * 100 + 1, n * 100)?,
        ("fy", [(y, 4 | 2)]) => {
            let reach = Reach { spans: vec![years(century(*y), century(*y))?], point: None };
            return Some(Moment { kind: "fiscal year", reach });
        }
        _ => return None,
    };
    Some(plain(span))
}

pub fn month_of(word: &str) -> Option<i64> {
    if word.len() < 3 {
        return None;
    }
    MONTHS.iter().find(|(name, _)| name.starts_with(word)).map(|(_, month)| *month)
}

fn year(text: &str) -> Option<i64> {
    int(text).map(|year| if text.len() == 2 { century(year) } else { year })
}

fn century(year: i64) -> i64 {
    match year {
        0..PIVOT => 2000 + year,
        PIVOT..100 => 1900 + year,
        _ => year,
    }
}

pub fn int(text: &str) -> Option<i64> {
    text.parse().ok()
}
