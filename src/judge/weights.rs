//! What the votes of a jury weigh: how much oftener a juror accepts what is right than what is wrong, beside the best of them.
//!
//! That difference, 2p - 1 of a juror that is right with probability p, is the weight of Li and Yu (2014, arXiv:1411.4086), who show it to be
//! nearly the best for jurors that err apart. It is estimated with one draft more of each kind and outcome, and so is how unsure it is
//! (Agresti and Caffo 2000). Until a juror is known to be worse than the best, at 95 %, both weigh the same.

/// 1.96 standard errors, squared.
const SURE: f64 = 3.8416;

/// Of jurors of whom this is known, in their order: 1 for the best, and for who is not known to be worse.
#[must_use]
pub fn weights(known: &[Option<&[f64; 4]>]) -> Vec<f64> {
    let (mut weights, mut best) = (Vec::new(), (0.0, 0.0));
    for votes in known {
        let skill = skill(*votes);
        if skill.0 > best.0 {
            best = skill;
        }
    }
    for votes in known {
        let (mean, variance) = skill(*votes);
        let below = best.0 - mean;
        let is_worse = below * below > SURE * (best.1 + variance);
        // One who is no better than a coin has no vote.
        weights.push(if is_worse { (mean / best.0).max(0.0) } else { 1.0 });
    }
    weights
}

/// Mean and variance of that difference. Nothing is known of one who has not voted.
#[inline(never)]
fn skill(votes: Option<&[f64; 4]>) -> (f64, f64) {
    let Some([yes, no, wrong_yes, wrong_no]) = votes else { return (0.0, f64::MAX) };
    let share = |yes: f64, no: f64| {
        let all = yes + no + 2.0;
        let mean = (yes + 1.0) / all;
        (mean, mean * (1.0 - mean) / all)
    };
    let (right, wrong) = (share(*yes, *no), share(*wrong_yes, *wrong_no));
    (right.0 - wrong.0, right.1 + wrong.1)
}
