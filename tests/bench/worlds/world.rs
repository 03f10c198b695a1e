//! One task of a regime, played as model, critics and rule check. It knows the quality of every draft, which no strategy is told.
//!
//! A draft is known by its text alone, as it is to a model: what a request does not show, this world does not see.

use reflect_engine::flow::{Call, ModelCall};
use reflect_engine::message::Text;
use serde_json::{Value, json};

use super::random::Random;
use super::regime::Regime;

/// Share of revisions that give the same text again.
const NO_OP: f64 = 0.06;
/// The name of the rule check.
pub const RULE: &str = "rule";
/// SD of what the place of a draft among others does to its points.
const ORDER: f64 = 0.3;
/// Points from which the critic of these worlds asks for no revision, as it is told to.
const CONTENT: f64 = 8.0;

// Names of the streams of random numbers.
const TASK: u64 = 1;
const WRITING: u64 = 2;
const DRAFT: u64 = 3;
const LOOK: u64 = 4;
const CHECK: u64 = 5;
const TOGETHER: u64 = 6;

pub struct World<'a> {
    regime: &'a Regime,
    /// Regime and number of the task.
    seed: [u64; 2],
    drafts: Vec<Written>,
    /// Drafts and revisions asked for, those without effect too.
    written: u64,
    /// Looks at several drafts so far.
    compared: u64,
    /// How many times larger the error of a draft is in a look at several.
    pub noise: f64,
    /// Model calls so far.
    pub calls: u32,
}

struct Written {
    /// It shares no word with another's, so that only a no-op repeats one.
    text: String,
    quality: f64,
    /// Looks of critics at it.
    looks: u64,
}

impl<'a> World<'a> {
    pub fn new(regime: &'a Regime, task: u64) -> Self {
        Self { regime, seed: [regime.stream(), task], drafts: Vec::new(), written: 0, compared: 0, noise: 1.0, calls: 0 }
    }

    /// Points of the draft with this text; of the first draft where there is none.
    pub fn quality_of(&self, text: &str) -> f64 {
        self.drafts.iter().find(|draft| draft.text == text).map_or_else(|| self.quality_of_first(), |draft| draft.quality)
    }

    /// Points of the first draft.
    pub fn quality_of_first(&self) -> f64 {
        self.drafts[0].quality
    }

    /// What is said to a call of the engine.
    pub fn says(&mut self, call: &Call) -> Value {
        match call {
            Call::Model(ask) => {
                self.calls += 1;
                match ask.purpose {
                    "critique" if ask.drafts.is_some() => self.compare(&self.all_shown(ask), u64::from(ask.critic.unwrap_or(0))),
                    "critique" => self.critique(self.shown(ask), u64::from(ask.critic.unwrap_or(0))),
                    "revision" => {
                        let revised = self.revise(self.shown(ask));
                        self.text(revised)
                    }
                    "answer" => {
                        let fresh = self.fresh();
                        self.text(fresh)
                    }
                    other => panic!("no world answers a call for {other}"),
                }
            }
            Call::Verify(run) => {
                let draft = self.drafts.iter().position(|draft| run.draft == draft.text.as_str()).unwrap();
                let passed = self.passes(draft);
                json!({ "passed": passed, "issues": if passed { vec![] } else { vec![format!("case{draft} fails")] } })
            }
            Call::Tool(run) => panic!("no world has a tool {}", run.tool_name),
        }
    }

    /// Quality gained by one who sees it for free and only revises the best, with as many calls: for each draft one.
    pub fn oracle(regime: &Regime, task: u64, calls: u32) -> f64 {
        let mut world = World::new(regime, task);
        let mut best = world.fresh();
        for _ in 1..calls {
            let revised = world.revise(best);
            if world.drafts[revised].quality > world.drafts[best].quality {
                best = revised;
            }
        }
        world.drafts[best].quality - world.quality_of_first()
    }

    fn text(&self, draft: usize) -> Value {
        json!(self.drafts[draft].text)
    }

    /// The draft that a request shows.
    fn shown(&self, ask: &ModelCall) -> usize {
        self.all_shown(ask).into_iter().min().unwrap_or_else(|| panic!("{} shows no draft", ask.call_id))
    }

