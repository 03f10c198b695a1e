//! Worlds in which most pages repeat one press release: 200 of them, 60 % of the claims copied. A figure that many repeat is not a figure
//! that many know, so a loop that counts pages takes the wrong one, although a source that was found says the true one.

use reflect_engine::flow::Call;
use reflect_engine::research::ResearchRun;
use reflect_engine::settings::InputValue;
use serde_json::{Value, json};

use crate::script::{self, Random};

const WORLDS: u64 = 200;
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

/// How often a loop was right and wrong.
#[derive(Clone, Copy, Debug, Default)]
struct Shares {
    /// Accepted with another figure than the true one, which a source that was found says.
    against: u32,
    right: u32,
    /// Accepted with another figure than the true one, where no source that was found says the true one.
    unseen: u32,
    /// Not accepted: it says that its sources are in conflict.
    open: u32,
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

/// Plays one world to its end: the result, as JSON. Each search returns the next pages, and says with `origins` where they took their claims
/// from; an adjudicator takes the true figure where somebody says it. `settle` is `reflector.settle`; nothing leaves the default.
fn play(seed: u64, settle: Option<&str>, origins: bool) -> Value {
    let mut settings = json!({
        "canonicalModel": { "fields": [{ "path": "figure", "type": "number" }] },
        "evaluator": { "metrics": ["quality"] },
    });
    if let Some(settle) = settle {
        settings["reflector"] = json!({ "settle": settle });
        settings["adjudicate"] = json!(settle == "adjudicator");
    }
    let (pages, mut searches) = (pages(seed), 0);
    let run = ResearchRun::create_run(&InputValue::from(&settings), "How many?", 1, 0.0).unwrap();
    let played = script::play(run, |call| {
        Ok(match call {
            Call::Model(_) => {
                let found = pages.iter().enumerate().skip(searches * PAGE).take(PAGE).map(|(rank, page)| {
                    let mut fact = json!({ "path": "figure", "value": page.figure, "sourceId": format!("page {rank}") });
                    if let Some(origin) = page.origin.filter(|_| origins) {
                        fact["origin"] = json!(origin);
                    }
                    fact
                });
                searches += 1;
                json!({ "content": "", "metadata": { "facts": found.collect::<Vec<_>>() } })
            }
            Call::Tool(call) if call.tool_name == "adjudicate" => {
                let shown = TRUE.to_string();
                let truth = call.args.to_value()["sides"].as_array().unwrap().iter().any(|side| side["value"] == shown);
                json!({ "held": if truth { json!(TRUE) } else { Value::Null } })
            }
            _ => json!({ "quality": { "value": 1 } }),
        })
    });
    serde_json::to_value(played.result).unwrap()
}

/// Plays them all.
fn shares(settle: Option<&str>, origins: bool) -> Shares {
    let mut shares = Shares::default();
    for seed in 0..WORLDS {
        let result = play(seed, settle, origins);
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

#[test]
fn copied_claims_never_outweigh_a_found_source_in_200_worlds() {
    let told = shares(None, true);
    assert_eq!(told.right + told.against + told.unseen + told.open, WORLDS as u32);
    assert!(told.against == 0 && told.right > 100, "{told:?}");
    let adjudicated = shares(Some("adjudicator"), false);
    assert!(adjudicated.against == 0 && adjudicated.right > 150, "{adjudicated:?}");
    assert_eq!(shares(Some("never"), false).against, 0);
    // Near: where nobody says which claims are copies, counting heads is wrong, and the docs say so.
    assert!(shares(Some("plurality"), false).against > 100);
}
