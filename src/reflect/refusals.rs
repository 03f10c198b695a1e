//! Texts that a person refused. One that is written again is refused again, also where its draft was dropped since.

use super::Reflect;
use super::record::DraftRecord;
use crate::flow::RunContext;

impl Reflect {
    /// A person refused this draft; with words of theirs, every one so far: none has heard what they want.
    pub(super) fn refuse(&mut self, index: u32, all: bool, ctx: &RunContext) {
        let digest = |record: &DraftRecord| ctx.digest(&record.draft.text);
        if all {
            self.drafts.refused.append(&mut self.drafts.dropped);
        }
        for record in self.drafts.kept.iter().filter(|record| all || record.draft.index == index) {
            self.drafts.refused.push(digest(record));
        }
        // The same text may be there twice.
        for record in &mut self.drafts.kept {
            record.refused = record.refused || self.drafts.refused.contains(&digest(record));
        }
    }

    /// Keeps a draft that is one of so many written at once.
    pub(super) fn keep(&mut self, mut record: DraftRecord, of: usize, ctx: &RunContext) {
        record.checks = self.task.verifiers.len();
        let refused = &self.drafts.refused;
        record.refused = !refused.is_empty() && refused.contains(&ctx.digest(&record.draft.text));
        self.drafts.add(record);
        self.trim(self.ready.settings.max_drafts.max(of), ctx);
    }

    /// Drops the oldest drafts beyond this many beside the best one; never the accepted one.
    pub(super) fn trim(&mut self, max_kept: usize, ctx: &RunContext) {
        if self.drafts.kept.len() <= max_kept {
            return;
        }
        let stays = [self.best().map(|record| record.draft.index), self.accepted.map(|(draft, _)| draft)];
        while self.drafts.kept.len() > max_kept.saturating_add(1) {
            let is_old = |record: &DraftRecord| !stays.contains(&Some(record.draft.index));
            let Some(oldest) = self.drafts.kept.iter().position(is_old) else { break };
            let gone = self.drafts.kept.remove(oldest).draft;
            self.drafts.revisions.retain(|r| r.draft_index != gone.index);
            self.drafts.dropped.push(ctx.digest(&gone.text));
        }
    }
}
