//! Reads a model's reflection on a decision before it ships (seed 003).
//!
//! **Invariant:** nothing is guessed. A reply of which anything that decides is missing, of another type, out of range, or said twice
//! in different words, is unreadable, and so is one that only repeats what the model was shown, or beside which there is anything else.

use super::cut::is_cut_or_blocked;
use super::extra_text::{is_harmless_extra_text, is_wrapper_key};
use super::find::{SeenTexts, add_nonblank_line};
use super::json::{Doc, Ending, Kind, Node};
use super::reply::ParsedReply;
use super::scalar;

/// What a model is taken to be sure of when it does not say (seed 003).
pub const REFLECTION_CONFIDENCE: f64 = 0.5;
/// Keys that make an object a reflection, as [`json::FoldedKey`] spells them.
const KEYS: [&str; 5] = ["shouldrevise", "revisedaction", "revisedconfidence", "contraargument", "reflectionconfidence"];

/// What a model said of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct ReflectionReply {
    pub should_revise: bool,
    /// One of the actions that were asked about; always there when the decision is to be revised.
    pub revised_action: Option<String>,
    /// `0..=1`.
    pub revised_confidence: Option<f64>,
    pub concerns: Vec<String>,
    /// Empty when none was given.
    pub contra_argument: String,
    /// `0..=1`; [`REFLECTION_CONFIDENCE`] when it is not reported.
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
    pub prompt: &'a str,
}

/// Why a reply cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableReply {
    /// `truncated`, `no_json`, `echo`, `beside`, `damaged`, `conflict`, `contradictory`, `too_large`, or the field that is at fault
    /// (`should_revise`, `revised_action`, …).
    pub reason: &'static str,
    /// What the model wrote beside its object. Only the model can say what it means.
    pub beside: Option<String>,
}

/// Reads one reply. Its typed fields decide; what is beside them is not interpreted.
///
/// # Errors
/// Why it cannot be read.
pub fn read_reflection(text: &str, proposal: &Proposal, finish_reason: Option<&str>) -> Result<ReflectionReply, UnreadableReply> {
    let reply = ParsedReply::parse_after_thinking(text);
    let mut beside = String::new();
    for prose in &reply.prose {
        let text = prose.span.slice_text(text);
        if !is_harmless_extra_text(text, prose.lead) {
            add_nonblank_line(&mut beside, text);
        }
    }
    let read = read_agreeing_objects(&reply, proposal, &mut beside, is_cut_or_blocked(finish_reason));
    let beside = Some(beside).filter(|beside| !beside.is_empty());
    match (read, beside) {
        (Ok(read), None) => Ok(read),
        (Ok(_), beside) => Err(UnreadableReply { reason: "beside", beside }),
        (Err(reason), beside) => Err(UnreadableReply { reason, beside }),
    }
}

fn read_agreeing_objects(
    reply: &ParsedReply<'_>,
    proposal: &Proposal,
    extra_text: &mut String,
    is_cut: bool,
) -> Result<ReflectionReply, &'static str> {
    if is_cut {
        return Err("truncated");
    }
    if reply.too_large {
        return Err("too_large");
    }
    let (mut read, mut echo) = (None, false);
    let input = SeenTexts::new([proposal.prompt, "", ""], None);
    for tree in &reply.objects {
        let doc = tree.as_doc();
        let text_of = |node: Option<&Node>| node.map_or("", |node| node.span.slice_text(doc.text));
        let root = find_reflection_root(doc);
        if !is_reflection(doc, root) {
            add_nonblank_line(extra_text, text_of(doc.get_node(0)));
            continue;
        }
        if input.is_echo(text_of(doc.get_node(root))) {
            echo = true;
            continue;
        }
        if tree.ending != Ending::Closed {
            return Err(if tree.ending == Ending::Cut { "truncated" } else { "damaged" });
        }
        tree.comments.iter().for_each(|comment| add_nonblank_line(extra_text, comment.slice_text(doc.text)));
        for (_, member) in doc.child_nodes(root) {
            if !doc
                .node_key(member)
                .is_some_and(|key| KEYS.contains(&key.as_str()) || matches!(key.as_str(), "concerns" | "reasoning"))
            {
                add_nonblank_line(extra_text, doc.member_span(member).slice_text(doc.text));
            }
        }
        let this = read_reflection_object(doc, root, proposal)?;
        if read.as_ref().is_some_and(|read| *read != this) {
            return Err("conflict");
        }
        read = Some(this);
    }
    read.ok_or(if echo { "echo" } else { "no_json" })
}

