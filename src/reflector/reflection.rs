//! What a look at the facts says.

use serde::Serialize;
use tsify::Tsify;

use super::field::FieldRequired;

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum ReflectionState {
    /// True when everything that is wanted is there and nothing is in conflict.
    Complete,
    /// There is something to search for: `next`.
    Open,
    /// Something is missing, thin or in conflict, and every search for it was fruitless too often.
    Stalled,
}

words! {
    /// Why the state is what it is.
    ReflectionReason {
        /// A field has no fact (seed 000).
        IncompleteModel = "incomplete_model",
        /// A field has fewer facts or sources than it must have.
        ThinEvidence = "thin_evidence",
        /// Facts contradict each other (seed 000).
        ResolvingConflict = "resolving_conflict",
        /// Nothing is left to search for, and everything is there (seed 000).
        ModelComplete = "model_complete",
        /// Nothing is left to search for that was not searched for in vain.
        SearchesExhausted = "searches_exhausted",
    }
}

words! {
    SearchKind {
        /// Look for what is missing or thin.
        Find = "find",
        /// Look for what settles a conflict.
        Verify = "verify",
    }
}

records! {
    /// What to search for next.
    pub struct FactSearch {
        pub kind: SearchKind,
        pub path: String,
        /// What the field is about, in words.
        pub topic: String,
        pub query: String,
        /// How many searches for this field were made before.
        pub attempt: u32,
    }

    /// A field without a fact.
    pub struct MissingField {
        pub path: String,
        pub required: FieldRequired,
        /// Given up: the searches for it were fruitless.
        pub waived: bool,
    }

    /// A field with too few facts or sources.
    pub struct ThinField {
        pub path: String,
        pub required: FieldRequired,
        /// Number of items, values or facts, counted as `minCount` counts them.
        pub count: u32,
        pub min_count: u32,
        pub sources: u32,
        pub min_sources: u32,
        pub waived: bool,
    }

    /// One side of a conflict: a value, with all facts that do not contradict it.
    pub struct ConflictSide {
        /// As the first of its facts gives it.
        pub value: String,
        /// Sources on this side; facts of one origin count once.
        pub sources: u32,
        /// Its first facts, counted from 0 in the order in which facts were given; ten at most.
        pub facts: Vec<u32>,
    }
}

/// Who settled a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum SettledBy {
    /// More independent sources than for any other value.
    Plurality,
    Adjudicator,
}

records! {
    /// Facts of one field that cannot all be right.
    pub struct FactConflict {
        pub path: String,
        pub required: FieldRequired,
        /// What the field is about, in words.
        pub topic: String,
        /// The date for which the facts hold, when they give one.
        pub as_of: Option<String>,
        /// Two or more, those with most sources first. Only the twenty values with the most sources are compared.
        pub sides: Vec<ConflictSide>,
        /// Different values in all.
        pub values: u32,
        /// Number of searches that were to settle it. Nothing settles a conflict before the first.
        pub verified: u32,
        /// Given up: the searches for it were fruitless. Always false once it is settled.
        pub waived: bool,
        /// Absent while the conflict is open.
        pub settled_by: Option<SettledBy>,
        /// The value that holds, once it is settled.
        pub value: Option<String>,
    }

    /// What is missing, thin or in conflict. It depends only on the model, the facts and the searches.
    pub struct Reflection {
        pub state: ReflectionState,
        pub reason: ReflectionReason,
        /// What to search for; present exactly when the state is `open`.
        pub next: Option<FactSearch>,
        /// In the order of the model's fields, like `thin` and `conflicts`.
        pub missing: Vec<MissingField>,
        pub thin: Vec<ThinField>,
        /// Open and settled ones.
        pub conflicts: Vec<FactConflict>,
    }
}
