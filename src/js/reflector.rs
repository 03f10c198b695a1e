//! The reflector, through JSON texts: facts come in thousands, and one text crosses faster than as many objects.

use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::convert::thrown;
use super::raw::json;
use crate::error::{ErrorCode, ReflectError};
use crate::message::decimal;
use crate::reflector::{CanonicalModel, Fact, Reflector, ReflectorSettings, SearchKind, relate};

type Thrown<T> = Result<T, JsValue>;

/// A reflector whose arguments and results are JSON texts.
#[wasm_bindgen]
pub struct ReflectorCore(Reflector);

#[wasm_bindgen]
impl ReflectorCore {
    pub fn create(model: &str, settings: &str) -> Thrown<ReflectorCore> {
        let made = || Ok(Reflector::new(CanonicalModel::check(&value(model)?)?, ReflectorSettings::check(&value(settings)?)?));
        made().map(Self).map_err(|e: ReflectError| thrown(&e))
    }

    /// Takes a batch; gives an `AddedFacts`.
    pub fn add(&mut self, facts: &str) -> Thrown<String> {
        written(value(facts).and_then(|facts| self.0.add(&facts)))
    }

    /// Gives a `Reflection`.
    pub fn reflect(&self) -> Thrown<String> {
        written(Ok(self.0.reflect()))
    }

    pub fn searched(&mut self, verify: bool, path: &str, fruitless: Option<bool>) -> Thrown<bool> {
        let kind = if verify { SearchKind::Verify } else { SearchKind::Find };
        self.0.searched(kind, path, fruitless).map_err(|e| thrown(&e))
    }

    pub fn resolve(&mut self, fact: f64) -> Thrown<()> {
        let whole = if fact.fract() == 0.0 && (0.0..4e9).contains(&fact) { Some(fact as u32) } else { None };
        let missing =
            || ReflectError::new(ErrorCode::InvalidInput, format!("`fact` must be the number of a fact, got {}", decimal(fact)));
        whole.ok_or_else(missing).and_then(|fact| self.0.resolve(fact)).map_err(|e| thrown(&e))
    }
}

/// Checks a canonical model, and gives it with everything filled in.
#[wasm_bindgen(js_name = checkModel)]
pub fn check_model(model: &str) -> Thrown<String> {
    written(value(model).and_then(|model| CanonicalModel::check(&model)))
}

/// How two facts relate to each other. A field is given as a model that holds it alone.
#[wasm_bindgen(js_name = relateFacts)]
pub fn relate_facts(model: &str, facts: &str) -> Thrown<String> {
    let related = || {
        let model = CanonicalModel::check(&value(model)?)?;
        let refused = |why: String| ReflectError::new(ErrorCode::InvalidInput, why);
        let facts = value(facts)?;
        let fact = |at: usize| facts.get(at).map_or_else(|| Err("a fact is missing".to_owned()), Fact::check).map_err(refused);
        let field = model.fields.first().ok_or_else(|| refused("a field is missing".to_owned()))?;
        relate(field, &fact(0)?, &fact(1)?)
    };
    written(related())
}

fn value(text: &str) -> Result<Value, ReflectError> {
    serde_json::from_str(json(text)).map_err(|e| ReflectError::new(ErrorCode::InvalidInput, e.to_string()))
}

fn written<T: Serialize>(result: Result<T, ReflectError>) -> Thrown<String> {
    let text = result
        .and_then(|value| serde_json::to_string(&value).map_err(|e| ReflectError::new(ErrorCode::InvalidInput, e.to_string())));
    text.map_err(|e| thrown(&e))
}
