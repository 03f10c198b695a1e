//! The lazy agent of seed 000, and ours, in seeded worlds: 40 ranked sources, those that matter far down. `cargo xtask bench research` runs
//! it; every configuration is a `ResearchLoop`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a bench may stop at what cannot be")]

mod copied;
#[path = "../worlds/random.rs"]
mod random;

use std::collections::BTreeSet;
use std::process::ExitCode;

use random::Random;
use reflect_engine::flow::Call;
use serde_json::{Value, json};

const SOURCES: usize = 40;
/// Searches at most.
const BUDGET: u32 = 20;
/// Sources that one search returns.
const PAGE: usize = 5;
/// A source that speaks of a field is found by a query for it.
const HIT: f64 = 0.9;
/// One that does not is found too.
const STRAY: f64 = 0.05;
/// A source that praises speaks of each field but the last.
const COVERS: f64 = 0.5;
const FIELDS: [&str; 5] = ["description", "benefits", "mitigations", "consensus_view", "contrarian_view"];
const CONTRARIAN: usize = 4;
/// Targets of the issue.
const FOUND: f64 = 0.99;
const WITHIN: u32 = 9;
const MOST_MIXED: f64 = 0.15;
const FOUND_HARD: f64 = 0.95;

/// What search engine and web give.
struct World {
    seed: u64,
    /// By rank.
    critical: BTreeSet<usize>,
    covers: Vec<[bool; FIELDS.len()]>,
    /// How good each looks, `0..=1`.
    quality: Vec<f64>,
}

impl World {
    /// Two to four critical sources from rank 12 on, or a single one from rank 20 on. What ranks high looks good.
    fn new(seed: u64, hard: bool) -> Self {
        let mut random = Random::of(&[seed, u64::from(hard)]);
        let (from, count) = if hard { (19, 1) } else { (11, 2 + (random.share() * 3.0) as usize) };
        let mut critical = BTreeSet::new();
        while critical.len() < count {
            critical.insert(from + (random.share() * (SOURCES - from) as f64) as usize);
        }
        let mood = 0.1 * random.normal();
        let (mut covers, mut quality) = (Vec::new(), Vec::new());
        for rank in 0..SOURCES {
            let is_critical = critical.contains(&rank);
            let looks = if is_critical { 0.6 } else { 0.85 - 0.005 * rank as f64 };
            quality.push((looks + mood + 0.1 * random.normal()).clamp(0.0, 1.0));
            covers.push(std::array::from_fn(|field| if field == CONTRARIAN { is_critical } else { random.share() < COVERS }));
        }
        Self { seed, critical, covers, quality }
    }

    /// The first page for the `attempt`-th query about a field.
    fn targeted(&self, field: usize, attempt: u64) -> Vec<usize> {
        let mut random = Random::of(&[self.seed, 77, field as u64, attempt]);
        let draws: Vec<f64> = (0..SOURCES).map(|_| random.share()).collect();
        let matches = |rank: &usize| draws[*rank] < if self.covers[*rank][field] { HIT } else { STRAY };
        (0..SOURCES).filter(matches).take(PAGE).collect()
    }
}

/// How a loop searches and stops.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// The canonical model steers, the evaluator judges at the end.
    Separated,
    /// One field that anything fills: whether it looks good decides whether it goes on.
    Mixed,
    /// As separated, and nothing against it must be there.
    WithoutContrarian,
    /// As separated, and the search engine gives the next page whatever is asked.
    WithoutTargeting,
}

impl Way {
    fn settings(self) -> Value {
        let field = |name: &str| {
            let required = if self == Way::WithoutContrarian && name == FIELDS[CONTRARIAN] { "may" } else { "must" };
            json!({ "path": name, "required": required })
        };
        let fields: Vec<Value> =
            if self == Way::Mixed { vec![json!({ "path": "answer" })] } else { FIELDS.into_iter().map(field).collect() };
        json!({
            "canonicalModel": { "topic": "a new technology", "fields": fields },
            "evaluator": { "metrics": ["quality"] },
            "maxIterations": BUDGET,
            "maxRepairs": if self == Way::Mixed { BUDGET } else { 0 },
            "repetition": { "window": 1000, "limit": 1000 },
        })
    }
}

struct Run {
    /// The search that found a critical source.
    found: Option<u32>,
    searches: u32,
}

