//! When a reflector gives up a field, and who settles a conflict.

use crate::error::{ReflectError, Words};
use crate::settings::{FieldChecker, InputValue};

/// Fruitless searches after which a field is given up, when none are set.
pub const MAX_FRUITLESS: u32 = 2;
/// Voices that plurality needs, when none are set.
pub const PLURALITY: u32 = 2;

/// Who settles a conflict, once it was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settle {
    /// The value that more origins say than any other.
    Plurality,
    /// The caller of [`settle_for_fact`](super::Reflector::settle_for_fact).
    Adjudicator,
    Never,
}

/// Settings of a reflector.
#[derive(Clone, Debug, PartialEq)]
pub struct ReflectorSettings {
    /// Fruitless searches after which a field is given up, `1..=100`. Default 2.
    pub max_fruitless: u32,
    /// Default: an adjudicator where there is one, else plurality.
    pub settle: Option<Settle>,
    /// Voices that plurality needs, `2..=1000`. Default 2.
    pub plurality: u32,
}

impl Default for ReflectorSettings {
    fn default() -> Self {
        Self { max_fruitless: MAX_FRUITLESS, settle: None, plurality: PLURALITY }
    }
}

impl ReflectorSettings {
    /// Checks every key, type and range.
    ///
    /// # Errors
    /// `invalid_settings`, naming the key, what is allowed and what came.
    pub fn check_settings(raw: &InputValue) -> Result<Self, ReflectError> {
        let ways = Words {
            words: &["plurality", "adjudicator", "never"],
            values: &[Settle::Plurality, Settle::Adjudicator, Settle::Never],
        };
        // The last two are functions, which the host keeps.
        FieldChecker::read_object(
            raw,
            "reflector",
            &["maxFruitless", "settle", "plurality", "normalise", "contradictions"],
            |f| {
                Ok(Self {
                    max_fruitless: f.int("maxFruitless", 1, 100).unwrap_or(MAX_FRUITLESS),
                    settle: f.word("settle", ways),
                    plurality: f.int("plurality", 2, 1_000).unwrap_or(PLURALITY),
                })
            },
        )
    }
}
