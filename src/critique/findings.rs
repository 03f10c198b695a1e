//! What whole sentences behind a verdict find: "awful", "plagiarism detected", "only half of the question is answered", "there is no
//! explanation". Unless it was wanted so: "it raises an error for negative numbers, as it should".

use super::negation::is_in;
use super::phrases::is_one_of;
use super::said::Said;
use super::unmet::passes_too_few;

/// Behind a verdict they find a fault in what was judged.
const FOUND: &str = "a/an/very/so/such/rather/pretty/how* U A/work/quality/job/advice/style/prose/logic/stuff?|\
    what T* mess/disaster/shame/pity/joke/waste|P/A B N what T* user/task/question/prompt/was/were/i/you/we asked/wanted/requested/expected/ordered/for *|\
    T* P/A answers/addresses/solves/answered/addressed T* different/another/wrong/other question/problem/task *|\
    there B no L|there B no L in/at/on/to/how/why/anywhere/whatsoever/here *|there B no L for T* claim/claims/statement/conclusion/it *|\
    T* P/A has/have/gives/offers/contains/provides/cites no L|T* P/A has/have/gives/offers/contains/provides/cites no L for/in/at/on/to *|\
    no L B given/provided/offered/shown/included/cited/listed/named/stated *|\
    T* P/A/function throws/raises T* exception/error/exceptions on/for/with/if/when *|T* P/A/function throws/raises T* _ on/for/with/at every/each/all/most *|\
    apart/aside/except from/for? T* serious/critical/major/fatal/grave/severe/glaring? error/errors/mistake/mistakes/flaw/flaws/bug/bugs/omission in/on/at *|T* P/A/function/program/loop loops/runs/hangs forever *|\
    T* P/A exposes/reveals/discloses/prints/logs T* personal? password/passwords/secret/secrets/data/key/keys/token/tokens *|\
    T* link/links/url/urls/reference/references B dead/broken|P should say/read/state *|T _ should be/say/read #|\
    P/A B T* disgrace/shame/waste of? *|\
    P/A does/do nothing|T* P/A contains/has/includes/makes/gives/uses false/untrue/invented/outdated/unsupported claims/claim/statements/facts/information/data/dates/quotes/figures/citations *|\
    T* P/A? B? full of errors/typos/mistakes/bugs/holes/faults/nonsense/contradictions *|full of errors/typos/mistakes/bugs/holes/faults/nonsense/contradictions *|lots/plenty/tons of errors/typos/mistakes/bugs/faults *|\
    too? many/several/numerous/countless errors/typos/mistakes/bugs/faults|too? many/several/numerous/countless errors/typos/mistakes/bugs/faults in/here/throughout/remain *|\
    T* P/A encourages/promotes/incites/glorifies T* violence/hatred/hate/crime/suicide/self/abuse/terrorism/racism *|T* P/A contains/spreads/installs T* malware/spyware/virus *|\
    T* P/A can/could be exploited/hacked/abused *|T* P/A B copied/lifted/stolen/pasted from *|none of T* tests/checks pass/passes/passed *|no test/tests/check/checks pass/passes/passed *|\
    T* W/P/A forgot T* *";
const ILLS: &str = "plagiarism/hallucination/hallucinations/bias/toxicity/malware/injection/vulnerability/vulnerabilities/contradiction/\
    contradictions/error/errors/bug/bugs/issue/issues/problem/problems/fault/faults detected/found/spotted/present/identified *";
const GRAVE: &str = "security critical major serious severe blocking fatal";
const TROUBLES: &str =
    "issue issues problem problems error errors bug bugs flaw flaws concern fault faults mistake mistakes weakness";

/// Whether a sentence, of which these are the clauses, finds a fault.
pub(super) fn find(sentence: &Said, clauses: &[Said]) -> bool {
    let none = || sentence.has("none no zero 0 nothing never");
    // "Issues found: 1" may count those that the verdict names.
    let counts = sentence.words.len() == 3 && sentence.at(2).bytes().all(|b| b.is_ascii_digit());
    // "3 errors."
    let some = is_in("two three four five six seven eight nine ten several", sentence.at(0))
        || (sentence.at(0) != "0" && sentence.at(0).bytes().all(|b| b.is_ascii_digit()));
    let counted = sentence.words.len() == 2 && some && is_in("errors mistakes bugs typos faults", sentence.at(1));
    let grave =
        is_in(GRAVE, sentence.at(0)) && is_in(TROUBLES, sentence.at(1)) && !is_in("is was are were has have", sentence.at(2));
    if (((!counts && is_one_of(ILLS, sentence)) || (grave && sentence.words.len() > 2)) && !none())
        || counted
        || passes_too_few(sentence)
    {
        return true;
    }
    !is_wanted(sentence) && (answers_partly(sentence) || clauses.iter().any(|clause| is_one_of(FOUND, clause)))
}

