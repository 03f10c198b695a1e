//! Combines judgements: the critics' readings become one, and with the verifiers' verdicts one decision.
//!
//! **Invariant:** a failed verifier forbids acceptance whatever the score; a passing one does not overrule a rejecting critic; a
//! draft that was cut is accepted only if a verifier passes it, and none that a verifier said nothing of.

mod jury;
mod verdict;

pub use jury::{Vote, average_by_log_odds, average_looks, combine_votes, is_settled};
pub(crate) use verdict::failed_critic;
pub use verdict::{CriticVerdict, NON_JSON};

use crate::critique::{CritiqueReader, ReadOptions, Verdict};
use crate::message::{SharedText, SmallMap, VerifierVerdict, is_white_space, push_item, take_letter};
use crate::settings::Settings;

/// Different faults that are kept of one review. What comes first is worst.
const MAX_FAULTS: usize = 200;

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

/// A digest of a fault's words, whatever their ASCII letter case, white space and the mark at the end. 0: there is no word.
pub fn fault_key(fault: &str) -> u64 {
    let fault = fault.trim_end_matches(|c: char| is_white_space(c) || matches!(c, '.' | '!' | ';' | ','));
    let (mut key, mut at, mut is_between) = (0, 0, true);
    // FNV-1a.
    let mut add = |letter: char| key = (key ^ u64::from(letter)).wrapping_mul(0x0100_0000_01b3);
    while let Some(letter) = take_letter(fault, &mut at) {
        if is_white_space(letter) {
            is_between = true;
            continue;
        }
        if std::mem::take(&mut is_between) {
            add(' ');
        }
        add(letter.to_ascii_lowercase());
    }
    key
}

/// Faults with their keys, each once and in the order in which they came, 200 at most. Blank ones are left out.
pub fn first_distinct_keyed_faults(faults: impl Iterator<Item = (u64, SharedText)>) -> Vec<(u64, SharedText)> {
    let mut kept: Vec<(u64, SharedText)> = Vec::new();
    for (key, fault) in faults {
        if kept.len() == MAX_FAULTS {
            break;
        }
        if key != 0 && kept.iter().all(|(other, _)| *other != key) {
            push_item(&mut kept, (key, fault));
        }
    }
    kept
}

/// Removes repeated faults, whose keys are not known yet.
pub fn first_distinct_faults(faults: &[SharedText]) -> Vec<SharedText> {
    let keyed = faults.iter().map(|fault| (fault_key(fault), fault.clone()));
    first_distinct_keyed_faults(keyed).into_iter().map(|(_, fault)| fault).collect()
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

    #[test]
    fn a_fault_in_nearly_the_same_words_is_the_same() {
        let faults = ["Too short.", "no source", " too  SHORT", "", "Too short, again", "\n", "no source;", "!"];
        let faults: Vec<SharedText> = faults.iter().map(|f| (*f).into()).collect();
        assert_eq!(first_distinct_faults(&faults), ["Too short.", "no source", "Too short, again"]);
        let many: Vec<SharedText> = (0..1_000_000).map(|n: i32| n.to_string().into()).collect();
        assert_eq!(first_distinct_faults(&many).len(), MAX_FAULTS);
    }
}
