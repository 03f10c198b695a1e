//! What a critic's reply comes to against success criteria, and when it may end a run (seed 001).
//!
//! **Invariant:** a verdict that terminates comes from a reading that accepts, or that names no confidence where the threshold is 0;
//! whatever is wrong with a reply, the confidence is 0.

use crate::critique::{Reading, Verdict};
use crate::message::SharedText;

/// The reasoning of a reply in which there is no JSON (seed 001, word for word).
pub const NON_JSON: &str = "critic returned non-JSON; skipped.";

sentences! {
    unused_reply(reason: &str) -> String::from = "critic reply not used ({reason}); skipped.";
    failed_critic(code: &str) -> String::from = "critic failed ({code}); skipped.";
}

records! {
    /// What a critic said of one output.
    pub struct CriticVerdict {
        /// One flag for each criterion, in their order: padded with false, trimmed to their number.
        pub criteria_met: Vec<bool>,
        /// The critic's own confidence, `0..=1`; 0 when it gave none that can be used.
        pub confidence: f64,
        /// Concrete next actions, `maxSuggestions` at most.
        pub suggestions: Vec<SharedText>,
        pub reasoning: SharedText,
        /// Why the confidence is 0 when the critic did not say so: `confidence` (not a number from 0 to 1), `contradictory`, `conflict`,
        /// `truncated`, `issues` (it named some when it was asked a second time), …, or the error code of a critic that failed.
        pub reason: Option<SharedText>,
    }
}

impl CriticVerdict {
    /// Turns a reading into a verdict on this many criteria.
    pub fn from_reading(reading: Reading, criteria_count: usize) -> Self {
        let reason = reading.reason.as_deref();
        let distrusted = match (reading.status, reason) {
            (Verdict::Unclear | Verdict::Invalid, Some("no_json" | "empty")) => {
                return Self::unusable_verdict(criteria_count, NON_JSON, None);
            }
            (Verdict::Invalid, Some("truncated")) => return Self::unusable_verdict(criteria_count, NON_JSON, reason),
            (Verdict::Invalid, Some("confidence")) | (Verdict::NeedsRevision, Some("contradictory" | "issues")) => reason,
            (Verdict::Contradictory | Verdict::Unclear | Verdict::Invalid, other) => {
                return Self::unusable_verdict(criteria_count, unused_reply(other.unwrap_or("unreadable")), other);
            }
            (Verdict::Accepted | Verdict::NeedsRevision, _) => reading.confidence.is_none().then_some("confidence"),
        };
        let mut criteria_met = reading.criteria_met.unwrap_or_default();
        criteria_met.resize(criteria_count, false);
        Self {
            criteria_met,
            confidence: reading.confidence.filter(|_| distrusted.is_none()).unwrap_or(0.0),
            suggestions: reading.suggestions.unwrap_or_default(),
            reasoning: reading.reasoning.unwrap_or_default(),
            reason: distrusted.map(SharedText::from),
        }
    }

    /// The verdict of a critic that said nothing that can be used.
    pub fn unusable_verdict(criteria_count: usize, reasoning: impl Into<SharedText>, reason: Option<&str>) -> Self {
        let (reasoning, reason) = (reasoning.into(), reason.map(SharedText::from));
        Self { criteria_met: vec![false; criteria_count], confidence: 0.0, suggestions: Vec::new(), reasoning, reason }
    }

