//! What critics have named so far, so that the next one looks there again and the reviser knows what keeps coming back.

use crate::judge::{distinct, fault_key};
use crate::message::{Text, take};
use crate::prompt::Feedback;

/// Faults that are remembered; the one that was named longest ago falls out.
const MAX_FAULTS: usize = 20;
/// Characters of one fault that are remembered.
const FAULT_CHARS: usize = 200;

/// Faults named in the critiques of a run, the latest last.
#[derive(Default)]
pub(super) struct Memory {
    faults: Vec<Fault>,
    /// A line for each of them.
    list: Option<Text>,
}

struct Fault {
    key: String,
    /// On one line.
    text: Text,
    /// Critiques that named it.
    times: u32,
}

impl Memory {
    /// Takes in what one critique named.
    pub fn note(&mut self, faults: &[Text]) {
        for mut fault in distinct_faults(faults) {
            if let Some(at) = self.faults.iter().position(|f| f.key == fault.key) {
                fault.times = fault.times.saturating_add(self.faults.remove(at).times);
            }
            self.faults.push(fault);
        }
        self.faults.drain(..self.faults.len().saturating_sub(MAX_FAULTS));
        let lines: Vec<String> = self.faults.iter().map(|fault| format!("- {}", fault.told())).collect();
        self.list = if lines.is_empty() { None } else { Some(lines.join("\n").into()) };
    }

    /// A line for each fault, for the next critic.
    pub fn list(&self) -> Option<&Text> {
        self.list.as_ref()
    }

    /// Adds to the feedback of a revision which of its faults were named before, and which earlier ones are not among them.
    pub fn remind(&self, faults: &[Text], feedback: &mut Feedback) {
        let now = distinct_faults(faults);
        let (again, gone): (Vec<&Fault>, Vec<&Fault>) =
            self.faults.iter().partition(|fault| now.iter().any(|other| other.key == fault.key));
        let listed = |faults: Vec<&Fault>| {
            let told: Vec<String> = faults.into_iter().map(Fault::told).collect();
            if told.is_empty() { None } else { Some(told.join("; ").into()) }
        };
        feedback.repeated = listed(again.into_iter().filter(|fault| fault.times > 1).collect());
        feedback.earlier = listed(gone);
    }
}

impl Fault {
    fn told(&self) -> String {
        if self.times > 1 { format!("{} (named {} times)", self.text, self.times) } else { self.text.to_string() }
    }
}

/// The faults that one critique can add, each on one line.
fn distinct_faults(faults: &[Text]) -> Vec<Fault> {
    let lines: Vec<Text> = faults.iter().map(|fault| line(fault).into()).collect();
    let fault = |text: Text| Fault { key: fault_key(&text), text, times: 1 };
    distinct(&lines).into_iter().take(MAX_FAULTS).map(fault).collect()
}

/// The beginning of a fault, on one line.
fn line(fault: &str) -> String {
    let (mut at, mut is_line) = (0, true);
    for letter in (0..FAULT_CHARS).map_while(|_| take(fault, &mut at)) {
        is_line = is_line && !letter.is_control();
    }
    let begin = fault.get(..at).unwrap_or(fault).trim();
    if is_line { begin.to_owned() } else { begin.replace(char::is_control, " ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(critiques: &[&[&str]]) -> Memory {
        let mut memory = Memory::default();
        for faults in critiques {
            memory.note(&faults.iter().map(|fault| Text::from(*fault)).collect::<Vec<_>>());
        }
        memory
    }

    #[test]
    fn a_fault_is_remembered_once_and_counted_by_critique() {
        let memory = memory(&[&["Too short.", "no  source"], &["wrong year", "too short", "Too short"], &[]]);
        assert_eq!(memory.list().map(Text::as_str), Some("- no  source\n- wrong year\n- too short (named 2 times)"));
        assert_eq!(Memory::default().list(), None);
    }

    #[test]
    fn a_memory_has_limits() {
        let mut memory = Memory::default();
        memory.note(&["x".repeat(1_000).into(), "x".repeat(2_000).into()]);
        assert_eq!(memory.list(), Some(&format!("- {}", "x".repeat(FAULT_CHARS)).into()), "one critique names a fault once");
        for n in 0..100 {
            memory.note(&[format!("fault {n} {}", "x".repeat(10_000)).into(), "always\nthere".into()]);
        }
        let listed = memory.list().unwrap();
        assert_eq!(listed.lines().count(), MAX_FAULTS);
        assert!(listed.chars().count() < MAX_FAULTS * (FAULT_CHARS + 30));
        assert!(
            listed.ends_with("- always there (named 100 times)") && listed.contains("fault 99 ") && !listed.contains("fault 80 ")
        );
        let many: Vec<Text> = (0..100_000).map(|n: i32| n.to_string().into()).collect();
        memory.note(&many);
        assert_eq!(memory.list().unwrap().lines().next(), Some("- 0"), "of one critique the first, worst ones");
    }
}
