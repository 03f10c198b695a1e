//! Hears lines around a verdict that say the contrary without a sentence: `Accept: no`, `2 stars`, `- [ ] tests`, `| tests | no |`.

use super::blanks::is_placeholder;
use super::json;
use super::negation::is_in;
use super::scalar;
use super::stranger::{Stranger, is_low_word, parts};
use super::{Form, ReadOptions};

/// Longest line that is looked at, and the longest label of one.
const MAX_LINE: usize = 80;
const MAX_LABEL: usize = 40;
const STARS: [char; 4] = ['★', '⭐', '✭', '✮'];
const EMPTY_STARS: [char; 3] = ['☆', '✩', '✰'];
const UNCHECKED: [&str; 2] = ["☐", "[ ]"];
/// What a list of criteria, or a cell of a table, says with a no.
const NO: &str = "no false fail failed fails unmet not-met ✗ ✘ ❌ ✖ ×";

/// What lines around a verdict that accepts are held against.
pub(super) struct Beside<'t> {
    pub form: Form,
    /// The verdict names no faults.
    pub faultless: bool,
    pub shown: &'t [&'t str],
    pub options: &'t ReadOptions,
}

impl Beside<'_> {
    /// Whether a line of `text` says the contrary. One that the critic was shown says nothing.
    pub(super) fn refuses(&self, text: &str) -> bool {
        let mut table = Table::default();
        text.lines().map(str::trim).any(|line| {
            let fits = !line.is_empty() && line.len() <= MAX_LINE && !line.starts_with('>');
            let low = |points: f64| points < self.options.acceptance_threshold;
            let refuses = fits
                && (is_unchecked(line)
                    || stars(line).or_else(|| percent(line)).is_some_and(low)
                    || label(line).is_some_and(|(label, value)| self.labelled(&label, value))
                    || (self.form == Form::Criteria && (table.refuses(line) || lists_a_no(line) || is_numbered_no(line))));
            refuses && !self.shown.iter().any(|shown| shown.lines().any(|shown| shown.trim() == line))
        })
    }

    fn labelled(&self, label: &Stranger, value: &str) -> bool {
        let lower = value.to_ascii_lowercase();
        let count = || scalar::number(value).is_some_and(|count| count > 0.0);
        match scalar::flag_in(value) {
            Some(false) if label.approves_the_whole() => return true,
            // A one may be a count.
            Some(true) if is_in("yes true y", &lower) && ((label.asks() && !label.denies()) || label.rejects()) => return true,
            _ => {}
        }
        let unsure = self.form == Form::Criteria && label.letters == "confidence";
        ((label.judges() || unsure) && is_low_word(&lower))
            || (label.names_grave_faults() && count())
            || (self.faultless && label.names_issues() && !label.is_minor() && count())
    }
}

/// `- [ ] tests`.
fn is_unchecked(line: &str) -> bool {
    let entry = line.trim_start_matches(['-', '*', '+', '•', ' ']);
    UNCHECKED.iter().any(|mark| entry.strip_prefix(mark).is_some_and(|rest| rest.starts_with(' ')))
}

/// `Accept: no`, `**Quality:** poor`, `| accept | no |`: a label and its value, without their dress.
fn label(line: &str) -> Option<(Stranger, &str)> {
    let dress = |c: char| json::is_blank(c) || matches!(c, '*' | '_' | '#' | '|' | '`' | '•' | '-' | '+' | '"' | '\'');
    let line = line.trim_matches(dress);
    let (label, value) = line.split_once([':', '：', '|', '=']).filter(|(label, _)| label.len() <= MAX_LABEL)?;
    let value = value.trim_matches(|c: char| dress(c) || matches!(c, '.' | '!' | '|'));
    let plain = label.chars().all(|c| c.is_alphabetic() || dress(c)) && !value.is_empty() && !is_placeholder(value);
    plain.then(|| (Stranger::of(label), value))
}

/// The points of a line of stars, or of `2 stars`; a star is two.
fn stars(line: &str) -> Option<f64> {
    const OF_FIVE: f64 = 2.0;
    let behind = line.rsplit([':', '：']).next()?.trim_matches([' ', '*', '.', '_']);
    if let Some(number) = behind.strip_suffix(" stars").or_else(|| behind.strip_suffix(" star")) {
        let rated = label(line).is_none_or(|(label, _)| label.judges());
        let points = || scalar::number(number).filter(|stars| *stars <= 5.0).map(|stars| stars * OF_FIVE);
        return points().or_else(|| scalar::points_in(number)).filter(|_| rated);
    }
    let is = |known: &[char], c: char| known.contains(&c);
    if behind.is_ascii() || !behind.chars().all(|c| is(&STARS, c) || is(&EMPTY_STARS, c) || matches!(c, ' ' | '\u{fe0f}')) {
        return None;
    }
    let points = behind.chars().filter(|c| is(&STARS, *c)).map(|_| OF_FIVE).sum::<f64>();
    let most = behind.chars().filter(|c| is(&STARS, *c) || is(&EMPTY_STARS, *c)).map(|_| OF_FIVE).sum::<f64>();
    Some(if most > 10.0 { points * 10.0 / most } else { points })
}

