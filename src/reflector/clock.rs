//! Times of day as people write them: "7:05a", "19:05:30", "7 pm", "14:00+01:00".

use super::date::{int, month_of};

/// Hours ahead of UTC.
const ZONES: [(&str, f64); 13] = [
    ("z", 0.0),
    ("utc", 0.0),
    ("gmt", 0.0),
    ("est", -5.0),
    ("edt", -4.0),
    ("cst", -6.0),
    ("cdt", -5.0),
    ("mst", -7.0),
    ("mdt", -6.0),
    ("pst", -8.0),
    ("pdt", -7.0),
    ("cet", 1.0),
    ("cest", 2.0),
];

/// A time of day.
pub struct Clock {
    pub minute: f64,
    /// Minutes.
    pub precision: f64,
    /// Hours ahead of UTC, where the zone is told.
    pub zone: Option<f64>,
}

impl Clock {
    /// The time in a text, and the text without it.
    pub fn take(text: &str) -> (Option<Self>, String) {
        for (word, minute) in [("noon", 720.0), ("midnight", 0.0)] {
            if let Some((before, after)) = text.split_once(word) {
                return (Some(Self { minute, precision: 1.0, zone: None }), format!("{before} {after}"));
            }
        }
        match Self::colon(text).or_else(|| Self::hour_only(text)) {
            Some((clock, rest)) => (Some(clock), rest),
            None => (None, text.to_owned()),
        }
    }

    /// "7:05", "07:05:30.5", "7:05 pm", "14:00Z".
    fn colon(text: &str) -> Option<(Self, String)> {
        let (before, after) = text.split_once(':')?;
        let start = before.len() - before.bytes().rev().take_while(u8::is_ascii_digit).count().min(2);
        let hour = int(before.get(start..)?)? as f64;
        let minute: f64 = two(after)?;
        let mut rest = after.get(2..)?;
        let (mut second, mut precision) = (0.0, 1.0);
        if let Some(value) = rest.strip_prefix(':').and_then(two) {
            second = value;
            precision = 1.0 / 60.0;
            rest = rest.get(3..)?;
            if let Some(fraction) = rest.strip_prefix('.') {
                let figures = fraction.bytes().take_while(u8::is_ascii_digit).count();
                if !(1..=9).contains(&figures) {
                    return None;
                }
                let mut parts = 1.0;
                (0..figures).for_each(|_| parts *= 10.0);
                second += int(fraction.get(..figures)?)? as f64 / parts;
                precision /= parts;
                rest = fraction.get(figures..)?;
            }
        }
        let (half, rest) = meridiem(rest);
        let hour = of_day(hour, half)?;
        if minute > 59.0 || second >= 61.0 || (hour == 24.0 && minute + second > 0.0) {
            return None;
        }
        let (zone, rest) = zone(rest);
        let before = before.get(..start)?;
        // "2024-03-05T14:00"
        let before = before.strip_suffix('t').filter(|b| b.ends_with(|c: char| c.is_ascii_digit())).unwrap_or(before);
        Some((Self { minute: hour * 60.0 + minute + second / 60.0, precision, zone }, format!("{before} {rest}")))
    }

    /// "7 pm".
    fn hour_only(text: &str) -> Option<(Self, String)> {
        for (at, _) in text.char_indices() {
            let here = text.get(at..)?;
            let apart = !text.get(..at)?.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '/'));
            let figures = here.bytes().take(3).take_while(u8::is_ascii_digit).count();
            if !apart || !(1..=2).contains(&figures) {
                continue;
            }
            let (Some(half), rest) = meridiem(here.get(figures..)?) else { continue };
            let hour = of_day(int(here.get(..figures)?)? as f64, Some(half))?;
            let (zone, rest) = zone(rest);
            return Some((Self { minute: hour * 60.0, precision: 60.0, zone }, format!("{} {rest}", text.get(..at)?)));
        }
        None
    }
}

fn two(text: &str) -> Option<f64> {
    let figures = text.get(..2).filter(|f| f.bytes().all(|b| b.is_ascii_digit()))?;
    int(figures).map(|number| number as f64)
}

/// Whether it is after noon, where that is said.
fn meridiem(text: &str) -> (Option<bool>, &str) {
    let start = text.trim_start();
    for (word, half) in [("a.m.", false), ("p.m.", true), ("am", false), ("pm", true), ("a", false), ("p", true)] {
        if let Some(rest) = start.strip_prefix(word) {
            // "7:05aDec 1"
            let month = || rest.get(..3).is_some_and(|head| month_of(head).is_some());
            if !rest.starts_with(char::is_alphanumeric) || (word.len() < 4 && month()) {
                return (Some(half), rest);
            }
        }
    }
    (None, text)
}

fn of_day(hour: f64, half: Option<bool>) -> Option<f64> {
    match half {
        Some(later) if (1.0..=12.0).contains(&hour) => {
            Some(if hour == 12.0 { 0.0 } else { hour } + if later { 12.0 } else { 0.0 })
        }
        None if hour <= 24.0 => Some(hour),
        _ => None,
    }
}

fn zone(text: &str) -> (Option<f64>, &str) {
    let start = text.trim_start();
    let end = start.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(start.len());
    let word = start.get(..end).unwrap_or_default();
    if let Some((_, hours)) = ZONES.iter().find(|(known, _)| *known == word) {
        return (Some(*hours), start.get(end..).unwrap_or_default());
    }
    let read = || {
        let minus = start.starts_with('-');
        let figures = start.strip_prefix(['+', '-'])?;
        let hours = two(figures)?;
        let rest = figures.get(2..)?;
        let after = rest.strip_prefix(':').unwrap_or(rest);
        let (minutes, rest) = match two(after) {
            Some(minutes) => (minutes, after.get(2..)?),
            None => (0.0, rest),
        };
        let ahead = hours + minutes / 60.0;
        Some((Some(if minus { -ahead } else { ahead }), rest))
    };
    read().filter(|(_, rest)| !rest.starts_with(|c: char| c.is_ascii_digit())).unwrap_or((None, text))
}