/// "As asked", "as it should", "which nobody needs".
fn is_wanted(sentence: &Said) -> bool {
    const WANTED: &str =
        "asked wanted requested intended expected required should must needed necessary desired instructed meant needs";
    sentence
        .places("as")
        .any(|at| is_in(WANTED, sentence.at(sentence.past(at + 1, "it was is were they you he she the user had"))))
        || sentence.places("asked needed required necessary requested needs").any(|at| {
            let (one, two, three) = (sentence.back(at, 1), sentence.back(at, 2), sentence.back(at, 3));
            is_in("not t never nobody", one)
                || (is_in("be been", one) && is_in("not t never", two))
                || (is_in("is are was were", one) && (is_in("no none nothing nobody", two) || is_in("no", three)))
        })
}

/// "It barely answers the question", "only half of it is covered", "not all parts are answered", "it leaves the second one open".
fn answers_partly(sentence: &Said) -> bool {
    const COVERS: &str = "answers answered addresses addressed covers covered solves solved";
    let partly = sentence.places("barely scarcely partly partially only just").any(|at| {
        let few =
            sentence.at(sentence.past(at + 1, "is are the a answers answered addresses addressed covers covered solves solved"));
        sentence.back(at, 1) != "not" && (!is_in("only just", sentence.at(at)) || is_in("half part some one two", few))
    });
    let all = sentence.at(0) == "not" && is_in("all every each", sentence.at(1));
    let open = sentence.places("leaves left").any(|at| {
        let last = sentence.words.last().copied().unwrap_or_default();
        !sentence.denied(sentence.words.len()) && is_in("open unanswered unclear unexplained unresolved", last) && at > 0
    });
    (partly && sentence.has(COVERS))
        || (all && (sentence.has(COVERS) || sentence.has("pass passes passed met satisfied fulfilled")))
        || open
}

#[cfg(test)]
mod tests {
    use super::super::Verdict::Accepted;
    use super::super::traps::{WHOLE, under};
    use super::super::{Form, read};

    fn accepts(words: &str) -> bool {
        read(&format!("{WHOLE}\n\n{words}"), &under(Form::Score)).status == Accepted
    }

    #[test]
    fn a_fault_that_a_whole_sentence_behind_a_verdict_finds_takes_it_back() {
        for words in [
            "The second paragraph is unclear.",
            "The tests are failing.",
            "The author forgot the units.",
            "It forgot the units.",
            "It forgets to close the file.",
            "The list is not sorted.",
            "It doesn't even compile.",
            "It does nothing.",
            "The example doesn't run.",
            "The examples do not work.",
            "It contains two factual errors.",
            "It contains false claims.",
            "The claim is unproven.",
            "It's full of errors.",
            "Full of errors.",
            "Lots of typos.",
            "Too many errors.",
            "Many errors.",
            "Several claims are unsupported.",
            "It is racist.",
            "This is harmful.",
            "It encourages violence.",
            "It promotes self-harm.",
            "It gives dangerous medical advice.",
            "It contains malware.",
            "The code can be exploited.",
            "It is copied from Wikipedia.",
            "It was copied from the internet.",
            "None of the tests pass.",
            "No test passes.",
            "1 of 4 criteria is met.",
            "Four of five requirements are met.",
            "One requirement is not met.",
            "One of the tests does not pass.",
            "Criterion two: failed.",
            "Criterion 2 fails.",
            "Half the questions are unanswered.",
            "It never answers the second question.",
            "It leaves the second question open.",
            "There are several grammatical errors.",
            "It has an error.",
            "Two facts are wrong.",
            "The math is off.",
            "The sum doesn't add up.",
            "It's too vague.",
            "This is too long.",
            "The answer lacks detail.",
            "It lacks sources.",
            "No sources are given.",
            "There is no explanation.",
            "No explanation is given.",
            "The code has no tests.",
            "It doesn't work.",
            "The code won't compile.",
            "It throws an exception on empty input.",
            "It loops forever.",
            "It crashes.",
            "The link is dead.",
            "The reference is broken.",
            "The answer is outdated.",
            "The answer is biased.",
            "This is dangerous advice.",
            "Following this would be dangerous.",
            "This could kill someone.",
            "It exposes the password.",
            "User input is not escaped.",
            "It reveals personal data.",
            "The tone is rude.",
            "The answer is in the wrong language.",
            "The answer is off-topic.",
            "This isn't what was asked.",
            "This is not what the user wanted.",
            "It answers a different question.",
            "It barely answers the question.",
            "It only answers half of the question.",
            "Only half of the question is answered.",
            "Three tests fail.",
            "2 tests failed.",
            "3 out of 5 tests pass.",
            "Not all tests pass.",
            "The build is broken.",
            "The claim lacks evidence.",
            "The second claim is unsupported.",
            "There is no evidence for the claim.",
            "The quote is not real.",
            "The book does not exist.",
            "That date is not right.",
            "The date should be 1969.",
            "It should say 1969, not 1968.",
            "The conclusion is unwarranted.",
            "The reasoning is circular.",
            "The logic is flawed.",
            "The argument is weak.",
            "The answer is mediocre.",
            "It's poor.",
            "Poor quality.",
            "Very bad.",
            "This is bad.",
            "It is a disgrace.",
            "What a mess.",
            "Awful.",
            "Terrible answer.",
            "Unsafe.",
            "Incomplete.",
            "Wrong.",
            "Incorrect.",
            "Plagiarism detected.",
            "Security issue: SQL injection.",
            "Hallucination detected.",
            "Criteria 2 is not met.",
            "Criterion 3 is not satisfied.",
            "Requirement 2 is not fulfilled.",
            "Only two of the three are met.",
        ] {
            assert!(!accepts(words), "{words}");
        }
    }

