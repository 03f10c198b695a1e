//! Settles what a whole reply says: which objects count, whether they agree, and whether that is enough to accept.

use super::admits::admits_unmet;
use super::aside;
use super::candidates::{Candidate, Candidates, Shown, candidates, form_of};
use super::cut::is_cut;
use super::fields::{Field, Fields};
use super::forms::{Evidence, asks_revision, decide};
use super::json::{self, Repair};
use super::keyed::{keyed, uncoloned};
use super::lines::Beside;
use super::prose::{Labels, labels};
use super::rating::rates_below;
use super::refusal::{any_refuses, begins_with_no};
use super::scalar;
use super::scan::{Reply, scan};
use super::sentence::Heard;
use super::standing::Standing;
use super::unmet::says_unmet;
use super::whole;
use super::{Form, ReadOptions, Reading, Verdict};

/// One reply to be read, and what its critic had been shown.
pub(super) struct Told<'t> {
    pub text: &'t str,
    pub options: &'t ReadOptions,
    pub answer: Option<&'t str>,
    pub finish_reason: Option<&'t str>,
    pub shown: &'t Shown<'t>,
}

/// Reads one reply. `again`: look into a reply that is escaped as a whole, once.
pub(super) fn settle(told: &Told<'_>, again: bool) -> Reading {
    let Told { text, options, answer, finish_reason, shown } = *told;
    let reply = scan(text);
    let mut all = candidates(&reply, shown);
    if all.found.is_empty()
        && again
        && let Some(inner) = whole::escaped(text)
    {
        let mut reading = settle(&Told { text: &inner, ..*told }, false);
        if reading.reason.as_deref() != Some("no_json") {
            reading.repairs.insert(0, Repair::EscapedText.name().to_owned());
            return reading;
        }
    }
    if all.found.is_empty()
        && again
        && let Some(inner) = whole::entities(text)
    {
        // What the critic was shown holds the entities too, and so nothing could tell an echo from a verdict.
        let mut reading = settle(&Told { text: &inner, ..*told }, false);
        if reading.status == Verdict::NeedsRevision {
            reading.repairs.insert(0, Repair::EscapedText.name().to_owned());
            return reading;
        }
    }
    if all.found.is_empty()
        && let Some(tree) = whole::braceless(text)
    {
        all.collect(&tree, Standing::Own, shown, false);
    }
    let mut labels = labels(&reply, &shown.texts);
    let read = all.found.iter_mut().map(|c| &mut c.fields).chain(labels.as_mut().map(|l| &mut l.fields));
    read.for_each(|fields| {
        let asks = asks_revision(fields, options);
        fields.template |= fields.elided && !fields.written && !asks;
        fields.template &= fields.blank || !fields.written || !asks;
    });
    Case { cut: reply.cut || is_cut(finish_reason), labels, reply, all, options, answer, shown: &shown.texts }.settle()
}

/// One reply, taken apart.
pub(super) struct Case<'t> {
    pub reply: Reply<'t>,
    pub all: Candidates,
    pub labels: Option<Labels>,
    pub cut: bool,
    pub options: &'t ReadOptions,
    pub answer: Option<&'t str>,
    pub shown: &'t [&'t str],
}

