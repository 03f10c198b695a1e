//! Faults in words: which of them are the same one.

use crate::message::{SharedText, is_space, take_letter};

/// Different faults that are kept of one review. What comes first is worst.
const MAX_FAULTS: usize = 200;

/// A digest of a fault's words, whatever their ASCII letter case, white space and the mark at the end. 0: there is no word.
pub fn fault_key(fault: &str) -> u64 {
    let fault = fault.trim_end_matches(|c: char| is_space(c) || matches!(c, '.' | '!' | ';' | ','));
    let (mut key, mut at, mut is_between) = (0, 0, true);
    // FNV-1a.
    let mut add = |letter: char| key = (key ^ u64::from(letter)).wrapping_mul(0x0100_0000_01b3);
    while let Some(letter) = take_letter(fault, &mut at) {
        if is_space(letter) {
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
            kept.push((key, fault));
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

    #[test]
    fn a_fault_in_nearly_the_same_words_is_the_same() {
        let faults = ["Too short.", "no source", " too  SHORT", "", "Too short, again", "\n", "no source;", "!"];
        let faults: Vec<SharedText> = faults.iter().map(|f| (*f).into()).collect();
        assert_eq!(first_distinct_faults(&faults), ["Too short.", "no source", "Too short, again"]);
        let many: Vec<SharedText> = (0..1_000_000).map(|n: i32| n.to_string().into()).collect();
        assert_eq!(first_distinct_faults(&many).len(), MAX_FAULTS);
    }
}
