//! Whether what stands beside a reflection says the contrary of it: other keys, and words behind it.

use super::json::{Kind, Tree};
use super::reflection::{Proposal, Reflected};

/// Parts of keys, as [`super::json::Key`] spells them, under which an action is the one that the critic wants.
const WANTED: [&str; 8] = ["recommend", "final", "verdict", "decision", "revised", "outcome", "conclusion", "action"];
/// Parts of keys under which it is not.
const OTHERS: [&str; 8] = ["original", "previous", "current", "initial", "proposed", "alternative", "considered", "first"];
/// Flags that ask for a revision, and those that say that the decision stands.
const REVISE: [&str; 12] = [
    "revise",
    "needsrevision",
    "revisionneeded",
    "requiresrevision",
    "mustrevise",
    "revisionrequired",
    "shouldchange",
    "change",
    "override",
    "overturn",
    "escalate",
    "shouldescalate",
];
const STANDS: [&str; 6] = ["agree", "agrees", "stands", "decisionstands", "valid", "correct"];
/// Flags that say of an approval that it stands.
const APPROVES: [&str; 4] = ["accept", "accepted", "approve", "approved"];

/// Between parts of a sentence that each say something.
const ENDS: [char; 6] = ['.', '!', '?', ';', '\n', ','];
const DENIALS: [&str; 7] = [" no ", " not ", " never ", " nothing ", " without ", " unnecessary ", " needless "];
const WISHES: [&str; 9] =
    [" should ", " must ", " needs ", " need to ", " has to ", " have to ", " ought to ", " please ", " i would "];

/// The action after the reflection.
fn standing<'a>(read: &'a Reflected, asked: &Proposal<'a>) -> &'a str {
    read.revised_action.as_deref().filter(|_| read.should_revise).unwrap_or(asked.action)
}

/// Whether another key of the object at `index` says something else than the reflection: another action, or the other flag.
pub(super) fn overturned(tree: &Tree<'_>, index: usize, read: &Reflected, asked: &Proposal) -> bool {
    let stands = standing(read, asked);
    let of = |parts: &[&str], key: &str| parts.iter().any(|part| key.contains(part));
    tree.children(index).any(|(_, node)| {
        let Some(key) = tree.key(node) else { return false };
        let (key, said) = (key.as_str(), tree.string(node));
        match (node.kind, said.trim()) {
            (Kind::Word, "true" | "True") => (if read.should_revise { &STANDS[..] } else { &REVISE }).contains(&key),
            (Kind::Word, "false" | "False") if APPROVES.contains(&key) => approves(stands),
            (Kind::Word, "false" | "False") => (if read.should_revise { &REVISE[..] } else { &STANDS }).contains(&key),
            // With a revision, the decided action is what the request says, told again.
            (Kind::String, action) => {
                let known = asked.actions.iter().find(|known| known.eq_ignore_ascii_case(action));
                let echo = |known: &str| read.should_revise && known == asked.action;
                of(&WANTED, key) && !of(&OTHERS, key) && known.is_some_and(|known| known != stands && !echo(known))
            }
            _ => false,
        }
    })
}

fn approves(action: &str) -> bool {
    let word = action.to_ascii_lowercase();
    word.starts_with("approv") || word.starts_with("accept")
}

/// Whether words behind a reflection say the contrary of it: the other flag, that nothing is to be revised, or another action.
pub(super) fn takes_back(text: &str, read: &Reflected, asked: &Proposal) -> bool {
    let stands = standing(read, asked);
    let other = |a: &&String| *a != stands;
    let spelled = |part: &str| asked.actions.iter().filter(other).any(|a| sends_to(part, a, stands));
    if text.split(ENDS).map(words).any(|part| spelled(&part)) {
        return true;
    }
    let text = text.to_ascii_lowercase().replace("n't", " not").replace("n\u{2019}t", " not");
    if !read.should_revise && text.split(ENDS).map(words).any(|part| asks_revision(&part, asked, stands)) {
        return true;
    }
    text.split(['.', '!', '?', ';', '\n']).any(|sentence| names_other_flag(&words(sentence), read.should_revise))
        || text.split(['.', '!', '?', ';', '\n', ',', ':', '(', ')', '\u{2014}', '\u{2013}']).map(words).any(|part| {
            (read.should_revise && denies_revision(&part)) || asked.actions.iter().any(|a| a != stands && names(&part, a, stands))
        })
}