impl Case<'_> {
    fn settle(self) -> Reading {
        let labelled = || self.labels.as_ref().and_then(|l| form_of(&l.fields));
        let form = self.options.form.or_else(|| self.all.form()).or_else(labelled);
        let Some(form) = form else { return self.nothing(None) };
        let of_form: Vec<&Candidate> = self.all.found.iter().filter(|c| speaks(form, c)).collect();
        let counts = |c: &Candidate| !c.echo && !c.fields.template && speaks(form, c);
        let decides = |c: &Candidate| form_of(&c.fields).is_some();
        let decisive = of_form.iter().any(|c| counts(c) && decides(c));
        // An object that decides nothing, such as a progress note, does not disagree with one that does.
        let (genuine, others): (Vec<&Candidate>, Vec<&Candidate>) =
            self.all.found.iter().filter(|c| !c.echo).partition(|c| counts(c) && (!decisive || decides(c)));
        let best = genuine.iter().map(|c| c.standing).max();
        let reading = match best {
            None => self.by_labels(form, &of_form),
            Some(best) => match self.by_objects(form, &genuine, &others, best) {
                read if best <= Standing::Quoted && read.status == Verdict::Invalid && self.labels.is_some() => {
                    self.by_labels(form, &of_form)
                }
                read => read,
            },
        };
        if reading.status == Verdict::Accepted
            && let Some(reason) = self.doubt()
        {
            return Reading { status: Verdict::Invalid, reason: Some(reason.to_owned()), ..reading };
        }
        reading
    }

    /// What would forbid to accept anything in this reply.
    pub(super) fn doubt(&self) -> Option<&'static str> {
        if self.cut { Some("truncated") } else { self.reply.doubtful.filter(|_| !self.reply.repeats) }
    }

    /// All objects of the best standing must agree; those of a lower standing count for nothing, but can forbid to accept.
    fn by_objects(&self, form: Form, genuine: &[&Candidate], others: &[&Candidate], best: Standing) -> Reading {
        let (strong, weak): (Vec<&Candidate>, Vec<&Candidate>) = genuine.iter().partition(|c| c.standing == best);
        let mut readings: Vec<Reading> = strong.iter().map(|c| self.decide(form, c)).collect();
        let last = |status: Verdict| readings.iter().rposition(|r| r.status == status);
        let chosen = match (last(Verdict::Accepted), last(Verdict::NeedsRevision), last(Verdict::Invalid)) {
            (Some(_), Some(_), _) | (Some(_), _, Some(_)) => return Reading::invalid("conflict"),
            (accepted, revised, invalid) => accepted.or(revised).or(invalid),
        };
        let Some(reading) = chosen.map(|i| readings.swap_remove(i)) else { return Reading::invalid("no_json") };
        if reading.status != Verdict::Accepted {
            return reading;
        }
        let contradicted = self.all.refused
            || weak.iter().chain(others).any(|c| self.takes_back(&c.fields, &reading))
            || self.beside_refuses(form, &reading)
            || self.prose_contradicts(form)
            || self.words_refuse(form)
            || self.lines_refuse(form, &reading)
            || strong.iter().any(|c| aside::refuses(form, &c.fields, self.options));
        let reason = match best {
            _ if contradicted => return Reading::invalid("conflict"),
            Standing::Apart | Standing::Quoted => "quoted",
            _ if !strong.iter().all(|c| c.sound) => "damaged",
            _ if self.goes_on_without_flag(form, &strong) => "truncated",
            Standing::Code | Standing::Own => return reading,
        };
        Reading { status: Verdict::Invalid, reason: Some(reason.to_owned()), ..reading }
    }

    /// Whether what stands behind the objects looks like the rest of one that was closed too early, and none of them has the flag:
    /// `{"score": 9}, "needs_rev`.
    fn goes_on_without_flag(&self, form: Form, strong: &[&Candidate]) -> bool {
        let flagged = strong.iter().all(|c| !c.fields.needs_revision.is_absent());
        let rest = |prose: &str| prose.trim_start_matches(json::is_blank).starts_with([',', '"']);
        form == Form::Score && !flagged && self.reply.prose.iter().any(|p| !p.code && rest(p.span.of(self.reply.text)))
    }

    /// Whether an object that decides nothing itself speaks against an acceptance.
    fn takes_back(&self, fields: &Fields, accepted: &Reading) -> bool {
        if fields.template {
            let low = fields.score.value().is_some_and(|score| score < self.options.acceptance_threshold);
            return low || fields.needs_revision == scalar::Found::Value(true);
        }
        // Faults that were named apart from the verdict that names none.
        let apart = form_of(fields).is_none() && accepted.issues.is_empty();
        let names = |texts: &Option<Vec<String>>| texts.as_ref().is_some_and(|texts| !texts.is_empty());
        let unsure = fields.confidence.value().is_some_and(|confidence| confidence < self.options.confidence_threshold);
        let advises = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
        (apart && (names(&fields.issues) || names(&fields.critique)))
            || (apart && advises(&fields.suggestion) && !advises(&accepted.suggestion))
            || (accepted.criteria_met.is_some() && unsure)
            || fields.needs_revision == scalar::Found::Unreadable
            || asks_revision(fields, self.options)
    }

    /// Whether an object without any of our fields, beside the verdict or around it, speaks against an acceptance.
    pub(super) fn beside_refuses(&self, form: Form, accepted: &Reading) -> bool {
        self.all
            .beside
            .iter()
            .any(|fields| fields.doubtful || self.takes_back(fields, accepted) || aside::refuses(form, fields, self.options))
    }

    fn decide(&self, form: Form, candidate: &Candidate) -> Reading {
        let alone = self.all.found.len() == 1;
        let orphan = alone && self.labels.as_ref().is_some_and(|l| l.fields.needs_revision == scalar::Found::Value(true));
        let evidence = Evidence { cut: !candidate.closed || self.cut, orphan, ..Evidence::default() };
        let mut reading = decide(form, &candidate.fields, self.options, evidence);
        reading.repairs = candidate.repairs.iter().map(|r| r.name().to_owned()).collect();
        reading
    }

    /// Whether the sentences around the objects refuse.
    fn words_refuse(&self, form: Form) -> bool {
        let mut said = self.reply.prose.iter().filter(|p| !p.code).map(|p| p.span.of(self.reply.text)).peekable();
        let no = said.peek().is_some_and(|first| begins_with_no(first));
        // What stands behind the last object is said of it, what stands before may be a step on the way.
        let last = self.reply.objects.last().and_then(|(tree, _)| tree.nodes.first()).map_or(0, |root| root.span.start);
        let after = self.reply.prose.iter().filter(|p| !p.code && p.span.start > last).map(|p| p.span.of(self.reply.text));
        no || any_refuses(said.clone(), Heard::Requests)
            || any_refuses(after, Heard::Faults)
            || said.any(|text| self.judged_low(form, text))
    }

    /// Whether a line outside the objects says the contrary; one that the critic was shown says nothing.
    pub(super) fn lines_refuse(&self, form: Form, accepted: &Reading) -> bool {
        let mut said = self.reply.prose.iter().filter(|p| !p.code).map(|p| p.span.of(self.reply.text));
        let beside = Beside { form, faultless: accepted.issues.is_empty(), shown: self.shown, options: self.options };
        said.any(|text| beside.refuses(text))
    }

    /// Whether a text rates lower than the verdict that accepts, or tells of a criterion that is not met.
    pub(super) fn judged_low(&self, form: Form, text: &str) -> bool {
        rates_below(text, self.options.acceptance_threshold)
            || (form == Form::Criteria && (admits_unmet(text) || says_unmet(text, self.options.confidence_threshold)))
    }

    /// Whether the text around the objects says otherwise: by labels, or by a quoted key that fell out of an object.
    pub(super) fn prose_contradicts(&self, form: Form) -> bool {
        let unsure = |fields: &Fields| {
            let low = |confidence| confidence < self.options.confidence_threshold;
            form == Form::Criteria && fields.confidence.value().is_some_and(low)
        };
        if self.labels.as_ref().is_some_and(|l| l.fields.conflict || asks_revision(&l.fields, self.options) || unsure(&l.fields))
        {
            return true;
        }
        fn value(rest: &str) -> &str {
            let value = rest.trim_start_matches([' ', '\t', '"', '\\']);
            value.split([',', '}', '"', '\n', ' ', '\\']).next().unwrap_or_default()
        }
        let low = |points: f64| points < self.options.acceptance_threshold;
        self.reply.prose.iter().filter(|p| !p.code).map(|p| p.span.of(self.reply.text)).any(|prose| {
            keyed(prose).any(|(field, rest)| match field {
                Field::NeedsRevision => scalar::flag_in(value(rest)) != Some(false),
                Field::Score => scalar::points_in(value(rest)).is_none_or(low),
                _ => true,
            }) || uncoloned(prose).any(|(field, rest)| match field {
                Field::NeedsRevision => scalar::flag_in(value(rest)) == Some(true),
                Field::Score => scalar::points_in(value(rest)).is_some_and(low),
                _ => false,
            })
        })
    }
}

