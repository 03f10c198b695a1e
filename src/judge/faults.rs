//! Faults in words: which of them are the same one.

use std::collections::BTreeSet;

/// What two wordings of one fault share: letters in lower case, single spaces, no mark at the end.
#[must_use]
pub fn fault_key(fault: &str) -> String {
    let words: Vec<&str> = fault.split_whitespace().collect();
    words.join(" ").trim_end_matches(['.', '!', ';', ',']).to_ascii_lowercase()
}

/// Each fault once, in the order in which they came; blank ones are left out.
pub fn distinct<'a>(faults: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    faults.filter(|fault| !fault.trim().is_empty() && seen.insert(fault_key(fault))).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_in_nearly_the_same_words_is_the_same() {
        let faults = ["Too short.", "no source", " too  SHORT", "", "Too short, again", "\n", "no source;"];
        assert_eq!(distinct(faults.into_iter()), ["Too short.", "no source", "Too short, again"]);
    }
}
