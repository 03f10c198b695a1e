//! Decides what the fields of one object say, form by form. Whether that object may be trusted is decided in `settle`.

use super::fields::Fields;
use super::scalar::{Found, Status};
use super::{Form, OnContradiction, ReadOptions, Reading, Verdict};

/// How firmly one object can speak.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    /// Fields may be missing because the reply ended early.
    pub cut: bool,
    /// Every deciding field must be there to accept.
    pub both: bool,
    /// A flag that asks for a revision fell out of its object.
    pub orphan: bool,
    /// Words around it say that a criterion is not met, or the confidence is too low.
    pub unmet: bool,
}

type Decision = (Verdict, Option<&'static str>);

const ACCEPTED: Decision = (Verdict::Accepted, None);
const NEEDS_REVISION: Decision = (Verdict::NeedsRevision, None);

fn invalid(reason: &'static str) -> Decision {
    (Verdict::Invalid, Some(reason))
}

/// What one set of fields says under a form.
pub(super) fn decide(form: Form, fields: &Fields, options: &ReadOptions, evidence: Evidence) -> Reading {
    if fields.conflict {
        return Reading::invalid("conflict");
    }
    let mut reading = Reading {
        score: fields.score.value(),
        needs_revision: fields.needs_revision.value(),
        issues: fields.issues.clone().unwrap_or_default(),
        suggestion: fields.suggestion.clone().or_else(|| plural(form, fields)),
        confidence: fields.confidence.value(),
        reasoning: fields.reasoning.clone(),
        ..Reading::invalid("")
    };
    let decided = match form {
        Form::Score => by_score(fields, options, evidence),
        Form::Criteria => by_criteria(fields, options, evidence, &mut reading),
        Form::Status => by_status(fields, evidence, &mut reading),
    };
    let (status, reason) = match decided {
        (Verdict::Accepted, _) if fields.unsure && fields.needs_revision.is_absent() => invalid("needs_revision"),
        (Verdict::Accepted, _) if form != Form::Score && fields.needs_revision == Found::Unreadable => invalid("needs_revision"),
        (Verdict::Accepted, _) if fields.doubtful => invalid("score"),
        (Verdict::Accepted, _) if fields.status == Found::Value(Status::Invalid) => invalid("status"),
        (Verdict::Accepted, _) if refused(form, fields, options) => (refusal(options), Some("contradictory")),
        (Verdict::Accepted | Verdict::Invalid, _) if evidence.cut => invalid("truncated"),
        decided => decided,
    };
    if status == Verdict::NeedsRevision && form == Form::Score {
        reading.score = reading.score.or(fields.low);
        reading.needs_revision = reading.needs_revision.or(fields.begins_yes.then_some(true));
        reading.suggestion = reading.suggestion.or_else(|| fields.critique.as_ref().map(|texts| texts.join("; ")));
    }
    Reading { status, reason: reason.map(str::to_owned), ..reading }
}

/// Seed 004. A missing flag leaves it to the score; a missing score leaves nothing that could accept.
fn by_score(fields: &Fields, options: &ReadOptions, evidence: Evidence) -> Decision {
    let flag = match fields.needs_revision {
        Found::Absent if evidence.orphan => Found::Value(true),
        flag => flag,
    };
    match (fields.score, flag) {
        (Found::Value(score), flag) => {
            let high = score >= options.acceptance_threshold;
            match flag {
                Found::Value(flag) if flag == high => (contradiction(options, high, flag), Some("contradictory")),
                Found::Unreadable | Found::Placeholder if high => invalid("needs_revision"),
                Found::Absent if high && evidence.both => invalid("needs_revision"),
                _ if high => ACCEPTED,
                _ => NEEDS_REVISION,
            }
        }
        (_, Found::Value(true)) => NEEDS_REVISION,
        (_, Found::Value(false)) => invalid("score"),
        // Revising needs little: "3/10. Needs work." is no score, and yet says enough.
        _ if fields.low.is_some_and(|low| low < options.acceptance_threshold) || fields.begins_yes => NEEDS_REVISION,
        _ => invalid("score"),
    }
}

/// Suggestions in the plural, where one was asked for.
fn plural(form: Form, fields: &Fields) -> Option<String> {
    let all = fields.suggestions.as_ref().filter(|all| form == Form::Score && !all.is_empty())?;
    Some(all.join("; "))
}

/// Under `accept`, seed 004's own rule: no revision wanted, or score high enough.
fn contradiction(options: &ReadOptions, high: bool, needs_revision: bool) -> Verdict {
    match options.on_contradiction {
        OnContradiction::Accept if high || !needs_revision => Verdict::Accepted,
        OnContradiction::Accept | OnContradiction::Revise => Verdict::NeedsRevision,
        OnContradiction::Invalid => Verdict::Invalid,
    }
}

/// An acceptance that another field takes back never accepts.
fn refusal(options: &ReadOptions) -> Verdict {
    if options.on_contradiction == OnContradiction::Invalid { Verdict::Invalid } else { Verdict::NeedsRevision }
}

/// Seed 001: padded with false, trimmed, accepted when every criterion is met and the confidence reaches its threshold.
fn by_criteria(fields: &Fields, options: &ReadOptions, evidence: Evidence, reading: &mut Reading) -> Decision {
    let max = usize::try_from(options.max_suggestions).unwrap_or(usize::MAX);
    reading.suggestions = fields.suggestions.clone().map(|all| all.into_iter().take(max).collect());
    let count = options.criteria_count.and_then(|n| usize::try_from(n).ok());
    let mut met = fields.criteria.clone();
    if let Some(count) = count {
        met.truncate(count);
    }
    let whole = fields.criteria_met == Found::Value(());
    // Lines with a confidence and no such label may give the criteria in words: "1. Met".
    let missing = fields.criteria_met.is_absent() && !evidence.cut && (!evidence.both || evidence.unmet);
    if (whole || missing)
        && let Some(count) = count
    {
        // A count of criteria is a setting of the caller, not of the critic.
        met.resize(count, false);
    }
    let refuses = met.contains(&false);
    if !met.is_empty() {
        reading.criteria_met = Some(met);
    }
    if fields.criteria_met == Found::Unreadable || (reading.criteria_met.is_none() && !evidence.cut) {
        return invalid("criteria_met");
    }
    if refuses {
        return NEEDS_REVISION;
    }
    if !whole {
        return invalid("truncated");
    }
    match fields.confidence {
        Found::Value(confidence) if confidence >= options.confidence_threshold => ACCEPTED,
        Found::Value(_) => (Verdict::NeedsRevision, Some("low_confidence")),
        Found::Absent if !evidence.both && !evidence.cut => {
            reading.confidence = Some(0.0);
            (Verdict::NeedsRevision, Some("low_confidence"))
        }
        Found::Absent | Found::Unreadable | Found::Placeholder => invalid("confidence"),
    }
}

/// Seed 002. The critique's text is the fault when no list of faults is given, and else how to mend them.
fn by_status(fields: &Fields, evidence: Evidence, reading: &mut Reading) -> Decision {
    let texts = fields.critique.clone().unwrap_or_default();
    reading.reasoning = reading.reasoning.take().or_else(|| (!texts.is_empty()).then(|| texts.join("; ")));
    let decision = match fields.status {
        Found::Value(Status::Accepted) if !evidence.both || !texts.is_empty() => ACCEPTED,
        Found::Value(Status::NeedsRevision) => NEEDS_REVISION,
        _ if fields.refused || fields.needs_revision == Found::Value(true) => NEEDS_REVISION,
        _ => invalid("status"),
    };
    if decision.0 == Verdict::Accepted || texts.is_empty() {
        return decision;
    }
    if reading.issues.is_empty() {
        reading.issues = texts;
    } else if texts != reading.issues {
        reading.suggestion = reading.suggestion.take().or_else(|| Some(texts.join("; ")));
    }
    decision
}

/// Whether a field that does not belong to the form, or stands further in, takes an acceptance back.
fn refused(form: Form, fields: &Fields, options: &ReadOptions) -> bool {
    let flag = fields.needs_revision == Found::Value(true);
    let status = fields.status == Found::Value(Status::NeedsRevision);
    let score = fields.score.value().is_some_and(|s| s < options.acceptance_threshold);
    let criteria = fields.criteria.contains(&false);
    fields.refused
        || fields.other_score.is_some_and(|s| s < options.acceptance_threshold)
        || match form {
            Form::Score => status || criteria,
            Form::Criteria => status || flag || score,
            Form::Status => flag || score || criteria,
        }
}

/// Whether fields of any form ask for a revision.
pub(super) fn asks_revision(fields: &Fields, options: &ReadOptions) -> bool {
    fields.refused
        || fields.other_score.is_some_and(|s| s < options.acceptance_threshold)
        || fields.needs_revision == Found::Value(true)
        || fields.status == Found::Value(Status::NeedsRevision)
        || fields.score.value().is_some_and(|s| s < options.acceptance_threshold)
        || fields.criteria.contains(&false)
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;

    fn decide_text(form: Form, text: &str, options: &ReadOptions) -> (Verdict, Option<String>) {
        let fields = Fields::read(&json::parse(text, 0, false), 0).unwrap();
        let reading = decide(form, &fields, options, Evidence::default());
        (reading.status, reading.reason)
    }

    fn check(form: Form, options: &ReadOptions, cases: &[(&str, Verdict, Option<&str>)]) {
        for (text, status, reason) in cases {
            assert_eq!(decide_text(form, text, options), (*status, reason.map(str::to_owned)), "{text}");
        }
    }

    #[test]
    fn a_score_and_a_flag_decide_together() {
        use Verdict::{Accepted, Invalid, NeedsRevision};
        let cases = [
            (r#"{"score": 9, "needs_revision": false}"#, Accepted, None),
            (r#"{"score": 8}"#, Accepted, None),
            (r#"{"score": 7.99}"#, NeedsRevision, None),
            (r#"{"score": 9, "needs_revision": null}"#, Accepted, None),
            (r#"{"score": 9, "needs_revision": "maybe"}"#, Invalid, Some("needs_revision")),
            (r#"{"score": 3, "needs_revision": "maybe"}"#, NeedsRevision, None),
            (r#"{"score": NaN, "needs_revision": true}"#, NeedsRevision, None),
            (r#"{"score": NaN, "needs_revision": false}"#, Invalid, Some("score")),
            (r#"{"needs_revision": false}"#, Invalid, Some("score")),
            (r#"{"score": 9, "needs_revision": true}"#, NeedsRevision, Some("contradictory")),
            (r#"{"score": 9, "needs_revision": false, "status": "rejected"}"#, NeedsRevision, Some("contradictory")),
            (r#"{"score": 9, "needs_revision": false, "status": "done"}"#, Accepted, None),
            (r#"{"score": 9, "score": 8}"#, Invalid, Some("conflict")),
        ];
        check(Form::Score, &ReadOptions::default(), &cases);
    }

    #[test]
    fn a_contradiction_is_read_as_the_caller_wishes() {
        use Verdict::{Accepted, Invalid, NeedsRevision};
        let cases = [
            (OnContradiction::Accept, [Accepted, Accepted, NeedsRevision]),
            (OnContradiction::Revise, [NeedsRevision; 3]),
            (OnContradiction::Invalid, [Invalid; 3]),
        ];
        let texts = [
            r#"{"score": 9, "needs_revision": true}"#,
            r#"{"score": 3, "needs_revision": false}"#,
            r#"{"score": 9, "needs_revision": false, "accepted": false}"#,
        ];
        for (on_contradiction, statuses) in cases {
            let options = ReadOptions { on_contradiction, ..ReadOptions::default() };
            for (text, status) in texts.iter().zip(statuses) {
                let expected = (status, Some("contradictory".to_owned()));
                assert_eq!(decide_text(Form::Score, text, &options), expected, "{text} {on_contradiction:?}");
            }
        }
    }

    #[test]
    fn criteria_are_padded_trimmed_and_never_met_by_an_empty_list() {
        use Verdict::{Accepted, Invalid, NeedsRevision};
        let three = ReadOptions { criteria_count: Some(3), ..ReadOptions::default() };
        let cases = [
            (r#"{"criteria_met": [true, true, true], "confidence": 0.9}"#, Accepted, None),
            (r#"{"criteria_met": [true, true, true, false], "confidence": 0.9}"#, Accepted, None),
            (r#"{"criteria_met": [true], "confidence": 0.9}"#, NeedsRevision, None),
            (r#"{"criteria_met": [true, true, "maybe"], "confidence": 0.9}"#, NeedsRevision, None),
            (r#"{"criteria_met": [], "confidence": 0.9}"#, NeedsRevision, None),
            (r#"{"criteria_met": "true, true, true", "confidence": 0.9}"#, Invalid, Some("criteria_met")),
            (r#"{"criteria_met": [true, true, true], "confidence": 0.74}"#, NeedsRevision, Some("low_confidence")),
            (r#"{"criteria_met": [true, true, true]}"#, NeedsRevision, Some("low_confidence")),
            (r#"{"criteria_met": [true, true, true], "confidence": NaN}"#, Invalid, Some("confidence")),
            (r#"{"criteria_met": [true, true, true], "confidence": 90}"#, Invalid, Some("confidence")),
            (r#"{"criteria_met": [false, true, true], "confidence": NaN}"#, NeedsRevision, None),
        ];
        check(Form::Criteria, &three, &cases);
        for count in [None, Some(0)] {
            let options = ReadOptions { criteria_count: count, ..ReadOptions::default() };
            check(Form::Criteria, &options, &[(r#"{"criteria_met": [], "confidence": 1}"#, Invalid, Some("criteria_met"))]);
        }
    }

    #[test]
    fn a_status_decides_unless_another_field_takes_it_back() {
        use Verdict::{Accepted, Invalid, NeedsRevision};
        let cases = [
            (r#"{"status": "accepted", "critique": "fine"}"#, Accepted, None),
            (r#"{"status": "Needs Revision", "critique": "x"}"#, NeedsRevision, None),
            (r#"{"status": "invalid"}"#, Invalid, Some("status")),
            (r#"{"critique": "x"}"#, Invalid, Some("status")),
            (r#"{"status": "accepted", "needs_revision": true}"#, NeedsRevision, Some("contradictory")),
            (r#"{"status": "accepted", "score": 3}"#, NeedsRevision, Some("contradictory")),
        ];
        check(Form::Status, &ReadOptions::default(), &cases);
    }
}