    /// The drafts that a request shows, in the order in which they are there.
    fn all_shown(&self, ask: &ModelCall) -> Vec<usize> {
        let texts: Vec<Text> = ask.messages.iter().map(|message| message.content.text()).collect();
        let whole = texts.iter().map(Text::as_str).collect::<String>();
        let mut places: Vec<(usize, usize)> =
            self.drafts.iter().enumerate().filter_map(|(at, draft)| Some((whole.find(&draft.text)?, at))).collect();
        places.sort_unstable();
        places.into_iter().map(|(_, at)| at).collect()
    }

    fn fresh(&mut self) -> usize {
        let quality = self.regime.mu + self.regime.sd * self.writing().normal();
        self.keep(quality)
    }

    /// A revision: the same draft again, a worse one, a better one.
    fn revise(&mut self, parent: usize) -> usize {
        let mut luck = self.writing();
        let Regime { harm, gain, .. } = self.regime;
        let quality = self.drafts[parent].quality;
        if luck.share() < NO_OP {
            return parent;
        }
        let harmed = luck.share() < harm * (0.6 + 0.08 * quality);
        let spread = luck.normal();
        self.keep(if harmed { quality - (1.2 + 0.8 * spread).abs() } else { quality + gain * (9.5 - quality) + 0.5 * spread })
    }

    fn writing(&mut self) -> Random {
        self.written += 1;
        self.luck(&[WRITING, self.written])
    }

    fn keep(&mut self, quality: f64) -> usize {
        let at = self.drafts.len();
        let text = format!("answer{at} claims{at} because{at} reason{at} shows{at} example{at}.");
        self.drafts.push(Written { text, quality: quality.clamp(0.0, 10.0), looks: 0 });
        at
    }

    /// One look of a critic: a critique of the score form, or words that are none.
    fn critique(&mut self, draft: usize, critic: u64) -> Value {
        let Regime { bias, sc, td, tt, mal, .. } = self.regime;
        self.drafts[draft].looks += 1;
        let mut luck = self.luck(&[LOOK, draft as u64, critic, self.drafts[draft].looks]);
        if luck.share() < *mal {
            return json!("I would rather not say.");
        }
        let lasting = tt * self.lasting(&[TASK], critic) + td * self.lasting(&[DRAFT, draft as u64], critic);
        json!(self.verdict(draft, bias + lasting + sc * luck.normal()).to_string())
    }

    /// One look at several drafts. What changes from one reply of a critic to the next, its level, is one for all that is in a reply,
    /// and so cancels where they are compared. What it misjudges of a draft stays. The place of a draft does a little, which no look at
    /// one draft knows. `noise` multiplies all that differs between the drafts.
    fn compare(&mut self, drafts: &[usize], critic: u64) -> Value {
        let Regime { bias, sc, td, tt, mal, .. } = self.regime;
        self.compared += 1;
        let mut luck = self.luck(&[TOGETHER, critic, self.compared]);
        if luck.share() < *mal {
            return json!("I would rather not say.");
        }
        let level = bias + tt * self.lasting(&[TASK], critic) + sc * luck.normal();
        let added = (self.noise.powi(2) * (td * td + ORDER * ORDER) - td * td).sqrt();
        let mut entries = Vec::new();
        for (at, draft) in drafts.iter().enumerate() {
            let error = level + td * self.lasting(&[DRAFT, *draft as u64], critic) + added * luck.normal();
            let mut entry = self.verdict(*draft, error);
            entry["draft"] = json!(at + 1);
            entries.push(entry);
        }
        json!(json!({ "drafts": entries }).to_string())
    }

    fn verdict(&self, draft: usize, error: f64) -> Value {
        let score = (self.drafts[draft].quality + error).round().clamp(0.0, 10.0);
        let revise = score < CONTENT;
        let issues = if revise { vec![format!("reason{draft} is not shown")] } else { vec![] };
        json!({ "score": score, "issues": issues, "suggestion": "", "needs_revision": revise })
    }

    /// An error of a critic that stays, SD 1, and that critics have in common by half (correlation 0.5).
    fn lasting(&self, what: &[u64], critic: u64) -> f64 {
        let common = self.luck(what).normal();
        let own = self.luck(&[what, &[1 + critic]].concat()).normal();
        (common + own) * 0.5_f64.sqrt()
    }

    fn passes(&self, draft: usize) -> bool {
        let likely = 1.0 / (1.0 + (-(self.drafts[draft].quality - 6.5) / 0.9).exp());
        self.luck(&[CHECK, draft as u64]).share() < likely
    }

    fn luck(&self, what: &[u64]) -> Random {
        Random::of(&[&self.seed, what].concat())
    }
}
