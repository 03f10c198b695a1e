//! One task of a regime, played as model, critics and rule check. It knows the quality of every draft, which no strategy is told.
//!
//! A draft is known by its text alone, as it is to a model: what a request does not show, this world does not see.

use reflect_engine::flow::{ANSWER, Call, ModelCall};
use reflect_engine::message::Text;
use serde_json::{Value, json};

use super::regime::{MISSING, Regime};
use reflect_bench::Random;

/// The name of the rule check.
pub const RULE: &str = "rule";
/// SD of what the place of a draft among others does to its points.
const ORDER: f64 = 0.3;
/// Points from which the critic of these worlds asks for no revision, as it is told to.
const CONTENT: f64 = 8.0;

/// The word by which a request names the requirement, and shares of drafts that meet it: of those written without a word of it, and with.
const REQUIREMENT: &str = "footnote";
const UNHEARD: f64 = 0.1;
const HEARD: f64 = 0.9;
/// Points from which a discrete answer is the right one, and how many wrong ones there are.
const RIGHT: f64 = 6.0;
const WRONG_ANSWERS: f64 = 3.0;
/// Tokens of a draft, written or shown, and of a verdict on one.
const DRAFT_TOKENS: u32 = 300;
const VERDICT_TOKENS: u32 = 100;
/// Draws of each action for each point of quality by which the oracle knows which is better.
const FORESIGHT: u32 = 400;

// Names of the streams of random numbers.
const TASK: u64 = 1;
const WRITING: u64 = 2;
const DRAFT: u64 = 3;
const LOOK: u64 = 4;
const CHECK: u64 = 5;
const TOGETHER: u64 = 6;
const PLAN: u64 = 7;
const ANSWERED: u64 = 8;

pub struct World<'a> {
    regime: &'a Regime,
    /// Regime and number of the task.
    seed: [u64; 2],
    drafts: Vec<Written>,
    /// Drafts and revisions asked for, those without effect too.
    written: u64,
    /// Looks at several drafts so far.
    compared: u64,
    /// What changes from one reply of a critic to the next is one for all drafts in a look; else each draft has its own.
    pub shared: bool,
    /// A call for several drafts gives them.
    pub several: bool,
    /// Model calls so far, and their tokens.
    pub calls: u32,
    pub tokens: u32,
}

struct Written {
    /// It shares no word with another's, so that only a no-op repeats one.
    text: String,
    quality: f64,
    /// It meets the requirement, where there is one.
    meets: bool,
    /// Looks of critics at it.
    looks: u64,
}

