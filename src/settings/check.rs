//! Checks settings as a person wrote them: unknown keys, types and ranges are refused by name.
//!
//! A group of settings is described once, with [`settings!`]: each field's docs, type, key and what is allowed.

use std::cell::Cell;

use super::{BudgetSettings, OnUnreadable, Price, Requirements, describe_unknown_setting, errors};
use crate::error::{ReflectError, Words};
use crate::message::{Gather, InputValue, SmallMap, describe_field_mismatch, describe_mismatch, format_js_number, join_texts};

/// A group of settings, each of them optional: how a field is read is a method of [`FieldChecker`].
macro_rules! settings {
    ($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $field:ident: $type:ty = $key:literal $read:ident($($rule:expr),*);)*
    } $(with { $(#[$more_doc:meta])* pub $more:ident: $more_type:ty })?) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Tsify)]
        pub struct $name {
            $(
                $(#[$doc])*
                #[serde(rename = $key, default, skip_serializing_if = "crate::message::is_absent")]
                pub $field: Option<$type>,
            )*
            $($(#[$more_doc])* #[serde(skip)] pub $more: $more_type,)?
        }

        impl $crate::settings::check::SettingsGroup for $name {
            const KEYS: &'static [&'static str] = &[$($key),*];

            fn read_group(f: &$crate::settings::check::FieldChecker) -> Self {
                Self { $($field: f.$read($key, $($rule),*),)* $($more: <$more_type>::default(),)? }
            }
        }
    };
}

/// A group of settings that [`settings!`] describes.
pub trait SettingsGroup: Sized {
    /// Every key that it may have.
    const KEYS: &'static [&'static str];

    fn read_group(fields: &FieldChecker) -> Self;
}

/// The word of `requirements` that has them derived.
const DERIVE: &str = "derive";

/// For loops without a draft to revise.
pub(super) const RETRY: Words<OnUnreadable> =
    Words { words: &["stop", "retry"], values: &[OnUnreadable::Stop, OnUnreadable::Retry] };

/// A strategy that left.
const LEFT: &str = "adaptive";

/// The fields of one object that a person or another process wrote, and where it is. One that is refused is read as absent: the first refusal
/// is what reading the outermost object comes to.
pub struct FieldChecker<'a> {
    path: String,
    entries: &'a [(String, InputValue)],
    /// The keys that the outermost object may have.
    top: &'a [&'a str],
    refused: &'a Cell<Option<ReflectError>>,
}

impl<'a> FieldChecker<'a> {
    /// Reads an object that may have only these keys.
    /// Errors: `invalid_settings` when it is not an object, has another key, or a field of it is refused; else what `read` says.
    pub fn read_object<T>(
        raw: &InputValue,
        path: &str,
        allowed_keys: &[&str],
        read: impl FnOnce(&FieldChecker) -> Result<T, ReflectError>,
    ) -> Result<T, ReflectError> {
        Self::report_refusal(|nothing| {
            let open = FieldChecker { top: allowed_keys, ..nothing.object_fields(raw, path, "settings") };
            read(&open.refuse_other_keys(allowed_keys))
        })
    }

    /// What is made of an object that may have other keys too; `whole` is what it is called where it has no path.
    /// Errors: `invalid_settings` when it is not an object, or a field of it is refused; else what `read` says.
    pub fn read_open_object<T>(
        raw: &InputValue,
        path: &str,
        whole_name: &str,
        read: impl FnOnce(&FieldChecker) -> Result<T, ReflectError>,
    ) -> Result<T, ReflectError> {
        Self::report_refusal(|nothing| read(&nothing.object_fields(raw, path, whole_name)))
    }

    fn report_refusal<T>(read: impl FnOnce(&FieldChecker) -> Result<T, ReflectError>) -> Result<T, ReflectError> {
        let refused = Cell::new(None);
        let made = read(&FieldChecker { path: String::new(), entries: &[], top: &[], refused: &refused });
        refused.take().map_or(made, Err)
    }

    /// An object without a field.
    pub fn empty_object_fields(&self, path: &str) -> Self {
        Self { path: path.to_owned(), entries: &[], ..*self }
    }

