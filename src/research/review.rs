//! A person's word on a finished run: they accept the answer, or send the loop on with their feedback.

use super::Research;
use crate::error::ReflectError;
use crate::flow::{AcceptedBy, Desk, Stop, StopReason};

impl Research {
    pub(super) fn review_by_person(
        &mut self,
        accepted: bool,
        feedback: Option<String>,
        desk: &mut Desk,
    ) -> Result<Option<Stop>, ReflectError> {
        let Some(answer) = self.answer() else {
            return Err(ReflectError::misuse("a review needs an answer, and this run has none"));
        };
        if accepted {
            self.best = Some(answer);
            self.accepted = Some(AcceptedBy::Human);
            return Ok(Some(Stop::plain(StopReason::Accepted)));
        }
        // It is handed out again only where no other comes.
        self.refused = Some(answer);
        self.accepted = None;
        self.best = None;
        self.draft = None;
        let feedback = feedback.filter(|feedback| !feedback.trim().is_empty()).unwrap_or_default();
        let mut search = self.whole();
        search.feedback = feedback.clone();
        self.review = Some(feedback);
        self.due = [search].into();
        Ok(self.next(desk).err())
    }
}
