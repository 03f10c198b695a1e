//! What the keys of an object say that are none of ours, and what stands further in: the verdict in other words, or against it.

use super::fields::{Field, Fields, field};
use super::json::{Kind, Node, Tree, unescape};
use super::negation::is_in;
use super::scalar::{self, Found, Status};
use super::stranger::{Stranger, is_low_word};

/// Faults and advice under other names, which count where the asked ones are absent.
#[derive(Default)]
pub(super) struct Near {
    issues: Vec<String>,
    suggestion: Option<String>,
    /// Points under `total`, which beside no verdict counts anything.
    total: Option<f64>,
}

impl Near {
    /// `known`: beside a field that was asked for.
    pub(super) fn stand_in(self, fields: &mut Fields, known: bool) {
        if known {
            fields.other_score = self.total.into_iter().chain(fields.other_score).reduce(f64::min);
        }
        if fields.issues.is_none() && !self.issues.is_empty() {
            fields.issues = Some(self.issues);
        }
        if fields.suggestions.is_none() {
            fields.suggestion = fields.suggestion.take().or(self.suggestion);
        }
    }
}

impl Fields {
    /// A key that is none of ours may refuse all the same: `needs_revison`, `recommendation: "reject"`, `is_correct: false`.
    pub(super) fn other(&mut self, tree: &Tree<'_>, index: usize, node: &Node, near: &mut Near) {
        let Some(key) = node.key else { return };
        let stranger = Stranger::of(&unescape(key.of(tree.text)));
        let (flag, status) = (scalar::flag(tree, node), scalar::status(tree, node));
        let listed = node.kind == Kind::Array && tree.children(index).next().is_some();
        let named = listed || (matches!(flag, Found::Value(true) | Found::Unreadable) && says(tree, node));
        self.refused |= status == Found::Value(Status::NeedsRevision)
            || (listed && stranger.names_faults())
            || (named && stranger.names_grave_faults())
            || (stranger.decides() && (is_command(tree, node) || is_one_of(tree, node, BROKEN)))
            || (stranger.letters == "severity" && is_one_of(tree, node, GRAVE))
            || (matches!(stranger.letters.as_str(), "level" | "type" | "kind")
                && is_one_of(tree, node, "critical fatal error blocker"));
        self.doubtful |= (stranger.decides() && status == Found::Value(Status::Invalid))
            || (stranger.is_an_error() && named)
            || (stranger.scales() && is_another_scale(tree, node));
        if stranger.rates() || stranger.sums_up() || stranger.may_be_the_score() {
            let points = scalar::points(tree, node).value().or_else(|| scalar::begins_with_points(tree, node));
            let lowest = if stranger.letters == "total" { &mut near.total } else { &mut self.other_score };
            *lowest = points.into_iter().chain(*lowest).reduce(f64::min);
        }
        self.refused |= stranger.judges() && node.kind == Kind::String && is_low_word(&tree.string(node).to_ascii_lowercase());
        if node.kind == Kind::Object {
            let points = of_the_whole(tree, index, &stranger);
            self.other_score = points.into_iter().chain(self.other_score).reduce(f64::min);
        }
        self.flagged(tree, node, &stranger, flag, named);
        if matches!(node.kind, Kind::String | Kind::Array)
            && let Some(heard) = stranger.remarks()
        {
            let text = self.text(tree, index, node);
            self.remarks.extend(text.map(|text| (heard, text)));
        }
        if stranger.names_issues() && (listed || node.kind == Kind::Object || (named && node.kind == Kind::String)) {
            near.issues.extend(self.texts(tree, index, node).unwrap_or_default());
        } else if stranger.names_a_suggestion() && named && !matches!(status, Found::Value(_)) {
            near.suggestion = near.suggestion.take().or_else(|| self.text(tree, index, node));
        }
    }

    /// What a key says by a yes or no.
    fn flagged(&mut self, tree: &Tree<'_>, node: &Node, stranger: &Stranger, flag: Found<bool>, named: bool) {
        if stranger.asks() && stranger.denies() {
            self.refused |= flag == Found::Value(false);
            self.unsure |= flag == Found::Unreadable;
            return;
        }
        match flag {
            // A zero counts something, unless the key is a word that approves.
            Found::Value(false) => {
                self.refused |= stranger.approves() && (stranger.is_plain() || !tree.string(node).starts_with('0'));
            }
            flag => {
                let yes = flag == Found::Value(true);
                let asked = yes || node.kind == Kind::Array && named || scalar::begins_with_yes(tree, node);
                self.refused |= (asked && stranger.asks()) || (yes && (stranger.is_the_flag() || stranger.rejects()));
                self.unsure |= stranger.may_be_the_flag();
                self.doubtful |= stranger.mixed;
            }
        }
    }
}

