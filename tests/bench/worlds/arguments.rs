//! What is asked for on the command line.

use super::regime::Regime;

pub const HELP: &str = "\
Strategies in seeded worlds, played by the engine itself.

  --regime name:bias,sc,td,tt,mal,harm,gain[,rule][,mu,sd]
                 in this regime instead of the six; may be given several times
  --tasks N      tasks of each regime (3000)
  --calls N,N    model calls that a run may make (6,9)
  --critics N    critics that a run may ask (1)
  --only WHAT    table, grid or plot
  --svg FILE     where the plot goes; without it none is drawn
  --help         this text";

/// What the bench is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments {
    pub help: bool,
    /// Empty: the six.
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
    Grid,
    Plot,
}

impl Arguments {
    /// Reads them. `--bench`, which cargo adds, is passed over.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn read(written: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut read =
            Self { help: false, regimes: Vec::new(), tasks: 3_000, calls: vec![6, 9], critics: 1, only: None, svg: None };
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
                        "grid" => Part::Grid,
                        "plot" => Part::Plot,
                        other => return Err(format!("`--only` is table, grid or plot, got `{other}`")),
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
