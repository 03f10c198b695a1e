//! A quantity as people write it: "about 1.2 million", "$1.2M", "1.2 Mio. EUR", "10–15 %", "over 5k", "2h 30m", "5 ± 0.2 kg".

use super::money;
use super::number::{Digits, HALF, and_more, digits, word};
use super::reach::Reach;
use super::scale::{changes_the_number, scales};
use super::settings::DecimalMark;
use super::units::{Dimension, unit};

/// How far from the number something "about" it may lie: a choice of ours, 5 %.
const ABOUT: f64 = 0.05;

/// No number is longer, with what it is of.
const MAX_CHARS: usize = 500;

/// A number or a range, and what it is of.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    pub reach: Reach,
    /// What follows the number: "km", "users", "per month".
    pub unit: String,
    pub currency: Option<String>,
}

/// What the field and the fact say before the text is read.
#[derive(Clone, Copy, Default)]
pub struct Hint<'a> {
    pub mark: Option<DecimalMark>,
    /// The text is an amount of money; the currency that is meant by a shared sign, if it is known.
    pub money: bool,
    pub currency: Option<&'a str>,
    /// What is measured, where that is known: "5 K" is 5,000 or 5 kelvin.
    pub dimension: Option<Dimension>,
}

/// A word before a number, and what it makes of it.
#[derive(Clone, Copy, PartialEq)]
enum Bound {
    About,
    AtLeast,
    AtMost,
}

const BEFORE: [(&str, Bound); 29] = [
    ("approximately", Bound::About),
    ("approx.", Bound::About),
    ("approx", Bound::About),
    ("about", Bound::About),
    ("around", Bound::About),
    ("roughly", Bound::About),
    ("nearly", Bound::About),
    ("almost", Bound::About),
    ("circa", Bound::About),
    ("ca.", Bound::About),
    ("rund", Bound::About),
    ("~", Bound::About),
    ("≈", Bound::About),
    ("no more than", Bound::AtMost),
    ("not more than", Bound::AtMost),
    ("no less than", Bound::AtLeast),
    ("fewer than", Bound::AtMost),
    ("more than", Bound::AtLeast),
    ("at least", Bound::AtLeast),
    ("over", Bound::AtLeast),
    ("above", Bound::AtLeast),
    (">=", Bound::AtLeast),
    ("≥", Bound::AtLeast),
    (">", Bound::AtLeast),
    ("less than", Bound::AtMost),
    ("at most", Bound::AtMost),
    ("up to", Bound::AtMost),
    ("under", Bound::AtMost),
    ("below", Bound::AtMost),
];
const SIGNS_BEFORE: [(&str, Bound); 3] = [("<=", Bound::AtMost), ("≤", Bound::AtMost), ("<", Bound::AtMost)];
const AFTER: [(&str, Bound); 5] = [
    ("or more", Bound::AtLeast),
    ("and above", Bound::AtLeast),
    ("or less", Bound::AtMost),
    ("or fewer", Bound::AtMost),
    ("+", Bound::AtLeast),
];

impl Quantity {
    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(text: &str, hint: Hint<'_>) -> Result<Self, String> {
        let cleaned = cleaned(text);
        if hint.money && is_free(&cleaned) {
            return Ok(Self { reach: Reach::rounded(0.0, 0.0), unit: String::new(), currency: None });
        }
        if text.len() > MAX_CHARS {
            return Err(format!("a number must not be longer than {MAX_CHARS} characters, got {}", text.len()));
        }
        let wrong = || format!("{} cannot be read as a number", super::shape::quoted(text));
        let (bound, rest) = before(cleaned.trim());
        let (between, rest) = match after_word(rest, "between").or(after_word(rest, "from")) {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let one = One::read(rest, hint).ok_or_else(wrong)?;
        let (other, rest) = match one.range(hint, between) {
            Some((other, rest)) => (Some(other), rest),
            None => (None, one.rest),
        };
        let (margin, rest) = margin(rest, hint);
        let (later, rest) = after(rest);
        let Some(left) = without_brackets(rest).filter(|left| fine_unit(left)) else {
            return compound(&cleaned, hint).ok_or_else(wrong);
        };
        let reach = match (&other, bound.or(later)) {
            (Some(other), _) => {
                // "1.2–1.5 million": the scale of the last holds for both.
                let scale = if one.scale == 1.0 { other.scale } else { one.scale };
                let (low, high) = (one.bare * scale, other.bare * other.scale);
                if low > high {
                    return Err(wrong());
                }
                Reach::between(low, high)
            }
            // "from $5" is no range.
            (None, None) if between => Reach::between(one.value(), f64::INFINITY),
            (None, Some(Bound::AtLeast)) => Reach::between(one.value(), f64::INFINITY),
            (None, Some(Bound::AtMost)) => Reach::between(f64::NEG_INFINITY, one.value()),
            (None, Some(Bound::About)) => Reach::rounded(one.value(), one.half().max(one.value().abs() * ABOUT)),
            (None, None) => Reach::rounded(one.value(), margin.map_or(one.half(), |margin| margin * one.scale)),
        };
        let currency = other.and_then(|other| other.currency).or(one.currency);
        Ok(Self { reach, unit: left, currency })
    }
}

/// Whether a price is none.
pub fn is_free(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case("free")
}

/// One number with its sign, currency and scale.
struct One<'a> {
    bare: f64,
    half: f64,
    scale: f64,
    currency: Option<String>,
    rest: &'a str,
}

