//! The short way through a critique that is written just as it was asked for, and revises: its bytes alone, no tree. Whatever else a
//! reply is goes to the tolerant reader, which reads this form alike; nothing is accepted here.

use super::{ReadOptions, Reading, Verdict};
use crate::message::{SharedText, find_byte_to_escape, find_either, find_letter, is_same_text, push_item, trim_blanks};

const fn is_json_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The reading of such a reply.
pub(super) fn read_strict_revision(text: &SharedText, options: &ReadOptions) -> Option<Reading> {
    let mut scan = Scan { text, at: 0 };
    let mut reading = Reading { reason: None, ..Reading::with_status(Verdict::NeedsRevision, "") };
    let mut has_issues = false;
    scan.skip_nonblank(b'{')?;
    // What a template is written with is in no form that is filled in.
    let inside = text.get(scan.at..)?;
    if find_either(inside, *b"<{").is_some() || find_letter(inside, b'|').is_some() {
        return None;
    }
    loop {
        let key = scan.read_unescaped_string()?;
        scan.skip_nonblank(b':')?;
        match () {
            () if is_same_text(key, "score") && reading.score.is_none() => reading.score = Some(scan.read_digit_points()?),
            () if is_same_text(key, "needs_revision") && reading.needs_revision.is_none() => {
                scan.skip_word("true")?;
                reading.needs_revision = Some(true);
            }
            () if is_same_text(key, "suggestion") && reading.suggestion.is_none() => {
                reading.suggestion = Some(scan.read_string_with_leading_letter()?)
            }
            () if is_same_text(key, "reasoning") && reading.reasoning.is_none() => {
                reading.reasoning = Some(scan.read_string_with_leading_letter()?)
            }
            () if is_same_text(key, "issues") && !has_issues => {
                has_issues = true;
                scan.skip_nonblank(b'[')?;
                while scan.peek_nonblank()? != b']' {
                    if !reading.issues.is_empty() {
                        scan.skip_nonblank(b',')?;
                    }
                    push_item(&mut reading.issues, scan.read_string_with_leading_letter()?);
                }
                scan.at += 1;
            }
            () => return None,
        }
        if scan.skip_nonblank(b',').is_none() {
            break;
        }
    }
    scan.skip_nonblank(b'}')?;
    let is_low = reading.score.is_some_and(|score| score < options.acceptance_threshold);
    (is_low && scan.peek_nonblank().is_none()).then_some(reading)
}

/// A text, and how far it is read.
struct Scan<'a> {
    text: &'a SharedText,
    at: usize,
}

impl<'a> Scan<'a> {
    /// The next byte that is no blank.
    fn peek_nonblank(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while is_json_blank(*bytes.get(self.at)?) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn skip_nonblank(&mut self, wanted: u8) -> Option<()> {
        (self.peek_nonblank()? == wanted).then(|| self.at += 1)
    }

    fn skip_word(&mut self, word: &str) -> Option<()> {
        self.peek_nonblank()?;
        self.text.get(self.at..)?.starts_with(word).then(|| self.at += word.len())
    }

    /// One digit.
    fn read_digit_points(&mut self) -> Option<f64> {
        let digit = Some(self.peek_nonblank()?).filter(u8::is_ascii_digit)?;
        self.at += 1;
        let next = *self.text.as_bytes().get(self.at)?;
        (is_json_blank(next) || matches!(next, b',' | b'}')).then_some(f64::from(digit - b'0'))
    }

    /// A string without an escape.
    fn read_unescaped_string(&mut self) -> Option<&'a str> {
        self.skip_nonblank(b'"')?;
        let rest = self.text.get(self.at..)?;
        let end = find_byte_to_escape(rest)?;
        self.at += end + 1;
        let (words, behind) = rest.split_at_checked(end)?;
        behind.starts_with('"').then_some(words)
    }

