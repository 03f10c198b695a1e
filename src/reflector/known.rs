//! What is known of one field.

use std::rc::Rc;

use super::fact::Fact;
use super::field::{CanonicalField, FieldType};
use super::group::{Group, Verdict};
use super::hierarchy::Hierarchy;
use super::ordered::{Ids, Pairs};
use super::settings::ReflectorSettings;
use super::value::{Form, Reading};

/// The facts of one field, in groups of what can be compared, and the searches for it.
pub struct Known {
    reading: Reading,
    groups: Vec<Group>,
    contexts: Ids,
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
        let at = match self.contexts.get(&read.context) {
            Some(at) => *at,
            None => {
                let at = self.groups.len() as u32;
                let as_of = if read.as_of.is_empty() { None } else { fact.as_of.as_ref().map(|date| date.shown()) };
                self.groups.push(Group::new(field, as_of));
                self.contexts.insert(read.context, at);
                at
            }
        };
        if let Form::List(items) = &read.form {
            self.items.extend(items.items.iter().map(|item| (item.key.clone(), 0)));
        }
        let Some(group) = self.groups.get_mut(at as usize) else { return Err("the field is lost".to_owned()) };
        let before = group.held.len();
        let (value, new) = group.add(field, number, fact.value.shown(), read.form, source);
        self.values += (group.held.len() - before) as u32;
        self.sources.add(0, source);
        if new {
            self.facts += 1;
            self.fresh = true;
            self.stale.add(0, at);
        }
        Ok((at, value))
    }

    /// Looks again at the groups that got facts.
    pub fn judge(&mut self) {
        for at in std::mem::take(&mut self.stale).of(0) {
            if let Some(group) = self.groups.get_mut(at as usize) {
                group.judge();
                if group.verdict == Verdict::Agreed {
                    self.disputed.remove(0, at);
                } else {
                    self.disputed.add(0, at);
                }
            }
        }
    }

    /// An adjudicator holds the value at this place to be right. False when nothing speaks against it.
    pub fn adjudicate(&mut self, (group, value): Place) -> bool {
        let disputed = self.disputed.has(0, group);
        if let Some(group) = self.groups.get_mut(group as usize).filter(|_| disputed) {
            group.adjudicate(value);
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
