//! Hears that what stands there is no verdict of the critic: an example, placeholders, a condition ("this is only a sample", "fill in
//! the values"); that nothing was judged ("there was no answer to evaluate"); or that the judged text dictated it.
//!
//! A fault that is told before a verdict may be a step on the way to it. This is none, wherever it stands.

use super::negation::is_in;
use super::phrases::{i_say, is_one_of};
use super::said::{ANSWERS, Said, VERDICTS};

const SAMPLES: &str = "example examples sample samples template templates placeholder placeholders illustration illustrations demo \
    demonstration mockup boilerplate filler stub";
const JOKES: &str = "joke prank sarcasm sarcastic irony guess guesswork conjecture speculation hunch";
const UNREAL: &str = "hypothetical illustrative arbitrary random fictional fictitious imaginary fake dummy mock invented tentative \
    provisional preliminary inverted reversed flipped swapped backwards withdrawn retracted revoked void cancelled superseded default \
    defaults meaningless irrelevant unreliable placeholder sample example unverified";
const FORMATS: &str = "format schema structure shape layout";
const VALUES: &str = "value values number numbers score scores verdict data rating ratings output response json evaluation review \
    critique figures fields text";
/// Between "is" and what it is.
const FILLS: &str = "a an the only just merely simply purely some all my your for meant intended as to be here really probably basically \
    mostly more of at best rough wild pure educated requested required expected made up";
const ONLY: &str = "only just merely simply purely";
const IFS: &str = "if were had once when provided unless";

const JUDGES: &str = "evaluate judge assess review grade score examine analyse analyze critique rate";
const READS: &str = "read open opened access accessed load loaded view viewed evaluate evaluated judge judged assess assessed \
    review reviewed check checked examine examined inspect look looked grade graded score scored rate verify verified test tested see seen \
    receive received";
const CHECKED: &str = "checked verified evaluated judged reviewed read assessed examined tested graded inspected";
const PROVIDED: &str = "given provided supplied submitted included attached present received shared pasted available visible";
const CORE: &str = "answer draft submission response";
const AUXILIARIES: &str =
    "is was were are s has have been be being seems appears to actually yet really even ever properly fully completely";
const PROVIDES: &str = "provide share send paste supply submit attach upload post give";
/// Who is judged, and may not have a say.
const SOURCES: &str = "answer draft text submission author document code comment candidate student page essay content writer";
const TOLD: &str = "instructed told ordered commanded dictated directed asked requested demanded prompted forced";
const TELLS: &str = "instructs tells orders commands dictates directs asks wants wanted demands requires forces made makes";
const CRITICS: &str = "me us critic reviewer evaluator judge grader model";
const RESISTS: &str = "ignored ignore ignoring disregarded despite not t never resisted tries tried attempts";

/// What says of a verdict that it is none.
const NO_VERDICTS: &str = "S S* B to demonstrate/illustrate/show/exemplify T* format/structure/schema/syntax/shape/idea *|\
    S S* B how/what T* V would/should/could/might look *|T* V should/would/could/must look like *|use T* format/template/structure/schema *|\
    here B T* example/sample/template/illustration/mockup|here B T* example/sample/template/illustration/mockup of/for T* V/what/how *|\
    it B hypothetical/simulated/satire/sarcasm/pretend|S S* B T* satire/parody/test/simulation/joke/drill/hoax/trick|\
    S S* B simulated/faked/skipped/improvised/staged/rigged|everything/all B? above/here? B made/invented/fictional/fabricated up?|\
    do/don/dont/not N? take P/S S* serious/seriously/literally *|T* A B T* template/placeholder|\
    T* default/fallback/dummy/random/arbitrary E B used/given/assigned/returned/applied/reported *|\
    consider/treat/regard S S* as? T* example/sample/placeholder/template/illustration/draft/void/invalid/withdrawn/provisional/preliminary/null *|\
    S S* X* N reflect/represent/concern T* real/true/A/quality *|T* V/numbers/values/figures/scores B N T* real/genuine/final/actual/serious|\
    N T* real/actual/genuine/serious E|replace # with/by *|this/that would apply/hold to/if/for/when *|it would be T* V if/were *|\
    here B how T* passing/good/perfect/accepting/positive V looks *";