fn play(world: &World, way: Way) -> Run {
    let (mut page, mut attempts, mut searches, mut found) = (0, [0_u64; FIELDS.len()], 0, None);
    copied::drive(&way.settings(), "Is the technology safe?", |call| match call {
        Call::Model(call) => {
            searches += 1;
            let path = call.messages[0].metadata.as_ref().unwrap().value()["path"].as_str().unwrap().to_owned();
            let field = FIELDS.iter().position(|name| *name == path);
            let ranks = match field.filter(|_| way != Way::WithoutTargeting) {
                Some(field) => {
                    attempts[field] += 1;
                    world.targeted(field, attempts[field])
                }
                None => {
                    page += 1;
                    ((page - 1) * PAGE..(page * PAGE).min(SOURCES)).collect()
                }
            };
            if found.is_none() && ranks.iter().any(|rank| world.critical.contains(rank)) {
                found = Some(searches);
            }
            let fact = |rank: usize, path: &str| {
                json!({ "path": path, "value": format!("text {rank}"), "sourceId": rank.to_string(),
                        "metadata": { "quality": world.quality[rank] } })
            };
            let facts: Vec<Value> = if way == Way::Mixed {
                ranks.iter().map(|rank| fact(*rank, "answer")).collect()
            } else {
                let told = |rank: &usize| -> Vec<Value> {
                    let covers = world.covers[*rank];
                    (0..FIELDS.len()).filter(|field| covers[*field]).map(|field| fact(*rank, FIELDS[field])).collect()
                };
                ranks.iter().flat_map(told).collect()
            };
            json!({ "content": "", "metadata": { "facts": facts } })
        }
        Call::Tool(call) => {
            let args = call.args.value();
            let facts = args["facts"].as_array().unwrap();
            let sum: f64 = facts.iter().map(|fact| fact["metadata"]["quality"].as_f64().unwrap()).sum();
            json!({ "quality": { "value": sum / facts.len() as f64 } })
        }
        Call::Verify(_) => Value::Null,
    });
    Run { found, searches }
}

fn main() -> ExitCode {
    let worlds = std::env::args().skip(1).find_map(|given| given.parse::<u64>().ok()).unwrap_or(2_000);
    println!("Critical sources found: {worlds} worlds of {SOURCES} ranked sources, {PAGE} a search, {BUDGET} searches at most\n");
    println!("| world | loop | P(found) | P(found within {WITHIN}) | searches, mean |");
    println!("|---|---|---|---|---|");
    let mut met = true;
    for (hard, world) in [(false, "2 to 4 critical, rank >= 12"), (true, "1 critical, rank >= 20")] {
        for (way, name) in [
            (Way::Separated, "separated"),
            (Way::Mixed, "mixed critic"),
            (Way::WithoutContrarian, "separated, contrarian field not required"),
            (Way::WithoutTargeting, "separated, no targeted query"),
        ] {
            let runs: Vec<Run> = (0..worlds).map(|seed| play(&World::new(seed, hard), way)).collect();
            let share =
                |most: u32| runs.iter().filter(|run| run.found.is_some_and(|at| at <= most)).count() as f64 / worlds as f64;
            let mean = runs.iter().map(|run| f64::from(run.searches)).sum::<f64>() / worlds as f64;
            println!("| {world} | {name} | {:.3} | {:.3} | {mean:.1} |", share(BUDGET), share(WITHIN));
            met &= match (way, hard) {
                (Way::Separated, false) => share(WITHIN) >= FOUND,
                (Way::Separated, true) => share(BUDGET) >= FOUND_HARD,
                (Way::Mixed, false) => share(BUDGET) <= MOST_MIXED,
                _ => true,
            };
        }
    }
    println!(
        "\nseparated >= {FOUND} within {WITHIN} searches, >= {FOUND_HARD} in the hard world, mixed <= {MOST_MIXED}: {}\n",
        if met { "met" } else { "MISSED" }
    );
    copied_claims();
    if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Who settles a conflict, where most pages copy one wrong figure.
fn copied_claims() {
    println!(
        "200 worlds of copied claims: 60 % of the pages repeat one press release, and the first search finds the true figure too\n"
    );
    println!(
        "| `settle` | `origin` of a fact | right | wrong, against a source that was found | open, for a person | searches, mean |"
    );
    println!("|---|---|---|---|---|---|");
    for (settle, origins) in [
        (Some("plurality"), false),
        (Some("plurality"), true),
        (Some("adjudicator"), false),
        (Some("adjudicator"), true),
        (Some("never"), false),
        (Some("never"), true),
    ] {
        let shares = copied::shares(200, copied::Way { settle, origins });
        let (name, said) = (settle.unwrap_or("default"), if origins { "said" } else { "not said" });
        let mean = f64::from(shares.searches) / f64::from(shares.worlds);
        println!("| {name} | {said} | {} | {} | {} | {mean:.1} |", shares.right, shares.against, shares.open);
    }
}