/// Whether an object says anything about this form.
fn speaks(form: Form, candidate: &Candidate) -> bool {
    let fields = &candidate.fields;
    fields.conflict
        || fields.template
        || match form {
            Form::Score => {
                !fields.score.is_absent()
                    || !fields.needs_revision.is_absent()
                    || fields.issues.is_some()
                    || fields.suggestion.is_some()
            }
            Form::Criteria => form_of(fields) == Some(Form::Criteria) || fields.suggestions.is_some(),
            Form::Status => !fields.status.is_absent() || fields.critique.is_some() || fields.refused,
        }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    const ACCEPT: &str = r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}"#;
    const REVISE: &str = r#"{"score": 4, "issues": ["x"], "suggestion": "y", "needs_revision": true}"#;

    fn check(options: &ReadOptions, cases: &[(String, Verdict, Option<&str>)]) {
        for (text, status, reason) in cases {
            let reading = read(text, options);
            assert_eq!((reading.status, reading.reason.as_deref()), (*status, *reason), "{text}");
        }
    }

    #[test]
    fn all_objects_that_count_must_agree() {
        use Verdict::{Accepted, Invalid, NeedsRevision};
        check(
            &ReadOptions::default(),
            &[
                (format!("{ACCEPT}{ACCEPT}"), Accepted, None),
                (format!("{ACCEPT}{REVISE}"), Invalid, Some("conflict")),
                (format!("{REVISE}{ACCEPT}"), Invalid, Some("conflict")),
                (format!("Example: {ACCEPT}\n{REVISE}"), NeedsRevision, None),
                (format!("Example: {REVISE}\n{ACCEPT}"), Invalid, Some("conflict")),
                (format!("{{\"score\": null}}\n{REVISE}"), NeedsRevision, None),
                (format!("{ACCEPT}\n{{\"status\": \"rejected\"}}"), Invalid, Some("conflict")),
                (format!("Example: {ACCEPT}"), Invalid, Some("quoted")),
            ],
        );
    }

    #[test]
    fn words_around_an_object_can_forbid_to_accept_it() {
        use Verdict::{Accepted, Invalid, NeedsRevision};
        check(
            &ReadOptions::default(),
            &[
                (format!("Score: 9\n{ACCEPT}"), Accepted, None),
                (format!("Score: 3\n{ACCEPT}"), Invalid, Some("conflict")),
                (format!("{ACCEPT} and \"needs_revision\": true"), Invalid, Some("conflict")),
                (r#"{"score": 9}, "needs_revision": true}"#.to_owned(), NeedsRevision, Some("contradictory")),
                (format!("{ACCEPT}\n{{\"sco"), Invalid, Some("truncated")),
                (format!("{{\"previous\": {REVISE}}}\n{ACCEPT}"), Invalid, Some("conflict")),
                (format!("{{'\n{REVISE}\n'{ACCEPT}"), Invalid, Some("conflict")),
                ("Score: 9\nNeeds revision: no\nI wrote \"needs_revision\": true".to_owned(), Invalid, Some("no_json")),
            ],
        );
    }

    #[test]
    fn nothing_is_accepted_from_a_reply_that_was_cut() {
        let cut = ReadOptions { finish_reason: Some("length".to_owned()), ..ReadOptions::default() };
        for text in [ACCEPT, "Score: 9\nNeeds revision: no", "CODE_IS_PERFECT"] {
            assert_eq!(read(text, &ReadOptions::default()).status, Verdict::Accepted, "{text}");
            check(&cut, &[(text.to_owned(), Verdict::Invalid, Some("truncated"))]);
        }
        check(&cut, &[(REVISE.to_owned(), Verdict::NeedsRevision, None)]);
        let inside = r#"{"name": "f", "arguments": "{\"score\": 9, \"needs_revision\": fal"}"#;
        check(&ReadOptions::default(), &[(inside.to_owned(), Verdict::Invalid, Some("truncated"))]);
    }

    #[test]
    fn the_form_is_found_when_it_is_not_given() {
        use Verdict::{Accepted, NeedsRevision};
        check(
            &ReadOptions::default(),
            &[
                (ACCEPT.to_owned(), Accepted, None),
                (r#"{"criteria_met": [true, false], "confidence": 1}"#.to_owned(), NeedsRevision, None),
                (r#"{"status": "needs_revision", "critique": "x"}"#.to_owned(), NeedsRevision, None),
                ("CODE_IS_PERFECT".to_owned(), Accepted, None),
                ("Score: 9\nNeeds revision: no".to_owned(), Accepted, None),
                ("Score: 9\nNeeds revision: no\n{\"status\": \"rejected\"}".to_owned(), NeedsRevision, None),
            ],
        );
    }

    #[test]
    fn an_echo_of_the_answer_or_the_prompt_is_no_verdict() {
        let shown =
            |text: &str| ReadOptions { answer: Some(text.to_owned()), prompt: Some(text.to_owned()), ..ReadOptions::default() };
        assert_eq!(read(ACCEPT, &shown(ACCEPT)).reason.as_deref(), Some("echo"));
        assert_eq!(read(&format!("{ACCEPT}\n{REVISE}"), &shown(ACCEPT)).status, Verdict::NeedsRevision);
        assert_eq!(read(ACCEPT, &shown(REVISE)).status, Verdict::Accepted);
        let braceless = ACCEPT.trim_start_matches('{');
        assert_eq!(read(braceless, &shown("An answer.")).status, Verdict::Accepted);
        assert_eq!(read(braceless, &shown(braceless)).reason.as_deref(), Some("echo"));
        let fenced = "```\nCODE_IS_PERFECT\n```";
        assert_eq!(read(fenced, &ReadOptions::default()).status, Verdict::Accepted);
        for answer in [fenced, "**CODE_IS_PERFECT**", "<think>x</think>CODE_IS_PERFECT"] {
            assert_eq!(read(fenced, &shown(answer)).reason.as_deref(), Some("echo"), "{answer}");
        }
    }
}
