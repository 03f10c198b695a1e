//! A run, saved at any point to versioned JSON and taken up again elsewhere.
//!
//! **Invariant:** `restore` takes hostile input: too large, cut, of another version or with settings out of range is an error
//! value. Calls that were out are issued again under the same name.

use serde::{Deserialize, Serialize};

use super::desk::Desk;
use super::{Loop, Machine, Stop};
use crate::error::{ErrorCode, ReflectError};
use crate::settings::ReflectSettings;

/// Bytes that a snapshot may have at most.
pub const MAX_SNAPSHOT_BYTES: usize = 64 * 1024 * 1024;

const FORMAT: &str = "reflect-engine/run";
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Saved<'a, L> {
    format: &'a str,
    version: u32,
    run: &'a L,
    desk: &'a Desk,
    stop: &'a Option<Stop>,
}

#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

#[derive(Deserialize)]
#[serde(bound = "L: Loop")]
struct Body<L> {
    run: L,
    desk: Desk,
    stop: Option<Stop>,
}

impl<L: Loop> Machine<L> {
    /// The run as JSON. Can be taken at any time; a run that is restored goes on to the same trace.
    #[must_use]
    pub fn snapshot(&self) -> String {
        let saved = Saved { format: FORMAT, version: VERSION, run: &self.looped, desk: &self.desk, stop: &self.stop };
        // Every part is made of strings, numbers and lists, none of which serde_json can refuse.
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Takes a saved run up again, with settings laid over the saved ones.
    ///
    /// # Errors
    /// `invalid_snapshot` for anything that is not a snapshot of this version; `invalid_settings` when saved or new settings are
    /// out of range; `misuse` when the time is not a number.
    pub fn restore(snapshot: &str, settings: Option<ReflectSettings>, now_ms: f64) -> Result<Self, ReflectError> {
        let bad = |message: String| ReflectError::new(ErrorCode::InvalidSnapshot, message);
        if snapshot.len() > MAX_SNAPSHOT_BYTES {
            return Err(bad(format!("a snapshot has at most {MAX_SNAPSHOT_BYTES} bytes, got {}", snapshot.len())));
        }
        let head: Head = serde_json::from_str(snapshot).map_err(|e| bad(format!("this is no snapshot of a run: {e}")))?;
        if head.format != FORMAT || head.version != VERSION {
            return Err(bad(format!("expected a snapshot of {FORMAT} version {VERSION}, got version {}", head.version)));
        }
        let body: Body<L> = serde_json::from_str(snapshot).map_err(|e| bad(format!("the snapshot is damaged: {e}")))?;
        let Body { mut run, mut desk, stop } = body;
        run.restored(settings)?;
        if desk.emitted > desk.steps.len() || !desk.now_ms.is_finite() || !desk.started_ms.is_finite() {
            return Err(bad("the snapshot is damaged: its counters do not fit".to_owned()));
        }
        // Another machine's clock may have another origin: time spent so far counts, time between save and restore does not.
        let spent = desk.elapsed_ms();
        if !now_ms.is_finite() {
            return Err(ReflectError::misuse(format!("the time must be a finite number of milliseconds, got {now_ms}")));
        }
        desk.now_ms = now_ms;
        desk.started_ms = now_ms - spent;
        Ok(Self { looped: run, desk, stop, started: true, issued: 0 })
    }
}
