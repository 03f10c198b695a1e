//! From whatever a person wrote to settings: unknown keys, types and ranges, each refused by name.
//!
//! A group of settings is described once, with [`settings!`]: each field's docs, type, key and what is allowed.

use super::{BudgetSettings, OnUnreadable, Price, invalid, unknown_setting};
use crate::error::{ReflectError, Words};
use crate::message::{Named, Raw, decimal, joined};

/// A group of settings, each of them optional: how a field is read is a method of [`Fields`].
macro_rules! settings {
    ($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $field:ident: $type:ty = $key:literal $read:ident($($rule:expr),*);)*
    } $(with { $(#[$more_doc:meta])* pub $more:ident: $more_type:ty })?) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Tsify)]
        pub struct $name {
            $($(#[$doc])* #[serde(rename = $key, skip_serializing_if = "Option::is_none")] pub $field: Option<$type>,)*
            $($(#[$more_doc])* #[serde(skip)] pub $more: $more_type,)?
        }

        impl $crate::settings::check::Group for $name {
            const KEYS: &'static [&'static str] = &[$($key),*];

            fn read(f: &$crate::settings::check::Fields) -> Result<Self, $crate::error::ReflectError> {
                // Where a field is refused, there is one thing to drop, and not as many as were read.
                let mut refused = None;
                let read = Self {
                    $($field: $crate::settings::check::keep(f.$read($key, $($rule),*), &mut refused),)*
                    $($more: <$more_type>::default(),)?
                };
                refused.map_or(Ok(read), Err)
            }
        }
    };
}

/// A group of settings that [`settings!`] describes.
pub trait Group: Sized {
    /// Every key that it may have.
    const KEYS: &'static [&'static str];

    /// # Errors
    /// `invalid_settings`, naming the field, what is allowed and what came.
    fn read(fields: &Fields) -> Result<Self, ReflectError>;
}

/// What was read of one field. The first error of several is kept.
#[inline(never)]
pub fn keep<T>(read: Result<Option<T>, ReflectError>, refused: &mut Option<ReflectError>) -> Option<T> {
    read.unwrap_or_else(|error| {
        refused.get_or_insert(error);
        None
    })
}

/// Where there is no draft to revise.
pub(super) const RETRY: Words<OnUnreadable> =
    Words { words: &["stop", "retry"], meant: &[OnUnreadable::Stop, OnUnreadable::Retry] };

/// The fields of one object that a person or another process wrote, and where it is.
pub struct Fields<'a> {
    path: String,
    entries: &'a [(String, Raw)],
    /// The keys that the outermost object may have.
    top: &'a [&'a str],
}

impl<'a> Fields<'a> {
    /// An object whose keys are all known.
    ///
    /// # Errors
    /// `invalid_settings` when it is not an object, or has another key.
    pub fn of(raw: &'a Raw, path: &str, allowed: &'a [&'a str]) -> Result<Self, ReflectError> {
        Self { top: allowed, ..Self::open(raw, path, "settings")? }.only(allowed)
    }

    /// An object that may have other keys too; `whole` is what it is called where it has no path.
    ///
    /// # Errors
    /// `invalid_settings` when it is not an object.
    pub fn open(raw: &'a Raw, path: &str, whole: &str) -> Result<Self, ReflectError> {
        let Raw::Map(entries) = raw else {
            let name = if path.is_empty() { whole.to_owned() } else { format!("`{path}`") };
            return Err(invalid(format!("{name} must be an object, got {}", raw.describe())));
        };
        Ok(Self { path: path.to_owned(), entries, top: &[] })
    }

    /// An object without a field.
    pub fn empty(path: &str) -> Self {
        Self { path: path.to_owned(), entries: &[], top: &[] }
    }

    fn only(self, allowed: &[&str]) -> Result<Self, ReflectError> {
        if let Some(key) = self.keys().find(|key| !allowed.contains(key)) {
            return Err(invalid(unknown_setting(&self.path_of(""), key, allowed, self.top)));
        }
        Ok(self)
    }

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    pub fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.entries.iter().map(|(key, _)| key.as_str())
    }

    pub fn get(&self, key: &str) -> Option<&'a Raw> {
        self.entries.iter().rev().find(|(k, _)| k == key).map(|(_, v)| v)
    }

    pub fn wrong(&self, key: &str, allowed: &str, came: &Raw) -> ReflectError {
        invalid(format!("`{}` must be {allowed}, got {}", self.path_of(key), came.describe()))
    }

    pub fn int(&self, key: &str, low: u32, high: u32) -> Result<Option<u32>, ReflectError> {
        let Some(raw) = self.get(key) else { return Ok(None) };
        match raw {
            Raw::Number(n) if n.fract() == 0.0 && *n >= f64::from(low) && *n <= f64::from(high) => Ok(Some(*n as u32)),
            other => Err(self.wrong(key, &format!("an integer from {low} to {high}"), other)),
        }
    }

    pub fn number(&self, key: &str, low: f64, high: f64) -> Result<Option<f64>, ReflectError> {
        let Some(raw) = self.get(key) else { return Ok(None) };
        match raw {
            Raw::Number(n) if *n >= low && *n <= high => Ok(Some(*n)),
            other => Err(self.wrong(key, &format!("a number from {} to {}", decimal(low), decimal(high)), other)),
        }
    }

    pub fn flag(&self, key: &str) -> Result<Option<bool>, ReflectError> {
        match self.get(key) {
            None => Ok(None),
            Some(Raw::Bool(b)) => Ok(Some(*b)),
            Some(other) => Err(self.wrong(key, "true or false", other)),
        }
    }

    pub fn text(&self, key: &str) -> Result<Option<String>, ReflectError> {
        match self.get(key) {
            None => Ok(None),
            Some(Raw::Text(s)) if !s.trim().is_empty() => Ok(Some(s.clone())),
            Some(other) => Err(self.wrong(key, "a string that is not blank", other)),
        }
    }

    pub fn texts(&self, key: &str) -> Result<Option<Vec<String>>, ReflectError> {
        let allowed = "a list of strings that are not blank";
        let Some(raw) = self.get(key) else { return Ok(None) };
        let Raw::List(list) = raw else { return Err(self.wrong(key, allowed, raw)) };
        list.iter()
            .map(|item| match item {
                Raw::Text(s) if !s.trim().is_empty() => Ok(s.clone()),
                other => Err(self.wrong(key, allowed, other)),
            })
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// A list of exactly these numbers, which must be there.
    pub(super) fn numbers(&self, key: &str, low: f64, high: f64, numbers: &mut [f64]) -> Result<(), ReflectError> {
        let raw = self.get(key).ok_or_else(|| self.missing(key))?;
        let allowed = format!("a list of {} numbers from {} to {}", numbers.len(), decimal(low), decimal(high));
        let wrong = Err(self.wrong(key, &allowed, raw));
        let Raw::List(list) = raw else { return wrong };
        for (number, item) in numbers.iter_mut().zip(list) {
            match item {
                Raw::Number(n) if *n >= low && *n <= high => *number = *n,
                _ => return wrong,
            }
        }
        if list.len() == numbers.len() { Ok(()) } else { wrong }
    }

    pub fn missing(&self, key: &str) -> ReflectError {
        invalid(format!("`{}` is missing", self.path_of(key)))
    }

    /// The object under a key, which may have keys of any name; an empty one where there is none.
    pub fn part(&self, key: &str) -> Result<Self, ReflectError> {
        self.get(key).map_or_else(|| Ok(Self::empty(key)), |raw| Self::open(raw, key, key))
    }

    /// The limits of a loop without verifiers; `also` are keys of its own beside them.
    pub fn budget(&self, also: &[&str]) -> Result<BudgetSettings, ReflectError> {
        let limits = BudgetSettings::KEYS.iter().filter(|key| **key != "verifierTimeoutMs");
        let allowed: Vec<&str> = limits.chain(also).copied().collect();
        BudgetSettings::read(&self.nested("budget", &allowed)?)
    }

    /// Points of ten. A share of one would accept all but the worst.
    pub fn points(&self, key: &str) -> Result<Option<f64>, ReflectError> {
        let points = self.number(key, 0.0, 10.0)?;
        if let Some(share) = points.filter(|points| *points > 0.0 && *points <= 1.0) {
            let (path, tenfold) = (self.path_of(key), decimal((share * 1_000.0).round() / 100.0));
            return Err(invalid(format!("`{path}` must be in points of ten, got {}; did you mean {tenfold}?", decimal(share))));
        }
        Ok(points)
    }

    pub fn word<T: Copy>(&self, key: &str, allowed: Words<T>) -> Result<Option<T>, ReflectError> {
        let place = self.get(key).map(|raw| self.one_of(key, raw, allowed.words)).transpose()?;
        Ok(place.and_then(|place| allowed.meant.get(place).copied()))
    }

    pub(super) fn words<T: Copy>(&self, key: &str, allowed: Words<T>) -> Result<Option<Vec<T>>, ReflectError> {
        let Some(raw) = self.get(key) else { return Ok(None) };
        let Raw::List(list) = raw else { return Err(self.wrong(key, &format!("a list of {}", listed(allowed.words)), raw)) };
        let mut words = Vec::new();
        for item in list {
            words.extend(allowed.meant.get(self.one_of(key, item, allowed.words)?));
        }
        Ok(Some(words))
    }

    /// The place of a word among those that are allowed.
    fn one_of(&self, key: &str, raw: &Raw, allowed: &[&str]) -> Result<usize, ReflectError> {
        let found = if let Raw::Text(s) = raw { allowed.iter().position(|word| word == s) } else { None };
        found.ok_or_else(|| self.wrong(key, &format!("one of {}", listed(allowed)), raw))
    }

    /// The object under a key, with these keys alone; an empty one where there is none.
    pub fn nested(&self, key: &str, allowed: &[&str]) -> Result<Self, ReflectError> {
        let path = self.path_of(key);
        let Some(raw) = self.get(key) else { return Ok(Self::empty(&path)) };
        Self { top: self.top, ..Self::open(raw, &path, "")? }.only(allowed)
    }

    pub(super) fn group<T: Group>(&self, key: &str) -> Result<Option<T>, ReflectError> {
        if self.get(key).is_none() {
            return Ok(None);
        }
        T::read(&self.nested(key, T::KEYS)?).map(Some)
    }

    pub fn prices(&self, key: &str) -> Result<Option<Named<Price>>, ReflectError> {
        let Some(raw) = self.get(key) else { return Ok(None) };
        let Raw::Map(models) = raw else {
            return Err(self.wrong(key, "an object of prices by model name", raw));
        };
        let models_at = Fields { path: self.path_of(key), entries: models, top: self.top };
        let mut prices = Vec::new();
        for model in models_at.keys() {
            let price = models_at.nested(model, &["input", "output"])?;
            let need = |field: &str| {
                let missing = || invalid(format!("`{}` is missing: US dollars for a million tokens", price.path_of(field)));
                price.number(field, 0.0, 1e9)?.ok_or_else(missing)
            };
            prices.push((model.to_owned(), Price { input: need("input")?, output: need("output")? }));
        }
        Ok(Some(prices.into_iter().collect()))
    }
}

fn listed(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    joined(&words, ", ")
}
