//! The facts of one field that can be compared with each other: its values, and who says them.

use crate::message::Gather;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::field::CanonicalField;
use super::field_state::{ClaimId, ValueNumber};
use super::reflection::{ConflictSide, SettledBy};
use super::relation::{FactRelation, relate_values};
use super::settings::{ReflectorSettings, Settle};
use super::value::ComparableForm;

/// How many of the values are looked at for the sides of a conflict, those with most origins first.
const MAX_CANDIDATES: usize = 20;
/// Facts that are named of one side.
const MAX_FACTS: usize = 10;

/// Values of one context, which differ from each other.
#[derive(Default)]
pub struct Group {
    /// As of when, as the first fact says it.
    pub as_of: Option<String>,
    /// Its values contradict each other because the host says so.
    pub contested: bool,
    values: Vec<Claim>,
    by_key: BTreeMap<Arc<str>, u32>,
    /// Values, those with most origins first: how many are fewer than there can be, and the key.
    ranked: BTreeSet<(u32, Arc<str>)>,
    /// Each value with each of its origins.
    origins: BTreeSet<(u32, u32)>,
    /// For numbers and dates, the one that ends first and the one that begins last: if any two contradict each other, these do.
    ends: Option<(u32, u32)>,
    /// For lists, the items of all, and how many the longest has.
    items: BTreeSet<String>,
    longest: usize,
    /// The value that an adjudicator holds to be right.
    adjudicated: Option<ValueNumber>,
    /// Comparisons made, for the test of growth.
    work: Cell<u64>,
}

/// One value.
struct Claim {
    text: String,
    form: ComparableForm,
    /// How many origins say it.
    origins: u32,
    /// The first facts that say it.
    facts: Vec<u32>,
    /// The same value in the contested group where it is compared; in a contested group, where it is from.
    twin: Option<ClaimId>,
}

/// Where a fact was put.
pub struct AddedClaim {
    pub value: ValueNumber,
    /// Nobody of its origin had said that value.
    pub is_new_origin: bool,
}

/// How a conflict was settled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled {
    pub by: SettledBy,
    pub(super) value: ValueNumber,
}

/// What the facts of one group come to.
pub enum ResolvedOrOpen {
    /// The fact that says best what all say.
    Agreed(u32),
    /// The fact that holds, of several that contradict each other.
    Settled(u32),
    /// Values that contradict each other, and as of when.
    Open(Vec<String>, Option<String>),
}

/// For each group of a field what its facts come to; `None` where it has none.
pub type GroupResolutions = Vec<Option<ResolvedOrOpen>>;

impl Group {
    pub fn new(as_of: Option<String>) -> Self {
        Self { as_of, ..Self::default() }
    }

    pub fn new_contested(as_of: Option<String>) -> Self {
        Self { as_of, contested: true, ..Self::default() }
    }

    /// Takes a fact.
    pub fn add_fact(
        &mut self,
        field: &CanonicalField,
        fact_number: u32,
        text: &str,
        form: ComparableForm,
        origin_number: u32,
    ) -> AddedClaim {
        self.add_comparisons(1);
        let key = form.equality_key();
        let id = match self.by_key.get(&key) {
            Some(id) => *id,
            None => self.insert_claim(
                field,
                key.clone(),
                Claim { text: text.to_owned(), form, origins: 0, facts: Vec::new(), twin: None },
            ),
        };
        if let Some(value) = self.values.get_mut(id as usize).filter(|value| value.facts.len() < MAX_FACTS) {
            value.facts.push(fact_number);
        }
        AddedClaim { value: id, is_new_origin: self.insert_origin(id, key, origin_number) }
    }

    /// Whether this origin is new for the value.
    fn insert_origin(&mut self, id: ValueNumber, key: Arc<str>, origin: u32) -> bool {
        let new = self.origins.insert((id, origin));
        if let Some(value) = self.values.get_mut(id as usize).filter(|_| new) {
            self.ranked.remove(&(u32::MAX - value.origins, key.clone()));
            value.origins += 1;
            self.ranked.insert((u32::MAX - value.origins, key));
        }
        new
    }

    /// Takes a value of another group, with all who say it; `own_group` is this group's number.
    pub fn insert_twin_claim(
        &mut self,
        field: &CanonicalField,
        own_group: u32,
        from: &mut Self,
        claim: ClaimId,
        unique_form: ComparableForm,
    ) {
        let (_, id) = claim;
        let origins: Vec<u32> = from.origins.range((id, 0)..=(id, u32::MAX)).map(|(_, origin)| *origin).collect();
        let Some(Claim { text, facts, twin, .. }) = from.values.get_mut(id as usize) else { return };
        let (text, facts, key) = (text.clone(), facts.clone(), unique_form.equality_key());
        let own = self.insert_claim(field, key.clone(), Claim { text, form: unique_form, origins: 0, facts, twin: Some(claim) });
        *twin = Some((own_group, own));
        for origin in origins {
            self.insert_origin(own, key.clone(), origin);
        }
    }