/// The same of the critic: "I have simulated the evaluation".
const I_JUDGED_NOTHING: &str = "X* simulated/faked/invented/fabricated/imagined/improvised/skipped/omitted/bypassed/dodged T* E *|\
    would/d have returned/given/said/written/output/accepted/approved/answered/scored/rated P/T *|\
    X* N have access to T* A/F/source/sources/data/files/tests *|X* no access to T* A/F *|X* lack/lacks/lacked access *|\
    X* N able? to? open/access/load/view/download/fetch/retrieve/reach T* attached/linked/cited? A/F *|could/can/couldn/was/am/m/were? N able? to? run/execute/compile T* tests/test/code/program/script/suite/build *|X* N able? to? check/verify/confirm T* claim/fact/figure/date/number *|X* lack T* context/information/knowledge/expertise/details/means/tools to/needed/required *|\
    X* N able? to? complete/perform/do/finish/conduct/provide/give/produce/make T* E *|\
    X* N able? to? J/verified/checked/judged/assessed/confirmed T* Q *|X* N done/do/perform/performed/make/made/carry/carried out? T* E *|\
    X* skimmed/glanced/browsed at/over/through? T* A *|\
    X* only/just/merely J/read/saw/checked/judged/evaluated/reviewed/looked/considered at? T* question/prompt/title/beginning/first/half/part/start/summary *|\
    J/read/saw/checked/judged/evaluated/reviewed/looked/considered at? only T* question/prompt/title/beginning/first/half/part/start/summary *|\
    need/require/lack/want/miss T* more/additional/further/some/enough context/information/details/detail/input *|\
    X* N have enough/sufficient context/information/details/detail *|\
    X* filled in/out T* template/form/blanks *|X* repeated/copied/echoed/returned/reproduced T* example/template/sample/format/prompt *|\
    X* N have/got/see/saw/receive/received the/any/your/this A yet?|X* no way/means to/of J/verifying/checking/know/knowing/tell *|\
    assumed that? it/everything/T* A? B right/correct/fine/true/accurate *|gave P/T* A? T* benefit of T* doubt *|\
    X* N formed/form T* opinion *|X* N decided/decide";
/// The same of what was judged: "no evaluation was performed".
const NOT_DONE: &str = "no E B? performed/done/made/conducted/carried/possible/attempted/completed/run out?|\
    T* E X* N X* performed/done/made/conducted/possible/completed/carried/attempted out?|E impossible|\
    T* A/F could/can/cannot/couldn N? be loaded/opened/read/retrieved/accessed/found/fetched/parsed/displayed *|\
    T* A field/box/section/slot/part B empty/blank *|T* A/text to J X* N *|\
    there B N enough/sufficient context/information/details/detail to *|\
    cannot/can/unable/couldn/could N? to? J P?|T* E skipped/omitted/aborted/failed/missing/pending/unavailable|there B nothing here/there to J *|\
    you X* forgot/omitted/failed/neglected to? attach/include/send/provide/paste/share T* A *|you X* N given/sent/provided/included/attached/shared/pasted me/us? T* A *";
