//! Dates as ISO 8601 writes them, in whatever precision: `2024`, `2024-03`, `2024-03-05`, `2024-03-05T14:00Z`.

use crate::message::Gather;

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// From when to when a date lasts, in seconds since 1970 began. A time without a zone is UTC. `None` for what is no such date, or in no
/// calendar. Of two dates one lies in the other, or they have no moment in common.
pub fn parse_iso_span_seconds(text: &str) -> Option<(f64, f64)> {
    let (date, time) = match text.split_once(['T', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let parts: Vec<&str> = date.split('-').gather();
    let (first, last) = match parts.as_slice() {
        [y] => (days_since_epoch(parse_digits(y, 4)?, 1, 1)?, days_since_epoch(parse_digits(y, 4)?, 12, 31)?),
        [y, m] => {
            let (y, m) = (parse_digits(y, 4)?, parse_digits(m, 2)?);
            (days_since_epoch(y, m, 1)?, days_since_epoch(y, m, month_length(y, m)?)?)
        }
        [y, m, d] => {
            let day = days_since_epoch(parse_digits(y, 4)?, parse_digits(m, 2)?, parse_digits(d, 2)?)?;
            let Some(time) = time else { return Some((day as f64 * DAY, (day + 1) as f64 * DAY)) };
            let ClockTime { begins, lasts } = read_clock_time(time)?;
            return Some((day as f64 * DAY + begins, day as f64 * DAY + begins + lasts));
        }
        _ => return None,
    };
    if time.is_some() { None } else { Some((first as f64 * DAY, (last + 1) as f64 * DAY)) }
}

/// Seconds of a day in UTC.
struct ClockTime {
    begins: f64,
    /// As long as its last figure says.
    lasts: f64,
}

fn read_clock_time(text: &str) -> Option<ClockTime> {
    let (clock, ahead) = match text.find(['Z', '+', '-']).and_then(|at| text.split_at_checked(at)) {
        Some((clock, "Z")) => (clock, 0),
        Some((clock, zone)) => {
            let (h, m) = zone.get(1..)?.split_once(':')?;
            let minutes = parse_two_digits_below(h, 24)? * 60 + parse_two_digits_below(m, 60)?;
            (clock, if zone.starts_with('-') { -minutes } else { minutes })
        }
        None => (text, 0),
    };
    let (whole, fraction) = match clock.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (clock, None),
    };
    let parts: Vec<&str> = whole.split(':').gather();
    let (h, m, s) = match parts.as_slice() {
        [h, m] if fraction.is_none() => (h, m, None),
        [h, m, s] => (h, m, Some(s)),
        _ => return None,
    };
    let minutes = parse_two_digits_below(h, 24)? * 60 + parse_two_digits_below(m, 60)? - ahead;
    let Some(s) = s else { return Some(ClockTime { begins: minutes as f64 * 60.0, lasts: 60.0 }) };
    let mut lasts = 1.0;
    let mut parts = 0;
    if let Some(fraction) = fraction {
        if !(1..=9).contains(&fraction.len()) {
            return None;
        }
        parts = parse_digits(fraction, fraction.len())?;
        lasts = 10_f64.powi(-(fraction.len() as i32));
    }
    Some(ClockTime { begins: (minutes * 60 + parse_two_digits_below(s, 60)?) as f64 + parts as f64 * lasts, lasts })
}

/// A number of just so many figures.
fn parse_digits(text: &str, digit_count: usize) -> Option<i64> {
    if text.len() == digit_count && text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn parse_two_digits_below(text: &str, limit: i64) -> Option<i64> {
    parse_digits(text, 2).filter(|number| *number < limit)
}

fn month_length(year: i64, month: i64) -> Option<i64> {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    match month {
        2 => Some(if leap { 29 } else { 28 }),
        4 | 6 | 9 | 11 => Some(30),
        1..=12 => Some(31),
        _ => None,
    }
}

/// The day's number, counted from 1970-01-01. After H. Hinnant, "chrono-compatible low-level date algorithms" (2021).
fn days_since_epoch(year: i64, month: i64, day: i64) -> Option<i64> {
    if !(1..=month_length(year, month)?).contains(&day) {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_last_as_long_as_they_are_precise() {
        let cases = [
            ("1970", 0.0, 365.0 * DAY),
            ("1970-02", 31.0 * DAY, 59.0 * DAY),
            ("2000-03-01", 11_017.0 * DAY, 11_018.0 * DAY),
            ("2024-02-29", 19_782.0 * DAY, 19_783.0 * DAY),
            ("1970-01-01T01:00", 3_600.0, 3_660.0),
            ("1970-01-01 01:00:07", 3_607.0, 3_608.0),
            ("1970-01-01T01:00:00.5Z", 3_600.5, 3_600.6),
            ("1970-01-01T01:00+02:00", -3_600.0, -3_540.0),
            ("1970-01-01T01:00:00-00:30", 5_400.0, 5_401.0),
        ];
        for (text, from, to) in cases {
            assert_eq!(parse_iso_span_seconds(text), Some((from, to)), "{text}");
        }
        for text in [
            "",
            "24",
            "2024-3",
            "2024-13",
            "2023-02-29",
            "2024-04-31",
            "2024-00-01",
            "2024-03T10:00",
            "2024-03-05T",
            "2024-03-05T24:00",
            "2024-03-05T10:60",
            "2024-03-05T10:00:60",
            "2024-03-05T10:00.5",
            "2024-03-05T10:00:00.",
            "2024-03-05T10:00+2",
            "March 2024",
            "2024-03-05T10:00Zx",
            "05/03/2024",
            "２０２４",
        ] {
            assert_eq!(parse_iso_span_seconds(text), None, "{text}");
        }
    }
}
