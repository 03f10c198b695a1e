//! Settles a whole reply: whether its forms agree, and whether that is enough to accept.

use super::extra_text::is_harmless_extra_text;
use super::find::{self, Candidate, SeenTexts};
use super::form::FormContext;
use super::json::{self, Span};
use super::reply::ParsedReply;
use super::{Form, Reading, Verdict, is_cut_or_blocked, sentinel};
use crate::message::{Gather, SharedText};

/// Forms of one reply that are read; a reply with as many never accepts.
const MAX_FORMS: usize = 16;

/// Reads one reply in this form; without one the form is detected.
pub(super) fn settle_reading(
    wanted_form: Option<Form>,
    mut context: FormContext<'_>,
    input: &SeenTexts<'_>,
    finish_reason: Option<&str>,
) -> Reading {
    let mut reply = ParsedReply::parse_after_thinking(context.raw);
    let all = [Form::Score, Form::Criteria, Form::Status];
    let mut found: Vec<Vec<Candidate>> = Vec::new();
    for form in wanted_form.as_ref().map_or(all.as_slice(), std::slice::from_ref) {
        context.form = *form;
        let mut left = MAX_FORMS;
        let forms = |tree| {
            let forms = find::find_candidates(tree, context, input, left);
            left -= forms.len();
            forms
        };
        found = reply.objects.iter().map(forms).collect();
        reply.too_large |= left == 0;
        if found.iter().any(|candidates| !candidates.is_empty()) {
            break;
        }
    }
    let whole = ReplyForms { input, reply, found, finish_reason };
    let mut reading = whole.choose_reading(wanted_form, context);
    if matches!(reading.status, Verdict::Unclear | Verdict::Invalid) {
        reading.beside = Some(whole.collect_extra_text()).filter(|beside| !beside.is_empty());
    }
    reading
}

/// An acceptance with what forbids it.
fn block_acceptance(reading: Reading, obstacle: Option<(Verdict, &'static str)>) -> Reading {
    match obstacle {
        Some((status, reason)) if is_accepted_or_unclear(&reading) => {
            Reading { status, reason: Some(SharedText::from_static(reason)), ..reading }
        }
        _ => reading,
    }
}

fn is_accepted_or_unclear(reading: &Reading) -> bool {
    matches!(reading.status, Verdict::Accepted | Verdict::Unclear)
}

fn is_revision_or_contradictory(reading: &Reading) -> bool {
    matches!(reading.status, Verdict::NeedsRevision | Verdict::Contradictory)
}

/// A reply and the forms that were found in each of its objects.
struct ReplyForms<'t> {
    input: &'t SeenTexts<'t>,
    reply: ParsedReply<'t>,
    found: Vec<Vec<Candidate>>,
    finish_reason: Option<&'t str>,
}