/// The object inside an envelope that holds nothing else.
fn find_reflection_root(doc: Doc<'_>) -> usize {
    let mut root = 0;
    while !is_reflection(doc, root) {
        let mut inside = doc.child_nodes(root);
        let Some((only, node)) = inside.next().filter(|_| inside.next().is_none()) else { break };
        if !node
            .key
            .is_none_or(|_| doc.node_key(node).is_some_and(|key| is_wrapper_key(key.as_str()) || key.as_str() == "reflection"))
        {
            break;
        }
        root = only;
    }
    root
}

fn is_reflection(doc: Doc<'_>, index: usize) -> bool {
    let ours = |child: &Node| doc.node_key(child).is_some_and(|key| KEYS.contains(&key.as_str()));
    doc.get_node(index).is_some_and(|node| node.kind == Kind::Object) && doc.child_nodes(index).any(|(_, child)| ours(child))
}

fn read_reflection_object(doc: Doc<'_>, index: usize, proposal: &Proposal) -> Result<ReflectionReply, &'static str> {
    let field = |name: &str, fault: &'static str| -> Result<Option<(usize, &Node)>, &'static str> {
        let mut found = doc.child_nodes(index).filter(|(_, node)| doc.node_key(node).is_some_and(|key| key.as_str() == name));
        let first = found.next();
        let same = |node: &Node| {
            first.is_some_and(|(_, f)| f.kind == node.kind && f.span.slice_text(doc.text) == node.span.slice_text(doc.text))
        };
        if !found.all(|(_, node)| same(node)) {
            return Err("conflict");
        }
        match first {
            Some((_, node)) if !node.whole => Err(fault),
            found => Ok(found.filter(|(_, node)| !is_null_or_none(doc, node))),
        }
    };
    let share = |name: &str, fault: &'static str| match field(name, fault)? {
        Some((_, node)) => read_fraction_in_digits(doc, node).map(Some).ok_or(fault),
        None => Ok(None),
    };
    let text = |name: &str, fault: &'static str| match field(name, fault)? {
        Some((_, node)) if node.kind == Kind::String => Ok(Some(doc.node_text(node).trim().to_owned())),
        Some(_) => Err(fault),
        None => Ok(None),
    };
    let should_revise = match field("shouldrevise", "should_revise")? {
        Some((_, node)) if node.kind == Kind::Word => match doc.node_text(node).as_ref() {
            "true" | "True" => true,
            "false" | "False" => false,
            _ => return Err("should_revise"),
        },
        _ => return Err("should_revise"),
    };
    // Seed 003's own template shows the word in quotes.
    let is_action = |word: &str| proposal.actions.iter().any(|action| action == word);
    let revised_action = text("revisedaction", "revised_action")?.filter(|word| word != "null" || is_action(word));
    match &revised_action {
        Some(action) if !is_action(action) => return Err("revised_action"),
        Some(action) if !should_revise && action != proposal.action => return Err("contradictory"),
        None if should_revise => return Err("revised_action"),
        _ => {}
    }
    Ok(ReflectionReply {
        should_revise,
        revised_action,
        revised_confidence: share("revisedconfidence", "revised_confidence")?,
        concerns: match field("concerns", "concerns")? {
            Some((at, node)) if node.kind == Kind::Array => read_nonblank_strings(doc, at).ok_or("concerns")?,
            Some(_) => return Err("concerns"),
            None => Vec::new(),
        },
        contra_argument: text("contraargument", "contra_argument")?.unwrap_or_default(),
        reflection_confidence: share("reflectionconfidence", "reflection_confidence")?.unwrap_or(REFLECTION_CONFIDENCE),
    })
}

fn is_null_or_none(doc: Doc<'_>, node: &Node) -> bool {
    node.kind == Kind::Word && matches!(doc.node_text(node).as_ref(), "null" | "None")
}

/// A number of `0..=1` in digits: no percent, no fraction, no text.
fn read_fraction_in_digits(doc: Doc<'_>, node: &Node) -> Option<f64> {
    let digits = |text: &str| text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'-' | b'+'));
    if node.kind == Kind::Word {
        Some(doc.node_text(node)).filter(|text| digits(text)).and_then(|text| scalar::read_fraction_or_percent(&text))
    } else {
        None
    }
}

/// A list of strings; blank ones are left out.
fn read_nonblank_strings(doc: Doc<'_>, index: usize) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    for (_, node) in doc.child_nodes(index) {
        if node.kind != Kind::String || !node.whole {
            return None;
        }
        let text = doc.node_text(node);
        if !text.trim().is_empty() {
            texts.push(text.trim().to_owned());
        }
    }
    Some(texts)
}
