//! The wasm of the research loop: its runs, its reflector, its evaluator with the built-in metrics.

use wasm_bindgen::prelude::*;

use super::run::{AnyLoop, Run};
use super::wire::{WirePlace, read, write};
use crate::error::{ErrorCode, ReflectError};
use crate::evaluator::{MetricResult, lexical_relevance, perspective_balance, source_diversity};
use crate::flow::Call;
use crate::message::{format_js_number, read_texts};
use crate::reflector::{CanonicalModel, Fact, IsFruitless, Reflector, ReflectorSettings, SearchKind, compare_facts};
use crate::research::{Research, ResearchSettings, make_relevance_check, read_metric_result, read_rubric};
use crate::settings::InputValue;

type Checked<T> = Result<T, ReflectError>;

/// Starts a run. `seed` goes before the setting; without either the host's random source is asked.
///
/// Facts come as `{ content: '', metadata: { facts } }`, an answer as a text or, with `metadata: { object: true }`, as JSON, the outcomes
/// of metrics as `{ [metric]: { value } | { failed } }`, an adjudicator's choice as `{ held }`, and pairs of contradicting facts as a
/// list of their numbers over all searches.
#[wasm_bindgen(js_name = beginResearch)]
pub fn begin_research(settings: &[f64], letters: &[u8], query: &str, seed: Option<u32>, now_ms: f64) -> Checked<Run> {
    let settings = ResearchSettings::check_settings(&read(settings, letters))?;
    let seed = seed.or(settings.seed);
    Run::create_run(AnyLoop::Research(Research::new(settings, query)?), seed, now_ms)
}

/// Checks the settings of a research loop.
#[wasm_bindgen(js_name = checkResearch)]
pub fn check_research_settings(numbers: &[f64], letters: &[u8]) -> Checked<()> {
    Research::new(ResearchSettings::check_settings(&read(numbers, letters))?, "checked").map(drop)
}

#[wasm_bindgen]
pub struct ReflectorCore(Reflector);

#[wasm_bindgen]
impl ReflectorCore {
    /// Makes a reflector of a `model` and `settings`.
    pub fn create(parts: &[f64], letters: &[u8]) -> Checked<ReflectorCore> {
        let parts = read(parts, letters);
        let [model, settings] = ["model", "settings"].map(|key| parts.field(key).unwrap_or(&InputValue::Null));
        Ok(Self(Reflector::new(CanonicalModel::check_model(model)?, ReflectorSettings::check_settings(settings)?)))
    }

    /// Takes a batch; gives an `AddedFacts`.
    #[wasm_bindgen(js_name = add)]
    pub fn add_valid_facts(&mut self, facts: &[f64], letters: &[u8]) -> Checked<WirePlace> {
        Ok(write(&self.0.add_valid_facts(&read(facts, letters))?))
    }

    /// See [`Reflector::add_contradictions`].
    #[wasm_bindgen(js_name = contradict)]
    pub fn add_contradictions(&mut self, pairs: &[f64]) {
        self.0.add_contradictions(pairs);
    }

    /// Gives a `Reflection`.
    #[wasm_bindgen(js_name = reflect)]
    pub fn write_reflection(&self) -> WirePlace {
        write(&self.0.reflect())
    }

    #[wasm_bindgen(js_name = searched)]
    pub fn record_search(&mut self, is_verification: bool, path: &str, fruitless: Option<bool>) -> Checked<IsFruitless> {
        let kind = if is_verification { SearchKind::Verify } else { SearchKind::Find };
        self.0.record_search(kind, path, fruitless)
    }

    #[wasm_bindgen(js_name = resolve)]
    pub fn settle_for_fact(&mut self, fact_number: f64) -> Checked<()> {
        let whole = if fact_number.fract() == 0.0 && (0.0..4e9).contains(&fact_number) { Some(fact_number as u32) } else { None };
        let missing = || {
            ReflectError::new(
                ErrorCode::InvalidInput,
                format!("`fact` must be the number of a fact, got {}", format_js_number(fact_number)),
            )
        };
        whole.ok_or_else(missing).and_then(|fact_number| self.0.settle_for_fact(fact_number))
    }
}

