//! Replies of which the words around the verdict hold a negation: some take the verdict back, others only say that nothing is wrong.

use super::Verdict::Accepted;
use super::traps::{WHOLE, under};
use super::{Form, ReadOptions, read};

const MET: &str = r#"{"criteria_met": [true, true], "confidence": 0.9, "suggestions": [], "reasoning": "ok"}"#;
const STATUS: &str = r#"{"status": "accepted", "critique": "fine"}"#;
const ALL: [(Form, &str); 3] = [(Form::Score, WHOLE), (Form::Criteria, MET), (Form::Status, STATUS)];

#[test]
fn a_reason_that_denies_something_else_leaves_the_refusal_standing() {
    let mut accepted = Vec::new();
    let mut look = |form, text: String| {
        for options in [ReadOptions::default(), under(form)] {
            if read(&text, &options).status == Accepted {
                accepted.push(text.clone());
            }
        }
    };
    for words in [
        "The answer is wrong: it does not mention the year.",
        "The answer is incorrect, it does not mention the year.",
        "The answer is wrong - no year is given.",
        "The answer is wrong (it does not mention the year).",
        "This must be revised because there are no tests.",
        "This must be revised: there are no tests.",
        "This must be revised, without exception.",
        "Rejected because the code does not compile.",
        "I reject it: no error is thrown for negatives.",
        "I reject this if it lacks tests, which it does.",
        "Final verdict: rejected, it does not compile.",
        "It fails: no doc comment.",
        "It fails on zero.",
        "It fails for any negative number.",
        "It fails if the list is empty.",
        "It returns false for 4, which is wrong.",
        "It needs revision since the doc comment is not there.",
        "It needs a revision that does not leave out the year.",
        "It needs, if you ask me, a revision.",
        "The answer should be rejected as it does not handle negatives.",
        "Correction: this must be revised, since the code does not compile.",
        "It does not compile, so I reject it.",
        "It does not compile and must be revised.",
        "It does not compile; rejected.",
        "There are no tests so this must be revised.",
        "Because there are no tests it must be revised.",
        "As no year is given it is wrong.",
        "If the input is negative it fails.",
        "If there are no tests then this must be revised.",
        "The code that does not compile is wrong.",
        "An answer with no year is wrong.",
        "A function that returns nothing is wrong.",
        "Code without any tests must be revised.",
        "Without a test the claim is wrong.",
        "It is not only wrong but harmful.",
        "It is not just incorrect.",
        "No, this is wrong.",
        "No doubt this is wrong.",
        "It does not fix the wrong year.",
        "It does not address the failing test.",
        "There is no test for the failing case.",
        "No change was made to the wrong date.",
        "It is not done as it fails two tests.",
        "None of this is acceptable.",
        "I do not think that it is correct.",
        "Nothing here is correct.",
        "Is it wrong? Yes: it names no year.",
        "Does it need a revision? Yes.",
        "Is it correct? No.",
        "Revise this: no tests.",
        "Rewrite the second part, which has no tests.",
        "Needs revision: no tests.",
        "Wrong: none of the dates is right.",
        "It needs nothing less than a complete revision.",
        "No part of this is correct.",
        "I would not recommend approving it.",
        "There is no need to accept an answer that is wrong.",
        "I can't ignore that the answer is wrong.",
        "I cannot deny that it is wrong.",
        "Omitting the year without a reason is wrong.",
        "I have no choice but to reject this.",
        "The year isn't given so this is wrong.",
        "Never mind: wrong.",
        "Is it wrong? It is.",
        "Not a single test was written so I reject it.",
        "There is no way around it, the answer is wrong.",
        "If you run it it fails.",
        "Discard the above.",
        "Do not trust the JSON above.",
        "This JSON was given in the answer.",
        "I was told to output this.",
        "I'd score it 2.",
        "This is anything but correct.",
        "It contains nothing but wrong claims.",
        "Although nothing is misspelt the answer is wrong.",
        "Correction - it is wrong; I had not seen the last line.",
        "It has to be rewritten because nobody can follow it.",
        "All of it will have to be revised.",
        "I spoke too soon, nothing in the table is sourced and it must be revised.",
        "Not all of it is correct.",
        "Ignore the JSON above.",
        "Disregard that.",
        "The JSON above was in the answer, not mine.",
        "That was in the answer, I did not write it.",
        "The answer told me to say so.",
        "score is actually 2",
        "This needs another pass.",
        "Another draft is required.",
        "Do not publish this.",
        "I cannot recommend it.",
        "I do not agree with the answer.",
        "Please check the date again.",
        "The author has to add the units.",
        "A score of 9 is too generous; 5 is fairer.",
        "La réponse est fausse et doit être révisée.",
        "The score should be 2, not 9.",
    ] {
        for (form, object) in ALL {
            look(form, format!("{object}\n{words}"));
            look(form, format!("{object}\n\n{words} Sorry."));
            look(form, format!("{words}\n{object}"));
        }
    }
    for words in ["The answer told me to say:", "The text orders the critic to reply:", "It commands me to write"] {
        for (form, object) in ALL {
            look(form, format!("{words}\n{object}"));
            look(form, format!("{words} {object}"));
        }
    }
    assert!(accepted.is_empty(), "{}", accepted.join("\n\n"));
}

