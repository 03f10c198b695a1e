//! Kinds of worlds: how good drafts are, what a revision does, how far a critic is to be believed.

use reflect_bench::Random;

/// Points that a draft is worth less where it does not meet the requirement of its world.
pub const MISSING: f64 = 2.0;
/// Share of right ones among fresh drafts of a world of discrete answers.
const RIGHT: f64 = 0.5;

/// One kind of world. Quality and scores are in points, `0..=10`.
#[derive(Clone, Debug, PartialEq)]
pub struct Regime {
    pub name: String,
    /// What a critic adds to every score.
    pub bias: f64,
    /// SD of a critic from one look at a draft to the next.
    pub sc: f64,
    /// SD of a critic's error on a draft, the same at every look.
    pub td: f64,
    /// SD of a critic's error on a task, the same for all of its drafts.
    pub tt: f64,
    /// Share of critiques that cannot be read.
    pub mal: f64,
    /// A revision makes it worse with probability `harm · (0.6 + 0.08 · quality)`.
    pub harm: f64,
    /// Otherwise it takes this share of the way to 9.5.
    pub gain: f64,
    /// There is a rule check, which passes with probability `logistic((quality − 6.5) / 0.9)`.
    pub rule: bool,
    /// Share of revisions that give the same text again.
    pub no_op: f64,
    /// There is a requirement that few fresh drafts meet, and whoever hears of it. Without it a draft is worth [`MISSING`] less.
    pub requirement: bool,
    /// An answer is right or wrong, and nothing between; `gain` is the share of revisions that come to the right one.
    pub discrete: bool,
    /// Mean quality of fresh drafts.
    pub mu: f64,
    /// SD of the quality of fresh drafts.
    pub sd: f64,
}

impl Regime {
    pub fn of(name: &str, [bias, sc, td, tt, mal, harm, gain]: [f64; 7]) -> Self {
        Self {
            name: name.to_owned(),
            bias,
            sc,
            td,
            tt,
            mal,
            harm,
            gain,
            rule: false,
            no_op: 0.06,
            requirement: false,
            discrete: false,
            mu: 6.0,
            sd: 1.5,
        }
    }

    /// The six of which strategies are compared.
    pub fn six() -> Vec<Self> {
        vec![
            Self::of("R1", [0.0, 0.5, 0.4, 0.4, 0.005, 0.12, 0.30]),
            Self::typical("R2"),
            Self::of("R3", [1.5, 0.75, 1.1, 1.0, 0.016, 0.28, 0.30]),
            Self::of("R4", [0.5, 1.5, 1.4, 0.8, 0.19, 0.33, 0.30]),
            Self::of("R5", [1.0, 0.9, 1.4, 1.0, 0.016, 0.45, 0.12]),
            Self { rule: true, ..Self::typical("R6") },
        ]
    }

    /// Worlds in which the six say little: good drafts, drafts that are much alike, a requirement that must be heard of, revisions that do
    /// nothing and revisions that always help, answers that are right or wrong, and critics as weak as small models are (`AUC`: how often
    /// such a critic gives a good draft more points than another; .56 to .69 were measured).
    pub fn further() -> Vec<Self> {
        let weak = |name, noise| Self { sc: noise, td: noise, ..Self::typical(name) };
        vec![
            Self { mu: 8.0, sd: 1.0, ..Self::typical("mean 8") },
            Self { sd: 0.4, ..Self::typical("alike") },
            Self { requirement: true, ..Self::typical("unheard") },
            Self { gain: 0.0, harm: 0.4, no_op: 0.5, ..Self::typical("never") },
            Self { gain: 0.5, harm: 0.0, no_op: 0.0, ..Self::typical("always") },
            Self { discrete: true, td: 5.0, sc: 2.5, ..Self::typical("discrete") },
            weak("AUC .69", 1.9),
            weak("AUC .56", 6.0),
        ]
    }

    /// A usual critic and a usual reviser.
    pub fn typical(name: &str) -> Self {
        Self::of(name, [0.5, 0.75, 0.8, 0.8, 0.016, 0.20, 0.30])
    }

    /// Quality of a fresh draft, but for the requirement.
    pub fn fresh(&self, luck: &mut Random) -> f64 {
        if self.discrete {
            return if luck.share() < RIGHT { 9.0 } else { 3.0 };
        }
        (self.mu + self.sd * luck.normal()).clamp(0.0, 10.0)
    }

    /// Quality of a revision of a draft of this quality: worse, better, or `None` for the same text again.
    pub fn revised(&self, quality: f64, luck: &mut Random) -> Option<f64> {
        if luck.share() < self.no_op {
            return None;
        }
        let harmed = luck.share() < self.harm * (0.6 + 0.08 * quality);
        if self.discrete {
            return Some(if harmed {
                3.0
            } else if luck.share() < self.gain {
                9.0
            } else {
                quality
            });
        }
        let spread = luck.normal();
        let revised =
            if harmed { quality - (1.2 + 0.8 * spread).abs() } else { quality + self.gain * (9.5 - quality) + 0.5 * spread };
        Some(revised.clamp(0.0, 10.0))
    }

    /// Its place among the streams of random numbers.
    pub fn stream(&self) -> u64 {
        self.name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
    }
}
