//! Reads scores, shares, flags and status words: what is written, never what it might have meant.

use super::json::{Doc, FoldedKey, Kind, Node};

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Found<T> {
    /// Not there, `null`, or cut.
    Absent,
    /// There, but no value of its kind.
    Unreadable,
    /// A part of the template that was never filled in.
    Placeholder,
    Value(T),
}

impl<T: Copy> Found<T> {
    pub(super) fn found_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Unreadable | Self::Placeholder => None,
        }
    }
}

/// Reads the value of a field with `read`.
pub(super) fn read_scalar<T>(doc: Doc<'_>, node: Option<&Node>, read: impl Fn(&str) -> Option<T>) -> Found<T> {
    let Some(node) = node else { return Found::Absent };
    let text = match node.kind {
        Kind::Object | Kind::Array => return Found::Unreadable,
        Kind::String | Kind::Word if !node.whole => return Found::Absent,
        Kind::String | Kind::Word => doc.node_text(node),
    };
    let text = text.trim();
    if is_null_word(node, text) {
        return Found::Absent;
    }
    match read(text) {
        Some(value) => Found::Value(value),
        None if is_placeholder(text) => Found::Placeholder,
        None => Found::Unreadable,
    }
}

/// The reason by which a status ends a run; empty if the critic judged, `None` for an unknown word.
pub(super) fn read_hopeless_code_or_empty(text: &str) -> Option<&'static str> {
    match FoldedKey::new(text).as_str() {
        "judged" => Some(""),
        "impossible" => Some("impossible"),
        "cannotverify" => Some("cannot_verify"),
        _ => None,
    }
}

pub(super) fn is_null_word(node: &Node, text: &str) -> bool {
    node.kind == Kind::Word && matches!(text, "null" | "None" | "undefined")
}

/// A score in points, `0..=10`: `8`, `8.5`, `8/10`, `85/100`, `4/5`, `8 out of 10`, `85%`; nothing outside the scale.
pub(super) fn read_points(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percent) => read_number_up_to(percent, 100.0).map(|p| p / 10.0),
        None => read_number_up_to(text, 10.0).or_else(|| read_fraction_as_points(text)),
    }
}

/// A confidence, `0..=1`, also in percent.
pub(super) fn read_fraction_or_percent(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percent) => read_number_up_to(percent, 100.0).map(|p| p / 100.0),
        None => read_number_up_to(text, 1.0),
    }
}

