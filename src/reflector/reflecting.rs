//! The reflector: takes facts, keeps them in order, and says what to search for.

use std::rc::Rc;

use serde::Serialize;
use serde_json::Value;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::fact::Fact;
use super::gap;
use super::hierarchy::Hierarchy;
use super::known::{Known, Place, Standing};
use super::model::CanonicalModel;
use super::ordered::{Ids, Pairs};
use super::reflection::Reflection;
use super::settings::ReflectorSettings;
use super::shape::{told, wrong};
use crate::error::{ErrorCode, ReflectError, unknown};

/// Facts of one reflector at most.
pub const MAX_FACTS: usize = 1_000_000;

/// A fact that was not taken.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
pub struct RefusedFact {
    /// Which, counted from 0 over all facts that were ever given.
    pub fact: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Why, in words.
    pub why: String,
}

/// What became of a batch.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
pub struct AddedFacts {
    /// Facts taken, those too that only say again what their source said.
    pub taken: u32,
    /// Those that were not taken, with the reason. Nothing is lost without a word.
    pub refused: Vec<RefusedFact>,
}

/// Is it complete, and does it agree with itself?
///
/// Facts come in batches; each costs by its own size. The loop that drives it asks [`reflect`](Self::reflect), searches for `next`, adds
/// what it found and tells it with [`searched`](Self::searched), until the state is no longer `open`.
pub struct Reflector {
    model: CanonicalModel,
    settings: Rc<ReflectorSettings>,
    known: Vec<Known>,
    by_path: Ids,
    sources: Ids,
    /// Where each fact stands; `None` was refused.
    places: Vec<Option<(u32, Place)>>,
}

impl Reflector {
    /// # Errors
    /// `invalid_settings` when a field's unit, date or hierarchy makes no sense.
    pub fn new(model: CanonicalModel, settings: ReflectorSettings) -> Result<Self, ReflectError> {
        let shared = Rc::new(Hierarchy::new(&[&settings.hierarchy], "reflector")?);
        let settings = Rc::new(settings);
        let mut known = Vec::with_capacity(model.fields.len());
        for field in &model.fields {
            let hierarchy = if field.hierarchy.is_empty() {
                Rc::clone(&shared)
            } else {
                Rc::new(Hierarchy::new(&[&settings.hierarchy, &field.hierarchy], &field.path)?)
            };
            known.push(Known::new(field, Rc::clone(&settings), hierarchy).map_err(wrong)?);
        }
        let mut by_path = Ids::new();
        for (field, at) in model.fields.iter().zip(0..) {
            by_path.insert(field.path.clone(), at);
        }
        Ok(Self { model, settings, known, by_path, sources: Ids::new(), places: Vec::new() })
    }

    #[must_use]
    pub fn model(&self) -> &CanonicalModel {
        &self.model
    }

    /// Takes a batch: `[{ path, value, unit?, currency?, asOf?, sourceId, quote?, metadata? }]`. A fact that is not right, or that its
    /// field cannot take, is refused with the reason, and the others are taken.
    ///
    /// # Errors
    /// `invalid_input` when it is no list, or there are more than 1,000,000 facts.
    pub fn add(&mut self, facts: &Value) -> Result<AddedFacts, ReflectError> {
        let Value::Array(facts) = facts else {
            return Err(ReflectError::new(ErrorCode::InvalidInput, format!("`facts` must be a list, got {}", told(Some(facts)))));
        };
        if self.places.len() + facts.len() > MAX_FACTS {
            let message = format!("a reflector takes {MAX_FACTS} facts at most, got {}", self.places.len() + facts.len());
            return Err(ReflectError::new(ErrorCode::InvalidInput, message));
        }
        let mut added = AddedFacts::default();
        let mut touched = Pairs::default();
        for raw in facts {
            let number = self.places.len() as u32;
            match self.take(number, raw) {
                Ok((field, place)) => {
                    added.taken += 1;
                    touched.add(0, field);
                    self.places.push(Some((field, place)));
                }
                Err(why) => {
                    let path = raw.get("path").and_then(Value::as_str).map(|path| path.chars().take(200).collect());
                    added.refused.push(RefusedFact { fact: number, path, why });
                    self.places.push(None);
                }
            }
        }
        for field in touched.of(0) {
            if let Some(known) = self.known.get_mut(field as usize) {
                known.judge();
            }
        }
        Ok(added)
    }

