//! What the votes of a jury weigh: how much oftener a juror accepts what is right than what is wrong, beside the best of them.
//!
//! That difference, 2p - 1 of a juror that is right with probability p, is the weight of Li and Yu (2014, arXiv:1411.4086), who show it to be
//! nearly the best for jurors that err apart. It is estimated with one draft more of each kind and outcome, and so is how unsure it is
//! (Agresti and Caffo 2000). Until a juror is known to be worse than the best, at 95 %, both weigh the same.

/// 1.96 standard errors, squared.
const SURE: f64 = 3.8416;

/// Mean and variance of that difference.
#[derive(Clone, Copy)]
pub struct Skill(f64, f64);

impl Skill {
    /// The skill of a juror who is known to toss a coin.
    pub const COIN: Self = Self(0.0, 0.0);

    /// The skill of a juror with these votes: right drafts accepted and refused, wrong ones accepted and refused. No votes: unknown.
    #[inline(never)]
    pub fn of(votes: Option<&[f64; 4]>) -> Self {
        let Some([yes, no, wrong_yes, wrong_no]) = votes else { return Self(0.0, f64::MAX) };
        let share = |yes: f64, no: f64| {
            let all = yes + no + 2.0;
            let mean = (yes + 1.0) / all;
            (mean, mean * (1.0 - mean) / all)
        };
        let (right, wrong) = (share(*yes, *no), share(*wrong_yes, *wrong_no));
        Self(right.0 - wrong.0, right.1 + wrong.1)
    }

    /// The better of the two.
    pub fn or(self, other: Self) -> Self {
        if other.0 > self.0 { other } else { self }
    }

    /// `0..=1`: 1 unless it is known to be worse than the best. One who is no better than a coin has no vote.
    pub fn weight(self, best: Self) -> f64 {
        let below = best.0 - self.0;
        if below * below > SURE * (best.1 + self.1) { (self.0 / best.0).max(0.0) } else { 1.0 }
    }
}