/// With one blank before, between and behind them.
fn words(text: &str) -> String {
    let blank = |c: char| if c.is_alphanumeric() || c == '_' { c } else { ' ' };
    let plain: String = text.chars().map(blank).collect();
    format!(" {} ", plain.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Whether a part sends the decision to this action, which is written as it is called: "this should go to REVIEW", "REJECT is right".
fn sends_to(part: &str, action: &str, stands: &str) -> bool {
    let (named, lower) = (words(action), part.to_ascii_lowercase());
    let sent = wishes(&lower) || [" is the right ", " is right ", " is correct "].iter().any(|said| lower.contains(said));
    part.contains(&named) && !part.contains(&words(stands)) && sent && !denied(&lower)
}

/// Whether a part wants the decision to be another: "it needs revision", "please escalate", "should be rejected", "do not approve".
fn asks_revision(part: &str, asked: &Proposal, stands: &str) -> bool {
    let stands = stands.to_ascii_lowercase();
    if [" do not ", " must not ", " should not ", " never "].iter().any(|denial| part.contains(&format!("{denial}{stands} "))) {
        return true;
    }
    if denied(part) {
        return false;
    }
    let decides =
        asked.actions.iter().map(|action| action.to_ascii_lowercase()).filter(|action| *action != stands).any(|action| {
            let done = if action.ends_with('e') { format!("{action}d") } else { format!("{action}ed") };
            part.contains(&format!(" i would {action} ")) || (wishes(part) && part.contains(&format!(" be {done} ")))
        });
    decides || (wishes(part) && (of_revision(part) || part.contains(" escalat")))
}

fn wishes(part: &str) -> bool {
    WISHES.iter().any(|wish| part.contains(wish))
}

fn denied(part: &str) -> bool {
    DENIALS.iter().any(|denial| part.contains(denial))
}

fn of_revision(text: &str) -> bool {
    text.contains(" revis") || text.contains(" change")
}

fn names_other_flag(sentence: &str, flag: bool) -> bool {
    let other = if flag { " false " } else { " true " };
    if sentence.contains(&format!(" meant{other}")) {
        return true;
    }
    [" shouldrevise ", " should_revise "]
        .iter()
        .any(|key| sentence.split_once(key).is_some_and(|(_, behind)| format!(" {behind}").contains(other)))
}

fn denies_revision(part: &str) -> bool {
    const STANDS: [&str; 14] = [
        " as it is ",
        " as it was ",
        " as is ",
        " decision stands ",
        " it stands ",
        " should stand ",
        " can stand ",
        " decision is fine ",
        " decision is right ",
        " decision is correct ",
        " decision is sound ",
        " keep the decision ",
        " keep the original ",
        " unchanged ",
    ];
    DENIALS.iter().any(|word| part.split_once(word).is_some_and(|(_, behind)| of_revision(&format!(" {behind}"))))
        || (of_revision(part) && part.contains(" unnecessary "))
        || STANDS.iter().any(|phrase| part.contains(phrase))
}

/// Whether a part does nothing but name this action: "final answer", "keep it".
fn names(part: &str, action: &str, stands: &str) -> bool {
    const LABELS: &str = " a action answer be correction decision final go i instead is it keep my now of original recommendation \
        remain remains result should so stay stays stick the to use verdict will with ";
    let (action, stands) = (words(&action.to_ascii_lowercase()), words(&stands.to_ascii_lowercase()));
    let Some((before, behind)) = part.split_once(&action) else { return false };
    !part.contains(&stands)
        && before.split_whitespace().chain(behind.split_whitespace()).all(|word| LABELS.contains(&format!(" {word} ")))
}
