//! All runs of an agent, and those of a sliding window. The window is a row of buckets, aligned to the epoch, so that the windows of two
//! processes can be put together; its oldest bucket leaves it as a whole.

use std::collections::BTreeMap;

use super::observed::Observed;
use super::settings::MonitorSettings;
use super::tally::Tally;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Series {
    pub all: Tally,
    /// By bucket: time by the bucket's width, rounded down. Only those in which something happened.
    pub buckets: BTreeMap<u64, Tally>,
}

impl Series {
    pub fn add(&mut self, run: &Observed, now_ms: f64, settings: &MonitorSettings) {
        self.all.add(run);
        self.buckets.entry(bucket(now_ms, settings)).or_default().add(run);
        self.forget(now_ms, settings);
    }

    /// What a person says of a run that was added at `at_ms`. It is counted in the run's own bucket, if that is still there.
    pub fn hear(&mut self, heard: &Heard, at_ms: f64, settings: &MonitorSettings) {
        heard.count(&mut self.all);
        if let Some(tally) = self.buckets.get_mut(&bucket(at_ms, settings)) {
            heard.count(tally);
        }
    }

    pub fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
        for (bucket, tally) in &other.buckets {
            self.buckets.entry(*bucket).or_default().merge(tally);
        }
    }

    /// The sliding window: the bucket of this time and those before it.
    pub fn window(&self, now_ms: f64, settings: &MonitorSettings) -> Tally {
        let (first, last) = span(now_ms, settings);
        let mut whole = Tally::default();
        for tally in self.buckets.range(first..=last).map(|(_, tally)| tally) {
            whole.merge(tally);
        }
        whole
    }

    /// Drops buckets that have left the window. There are never more than a window holds; those that are further ahead than a window is
    /// long come from a clock that was wrong.
    pub fn forget(&mut self, now_ms: f64, settings: &MonitorSettings) {
        let (now, width) = (bucket(now_ms, settings), settings.buckets as u64);
        self.buckets.retain(|bucket, _| *bucket < now + width);
        let newest = self.buckets.last_key_value().map_or(now, |(bucket, _)| now.max(*bucket));
        self.buckets.retain(|bucket, _| bucket + width > newest);
    }
}

/// What feedback adds to a tally: what it said before is not counted again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Heard {
    pub rejected: bool,
    /// The run's score and the rating.
    pub rated: Option<(f64, f64)>,
}

impl Heard {
    fn count(&self, tally: &mut Tally) {
        if self.rejected {
            tally.rejected += 1.0;
        }
        if let Some((score, rating)) = self.rated {
            tally.rated.add(score, rating);
        }
    }

    pub fn is_nothing(&self) -> bool {
        !self.rejected && self.rated.is_none()
    }
}

fn bucket(at_ms: f64, settings: &MonitorSettings) -> u64 {
    (at_ms / settings.bucket_ms) as u64
}

fn span(now_ms: f64, settings: &MonitorSettings) -> (u64, u64) {
    let last = bucket(now_ms, settings);
    (last.saturating_sub(settings.buckets as u64 - 1), last)
}