    /// Where a value is compared, if not here.
    pub fn find_twin(&self, value: ValueNumber) -> Option<ClaimId> {
        self.values.get(value as usize)?.twin
    }

    /// Where the values of a contested group are from.
    pub fn list_twins_in_other_groups(&self) -> impl Iterator<Item = ClaimId> {
        self.values.iter().filter_map(|value| value.twin)
    }

    /// Whether two values of it contradict each other.
    pub fn are_opposed(&self, field: &CanonicalField, a: ValueNumber, b: ValueNumber) -> bool {
        let form = |id: u32| self.values.get(id as usize).map(|value| &value.form);
        form(a).zip(form(b)).is_some_and(|(a, b)| self.relate_forms(field, a, b) == FactRelation::Conflict)
    }

    fn relate_forms(&self, field: &CanonicalField, a: &ComparableForm, b: &ComparableForm) -> FactRelation {
        if self.contested && a != b { FactRelation::Conflict } else { relate_values(field, a, b) }
    }

    fn insert_claim(&mut self, field: &CanonicalField, key: Arc<str>, value: Claim) -> ValueNumber {
        let id = self.values.len() as u32;
        match &value.form {
            ComparableForm::Span { from, to } => {
                let at = |id: u32| match self.values.get(id as usize).map(|value| &value.form) {
                    Some(ComparableForm::Span { from, to }) => (*from, *to),
                    _ => (*from, *to),
                };
                let (first, last) = self.ends.unwrap_or((id, id));
                self.ends = Some((if *to < at(first).1 { id } else { first }, if *from > at(last).0 { id } else { last }));
            }
            ComparableForm::List(items) => {
                self.add_comparisons(items.len());
                self.longest = self.longest.max(items.len());
                self.items.extend(items.iter().cloned());
            }
            ComparableForm::Text(_) => {}
        }
        // A later value that speaks against the adjudicator's opens the conflict again.
        let right = self.adjudicated.and_then(|id| self.values.get(id as usize));
        if right.is_some_and(|right| self.relate_forms(field, &right.form, &value.form) == FactRelation::Conflict) {
            self.adjudicated = None;
        }
        self.values.push(value);
        self.by_key.insert(key, id);
        id
    }

    /// How many values there are.
    pub fn count_values(&self) -> u32 {
        self.values.len() as u32
    }

    /// A value as its first fact says it.
    pub fn claim_text(&self, value: ValueNumber) -> Option<String> {
        self.values.get(value as usize).map(|value| value.text.clone())
    }

    /// Whether two of the values contradict each other, without a look at each: the two furthest apart, any two texts, or lists of which none
    /// has the items of all.
    pub fn has_disagreement(&self, field: &CanonicalField) -> bool {
        if field.many && !self.contested {
            return false;
        }
        let form = |id: u32| self.values.get(id as usize).map(|value| &value.form);
        match self.values.first().map(|value| &value.form) {
            None => false,
            Some(ComparableForm::Text(_)) => self.values.len() > 1,
            Some(ComparableForm::List(_)) => self.longest < self.items.len(),
            Some(ComparableForm::Span { .. }) => self
                .ends
                .and_then(|(first, last)| form(first).zip(form(last)))
                .is_some_and(|(first, last)| self.relate_forms(field, first, last) == FactRelation::Conflict),
        }
    }

    /// The sides of a conflict, and how it was settled if it was. `None` where no two sides contradict each other.
    pub fn find_conflict(
        &self,
        field: &CanonicalField,
        verify_searches: u32,
        settings: &ReflectorSettings,
    ) -> Option<(Vec<ConflictSide>, Option<Settled>)> {
        let sides = self.list_sides(field);
        let ((first, most), others) = (sides.first()?, sides.get(1)?);
        let plurality = most.sources > others.1.sources && most.sources >= settings.plurality;
        let settled = match (settings.settle, self.adjudicated) {
            _ if verify_searches == 0 => None,
            (None | Some(Settle::Adjudicator), Some(value)) => Some(Settled { by: SettledBy::Adjudicator, value }),
            (None | Some(Settle::Plurality), _) if plurality => Some(Settled { by: SettledBy::Plurality, value: *first }),
            (None | Some(Settle::Plurality | Settle::Adjudicator | Settle::Never), _) => None,
        };
        Some((sides.into_iter().map(|(_, side)| side).collect(), settled))
    }

