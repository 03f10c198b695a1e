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
    fn of(name: &str, [bias, sc, td, tt, mal, harm, gain]: [f64; 7]) -> Self {
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

    /// A regime as one writes it: `name:bias,sc,td,tt,mal,harm,gain[,rule][,mu,sd]`.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn read(written: &str) -> Result<Self, String> {
        let form = "name:bias,sc,td,tt,mal,harm,gain[,rule][,mu,sd]";
        let Some((name, list)) = written.split_once(':').filter(|(name, _)| !name.trim().is_empty()) else {
            return Err(format!("a regime is written as `{form}`, got `{written}`"));
        };
        let mut rule = false;
        let mut numbers = Vec::new();
        for (at, part) in list.split(',').map(str::trim).enumerate() {
            match part.parse::<f64>() {
                _ if part == "rule" && at == 7 => rule = true,
                Ok(number) if number.is_finite() => numbers.push(number),
                Ok(_) | Err(_) => return Err(format!("number {} of regime `{name}` is `{part}`; the form is `{form}`", at + 1)),
            }
        }
        let (regime, rest) = match numbers.as_slice() {
            [bias, sc, td, tt, mal, harm, gain, rest @ ..] => {
                (Self::of(name.trim(), [*bias, *sc, *td, *tt, *mal, *harm, *gain]), rest)
            }
            few => return Err(format!("regime `{name}` has {} numbers, at least 7 are wanted: `{form}`", few.len())),
        };
        let (mu, sd) = match rest {
            [] => (regime.mu, regime.sd),
            [mu, sd] => (*mu, *sd),
            _ => return Err(format!("regime `{name}` has {} numbers, 7 or 9 are wanted: `{form}`", numbers.len())),
        };
        Self { rule, mu, sd, ..regime }.checked()
    }

    fn checked(self) -> Result<Self, String> {
        for (key, value) in [("sc", self.sc), ("td", self.td), ("tt", self.tt), ("sd", self.sd)] {
            if value < 0.0 {
                return Err(format!("`{key}` of regime `{}` is an SD, 0 or more, got {value}", self.name));
            }
        }
        for (key, value) in [("mal", self.mal), ("harm", self.harm), ("gain", self.gain)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(format!("`{key}` of regime `{}` is a share, 0 to 1, got {value}", self.name));
            }
        }
        Ok(self)
    }

    /// Its place among the streams of random numbers.
    pub fn stream(&self) -> u64 {
        self.name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
    }
}