impl<'a> One<'a> {
    fn read(text: &'a str, hint: Hint<'_>) -> Option<Self> {
        let (minus, text) = sign(text.trim_start());
        let before = text;
        let (mut currency, mut text) = currency(text, hint);
        // "CAD $5"
        if let Some(code) = currency.as_deref().filter(|code| is_meant(text, code)) {
            text = self::currency(text, Hint { currency: Some(code), ..hint }).1;
            currency = Some(code.to_owned());
        }
        let (minus, text) = if minus { (true, text) } else { sign(text) };
        let (Digits { value, half }, rest) = digits(text, hint.mark).or_else(|| word(text))?;
        let (value, half, rest) = and_more(rest).map_or((value, half, rest), |(more, rest)| (value + more, half.min(HALF), rest));
        let (scale, rest) = scales(rest, hint);
        let (after, rest) = match self::currency(rest, hint) {
            // "$5 USD" says it twice, "$5 CAD" which dollar is meant, "$5 EUR" nothing.
            (Some(again), rest) if currency.as_ref().is_none_or(|code| *code == again || is_meant(before, &again)) => {
                (Some(again), rest)
            }
            _ => (None, rest),
        };
        let currency = after.clone().or(currency);
        // "5 USD million"
        let (scale, rest) = if scale == 1.0 && after.is_some() { scales(rest, hint) } else { (scale, rest) };
        Some(Self { bare: if minus { -value } else { value }, half, scale, currency, rest })
    }

    fn value(&self) -> f64 {
        self.bare * self.scale
    }

    fn half(&self) -> f64 {
        self.half * self.scale
    }

    /// The other end of a range.
    fn range(&self, hint: Hint<'_>, between: bool) -> Option<(One<'a>, &'a str)> {
        let rest = self.rest.trim_start();
        let words = ["–", "..", "-", "to ", "bis "];
        let start = words.iter().find_map(|w| rest.strip_prefix(w)).or_else(|| {
            // "5 % – 7 %", "5 km to 7 km": the unit stands between, and comes again.
            let unit = rest.find(|c: char| !(c.is_alphabetic() || matches!(c, '%' | '°')))?;
            let tail = rest.get(unit..).filter(|_| unit > 0)?.trim_start();
            words.iter().find_map(|w| tail.strip_prefix(w))
        });
        let start = start.or_else(|| if between { rest.strip_prefix("and ") } else { None })?;
        let other = One::read(start, hint)?;
        let rest = other.rest;
        Some((other, rest))
    }
}

fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text).trim_start()),
    }
}

fn currency<'a>(text: &'a str, hint: Hint<'_>) -> (Option<String>, &'a str) {
    if !hint.money {
        return (None, text);
    }
    match money::leading(text.trim_start(), hint.currency) {
        Some((code, rest)) => (Some(code), rest.trim_start()),
        None => (None, text),
    }
}

/// Whether a text begins with a sign that several currencies share, and this is one of them.
fn is_meant(text: &str, code: &str) -> bool {
    money::leading(text, Some(code)).is_some_and(|(meant, _)| meant == code)
}

fn before(text: &str) -> (Option<Bound>, &str) {
    let known = BEFORE.iter().chain(&SIGNS_BEFORE);
    match known.into_iter().find_map(|(w, bound)| Some((*bound, after_word(text, w)?))) {
        Some((bound, rest)) => (Some(bound), rest),
        None => (None, text),
    }
}

fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    let apart = !word.ends_with(char::is_alphabetic) || rest.starts_with(' ');
    if head.eq_ignore_ascii_case(word) && apart { Some(rest.trim_start()) } else { None }
}