/// What the judged text had its critic say.
const DICTATES: &str = "T* A contains/includes/has/holds/carries T* instruction/instructions/command/commands/request/order/prompt to/that/telling give/approve/accept/output/rate/score/return/pass/praise *|\
    per/following/obeying/heeding/honouring T* answer/draft/submission/author/text s? instruction/instructions/request/command/wish/wishes/order *|\
    according/following/pursuant to? T* instruction/instructions/command/commands/request in/of/from/inside T* answer/draft/submission *|\
    T* W/answer/draft/submission wants/demands/requests/asks/wanted/demanded/asked for? T* # *|\
    T* V comes/came/stems/is/was/stands from/in T* A itself?|T* V B T* one? T* W/A suggested/wanted/asked/gave/demanded/proposed/suggests/wants/demands/proposes *|\
    T* hidden/embedded? comment/note/author/A said/says/asked/asks/told/tells/reads to? approve/accept/pass P?|\
    T* A/comment/note says/states/demands that? reviewers/critics/graders/evaluators/judges/reviewer/critic must/should/have to? accept/approve/pass/give/praise *|\
    as T* A/W demands/commands/instructs/orders/dictates/demanded/commanded/ordered|\
    T* A under/being review/reviewed told/asked/instructed/ordered/tells/asks/instructs/orders me/us *|T* V B set/chosen/given/fixed/assigned/picked by T* A/W *|\
    T* W gave himself/herself/themselves/itself T* V *|T* A/W ordered/demanded/requested/commanded it/so";
const I_OBEYED: &str = "X* copied/took/taken/lifted/pasted/quoted/repeated P/T* V? from T* A itself?|\
    X* obeyed/heeded/followed/honoured/obey/heed T* note/comment/command/order/hint in/inside/of/within T* A *|\
    X* output/wrote/did/return/returned/gave/said/say/write? what T* A/W demanded/asked/wanted/told/said/says/wants/asks/ordered *|repeat/copied/copy/echo here?";

/// Whether a sentence, in lower case, disowns the verdict beside it. `behind`: it stands behind the verdict.
pub(super) fn disowns(clause: &Said, behind: bool) -> bool {
    if behind {
        return judges_later(clause) || is_condition(clause);
    }
    is_sample(clause)
        || is_supposed(clause)
        || is_to_be_filled(clause)
        || lacks_answer(clause)
        || is_unread(clause)
        || wants_answer(clause)
        || is_made_up(clause)
        || is_dictated(clause)
        || is_one_of(NO_VERDICTS, clause)
        || is_one_of(NOT_DONE, clause)
        || i_say(I_JUDGED_NOTHING, clause)
        || (!clause.has(RESISTS) && (is_one_of(DICTATES, clause) || i_say(I_OBEYED, clause)))
}

/// Whether the whole sentence is a name for what is no verdict: "(example output)".
pub(super) fn is_label(sentence: &Said) -> bool {
    const LONGEST: usize = 5;
    const OF_LABELS: &str = "only just a an for purposes illustrative dummy mock hypothetical format";
    let known = |word: &str| is_in(SAMPLES, word) || is_in(OF_LABELS, word) || is_in(VALUES, word) || is_in(VERDICTS, word);
    let unreal = |word: &str| is_in(SAMPLES, word) || is_in("illustrative dummy mock hypothetical", word);
    sentence.words.len() <= LONGEST
        && !(sentence.words.len() <= 2 && sentence.at(0) == "for")
        && sentence.words.iter().all(|word| known(word))
        && sentence.words.iter().any(|word| unreal(word))
}

/// "The above is an example of the format", "these are hypothetical values", "this is what I would say if it were right".
fn is_sample(clause: &Said) -> bool {
    clause.places("is was are were s re serves shows illustrates demonstrates").any(|verb| {
        let it = verb == 1 && clause.at(0) == "it";
        if !it && !clause.points(verb) {
            return false;
        }
        let shows = is_in("shows illustrates demonstrates", clause.at(verb));
        let at = clause.past(verb + 1, FILLS);
        let (word, next) = (clause.at(at), clause.at(at + 1));
        let only = clause.words.get(verb..at).is_some_and(|words| words.iter().any(|word| is_in(ONLY, word)));
        if is_in("not t", word) {
            return !it && is_no_verdict(clause, at + 1);
        }
        let format = is_in(FORMATS, word) && !it && !clause.behind(at, "works follows");
        let of_format = clause.behind(at + 1, FORMATS) || clause.behind(at + 1, VERDICTS) || clause.behind(at + 1, "what how");
        let sample = is_in(SAMPLES, word)
            && match next {
                "of" => of_format && !clause.behind(at + 1, "good great clear well"),
                "that" | "to" | "how" | "which" | "with" | "for" | "from" | "where" => only,
                _ => true,
            };
        let joke = is_in(JOKES, word) || (word == "what" && is_what_would(clause, at));
        let unreal = is_in(UNREAL, word) && clause.ends_or(at + 1, VALUES);
        let lone = is_in(JOKES, word) && at + 1 == clause.words.len();
        format || (!shows && (sample || joke || unreal) && (!it || only || lone))
    })
}

