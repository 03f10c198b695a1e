//! Powers of ten in words and letters: "million", "bn", "k".

use super::quantity::Hint;
use super::units::Dimension;

/// Words and letters for powers of ten, lower case. "Billion" is the short scale's; the long one's is written "Bio.".
const SCALES: [(&str, f64); 43] = [
    ("hundred", 1e2),
    ("k", 1e3),
    ("thousand", 1e3),
    ("thousands", 1e3),
    ("tsd", 1e3),
    ("tausend", 1e3),
    ("lakh", 1e5),
    ("lakhs", 1e5),
    ("m", 1e6),
    ("mm", 1e6),
    ("mn", 1e6),
    ("mln", 1e6),
    ("mio", 1e6),
    ("mil", 1e6),
    ("mill", 1e6),
    ("million", 1e6),
    ("millions", 1e6),
    ("millionen", 1e6),
    ("crore", 1e7),
    ("crores", 1e7),
    ("b", 1e9),
    ("bn", 1e9),
    ("bln", 1e9),
    ("mrd", 1e9),
    ("md", 1e9),
    ("billion", 1e9),
    ("billions", 1e9),
    ("milliard", 1e9),
    ("milliards", 1e9),
    ("milliarde", 1e9),
    ("milliarden", 1e9),
    ("t", 1e12),
    ("tn", 1e12),
    ("trn", 1e12),
    ("bio", 1e12),
    ("trillion", 1e12),
    ("trillions", 1e12),
    ("quadrillion", 1e15),
    ("quadrillions", 1e15),
    ("quintillion", 1e18),
    ("quintillions", 1e18),
    ("dozen", 12.0),
    ("dozens", 12.0),
];

/// Powers of ten one after another: "5 hundred thousand".
pub fn scales<'a>(text: &'a str, hint: Hint<'_>) -> (f64, &'a str) {
    let (first, mut rest) = scale(text, hint);
    let mut factor = first;
    while factor != 1.0 {
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        match rest.get(..end).filter(|word| is_large(word)).map(|_| scale(rest, hint)) {
            Some((more, after)) if more != 1.0 => (factor, rest) = (factor * more, after),
            _ => break,
        }
    }
    (factor, rest)
}

/// A word for a power of ten, known or not.
fn is_large(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let known = SCALES.iter().any(|(known, _)| known.len() > 3 && *known == word && *known != "mill");
    known || ["illion", "illions", "illionen", "illiard", "illiarde", "illiarden"].iter().any(|end| word.ends_with(end))
}

/// A power of ten after a number. A letter that is also a unit is one where that unit's kind is wanted.
pub fn scale<'a>(text: &'a str, hint: Hint<'_>) -> (f64, &'a str) {
    let start = text.strip_prefix('-').filter(|rest| rest.starts_with(char::is_alphabetic)).unwrap_or(text).trim_start();
    let end = start.find(|c: char| !c.is_alphabetic()).unwrap_or(start.len());
    let Some((written, rest)) = start.split_at_checked(end) else { return (1.0, text) };
    let unit_meant = match written {
        // After a blank and at the end, as the SI writes it, a "K" is kelvin: "300 K", but "300K".
        "K" if !hint.money && start.len() < text.len() && rest.trim().is_empty() => true,
        "K" | "k" => hint.dimension == Some(Dimension::Temperature),
        "B" | "b" => hint.dimension == Some(Dimension::Data),
        // In sums of money an "m" is a million; elsewhere a lone one is the metre.
        "m" => !hint.money && (hint.dimension == Some(Dimension::Length) || rest.trim().is_empty()),
        // Before another word a "T" is a trillion: "1.5T parameters".
        "T" => !hint.money && rest.trim().is_empty(),
        "mm" | "t" | "d" => !hint.money,
        "MM" | "M" => false,
        _ => false,
    };
    let lower = written.to_ascii_lowercase();
    match SCALES.iter().find(|(known, _)| *known == lower) {
        Some((_, factor)) if !unit_meant && !rest.starts_with(['/', '²', '³', '2', '3', '^']) => {
            (*factor, rest.strip_prefix('.').unwrap_or(rest).trim_start())
        }
        _ => (1.0, text),
    }
}

/// Powers of ten at the head of a unit: "million users" is 1e6 and "users". In `money` a letter or two are one, as "M" before another word
/// and "bn" are anywhere; a lone "m", "k" or "B" may be a unit.
pub fn scaled_unit(text: &str, money: bool) -> (f64, &str) {
    let mut factor = 1.0;
    let mut rest = text.trim();
    while let Some(first) = rest.split_whitespace().next() {
        let lower = first.trim_end_matches('.').to_ascii_lowercase();
        let after = rest.get(first.len()..).unwrap_or_default().trim_start();
        let of_others = !after.is_empty() && !after.starts_with("per ");
        let short = match lower.as_str() {
            "bn" | "mn" | "tn" => true,
            "t" => false,
            "m" => money || first.starts_with('M'),
            "k" | "b" => money || (of_others && first != "b"),
            "mm" => money,
            _ => false,
        };
        match SCALES.iter().find(|(known, _)| *known == lower && (known.len() > 2 || short)) {
            Some((_, times)) => factor *= times,
            None => break,
        }
        rest = after;
    }
    (factor, rest)
}

/// What follows a number and is part of it, in words that were not read with it: "and a bit", "sextillion". "Per thousand" is none.
pub fn changes_the_number(text: &str) -> bool {
    let mut own = text.split_whitespace().take_while(|word| !matches!(*word, "per" | "a" | "in" | "of" | "pro" | "je"));
    text.starts_with("and a ") || text.starts_with("and three ") || own.any(|word| is_large(word.trim_end_matches(['.', ','])))
}
