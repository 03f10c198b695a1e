//! Reads what a model said of a decision before it ships (seed 003).
//!
//! **Invariant:** nothing is guessed. A reply of which anything that decides is missing, of another type, out of range, said twice
//! in different words, or taken back is unreadable, and so is one that only repeats what the model was shown.

use super::cut::is_cut;
use super::json::{self, Ending, Kind, Node, Repair, Tree};
use super::overturned::{overturned, takes_back};
use super::refusal::any_refuses;
use super::scalar;
use super::scan::scan;
use super::sentence::Heard;
use super::standing::Standing;

/// What a model is taken to be sure of when it does not say (seed 003).
pub const REFLECTION_CONFIDENCE: f64 = 0.5;
/// Objects with keys of ours that are looked at; a reply with more of them is no reflection.
const MAX_CANDIDATES: usize = 16;
/// Keys that make an object a reflection, as [`json::Key`] spells them.
const KEYS: [&str; 5] = ["shouldrevise", "revisedaction", "revisedconfidence", "contraargument", "reflectionconfidence"];

/// What a model said of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Reflected {
    pub should_revise: bool,
    /// One of the actions that were asked about; always there when the decision is to be revised.
    pub revised_action: Option<String>,
    /// `0..=1`.
    pub revised_confidence: Option<f64>,
    pub concerns: Vec<String>,
    /// Empty when none was given.
    pub contra_argument: String,
    /// `0..=1`; [`REFLECTION_CONFIDENCE`] when it is not told.
    pub reflection_confidence: f64,
}

/// What a model was asked about.
#[derive(Clone, Copy, Debug)]
pub struct Proposal<'a> {
    /// Every action that may be decided.
    pub actions: &'a [String],
    /// The action that was decided.
    pub action: &'a str,
    /// All that the model was shown.
    pub shown: &'a str,
}

/// Reads one reply.
///
/// # Errors
/// Why it cannot be read: `truncated`, `no_json`, `echo`, `quoted`, `damaged`, `conflict`, `contradictory`, `too_large`,
/// `unclear_reasoning`, or the field that is at fault (`should_revise`, `revised_action`, …).
pub fn read_reflection(text: &str, asked: &Proposal, finish_reason: Option<&str>) -> Result<Reflected, &'static str> {
    let reply = scan(text);
    if reply.cut || is_cut(finish_reason) {
        return Err("truncated");
    }
    if let Some(doubt) = reply.doubtful {
        return Err(doubt);
    }
    let shown = plain(asked.shown);
    let (mut read, mut end, mut looked, mut echo) = (None, 0, reply.repeated, false);
    for (tree, standing) in &reply.objects {
        for (index, node) in tree.nodes.iter().enumerate().filter(|(at, node)| is_reflection(tree, *at, node)) {
            looked += 1;
            if looked > MAX_CANDIDATES {
                return Err("too_large");
            }
            if shown.contains(&plain(node.span.of(tree.text))) {
                echo = true;
                continue;
            }
            if *standing == Standing::Quoted {
                return Err("quoted");
            }
            if tree.ending != Ending::Closed || !tree.repairs.iter().all(|r| harmless(*r)) {
                return Err("damaged");
            }
            let this = reflected(tree, index, asked)?;
            if [0, index].iter().any(|at| overturned(tree, *at, &this, asked)) {
                return Err("contradictory");
            }
            if read.as_ref().is_some_and(|other| *other != this) {
                return Err("conflict");
            }
            (read, end) = (Some(this), tree.end);
        }
    }
    let Some(read) = read else { return Err(if echo { "echo" } else { "no_json" }) };
    let after = reply.prose.iter().filter(|p| p.span.start >= end && !p.code).map(|p| p.span.of(text));
    if any_refuses(after.clone(), Heard::Refusals) || after.into_iter().any(|text| takes_back(text, &read, asked)) {
        return Err("contradictory");
    }
    Ok(read)
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| !json::is_blank(*c) && *c != '\\').collect()
}