/// A line that is nothing but a share.
fn percent(line: &str) -> Option<f64> {
    let line = line.trim_matches(['*', '_', '#', ' ', '.']);
    if line.ends_with('%') { scalar::points_in(line) } else { None }
}

/// `[true, false, true]`.
fn lists_a_no(line: &str) -> bool {
    let Some(list) = line.strip_prefix('[').and_then(|rest| rest.trim_end_matches([',', '.']).strip_suffix(']')) else {
        return false;
    };
    let entries: Option<Vec<bool>> =
        list.split(',').map(|entry| scalar::flag_in(entry.trim().trim_matches(['"', '\'']))).collect();
    entries.is_some_and(|entries| entries.len() > 1 && entries.contains(&false))
}

/// `2. no`
fn is_numbered_no(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = rest.strip_prefix(['.', ')', ':']).filter(|_| rest.len() < line.len());
    word.is_some_and(|word| is_in(NO, &word.trim_matches([' ', '*', '.']).to_ascii_lowercase()))
}

/// The table that a line is a row of.
#[derive(Default)]
struct Table {
    /// Its last column says whether something is met.
    meets: Option<bool>,
}

impl Table {
    fn refuses(&mut self, line: &str) -> bool {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(|cell| cell.trim_matches([' ', '*', '_', '`'])).collect();
        let (Some(last), true) = (cells.last(), line.starts_with('|') && cells.len() > 1) else {
            self.meets = None;
            return false;
        };
        let lower = last.to_ascii_lowercase().replace(' ', "-");
        let value = is_in("yes true pass passed met ✓ ✔ ✅", &lower) || is_in(NO, &lower);
        const OF_MET: &str = "met pass passed passes ok satisfied fulfilled result status verdict holds";
        let meets = *self.meets.get_or_insert_with(|| value || parts(last).iter().any(|part| is_in(OF_MET, part)));
        meets && is_in(NO, &lower)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Verdict::{Accepted, Invalid};
    use super::super::read;
    use super::super::traps::{WHOLE, under};
    use super::*;

    const MET: &str = r#"{"criteria_met": [true, true, true], "confidence": 0.9, "suggestions": [], "reasoning": "ok"}"#;

    fn check(form: Form, verdict: &str, lines: &[&str], accepted: bool) {
        for line in lines {
            for text in [format!("{verdict}\n{line}"), format!("{line}\n{verdict}")] {
                let status = read(&text, &under(form)).status;
                assert_eq!(status, if accepted { Accepted } else { Invalid }, "{text}");
            }
        }
    }

    #[test]
    fn a_line_that_says_no_takes_a_verdict_back() {
        let refusing = [
            "Accept: no",
            "**Pass:** No",
            "- Correct: no",
            "| accept | no |",
            "Meets requirements: no",
            "Contains errors: yes",
            "Overall quality: poor",
            "Issues found: 3",
            "Critical issues: 1",
            "Rating: ★☆☆☆☆",
            "⭐⭐",
            "2 stars",
            "2/5 stars",
            "40%",
            "- [ ] fix the year",
            "☐ fix the year",
        ];
        check(Form::Score, WHOLE, &refusing, false);
        let plain = [
            "Accept: yes",
            "Accept-Language: no",
            "Blocking: no",
            "Contains errors: no",
            "Overall quality: excellent",
            "Issues found: 0",
            "Minor issues: 1",
            "Tokens used: 3",
            "★★★★★",
            "⭐⭐⭐⭐⭐",
            "5 stars",
            "The hotel has 2 stars.",
            "Hotel: 2 stars",
            "95%",
            "Coverage: 40%",
            "- [x] the year",
            "> Accept: no",
        ];
        check(Form::Score, WHOLE, &plain, true);
        let noted = WHOLE.replace("[]", r#"["a comma"]"#);
        check(Form::Score, &noted, &["Issues found: 1"], true);
    }

    #[test]
    fn a_list_of_criteria_beside_the_verdict_takes_it_back() {
        let refusing = [
            "[true, false, true]",
            "- [x] a\n- [ ] b\n- [x] c",
            "| a | yes |\n| b | no |",
            "| criterion | met |\n|---|---|\n| a | yes |\n| b | **No** |",
            "| 1 | ✅ |\n| 2 | ❌ |",
            "1. yes\n2. No.\n3. yes",
            "Confidence: low",
        ];
        check(Form::Criteria, MET, &refusing, false);
        let plain = [
            "[true, true, true]",
            "[1, 2, 3]",
            "- [x] a\n- [x] b",
            "| a | yes |\n| b | yes |",
            "| criterion | errors |\n|---|---|\n| a | no |",
            "Confidence: high",
        ];
        check(Form::Criteria, MET, &plain, true);
    }
}
