//! Strategies in seeded worlds where the quality of each draft is known, and no strategy is told of it: `keep-best` beside `best-of-n`, without
//! verifiers. `cargo test --test core quality_worlds -- --nocapture` prints the table of docs/evidence.md.

use reflect_bench::Random;
use reflect_engine::flow::{Call, ModelCall, Output, read_reply};
use reflect_engine::reflect::{ReflectResult, ReflectRun, RunTask};
use reflect_engine::settings::{InputValue, ReflectSettings};
use serde_json::{Value, json};

const TASKS: u64 = 1_000;
/// Model calls of a run at most.
const CALLS: u32 = 6;
/// Points from which a draft is good enough, and from which the critic of these worlds asks for no revision.
const GOOD: f64 = 7.5;
const CONTENT: f64 = 8.0;
/// Points by which a returned draft must be worse than the first to count as harm.
const HARM: f64 = 0.1;
/// SD of what the place of a draft among others does to its points.
const ORDER: f64 = 0.3;
/// Mean and SD of the quality of fresh drafts, and the share of revisions that repeat their draft.
const FRESH: (f64, f64) = (6.0, 1.5);
const NO_OP: f64 = 0.06;

// Names of the streams of random numbers.
const TASK: u64 = 1;
const WRITING: u64 = 2;
const DRAFT: u64 = 3;
const LOOK: u64 = 4;
const CHECK: u64 = 5;
const TOGETHER: u64 = 6;

/// One kind of world, in points: what a critic adds to every score; the SDs of its error from look to look, on a draft, and on a task; the share
/// of its replies that cannot be read. A revision makes a draft worse with probability `harm · (0.6 + 0.08 · quality)`, else it takes the
/// share `gain` of the way to 9.5.
struct Regime {
    name: &'static str,
    bias: f64,
    look: f64,
    draft: f64,
    task: f64,
    unreadable: f64,
    harm: f64,
    gain: f64,
}

/// A good critic, a typical one, one that is kind to itself, a small and noisy one, no outside information, and a typical one with a rule check.
fn regimes() -> [Regime; 6] {
    let regime = |name, [bias, look, draft, task, unreadable, harm, gain]: [f64; 7]| Regime {
        name,
        bias,
        look,
        draft,
        task,
        unreadable,
        harm,
        gain,
    };
    let typical = [0.5, 0.75, 0.8, 0.8, 0.016, 0.20, 0.30];
    [
        regime("R1", [0.0, 0.5, 0.4, 0.4, 0.005, 0.12, 0.30]),
        regime("R2", typical),
        regime("R3", [1.5, 0.75, 1.1, 1.0, 0.016, 0.28, 0.30]),
        regime("R4", [0.5, 1.5, 1.4, 0.8, 0.19, 0.33, 0.30]),
        regime("R5", [1.0, 0.9, 1.4, 1.0, 0.016, 0.45, 0.12]),
        regime("R6", typical),
    ]
}

/// One task. A draft is known by its text alone, as it is to a model: what a request does not show, this world does not see.
struct World<'a> {
    regime: &'a Regime,
    seed: [u64; 2],
    /// Text, quality, and looks at it.
    drafts: Vec<(String, f64, u64)>,
    written: u64,
    compared: u64,
    calls: u32,
}

impl<'a> World<'a> {
    fn new(regime: &'a Regime, task: u64) -> Self {
        let stream =
            regime.name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
        Self { regime, seed: [stream, task], drafts: Vec::new(), written: 0, compared: 0, calls: 0 }
    }

    fn luck(&self, what: &[u64]) -> Random {
        Random::of(&[&self.seed, what].concat())
    }

    fn quality_of(&self, text: &str) -> f64 {
        self.drafts.iter().find(|draft| draft.0 == text).unwrap_or(&self.drafts[0]).1
    }