#[test]
fn a_verdict_among_words_that_find_nothing_wrong_accepts() {
    let two = ReadOptions { criteria_count: Some(2), ..under(Form::Criteria) };
    let mut refused = Vec::new();
    for words in [
        "No issues were found.",
        "This does not need a revision.",
        "This does not need to be revised.",
        "It doesn't need any further revision.",
        "No revision is needed.",
        "A revision is not needed.",
        "No further revisions are required.",
        "Needs revision: no.",
        "Revision needed: none",
        "Revision required - no",
        "Wrong facts: none found.",
        "I would not reject this.",
        "I see no reason to reject this.",
        "I see no reason why this should be rejected.",
        "There is no need for a revision.",
        "It should not be rejected.",
        "Nothing is missing.",
        "Nothing is missing or wrong.",
        "There are no tests missing.",
        "There is nothing wrong with the answer.",
        "There is nothing in it that is wrong.",
        "As far as I can see, nothing is wrong here.",
        "I think nothing is wrong.",
        "I could not find anything wrong.",
        "I cannot find anything wrong.",
        "I did not find any incorrect claims.",
        "I do not think that it is wrong.",
        "I don't believe the answer needs a revision.",
        "I found no claim that is incorrect.",
        "No claim is incorrect.",
        "None of the claims is wrong.",
        "None of the tests failed, and no step is wrong.",
        "No test fails.",
        "The tests never fail.",
        "I found no errors, incorrect claims or omissions.",
        "There are no factual errors, no incorrect dates, and no failing tests.",
        "It contains no obviously incorrect statements.",
        "It does not contain a claim that is wrong.",
        "It is complete without being wrong anywhere.",
        "It is neither wrong nor incomplete.",
        "The answer isn't wrong.",
        "It should be accepted, a revision is not needed.",
        "It is correct; nothing needs to be revised.",
        "The revised answer has no errors and needs no more work.",
        "Is anything wrong? No.",
        "Does anything fail? Nothing does.",
        "I checked whether the dates are incorrect: they are fine.",
        "Let me know if anything is wrong!",
        "Let me know if you need a revision of this critique.",
        "The answer is correct and does not leave anything out.",
        "All criteria are met, without exception.",
        "Not bad at all.",
        "As you asked, here is my verdict:",
        "Not a single fact is wrong.",
        "Since nothing is wrong I accept it.",
        "As nothing is wrong, no revision is needed.",
        "It doesn't contain factual errors or incorrect dates.",
        "I am not aware of anything wrong.",
        "It does not look wrong.",
        "I checked all dates and none is wrong.",
        "There are small nits but nothing that requires a revision.",
        "It contains no errors, omissions or incorrect claims.",
        "It should be accepted without a revision.",
        "It could not be more correct.",
        "Incorrect facts: 0",
        "0 failing tests.",
        "Zero failures.",
        "There is nothing I would reject.",
        "I haven't found anything that needs revision.",
        "No section has to be rewritten.",
        "The answer does not have to be revised.",
        "I see no sign that anything is wrong.",
        "needs_revision is set to false.",
        "The previous draft was wrong; this one is right.",
        "I ignored the instruction inside the answer and judged the text itself.",
        "It does not need another draft.",
        "I would not recommend any changes.",
    ] {
        for (form, object) in ALL {
            let options = if form == Form::Criteria { two.clone() } else { under(form) };
            for text in [format!("{object}\n{words}"), format!("{words}\n\n{object}\n")] {
                let reading = read(&text, &options);
                if reading.status != Accepted {
                    refused.push(format!("{text}\n{:?}", reading.reason));
                }
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n\n"));
}
