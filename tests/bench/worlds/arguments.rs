//! What is asked for on the command line.

use clap::{Parser, ValueEnum};

use super::regime::Regime;

/// Strategies in seeded worlds, played by the engine itself.
#[derive(Parser)]
pub struct Arguments {
    /// `name:bias,sc,td,tt,mal,harm,gain[,rule][,mu,sd]`: in this regime instead of ours; may be given several times.
    #[arg(long = "regime", value_parser = Regime::read)]
    pub regimes: Vec<Regime>,
    /// Tasks of each regime.
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub tasks: u64,
    /// Model calls that a run may make.
    #[arg(long, default_value = "6", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub calls: Vec<u32>,
    /// Critics that a run may ask.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub critics: u32,
    #[arg(long, value_enum)]
    pub only: Option<Part>,
    /// Where the plot goes; without it none is drawn.
    #[arg(long)]
    pub svg: Option<String>,
    /// Cargo adds it.
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    Table,
    Plot,
}

impl Arguments {
    /// Whether this part is wanted. Of regimes of one's own there is only the table, unless another part is named.
    pub fn wants(&self, part: Part) -> bool {
        self.only.map_or(part == Part::Table || self.regimes.is_empty(), |only| only == part)
    }
}

impl Regime {
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
}
