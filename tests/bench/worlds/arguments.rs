//! What is asked for on the command line.

use super::regime::Regime;

pub const HELP: &str = "\
Strategies in seeded worlds, played by the engine itself.

  --regime name:bias,sc,td,tt,mal,harm,gain[,rule][,mu,sd]
                 in this regime instead of ours; may be given several times
  --tasks N      tasks of each regime (3000)
  --calls N,N    model calls that a run may make (6)
  --critics N    critics that a run may ask (1)
  --only WHAT    table or plot
  --svg FILE     where the plot goes; without it none is drawn
  --help         this text";

/// What the bench is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments {
    pub help: bool,
    /// Empty: ours.
    pub regimes: Vec<Regime>,
    pub tasks: u64,
    pub calls: Vec<u32>,
    pub critics: u32,
    pub only: Option<Part>,
    pub svg: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Table,
    Plot,
}

impl Arguments {
    /// Reads them. `--bench`, which cargo adds, is passed over.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn read(written: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut read = Self { help: false, regimes: Vec::new(), tasks: 3_000, calls: vec![6], critics: 1, only: None, svg: None };
        let mut written = written.into_iter();
        while let Some(name) = written.next() {
            let (name, inline) = match name.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (name, None),
            };
            let mut value = || inline.clone().or_else(|| written.next()).ok_or_else(|| format!("`{name}` wants a value"));
            match name.as_str() {
                "--bench" => {}
                "--help" | "-h" => read.help = true,
                "--regime" => read.regimes.push(Regime::read(&value()?)?),
                "--tasks" => read.tasks = within(&name, &value()?, 1, 1_000_000)?,
                "--calls" => {
                    read.calls = value()?.split(',').map(|calls| within(&name, calls, 1, 1_000)).collect::<Result<_, _>>()?
                }
                "--critics" => read.critics = within(&name, &value()?, 1, 32)?,
                "--only" => {
                    read.only = Some(match value()?.as_str() {
                        "table" => Part::Table,
                        "plot" => Part::Plot,
                        other => return Err(format!("`--only` is table or plot, got `{other}`")),
                    });
                }
                "--svg" => read.svg = Some(value()?),
                other => return Err(format!("unknown argument `{other}`\n\n{HELP}")),
            }
        }
        Ok(read)
    }

    /// Whether this part is wanted. Of regimes of one's own there is only the table, unless another part is named.
    pub fn wants(&self, part: Part) -> bool {
        self.only.map_or(part == Part::Table || self.regimes.is_empty(), |only| only == part)
    }
}

fn within<N: TryFrom<u64>>(name: &str, written: &str, least: u64, most: u64) -> Result<N, String> {
    let number = written.trim().parse::<u64>().ok().filter(|number| (least..=most).contains(number));
    let number = number.and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| format!("`{name}` is a whole number from {least} to {most}, got `{written}`"))
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
