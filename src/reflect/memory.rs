//! What critics have named so far, so that the next one looks there again and the reviser knows what keeps coming back.

use crate::judge::{distinct, fault_key};
use crate::prompt::Feedback;

/// Faults that are remembered; the one that was named longest ago falls out.
const MAX_FAULTS: usize = 20;
/// Characters of one fault that are remembered.
const FAULT_CHARS: usize = 200;

/// Faults named in the critiques of a run, the latest last.
#[derive(Default)]
pub(super) struct Memory {
    faults: Vec<Fault>,
}

struct Fault {
    key: String,
    /// On one line.
    text: String,
    /// Critiques that named it.
    times: u32,
}

impl Memory {
    /// Takes in what one critique named.
    pub fn note(&mut self, faults: &[String]) {
        for (key, text) in known(faults) {
            let before = self.faults.iter().position(|f| f.key == key).map(|at| self.faults.remove(at));
            let times = before.map_or(0, |fault| fault.times).saturating_add(1);
            self.faults.push(Fault { key, text, times });
        }
        self.faults.drain(..self.faults.len().saturating_sub(MAX_FAULTS));
    }

    /// A line for each fault, for the next critic.
    pub fn told(&self) -> Option<String> {
        let lines: Vec<String> = self.faults.iter().map(|fault| format!("- {}", fault.told())).collect();
        Some(lines.join("\n")).filter(|text| !text.is_empty())
    }

    /// Adds to the feedback of a revision which of its faults were named before, and which earlier ones are not among them.
    pub fn remind(&self, faults: &[String], feedback: &mut Feedback) {
        let now: Vec<String> = known(faults).map(|(key, _)| key).collect();
        let (again, gone): (Vec<&Fault>, Vec<&Fault>) = self.faults.iter().partition(|fault| now.contains(&fault.key));
        let joined = |faults: Vec<String>| Some(faults.join("; ")).filter(|text| !text.is_empty());
        feedback.repeated = joined(again.into_iter().filter(|fault| fault.times > 1).map(Fault::told).collect());
        feedback.earlier = joined(gone.into_iter().map(Fault::told).collect());
    }
}

impl Fault {
    fn told(&self) -> String {
        if self.times > 1 { format!("{} (named {} times)", self.text, self.times) } else { self.text.clone() }
    }
}

/// Key and text of the faults that one critique can add.
fn known(faults: &[String]) -> impl Iterator<Item = (String, String)> {
    distinct(faults.iter().map(String::as_str)).into_iter().take(MAX_FAULTS).map(|fault| {
        let words: Vec<&str> = fault.split_whitespace().collect();
        let text: String = words.join(" ").chars().take(FAULT_CHARS).collect();
        (fault_key(&text), text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(critiques: &[&[&str]]) -> Memory {
        let mut memory = Memory::default();
        for faults in critiques {
            memory.note(&owned(faults));
        }
        memory
    }

    fn owned(faults: &[&str]) -> Vec<String> {
        faults.iter().map(|f| (*f).to_owned()).collect()
    }

    #[test]
    fn a_fault_is_remembered_once_and_counted_by_critique() {
        let memory = memory(&[&["Too short.", "no  source"], &["wrong year", "too short", "Too short"], &[]]);
        assert_eq!(memory.told().as_deref(), Some("- no source\n- wrong year\n- too short (named 2 times)"));
        assert_eq!(Memory::default().told(), None);
    }

    #[test]
    fn a_reviser_is_told_what_came_back_and_what_must_not() {
        let memory = memory(&[&["a", "b"], &["b", "c"]]);
        let mut feedback = Feedback::default();
        memory.remind(&owned(&["B!", "c"]), &mut feedback);
        assert_eq!((feedback.repeated.as_deref(), feedback.earlier.as_deref()), (Some("b (named 2 times)"), Some("a")));
    }

    #[test]
    fn a_memory_has_limits() {
        let mut memory = Memory::default();
        for n in 0..100 {
            memory.note(&[format!("fault {n} {}", "x".repeat(10_000)), "always\nthere".to_owned()]);
        }
        let told = memory.told().unwrap();
        assert_eq!(told.lines().count(), MAX_FAULTS);
        assert!(told.chars().count() < MAX_FAULTS * (FAULT_CHARS + 30));
        assert!(told.ends_with("- always there (named 100 times)") && told.contains("fault 99 ") && !told.contains("fault 80 "));
        let many: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
        memory.note(&many);
        assert_eq!(memory.told().unwrap().lines().next(), Some("- 0"), "of one critique the first, worst ones");
    }
}
