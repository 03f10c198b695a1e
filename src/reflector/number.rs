//! Digits as people write them, with what separates thousands and decimals.

use super::settings::DecimalMark;

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Digits {
    pub value: f64,
    /// Half of the last place written.
    pub half: f64,
}

/// The number that a text begins with, without a sign, and what follows it.
pub fn digits(text: &str, mark: Option<DecimalMark>) -> Option<(Digits, &str)> {
    let end = run(text);
    let (written, rest) = text.split_at_checked(end)?;
    if let Some((value, rest)) = fraction(rest.trim_start()) {
        let whole =
            if written.is_empty() { 0.0 } else { float(&plain(written, mark).filter(|(_, decimals)| *decimals == 0)?.0)? };
        return Some((Digits { value: whole + value, half: HALF }, rest));
    }
    let (whole, decimals) = plain(written, mark)?;
    let (exponent, rest) = match power(rest) {
        // A power of another number is none of what stands before it.
        Some(_) if written != "10" => return None,
        Some((exponent, rest)) => (exponent - 1, rest),
        None => exponent(rest),
    };
    let value = float(&format!("{whole}e{exponent}"))?;
    let half = float(&format!("5e{}", exponent - decimals as i32 - 1))?;
    Some((Digits { value, half }, rest))
}

/// What a fraction in one sign or in words may be off.
pub const HALF: f64 = 0.05;

/// "½" and its like, as type has them.
fn fraction(text: &str) -> Option<(f64, &str)> {
    const FRACTIONS: [(char, f64); 9] = [
        ('½', 0.5),
        ('¼', 0.25),
        ('¾', 0.75),
        ('⅓', 1.0 / 3.0),
        ('⅔', 2.0 / 3.0),
        ('⅕', 0.2),
        ('⅛', 0.125),
        ('⅜', 0.375),
        ('⅝', 0.625),
    ];
    FRACTIONS.iter().find_map(|(sign, value)| Some((*value, text.strip_prefix(*sign)?)))
}

/// The exponent that a number is raised to: "^6", "⁶".
fn power(text: &str) -> Option<(i32, &str)> {
    let raised = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];
    if let Some(written) = text.strip_prefix('^') {
        return signed(written);
    }
    let (minus, mut rest) = text.strip_prefix('⁻').map_or((false, text), |rest| (true, rest));
    let (mut exponent, mut figures) = (0, 0);
    while let Some((figure, after)) = (0..).zip(raised).find_map(|(figure, sign)| Some((figure, rest.strip_prefix(sign)?))) {
        exponent = exponent * 10 + figure;
        figures += 1;
        rest = after;
        if figures > 3 {
            return None;
        }
    }
    if figures == 0 { None } else { Some((if minus { -exponent } else { exponent }, rest)) }
}

fn signed(text: &str) -> Option<(i32, &str)> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = leading_digits(unsigned);
    let (figures, rest) = unsigned.split_at_checked(end).filter(|_| (1..=3).contains(&end))?;
    let exponent: i32 = figures.parse().ok()?;
    Some((if text.starts_with('-') { -exponent } else { exponent }, rest))
}

/// A number as JSON writes it; read by the reader that is there for JSON.
fn float(text: &str) -> Option<f64> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.as_f64().filter(|value| value.is_finite())
}

/// A small number in words, and what follows it: "five", "a" before a scale.
pub fn word(text: &str) -> Option<(Digits, &str)> {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (first, rest) = text.split_at_checked(end)?;
    let lower = first.to_ascii_lowercase();
    let value = match WORDS.iter().position(|word| *word == lower) {
        Some(at) => at as f64,
        None if (lower == "a" || lower == "an") && rest.starts_with(' ') => 1.0,
        // "half a million"
        None if lower == "half" => {
            let rest = rest.strip_prefix(" a ").or(rest.strip_prefix(" an "))?;
            return Some((Digits { value: 0.5, half: HALF }, rest));
        }
        None => return None,
    };
    Some((Digits { value, half: 0.5 }, rest))
}

/// What a number is more by in words: "two and a half million".
pub fn and_more(text: &str) -> Option<(f64, &str)> {
    const MORE: [(&str, f64); 3] = [("and a half", 0.5), ("and a quarter", 0.25), ("and three quarters", 0.75)];
    let text = text.trim_start();
    MORE.iter().find_map(|(words, more)| {
        let rest = text.strip_prefix(words)?;
        if rest.starts_with(char::is_alphanumeric) { None } else { Some((*more, rest)) }
    })
}