impl<'a> World<'a> {
    pub fn new(regime: &'a Regime, task: u64) -> Self {
        Self {
            regime,
            seed: [regime.stream(), task],
            drafts: Vec::new(),
            written: 0,
            compared: 0,
            shared: true,
            several: false,
            calls: 0,
            tokens: 0,
        }
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
                let (shown, heard) = self.all_shown(ask);
                let verdicts = if ask.purpose == "critique" { shown.len() } else { 0 };
                let drafts = if ask.purpose == "critique" { shown.len() } else { shown.len() + 1 };
                self.tokens += DRAFT_TOKENS * drafts as u32 + VERDICT_TOKENS * verdicts as u32;
                let critic = u64::from(ask.critic.unwrap_or(0));
                match (ask.purpose, shown.first()) {
                    ("critique", Some(_)) if ask.drafts.is_some() => self.compare(&shown, critic),
                    ("critique", Some(draft)) => self.critique(*draft, critic),
                    ("revision", Some(_)) => {
                        let revised = self.revise(shown.into_iter().min().unwrap(), heard);
                        self.text(revised)
                    }
                    ("answer", _) => match ask.n.filter(|_| self.several) {
                        Some(n) => {
                            self.tokens += DRAFT_TOKENS * (n - 1);
                            let drafts: Vec<usize> = (0..n).map(|_| self.fresh(heard)).collect();
                            drafts.into_iter().map(|fresh| self.text(fresh)).collect()
                        }
                        None => {
                            let fresh = self.fresh(heard);
                            self.text(fresh)
                        }
                    },
                    other => panic!("no world answers a call for {other:?}"),
                }
            }
            Call::Verify(run) if run.verifier == ANSWER => {
                let draft = self.drafts.iter().position(|draft| run.draft == draft.text.as_str()).unwrap();
                // One answer is right, and wrong ones are of several kinds.
                let is_right = self.drafts[draft].quality >= RIGHT;
                let kind = self.luck(&[ANSWERED, draft as u64]).share() * WRONG_ANSWERS;
                json!(if is_right { "right".to_owned() } else { format!("wrong {}", kind as u32) })
            }
            Call::Verify(run) => {
                let draft = self.drafts.iter().position(|draft| run.draft == draft.text.as_str()).unwrap();
                let passed = self.passes(draft);
                json!({ "passed": passed, "issues": if passed { vec![] } else { vec![format!("case{draft} fails")] } })
            }
            Call::Tool(run) => panic!("no world has a tool {}", run.tool_name),
        }
    }

    /// Quality gained by one who sees it for free, knows this kind of world, and with each call revises the best or writes anew, whichever
    /// promises more.
    pub fn oracle(regime: &Regime, plan: &[bool], task: u64, calls: u32) -> f64 {
        let mut world = World::new(regime, task);
        let mut best = world.fresh(false);
        for _ in 1..calls {
            let Written { quality, meets, .. } = world.drafts[best];
            let anew = plan[quality.round() as usize] && (meets || !regime.requirement);
            let next = if anew { world.fresh(true) } else { world.revise(best, true) };
            if world.drafts[next].quality > world.drafts[best].quality {
                best = next;
            }
        }
        world.drafts[best].quality - world.quality_of_first()
    }

    /// For each point of quality whether a fresh draft promises more than a revision of a draft that is worth as much.
    pub fn plan(regime: &Regime) -> Vec<bool> {
        let mut luck = Random::of(&[regime.stream(), PLAN]);
        let mut promised = |quality: f64, write: &dyn Fn(f64, &mut Random) -> f64| -> f64 {
            (0..FORESIGHT).map(|_| (write(quality, &mut luck) - quality).max(0.0)).sum()
        };
        let points = (0..=10).map(f64::from);
        points
            .map(|quality| {
                let fresh = promised(quality, &|_, luck| regime.fresh(luck));
                fresh > promised(quality, &|quality, luck| regime.revised(quality, luck).unwrap_or(quality))
            })
            .collect()
    }

    /// How often a critic of this kind gives a draft that is good enough more points than one that is not; half of it where it gives both
    /// the same. The drafts are first ones of different tasks.
    pub fn auc(regime: &Regime, good: f64, tasks: u64) -> f64 {
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for task in 0..tasks {
            let mut world = World::new(regime, task);
            let draft = world.fresh(false);
            let error = world.error(draft, 0, &mut world.luck(&[LOOK, draft as u64, 0, 1]));
            let side = if world.drafts[draft].quality >= good { &mut right } else { &mut wrong };
            side.push(world.points(draft, error));
        }
        let pairs = right.iter().flat_map(|good| wrong.iter().map(move |bad| (good, bad)));
        let hits: f64 = pairs
            .map(|(good, bad)| {
                if good > bad {
                    1.0
                } else if good < bad {
                    0.0
                } else {
                    0.5
                }
            })
            .sum();
        hits / (right.len() * wrong.len()) as f64
    }

    fn text(&self, draft: usize) -> Value {
        json!(self.drafts[draft].text)
    }

    /// The drafts that a request shows, in the order in which they are there, and whether it names the requirement.
    fn all_shown(&self, ask: &ModelCall) -> (Vec<usize>, bool) {
        let texts: Vec<Text> = ask.messages.iter().map(|message| message.content.text()).collect();
        let whole = texts.iter().map(Text::as_str).collect::<String>();
        let mut places: Vec<(usize, usize)> =
            self.drafts.iter().enumerate().filter_map(|(at, draft)| Some((whole.find(&draft.text)?, at))).collect();
        places.sort_unstable();
        (places.into_iter().map(|(_, at)| at).collect(), whole.contains(REQUIREMENT))
    }

    fn fresh(&mut self, heard: bool) -> usize {
        let mut luck = self.writing();
        let quality = self.regime.fresh(&mut luck);
        self.keep(quality, luck.share() < if heard { HEARD } else { UNHEARD })
    }

    /// A revision: the same draft again, a worse one, a better one.
    fn revise(&mut self, parent: usize, heard: bool) -> usize {
        let mut luck = self.writing();
        let Written { quality, meets, .. } = self.drafts[parent];
        let missing = if self.regime.requirement && !meets { MISSING } else { 0.0 };
        let Some(revised) = self.regime.revised(quality + missing, &mut luck) else { return parent };
        self.keep(revised, meets || heard && luck.share() < HEARD)
    }

    fn writing(&mut self) -> Random {
        self.written += 1;
        self.luck(&[WRITING, self.written])
    }

    fn keep(&mut self, quality: f64, meets: bool) -> usize {
        let missing = if self.regime.requirement && !meets { MISSING } else { 0.0 };
        let at = self.drafts.len();
        let text = format!("answer{at} claims{at} because{at} reason{at} shows{at} example{at}.");
        self.drafts.push(Written { text, quality: (quality - missing).max(0.0), meets, looks: 0 });
        at
    }

    /// One look of a critic: a critique of the score form, or words that are none.
    fn critique(&mut self, draft: usize, critic: u64) -> Value {
        self.drafts[draft].looks += 1;
        let mut luck = self.luck(&[LOOK, draft as u64, critic, self.drafts[draft].looks]);
        if luck.share() < self.regime.mal {
            return json!("I would rather not say.");
        }
        let error = self.error(draft, critic, &mut luck);
        json!(self.verdict(draft, error).to_string())
    }

    /// What a critic errs by in a look at one draft.
    fn error(&self, draft: usize, critic: u64, luck: &mut Random) -> f64 {
        let Regime { bias, sc, td, tt, .. } = self.regime;
        bias + tt * self.lasting(&[TASK], critic) + td * self.lasting(&[DRAFT, draft as u64], critic) + sc * luck.normal()
    }

    /// One look at several drafts. Where what changes from one reply of a critic to the next is one for all that is in a reply, it
    /// cancels where they are compared. What it misjudges of a draft stays. The place of a draft does a little, which no look at one
    /// draft knows.
    fn compare(&mut self, drafts: &[usize], critic: u64) -> Value {
        let Regime { bias, sc, td, tt, mal, .. } = self.regime;
        self.compared += 1;
        let mut luck = self.luck(&[TOGETHER, critic, self.compared]);
        if luck.share() < *mal {
            return json!("I would rather not say.");
        }
        let lasting = bias + tt * self.lasting(&[TASK], critic);
        let mut level = sc * luck.normal();
        let mut entries = Vec::new();
        for (at, draft) in drafts.iter().enumerate() {
            if !self.shared {
                level = sc * luck.normal();
            }
            let error = lasting + level + td * self.lasting(&[DRAFT, *draft as u64], critic) + ORDER * luck.normal();
            let mut entry = self.verdict(*draft, error);
            entry["draft"] = json!(at + 1);
            entries.push(entry);
        }
        json!(json!({ "drafts": entries }).to_string())
    }

    fn points(&self, draft: usize, error: f64) -> f64 {
        (self.drafts[draft].quality + error).round().clamp(0.0, 10.0)
    }

    fn verdict(&self, draft: usize, error: f64) -> Value {
        let score = self.points(draft, error);
        let revise = score < CONTENT;
        let mut issues = if revise { vec![format!("reason{draft} is not shown")] } else { vec![] };
        if revise && self.regime.requirement && !self.drafts[draft].meets {
            issues.push(format!("the {REQUIREMENT} is missing"));
        }
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