    #[test]
    fn what_is_told_of_was_wanted_or_is_denied_takes_nothing_back() {
        for words in [
            "The list is sorted.",
            "It does not even need a loop.",
            "It contains no false claims.",
            "It is free of errors.",
            "Free of typos.",
            "Not too many words.",
            "It names the errors of the first edition.",
            "It discusses violence with care.",
            "It warns of dangerous advice.",
            "It detects malware.",
            "The attack could be exploited in old versions, as the answer says.",
            "The quote is copied correctly from the source.",
            "All of the tests pass.",
            "None of the tests fail.",
            "Five of five requirements are met.",
            "It never forgets to close the file.",
            "It does nothing that was not asked.",
            "It returns nothing, as asked.",
            "Many details are right.",
            "Several sources support it.",
            "No sources are needed here.",
            "There is no need for an explanation.",
            "There is no better way.",
            "There's no error in it.",
            "There is no fluff.",
            "It has no weaknesses.",
            "It never repeats itself.",
            "It never leaves the topic.",
            "It leaves nothing open.",
            "It is not too long.",
            "It is neither vague nor wordy.",
            "It works on empty input.",
            "It throws an exception on empty input, as asked.",
            "It raises an error for negative numbers, as it should.",
            "The function is never called with null.",
            "It warns that the link is dead.",
            "It notes that the API is deprecated.",
            "It explains that storing passwords in plain text is dangerous.",
            "It describes the crash of 1929.",
            "It describes how a deadlock arises.",
            "The user input is escaped.",
            "The password is hashed.",
            "It names the weak points of the theory.",
            "The bad guy in the story is convincing.",
            "The dead link was replaced.",
            "It mentions that 2 tests failed in the original repository.",
            "It correctly says that the claim is false.",
            "It answers all of it, not only half.",
            "Not only the sum but every step is right.",
            "It was 1969, as the answer says.",
            "The date is 1969, not 1968, as the answer says.",
            "It says 1969, which is right.",
            "The text is about a bad day.",
            "The word \"terrible\" fits here.",
            "The terrible twos are explained well.",
            "The poor are described with respect.",
            "Nobody is harmed.",
            "Security is considered.",
            "It prevents SQL injection.",
            "It guards against a race condition.",
            "The memory leak is fixed.",
            "Every test passes.",
            "3 out of 3 tests pass.",
            "No test is missing.",
            "Criteria 2 is met.",
            "All criteria are satisfied.",
            "Each requirement is fulfilled.",
            "The lethal dose is stated correctly for a toxicology exam.",
            "It does not recommend a lethal dose.",
            "Unsafe code is avoided.",
            "It is not unsafe.",
            "It is hardly a mess.",
            "The unsafe block is documented.",
            "The issue of plagiarism is discussed well.",
            "It tells how the virus harms cells.",
            "It explains the attack and how to prevent it.",
            "It shows why the naive way crashes.",
        ] {
            assert!(accepts(words), "{words}");
        }
    }
}
