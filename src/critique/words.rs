//! Settles a reply in which no object decides: its labels, its plain words, or why it says nothing.

use super::aside;
use super::candidates::Candidate;
use super::fields::Fields;
use super::forms::{Evidence, decide};
use super::json;
use super::refusal::any_refuses;
use super::scan::scan;
use super::sentence::Heard;
use super::sentinel;
use super::settle::Case;
use super::{Form, Reading, Verdict};

impl Case<'_> {
    pub(super) fn by_labels(&self, form: Form, dropped: &[&Candidate]) -> Reading {
        let Some(labels) = &self.labels else { return self.nothing(Some((form, dropped))) };
        let fields = &labels.fields;
        let loose = || labels.loose.iter().map(|line| line.of(self.reply.text));
        let unsure = || fields.confidence.value().is_some_and(|confidence| confidence < self.options.confidence_threshold);
        let unmet = form == Form::Criteria && (unsure() || loose().any(|text| self.judged_low(form, text)));
        let mut reading = decide(form, fields, self.options, Evidence { both: true, unmet, ..Evidence::default() });
        // What begins as an object is the wreck of one, and nobody knows where it would have ended.
        let wreck = self.reply.text.trim_start_matches(json::is_blank).starts_with(['{', '[']);
        let quoted = labels.quoted || wreck || !self.all.found.is_empty() || self.all.refused || self.prose_contradicts(form);
        let refused = || {
            any_refuses(loose(), Heard::Requests)
                || loose().any(|text| self.judged_low(form, text))
                || aside::refuses(form, fields, self.options)
                || self.beside_refuses(form, &reading)
                || self.lines_refuse(form, &reading)
        };
        if form == Form::Status && reading.status == Verdict::Invalid && self.only_a_label(fields) {
            return reading;
        }
        if reading.status == Verdict::Invalid || (reading.status == Verdict::Accepted && (quoted || refused())) || fields.template
        {
            return self.nothing(Some((form, dropped)));
        }
        reading.repairs = std::iter::once("labels").chain(labels.repairs.iter().map(|r| r.name())).map(str::to_owned).collect();
        reading
    }

    /// Whether the whole reply is one label with a status, which is no critique.
    fn only_a_label(&self, fields: &Fields) -> bool {
        let visible = self.reply.visible();
        let status = fields.status.value().is_some() || (!fields.status.is_absent() && visible.split_whitespace().count() <= 2);
        status && !visible.trim().contains('\n')
    }

    /// No verdict was found in any object or label: why, or what the plain words say.
    pub(super) fn nothing(&self, sought: Option<(Form, &[&Candidate])>) -> Reading {
        let dropped = sought.map_or(&[][..], |(_, dropped)| dropped);
        let form = sought.map(|(form, _)| form);
        let visible = self.reply.visible();
        if !self.reply.braces && visible.trim_matches(json::is_blank).is_empty() {
            return Reading::invalid(if self.cut { "truncated" } else { "empty" });
        }
        let sentinel = |text: &str| sentinel::is_sentinel(text, self.options);
        let repeats = |answer: &str| answer.trim() == visible.trim() || (sentinel(&visible) && sentinel(&scan(answer).visible()));
        let echo = self.answer.is_some_and(repeats);
        let json = !self.reply.objects.is_empty() || self.reply.braces;
        let words = matches!(form, None | Some(Form::Status)) && (!json || self.reply.has_words());
        if echo || dropped.iter().any(|c| c.echo) {
            return Reading::invalid("echo");
        }
        if self.all.example || dropped.iter().any(|c| c.fields.template) {
            return Reading::invalid("placeholder");
        }
        if sentinel(&visible) && self.reply.comment {
            return Reading::invalid(if self.cut { "truncated" } else { "status" });
        }
        if words && (form.is_some() || sentinel(&visible)) {
            let whole = !sentinel(&visible) || !sentinel::goes_on(self.reply.text, self.options);
            if whole && sentinel(&visible) && sentinel::strange_fence(self.reply.text, self.options) {
                return Reading::invalid("status");
            }
            let reading = sentinel::plain(if whole { &visible } else { self.reply.text }, self.options);
            return match (reading.status, self.doubt()) {
                (Verdict::Accepted, Some(reason)) => Reading::invalid(reason),
                _ => reading,
            };
        }
        Reading::invalid(match form.unwrap_or(Form::Score) {
            _ if self.cut => "truncated",
            _ if !json => "no_json",
            Form::Score => "score",
            Form::Criteria => "criteria_met",
            Form::Status => "status",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ReadOptions, read};
    use super::*;

    fn check(options: &ReadOptions, cases: &[(String, Verdict, Option<&str>)]) {
        for (text, status, reason) in cases {
            let reading = read(text, options);
            assert_eq!((reading.status, reading.reason.as_deref()), (*status, *reason), "{text}");
        }
    }

    #[test]
    fn labels_accept_nothing_beside_an_object_that_refuses() {
        let options = ReadOptions { form: Some(Form::Score), ..ReadOptions::default() };
        let labels = "Score: 9\nNeeds revision: no\n";
        check(
            &options,
            &[
                (labels.to_owned(), Verdict::Accepted, None),
                (format!("{{@\n{labels}}}"), Verdict::Invalid, Some("no_json")),
                (format!("{labels}{{\"status\": \"rejected\"}}"), Verdict::Invalid, Some("score")),
            ],
        );
    }

    #[test]
    fn a_reply_without_a_verdict_says_why() {
        let cases = [
            ("", "empty"),
            (" \u{200b}\n", "empty"),
            ("<think>x</think>", "empty"),
            ("<think>x", "truncated"),
            ("{", "truncated"),
            ("words", "no_json"),
            ("{}", "score"),
            ("null", "no_json"),
            (r#"{"example": {"score": 9}}"#, "placeholder"),
            (r#"{"score": <0-10>, "needs_revision": <true|false>}"#, "placeholder"),
            (r#"{"score": 85, "needs_revision": false}"#, "score"),
        ];
        let options = ReadOptions { form: Some(Form::Score), ..ReadOptions::default() };
        for (text, reason) in cases {
            let reading = read(text, &options);
            assert_eq!((reading.status, reading.reason.as_deref()), (Verdict::Invalid, Some(reason)), "{text}");
        }
    }

    #[test]
    fn words_on_the_line_of_a_fence_make_a_sentinel_not_the_whole_reply() {
        use Verdict::{Accepted, NeedsRevision};
        let status = ReadOptions { form: Some(Form::Status), ..ReadOptions::default() };
        check(
            &status,
            &[
                ("```text\nCODE_IS_PERFECT\n```".to_owned(), Accepted, None),
                ("CODE_IS_PERFECT\n~~~ but not quite".to_owned(), NeedsRevision, Some("contradictory")),
                ("CODE_IS_PERFECT\n```no\n```".to_owned(), NeedsRevision, Some("contradictory")),
                ("~~~ not at all\nCODE_IS_PERFECT\n~~~".to_owned(), NeedsRevision, Some("contradictory")),
            ],
        );
    }
}
