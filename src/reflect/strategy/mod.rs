//! Strategies: given what is known of the drafts, the next action. Pure, one file each.

mod classic;

pub(super) use classic::classic;

use super::draft::Look;
use crate::flow::StopReason;
use crate::judge::Decision;
use crate::settings::Settings;

/// What a strategy may know.
pub(super) struct Known<'a> {
    /// What critic and verifiers together say of the latest draft.
    pub decision: Decision,
    /// Whether the critic looked at the latest draft.
    pub look: Look,
    pub has_critic: bool,
    /// Revisions so far.
    pub revisions: u32,
    /// Critiques in a row that could not be read.
    pub critique_failures: u32,
    pub settings: &'a Settings,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Critique,
    /// Ask the critic again, since its reply could not be read.
    CritiqueAgain,
    Revise,
    Stop(StopReason),
}