/// "[This is not] a real verdict", "final", "based on the answer".
fn is_no_verdict(clause: &Said, from: usize) -> bool {
    let rest = clause.words.get(from..).unwrap_or_default();
    let known = |word: &str| is_in("a an the my real actual genuine serious final true yet", word) || is_in(VALUES, word);
    clause.at(from) == "based"
        || (!rest.is_empty() && rest.iter().all(|word| known(word)) && clause.behind(from, "real actual genuine serious final"))
}

/// "What I would say if it were right", "what a perfect answer would get".
fn is_what_would(clause: &Said, at: usize) -> bool {
    clause.behind(at, "would d could might") && (clause.behind(at, IFS) || clause.behind(at, "perfect ideal"))
}

/// "I would only give this if …", "this would be my verdict".
fn is_supposed(clause: &Said) -> bool {
    clause.places("would d").any(|would| {
        let at = clause.past(would + 1, "only just never have be been");
        let verdict = is_in("my the", clause.at(at)) && is_in(VERDICTS, clause.at(at + 1)) && clause.points(would);
        let given = is_in("give given say said write return output print put", clause.at(at))
            && is_in("this that it such", clause.at(at + 1))
            && is_in("i we", clause.back(would, 1))
            && is_in(IFS, clause.at(clause.past(at + 2, "score verdict rating only out")));
        verdict || given
    })
}

/// "Only if the sources check out": an acceptance on a condition.
fn is_condition(clause: &Said) -> bool {
    clause.at(0) == "only" && is_in("if once when after", clause.at(1))
}

/// "Fill in the values", "replace the placeholders".
fn is_to_be_filled(clause: &Said) -> bool {
    let at = clause.past(0, "please now then just so you can may should must to and");
    let word = clause.at(at);
    let last =
        clause.past(at + 1, "in out the these those all with your own actual real correct above placeholder example sample");
    let filled = is_in("values value placeholders numbers blanks fields scores verdict score template", clause.at(last));
    filled
        && clause.ends_or(last + 1, "with as by yourself above before accordingly")
        && (word == "fill" || (is_in("replace substitute adjust customize customise insert enter", word) && last > at + 1))
}

