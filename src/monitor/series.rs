//! All runs of an agent, and those of a sliding window. The window is a row of buckets, aligned to the epoch, so that the windows of two
//! processes can be put together; its oldest bucket leaves it as a whole.

use serde::{Deserialize, Serialize};

use super::settings::MonitorSettings;
use super::tally::Tally;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Series {
    pub all: Tally,
    /// Number of the bucket (time by the bucket's width, rounded down) and what is in it, the earlier first. Only those in which
    /// something happened.
    buckets: Vec<(u64, Tally)>,
    /// Which alerts are open, over all and in the window: a bit for each, in their order.
    #[serde(skip)]
    pub open: [u8; 2],
}

impl Series {
    /// Changes the tally of all runs, and that of this time's bucket if it is in the window of now.
    pub fn count(&mut self, at_ms: f64, now_ms: f64, settings: &MonitorSettings, change: impl Fn(&mut Tally)) {
        change(&mut self.all);
        self.in_bucket(number_of(at_ms, settings), change);
        self.forget(now_ms, settings);
    }

    pub fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
        for (number, theirs) in &other.buckets {
            self.in_bucket(*number, |ours| ours.merge(theirs));
        }
    }

    /// The sliding window: the bucket of this time and those before it.
    pub fn window(&self, now_ms: f64, settings: &MonitorSettings) -> Tally {
        let last = number_of(now_ms, settings);
        let mut whole = Tally::default();
        for (at, tally) in &self.buckets {
            if *at <= last && last - at < settings.buckets {
                whole.merge(tally);
            }
        }
        whole
    }

    /// Drops buckets that have left the window. There are never more than a window holds; those that are further ahead than a window is
    /// long come from a clock that was wrong.
    pub fn forget(&mut self, now_ms: f64, settings: &MonitorSettings) {
        let (now, width) = (number_of(now_ms, settings), settings.buckets);
        let sane = |at: u64| at < now + width;
        let newest = self.buckets.iter().map(|(at, _)| *at).filter(|at| sane(*at)).fold(now, u64::max);
        self.buckets.retain(|(at, _)| sane(*at) && at + width > newest);
    }

    /// Changes the bucket of this number, which is made where there is none.
    fn in_bucket(&mut self, number: u64, change: impl FnOnce(&mut Tally)) {
        let at = self.buckets.partition_point(|(at, _)| *at < number);
        if self.buckets.get(at).is_none_or(|(at, _)| *at != number) {
            self.buckets.insert(at, (number, Tally::default()));
        }
        if let Some((_, tally)) = self.buckets.get_mut(at) {
            change(tally);
        }
    }
}

fn number_of(at_ms: f64, settings: &MonitorSettings) -> u64 {
    (at_ms / settings.bucket_ms) as u64
}
