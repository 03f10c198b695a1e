//! The reflector: takes facts, keeps them in order, and says what to search for.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::errors;
use super::fact::Fact;
use super::field::CanonicalField;
use super::field_state::{ClaimId, FieldState, IsFruitless};
use super::gap;
use super::group::GroupResolutions;
use super::model::CanonicalModel;
use super::query;
use super::reflection::{Reflection, SearchKind};
use super::settings::{ReflectorSettings, Settle};
use crate::error::{ReflectError, describe_unknown};
use crate::message::InputValue;

/// Facts of one reflector at most.
pub const MAX_FACTS: usize = 1_000_000;

records! {
    /// A fact that was refused.
    pub struct RefusedFact {
        /// Its number, counted from 0 over all facts that were ever handed in.
        pub fact: u32,
        pub path: Option<String>,
        /// Why, in words.
        pub why: String,
    }
}

records! {
    /// The outcome of adding a batch of facts.
    #[derive(Default)]
    pub struct AddedFacts {
        /// Facts taken, including those that only repeat what their source had said.
        pub taken: u32,
        /// Facts refused, each with its reason. Nothing is dropped silently.
        pub refused: Vec<RefusedFact>,
    }
}

/// The place of a field in the model.
type FieldNumber = u32;

/// The field and the group in which a fact is, by their numbers.
pub(crate) struct FieldAndGroup {
    pub field: FieldNumber,
    pub group: u32,
}

/// Is it complete, and does it agree with itself?
///
/// Facts come in batches; each costs by its own size. The loop that drives it asks [`reflect`](Self::reflect), searches for `next`, adds
/// what it found and notes the search with [`record_search`](Self::record_search), until the state is no longer `open`.
pub struct Reflector {
    model: CanonicalModel,
    settings: ReflectorSettings,
    states: Vec<FieldState>,
    by_path: BTreeMap<Arc<str>, FieldNumber>,
    /// Numbers of origins, or of sources without one.
    origins: BTreeMap<Arc<str>, u32>,
    /// The field of each fact, and its place there; `None` was refused.
    places: Vec<Option<(FieldNumber, ClaimId)>>,
}

impl Reflector {
    #[must_use]
    pub fn new(model: CanonicalModel, settings: ReflectorSettings) -> Self {
        let by_path = model.fields.iter().map(|field| field.path.as_str().into()).zip(0..).collect();
        let states = model.fields.iter().map(|_| FieldState::default()).collect();
        Self { model, settings, states, by_path, origins: BTreeMap::new(), places: Vec::new() }
    }

    #[must_use]
    pub fn model(&self) -> &CanonicalModel {
        &self.model
    }

    /// Takes a batch: `[{ path, value, normalised?, unit?, asOf?, sourceId, origin?, quote?, metadata? }]`. A fact that is not right, or that its
    /// field cannot take, is refused with the reason, and the others are taken.
    ///
    /// # Errors
    /// `invalid_input` when it is not a list, or there are more than 1,000,000 facts.
    pub fn add_valid_facts(&mut self, facts: &InputValue) -> Result<AddedFacts, ReflectError> {
        let InputValue::List(facts) = facts else { return Err(errors::wrong_facts(facts)) };
        if self.places.len() + facts.len() > MAX_FACTS {
            return Err(errors::too_many_facts(MAX_FACTS, self.places.len() + facts.len()));
        }
        let mut added = AddedFacts::default();
        for raw in facts {
            let number = self.places.len() as u32;
            match self.add_fact(number, raw) {
                Ok(place) => {
                    added.taken += 1;
                    self.places.push(Some(place));
                }
                Err(why) => {
                    let path = raw.field("path").and_then(InputValue::as_text).map(|path| path.chars().take(200).collect());
                    added.refused.push(RefusedFact { fact: number, path, why });
                    self.places.push(None);
                }
            }
        }
        Ok(added)
    }

    /// Looks at what is known.
    #[must_use]
    pub fn reflect(&self) -> Reflection {
        gap::build_reflection(&self.model, &self.states, &self.settings)
    }

    /// Notes that a field was searched for; gives whether the search was fruitless. Where the caller does not say, it was when no fact about
    /// the field came since the last search that its source, or another of the same origin, had not given before. After `maxFruitless`
    /// in a row the field is given up, until a search is not fruitless. Once a conflict was verified it may be settled.
    ///
    /// # Errors
    /// `invalid_input` for a path that is not in the model.
    pub fn record_search(&mut self, kind: SearchKind, path: &str, fruitless: Option<bool>) -> Result<IsFruitless, ReflectError> {
        let at = self.field_index(path).map_err(ReflectError::invalid_input)?;
        Ok(self.states.get_mut(at as usize).is_some_and(|state| state.record_search(kind, fruitless)))
    }

