//! What stands beside a verdict and takes it back, doubts it, cuts it off or turns its scale round.

use super::Verdict::Accepted;
use super::traps::{WHOLE, under};
use super::{Form, read};

fn accepts(text: &str) -> bool {
    read(text, &under(Form::Score)).status == Accepted
}

/// `both` refuse on either side of a verdict, `behind` only behind it, where before it they are a step on the way; `neither` refuse at all.
fn check(both: &[&str], behind: &[&str], neither: &[&str]) {
    for words in both {
        assert!(!accepts(&format!("{words}\n\n{WHOLE}")), "before: {words}");
    }
    for words in both.iter().chain(behind) {
        assert!(!accepts(&format!("{WHOLE}\n\n{words}")), "behind: {words}");
    }
    for words in neither {
        assert!(accepts(&format!("{words}\n\n{WHOLE}")), "before: {words}");
        assert!(accepts(&format!("{WHOLE}\n\n{words}")), "behind: {words}");
    }
}

#[test]
fn a_verdict_that_is_taken_back_accepts_nothing() {
    check(
        &[
            "I retract this.",
            "Never mind.",
            "(Just kidding, this is terrible.)",
            "Actually 5.",
            "Try again.",
            "Start over.",
            "The flag is inverted.",
            "NOT!",
            "I withdraw my verdict.",
            "I have to retract my score.",
            "Never mind that score.",
            "Strike that.",
            "Forget the above.",
            "Oops, that was for another answer.",
            "Just joking!",
            "Go back and start again from scratch.",
            "Do it again.",
            "The scores are reversed.",
            "Read true for false.",
            "Cancel the verdict above.",
            "Make it a 5.",
            "Hmm, actually 4.",
        ],
        &["False.", "I misread it."],
        &[
            "Never mind the small typo.",
            "Never mind that the title is long.",
            "I would not retract a word of it.",
            "I see no reason to withdraw my approval.",
            "The story ends with the hero trying again.",
            "The list is reversed in place.",
            "The flag is set to false.",
            "The boolean is returned as asked.",
            "No kidding, this is excellent.",
            "It starts over from zero when the counter is full.",
            "The joke at the end is good.",
            "One can try again after a timeout.",
            "Forget the competition.",
            "Any issues? No.",
            "Does it need a revision? False.",
            "The condition in line 3 is inverted, as it should be.",
            "The sum is 5.",
            "I first overlooked the second half, but it is there.",
        ],
    );
}

#[test]
fn a_verdict_that_its_critic_doubts_accepts_nothing() {
    check(
        &[
            "I am not confident in this score.",
            "I'm only 20% confident.",
            "This is a guess.",
            "TODO: actually check the answer",
            "I'm not sure about this.",
            "I am just guessing.",
            "I had to guess.",
            "My confidence in this verdict is low.",
            "I have little confidence in this score.",
            "That's only my best guess.",
            "I'm unsure about the score.",
            "It's pure guesswork.",
            "I'm not at all certain of this rating.",
        ],
        &[
            "Not sure, maybe it should be a 4.",
            "I am not sure whether this is right.",
            "Perhaps it should be a 3.",
            "I am not convinced.",
        ],
        &[
            "I would not call it a guess.",
            "I'm not sure what could be improved.",
            "I am confident in this score.",
            "I am sure that it is right.",
            "I'm 95% confident.",
            "It says that the date is a guess, which is honest.",
            "The author is right to be unsure about the date.",
            "The reader can be sure of the result.",
            "No need to guess what is meant.",
            "It marks its guesses as such.",
            "I am not sure anything could be better.",
            "The code has no TODO left.",
            "It gives a confidence of 20% for the forecast, as asked.",
            "I have no doubt about this.",
            "I have full confidence in this answer.",
            "There should be 4 of them, and there are.",
        ],
    );
}

#[test]
fn a_note_that_the_text_was_cut_accepts_nothing() {
    check(
        &[
            "[truncated]",
            "[output truncated]",
            "[cut]",
            "To be continued",
            "(continued)",
            "The output was truncated.",
            "... [rest omitted]",
            "[continued in next message]",
            "The response was cut off here.",
            "Token limit reached, output cut",
            "[snip]",
        ],
        &[],
        &[
            "It handles the truncated input well.",
            "The long quotation is cut where it should be.",
            "The rest of the answer is good.",
            "Nothing was omitted.",
            "It is cut to the right length.",
            "It shows how to truncate a string.",
            "The story continues in the next chapter.",
            "The list is shortened, as asked.",
            "Short and to the point.",
            "The next part follows from the first.",
            "No part of the text is cut off.",
        ],
    );
}

#[test]
fn a_scale_that_is_turned_round_or_longer_accepts_nothing() {
    check(
        &[
            "Note: scores are out of 100.",
            "Lower is better.",
            "10 is the worst.",
            "1 is best, 10 is worst.",
            "A lower score is better.",
            "On this scale 1 means excellent.",
            "Note that a low number is good.",
            "0 = perfect",
            "Scale: 1 (best) to 10 (worst)",
            "The lowest score is the best.",
            "Where 10 is worst.",
            "The score is out of 20.",
            "9 being the worst.",
        ],
        &[],
        &[
            "Lower latency is better.",
            "It says that lower values of RMSE are better, which is right.",
            "9 out of 10.",
            "Option 1 is best for small inputs.",
            "10 is the best.",
            "The 10 examples are excellent.",
            "It explains that a lower score is better in golf.",
            "The scale of the map is right.",
            "The worst case is named.",
            "All 10 steps are there.",
            "The best part is the third paragraph.",
        ],
    );
}