    fn say(&mut self, call: &Call) -> Value {
        let ask = match call {
            Call::Model(ask) => ask,
            Call::Verify(run) => {
                let draft = self.drafts.iter().position(|draft| run.draft == draft.0.as_str()).unwrap();
                let likely = 1.0 / (1.0 + (-(self.drafts[draft].1 - 6.5) / 0.9).exp());
                let passed = self.luck(&[CHECK, draft as u64]).share() < likely;
                return json!({ "passed": passed, "issues": if passed { vec![] } else { vec![format!("case{draft} fails")] } });
            }
            Call::Tool(_) => unreachable!("no world has tools"),
        };
        self.calls += 1;
        let shown = self.find_shown(ask);
        match ask.purpose {
            "critique" if ask.drafts.is_some() => self.compare(&shown),
            "critique" => self.critique(shown[0]),
            "revision" => {
                let parent = shown.into_iter().min().unwrap();
                let written = self.revise(parent);
                json!(self.drafts[written].0)
            }
            _ => {
                let mut luck = self.write();
                let written = self.keep((FRESH.0 + FRESH.1 * luck.normal()).clamp(0.0, 10.0));
                json!(self.drafts[written].0)
            }
        }
    }

    /// The drafts that a request shows, in the order in which they are there.
    fn find_shown(&self, ask: &ModelCall) -> Vec<usize> {
        let whole: String = ask.messages.iter().map(|message| message.content.text().to_string()).collect();
        let places = self.drafts.iter().enumerate().filter_map(|(at, draft)| Some((whole.find(&draft.0)?, at)));
        let mut places: Vec<(usize, usize)> = places.collect();
        places.sort_unstable();
        places.into_iter().map(|(_, at)| at).collect()
    }

    fn write(&mut self) -> Random {
        self.written += 1;
        self.luck(&[WRITING, self.written])
    }

    fn keep(&mut self, quality: f64) -> usize {
        let at = self.drafts.len();
        // It shares no word with another's, so that only a revision without effect repeats one.
        let text = format!("answer{at} claims{at} because{at} reason{at} shows{at} example{at}.");
        self.drafts.push((text, quality, 0));
        at
    }

    /// The same draft again, a worse one, or a better one.
    fn revise(&mut self, parent: usize) -> usize {
        let mut luck = self.write();
        let quality = self.drafts[parent].1;
        if luck.share() < NO_OP {
            return parent;
        }
        let is_harmed = luck.share() < self.regime.harm * (0.6 + 0.08 * quality);
        let spread = luck.normal();
        let gained = self.regime.gain * (9.5 - quality) + 0.5 * spread;
        self.keep((quality + if is_harmed { -(1.2 + 0.8 * spread).abs() } else { gained }).clamp(0.0, 10.0))
    }

    fn critique(&mut self, draft: usize) -> Value {
        self.drafts[draft].2 += 1;
        let mut luck = self.luck(&[LOOK, draft as u64, 0, self.drafts[draft].2]);
        if luck.share() < self.regime.unreadable {
            return json!("I would rather not say.");
        }
        let error = self.lasting_error(draft) + self.regime.look * luck.normal();
        json!(self.verdict(draft, error).to_string())
    }

    /// One look at several: what changes from one reply to the next is the same for all drafts in it, and cancels where they are compared.
    fn compare(&mut self, drafts: &[usize]) -> Value {
        self.compared += 1;
        let mut luck = self.luck(&[TOGETHER, 0, self.compared]);
        if luck.share() < self.regime.unreadable {
            return json!("I would rather not say.");
        }
        let level = self.regime.look * luck.normal();
        let mut entries = Vec::new();
        for (at, draft) in drafts.iter().enumerate() {
            let mut entry = self.verdict(*draft, self.lasting_error(*draft) + level + ORDER * luck.normal());
            entry["draft"] = json!(at + 1);
            entries.push(entry);
        }
        json!(json!({ "drafts": entries }).to_string())
    }

    /// What a critic errs by at every look at this draft.
    fn lasting_error(&self, draft: usize) -> f64 {
        let normal = |what: &[u64]| (self.luck(what).normal() + self.luck(&[what, &[1]].concat()).normal()) * 0.5_f64.sqrt();
        self.regime.bias + self.regime.task * normal(&[TASK]) + self.regime.draft * normal(&[DRAFT, draft as u64])
    }

