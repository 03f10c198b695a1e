//! One run of the engine in a world, through its public face.

use reflect_engine::flow::{Output, read_reply};
use reflect_engine::reflect::{ReflectResult, ReflectRun, RunTask, calibrate};
use reflect_engine::settings::{Raw, ReflectSettings};
use serde_json::{Value, json};

use super::regime::Regime;
use super::world::{RULE, World};

/// Revisions and later drafts: so many that only the calls bind.
const REFLECTIONS: u32 = 20;

/// How drafts are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// As it is in a table.
    pub name: &'static str,
    /// As it is in the settings.
    strategy: &'static str,
    /// Drafts of best-of-n, how many a look is at, and how many times larger the error of a draft is in such a look.
    drafts: u32,
    together: u32,
    noise: f64,
    /// Each run knows what the runs before it in the same regime taught.
    learns: bool,
}

const fn policy(name: &'static str, strategy: &'static str) -> Policy {
    Policy { name, strategy, drafts: 3, together: 1, noise: 1.0, learns: false }
}

const fn together(name: &'static str, strategy: &'static str, drafts: u32, noise: f64) -> Policy {
    Policy { drafts, together: drafts, noise, ..policy(name, strategy) }
}

pub const CLASSIC: Policy = policy("classic", "classic");
pub const KEEP_BEST: Policy = policy("keep-best", "keep-best");
pub const BEST_OF_N: Policy = policy("best-of-3", "best-of-n");
pub const ADAPTIVE: Policy = policy("adaptive", "adaptive");
pub const LEARNED: Policy = Policy { learns: true, ..policy("adaptive with history", "adaptive") };
pub const TOGETHER: Policy = together("best-of-5 together", "best-of-n", 5, 1.0);
pub const ADAPTIVE_TOGETHER: Policy = together("adaptive together", "adaptive", 5, 1.0);
/// In the order of the tables. `x` is how many times larger the error of a draft is in a look at several.
pub const POLICIES: [Policy; 13] = [
    CLASSIC,
    KEEP_BEST,
    BEST_OF_N,
    ADAPTIVE,
    LEARNED,
    together("best-of-4 together", "best-of-n", 4, 1.0),
    TOGETHER,
    ADAPTIVE_TOGETHER,
    Policy { learns: true, ..together("together, history", "adaptive", 5, 1.0) },
    together("best-of-5, x 1.4", "best-of-n", 5, 1.4),
    together("adaptive, x 1.4", "adaptive", 5, 1.4),
    together("best-of-5, x 2", "best-of-n", 5, 2.0),
    together("adaptive, x 2", "adaptive", 5, 2.0),
];

/// Who is asked, and how often.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Model calls of a run at most.
    pub calls: u32,
    pub critics: u32,
}

/// Runs of one policy in one regime, one after the other.
pub struct Player {
    task: RunTask,
    settings: ReflectSettings,
    noise: f64,
    learns: bool,
}

impl Player {
    pub fn new(policy: Policy, regime: &Regime, means: Means) -> Self {
        let verifiers = if regime.rule { vec![RULE] } else { vec![] };
        let task = json!({ "input": "What follows?", "critics": means.critics, "verifiers": verifiers });
        let task = RunTask::from_json(task).unwrap();
        Self { task, settings: settings(policy, means), noise: policy.noise, learns: policy.learns }
    }

    /// Plays one task to its end, and learns from it where the policy does.
    pub fn play(&mut self, world: &mut World) -> ReflectResult {
        world.noise = self.noise;
        let result = self.run(world);
        if self.learns {
            let known = self.settings.advanced.get_or_insert_default().calibration.take().unwrap_or_default();
            let calibration = calibrate(&known, &&serde_json::to_value(&result).unwrap()).unwrap();
            self.settings.advanced.get_or_insert_default().calibration = Some(calibration);
        }
        result
    }

    fn run(&self, world: &mut World) -> ReflectResult {
        let mut run = ReflectRun::create(self.settings.clone(), self.task.clone(), 7, 0.0).unwrap();
        let mut said: Vec<(String, Value)> = Vec::new();
        loop {
            let waits = match run.look(0.0).unwrap() {
                Output::Step { .. } => false,
                Output::Call { call } => {
                    said.push((call.id().to_owned(), world.says(call)));
                    false
                }
                Output::Wait { .. } => true,
                Output::Done { result } => return result,
            };
            if waits {
                for (id, reply) in said.drain(..) {
                    let number = run.number_of(&id).unwrap();
                    let reply = read_reply(run.call(number).unwrap(), &&reply, None);
                    run.answer(number, reply, 0.0).unwrap();
                }
            }
        }
    }
}

fn settings(policy: Policy, means: Means) -> ReflectSettings {
    let mut set = json!({ "strategy": policy.strategy, "maxReflections": REFLECTIONS, "budget": { "maxCalls": means.calls } });
    if policy.strategy == "best-of-n" {
        set["drafts"] = json!(policy.drafts);
    }
    if policy.together > 1 {
        set["advanced"] = json!({ "judgeTogether": policy.together });
    }
    ReflectSettings::check(&Raw::from(&set)).unwrap()
}