/// Where the digits and their separators end.
fn run(text: &str) -> usize {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let after = text.get(at + c.len_utf8()..).unwrap_or_default();
        let more = after.starts_with(|next: char| next.is_ascii_digit());
        let fine = match c {
            '0'..='9' => true,
            '.' | ',' | '\'' | '’' | '_' => more,
            // "1 234 567": a blank joins only whole groups of three.
            ' ' => end > 0 && leading_digits(after) == 3 && last_group(text.get(..at).unwrap_or_default()),
            _ => false,
        };
        if !fine {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether a blank may follow: one to three digits are the first group, or a blank and three digits a later one.
fn last_group(before: &str) -> bool {
    match before.rsplit_once(' ') {
        Some((_, group)) => group.len() == 3 && leading_digits(group) == 3,
        None => (1..=3).contains(&before.len()) && leading_digits(before) == before.len(),
    }
}

/// The digits as a program writes them, and how many decimals there are.
fn plain(written: &str, mark: Option<DecimalMark>) -> Option<(String, usize)> {
    let bare: String = written.chars().filter(|c| !matches!(c, ' ' | '\'' | '’' | '_')).collect();
    let decimal = match (bare.rfind('.'), bare.rfind(',')) {
        (None, None) => None,
        (Some(point), Some(comma)) => Some(point.max(comma)),
        (Some(at), None) => single(&bare, at, '.', mark == Some(DecimalMark::Comma)),
        (None, Some(at)) => single(&bare, at, ',', mark != Some(DecimalMark::Comma)),
    };
    let (whole, fraction) = match decimal {
        Some(at) => (bare.get(..at)?, bare.get(at + 1..)?),
        None => (bare.as_str(), ""),
    };
    let separators: Vec<char> = whole.chars().filter(|c| !c.is_ascii_digit()).collect();
    let decimal_mark = decimal.and_then(|at| bare.get(at..)?.chars().next());
    if separators.windows(2).any(|two| two.first() != two.last()) || separators.first().is_some_and(|c| Some(*c) == decimal_mark)
    {
        return None;
    }
    if let Some(separator) = separators.first() {
        let groups: Vec<&str> = whole.split(*separator).collect();
        let (last, others) = groups.split_last()?;
        // Groups of two before the last one of three are how lakhs and crores are written.
        let inner = others.get(1..).unwrap_or_default();
        let even = inner.iter().all(|g| g.len() == 3) || (*separator == ',' && inner.iter().all(|g| g.len() == 2));
        if last.len() != 3 || !even || others.first().is_none_or(|g| g.is_empty() || g.len() > 3) {
            return None;
        }
    }
    let figures: String = whole.chars().filter(char::is_ascii_digit).collect();
    if figures.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut digits = match figures.trim_start_matches('0') {
        "" => "0".to_owned(),
        figures => figures.to_owned(),
    };
    if !fraction.is_empty() {
        digits.push('.');
        digits.push_str(fraction);
    }
    Some((digits, fraction.len()))
}

/// Where the decimals of a number with one kind of separator begin: several are thousands; one is, if it can be and `thousands` says so.
fn single(bare: &str, at: usize, separator: char, thousands: bool) -> Option<usize> {
    let before = bare.get(..at).unwrap_or_default();
    let can_be = bare.len() - at == 4 && (1..=3).contains(&before.len()) && !before.starts_with('0');
    if before.contains(separator) || (can_be && thousands) { None } else { Some(at) }
}

fn exponent(rest: &str) -> (i32, &str) {
    // "1.5 × 10^6"
    let times = || {
        let after = rest.trim_start().strip_prefix(['×', 'x', '*', '·'])?.trim_start();
        power(after.strip_prefix("10")?)
    };
    times().or_else(|| signed(rest.strip_prefix(['e', 'E'])?)).unwrap_or((0, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_read_as_they_are_meant() {
        let cases = [
            ("1,200,000", 1_200_000.0, 0.5),
            ("1.200.000", 1_200_000.0, 0.5),
            ("1 200 000", 1_200_000.0, 0.5),
            ("1'200'000", 1_200_000.0, 0.5),
            ("12,34,567", 1_234_567.0, 0.5),
            ("1.234,56", 1234.56, 0.005),
            ("1,234.56", 1234.56, 0.005),
            ("1,5", 1.5, 0.05),
            ("1.5", 1.5, 0.05),
            ("1,200", 1200.0, 0.5),
            ("1.200", 1.2, 0.0005),
            ("0,123", 0.123, 0.0005),
            ("1.2e6", 1.2e6, 5e4),
            (".5", 0.5, 0.05),
            ("2024 12 31", 2024.0, 0.5),
            ("12 345 units", 12_345.0, 0.5),
        ];
        for (text, value, half) in cases {
            let (read, _) = digits(text, None).unwrap_or_else(|| panic!("{text}"));
            assert!((read.value - value).abs() < 1e-9 && (read.half - half).abs() < 1e-9, "{text}: {read:?}");
        }
        let comma = |text| digits(text, Some(DecimalMark::Comma)).map(|(read, _)| read.value);
        assert_eq!((comma("1.200"), comma("1,200")), (Some(1200.0), Some(1.2)));
        for text in ["1,2,3", "1,23,456.7.8", "12.34.567", "1,2345.6,7", ""] {
            assert!(digits(text, None).is_none(), "{text}");
        }
    }
}