/// The lowest score of the whole inside a container: any score under `overall` or `total`, and `overall` under any key.
fn of_the_whole(tree: &Tree<'_>, index: usize, container: &Stranger) -> Option<f64> {
    let points = tree.children(index).filter_map(|(_, node)| {
        let stranger = Stranger::of(&unescape(node.key?.of(tree.text)));
        let heard = stranger.sums_up() || (container.sums_up() && stranger.rates());
        scalar::points(tree, node).value().filter(|_| heard)
    });
    points.reduce(f64::min)
}

/// Whether a value says anything: no bare denial, no zero.
fn says(tree: &Tree<'_>, node: &Node) -> bool {
    const NOTHING: [&str; 8] = ["", "none", "n/a", "na", "nothing", "null", "-", "not applicable"];
    let text = tree.string(node);
    let text = text.trim().trim_end_matches('.');
    matches!(node.kind, Kind::String | Kind::Word)
        && !NOTHING.iter().any(|known| known.eq_ignore_ascii_case(text))
        && scalar::points_in(text) != Some(0.0)
}

/// `rewrite`, `fix and resubmit`: what is to be done is no acceptance.
fn is_command(tree: &Tree<'_>, node: &Node) -> bool {
    const COMMANDS: [&str; 8] = ["rewrite", "redo", "rework", "retry", "fix", "regenerate", "revise", "resubmit"];
    let text = tree.string(node);
    let first = text.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    node.kind == Kind::String && COMMANDS.iter().any(|known| known.eq_ignore_ascii_case(first))
}

/// What a build or the like is, of which nobody accepts the outcome.
const BROKEN: &str = "broken failing fails error errored crashed crashing defective buggy unusable unsafe";
const GRAVE: &str = "critical high major fatal severe blocker blocking error";

/// Whether a text is one word of a list.
fn is_one_of(tree: &Tree<'_>, node: &Node, list: &str) -> bool {
    let text = tree.string(node);
    matches!(node.kind, Kind::String | Kind::Word) && is_in(list, &text.trim().to_ascii_lowercase())
}

/// Whether a scale is said to be of another length than ten, or its length cannot be told.
fn is_another_scale(tree: &Tree<'_>, node: &Node) -> bool {
    let text = tree.string(node);
    let mut numbers = text.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(scalar::number);
    match numbers.next_back() {
        Some(top) => top > 10.0 || text.contains('%'),
        None => scalar::points(tree, node) == Found::Unreadable,
    }
}

/// Whether a container inside the one at `index` asks for a revision in so many words.
pub(super) fn refused_inside(tree: &Tree<'_>, index: usize) -> bool {
    tree.children(index).filter(|(at, node)| node.next > at + 1).any(|(at, node)| {
        let failed = |node: &Node| scalar::status(tree, node) == Found::Value(Status::NeedsRevision);
        let checks = || node.key.is_some_and(|key| Stranger::of(&unescape(key.of(tree.text))).lists_checks());
        refuses(tree, at) || (inside(tree, at).iter().any(failed) && checks())
    })
}

/// Whether anything inside the container at `index` asks for a revision in so many words.
pub(super) fn refuses(tree: &Tree<'_>, index: usize) -> bool {
    inside(tree, index).iter().zip(index + 1..).any(|(node, at)| match tree.key(node).and_then(field) {
        Some(Field::NeedsRevision) => scalar::flag(tree, node) == Found::Value(true),
        Some(Field::Status) => scalar::status(tree, node) == Found::Value(Status::NeedsRevision),
        Some(Field::Approval) => scalar::flag(tree, node) == Found::Value(false),
        Some(Field::CriteriaMet) => {
            node.kind == Kind::Array && tree.children(at).any(|(_, met)| scalar::flag(tree, met) == Found::Value(false))
        }
        _ => false,
    })
}

/// Whether the object at `index` gives a score, a flag or criteria that can be read, which a schema does not.
pub(super) fn rates(tree: &Tree<'_>, index: usize) -> bool {
    tree.children(index).any(|(at, node)| match tree.key(node).and_then(field) {
        Some(Field::Score) => {
            matches!(scalar::points(tree, node), Found::Value(_)) || scalar::begins_with_points(tree, node).is_some()
        }
        Some(Field::NeedsRevision | Field::Approval) => matches!(scalar::flag(tree, node), Found::Value(_)),
        Some(Field::Status) => matches!(scalar::status(tree, node), Found::Value(_)),
        Some(Field::CriteriaMet) => tree.children(at).next().is_some(),
        Some(Field::Confidence) => matches!(scalar::share(tree, node), Found::Value(_)),
        _ => false,
    })
}

fn inside<'n>(tree: &'n Tree<'_>, index: usize) -> &'n [Node] {
    let end = tree.node(index).map_or(0, |node| node.next);
    tree.nodes.get(index + 1..end).unwrap_or_default()
}