    /// An adjudicator holds a fact to be right: the conflict in which it is settled, until a value comes that speaks against it
    /// and was not there before.
    ///
    /// # Errors
    /// `invalid_input` when there is no such fact, it was refused, it is in no conflict or in one that was not searched for yet, or the
    /// settings leave it to others.
    pub fn settle_for_fact(&mut self, fact_number: u32) -> Result<(), ReflectError> {
        match self.settings.settle {
            Some(Settle::Plurality) => return Err(errors::settled_by_plurality()),
            Some(Settle::Never) => return Err(errors::never_settled()),
            Some(Settle::Adjudicator) | None => {}
        }
        let place = self.places.get(fact_number as usize).ok_or_else(|| errors::unknown_fact(fact_number, self.places.len()))?;
        let (field, place) = place.ok_or_else(|| errors::refused_fact(fact_number))?;
        match (self.states.get_mut(field as usize), self.model.fields.get(field as usize)) {
            (Some(state), Some(field)) => {
                state.settle_for_fact(field, place, &self.settings).map_err(|why| errors::unsettled_fact(fact_number, why))
            }
            _ => Err(errors::fieldless_fact(fact_number)),
        }
    }

    /// The host says which facts contradict each other, in pairs of their numbers: 0 and 3, then 1 and 2. Such a pair is a conflict like
    /// those that are found here, also in a field that takes many values. A refused fact contradicts nothing, and none of another field.
    pub fn add_contradictions(&mut self, pairs: &[f64]) {
        let place = |number: f64| self.places.get(number as usize).copied().flatten();
        let (pairs, _) = pairs.as_chunks::<2>();
        let pairs: Vec<_> = pairs.iter().filter_map(|[a, b]| place(*a).zip(place(*b))).collect();
        for ((field, one), (other, two)) in pairs {
            if let Some((state, settings)) = self.states.get_mut(field as usize).zip(self.model.fields.get(field as usize))
                && field == other
            {
                state.add_contradiction(settings, one, two);
            }
        }
    }

    /// The state of each field, in the order of the model.
    pub(crate) fn resolve_fields(&self) -> Vec<GroupResolutions> {
        self.model.fields.iter().zip(&self.states).map(|(field, state)| state.resolve_groups(field, &self.settings)).collect()
    }

    /// Where a fact is.
    pub(crate) fn find_fact_group(&self, fact_number: u32) -> Option<FieldAndGroup> {
        let (field, place) = self.places.get(fact_number as usize).copied().flatten()?;
        let (group, _) = self.states.get(field as usize)?.twin_or_itself(place);
        Some(FieldAndGroup { field, group })
    }

    /// The query that finds a field once more, whatever is known of it.
    pub(crate) fn next_find_query(&self, field: &CanonicalField) -> String {
        let state = self.by_path.get(field.path.as_str()).and_then(|at| self.states.get(*at as usize));
        query::build_find_query(&self.model, field, state.map_or(0, |state| state.searches), false)
    }

    /// Comparisons made so far: what the growth of the cost is measured by.
    #[must_use]
    pub fn count_comparisons(&self) -> u64 {
        self.states.iter().map(FieldState::count_comparisons).sum()
    }

    fn add_fact(&mut self, fact_number: u32, raw: &InputValue) -> Result<(FieldNumber, ClaimId), String> {
        let fact = Fact::read_fact(raw)?;
        let at = self.field_index(&fact.path)?;
        let origin = match self.origins.get(fact.origin_or_source()) {
            Some(origin) => *origin,
            None => {
                let origin = self.origins.len() as u32;
                self.origins.insert(fact.origin_or_source().into(), origin);
                origin
            }
        };
        match (self.states.get_mut(at as usize), self.model.fields.get(at as usize)) {
            (Some(state), Some(field)) => state.add_fact(field, fact_number, &fact, origin).map(|place| (at, place)),
            _ => Err(errors::missing_field()),
        }
    }

    fn field_index(&self, path: &str) -> Result<FieldNumber, String> {
        self.by_path.get(path).copied().ok_or_else(|| {
            let paths: Vec<&str> = self.by_path.keys().take(100).map(AsRef::as_ref).collect();
            describe_unknown("path", path, &paths)
        })
    }
}