    /// An object that may have other keys too; `whole` is what it is called where it has no path.
    pub fn object_fields(&self, raw: &'a InputValue, path: &str, whole_name: &str) -> Self {
        if let InputValue::Map(entries) = raw {
            return Self { entries, ..self.empty_object_fields(path) };
        }
        let name = if path.is_empty() { whole_name.to_owned() } else { format!("`{path}`") };
        self.record_refusal(ReflectError::invalid_settings(describe_mismatch(&name, "an object", &raw.describe_value())));
        self.empty_object_fields(path)
    }

    pub(super) fn refuse_other_keys(self, allowed_keys: &[&str]) -> Self {
        if let Some(key) = self.keys().find(|key| !allowed_keys.contains(key)) {
            self.record_refusal(ReflectError::invalid_settings(describe_unknown_setting(
                &self.setting_path(""),
                key,
                allowed_keys,
                self.top,
            )));
        }
        self
    }

    pub(super) fn setting_path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    pub fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.entries.iter().map(|(key, _)| key.as_str())
    }

    pub fn get(&self, key: &str) -> Option<&'a InputValue> {
        self.entries.iter().rev().find(|(k, _)| k == key).map(|(_, v)| v)
    }

    /// Keeps the first error.
    pub fn record_refusal(&self, error: ReflectError) {
        self.refused.set(self.refused.take().or(Some(error)));
    }

    pub fn wrong_field_error(&self, key: &str, expected: &str, got: &InputValue) -> ReflectError {
        ReflectError::invalid_settings(describe_field_mismatch(&self.setting_path(key), expected, &got.describe_value()))
    }

    /// Refuses the value and returns `None`.
    pub fn refuse_field<T>(&self, key: &str, expected: &str, got: &InputValue) -> Option<T> {
        self.record_refusal(self.wrong_field_error(key, expected, got));
        None
    }

    pub fn int(&self, key: &str, low: u32, high: u32) -> Option<u32> {
        match self.get(key)? {
            InputValue::Number(n) if n.fract() == 0.0 && *n >= f64::from(low) && *n <= f64::from(high) => Some(*n as u32),
            other => self.refuse_field(key, &format!("an integer from {low} to {high}"), other),
        }
    }

    pub fn number(&self, key: &str, low: f64, high: f64) -> Option<f64> {
        match self.get(key)? {
            InputValue::Number(n) if *n >= low && *n <= high => Some(*n),
            other => {
                self.refuse_field(key, &format!("a number from {} to {}", format_js_number(low), format_js_number(high)), other)
            }
        }
    }

    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.get(key)? {
            InputValue::Bool(b) => Some(*b),
            other => self.refuse_field(key, "true or false", other),
        }
    }

    pub fn text(&self, key: &str) -> Option<String> {
        match self.get(key)? {
            InputValue::Text(s) if !s.trim().is_empty() => Some(s.clone()),
            other => self.refuse_field(key, "a string that is not blank", other),
        }
    }

    /// A list; `allowed` says what it must be a list of.
    pub fn list(&self, key: &str, expected: &str) -> Option<&'a [InputValue]> {
        match self.get(key)? {
            InputValue::List(items) => Some(items),
            other => self.refuse_field(key, expected, other),
        }
    }

    pub fn texts(&self, key: &str) -> Option<Vec<String>> {
        let allowed = "a list of strings that are not blank";
        let mut texts = Vec::new();
        for item in self.list(key, allowed)? {
            match item {
                InputValue::Text(s) if !s.trim().is_empty() => texts.push(s.clone()),
                other => return self.refuse_field(key, allowed, other),
            }
        }
        Some(texts)
    }

    /// A list of requirements, or the word that asks for them.
    pub(super) fn read_requirements(&self, key: &str) -> Option<Requirements> {
        match self.get(key)? {
            InputValue::Text(word) if word == DERIVE => Some(Requirements::Derived(DERIVE)),
            InputValue::List(_) => self.texts(key).map(Requirements::Given),
            other => self.refuse_field(key, "a list of strings that are not blank, or 'derive'", other),
        }
    }

    /// A list of exactly these numbers, which must be there.
    pub(super) fn fill_numbers(&self, key: &str, low: f64, high: f64, numbers: &mut [f64]) -> Option<()> {
        let raw = self.require_field(key, self.get(key))?;
        let allowed = format!("a list of {} numbers from {} to {}", numbers.len(), format_js_number(low), format_js_number(high));
        let list = self.list(key, &allowed)?;
        let mut fit = list.len() == numbers.len();
        for (number, item) in numbers.iter_mut().zip(list) {
            match item {
                InputValue::Number(n) if *n >= low && *n <= high => *number = *n,
                _ => fit = false,
            }
        }
        if fit { Some(()) } else { self.refuse_field(key, &allowed, raw) }
    }

    pub fn missing_field_error(&self, key: &str) -> ReflectError {
        errors::missing_field(&self.setting_path(key))
    }

    /// The error for a missing key.
    pub(super) fn require_field<T>(&self, key: &str, read: Option<T>) -> Option<T> {
        if read.is_none() {
            self.record_refusal(self.missing_field_error(key));
        }
        read
    }

    /// The object under a key, which may have keys of any name; an empty one where there is none.
    pub fn nested_open_object(&self, key: &str) -> Self {
        let path = self.setting_path(key);
        self.get(key).map_or_else(|| self.empty_object_fields(&path), |raw| self.object_fields(raw, &path, key))
    }

    /// The limits under `budget`; `other_keys` are keys of its own beside them.
    pub fn read_budget_without_verifiers(&self, other_keys: &[&str]) -> BudgetSettings {
        let limits = BudgetSettings::KEYS.iter().filter(|key| **key != "verifierTimeoutMs");
        let allowed: Vec<&str> = limits.chain(other_keys).copied().gather();
        BudgetSettings::read_group(&self.nested("budget", &allowed))
    }

    /// A share of one is refused: it would accept all but the worst.
    pub fn read_points_of_ten(&self, key: &str) -> Option<f64> {
        let points = self.number(key, 0.0, 10.0)?;
        if points > 0.0 && points <= 1.0 {
            self.record_refusal(errors::share_instead_of_points(&self.setting_path(key), points));
        }
        Some(points)
    }

    pub fn word<T: Copy>(&self, key: &str, allowed: Words<T>) -> Option<T> {
        allowed.values.get(self.find_allowed_word(key, self.get(key)?, allowed.words)?).copied()
    }

    pub(super) fn read_words<T: Copy>(&self, key: &str, allowed: Words<T>) -> Option<Vec<T>> {
        let mut words = Vec::new();
        for item in self.list(key, &format!("a list of {}", quote_words(allowed.words)))? {
            words.push(*allowed.values.get(self.find_allowed_word(key, item, allowed.words)?)?);
        }
        Some(words)
    }

    /// The place of a word among those that are allowed.
    fn find_allowed_word(&self, key: &str, raw: &InputValue, allowed_words: &[&str]) -> Option<usize> {
        let found = if let InputValue::Text(s) = raw { allowed_words.iter().position(|word| word == s) } else { None };
        if key == "strategy" && matches!(raw, InputValue::Text(word) if word == LEFT) {
            self.record_refusal(errors::left_strategy());
            return None;
        }
        found.or_else(|| self.refuse_field(key, &format!("one of {}", quote_words(allowed_words)), raw))
    }

    /// The object under a key, with these keys alone; an empty one where there is none.
    pub fn nested(&self, key: &str, allowed_keys: &[&str]) -> Self {
        let path = self.setting_path(key);
        self.get(key).map_or_else(
            || self.empty_object_fields(&path),
            |raw| self.object_fields(raw, &path, "").refuse_other_keys(allowed_keys),
        )
    }

    pub(super) fn nested_group<T: SettingsGroup>(&self, key: &str) -> Option<T> {
        self.get(key).map(|_| T::read_group(&self.nested(key, T::KEYS)))
    }

    pub fn read_prices(&self, key: &str) -> Option<SmallMap<Price>> {
        let raw = self.get(key)?;
        let InputValue::Map(entries) = raw else { return self.refuse_field(key, "an object of prices by model name", raw) };
        let models = FieldChecker { path: self.setting_path(key), entries, ..*self };
        let mut prices = Vec::new();
        for model in models.keys() {
            let price = models.nested(model, &["input", "output"]);
            let need = |field: &str| {
                let dollars = price.number(field, 0.0, 1e9);
                if dollars.is_none() {
                    price.record_refusal(errors::missing_price(&price.setting_path(field)));
                }
                dollars
            };
            prices.push((model.to_owned(), Price { input: need("input")?, output: need("output")? }));
        }
        Some(prices.into_iter().collect())
    }
}

fn quote_words(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    join_texts(&words, ", ")
}
