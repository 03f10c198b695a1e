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
    /// Drafts of best-of-n.
    drafts: u32,
    /// What a critic errs by in a look at several is one for all of them, but for what it misjudges of each.
    shared: bool,
    /// Each run knows what the runs before it in the same regime taught.
    learns: bool,
    /// The model gives several completions in one call, and there are so many calls at most.
    several: Option<u32>,
    /// Drafts have answers that can be compared, where the world's are discrete.
    compares: bool,
}

const fn policy(name: &'static str, strategy: &'static str) -> Policy {
    Policy { name, strategy, drafts: 3, shared: true, learns: false, several: None, compares: false }
}

pub const CLASSIC: Policy = policy("classic", "classic");
pub const KEEP_BEST: Policy = policy("keep-best", "keep-best");
pub const BEST_OF_N: Policy = policy("best-of-3", "best-of-n");
pub const BEST_OF_5: Policy = Policy { drafts: 5, ..policy("best-of-5", "best-of-n") };
pub const ADAPTIVE: Policy = policy("adaptive", "adaptive");
pub const LEARNED: Policy = Policy { learns: true, ..policy("adaptive with history", "adaptive") };
/// In the order of the tables. In those of "own noise" a look at several errs on each draft as much as a look at that one alone.
pub const POLICIES: [Policy; 12] = [
    CLASSIC,
    KEEP_BEST,
    Policy { name: "keep-best, own noise", shared: false, ..KEEP_BEST },
    BEST_OF_N,
    BEST_OF_5,
    Policy { name: "best-of-5, own noise", shared: false, ..BEST_OF_5 },
    ADAPTIVE,
    Policy { name: "adaptive, own noise", shared: false, ..ADAPTIVE },
    LEARNED,
    Policy { name: "n: 3, two calls", several: Some(2), ..BEST_OF_N },
    Policy { name: "keep-best, answer", compares: true, ..KEEP_BEST },
    Policy { name: "best-of-5, answer", compares: true, ..BEST_OF_5 },
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
    shared: bool,
    learns: bool,
    several: bool,
}

impl Player {
    pub fn new(policy: Policy, regime: &Regime, means: Means) -> Self {
        let verifiers = if regime.rule { vec![RULE] } else { vec![] };
        let answer = policy.compares && regime.discrete;
        let task = json!({ "input": "What follows?", "critics": means.critics, "verifiers": verifiers, "answer": answer });
        let task = RunTask::from_json(task).unwrap();
        let means = Means { calls: policy.several.unwrap_or(means.calls).min(means.calls), ..means };
        let several = policy.several.is_some();
        Self { task, settings: settings(policy, means), shared: policy.shared, learns: policy.learns, several }
    }

    /// Plays one task to its end, and learns from it where the policy does. The result, and how often calls of models were waited for.
    pub fn play(&mut self, world: &mut World) -> (ReflectResult, u32) {
        (world.shared, world.several) = (self.shared, self.several);
        let (result, trips) = self.run(world);
        if self.learns {
            let known = self.settings.advanced.get_or_insert_default().calibration.take().unwrap_or_default();
            let calibration = calibrate((*known).clone(), &Raw::from(&serde_json::to_value(&result).unwrap())).unwrap();
            self.settings.advanced.get_or_insert_default().calibration = Some(calibration.into());
        }
        (result, trips)
    }

    fn run(&self, world: &mut World) -> (ReflectResult, u32) {
        let mut run = ReflectRun::create(self.settings.clone(), self.task.clone(), 7, 0.0).unwrap();
        let mut said: Vec<(String, Value)> = Vec::new();
        let (mut trips, mut calls) = (0, 0);
        loop {
            let waits = match run.peek(0.0).unwrap() {
                Output::Step { .. } => false,
                Output::Call { call } => {
                    said.push((call.id().to_owned(), world.says(call)));
                    false
                }
                Output::Wait { .. } => true,
                Output::Done { result } => return (result, trips),
            };
            if waits {
                trips += u32::from(world.calls > calls);
                calls = world.calls;
                for (id, reply) in said.drain(..) {
                    let number = run.number_of(&id).unwrap();
                    // A list is what one call for several drafts gave.
                    for one in reply.as_array().map_or(std::slice::from_ref(&reply), Vec::as_slice) {
                        let reply = read_reply(run.call(number).unwrap(), &Raw::from(one), None);
                        run.answer(number, reply, 0.0).unwrap();
                    }
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
    ReflectSettings::check(&Raw::from(&set)).unwrap()
}