fn after(text: &str) -> (Option<Bound>, &str) {
    let text = text.trim();
    let at_head = AFTER.iter().find_map(|(w, bound)| Some((*bound, text.strip_prefix(w)?)));
    let at_end = || AFTER.iter().find_map(|(w, bound)| Some((*bound, text.strip_suffix(w)?)));
    match at_head.or_else(at_end) {
        Some((bound, rest)) => (Some(bound), rest.trim()),
        None => (None, text),
    }
}

/// "± 0.2"
fn margin<'a>(text: &'a str, hint: Hint<'_>) -> (Option<f64>, &'a str) {
    let trimmed = text.trim_start();
    let read = || {
        let start = trimmed.strip_prefix('±').or(trimmed.strip_prefix("+/-"))?;
        digits(start.trim_start(), hint.mark)
    };
    read().map_or((None, text), |(margin, rest)| (Some(margin.value), rest))
}

/// Without what stands in round brackets, which is a remark.
fn without_brackets(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        out.push_str(before);
        rest = after.split_once(')')?.1;
    }
    out.push_str(rest);
    Some(out.trim().trim_end_matches([',', ';', ':', '.']).trim().to_owned())
}

/// A unit holds figures only as powers: "m2", "m/s2".
fn fine_unit(text: &str) -> bool {
    let mut last = ' ';
    text.chars().all(|c| {
        let fine = !c.is_ascii_digit() || last.is_alphabetic() || last == '^';
        last = c;
        fine
    }) && !text.starts_with([':', ',', '^'])
        && !changes_the_number(text)
}

/// Several numbers with units of one kind: "5 ft 11 in", "2h 30m".
fn compound(text: &str, hint: Hint<'_>) -> Option<Quantity> {
    let mut total: Option<(Dimension, f64, f64)> = None;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (Digits { value, half }, after) = digits(rest, hint.mark)?;
        let after = after.trim_start();
        let end = after.find(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == ',').unwrap_or(after.len());
        let (name, next) = after.split_at_checked(end)?;
        // After hours an "m" is minutes.
        let name = if name == "m" && total.is_some_and(|(kind, ..)| kind == Dimension::Time) { "min" } else { name };
        let found = unit(name)?;
        total = match total {
            Some((kind, ..)) if kind != found.dimension => return None,
            Some((kind, sum, _)) => Some((kind, sum + value * found.factor, half * found.factor)),
            None => Some((found.dimension, value * found.factor, half * found.factor)),
        };
        rest = next.trim_start_matches([' ', ',']).trim_start_matches("and ").trim_start();
    }
    let (kind, sum, half) = total?;
    let base = match kind {
        Dimension::Length => "m",
        Dimension::Time => "s",
        Dimension::Mass => "kg",
        Dimension::Calendar => "mo",
        _ => return None,
    };
    Some(Quantity { reach: Reach::rounded(sum, half), unit: base.to_owned(), currency: None })
}

/// One kind of blank, of minus and of dash; an amount in brackets is negative, as book-keepers write it.
fn cleaned(text: &str) -> String {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).filter(|t| !t.contains(['(', ')']));
    let mut out = if inner.is_some() { "-".to_owned() } else { String::new() };
    out.extend(inner.unwrap_or(text).chars().map(|c| match c {
        '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}' | '\t' | '\n' => ' ',
        '−' | '‑' => '-',
        '—' => '–',
        other => other,
    }));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_a_number_is_read_or_refused() {
        let read = |text: &str| Quantity::read(text, Hint::default());
        for text in ["5 sextillion", "2^10", "2³", "5 and a bit", "3 Milliarden Millionen Trilliarden", "10^", "1/2", "2 1/2"] {
            assert!(read(text).is_err(), "{text}: {:?}", read(text));
        }
        let cases = [
            ("5 per thousand", 5.0, "per thousand"),
            ("3 in a million", 3.0, "in a million"),
            ("5 m^2", 5.0, "m^2"),
            ("3 half-marathons", 3.0, "half-marathons"),
            ("two and a quarter hours", 2.25, "hours"),
            ("two and three quarters", 2.75, ""),
            ("10^-3 m", 0.001, "m"),
            ("3 hundred thousand people", 300_000.0, "people"),
            ("half a dozen eggs", 6.0, "eggs"),
        ];
        for (text, number, unit) in cases {
            let found = read(text).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!((found.reach.point, found.unit.as_str()), (Some(number), unit), "{text}");
        }
    }
}
