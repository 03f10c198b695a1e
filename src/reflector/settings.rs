//! How a reflector compares and when it gives up a field.

use serde_json::Value;

use super::money;
use super::shape::{Object, told, wrong};
use crate::error::ReflectError;

/// Fruitless searches after which a field is given up, when none are set.
pub const MAX_FRUITLESS: u32 = 2;

/// Which number of `03/05/2024` is the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateOrder {
    /// Day, month, year.
    Dmy,
    /// Month, day, year.
    Mdy,
}

/// What stands before the decimals of `1.200` and `1,200`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalMark {
    Point,
    Comma,
}

/// Settings of a reflector.
#[derive(Clone, Debug, PartialEq)]
pub struct ReflectorSettings {
    /// Fruitless searches after which a field is given up, `1..=100`. Default 2.
    pub max_fruitless: u32,
    /// What one unit of each currency is worth in any common one: `{ USD: 1, EUR: 1.08 }`. Currencies without a rate cannot be compared
    /// with others.
    pub rates: Vec<(String, f64)>,
    /// What lies in what, for all fields: `{ Paris: 'France', France: 'Europe' }`.
    pub hierarchy: Vec<(String, String)>,
    /// How to read `03/05/2024`. Without it such a date may be either, and contains both.
    pub date_order: Option<DateOrder>,
    /// How to read `1.200` and `1,200`. Without it the first is 1.2 and the second 1200, as in English.
    pub decimal_mark: Option<DecimalMark>,
}

impl Default for ReflectorSettings {
    fn default() -> Self {
        Self { max_fruitless: MAX_FRUITLESS, rates: Vec::new(), hierarchy: Vec::new(), date_order: None, decimal_mark: None }
    }
}

impl ReflectorSettings {
    /// Checks every key, type and range.
    ///
    /// # Errors
    /// `invalid_settings`, naming the key, what is allowed and what came.
    pub fn check(raw: &Value) -> Result<Self, ReflectError> {
        const KEYS: [&str; 5] = ["maxFruitless", "rates", "hierarchy", "dateOrder", "decimalMark"];
        let s = Object::of(raw, "reflector", "setting", &KEYS)?;
        let mut rates = Vec::new();
        if let Some(given) = s.get("rates") {
            let map =
                given.as_object().ok_or_else(|| s.refuse("rates", "an object of rates by currency: { USD: 1, EUR: 1.08 }"))?;
            for (code, rate) in map {
                let worth = rate.as_f64().filter(|rate| rate.is_finite() && *rate > 0.0);
                match (money::code(code), worth) {
                    (Some(code), Some(rate)) => rates.push((code, rate)),
                    (None, _) => return Err(wrong(format!("`reflector.rates` holds `{code}`, which is no currency code"))),
                    (_, None) => {
                        return Err(wrong(format!(
                            "`reflector.rates.{code}` must be a number above 0, got {}",
                            told(Some(rate))
                        )));
                    }
                }
            }
        }
        Ok(Self {
            max_fruitless: s.int("maxFruitless", 1, 100)?.unwrap_or(MAX_FRUITLESS),
            rates,
            hierarchy: s.named("hierarchy", "an object of names by name: { Paris: 'France' }")?,
            date_order: s.word("dateOrder", &[("dmy", DateOrder::Dmy), ("mdy", DateOrder::Mdy)])?,
            decimal_mark: s.word("decimalMark", &[(".", DecimalMark::Point), (",", DecimalMark::Comma)])?,
        })
    }

    /// What one unit of a currency is worth in the common one.
    pub(super) fn rate(&self, code: &str) -> Option<f64> {
        self.rates.iter().find(|(known, _)| known == code).map(|(_, rate)| *rate)
    }
}