/// Checks a canonical model, and returns it with everything filled in.
#[wasm_bindgen(js_name = checkModel)]
pub fn check_canonical_model(numbers: &[f64], letters: &[u8]) -> Checked<WirePlace> {
    Ok(write(&CanonicalModel::check_model(&read(numbers, letters))?))
}

/// How the first two of `facts` relate to each other. `model` has one field, which they are about.
#[wasm_bindgen(js_name = relateFacts)]
pub fn relate_two_facts(parts: &[f64], letters: &[u8]) -> Checked<WirePlace> {
    let parts = read(parts, letters);
    let model = CanonicalModel::check_model(parts.field("model").unwrap_or(&InputValue::Null))?;
    let refused = |why: String| ReflectError::new(ErrorCode::InvalidInput, why);
    let facts = parts.field("facts").and_then(InputValue::as_list).unwrap_or_default();
    let fact = |at: usize| facts.get(at).map_or_else(|| Err("a fact is missing".to_owned()), Fact::read_fact).map_err(refused);
    let field = model.fields.first().ok_or_else(|| refused("a field is missing".to_owned()))?;
    Ok(write(&compare_facts(field, &fact(0)?, &fact(1)?)?))
}

/// Checks metrics' names, weights and threshold.
#[wasm_bindgen(js_name = checkEvaluator)]
pub fn check_evaluator_settings(numbers: &[f64], letters: &[u8]) -> Checked<()> {
    read_rubric(&read(numbers, letters)).map(drop)
}

/// Weighs the outcomes of metrics by `settings`: their `names`, and as many `outcomes`.
#[wasm_bindgen(js_name = evaluate)]
pub fn write_evaluation(parts: &[f64], letters: &[u8]) -> Checked<WirePlace> {
    let parts = read(parts, letters);
    let rubric = read_rubric(parts.field("settings").unwrap_or(&InputValue::Null))?;
    let outcomes = parts.field("outcomes").and_then(InputValue::as_list).unwrap_or_default().iter().map(read_metric_result);
    let measured_metrics: Vec<(String, MetricResult)> = read_texts_or_empty(&parts, "names").into_iter().zip(outcomes).collect();
    Ok(write(&rubric.write_evaluation(&measured_metrics)))
}

/// See [`lexical_relevance`].
#[wasm_bindgen(js_name = lexicalRelevance)]
pub fn measure_lexical_relevance(question: &str, text: &str) -> Checked<WirePlace> {
    write_score(lexical_relevance(question, text))
}

/// See [`make_relevance_check`].
#[wasm_bindgen(js_name = relevanceCall)]
pub fn write_relevance_call(question: &str, answer: &str, attempt: u32) -> WirePlace {
    write(&Call::Model(make_relevance_check(question, answer, attempt)))
}

/// See [`source_diversity`].
#[wasm_bindgen(js_name = sourceDiversity)]
pub fn measure_source_diversity(parts: &[f64], letters: &[u8]) -> Checked<WirePlace> {
    write_score(source_diversity(&read_texts_or_empty(&read(parts, letters), "sources")))
}

/// See [`perspective_balance`]. `paths` and `sources` of the facts are in the same order.
#[wasm_bindgen(js_name = perspectiveBalance)]
pub fn measure_perspective_balance(parts: &[f64], letters: &[u8]) -> Checked<WirePlace> {
    let parts = read(parts, letters);
    let facts: Vec<(String, String)> =
        read_texts_or_empty(&parts, "paths").into_iter().zip(read_texts_or_empty(&parts, "sources")).collect();
    write_score(perspective_balance(&read_texts_or_empty(&parts, "contrarian"), &facts))
}

/// The texts under a key.
fn read_texts_or_empty(parts: &InputValue, key: &str) -> Vec<String> {
    read_texts(parts, key).ok().flatten().unwrap_or_default()
}

fn write_score(result: MetricResult) -> Checked<WirePlace> {
    match result {
        MetricResult::Score(score) => Ok(write(&score)),
        MetricResult::Failed(reason) => Err(ReflectError::new(ErrorCode::InvalidTask, reason)),
    }
}
