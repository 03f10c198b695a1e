//! What is known of one field.

use std::rc::Rc;

use super::fact::Fact;
use super::field::{CanonicalField, FieldType};
use super::group::{Group, Verdict};
use super::hierarchy::Hierarchy;
use super::ordered::{Ids, Lists, Pairs};
use super::relation::percent;
use super::settings::ReflectorSettings;
use super::sides::sides;
use super::value::{Form, Read, Reading, within};

/// Things that are counted in one field that are held against numbers of which nobody says what they count.
const MAX_NAMED: usize = 16;

/// The facts of one field, in groups of what can be compared, and the searches for it.
pub struct Known {
    reading: Reading,
    groups: Vec<Group>,
    contexts: Ids,
    /// Groups of one context that differ by what their facts say is counted.
    families: Lists,
    /// Groups whose values do not all agree.
    disputed: Pairs,
    /// Groups that got a fact since they were looked at.
    stale: Pairs,
    /// Facts but those that say again what their source said.
    pub facts: u32,
    /// Different values.
    values: u32,
    pub sources: Pairs,
    /// Items of lists.
    items: Ids,
    pub searches: u32,
    /// Searches in a row that brought nothing.
    pub fruitless: u32,
    /// A fact came since the last search.
    fresh: bool,
}

/// What one group comes to.
pub struct Standing {
    pub group: u32,
    /// As of when, as the first fact says it.
    pub as_of: Option<String>,
    pub stands: Stands,
}

/// The fact that says it best, or the values that contradict each other.
pub enum Stands {
    Agreed(u32),
    Settled(u32),
    Disputed(Vec<String>),
}

/// Where a fact stands: the group, and the value in it.
pub type Place = (u32, u32);

impl Known {
    /// # Errors
    /// What is wrong with the field.
    pub fn new(field: &CanonicalField, settings: Rc<ReflectorSettings>, hierarchy: Rc<Hierarchy>) -> Result<Self, String> {
        Ok(Self {
            reading: Reading::new(field, settings, hierarchy)?,
            groups: Vec::new(),
            contexts: Ids::new(),
            families: Lists::default(),
            disputed: Pairs::default(),
            stale: Pairs::default(),
            facts: 0,
            values: 0,
            sources: Pairs::default(),
            items: Ids::new(),
            searches: 0,
            fruitless: 0,
            fresh: false,
        })
    }

    /// Takes a fact of this field.
    ///
    /// # Errors
    /// Why the field cannot take it.
    pub fn add(&mut self, field: &CanonicalField, number: u32, fact: &Fact, source: u32) -> Result<Place, String> {
        let read = self.reading.read(fact)?;
        if let Form::List(items) = &read.form {
            self.items.extend(items.items.iter().map(|item| (item.key.clone(), 0)));
        }
        let at = self.group(field, fact, &read);
        let shown = fact.value.shown();
        let in_groups = self.groups.get(at as usize).map(|group| group.in_groups.clone()).unwrap_or_default();
        for other in in_groups {
            self.stale.add(0, other);
            if let Some(group) = self.groups.get_mut(other as usize) {
                group.add(field, number, &shown, read.form.clone(), source);
            }
        }
        let Some(group) = self.groups.get_mut(at as usize) else { return Err("the field is lost".to_owned()) };
        let (value, new, new_value) = group.add_own(field, number, &shown, read.form, source);
        self.values += u32::from(new_value);
        self.sources.add(0, source);
        if new {
            self.facts += 1;
            self.fresh = true;
            self.stale.add(0, at);
        }
        Ok((at, value))
    }

    /// The group that a fact stands in, made when there is none.
    fn group(&mut self, field: &CanonicalField, fact: &Fact, read: &Read) -> u32 {
        let named = read.named.as_deref().unwrap_or_default();
        let own;
        let context = if named.is_empty() {
            &read.context
        } else {
            own = format!("{}~{named}", read.context);
            &own
        };
        if let Some(at) = self.contexts.get(context) {
            return *at;
        }
        let at = self.groups.len() as u32;
        self.contexts.insert(context.clone(), at);
        let as_of = if read.as_of.is_empty() { None } else { fact.as_of.as_ref().map(|date| date.shown()) };
        let mut group = Group::new(field, as_of, read.clone());
        let family = self.families.get(&read.context).to_vec();
        if read.named.is_some() && (named.is_empty() || family.len() < MAX_NAMED) {
            self.families.push(&read.context, at);
            for id in family {
                let Some(other) = self.groups.get_mut(id as usize) else { continue };
                let others = other.read.named.as_deref().unwrap_or_default();
                if within(named, others) {
                    other.share();
                    group.in_groups.push(id);
                } else if within(others, named) {
                    group.join(field, other);
                    other.in_groups.push(at);
                    self.stale.add(0, id);
                }
            }
        }
        self.groups.push(group);
        self.stale.add(0, at);
        at
    }

