//! Hears that a verdict is taken back, doubted, cut or meant the other way round: "I retract this", "try again", "this flag is inverted",
//! "I am not sure about this", "[output truncated]", "lower is better".

use super::negation::is_in;
use super::phrases::{i_say, is_one_of};
use super::said::{ANSWERS, Said, VERDICTS};

/// Sentences that take back as they stand.
const BARE: &str = "as if|yeah right|sike|well no|actually no|hmm no|no no|no actually|nah|not|or not|psych|gotcha|jk|lol jk|kidding|joking|april fools|april fool|opposite day|my bad|my mistake|i lied|inverted|reversed|\
    undo|redo|retry|superseded|void|withdrawn|retracted|revoked|cancelled|canceled|annulled|wait no|no wait|hold on|hang on|on reflection no|\
    not final|to be revised|the opposite is true|quite the opposite|just a guess|only a guess|a guess|a wild guess|wild guess|my best guess|best guess|\
    caveat emptor|start over|start again|start afresh|one more time|low confidence|confidence low|confidence very low|confidence is low|confidence none";
/// The same behind a verdict, unless they answer a question or a label.
const DENIALS: &str = "no|nope|nah|false|wrong|incorrect|untrue|not true|no way|of course not";
/// Words of which a note is made that a text was cut.
const CUTS: &str = "truncated cut continued continue omitted snipped snip abridged clipped elided shortened";
const OF_CUTS: &str = "the output response text reply message critique review evaluation verdict json is was has been here off rest remainder \
    to be in next part of end for brevity space length more come follow follows due by at limit token tokens max reached exceeded hit 1 2 3 above this";
/// Other ways to take a verdict back, on either side of it.
const WITHDRAWN: &str = "scrap P/S S*|take P/S S* with T* pinch/grain/lot/bit of? salt|N quote me *|don/dont/do t? quote me *|\
    T* above? E above? B premature/mistaken/erroneous/hasty/rash/unfair/unjustified/unfounded/inflated/exaggerated/unreliable/meaningless/obsolete/outdated/void/moot|\
    T* above? E above? B T* mistake/error/accident/slip|T* above? score/rating/grade/verdict above? B too/overly high/generous/lenient/kind/good/positive|\
    this/that B T* lie|this/that B N true|flag/it/P should/must/ought to? be true|the flag should/must/ought to? be true|true and false B swapped/reversed/switched/interchanged|\
    N T* final E|E superseded|todo/fixme/tbd/wip *|\
    T* human/someone/somebody/person/expert should/must/needs to? double? check/verify/review/confirm/recheck/look *|\
    please? have/get/ask/let T* human/person/expert/someone/somebody/reviewer to? double? check/verify/review/confirm/look *|\
    please double check|double check P/T*|P needs/requires/deserves T* second/independent/human opinion/look/check/review|\
    this/that B T* mistake/error/accident/slip|the above B T* mistake/error/accident/slip|T* # B too high/much/generous|P/A X* N deserve/merit/earn T* #|\
    flip/invert/negate/toggle/reverse T* flag/flags/boolean/value/verdict|swap true and false|T* flag means/meant T* contrary/opposite/reverse *|\
    T* E B uncertain/doubtful/questionable/shaky/tentative/approximate *|T* E B T* rough/crude estimate/approximation *|roughly estimated|\
    no guarantee/guarantees/warranty|use/take P? with caution/care|needs human review|human review needed/required|P should/must/needs/ought to? be verified/checked/reviewed/confirmed by T* human/person/expert/someone/somebody *|\
    accept/approve/accepted/approved/acceptable only if/when/once/after/provided *|P/A? B? accepted/approved/acceptable pending *|\
    P/T* answer/draft/response/submission? B fine/ok/okay/good/acceptable/accepted/approved provided/providing/assuming/once that? *|\
    P/T* answer/draft/response/submission? could/can/may/might be accepted/approved/published after/once/if/when/provided *|P would be T* # if/once/had/with/provided *|\
    hold P until/till *|T* V reflects/concerns/describes T* previous/earlier/first/old/last/other/another/different draft/version/answer/revision *|\
    T* numbers/values/figures/scores/fields in/above? T* V? above? B placeholders/dummies/random/arbitrary/invented|\
    T* V B N T* real/honest/true/actual/sincere opinion/view/judgement/judgment/assessment *|\
    T* human/manual review/check/approval B? required/needed/necessary";