    /// Whether it ends a run: every criterion is met, and the critic is sure enough. What has a `reason` ends none, whatever the threshold.
    pub fn ends_run(&self, confidence_threshold: f64) -> bool {
        let met = !self.criteria_met.is_empty() && !self.criteria_met.contains(&false);
        met && self.reason.is_none() && self.confidence >= confidence_threshold
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::critique::{CriticReply, CritiqueReader, Form, ReadOptions, read_critique};

    fn read_verdict(text: &str) -> CriticVerdict {
        let options = ReadOptions { form: Some(Form::Criteria), criteria_count: Some(2), ..ReadOptions::default() };
        CriticVerdict::from_reading(read_critique(text, &options), 2)
    }

    #[test]
    fn every_reply_comes_to_a_verdict_in_the_shape_of_the_seed() {
        let whole = r#"{"criteria_met": [true, false], "confidence": 0.82, "suggestions": ["Do b."], "reasoning": "a is there"}"#;
        let expected = |met: [bool; 2], confidence: f64, reason: Option<&str>| {
            let (criteria_met, suggestions) = (met.to_vec(), vec!["Do b.".into()]);
            CriticVerdict { criteria_met, confidence, suggestions, ..CriticVerdict::unusable_verdict(2, "a is there", reason) }
        };
        assert_eq!(read_verdict(whole), expected([true, false], 0.82, None));
        assert_eq!(
            read_verdict(&format!("Here:\n```json\n{whole}\n```\nDone.")),
            expected([true, false], 0.82, None),
            "a refusal is heard anywhere"
        );
        assert_eq!(read_verdict(&whole.replace("[true, false]", "[true]")), expected([true, false], 0.82, None));
        assert_eq!(read_verdict(&whole.replace("[true, false]", "[true, true, false]")), expected([true, true], 0.82, None));
        for odd in ["NaN", "\"high\"", "90", "-1", "null"] {
            let text = whole.replace("0.82", odd);
            assert_eq!(read_verdict(&text), expected([true, false], 0.0, Some("confidence")), "{odd}");
            if odd != "null" {
                let yes = text.replace("false", "true");
                assert_eq!(read_verdict(&yes), expected([true, true], 0.0, Some("confidence")), "{odd}");
            }
        }
        let cut = read_verdict(r#"{"criteria_met": [false, tr"#);
        assert_eq!((cut.criteria_met, cut.confidence), (vec![false, false], 0.0), "a list that was cut is padded too");
        let against = whole.replace("false", "true").replace('}', r#", "needs_revision": true}"#);
        assert_eq!(read_verdict(&against).reason.as_deref(), Some("fields"));
    }

    #[test]
    fn what_is_named_in_a_second_reply_ends_no_run() {
        let options = ReadOptions { form: Some(Form::Criteria), criteria_count: Some(1), ..ReadOptions::default() };
        let text = r#"{"criteria_met": [true], "confidence": 1, "suggestions": ["Do b."]}"#;
        let reply = |second: bool| {
            let reading = CritiqueReader::new(options.clone()).read_reply(CriticReply {
                text: &text.into(),
                answer: "",
                earlier: "",
                finish_reason: None,
                second,
                sources: None,
            });
            CriticVerdict::from_reading(reading, 1)
        };
        assert!(reply(false).ends_run(0.75), "seed 001: suggestions may stand beside an acceptance");
        assert!(!reply(true).ends_run(0.0));
        assert_eq!((reply(true).suggestions, reply(true).reason.as_deref()), (vec!["Do b.".into()], Some("issues")));
    }

    #[test]
    fn garbage_is_skipped_in_the_words_of_the_seed() {
        for text in ["total garbage, no json here", "", "null", "[true, true]", "42", "I would say: all met!"] {
            assert_eq!(read_verdict(text), CriticVerdict::unusable_verdict(2, NON_JSON, None), "{text}");
        }
        let cut = r#"{"criteria_met": [true, true], "confidence": 0.9"#;
        assert_eq!(read_verdict(cut), CriticVerdict::unusable_verdict(2, NON_JSON, Some("truncated")));
        let both = r#"{"criteria_met": [true, true], "confidence": 0.9}{"criteria_met": [false, true], "confidence": 0.9}"#;
        let skipped =
            CriticVerdict::unusable_verdict(2, "critic reply not used (conflict); skipped.".to_owned(), Some("conflict"));
        assert_eq!(read_verdict(both), skipped);
    }

    #[test]
    fn only_all_criteria_with_enough_confidence_terminate() {
        let cases: [(&[bool], f64, bool); 7] = [
            (&[true, true], 0.75, true),
            (&[true, true], 1.0, true),
            (&[true, true], 0.7499, false),
            (&[true, false], 1.0, false),
            (&[], 1.0, false),
            (&[true, true], f64::NAN, false),
            (&[true, true], 0.0, false),
        ];
        for (met, confidence, ends) in cases {
            let verdict = CriticVerdict {
                criteria_met: met.to_vec(),
                confidence,
                ..CriticVerdict::unusable_verdict(0, String::new(), None)
            };
            assert_eq!(verdict.ends_run(0.75), ends, "{met:?} {confidence}");
        }
        let reply = |confidence: &str| read_verdict(&format!(r#"{{"criteria_met": [true, true], "confidence": {confidence}}}"#));
        assert!(reply("0").ends_run(0.0) && reply("0.1").ends_run(0.0));
        for unread in ["90", "NaN", "-0.9", "\"high\"", "\"0.2 or 0.9\""] {
            assert!(!reply(unread).ends_run(0.0), "{unread}");
        }
    }
}
