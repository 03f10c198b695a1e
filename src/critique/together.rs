//! Reads one reply about several drafts: a list with one form for each of them.
//!
//! **Invariant:** every draft that was shown is judged exactly once, each by the rules of one form, and nothing is said beside that;
//! else nothing is read.

use super::Reading;
use super::beside::is_harmless;
use super::find::{self, Shown, holds_letters};
use super::form::Asked;
use super::json::{Ending, Kind};
use super::reply::Reply;

/// What the reply says of each draft, in the order in which they were shown.
pub(super) fn read(asked: Asked<'_>, shown: &Shown<'_>, drafts: usize) -> Option<Vec<Reading>> {
    let text: &str = asked.raw;
    let reply = Reply::of(text);
    let [tree] = reply.objects.as_slice() else { return None };
    let alone = tree.comments.is_empty() && reply.prose.iter().all(|prose| is_harmless(prose.span.of(text), prose.lead));
    if reply.cut || reply.too_large || tree.guessed || tree.ending != Ending::Closed || !alone {
        return None;
    }
    let doc = tree.doc();
    let mut members = doc.children(0);
    let (list, node) = members.next()?;
    let is_list = doc.key(node)?.as_str() == "drafts" && node.kind == Kind::Array;
    if !is_list || members.next().is_some() {
        return None;
    }
    let mut readings = vec![None; drafts];
    for (at, entry) in doc.children(list) {
        let (_, number) = doc.children(at).find(|(_, member)| doc.key(member).is_some_and(|key| key.as_str() == "draft"))?;
        let place = doc.string(number).parse::<usize>().ok()?.checked_sub(1)?;
        let member = doc.member(number);
        let form = [text.get(entry.span.start..member.start)?, text.get(member.end..entry.span.end)?].concat();
        let candidate = find::candidate(doc, at, asked, shown)?;
        let echo = candidate.idle || shown.texts.iter().any(|shown| holds_letters(shown, &form));
        let reading = candidate.reading;
        if echo || candidate.rest != member.of(text) || !reading.status.is_decided() {
            return None;
        }
        if readings.get_mut(place)?.replace(reading).is_some() {
            return None;
        }
    }
    readings.into_iter().collect()
}
