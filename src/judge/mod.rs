//! Combines judgements: the critics' readings become one, and with the verifiers' verdicts one decision.
//!
//! **Invariant:** a failed verifier forbids acceptance whatever the score; a passing one does not overrule a rejecting critic; a
//! draft that was cut is accepted only if a verifier passes it, and none that a verifier said nothing of.

mod faults;
mod jury;
mod verdict;

pub use faults::{fault_key, first_distinct_faults, first_distinct_keyed_faults};
pub use jury::{Vote, average_by_log_odds, average_looks, combine_votes, is_settled};
pub(crate) use verdict::failed_critic;
pub use verdict::{CriticVerdict, NON_JSON};

use crate::critique::{CritiqueReader, ReadOptions, Verdict};
use crate::message::{SmallMap, VerifierVerdict};
use crate::settings::Settings;

/// What follows for the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Accept,
    Revise,
    /// Nobody said anything that can be used.
    Unknown,
}

/// The one decision. With a critic it accepts when the critic accepts and no verifier failed; without one, when every verifier
/// passed (at least one is required). There is no verdict where there is no critic, or it has not looked yet; a draft
/// `lacks_verifier_verdict` where a verifier gave none on it, and `is_cut` where it ended at a length limit or a content filter.
pub fn decide_draft(
    verdict: Option<Verdict>,
    verifiers: &SmallMap<VerifierVerdict>,
    lacks_verifier_verdict: bool,
    is_cut: bool,
) -> Decision {
    let failed = verifiers.values().any(|v| !v.passed);
    let passed = !failed && !lacks_verifier_verdict && !verifiers.is_empty();
    match verdict {
        _ if failed => Decision::Revise,
        None if passed => Decision::Accept,
        None | Some(Verdict::Contradictory | Verdict::Unclear | Verdict::Invalid) => Decision::Unknown,
        Some(Verdict::Accepted) if passed || !(is_cut || lacks_verifier_verdict) => Decision::Accept,
        Some(Verdict::Accepted | Verdict::NeedsRevision) => Decision::Revise,
    }
}

/// The reader of critiques under these settings; `prompt` is what every critic is told.
pub fn critique_reader(settings: &Settings, prompt: String) -> CritiqueReader {
    CritiqueReader::new(ReadOptions {
        form: Some(settings.form),
        acceptance_threshold: settings.acceptance_threshold,
        confidence_threshold: settings.confidence_threshold,
        criteria_count: u32::try_from(settings.criteria.len()).ok().filter(|n| *n > 0),
        max_suggestions: settings.max_suggestions,
        on_contradiction: Some(settings.on_contradiction),
        sentinels: settings.sentinels.clone(),
        prompt: Some(prompt),
        ..ReadOptions::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make_verdicts(passed: &[bool]) -> SmallMap<VerifierVerdict> {
        let verdict = |passed| VerifierVerdict { passed, issues: None, score: None };
        passed.iter().enumerate().map(|(i, p)| (i.to_string(), verdict(*p))).collect()
    }

    #[test]
    fn nothing_is_accepted_that_nobody_accepted() {
        use Decision::{Accept, Revise, Unknown};
        use Verdict::{Accepted, Invalid, NeedsRevision};
        let cases: [(Option<Verdict>, &[bool], bool, Decision); 12] = [
            (Some(Accepted), &[], false, Accept),
            (Some(Accepted), &[true], false, Accept),
            (Some(Accepted), &[true, false], false, Revise),
            (Some(Accepted), &[], true, Revise),
            (Some(Accepted), &[true], true, Accept),
            (Some(NeedsRevision), &[], false, Revise),
            (Some(NeedsRevision), &[true], false, Revise),
            (Some(Invalid), &[], false, Unknown),
            (Some(Invalid), &[true], false, Unknown),
            (None, &[], false, Unknown),
            (None, &[true, true], false, Accept),
            (None, &[false], false, Revise),
        ];
        for (critic, checks, cut, expected) in cases {
            let verifiers = make_verdicts(checks);
            let decide = |unchecked| decide_draft(critic, &verifiers, unchecked, cut);
            assert_eq!(decide(false), expected, "{critic:?} {checks:?} cut {cut}");
            assert_ne!(decide(true), Accept, "{critic:?} {checks:?} cut {cut}");
        }
    }
}
