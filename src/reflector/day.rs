//! The calendar, in minutes since 1970 began.

use super::reach::Span;

/// Minutes of a day.
pub const DAY: f64 = 1440.0;

/// From the start of one day to the end of another.
pub fn days(first: (i64, i64, i64), last: (i64, i64, i64)) -> Option<Span> {
    let span = Span { low: number(first)? as f64 * DAY, high: (number(last)? + 1) as f64 * DAY };
    if span.low < span.high { Some(span) } else { None }
}

pub fn day(year: i64, month: i64, day: i64) -> Option<Span> {
    days((year, month, day), (year, month, day))
}

/// From the first day of one month to the last of another of that year.
pub fn months(year: i64, first: i64, last: i64) -> Option<Span> {
    days((year, first, 1), (year, last, length(year, last)?))
}

pub fn years(first: i64, last: i64) -> Option<Span> {
    days((first, 1, 1), (last, 12, 31))
}

/// Seven days of an ISO 8601 week.
pub fn week(year: i64, week: i64) -> Option<Span> {
    // The week that holds 4 January is the first; day 0 of our count was a Thursday.
    let fourth = number((year, 1, 4))?;
    let monday = fourth - (fourth + 3).rem_euclid(7) + (week - 1) * 7;
    if (1..=53).contains(&week) { Some(Span { low: monday as f64 * DAY, high: (monday + 7) as f64 * DAY }) } else { None }
}

fn length(year: i64, month: i64) -> Option<i64> {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    match month {
        2 => Some(if leap { 29 } else { 28 }),
        4 | 6 | 9 | 11 => Some(30),
        1..=12 => Some(31),
        _ => None,
    }
}

/// The day's number; `None` for a day that is in no calendar. After H. Hinnant, "chrono-compatible low-level date algorithms" (2021).
fn number((year, month, day): (i64, i64, i64)) -> Option<i64> {
    if !(1..=9999).contains(&year) || !(1..=length(year, month)?).contains(&day) {
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
    fn days_are_counted_from_1970() {
        let at = |y, m, d| day(y, m, d).map(|span| span.low / DAY);
        assert_eq!((at(1970, 1, 1), at(2000, 3, 1), at(2024, 2, 29)), (Some(0.0), Some(11_017.0), Some(19_782.0)));
        assert_eq!((at(2023, 2, 29), at(2024, 13, 1), at(2024, 4, 31), at(0, 1, 1)), (None, None, None, None));
        assert_eq!(week(2024, 1), day(2024, 1, 1).map(|d| Span { low: d.low, high: d.low + 7.0 * DAY }));
        assert_eq!(week(2021, 1).map(|w| w.low), day(2021, 1, 4).map(|d| d.low));
    }
}