    /// Looks at what is known.
    #[must_use]
    pub fn reflect(&self) -> Reflection {
        gap::reflection(&self.model, &self.known, self.settings.max_fruitless)
    }

    /// Notes that a field was searched for; gives whether the search was fruitless. Without a word on that, it was when no fact about
    /// the field came since the last search that its source had not given before. After `maxFruitless` in a row the field is given up,
    /// until a search is not fruitless.
    ///
    /// # Errors
    /// `invalid_input` for a path that is not in the model.
    pub fn searched(&mut self, path: &str, fruitless: Option<bool>) -> Result<bool, ReflectError> {
        let at = self.field(path).map_err(|why| ReflectError::new(ErrorCode::InvalidInput, why))?;
        Ok(self.known.get_mut(at as usize).is_some_and(|known| known.searched(fruitless)))
    }

    /// An adjudicator holds a fact to be right: the conflict in which it stands is settled, until a value comes that speaks against it
    /// and was not there before.
    ///
    /// # Errors
    /// `invalid_input` when there is no such fact, it was refused, or it stands in no conflict.
    pub fn resolve(&mut self, fact: u32) -> Result<(), ReflectError> {
        let settled = match self.places.get(fact as usize) {
            Some(Some((field, place))) => self.known.get_mut(*field as usize).is_some_and(|known| known.adjudicate(*place)),
            Some(None) => return Err(ReflectError::new(ErrorCode::InvalidInput, format!("fact {fact} was refused"))),
            None => {
                let message = format!("there is no fact {fact}; {} were given", self.places.len());
                return Err(ReflectError::new(ErrorCode::InvalidInput, message));
            }
        };
        if settled {
            Ok(())
        } else {
            Err(ReflectError::new(ErrorCode::InvalidInput, format!("fact {fact} stands in no conflict")))
        }
    }

    /// How the facts of each field stand, in the order of the model.
    pub(crate) fn standings(&self) -> Vec<Vec<Standing>> {
        self.model.fields.iter().zip(&self.known).map(|(field, known)| known.standings(field)).collect()
    }

    /// The field and the group in which a fact stands.
    pub(crate) fn place(&self, fact: u32) -> Option<(u32, u32)> {
        let (field, (group, _)) = self.places.get(fact as usize).copied().flatten()?;
        Some((field, group))
    }

    /// Facts given so far, refused ones too.
    #[must_use]
    pub fn facts(&self) -> u32 {
        self.places.len() as u32
    }

    /// Comparisons made so far: what the growth of the cost is measured by.
    #[must_use]
    pub fn comparisons(&self) -> u64 {
        self.known.iter().map(Known::work).sum()
    }

    fn take(&mut self, number: u32, raw: &Value) -> Result<(u32, Place), String> {
        let fact = Fact::check(raw)?;
        let at = self.field(&fact.path)?;
        let source = match self.sources.get(&fact.source_id) {
            Some(source) => *source,
            None => {
                let source = self.sources.len() as u32;
                self.sources.insert(fact.source_id.clone(), source);
                source
            }
        };
        match (self.known.get_mut(at as usize), self.model.fields.get(at as usize)) {
            (Some(known), Some(field)) => known.add(field, number, &fact, source).map(|place| (at, place)),
            _ => Err("the field is lost".to_owned()),
        }
    }

    fn field(&self, path: &str) -> Result<u32, String> {
        self.by_path.get(path).copied().ok_or_else(|| {
            let known: Vec<&str> = self.by_path.keys().take(100).map(String::as_str).collect();
            unknown("path", path, &known)
        })
    }
}