const I_WITHDRAW: &str = "ve/have/had? changed my/our mind *|take/took P? back P? S S*|have/had/got/mixed/confused/swapped/reversed T* scale/scales/flag/flags/values/polarity/meaning backwards/wrong/reversed/inverted/swapped/confused/up *|\
    overrated/overscored/overestimated/misgraded/misscored/misrated *|regret giving *|regret P/T V *|no longer stand/endorse/support/trust/believe by/behind? P/S S*|\
    X* N mean/endorse/support/believe/trust P/T*|X* N mean/endorse/support/believe/trust T V above?|X* N stand by/behind P/S S*|\
    X* N/no T* qualified/competent/equipped/expert/position in? to? J *|X* no expert *|can/could/would/cannot N? be sure/certain *|\
    was/were too lenient/generous/kind/hasty *|ran/am/m/have/has run? out of tokens/space/time/context/room/budget|had/have to stop/end here/now|\
    should/shouldn N? have given/said/accepted/written/rated/scored P/T/#*|meant to? say/write/give *|meant # *|\
    X* moderately/somewhat/slightly/barely/hardly/half/partly confident/sure/certain *|would/wouldn N bet/rely/count/swear on/by P/T*|X* N guarantee/vouch *|\
    X* N help/assist/comply with? P/T* request?";
/// The same, only behind one: before it the critic may have made up his mind.
const I_DOUBT: &str = "have T* doubts/doubt/reservations/misgivings *|have my/some/serious/strong/grave doubts/doubt/reservations/misgivings *|doubt P|doubt that/whether/T *|\
    X* N know|X* N know/tell/say/judge/decide whether/if *|X* N understand T* A/question/task/P/topic/subject *|\
    X* no idea/clue whether/if *|X* no idea/clue|X* N tell/say|let me/us *|ll/will redo/retry/restart/rethink/reconsider/reassess *";
const DOUBTS: &str = "who knows|hard/difficult/impossible to say/tell|it B hard/difficult/impossible to say/tell/know|it B hard/difficult/impossible to say/tell/know whether/if *|no idea|no clue|\
    let/lemme me/us? redo/retry/restart/rethink/reconsider/reassess/restart *|let me/us try/start/begin/do P? again/over/afresh *|more to come|\
    P/T A/claim/answer may/might/could be? N? be? wrong/incorrect/mistaken/inaccurate *|use/rely at/on? your own risk";
/// A scale that is turned round or of its own.
const SCALES: &str = "higher/bigger/greater/larger/more/high V? B/means/equals T* worse/bad/poorer *|T* higher/bigger/greater/larger/high V B/means/indicates/equals T* worse/bad/poor/poorer *|\
    T* higher T* V T* worse/poorer *|lower better|less better|T* V counts/is/measures/shows/gives T* number? of? T* errors/faults/mistakes/issues/problems/defects *|\
    T* V/scores B in/as? T* percent/percentage/percentages/percents/%|V in percent|\
    T* 0/1 B T* highest/best/top E|T* 10/100 B T* worst/lowest E|V/scores in %";
/// That a text was cut.
const NOTES: &str = "T* A/V B cut/broken off/short *|T* A/V B truncated/interrupted/aborted here?|A/V incomplete/interrupted|end of preview/excerpt|\
    continued/continues/more/rest below/above/next/later/soon/follows|maximum/max/output/token/length/context/time/size limit/length/tokens/size reached/exceeded/hit|\
    maximum/max output/token/context/reply limit/length/tokens/size reached/exceeded/hit|time ran/is out/up|\
    continues/continued in/on T* part/next/message *|part # of #";
const TAKES: &str = "retract retracting withdraw withdrawing revoke revoking rescind recant renounce reconsider reconsidering";
const STRIKES: &str = "retract strike forget cancel scratch undo erase delete void nullify drop";
const FLAGS: &str = "flag flags score scores scale revision boolean booleans verdict json rating";
const OF_FLAGS: &str = "the a needs need values value above true false it s all both my of in meaning";
const SURE: &str = "sure confident certain convinced";
const MUCH: &str = "very really so entirely fully too quite completely particularly at all totally absolutely 100% overly yet";
const SUBJECTS: &str =
    "this that these those it the my above everything all of what said statement statements words i wrote score verdict";
/// What stands between a number and what it stands for.
const LINKS: &str = "is are being means mean the a of by far";

/// Whether a clause takes a verdict back. `behind`: it stands behind the verdict.
pub(super) fn withdraws(clause: &Said, behind: bool) -> bool {
    if behind {
        return is_unsure(clause, true) || regrets(clause) || is_one_of(DOUBTS, clause) || is_doubtful(clause);
    }
    is_one_of(WITHDRAWN, clause)
        || i_say(I_WITHDRAW, clause)
        || is_one_of(NOTES, clause)
        || takes_back(clause)
        || is_inverted(clause)
        || is_unsure(clause, false)
        || is_low(clause)
}