    fn verdict(&self, draft: usize, error: f64) -> Value {
        let score = (self.drafts[draft].1 + error).round().clamp(0.0, 10.0);
        let issues = if score < CONTENT { vec![format!("reason{draft} is not shown")] } else { vec![] };
        json!({ "score": score, "issues": issues, "suggestion": "", "needs_revision": score < CONTENT })
    }
}

fn play(world: &mut World, settings: &Value) -> ReflectResult {
    let verifiers = if world.regime.name == "R6" { json!(["rule"]) } else { json!([]) };
    let task = RunTask::from_json(json!({ "input": "What follows?", "verifiers": verifiers })).unwrap();
    let mut run =
        ReflectRun::create_run(ReflectSettings::check_settings(&InputValue::from(settings)).unwrap(), task, 7, 0.0).unwrap();
    let mut said = Vec::new();
    loop {
        match run.poll(0.0).unwrap() {
            Output::Step { .. } => {}
            Output::Call { call } => said.push((call.call_id().to_owned(), world.say(&call))),
            Output::Wait { .. } => {
                for (id, reply) in said.drain(..) {
                    let number = run.find_pending_number(&id).unwrap();
                    let reply = read_reply(run.call_in_flight(number).unwrap(), &InputValue::from(&reply), None);
                    run.answer_call(number, reply, 0.0).unwrap();
                }
            }
            Output::Done { result } => return result,
        }
    }
}

/// Of one strategy in one regime: points gained over the first draft, shares of tasks with a draft accepted rightly, accepted wrongly, and
/// returned worse than the first one, and calls.
fn measure(regime: &Regime, settings: &Value) -> [f64; 5] {
    let mut sums = [0.0; 5];
    for task in 0..TASKS {
        let mut world = World::new(regime, task);
        let result = play(&mut world, settings);
        assert!(world.calls <= CALLS, "{settings}: {} calls", world.calls);
        let returned = world.quality_of(&result.output);
        let change = returned - world.drafts[0].1;
        let is_good = returned >= GOOD;
        let [right, wrong, harmful] = [result.accepted && is_good, result.accepted && !is_good, change < -HARM];
        let share = |holds: bool| f64::from(u8::from(holds));
        let figures = [change, share(right), share(wrong), share(harmful), f64::from(world.calls)];
        sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure / TASKS as f64);
    }
    sums
}

#[test]
fn several_drafts_gain_more_than_one_without_verifiers_and_neither_strategy_harms_as_classic_does() {
    let strategies = [
        json!({ "strategy": "classic" }),
        json!({}),
        json!({ "strategy": "best-of-n" }),
        json!({ "strategy": "best-of-n", "drafts": 5 }),
    ];
    let [classic, keep_best, best_of_3, best_of_5] = strategies.map(|mut settings| {
        let name = settings.to_string();
        settings["maxReflections"] = json!(20);
        settings["budget"] = json!({ "maxCalls": CALLS });
        let rows = regimes().map(|regime| measure(&regime, &settings));
        let mean: [f64; 5] = std::array::from_fn(|at| rows.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64);
        let gains: Vec<String> = rows.iter().map(|row| format!("{:.2}", row[0])).collect();
        println!("{name:40} {} | gain, right, wrong, harmful, calls {mean:.2?}", gains.join(" "));
        (mean, rows.iter().map(|row| row[0]).fold(f64::INFINITY, f64::min))
    });
    let gain = |entry: &([f64; 5], f64)| entry.0[0];
    assert!(gain(&keep_best) > gain(&classic) + 0.2 && gain(&best_of_3) > gain(&keep_best) + 0.2);
    assert!(gain(&best_of_5) > gain(&best_of_3) + 0.08);
    assert!(
        classic.1 < -0.15 && keep_best.1 > 0.3 && best_of_3.1 > 0.6,
        "the worst regime: {classic:?} {keep_best:?} {best_of_3:?}"
    );
    assert!(classic.0[3] > 0.12 && keep_best.0[3] < 0.08 && best_of_5.0[3] < 0.10, "{classic:?} {keep_best:?} {best_of_5:?}");
}