/// "There was no answer to evaluate", "the answer is empty".
fn lacks_answer(clause: &Said) -> bool {
    let to_judge = |i: usize| clause.at(i) == "to" && is_in(JUDGES, clause.at(i + 1));
    let nothing = clause.places("nothing").any(|i| {
        let next = clause.past(i + 1, AUXILIARIES);
        (to_judge(i + 1) && !is_in("critique rate", clause.at(i + 2)))
            || (next > i + 1
                && is_in("provided submitted given supplied attached pasted", clause.at(next))
                && clause.ends_or(next + 1, "to for here"))
    });
    nothing
        || clause.places(ANSWERS).any(|noun| {
            let core = is_in(CORE, clause.at(noun));
            let (one, two) = (clause.back(noun, 1), clause.back(noun, 2));
            if clause.before(noun, "if when where whether unless") {
                return false;
            }
            let me = clause.before(noun, "i we there");
            let none = one == "no" || two == "no";
            let missed = me
                && is_in("any an a the actual your", one)
                && clause.denied(noun)
                && clause.before(noun, "see find found have received receive got get given locate seen");
            let next = clause.past(noun + 1, AUXILIARIES);
            let given = is_in(PROVIDED, clause.at(next)) || (core && next > noun + 1 && clause.at(next) == "there");
            let here = core
                && (clause.ends_or(noun + 1, "here below above anywhere")
                    || (clause.at(noun + 1) == "in" && clause.behind(noun, "your this prompt message input request")));
            if none || missed {
                return to_judge(noun + 1)
                    || (clause.at(noun + 1) == "for" && clause.has("me us"))
                    || given
                    || (me && here && (none || one != "the"));
            }
            let denied = clause.past(next, "not t");
            let empty = next > noun + 1
                && is_in("empty blank missing absent unreadable", clause.at(next))
                && clause.ends_or(next + 1, "from here so and");
            let withheld = denied > next && next > noun && is_in(PROVIDED, clause.at(clause.past(denied, AUXILIARIES)));
            core && !is_in("no every each", one) && (empty || withheld)
        })
}

/// "I could not read the answer", "none of this was checked", "without having read it".
fn is_unread(clause: &Said) -> bool {
    let unread = clause.places("not t cannot never unable refuse refused decline declined forgot without").any(|no| {
        let without = clause.at(no) == "without" && (no == 0 || clause.has("i we my"));
        if !(without || clause.before(no, "i we") || (no == 0 && clause.at(0) == "unable")) {
            return false;
        }
        let verb = clause.past(no + 1, "to able been yet actually really even fully properly be having");
        let word = clause.at(verb);
        let reading = without && is_in("reading seeing looking checking evaluating judging opening", word);
        if !is_in(READS, word) && !reading {
            return false;
        }
        let object = clause
            .past(verb + 1, "at through over of the this that these your my any all single word actual own full entire whole");
        let thing = is_in(ANSWERS, clause.at(object)) || is_in("criterion criteria", clause.at(object));
        let next = clause.past(verb + 1, "at through over any all of");
        let pointed = is_in("it this that these them anything", clause.at(next));
        let sees = is_in("see seen receive received", word);
        if clause.behind(verb, "higher lower better more further enough twice") {
            return false;
        }
        verb + 1 == clause.words.len()
            || (thing && (!sees || clause.ends_or(object + 1, "to you in at anywhere itself")))
            || (pointed && (!sees || next + 1 == clause.words.len()))
    });
    unread || clause.places(CHECKED).any(|done| {
        let subject = "none nothing of this that it these those the above answer draft submission here was were has have had been is are not t n \
            wasn hasn actually yet really even ever properly";
        is_in("was were been is are not t actually ever even properly really", clause.back(done, 1))
            && clause.denied(done)
            && clause.words.iter().take(done).all(|word| is_in(subject, word) || *word == "i")
            && !clause.has("claims")
    })
}

/// "Please provide the answer to evaluate", "I need the answer first".
pub(super) fn wants_answer(clause: &Said) -> bool {
    const ASKED: &str = "where B T* A|what/which A should/do/shall/am i to? J *|what am i to? J *|what should i J|what B T* A|continue|want me to continue|should/shall i continue/proceed|should/shall i go on";
    if is_one_of(ASKED, clause) {
        return true;
    }
    const SKIPPED: &str =
        "me us with the your an a full actual complete original text of for to see have get read first still here";
    let wanted = |verb: usize| {
        let object = clause.past(verb + 1, SKIPPED);
        let text = clause.back(object, 1) == "text" && object > verb + 1;
        is_in(ANSWERS, clause.at(object)) || text
    };
    let asked = |verb: usize| {
        let you = clause.back(verb, 1) == "you" && is_in("could can would will once when until after if", clause.back(verb, 2));
        verb == 0 || you || is_in("please kindly", clause.back(verb, 1))
    };
    let needed = |verb: usize| {
        let me = clause.before(verb, "i we") || verb == 0;
        me && !clause.denied(verb) && wanted(verb) && !clause.before(verb, "would d")
    };
    clause.places(PROVIDES).any(|verb| asked(verb) && wanted(verb))
        || clause.places("need require await awaiting wait waiting").any(needed)
}