fn is_reflection(tree: &Tree<'_>, index: usize, node: &Node) -> bool {
    let ours = |child: &Node| tree.key(child).is_some_and(|key| KEYS.contains(&key.as_str()));
    node.kind == Kind::Object && tree.children(index).any(|(_, child)| ours(child))
}

/// Whether a mending leaves no doubt about what was meant.
fn harmless(repair: Repair) -> bool {
    matches!(
        repair,
        Repair::TrailingComma
            | Repair::ExtraComma
            | Repair::PythonLiteral
            | Repair::UnquotedKey
            | Repair::RawNewline
            | Repair::BadEscape
    )
}

fn reflected(tree: &Tree<'_>, index: usize, asked: &Proposal) -> Result<Reflected, &'static str> {
    let field = |name: &str, fault: &'static str| -> Result<Option<(usize, &Node)>, &'static str> {
        let mut found = tree.children(index).filter(|(_, node)| tree.key(node).is_some_and(|key| key.as_str() == name));
        let first = found.next();
        let same =
            |node: &Node| first.is_some_and(|(_, f)| f.kind == node.kind && f.span.of(tree.text) == node.span.of(tree.text));
        if !found.all(|(_, node)| same(node)) {
            return Err("conflict");
        }
        match first {
            Some((_, node)) if !node.whole || matches!(node.kind, Kind::Missing | Kind::Ellipsis) => Err(fault),
            found => Ok(found.filter(|(_, node)| !is_null(tree, node))),
        }
    };
    let share = |name: &str, fault: &'static str| match field(name, fault)? {
        Some((_, node)) => share(tree, node).map(Some).ok_or(fault),
        None => Ok(None),
    };
    let text = |name: &str, fault: &'static str| match field(name, fault)? {
        Some((_, node)) if node.kind == Kind::String => Ok(Some(tree.string(node).trim().to_owned())),
        Some(_) => Err(fault),
        None => Ok(None),
    };
    let should_revise = match field("shouldrevise", "should_revise")? {
        Some((_, node)) if node.kind == Kind::Word => match tree.string(node).as_ref() {
            "true" | "True" => true,
            "false" | "False" => false,
            _ => return Err("should_revise"),
        },
        _ => return Err("should_revise"),
    };
    // Seed 003's own template shows the word in quotes.
    let is_action = |word: &str| asked.actions.iter().any(|action| action == word);
    let revised_action = text("revisedaction", "revised_action")?.filter(|word| word != "null" || is_action(word));
    match &revised_action {
        Some(action) if !is_action(action) => return Err("revised_action"),
        Some(action) if !should_revise && action != asked.action => return Err("contradictory"),
        None if should_revise => return Err("revised_action"),
        _ => {}
    }
    Ok(Reflected {
        should_revise,
        revised_action,
        revised_confidence: share("revisedconfidence", "revised_confidence")?,
        concerns: match field("concerns", "concerns")? {
            Some((at, node)) if node.kind == Kind::Array => texts(tree, at).ok_or("concerns")?,
            Some(_) => return Err("concerns"),
            None => Vec::new(),
        },
        contra_argument: text("contraargument", "contra_argument")?.unwrap_or_default(),
        reflection_confidence: share("reflectionconfidence", "reflection_confidence")?.unwrap_or(REFLECTION_CONFIDENCE),
    })
}

fn is_null(tree: &Tree<'_>, node: &Node) -> bool {
    node.kind == Kind::Word && matches!(tree.string(node).as_ref(), "null" | "None")
}

/// A number of `0..=1` in digits: no percent, no fraction, no text.
fn share(tree: &Tree<'_>, node: &Node) -> Option<f64> {
    let digits = |text: &str| text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'-' | b'+'));
    if node.kind == Kind::Word && digits(&tree.string(node)) { scalar::share(tree, node).value() } else { None }
}

/// A list of strings; blank ones are left out.
fn texts(tree: &Tree<'_>, index: usize) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    for (_, node) in tree.children(index) {
        if node.kind != Kind::String || !node.whole {
            return None;
        }
        let text = tree.string(node);
        if !text.trim().is_empty() {
            texts.push(text.trim().to_owned());
        }
    }
    Some(texts)
}