    /// Looks again at the groups that got facts.
    pub fn judge(&mut self) {
        for at in std::mem::take(&mut self.stale).of(0) {
            if let Some(group) = self.groups.get_mut(at as usize) {
                group.judge();
                if group.verdict == Verdict::Agreed || !group.in_groups.is_empty() {
                    self.disputed.remove(0, at);
                } else {
                    self.disputed.add(0, at);
                }
            }
        }
    }

    /// An adjudicator holds the value at this place to be right. False when nothing speaks against it.
    pub fn adjudicate(&mut self, (own, value): Place) -> bool {
        let Some(group) = self.groups.get(own as usize) else { return false };
        let Some(form) = group.held.get(value as usize).map(|held| held.form.clone()) else { return false };
        let mut disputed = false;
        for at in [&[own], group.in_groups.as_slice()].concat() {
            let group = self.groups.get_mut(at as usize).filter(|_| self.disputed.has(0, at));
            if let Some((group, value)) = group.and_then(|group| group.id(&form).map(|value| (group, value))) {
                group.adjudicate(value);
                disputed = true;
            }
        }
        disputed
    }

    /// Notes a search for this field; gives whether it was fruitless.
    pub fn searched(&mut self, fruitless: Option<bool>) -> bool {
        let fruitless = fruitless.unwrap_or(!self.fresh);
        self.searches += 1;
        self.fruitless = if fruitless { self.fruitless + 1 } else { 0 };
        self.fresh = false;
        fruitless
    }

    /// Groups whose values do not all agree.
    pub fn disputed(&self) -> impl Iterator<Item = &Group> {
        self.disputed.of(0).filter_map(|at| self.groups.get(at as usize))
    }

    /// How the values of each group stand, in the order in which the groups came.
    pub fn standings(&self, field: &CanonicalField) -> Vec<Standing> {
        let told: Vec<(u32, &Group)> = (0..).zip(&self.groups).filter(|(_, group)| group.in_groups.is_empty()).collect();
        let agreed = |group: &Group| group.verdict == Verdict::Agreed;
        // "12 %" says what a plain 12 means.
        let of_share = |(_, group): &(u32, &Group)| {
            let value = if agreed(group) && group.read.unit == "ratio" { group.most_precise(|_| true)? } else { return None };
            Some(Read { form: group.held.get(value as usize)?.form.clone(), ..group.read.clone() })
        };
        let shares: Vec<Read> = told.iter().filter_map(of_share).collect();
        told.iter()
            .filter_map(|(at, group)| {
                let value = match group.verdict {
                    Verdict::Conflict => {
                        let sides = sides(field, group).into_iter().map(|side| side.value).collect();
                        return Some(Standing { group: *at, as_of: group.as_of.clone(), stands: Stands::Disputed(sides) });
                    }
                    Verdict::Agreed => group.most_precise(|_| true)?,
                    Verdict::Plurality { held, .. } => group.agreed(field, held)?,
                    Verdict::Adjudicated { value } => value,
                };
                let held = group.held.get(value as usize)?;
                let read = Read { form: held.form.clone(), ..group.read.clone() };
                if agreed(group) && shares.iter().any(|share| percent(share, &read).is_some()) {
                    return None;
                }
                let fact = *held.facts.first()?;
                let stands = if agreed(group) { Stands::Agreed(fact) } else { Stands::Settled(fact) };
                Some(Standing { group: *at, as_of: group.as_of.clone(), stands })
            })
            .collect()
    }

    /// What `minCount` counts.
    pub fn count(&self, field: &CanonicalField) -> u32 {
        match field.kind {
            FieldType::List => self.items.len() as u32,
            _ if field.many => self.values,
            FieldType::Text | FieldType::Number | FieldType::Money | FieldType::Date | FieldType::Enum | FieldType::Entity => {
                self.facts
            }
        }
    }

    pub fn work(&self) -> u64 {
        self.groups.iter().map(Group::work).sum()
    }
}
