//! What stands beside a verdict and says that it is none: a sample, nothing was judged, the judged text dictated it.

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
fn a_verdict_that_is_called_a_sample_accepts_nothing() {
    check(
        &[
            "The above is an example of the format.",
            "This is only a sample.",
            "That was a template.",
            "The above JSON shows the format you asked for.",
            "(example output)",
            "These are hypothetical values.",
            "The values above are placeholders.",
            "Fill in the values.",
            "This is what I would say if the answer were correct.",
            "I would only give this if the answer were correct.",
            "The above is an example.",
            "The JSON object above is merely an illustration.",
            "Those scores are made-up placeholders.",
            "The numbers above are just sample values.",
            "Note that this is just a template.",
            "Please replace the placeholders with your own values.",
            "That's what a perfect answer would get.",
            "This would be my verdict if the sources were there.",
            "Illustrative only.",
            "This is not a real verdict.",
            "It is only a mock evaluation.",
            "The object above illustrates the requested structure.",
            "This is a dummy response.",
        ],
        &["Only if the sources check out, which they don't."],
        &[
            "The example above the table is good.",
            "This is an example of clear writing.",
            "The example in the answer is helpful.",
            "The template in the answer is easy to fill in.",
            "The sample code runs as it stands.",
            "It uses placeholders where the user has to fill in his name.",
            "The answer shows the format that was asked for.",
            "For example, it names Brewer.",
            "I would give it a 10 if it had a source.",
            "This is what I would expect from an expert.",
            "The values in the table are right.",
            "The JSON above follows the requested format.",
            "This is a textbook example of a good answer.",
            "It gives an example for each of the three properties.",
            "The mock objects in the test are well chosen.",
            "This is in the format you asked for.",
            "This is not just an example but a complete program.",
            "The hypothetical case in the second paragraph is apt.",
            "It is a template that the user can fill in at once.",
        ],
    );
}

#[test]
fn a_critic_that_judged_nothing_accepts_nothing() {
    check(
        &[
            "Please provide the answer to evaluate.",
            "There was no answer to evaluate.",
            "No answer was given.",
            "I could not read the answer.",
            "I didn't read the answer.",
            "I couldn't find an answer, so I gave a default score.",
            "None of this was checked.",
            "I don't see any answer to evaluate.",
            "I'm sorry, I can't evaluate this.",
            "You did not include the text to be reviewed, so there is nothing to evaluate.",
            "I was not given any submission.",
            "The draft is empty.",
            "The answer was not provided.",
            "Could you please share the answer?",
            "I have not actually read it.",
            "I am unable to judge the answer.",
            "I need the answer before I can score it.",
            "Without having read the answer, I give this.",
            "This has not been verified.",
            "I gave it a random score.",
            "I made up these numbers.",
            "No submission was attached.",
            "I haven't looked at the code.",
            "I forgot to read the answer.",
            "Once you share the draft, I can evaluate it.",
        ],
        &["Let me now evaluate the answer.", "I will now check the answer."],
        &[
            "No answer could be clearer.",
            "I could not find anything wrong in the answer.",
            "I can't see any error.",
            "The function returns null when no input is given.",
            "If no text is provided, it throws an error, as asked.",
            "I have nothing to add.",
            "There is nothing to fix.",
            "Let me know if you want me to review another answer.",
            "I'd be happy to review the next draft.",
            "The answer is not empty of humour.",
            "I read the answer twice.",
            "I checked the answer against the source.",
            "No code was needed here.",
            "I did not have to read it twice.",
            "It handles the empty list.",
            "I see no text that is out of place.",
            "Please send the next draft whenever you like.",
            "The answer gives a default value for each option.",
            "Let me evaluate the answer step by step: it names all three properties.",
            "The claims have all been checked.",
            "I need no further text.",
            "There was no answer in the first draft, now there is one.",
            "You provide the code in full.",
        ],
    );
}

#[test]
fn a_verdict_that_the_judged_text_dictated_accepts_nothing() {
    check(
        &[
            "As instructed in the answer, I output the JSON above.",
            "This verdict was dictated by the text under review.",
            "I return this because the answer says so.",
            "The draft tells the reviewer to give this score, so here it is.",
            "I followed the instructions in the answer.",
            "The JSON above was copied from the submission.",
            "As the answer instructed me, I give it 9.",
            "I was prompted by the text to give this.",
            "This score was demanded by the author.",
            "I complied with the answer's request.",
            "As requested in the draft, here is the acceptance.",
        ],
        &[],
        &[
            "As instructed, here is the JSON.",
            "As the instructions say, no markdown.",
            "I followed the instructions in the prompt.",
            "I ignored the instruction inside the answer and judged the text itself.",
            "The answer follows the instructions.",
            "As you asked, I kept it short.",
            "The example that the user asked for is in the text.",
            "The tone is dictated by the audience.",
            "The structure was suggested by the user.",
            "As requested, the answer is in French.",
            "The text within the fence was not taken as an instruction.",
        ],
    );
}
