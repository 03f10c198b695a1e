//! The reflector, through JSON texts: facts come in thousands, and one text crosses faster than as many objects.

use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::json::{parsed, to_json};
use crate::error::{ErrorCode, ReflectError};
use crate::message::decimal;
use crate::reflector::{CanonicalModel, Fact, Reflector, ReflectorSettings, SearchKind, relate};

type Checked<T> = Result<T, ReflectError>;

/// A reflector whose arguments and results are JSON texts.
#[wasm_bindgen]
pub struct ReflectorCore(Reflector);

#[wasm_bindgen]
impl ReflectorCore {
    pub fn create(model: &str, settings: &str) -> Checked<ReflectorCore> {
        Ok(Self(Reflector::new(CanonicalModel::check(&value(model)?)?, ReflectorSettings::check(&value(settings)?)?)))
    }

    /// Takes a batch; gives an `AddedFacts`.
    pub fn add(&mut self, facts: &str) -> Checked<String> {
        to_json(&self.0.add(&value(facts)?)?)
    }

    /// Gives a `Reflection`.
    pub fn reflect(&self) -> Checked<String> {
        to_json(&self.0.reflect())
    }

    pub fn searched(&mut self, verify: bool, path: &str, fruitless: Option<bool>) -> Checked<bool> {
        let kind = if verify { SearchKind::Verify } else { SearchKind::Find };
        self.0.searched(kind, path, fruitless)
    }

    pub fn resolve(&mut self, fact: f64) -> Checked<()> {
        let whole = if fact.fract() == 0.0 && (0.0..4e9).contains(&fact) { Some(fact as u32) } else { None };
        let missing =
            || ReflectError::new(ErrorCode::InvalidInput, format!("`fact` must be the number of a fact, got {}", decimal(fact)));
        whole.ok_or_else(missing).and_then(|fact| self.0.resolve(fact))
    }
}

/// Checks a canonical model, and gives it with everything filled in.
#[wasm_bindgen(js_name = checkModel)]
pub fn check_model(model: &str) -> Checked<String> {
    to_json(&CanonicalModel::check(&value(model)?)?)
}

/// How two facts relate to each other. A field is given as a model that holds it alone.
#[wasm_bindgen(js_name = relateFacts)]
pub fn relate_facts(model: &str, facts: &str) -> Checked<String> {
    let model = CanonicalModel::check(&value(model)?)?;
    let refused = |why: String| ReflectError::new(ErrorCode::InvalidInput, why);
    let facts = value(facts)?;
    let fact = |at: usize| facts.get(at).map_or_else(|| Err("a fact is missing".to_owned()), Fact::check).map_err(refused);
    let field = model.fields.first().ok_or_else(|| refused("a field is missing".to_owned()))?;
    to_json(&relate(field, &fact(0)?, &fact(1)?)?)
}

fn value(text: &str) -> Checked<Value> {
    parsed(text, ErrorCode::InvalidInput)
}