    /// A free text: it begins with a letter, as no range of a template does.
    fn read_string_with_leading_letter(&mut self) -> Option<SharedText> {
        let words = trim_blanks(self.read_unescaped_string()?);
        words.as_bytes().first()?.is_ascii_alphabetic().then(|| self.text.share_or_copy_part(words))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::read_strict_revision;
    use crate::critique::{CriticReply, CritiqueReader, ReadOptions, Verdict, read_critique};
    use crate::message::SharedText;
    use crate::settings::Form;

    fn score_options() -> ReadOptions {
        ReadOptions { form: Some(Form::Score), ..ReadOptions::default() }
    }

    #[test]
    fn the_form_as_it_was_asked_for_is_read_in_one_pass() {
        let plain = r#"{"reasoning": "It is thin.", "score": 5, "issues": ["Too long", "No proof"], "suggestion": "Cut it.", "needs_revision": true}"#;
        assert_eq!(read_strict_revision(&plain.into(), &score_options()), Some(read_critique(plain, &score_options())));
        for other in [
            r#"{"score": 9, "issues": [], "suggestion": "Fine.", "needs_revision": false}"#,
            r#"{"score": 9, "issues": []}"#,
            r#"{"score": 5, "needs_revision": false}"#,
            r#"{"score": 5, "issues": ["<0-10>"], "needs_revision": true}"#,
            r#"{"score": 5, "score": 9}"#,
            r#"{"score": 5} or {"score": 9}"#,
            r#"{"score": 05}"#,
        ] {
            assert_eq!(read_strict_revision(&other.into(), &score_options()), None, "{other}");
        }
    }

    #[test]
    fn an_example_of_the_prompt_is_no_critique() {
        let example = r#"{"score": 3, "issues": ["No source"], "needs_revision": true}"#;
        let other = example.replace("No source", "No date");
        let reader = CritiqueReader::new(ReadOptions { prompt: Some(format!("Reply as in\n{example}")), ..score_options() });
        let read_verdict = |text: &str, answer| {
            let (text, earlier, finish_reason) = (&SharedText::from(text), "", None);
            reader.read_reply(CriticReply { text, answer, earlier, finish_reason, second: false, sources: None }).status
        };
        assert_eq!((read_verdict(example, ""), read_verdict(&other, "")), (Verdict::Invalid, Verdict::NeedsRevision));
        assert_eq!(read_verdict(&other, &format!("An answer may quote {other}")), Verdict::Invalid);
    }

    /// A member of the form, or nearly one.
    fn member_strategy() -> impl Strategy<Value = String> {
        let template = "(true\\|false|0-10|\\.\\.\\.|<how to mend it>|\\{\\{x\\}\\}|)";
        let words = || prop_oneof![4 => "[a-zA-Z0-9 .,'äé–|<{-]{0,12}", 1 => template];
        prop_oneof![
            3 => "[0-9](\\.[0-9]{1,2}|)".prop_map(|score| format!("\"score\": {score}")),
            2 => "(true|false|\"true\"|null)".prop_map(|flag| format!("\"needs_revision\":{flag}")),
            2 => proptest::collection::vec(words(), 0..3).prop_map(|all| format!("\"issues\": {all:?}")),
            2 => words().prop_map(|words| format!("\"suggestion\": {words:?}")),
            1 => words().prop_map(|words| format!("\"reasoning\": {words:?}")),
            1 => words().prop_map(|words| format!("\"other\": {words:?}")),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn what_is_read_in_one_pass_is_read_alike_by_the_tolerant_reader(
            members in proptest::collection::vec(member_strategy(), 1..6), between in "( |\n|)", behind in "(|\n| \\.|\\})",
        ) {
            let text = format!("{{{between}{}{between}}}{behind}", members.join(&format!("{between},")));
            if let Some(reading) = read_strict_revision(&text.as_str().into(), &score_options()) {
                prop_assert_eq!(reading, read_critique(&text, &score_options()), "{}", text);
            }
        }
    }
}