/// Whether a whole sentence does. `answers`: it answers a question, or a label.
pub(super) fn is_withdrawal(sentence: &Said, behind: bool, answers: bool) -> bool {
    const LONGEST: usize = 8;
    if sentence.words.is_empty() || sentence.words.len() > LONGEST {
        return false;
    }
    let text = sentence.words.join(" ");
    let is = |list: &str| list.split('|').any(|known| known == text);
    if behind {
        return !answers && is(DENIALS);
    }
    let known = |word: &str| is_in(CUTS, word) || is_in(OF_CUTS, word);
    let cut = sentence.has(CUTS) || sentence.has("more limit") && sentence.has("come follow follows token tokens");
    is(BARE)
        || is_one_of("confidence B? #%|draft not final|wait no|hold on", sentence)
        || (cut && sentence.words.iter().all(|word| known(word)))
}

/// "I don't know whether it is right", while "I don't know a better one" praises.
fn is_doubtful(clause: &Said) -> bool {
    i_say(I_DOUBT, clause) && !clause.has("better improve improved anyone anybody more")
}

/// Whether what stands from `at` on is the verdict, and not a thing that the answer tells of.
fn is_verdict(clause: &Said, at: usize) -> bool {
    let end = clause.past(at, SUBJECTS);
    let named = end > at && is_in("score verdict", clause.back(end, 1));
    named || clause.ends_or(end, VERDICTS) || is_in("above", clause.at(end))
}

fn takes_back(clause: &Said) -> bool {
    let first =
        clause.past(0, "please no actually wait sorry ok okay so just now then well yes and but hmm you must should lets let us");
    let takes = clause.places(TAKES).any(|verb| {
        clause.before(verb, "i we") && !clause.denied(verb) && !clause.before(verb, "if would d") && is_verdict(clause, verb + 1)
    });
    let strikes = is_in(STRIKES, clause.at(first))
        && clause.at(first + 1) != "in"
        && first + 1 < clause.words.len()
        && is_verdict(clause, first + 1);
    let mind = match (clause.at(first), clause.at(first + 1)) {
        ("never", "mind") => is_verdict(clause, first + 2),
        ("nevermind" | "nvm", _) => is_verdict(clause, first + 1),
        _ => false,
    };
    let kidding =
        clause.places("kidding joking").any(|i| is_in("just only m am was were", clause.back(i, 1)) && !clause.denied(i));
    let oops = is_in("oops whoops", clause.at(0));
    let again = clause.past(first + 1, "it this that all the over whole thing evaluation back and start");
    let order = is_in("try start begin go do run", clause.at(first));
    let redo = order
        && ((is_in("again afresh anew", clause.at(again)) && clause.ends_or(again + 1, "from please later"))
            || (clause.at(again - 1) == "over" && clause.ends_or(again, "again from please"))
            || (clause.at(again) == "from" && clause.at(again + 1) == "scratch")
            || (clause.at(first) == "do" && clause.at(again) == "better" && clause.ends_or(again + 1, "please next")));
    // "Correct the totals and resubmit."
    let resubmit = is_in("correct complete amend update fix edit change check improve add", clause.at(first))
        && clause.behind(first + 1, "resubmit");
    let square = clause.at(first) == "back"
        && clause.at(first + 1) == "to"
        && clause.behind(first + 2, "square start beginning")
        && clause.words.len() <= first + 5;
    // "That was meant for another answer."
    let other = clause.places("for of about").any(|i| {
        let which = clause.past(i + 1, "a the some quite");
        let meant = clause.past(0, "this that the above json verdict score it was is were meant intended review evaluation");
        meant == i
            && i > 0
            && clause.points(clause.places("was is").next().unwrap_or_default())
            && is_in("another other different wrong", clause.at(which))
            && is_in(ANSWERS, clause.at(which + 1))
    });
    takes || strikes || mind || kidding || oops || redo || resubmit || square || other
}

/// "I misread it": behind a verdict, while before it the critic has read again.
fn regrets(clause: &Said) -> bool {
    clause.places("misread misjudged misunderstood overlooked mistaken").any(|i| {
        clause.before(i, "i we") && !clause.denied(i) && !clause.has("first initially nothing") && clause.back(i, 1) != "be"
    })
}

/// "The flag is inverted", "read true for false", "false means it needs revision".
fn is_inverted(clause: &Said) -> bool {
    let flag = clause.places("is are was were s").any(|verb| {
        let known = |word: &str| is_in(FLAGS, word) || is_in(OF_FLAGS, word);
        let at = clause.past(verb + 1, "actually really just all fact completely exactly");
        clause.words.iter().take(verb).all(|word| known(word))
            && clause.before(verb, FLAGS)
            && is_in(
                "inverted reversed swapped flipped backwards negated upside opposite wrong mistyped typo arbitrary random",
                clause.at(at),
            )
    });
    let swapped = clause.words.windows(3).any(|words| matches!(words, ["true", "for", "false"] | ["false", "for", "true"]))
        && is_in("read take swap exchange mistook", clause.at(clause.past(0, "please and so i")));
    let means = clause.places("true false no").any(|i| {
        let verb = clause.past(i + 1, "here above in this case");
        is_in("means stands", clause.at(verb))
            && clause.behind(verb, "needs need must revise revision should revised")
            && !clause.denied(clause.words.len() * usize::from(clause.at(i) != "no"))
    });
    let opposite =
        clause.has("opposite") && (clause.before(3, "i we") && clause.has("mean meant say said") || clause.at(0) == "opposite");
    flag || swapped || means || opposite
}

