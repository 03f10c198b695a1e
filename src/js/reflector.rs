//! The exported reflector.

use wasm_bindgen::prelude::*;

use super::wire::{Place, read, write};
use crate::error::{ErrorCode, ReflectError};
use crate::message::{Raw, decimal};
use crate::reflector::{CanonicalModel, Fact, Reflector, ReflectorSettings, SearchKind, relate};

type Checked<T> = Result<T, ReflectError>;

#[wasm_bindgen]
pub struct ReflectorCore(Reflector);

#[wasm_bindgen]
impl ReflectorCore {
    /// Of a `model` and `settings`.
    pub fn create(parts: &[f64], letters: &[u8]) -> Checked<ReflectorCore> {
        let parts = read(parts, letters);
        let [model, settings] = ["model", "settings"].map(|key| parts.field(key).unwrap_or(&Raw::Null));
        Ok(Self(Reflector::new(CanonicalModel::check(model)?, ReflectorSettings::check(settings)?)))
    }

    /// Takes a batch; gives an `AddedFacts`.
    pub fn add(&mut self, facts: &[f64], letters: &[u8]) -> Checked<Place> {
        Ok(write(&self.0.add(&read(facts, letters))?))
    }

    /// Gives a `Reflection`.
    pub fn reflect(&self) -> Place {
        write(&self.0.reflect())
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
pub fn check_model(model: &[f64], letters: &[u8]) -> Checked<Place> {
    Ok(write(&CanonicalModel::check(&read(model, letters))?))
}

/// How the first two of `facts` relate to each other. The field is given as a `model` that holds it alone.
#[wasm_bindgen(js_name = relateFacts)]
pub fn relate_facts(parts: &[f64], letters: &[u8]) -> Checked<Place> {
    let parts = read(parts, letters);
    let model = CanonicalModel::check(parts.field("model").unwrap_or(&Raw::Null))?;
    let refused = |why: String| ReflectError::new(ErrorCode::InvalidInput, why);
    let facts = parts.field("facts").and_then(Raw::as_list).unwrap_or_default();
    let fact = |at: usize| facts.get(at).map_or_else(|| Err("a fact is missing".to_owned()), Fact::check).map_err(refused);
    let field = model.fields.first().ok_or_else(|| refused("a field is missing".to_owned()))?;
    Ok(write(&relate(field, &fact(0)?, &fact(1)?)?))
}
