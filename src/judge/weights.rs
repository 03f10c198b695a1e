//! What the votes of a jury weigh: how much oftener a juror accepts what is right than what is wrong, beside the best of them.
//!
//! That difference, 2p - 1 of a juror that is right with probability p, is the weight of Li and Yu (2014, arXiv:1411.4086), who show it to be
//! nearly the best for jurors that err apart. It is estimated with one draft more of each kind and outcome, and so is how unsure it is
//! (Agresti and Caffo 2000). Until a juror is known to be worse than the best, at 95 %, both weigh the same.

use crate::settings::{JuryMode, Settings};

/// 1.96 standard errors, squared.
const SURE: f64 = 3.8416;

/// Of the jurors with these names, in their order: 1 for the best, and for who is not known to be worse. A nameless one is nobody that
/// `calibrate` could know. All 1 where the jury's mode is another.
#[must_use]
pub fn weights<'a>(names: impl Iterator<Item = Option<&'a str>>, settings: &Settings) -> Vec<f64> {
    let mut skills = Vec::new();
    // Who tosses a coin, and is known to.
    let mut best = (0.0, 0.0);
    for name in names {
        let known = name.filter(|_| settings.jury_mode == JuryMode::Weighted);
        let skill = known.and_then(|name| settings.calibration.jurors.get(name)).map_or((0.0, f64::MAX), skill);
        if skill.0 > best.0 {
            best = skill;
        }
        skills.push(skill);
    }
    let mut weights = Vec::new();
    for (mean, variance) in skills {
        let below = best.0 - mean;
        let is_worse = below * below > SURE * (best.1 + variance);
        weights.push(if !is_worse {
            1.0
        } else if mean > 0.0 {
            mean / best.0
        } else {
            0.0
        });
    }
    weights
}

/// Mean and variance of that difference.
fn skill([yes, no, wrong_yes, wrong_no]: &[f64; 4]) -> (f64, f64) {
    let share = |yes: f64, no: f64| {
        let all = yes + no + 2.0;
        let mean = (yes + 1.0) / all;
        (mean, mean * (1.0 - mean) / all)
    };
    let (right, wrong) = (share(*yes, *no), share(*wrong_yes, *wrong_no));
    (right.0 - wrong.0, right.1 + wrong.1)
}