/// "I am not sure about this", "this is my best guess"; behind a verdict also "not sure whether it is right".
fn is_unsure(clause: &Said, behind: bool) -> bool {
    let doubts = |i: usize| {
        let me = clause.before(i, "i we") || clause.past(0, "not t still unsure uncertain really so very only") >= i;
        let rest = i + 1;
        if !me
            || is_in("why what how where when which", clause.at(rest))
            || clause.behind(rest, "anything better more improve improved needed necessary required")
        {
            return false;
        }
        let end = clause.words.len();
        if behind {
            rest == end || is_in("whether if that it this the", clause.at(rest))
        } else {
            is_in("about of in on", clause.at(rest)) || (rest < end && clause.behind(rest, "score verdict rating"))
        }
    };
    let unsure = (0..clause.words.len()).any(|i| {
        let no = (0..i).rev().find(|at| !is_in(MUCH, clause.at(*at)));
        let denied = is_in(SURE, clause.at(i)) && no.is_some_and(|at| is_in("not t never hardly", clause.at(at)));
        (denied || (is_in("unsure uncertain doubtful unconfident", clause.at(i)) && !clause.denied(i))) && doubts(i)
    });
    let guessed = !behind
        && clause.places("guessing guessed guess").any(|i| {
            let one = clause.back(i, 1);
            let guess = clause.at(i) != "guess" || (is_in("to only", one) && is_in("had have can could", clause.back(i, 2)));
            guess
                && clause.before(i, "i we")
                && !clause.denied(i)
                && is_in("m am was were just only merely i we simply basically largely to mostly", one)
        });
    unsure || guessed
}

/// "I'm only 20% confident", "my confidence is low".
fn is_low(clause: &Said) -> bool {
    const FEW: u32 = 75;
    let me = clause.has("i my we m");
    let share =
        |word: &&str| word.strip_suffix('%').and_then(|number| number.parse::<u32>().ok()).is_some_and(|number| number < FEW);
    let few = clause.words.iter().any(share) && clause.has("confident sure certain confidence certainty");
    let low = clause.places("confidence certainty trust faith").any(|i| {
        let at = clause.past(i + 1, "is was here in this the score verdict rather very quite pretty only really");
        is_in("low little limited poor weak no zero minimal", clause.back(i, 1))
            || (at > i + 1 && is_in("low limited poor weak zero minimal shaky", clause.at(at)))
    });
    me && (few || low) && !clause.has("no") | clause.has("have")
}

/// "Lower is better", "10 is the worst", "1 is best".
pub(super) fn turns_scale(clause: &Said) -> bool {
    let lower = clause.places("lower less smaller low fewer lowest smallest").any(|i| {
        let noun = clause.past(i + 1, "score scores number numbers value values rating ratings points grade");
        let at = clause.past(noun, LINKS);
        clause.past(0, "a the note that here where with and because remember beware in this case") >= i
            && at > noun
            && is_in("better best good", clause.at(at))
            && !clause.denied(at)
    });
    let number = |word: &str| match word {
        "zero" => Some(0),
        "one" => Some(1),
        "ten" => Some(10),
        word => word.parse::<u32>().ok(),
    };
    let turned = |points: u32, word: &str| {
        (points <= 1 && is_in("best perfect excellent top", word))
            || (points >= 5 && is_in("worst worse bad poor terrible", word))
    };
    let ranked = |i: usize| {
        let Some(points) = number(clause.at(i)) else { return false };
        let lead = i == 0 || is_in("where with and from to score scale of note that here", clause.back(i, 1));
        let after = clause.past(i + 1, LINKS);
        let mut before = i;
        while before > 0 && is_in(LINKS, clause.back(before, 1)) {
            before -= 1;
        }
        let paired = clause.words.len() <= 4 && before > 0 && turned(points, clause.back(before, 1));
        (lead && after > i && turned(points, clause.at(after)) && clause.ends_or(after + 1, "and possible to score"))
            || (paired && i + 1 == clause.words.len())
    };
    is_one_of(SCALES, clause) || lower || (0..clause.words.len()).any(ranked)
}
