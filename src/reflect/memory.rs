//! What critics and verifiers have named so far, so that the next critic looks there again and the reviser knows what keeps coming back.

use super::record::DraftRecord;
use crate::judge::{fault_key, first_distinct_keyed_faults};
use crate::message::{SharedText, append_text, is_plain, join_texts, make_room, trim_blanks};
use crate::prompt::{self, Feedback};

/// Faults that are remembered; the one that was named longest ago falls out.
const MAX_FAULTS: usize = 20;
/// Characters of one fault that are remembered.
const FAULT_CHARS: usize = 200;

/// Faults named in the critiques of a run, the latest last.
#[derive(Default)]
pub(super) struct Memory {
    faults: Vec<Fault>,
    /// A line for each of them, for the next critic.
    pub list: Option<SharedText>,
}

struct Fault {
    key: u64,
    /// On one line.
    text: SharedText,
    /// Critiques that named it.
    times: u32,
}

impl Memory {
    /// Takes in the faults of one critique.
    pub fn record_faults(&mut self, faults: &[SharedText]) {
        for (key, text) in
            first_distinct_keyed_faults(faults.iter().map(|fault| self.shorten_and_key_fault(fault))).into_iter().take(MAX_FAULTS)
        {
            let earlier = self.faults.iter().position(|fault| fault.key == key).map(|at| self.faults.remove(at));
            let times = earlier.map_or(1, |earlier| earlier.times.saturating_add(1));
            self.faults.push(Fault { key, text, times });
        }
        self.faults.drain(..self.faults.len().saturating_sub(MAX_FAULTS));
        self.list = join_faults(self.faults.iter(), "- ", "\n");
    }

    /// A fault on one line, with its key, which is mostly known from before.
    fn shorten_and_key_fault(&self, fault: &SharedText) -> (u64, SharedText) {
        let line = shorten_fault(fault);
        let earlier = self.faults.iter().find(|earlier| earlier.text == line);
        (earlier.map_or_else(|| fault_key(&line), |earlier| earlier.key), line)
    }

    /// Adds which issues were named before, and which earlier ones are not among them: outside `classic` only those that came back once,
    /// since a mended fault that is named draws a model's eye from those that are there.
    pub fn add_reminders(&self, feedback: &mut Feedback, classic: bool) {
        let keys: Vec<u64> = feedback.issues.iter().map(|fault| self.shorten_and_key_fault(fault).0).collect();
        let is_named = |fault: &&Fault| keys.contains(&fault.key);
        let came_back = |fault: &&Fault| fault.times > 1;
        feedback.repeated = join_faults(self.faults.iter().filter(is_named).filter(came_back), "", "; ");
        feedback.earlier =
            join_faults(self.faults.iter().filter(|fault| !is_named(fault) && (classic || came_back(fault))), "", "; ");
    }
}

/// Faults in words, with `before_each` each and a separator between them.
fn join_faults<'a>(faults: impl Iterator<Item = &'a Fault> + Clone, before_each: &str, between: &str) -> Option<SharedText> {
    const BESIDE: usize = 24;
    let mut list = make_room(faults.clone().map(|fault| fault.text.len() + BESIDE).sum());
    for Fault { text, times, .. } in faults {
        let separator = if list.is_empty() { "" } else { between };
        append_text(&mut list, separator);
        append_text(&mut list, before_each);
        append_text(&mut list, text);
        if *times > 1 {
            list.push_str(" (named ");
            list.push_str(&SharedText::from_number(f64::from(*times)));
            list.push_str(" times)");
        }
    }
    (!list.is_empty()).then(|| list.into())
}

/// Describes the failed checks of the draft that is revised, and of the newest draft that failed.
pub(super) fn describe_revised_and_newest_failures(
    drafts: &[DraftRecord],
    base_draft: Option<&DraftRecord>,
) -> Option<SharedText> {
    let newest = drafts.iter().rev().find(|record| record.draft.fails_verifiers())?;
    let found = |record: &DraftRecord| prompt::describe_all_verdicts(&record.draft.verifiers).unwrap_or_default();
    match base_draft {
        Some(base_draft) if base_draft.draft.index != newest.draft.index && base_draft.draft.fails_verifiers() => {
            Some(join_texts(&[&*found(base_draft), &*found(newest)], "\nA later answer:\n").into())
        }
        _ => Some(found(newest)),
    }
}

/// The beginning of a fault, on one line.
fn shorten_fault(fault: &SharedText) -> SharedText {
    let end = if fault.len() <= FAULT_CHARS { None } else { fault.char_indices().nth(FAULT_CHARS) };
    let line = trim_blanks(end.and_then(|(end, _)| fault.get(..end)).unwrap_or(fault));
    if is_plain(line) { fault.share_or_copy_part(line) } else { line.replace(char::is_control, " ").into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_has_limits() {
        let mut memory = Memory::default();
        memory.record_faults(&["x".repeat(1_000).into(), "x".repeat(2_000).into()]);
        assert_eq!(
            memory.list.as_ref(),
            Some(&format!("- {}", "x".repeat(FAULT_CHARS)).into()),
            "one critique names a fault once"
        );
        for n in 0..100 {
            memory.record_faults(&[format!("fault {n} {}", "x".repeat(10_000)).into(), "always\nthere".into()]);
        }
        let listed = memory.list.as_ref().unwrap();
        assert_eq!(listed.lines().count(), MAX_FAULTS);
        assert!(listed.chars().count() < MAX_FAULTS * (FAULT_CHARS + 30));
        assert!(
            listed.ends_with("- always there (named 100 times)") && listed.contains("fault 99 ") && !listed.contains("fault 80 ")
        );
        let many: Vec<SharedText> = (0..100_000).map(|n: i32| n.to_string().into()).collect();
        memory.record_faults(&many);
        assert_eq!(memory.list.as_ref().unwrap().lines().next(), Some("- 0"), "of one critique the first, worst ones");
    }
}
