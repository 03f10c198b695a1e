//! Reads scores, shares, flags and status words: what is written, never what it might have meant.

use super::blanks::is_placeholder;
use super::json::{Key, Kind, Node, Tree, is_blank};

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
    pub(super) fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Unreadable | Self::Placeholder => None,
        }
    }

    pub(super) fn is_absent(self) -> bool {
        matches!(self, Self::Absent)
    }
}

/// What a critic's status word says (seed 002).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Accepted,
    NeedsRevision,
    Invalid,
}

/// A score in points, `0..=10`.
pub(super) fn points(tree: &Tree<'_>, node: &Node) -> Found<f64> {
    scalar(tree, node, points_in)
}

/// A confidence, `0..=1`.
pub(super) fn share(tree: &Tree<'_>, node: &Node) -> Found<f64> {
    scalar(tree, node, share_in)
}

pub(super) fn share_in(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percent) => within(percent, 100.0).map(|p| p / 100.0),
        None => within(text, 1.0).or_else(|| fraction(text).map(|points| points / 10.0)),
    }
}

/// A yes or no.
pub(super) fn flag(tree: &Tree<'_>, node: &Node) -> Found<bool> {
    scalar(tree, node, flag_in)
}

/// A status word or one of its usual synonyms.
pub(super) fn status(tree: &Tree<'_>, node: &Node) -> Found<Status> {
    scalar(tree, node, status_in)
}

fn scalar<T>(tree: &Tree<'_>, node: &Node, read: impl Fn(&str) -> Option<T>) -> Found<T> {
    let text = match node.kind {
        Kind::Object | Kind::Array => return Found::Unreadable,
        Kind::Missing => return Found::Absent,
        Kind::Ellipsis => return Found::Placeholder,
        Kind::String | Kind::Word if !node.whole => return Found::Absent,
        Kind::String | Kind::Word => tree.string(node),
    };
    let text = text.trim();
    if node.kind == Kind::Word && matches!(text, "null" | "None" | "undefined" | "nil" | "NULL") {
        return Found::Absent;
    }
    match read(text) {
        Some(value) => Found::Value(value),
        None if is_placeholder(text) => Found::Placeholder,
        None => Found::Unreadable,
    }
}

/// `8`, `8.5`, `8/10`, `85/100`, `4/5`, `8 out of 10`, `85%`, `eight`, `9 (nearly perfect)`; nothing outside the scale.
pub(super) fn points_in(text: &str) -> Option<f64> {
    const WORDS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let text = without_remark(text.trim());
    if let Some(percent) = text.strip_suffix('%') {
        return within(percent, 100.0).map(|p| p / 10.0);
    }
    if let Some(points) = within(text, 10.0).or_else(|| fraction(text)).or_else(|| with_comma(text)) {
        return Some(points);
    }
    WORDS.iter().zip(0_u8..).find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|(_, points)| f64::from(points))
}

/// The points that a value begins with which says more: `3/10. Needs work.`, `4 # low`, `7,5`. Enough to revise, never to accept.
pub(super) fn begins_with_points(tree: &Tree<'_>, node: &Node) -> Option<f64> {
    if !matches!(node.kind, Kind::String | Kind::Word) {
        return None;
    }
    let text = tree.string(node);
    let text = text.trim();
    let end = text.find(|c: char| !matches!(c, '0'..='9' | '.' | '/' | ' ')).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(end)?;
    if let Some(part) = rest.strip_prefix(',').filter(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit())) {
        return points_in(&format!("{number}.{part}"));
    }
    // Another number leaves open which is meant.
    let open = rest.contains(char::is_numeric) || (rest.starts_with(char::is_alphabetic) && !number.ends_with(' '));
    points_in(number.trim_end_matches([' ', '.', '/'])).filter(|_| !open)
}

/// Whether a value begins with a yes and says more: `true # wrong year`, `yes, but little`.
pub(super) fn begins_with_yes(tree: &Tree<'_>, node: &Node) -> bool {
    let text = tree.string(node);
    let first = text.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    matches!(node.kind, Kind::String | Kind::Word) && matches!(first.to_ascii_lowercase().as_str(), "true" | "yes")
}

pub(super) fn flag_in(text: &str) -> Option<bool> {
    match text.trim_end_matches('.').to_ascii_lowercase().as_str() {
        "true" | "yes" | "y" | "1" | "1.0" => Some(true),
        "false" | "no" | "n" | "0" | "0.0" => Some(false),
        _ => None,
    }
}