impl ReplyForms<'_> {
    /// Whether the provider says that it is not whole.
    fn is_cut_or_blocked(&self) -> bool {
        is_cut_or_blocked(self.finish_reason)
    }

    fn choose_reading(&self, wanted_form: Option<Form>, context: FormContext<'_>) -> Reading {
        if self.reply.objects.is_empty() {
            return self.read_plain_text(wanted_form, context);
        }
        let all = || self.found.iter().flatten();
        if all().next().is_none() {
            return match wanted_form {
                _ if self.is_cut_or_blocked() => Reading::invalid_reading("truncated"),
                None => Reading::with_status(Verdict::Unclear, "no_json"),
                Some(Form::Score) => Reading::invalid_reading("score"),
                Some(Form::Criteria) => Reading::invalid_reading("criteria_met"),
                Some(Form::Status) => Reading::invalid_reading("status"),
            };
        }
        let counting: Vec<&Candidate> = all().filter(|candidate| !candidate.undecided).gather();
        let Some(last) = counting.last() else {
            let template = all().find(|candidate| candidate.reading.reason.as_deref() == Some("placeholder"));
            return template.or(all().next()).map_or(Reading::invalid_reading("no_json"), |candidate| candidate.reading.clone());
        };
        let accepting: Vec<&Candidate> =
            counting.iter().copied().filter(|candidate| is_accepted_or_unclear(&candidate.reading)).gather();
        let Some(accepted) = accepting.last() else {
            let revising = counting.iter().rev().find(|candidate| is_revision_or_contradictory(&candidate.reading));
            return revising.unwrap_or(last).reading.clone();
        };
        let same = |candidate: &&Candidate| {
            let (a, b) = (&candidate.reading, &accepted.reading);
            (a.score, a.needs_revision, &a.criteria_met) == (b.score, b.needs_revision, &b.criteria_met)
        };
        if accepting.len() < counting.len() || !accepting.iter().all(same) {
            return Reading::with_status(Verdict::Unclear, "conflict");
        }
        let obstacle =
            accepting.iter().find_map(|candidate| candidate.blocked_by.filter(|(status, _)| *status == Verdict::Invalid));
        let obstacle = obstacle.or_else(|| self.is_cut_or_blocked().then_some((Verdict::Invalid, "truncated")));
        let obstacle = obstacle.or_else(|| self.reply.too_large.then_some((Verdict::Invalid, "too_large")));
        let obstacle = obstacle.or_else(|| accepting.iter().find_map(|candidate| candidate.blocked_by));
        let reading = block_acceptance(accepted.reading.clone(), obstacle);
        if reading.status == Verdict::Accepted && !self.has_no_extra_text() {
            return block_acceptance(reading, Some((Verdict::Unclear, "beside")));
        }
        reading
    }

    /// Whether only markup and a lead-in are beside the forms: no text, no other object, no template.
    fn has_no_extra_text(&self) -> bool {
        let counts =
            |candidates: &Vec<Candidate>| !candidates.is_empty() && candidates.iter().all(|candidate| !candidate.undecided);
        self.found.iter().all(counts)
            && self.reply.prose.iter().all(|prose| is_harmless_extra_text(prose.span.slice_text(self.reply.text), prose.lead))
    }

    /// Whether these words are all of a text that the critic was shown.
    fn is_whole_shown_text(&self, words: &str) -> bool {
        self.input.texts.iter().any(|text| sentinel::trim_quotes_and_marks(text) == sentinel::trim_quotes_and_marks(words))
    }

    /// A reply without any object.
    fn read_plain_text(&self, wanted_form: Option<Form>, context: FormContext<'_>) -> Reading {
        let mut words = String::new();
        self.reply.prose.iter().for_each(|prose| {
            find::add_nonblank_line(&mut words, prose.span.slice_text(self.reply.text).trim_matches(json::is_blank_or_invisible))
        });
        match wanted_form {
            _ if words.is_empty() => Reading::invalid_reading(if self.is_cut_or_blocked() { "truncated" } else { "empty" }),
            // An empty object is no critique in words.
            Some(Form::Status) if !words.starts_with(['{', '[']) => {
                match sentinel::read_sentinel_or_list(&words, context.options) {
                    reading if reading.status == Verdict::Accepted && self.is_cut_or_blocked() => {
                        Reading::invalid_reading("truncated")
                    }
                    reading if reading.status == Verdict::Accepted && self.is_whole_shown_text(&words) => {
                        Reading::invalid_reading("echo")
                    }
                    reading if reading.status == Verdict::Accepted && context.sources.is_some() => {
                        Reading::with_status(Verdict::Unclear, "quote_missing")
                    }
                    reading => reading,
                }
            }
            _ => Reading::with_status(Verdict::Unclear, "no_json"),
        }
    }

    /// Collects the text around the verdict, and every object that does not accept.
    fn collect_extra_text(&self) -> String {
        let mut beside = String::new();
        let mut prose = self.reply.prose.iter().peekable();
        let mut prose_before = |end: usize, beside: &mut String| {
            while let Some(prose) = prose.next_if(|prose| prose.span.start < end) {
                let text = prose.span.slice_text(self.reply.text);
                if !is_harmless_extra_text(text, prose.lead) {
                    find::add_nonblank_line(beside, text);
                }
            }
        };
        for (tree, candidates) in self.reply.objects.iter().zip(&self.found) {
            let root = tree.nodes.first().map_or(Span::default(), |root| root.span);
            prose_before(root.start, &mut beside);
            let mut add = |span: Span| find::add_nonblank_line(&mut beside, span.slice_text(self.reply.text));
            if candidates.is_empty() || candidates.iter().any(|candidate| is_revision_or_contradictory(&candidate.reading)) {
                add(Span::new(root.start, tree.end));
            }
            candidates.iter().flat_map(|candidate| &candidate.outside).for_each(|member| add(*member));
            if candidates.iter().any(|candidate| candidate.wrapped) {
                let mut from = root.start;
                for Candidate { span, .. } in candidates {
                    add(Span::new(from, span.start));
                    from = span.end;
                }
                add(Span::new(from, root.end));
            }
            tree.comments.iter().for_each(|comment| add(*comment));
            // The texts of a form without a list of faults.
            for Candidate { reading, .. } in candidates {
                if reading.reason.as_deref() == Some("issues_missing") {
                    reading
                        .reasoning
                        .iter()
                        .chain(&reading.suggestion)
                        .for_each(|text| find::add_nonblank_line(&mut beside, text));
                }
            }
        }
        prose_before(usize::MAX, &mut beside);
        beside
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ReadOptions, read_critique};
    use super::Verdict::{Accepted, Contradictory, Invalid, NeedsRevision, Unclear};
    use super::*;

    const YES: &str = r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}"#;
    const NO: &str = r#"{"score": 4, "issues": ["x"], "suggestion": "y", "needs_revision": true}"#;

    fn check_cases(options: &ReadOptions, cases: &[(String, Verdict, Option<&str>)]) {
        for (text, status, reason) in cases {
            let reading = read_critique(text, options);
            assert_eq!((reading.status, reading.reason.as_deref()), (*status, *reason), "{text}");
        }
    }

    #[test]
    fn all_forms_that_count_must_agree() {
        check_cases(
            &ReadOptions::default(),
            &[
                (format!("{YES}{YES}"), Accepted, None),
                (format!("{YES}{}", YES.replace('9', "10")), Unclear, Some("conflict")),
                (format!("{YES}{NO}"), Unclear, Some("conflict")),
                (format!("Example: {YES}\n{NO}"), Unclear, Some("conflict")),
                (format!("{{\"score\": null}}\n{NO}"), NeedsRevision, None),
                (format!("{YES}{{\"score\": 85}}"), Unclear, Some("conflict")),
                (format!("{NO}{}", NO.replace('4', "5")), NeedsRevision, None),
                (YES.replace("false", "true"), Contradictory, Some("contradictory")),
            ],
        );
    }

    #[test]
    fn what_stands_beside_an_acceptance_goes_back_to_the_critic() {
        let options = ReadOptions { form: Some(Form::Score), ..ReadOptions::default() };
        for (text, reason, beside) in [
            (format!("{YES}\nBut the year is wrong."), "beside", "But the year is wrong."),
            (format!("但是年份错了。\n{YES}"), "beside", "但是年份错了。"),
            (format!("{YES}\n{{\"note\": 1}}"), "beside", "{\"note\": 1}"),
            (format!("{YES}{{}}"), "beside", "{}"),
            (YES.replace("9,", "9, // low\n"), "beside", "// low"),
            (YES.replace("needs_revision", "needs_revison"), "fields", "\"needs_revison\": false"),
            (YES.replace("}", ", \"verdict\": \"no\"}"), "fields", "\"verdict\": \"no\""),
            (YES.replace("}", ", \"type\": \"rejected\"}"), "fields", "\"type\": \"rejected\""),
            (YES.replace("}", ", \"meta\": {\"accepted\": false}}"), "fields", "\"meta\": {\"accepted\": false}"),
            (YES.replace("}", ", \"analysis\": {\"score\": 3}}"), "fields", "\"analysis\": {\"score\": 3}"),
            (YES.replace("}", ", \"reasoning\": {\"score\": 3}}"), "fields", "\"reasoning\": {\"score\": 3}"),
            (format!("{{\"draft\": {YES}, \"why\": \"no\"}}"), "wrapped", "{\"draft\":\n, \"why\": \"no\"}"),
            (format!("[{YES}, \"no\"]"), "wrapped", "[\n, \"no\"]"),
            (format!("[{YES}, {{\"note\": \"no\"}}]"), "wrapped", "[\n, {\"note\": \"no\"}]"),
            (YES.replace("}", ", \"reasoning\": [{\"score\": 3}]}"), "fields", "\"reasoning\": [{\"score\": 3}]"),
            (format!("{YES} A\n{NO} B"), "conflict", &format!("A\n{NO}\nB")),
            ("I like it.".to_owned(), "no_json", "I like it."),
        ] {
            let reading = read_critique(&text, &options);
            assert_eq!(
                (reading.status, reading.reason.as_deref(), reading.beside.as_deref()),
                (Unclear, Some(reason), Some(beside)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_sentinel_may_be_made_of_the_words_of_a_lead_in() {
        let options = ReadOptions { form: Some(Form::Status), sentinels: vec!["OK".to_owned()], ..ReadOptions::default() };
        let no_json = Some("no_json");
        check_cases(&options, &[("OK".to_owned(), Accepted, None), ("Here is my review:".to_owned(), Unclear, no_json)]);
    }

    #[test]
    fn an_elided_list_or_text_is_a_template() {
        for field in ["\"issues\": [...]", "\"issues\": [\"a\", ...]", "\"suggestion\": ..."] {
            let text = format!("{{\"score\": 9, {field}, \"needs_revision\": false}}");
            let reading = read_critique(&text, &ReadOptions::default());
            assert_eq!((reading.status, reading.reason.as_deref()), (Invalid, Some("placeholder")), "{text}");
            assert_eq!(
                read_critique(&text.replace('9', "3").replace("false", "true"), &ReadOptions::default()).status,
                NeedsRevision
            );
        }
    }

    #[test]
    fn a_form_that_repeats_what_was_shown_is_no_verdict() {
        for (text, answer, status) in [
            (YES, &format!("I would give it {} points.", YES.replace(' ', "\u{a0}\n").to_uppercase()), Invalid),
            (YES, &YES.replace('"', "'"), Invalid),
            (YES, &YES.replace('"', "\\\""), Invalid),
            (YES, &YES.replace('9', "8"), Accepted),
            ("{\"score\": 9}", &"The score: 9".to_owned(), Accepted),
            ("{\"status\": \"accepted\"}", &"{\"status\":\"accepted\"}".to_owned(), Invalid),
        ] {
            let options = ReadOptions { answer: Some(answer.clone()), ..ReadOptions::default() };
            assert_eq!(read_critique(text, &options).status, status, "{text} of {answer}");
        }
    }

    #[test]
    fn form_status_asks_for_its_list_of_faults() {
        let options = ReadOptions { form: Some(Form::Status), ..ReadOptions::default() };
        let yes = |rest: &str| format!("{{\"status\": \"accepted\"{rest}}}");
        check_cases(
            &options,
            &[
                (yes(""), Accepted, None),
                (yes(", \"critique\": \"Fine.\", \"issues\": []"), Accepted, None),
                (yes(", \"critique\": \"n < 0 fails.\""), Unclear, Some("issues_missing")),
                (yes(", \"critique\": \"n < 0 fails.\", \"issues\": null"), Unclear, Some("issues_missing")),
                (yes(", \"suggestion\": \"Guard n < 0.\""), Unclear, Some("issues_missing")),
                (yes(", \"suggestions\": [\"Guard n < 0.\"]"), Unclear, Some("issues_missing")),
                (yes(", \"issues\": [\"n < 0 fails.\"]"), Contradictory, Some("contradictory")),
                ("asdf qwer".to_owned(), Unclear, Some("no_json")),
                ("<html>502 Bad Gateway</html>".to_owned(), Unclear, Some("no_json")),
            ],
        );
        assert_eq!(read_critique(&yes(", \"critique\": \"n < 0 fails.\""), &options).beside.as_deref(), Some("n < 0 fails."));
    }
}
