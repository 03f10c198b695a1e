//! Worlds in which most pages repeat one press release: 200 of them, 60 % of the claims copied. A figure that many repeat is not a figure
//! that many know, so a loop that counts pages takes the wrong one, although a source that was found says the true one.

use reflect_engine::flow::{Call, Output};
use reflect_engine::research::{ResearchResult, ResearchRun};
use reflect_engine::settings::Raw;
use serde_json::{Value, json};

use super::random::Random;

/// Pages that a world has.
const PAGES: usize = 24;
/// Pages that one search returns.
const PAGE: usize = 6;
/// Share of the claims that are copies of the press release.
const COPIED: f64 = 0.6;
/// An independent page that is not the first source itself knows the true figure this often, else it has a wrong one of its own.
const KNOWS: f64 = 0.3;
const TRUE: u64 = 100;
const PRESS_RELEASE: u64 = 140;

/// Who settles a conflict, and whether the search says where its pages took their claims from.
#[derive(Clone, Copy)]
pub struct Way {
    /// `reflector.settle`; nothing leaves the default.
    pub settle: Option<&'static str>,
    pub origins: bool,
}

/// How often a loop was right and wrong, over so many worlds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shares {
    pub worlds: u32,
    /// Accepted with another figure than the true one, which a source that was found says.
    pub against: u32,
    pub right: u32,
    /// Accepted with another figure than the true one, where no source that was found says the true one.
    pub unseen: u32,
    /// Not accepted: it says that its sources are in conflict.
    pub open: u32,
    /// Searches, in all.
    pub searches: u32,
}

/// One page: its figure, and where it took it from.
struct Page {
    figure: u64,
    origin: Option<&'static str>,
}

/// By rank. A page among those that the first search finds is the source of the true figure.
fn pages(seed: u64) -> Vec<Page> {
    let mut random = Random::of(&[seed, 60]);
    let first = (random.share() * PAGE as f64) as usize;
    let page = |rank: usize| {
        let (copied, knows) = (random.share() < COPIED, random.share() < KNOWS);
        if rank != first && copied {
            return Page { figure: PRESS_RELEASE, origin: Some("press release") };
        }
        Page { figure: if rank == first || knows { TRUE } else { 200 + rank as u64 }, origin: None }
    };
    (0..PAGES).map(page).collect()
}

/// Plays one world to its end: the result, as JSON, and how many searches were made. Each search returns the next pages, and an
/// adjudicator takes the true figure where somebody says it.
fn play(seed: u64, way: Way) -> (Value, u32) {
    let mut settings = json!({
        "canonicalModel": { "fields": [{ "path": "figure", "type": "number" }] },
        "evaluator": { "metrics": ["quality"] },
    });
    if let Some(settle) = way.settle {
        settings["reflector"] = json!({ "settle": settle });
        settings["adjudicate"] = json!(settle == "adjudicator");
    }
    let (pages, mut searches) = (pages(seed), 0);
    let result = drive(&settings, "How many?", |call| match call {
        Call::Model(_) => {
            let found = pages.iter().enumerate().skip(searches * PAGE).take(PAGE).map(|(rank, page)| {
                let mut fact = json!({ "path": "figure", "value": page.figure, "sourceId": format!("page {rank}") });
                if let Some(origin) = page.origin.filter(|_| way.origins) {
                    fact["origin"] = json!(origin);
                }
                fact
            });
            searches += 1;
            json!({ "content": "", "metadata": { "facts": found.collect::<Vec<_>>() } })
        }
        Call::Tool(call) if call.tool_name == "adjudicate" => {
            let shown = TRUE.to_string();
            let truth = call.args.value()["sides"].as_array().unwrap().iter().any(|side| side["value"] == shown);
            json!({ "held": if truth { json!(TRUE) } else { Value::Null } })
        }
        _ => json!({ "quality": { "value": 1 } }),
    });
    (serde_json::to_value(result).unwrap(), searches as u32)
}

/// Plays a run to its end; `answer` gives the reply to each call.
pub fn drive(settings: &Value, question: &str, mut answer: impl FnMut(&Call) -> Value) -> ResearchResult {
    let mut run = ResearchRun::create(&Raw::from(settings), question, 1, 0.0).unwrap();
    loop {
        match run.poll(0.0).unwrap() {
            Output::Call { call } => {
                let reply = answer(&call);
                run.poll(0.0).unwrap();
                run.reply(call.id(), reply, 0.0).unwrap();
            }
            Output::Done { result } => return result,
            _ => {}
        }
    }
}

/// Plays so many worlds.
pub fn shares(worlds: u32, way: Way) -> Shares {
    let mut shares = Shares { worlds, ..Shares::default() };
    for seed in 0..worlds {
        let (result, searches) = play(u64::from(seed), way);
        shares.searches += searches;
        let said = result["facts"].as_array().unwrap().iter().any(|fact| fact["value"] == TRUE);
        match (result["accepted"] == true, result["object"]["figure"] == TRUE) {
            (true, true) => shares.right += 1,
            (true, false) if said => shares.against += 1,
            (true, false) => shares.unseen += 1,
            (false, _) => shares.open += 1,
        }
    }
    shares
}