pub(super) fn status_in(text: &str) -> Option<Status> {
    let dress = |c: char| is_blank(c) || matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’' | '*' | '_' | '`');
    let word = text.trim_matches(dress);
    let word = word.strip_suffix(['.', '!']).unwrap_or(word).trim_matches(dress);
    let key = Key::new(word);
    let status = match key.as_str() {
        "accepted" | "accept" | "acceptable" | "approved" | "approve" | "pass" | "passed" => Status::Accepted,
        "needsrevision" | "needrevision" | "needsrevisions" | "revise" | "revision" | "revisionneeded" | "revisionrequired"
        | "needswork" | "needschanges" | "needsimprovement" | "changesrequested" | "requestchanges" | "reject" | "rejected"
        | "fail" | "failed" | "wrong" | "incorrect" | "notaccepted" | "notapproved" | "unacceptable" | "disapproved"
        | "disapprove" | "donotaccept" | "donotapprove" | "dontaccept" | "cannotaccept" | "reviseandresubmit"
        | "minorrevision" | "minorrevisions" | "majorrevision" | "majorrevisions" => Status::NeedsRevision,
        "invalid" | "unreadable" | "unknown" | "unclear" | "undecided" => Status::Invalid,
        _ => return None,
    };
    // `!accepted`, `accepted?` and `~~accepted~~` accept nothing: such a word stands alone.
    let holds = !is_placeholder(word) && (status != Status::Accepted || key.as_str().len() == word.len());
    holds.then_some(status)
}

/// `8/10`, `8 out of 10`, `4 of 5`: in points.
fn fraction(text: &str) -> Option<f64> {
    let (part, whole) = text.split_once('/').or_else(|| text.split_once(" out of ")).or_else(|| text.split_once(" of "))?;
    let whole = Decimal::parse(whole.trim())?;
    let part = Decimal::parse(part.trim())?;
    let fits = whole.value >= 1.0 && whole.value <= 100.0 && !whole.more && !part.exceeds(whole.value) && part.value >= 0.0;
    fits.then(|| part.value * 10.0 / whole.value)
}

/// `8,5` and `8,5/10`, as half of Europe writes it. No score of ten has thousands to part.
fn with_comma(text: &str) -> Option<f64> {
    let (whole, rest) = text.split_once(',')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let plain = matches!(whole.len(), 1..=2) && whole.bytes().all(|b| b.is_ascii_digit()) && matches!(digits, 1..=2);
    let number = format!("{whole}.{rest}");
    plain.then(|| within(&number, 10.0).or_else(|| fraction(&number)))?
}

/// A plain number. (The standard library's own parser of floats would weigh more than this whole room.)
pub(super) fn number(text: &str) -> Option<f64> {
    Decimal::parse(text).map(|number| number.value)
}

/// A number of `0..=top`.
fn within(text: &str, top: f64) -> Option<f64> {
    let number = Decimal::parse(text.trim())?;
    (number.value >= 0.0 && !number.exceeds(top)).then_some(number.value + 0.0)
}

/// `9 (nearly perfect)` without its remark, when the remark only praises.
fn without_remark(text: &str) -> &str {
    let Some((number, remark)) = text.split_once(" (") else { return text };
    let Some(remark) = remark.strip_suffix(')') else { return text };
    const PRAISE: &str = "nearly almost perfect excellent very good great outstanding strong flawless superb high quality points";
    let praises = |word: &str| PRAISE.split(' ').any(|known| known.eq_ignore_ascii_case(word));
    if remark.split([' ', ',', '-']).all(|word| word.is_empty() || praises(word)) { number.trim_end() } else { text }
}

/// A decimal number in ASCII digits. Digits that a float cannot hold are cut off, not rounded, so that 7.9999999999999999999 stays
/// below 8.
pub(super) struct Decimal {
    value: f64,
    /// Digits were cut off: the number is a little farther from zero than `value`.
    more: bool,
}

impl Decimal {
    /// Digits that a float surely tells apart.
    const DIGITS: usize = 16;

    pub(super) fn parse(text: &str) -> Option<Self> {
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

    fn exceeds(&self, top: f64) -> bool {
        self.value > top || (self.more && self.value >= top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_form_of_a_score_is_read() {
        let cases = [
            ("9", 9.0),
            ("8.5", 8.5),
            ("9.", 9.0),
            ("1e1", 10.0),
            ("8.5e0", 8.5),
            ("0", 0.0),
            ("-0", 0.0),
            ("10", 10.0),
            ("8/10", 8.0),
            ("85/100", 8.5),
            ("4/5", 8.0),
            ("3/5", 6.0),
            ("8 out of 10", 8.0),
            ("4 of 5", 8.0),
            ("85%", 8.5),
            ("85 %", 8.5),
            ("eight", 8.0),
            ("9 (nearly perfect)", 9.0),
            ("8.5 / 10", 8.5),
            ("0.9", 0.9),
            ("8,5", 8.5),
            ("8,5/10", 8.5),
            ("10,0", 10.0),
            ("7.999999999999", 7.999_999_999_999),
        ];
        for (text, points) in cases {
            assert_eq!(points_in(text), Some(points), "{text}");
        }
    }

    #[test]
    fn nothing_is_clamped_guessed_or_rounded_up() {
        let cases = [
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
            "8,5,1",
            "8,543",
            "8, 5",
            ",5",
            "10,5",
            "8-9",
            "8+",
            "~8",
            "110%",
            "10.00000000000000000001",
            "true",
            "9 (out of a hundred)",
            "9 (was 3)",
            "ten out of ten maybe",
            "08",
            "1_0",
            "10/10.00000000000000000001",
            "-0.1",
        ];
        for text in cases {
            assert_eq!(points_in(text), None, "{text}");
        }
        assert!(points_in("7.99999999999999999999999").unwrap() < 8.0);
        assert!(points_in("7.9999999999999999999/10").unwrap() < 8.0);
    }

    #[test]
    fn a_flag_is_read_and_never_judged_by_truthiness() {
        let cases = [
            ("true", Some(true)),
            ("Yes", Some(true)),
            ("1", Some(true)),
            ("false", Some(false)),
            ("FALSE", Some(false)),
            ("no", Some(false)),
            ("0", Some(false)),
            ("No.", Some(false)),
            ("", None),
            ("only minor", None),
            ("faux", None),
            ("нет", None),
            ("not false", None),
            ("2", None),
        ];
        for (text, flag) in cases {
            assert_eq!(flag_in(text), flag, "{text}");
        }
    }

    #[test]
    fn ok_is_no_acceptance() {
        assert_eq!(status_in("Accepted"), Some(Status::Accepted));
        assert_eq!(status_in("needs-revision"), Some(Status::NeedsRevision));
        assert_eq!(status_in("invalid"), Some(Status::Invalid));
        for text in ["ok", "success", "done", "not accepted yet", ""] {
            assert_eq!(status_in(text), None, "{text}");
        }
    }
}
