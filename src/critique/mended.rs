//! Knows sentences that name a fault only to say that it is gone: "the previous issues (a missing year, a wrong unit) have been addressed",
//! "the wrong year was corrected".

use super::negation::is_in;
use super::said::Said;

const MENDED: &str = "fixed corrected resolved gone mended addressed repaired solved replaced removed";
const GOOD: &str = "right correct fine";
const WORKS: &str = "passes pass works work compiles compile holds runs run";
const THINGS: &str = "issues problems errors faults mistakes points concerns comments remarks flaws bugs issue problem error mistake fault bug \
    point remark concern flaw complaints complaint";
const EARLIER: &str = "previous earlier prior last old first former both all";
/// Beginnings of what is wrong, before its noun.
const WRONG: [&str; 9] = ["wrong", "incorrect", "fail", "missing", "broken", "inaccura", "flawed", "mislead", "buggy"];
/// Before such a word it is of a thing that is told of.
const BEFORE: &str =
    "the a an all both my your its any this that these those formerly previously once earlier previous about of s two three few";
const LINKS: &str = "is are was were has have had been now got";
/// With one of these the sentence says more.
const MORE: &str = "not t never still only partly some most half cannot must should need needs but neither nor hardly yet except";

/// Whether a sentence says of every fault it names that it is gone.
pub(super) fn is_mended(sentence: &str) -> bool {
    const LONGEST: usize = 16;
    const BEHIND: usize = 5;
    let (before, rest) = sentence.split_once('(').unwrap_or((sentence, ""));
    let outside = format!("{before} {}", rest.split_once(')').map_or("", |(_, after)| after));
    if outside.contains([',', '(', ':', ';']) {
        return false;
    }
    let said = Said::of(&outside);
    let Some(mended) = (1..said.words.len()).find(|at| says_mended(&said, *at)) else { return false };
    if said.words.len() > LONGEST || said.words.len() > mended + BEHIND || said.has(MORE) {
        return false;
    }
    let listed = !rest.is_empty() && said.before(mended, THINGS) && said.before(mended, EARLIER);
    let told = |(at, word): (usize, &&str)| {
        let named = at < mended && is_in(BEFORE, said.back(at, 1)) && !is_in(LINKS, said.at(at + 1));
        named || !WRONG.iter().any(|wrong| word.starts_with(wrong))
    };
    (rest.is_empty() || listed) && said.words.iter().enumerate().all(told)
}

/// "Was corrected", "is now right", "now passes", "no longer applies".
fn says_mended(said: &Said, at: usize) -> bool {
    let (word, before) = (said.at(at), said.back(at, 1));
    (is_in(MENDED, word) && is_in(LINKS, before))
        || (is_in(GOOD, word) && before == "now")
        || (is_in("there here included", word) && before == "now" && said.before(at, "missing"))
        || (is_in(WORKS, word) && before == "now")
        || (is_in("applies appears occurs fails crashes matters apply appear occur fail", word) && before == "longer")
}

#[cfg(test)]
mod tests {
    use super::super::Verdict::Accepted;
    use super::super::traps::{WHOLE, under};
    use super::super::{Form, read};

    fn accepts(text: &str) -> bool {
        read(text, &under(Form::Score)).status == Accepted
    }

    #[test]
    fn a_fault_that_is_gone_takes_nothing_back_and_one_that_is_not_does() {
        for words in [
            "The typo in line 2 was fixed.",
            "The wrong year was corrected.",
            "The incorrect sum is now right.",
            "What was missing has been added.",
            "The missing units have been added.",
            "The bug that crashed the parser is gone.",
            "The formerly broken link works now.",
            "The critic's earlier remark about the wrong date no longer applies.",
            "Both earlier faults (no source; wrong date) are gone.",
            "The answer does not cite a source, but none was asked for.",
            "It leaves out the proof, which was not required.",
            "It is not long, and need not be.",
            "The units, missing in the first draft, are there.",
            "All of my complaints about the missing sources have been dealt with.",
            "Not mentioned: the weather, which is irrelevant.",
            "The failing test of the user now passes.",
            "It rejects invalid input.",
            "The missing year is now included.",
            "The failing tests now pass.",
            "The error about the wrong type no longer occurs.",
        ] {
            assert!(accepts(&format!("{WHOLE}\n\n{words}")), "behind: {words}");
            assert!(accepts(&format!("{words}\n\n{WHOLE}")), "before: {words}");
        }
        for words in [
            "The original code has an off-by-one error, which the answer finds.",
            "The user's code is vulnerable to SQL injection; the answer explains how to fix it.",
            "The bug is in line 3 of the user's code, as the answer says.",
        ] {
            assert!(accepts(&format!("{WHOLE}\n\n{words}")), "behind: {words}");
        }
        for words in [
            "The previous issues (missing year, wrong unit) are still there.",
            "The wrong year was not corrected.",
            "The wrong year was corrected but the unit is wrong.",
            "The answer is wrong and was corrected by nobody.",
            "Both faults (no source; wrong date) remain, and the answer is wrong.",
            "The wrong year is there now.",
            "The tests fail now.",
            "The wrong year is still there.",
            "The wrong year is now there.",
        ] {
            assert!(!accepts(&format!("{WHOLE}\n\n{words}")), "{words}");
        }
    }
}
