//! Faults in words: which of them are the same one.

use crate::message::{Text, is_space, word};

/// Different faults that are kept of one review. What comes first is worst.
const MAX_FAULTS: usize = 200;

/// What two wordings of one fault share, as a digest: its words, whatever their ASCII letter case, the white space between them and the mark at
/// the end. 0: there is no word.
#[must_use]
pub fn fault_key(fault: &str) -> u64 {
    let fault = fault.trim_end_matches(|c: char| is_space(c) || matches!(c, '.' | '!' | ';' | ','));
    let (mut key, mut at) = (0, 0);
    // FNV-1a.
    let mut add = |byte: u8| key = (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    while let Some(word) = word(fault, &mut at) {
        add(b' ');
        word.bytes().for_each(|byte| add(byte.to_ascii_lowercase()));
    }
    key
}

/// Faults, each once and in the order in which they came, 200 at most. Blank ones are left out.
#[must_use]
pub fn distinct(faults: &[Text]) -> Vec<Text> {
    let (mut keys, mut texts) = (Vec::new(), Vec::new());
    for fault in faults {
        if texts.len() == MAX_FAULTS {
            break;
        }
        let key = fault_key(fault);
        if key != 0 && !keys.contains(&key) {
            keys.push(key);
            texts.push(fault.clone());
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_in_nearly_the_same_words_is_the_same() {
        let faults = ["Too short.", "no source", " too  SHORT", "", "Too short, again", "\n", "no source;", "!"];
        let faults: Vec<Text> = faults.iter().map(|f| (*f).into()).collect();
        assert_eq!(distinct(&faults), ["Too short.", "no source", "Too short, again"]);
        let many: Vec<Text> = (0..1_000_000).map(|n: i32| n.to_string().into()).collect();
        assert_eq!(distinct(&many).len(), MAX_FAULTS);
    }
}
