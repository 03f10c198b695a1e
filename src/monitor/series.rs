//! All runs of an agent, and those of a sliding window. The window is a row of buckets, aligned to the epoch, so that the windows of two
//! processes can be put together; its oldest bucket leaves it as a whole.

use super::observed::Observed;
use super::settings::MonitorSettings;
use super::tally::Tally;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Series {
    pub all: Tally,
    /// Number of the bucket (time by the bucket's width, rounded down) and what is in it, the earlier first. Only those in which
    /// something happened.
    pub buckets: Vec<(u64, Tally)>,
    /// Which alerts are open, over all and in the window: a bit for each, in their order.
    pub open: [u8; 2],
}

impl Series {
    pub fn add(&mut self, run: &Observed, now_ms: f64, settings: &MonitorSettings) {
        self.all.add(run);
        if let Some(tally) = self.bucket(bucket(now_ms, settings)) {
            tally.add(run);
        }
        self.forget(now_ms, settings);
    }

    /// What a person says of a run that was added at `at_ms`. It is counted in the run's own bucket, if that is still there.
    pub fn hear(&mut self, heard: &Heard, at_ms: f64, settings: &MonitorSettings) {
        heard.count(&mut self.all);
        let number = bucket(at_ms, settings);
        if let Some((_, tally)) = self.buckets.iter_mut().find(|(at, _)| *at == number) {
            heard.count(tally);
        }
    }

    pub fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
        for (number, theirs) in &other.buckets {
            if let Some(ours) = self.bucket(*number) {
                ours.merge(theirs);
            }
        }
    }

    /// The sliding window: the bucket of this time and those before it.
    pub fn window(&self, now_ms: f64, settings: &MonitorSettings) -> Tally {
        let last = bucket(now_ms, settings);
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
        let (now, width) = (bucket(now_ms, settings), settings.buckets);
        let sane = |at: u64| at < now + width;
        let newest = self.buckets.iter().map(|(at, _)| *at).filter(|at| sane(*at)).fold(now, u64::max);
        self.buckets.retain(|(at, _)| sane(*at) && at + width > newest);
    }

    /// The bucket of this number, made where there is none. Most often it is the last.
    fn bucket(&mut self, number: u64) -> Option<&mut Tally> {
        let before = self.buckets.iter().rev().take_while(|(at, _)| *at > number).count();
        let at = self.buckets.len() - before;
        let there = at.checked_sub(1).filter(|at| self.buckets.get(*at).is_some_and(|(at, _)| *at == number));
        if there.is_none() {
            self.buckets.insert(at, (number, Tally::default()));
        }
        self.buckets.get_mut(there.unwrap_or(at)).map(|(_, tally)| tally)
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