    /// Values that contradict each other, each with all that does not speak against it, those with most origins first. A less precise value
    /// is on every side that it does not contradict, and none of its own where something says it more precisely.
    fn list_sides(&self, field: &CanonicalField) -> Vec<(ValueNumber, ConflictSide)> {
        let candidates: Vec<(u32, &Claim)> = self.list_ranked_claims().take(MAX_CANDIDATES).gather();
        self.add_comparisons(candidates.len() * candidates.len());
        let mut sides: Vec<(u32, &Claim, ConflictSide)> = Vec::new();
        for (id, value) in &candidates {
            let related = |other: &Claim| self.relate_forms(field, &value.form, &other.form);
            let agreeing = || candidates.iter().copied().filter(|(_, other)| related(other) != FactRelation::Conflict);
            if agreeing().all(|(_, other)| other.form.measure_imprecision() >= value.form.measure_imprecision()) {
                sides.push((*id, value, self.make_side(value, &agreeing().gather())));
            }
        }
        // Among equal counts of origins, more of its own first, then by key.
        sides.sort_by_key(|(.., side)| std::cmp::Reverse(side.sources));
        let mut opposed: Vec<(u32, &Claim, ConflictSide)> = Vec::new();
        for side in sides {
            if opposed.iter().all(|(_, other, _)| self.relate_forms(field, &other.form, &side.1.form) == FactRelation::Conflict) {
                opposed.push(side);
            }
        }
        // A value that speaks against the majority is always among the sides.
        if let [(_, only, _)] = opposed.as_slice() {
            let mut rest = self.list_ranked_claims().skip(MAX_CANDIDATES).inspect(|_| self.add_comparisons(1));
            let against = rest.find(|(_, value)| self.relate_forms(field, &only.form, &value.form) == FactRelation::Conflict);
            opposed.extend(against.map(|(id, value)| (id, value, self.make_side(value, &[(id, value)]))));
        }
        opposed.into_iter().map(|(id, _, side)| (id, side)).collect()
    }

    /// Values, those with most origins first.
    fn list_ranked_claims(&self) -> impl Iterator<Item = (ValueNumber, &Claim)> {
        let ids = self.ranked.iter().filter_map(|(_, key)| self.by_key.get(key));
        ids.filter_map(|id| Some((*id, self.values.get(*id as usize)?)))
    }

    /// Resolves the facts to one value, several, or a conflict.
    pub fn resolve_group(
        &self,
        field: &CanonicalField,
        verify_searches: u32,
        settings: &ReflectorSettings,
    ) -> Option<ResolvedOrOpen> {
        let conflict = if self.has_disagreement(field) { self.find_conflict(field, verify_searches, settings) } else { None };
        let fact = |value: &Claim| value.facts.first().copied();
        match conflict {
            Some((_, Some(settled))) => self.values.get(settled.value as usize).and_then(fact).map(ResolvedOrOpen::Settled),
            Some((sides, None)) => {
                Some(ResolvedOrOpen::Open(sides.into_iter().map(|side| side.value).collect(), self.as_of.clone()))
            }
            None => {
                let precise = self.list_ranked_claims().map(|(_, value)| value).filter(|value| value.twin.is_none()).reduce(
                    |best, value| if value.form.measure_imprecision() < best.form.measure_imprecision() { value } else { best },
                );
                precise.and_then(fact).map(ResolvedOrOpen::Agreed)
            }
        }
    }

    /// Notes that an adjudicator holds this value to be right. Whether that settles the conflict is decided by [`Self::find_conflict`].
    pub fn record_ruling(&mut self, value: ValueNumber) {
        self.adjudicated = Some(value);
    }

    /// A value with those that are on its side.
    fn make_side(&self, value: &Claim, agreeing: &[(ValueNumber, &Claim)]) -> ConflictSide {
        let (sources, facts) = match agreeing {
            [(_, only)] => (only.origins as usize, only.facts.clone()),
            several => {
                let origins = |(id, _): &(u32, &Claim)| self.origins.range((*id, 0)..=(*id, u32::MAX));
                let origins: BTreeSet<u32> = several.iter().flat_map(origins).map(|(_, origin)| *origin).collect();
                let facts: BTreeSet<u32> = several.iter().flat_map(|(_, value)| value.facts.iter().copied()).collect();
                self.add_comparisons(origins.len());
                (origins.len(), facts.into_iter().take(MAX_FACTS).collect())
            }
        };
        ConflictSide { value: value.text.clone(), sources: sources as u32, facts }
    }

    fn add_comparisons(&self, comparisons: usize) {
        self.work.set(self.work.get() + comparisons as u64);
    }

    /// Comparisons made.
    pub fn count_comparisons(&self) -> u64 {
        self.work.get()
    }
}