/// A yes or no.
pub(super) fn read_yes_or_no(text: &str) -> Option<bool> {
    match FoldedKey::new(text).as_str() {
        "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// Whether a criterion is met.
pub(super) fn read_met_or_unmet(text: &str) -> Option<bool> {
    match FoldedKey::new(text).as_str() {
        "met" => Some(true),
        "notmet" | "unmet" => Some(false),
        _ => read_yes_or_no(text),
    }
}

/// Whether a status word accepts (seed 002).
pub(super) fn read_acceptance_word(text: &str) -> Option<bool> {
    match FoldedKey::new(text).as_str() {
        "accepted" | "accept" | "approved" | "approve" | "pass" | "passed" => Some(true),
        "needsrevision" | "revise" | "rejected" | "reject" | "notaccepted" | "notapproved" | "fail" | "failed" => Some(false),
        _ => None,
    }
}

/// True for a placeholder of a template, known by its shape: `<0-10>`, `...`, `{{x}}`, `0.0-1.0`, `true|false`.
pub(super) fn is_placeholder(text: &str) -> bool {
    let text = text.trim();
    let within = |open: &str, close: &str| {
        text.strip_prefix(open)
            .and_then(|rest| rest.strip_suffix(close))
            .is_some_and(|inside| !inside.contains(['<', '>', '{', '}']))
    };
    let parts = |mark: char, fits: fn(&str) -> bool| text.contains(mark) && text.split(mark).all(|part| fits(part.trim()));
    let number = |part: &str| Decimal::parse_decimal(part).is_some();
    is_ellipsis(text)
        || within("<", ">")
        || within("{{", "}}")
        || parts('-', number)
        || parts('–', number)
        || parts('|', |word| read_yes_or_no(word).is_some())
}

fn is_ellipsis(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|c| matches!(c, '.' | '…'))
}

/// Whether a free text was surely never filled in. A tag alone, such as `<h1>`, may be what a reviewer of HTML writes.
pub(super) fn is_unfilled_text(text: &str) -> bool {
    let text = text.trim();
    is_ellipsis(text)
        || (is_placeholder(text) && (text.starts_with("{{") || (text.starts_with('<') && text.contains(char::is_whitespace))))
}

/// `8/10`, `8 out of 10`: in points.
fn read_fraction_as_points(text: &str) -> Option<f64> {
    let (part, whole) = text.split_once('/').or_else(|| text.split_once(" out of "))?;
    let whole = Decimal::parse_decimal(whole.trim())?;
    let part = Decimal::parse_decimal(part.trim())?;
    let fits = whole.value >= 1.0 && whole.value <= 100.0 && !whole.more && !part.exceeds_top(whole.value) && part.value >= 0.0;
    fits.then(|| part.value * 10.0 / whole.value)
}

/// A number of `0..=top`.
fn read_number_up_to(text: &str, top: f64) -> Option<f64> {
    let number = Decimal::parse_decimal(text.trim())?;
    (number.value >= 0.0 && !number.exceeds_top(top)).then_some(number.value + 0.0)
}

/// A decimal number in ASCII digits. Digits that a float cannot hold are cut off, not rounded, so that 7.9999999999999999999 stays
/// below 8.
pub(super) struct Decimal {
    value: f64,
    /// Digits were cut off: the number is a little farther from zero than `value`.
    more: bool,
}

impl Decimal {
    /// Digits that a float surely distinguishes.
    const DIGITS: usize = 16;

    pub(super) fn parse_decimal(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok().filter(|_| !exponent.is_empty())?),
            None => (text, 0),
        };
        let digits = mantissa.strip_prefix('-').unwrap_or(mantissa);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let numeric = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        let leading_zero = whole.len() > 1 && whole.starts_with('0');
        if (whole.is_empty() && part.is_empty()) || leading_zero || !numeric(whole) || !numeric(part) {
            return None;
        }
        let (mut kept, mut significant, mut more, mut scale) = (0_u64, 0, false, exponent);
        for byte in whole.bytes().chain(part.bytes()) {
            significant += usize::from(significant > 0 || byte != b'0');
            if significant > Self::DIGITS {
                more |= byte != b'0';
                scale = scale.checked_add(1)?;
            } else {
                kept = kept * 10 + u64::from(byte - b'0');
            }
        }
        scale = scale.checked_sub(i32::try_from(part.len()).ok()?)?;
        // Powers of ten up to 22 are exact, and so a score is rounded once; what is further off is off every scale.
        let power = 10_f64.powi(scale.checked_abs()?);
        let size = if scale < 0 { kept as f64 / power } else { kept as f64 * power };
        let value = if mantissa.starts_with('-') { -size } else { size };
        value.is_finite().then_some(Self { value, more })
    }

    fn exceeds_top(&self, top: f64) -> bool {
        self.value > top || (self.more && self.value >= top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_form_of_a_score_is_read() {
        for (text, expected) in [
            ("9", 9.0),
            ("8.5", 8.5),
            ("9.", 9.0),
            ("1e1", 10.0),
            ("8.5e0", 8.5),
            ("-0", 0.0),
            ("8/10", 8.0),
            ("85/100", 8.5),
            ("4/5", 8.0),
            ("8 out of 10", 8.0),
            ("85%", 8.5),
            ("8.5 / 10", 8.5),
            ("7.999999999999", 7.999_999_999_999),
        ] {
            assert_eq!(read_points(text).map(f64::to_bits), Some(f64::to_bits(expected)), "{text}");
        }
    }

    #[test]
    fn nothing_is_clamped_guessed_or_rounded_up() {
        for text in [
            "",
            "11",
            "85",
            "-1",
            "11/10",
            "7/0",
            "NaN",
            "Infinity",
            "1e400",
            "0x0A",
            "１０",
            "★★★★☆",
            "0.8/1.0 or 8",
            "10/10/10",
            "8,5",
            "8-9",
            "8+",
            "~8",
            "110%",
            "10.00000000000000000001",
            "true",
            "9 (was 3)",
            "eight",
            "08",
            "1_0",
            "10/10.00000000000000000001",
            "-0.1",
        ] {
            assert_eq!(read_points(text), None, "{text}");
        }
        assert!(read_points("7.99999999999999999999999").unwrap() < 8.0);
        assert!(read_points("7.9999999999999999999/10").unwrap() < 8.0);
    }

    #[test]
    fn a_word_is_one_of_a_closed_list_or_nothing() {
        for (text, value) in
            [("true", Some(true)), ("Yes", Some(true)), ("1", Some(true)), ("FALSE", Some(false)), ("no", Some(false))]
        {
            assert_eq!((read_yes_or_no(text), read_met_or_unmet(text)), (value, value), "{text}");
        }
        for text in ["", "only minor", "faux", "нет", "not false", "2", "no!", "mostly"] {
            assert_eq!((read_yes_or_no(text), read_met_or_unmet(text), read_acceptance_word(text)), (None, None, None), "{text}");
        }
        assert_eq!(
            (read_met_or_unmet("met"), read_met_or_unmet("Not met"), read_met_or_unmet("unmet"), read_yes_or_no("met")),
            (Some(true), Some(false), Some(false), None)
        );
        assert_eq!(
            (read_acceptance_word("Accepted"), read_acceptance_word("needs-revision"), read_acceptance_word("not accepted")),
            (Some(true), Some(false), Some(false))
        );
        for text in ["ok", "success", "invalid", "accepted?", "~~accepted~~", "not yet accepted"] {
            assert_eq!(read_acceptance_word(text), None, "{text}");
        }
    }

    #[test]
    fn a_blank_of_a_template_is_known_by_its_shape() {
        for text in [
            "<0-10>",
            "<issue 1>",
            "...",
            "…!".trim_end_matches('!').repeat(2).as_str(),
            "0-10",
            "0.0-1.0",
            "true|false",
            "{{x}}",
        ] {
            assert!(is_placeholder(text), "{text}");
        }
        for text in ["", "8", "a <b> c", "<b>bold</b>", "missing ...", "true", "-1", "a-b"] {
            assert!(!is_placeholder(text), "{text}");
        }
        assert!(
            is_unfilled_text("<issue 1>") && is_unfilled_text("...") && !is_unfilled_text("<h1>") && !is_unfilled_text("0-10")
        );
    }
}
