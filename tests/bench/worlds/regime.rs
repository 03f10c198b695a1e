//! Kinds of worlds: how good drafts are, what a revision does, how far a critic is to be believed.

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
    /// Mean quality of fresh drafts.
    pub mu: f64,
    /// SD of the quality of fresh drafts.
    pub sd: f64,
}

impl Regime {
    pub fn of(name: &str, [bias, sc, td, tt, mal, harm, gain]: [f64; 7]) -> Self {
        Self { name: name.to_owned(), bias, sc, td, tt, mal, harm, gain, rule: false, mu: 6.0, sd: 1.5 }
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

    /// A usual critic and a usual reviser.
    pub fn typical(name: &str) -> Self {
        Self::of(name, [0.5, 0.75, 0.8, 0.8, 0.016, 0.20, 0.30])
    }

    /// Its place among the streams of random numbers.
    pub fn stream(&self) -> u64 {
        self.name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
    }
}