/// "Let me now evaluate the answer", which behind a verdict comes too late.
fn judges_later(clause: &Said) -> bool {
    const LATE: &str = "now actually then first next also start by begin properly really carefully just finally still";
    let todo = is_in("todo fixme tbd wip", clause.at(0)) && !is_in("is are was comment comments items list", clause.at(1));
    todo || clause.places("evaluate judge assess review examine analyse analyze grade check read verify look inspect").any(
        |verb| {
            let mut at = verb;
            while at > 0 && is_in(LATE, clause.back(at, 1)) {
                at -= 1;
            }
            let (one, two) = (clause.back(at, 1), clause.back(at, 2));
            let late = (is_in("me us", one) && two == "let")
                || (one == "to" && is_in("going yet need have want about still", two) && clause.has("i we m"))
                || (is_in("will ll shall must", one) && is_in("i we", two));
            let object = clause.past(verb + 1, "at the this your that whole actual through for into");
            late && !clause.denied(verb)
                && ((is_in(ANSWERS, clause.at(object))
                    && clause.ends_or(object + 1, "now first to properly carefully again for against myself in thoroughly"))
                    || clause.ends_or(object, "it"))
        },
    )
}

/// "I gave a default score", "I made this up".
fn is_made_up(clause: &Said) -> bool {
    clause.places("gave give used assigned put chose picked entered returned output filled set left kept made").any(|verb| {
        if !clause.before(verb, "i we") || clause.denied(verb) {
            return false;
        }
        let at = clause.past(verb + 1, "a an the it this that these them some in all up with as my score verdict numbers values");
        let unreal = (is_in(UNREAL, clause.at(at)) || is_in("neutral generic", clause.at(at))) && clause.ends_or(at + 1, VALUES);
        let up = clause.words.get(verb..at).is_some_and(|words| words.contains(&"up") && words.len() > 2);
        let made = clause.at(verb) == "made" && up && clause.ends_or(at, "because since for so to");
        unreal || made
    })
}

/// "As instructed in the answer", "this verdict was dictated by the text", "because the answer says so".
fn is_dictated(clause: &Said) -> bool {
    if clause.has(RESISTS) {
        return false;
    }
    let of_source = |from: usize| {
        let at = clause.past(from, "the its this that an");
        is_in(SOURCES, clause.at(at))
    };
    let told = |i: usize| is_in(TOLD, clause.at(i));
    let by = (0..clause.words.len()).any(|i| {
        let mine = is_in("as and", clause.at(0)) || clause.before(i, "i we") || clause.points(i.saturating_sub(1));
        let pointed = is_in("written copied taken lifted quoted supplied", clause.at(i)) && clause.points(i.saturating_sub(1));
        ((told(i) && mine) || pointed) && is_in("by in inside within from", clause.at(i + 1)) && of_source(i + 2)
    });
    let tells = clause.places(SOURCES).any(|source| {
        let verb = clause.past(source + 1, "itself also explicitly had has");
        let whom = clause.past(verb + 1, "the");
        let says = told(verb) || is_in(TELLS, clause.at(verb));
        let because = is_in("says said asks asked wants", clause.at(verb))
            && clause.at(verb + 1) == "so"
            && clause.before(source, "because since as");
        let owned =
            clause.at(source + 1) == "s" && is_in("instruction instructions command request order", clause.at(source + 2));
        let obeys = "obeyed obey complied comply followed follow following";
        let followed = clause.before(source, obeys)
            && clause.before(source, "i we")
            && (owned || clause.before(source, "instruction instructions command request order"));
        (says && is_in(CRITICS, clause.at(whom))) || because || followed
    });
    by || tells
}
