//! Is what was found complete, and does it agree with itself? (seed 000)
//!
//! A [`CanonicalModel`] says what an answer must hold. A [`Reflector`] takes [`Fact`]s and says what is missing, what is thin, what is in
//! conflict, and what to search for next.
//!
//! **Invariant:** nothing here knows how good a source or a text is. No type holds a score, a rank or a trust, so a decision to go on or
//! to stop cannot depend on one: `P(stop) = f(completeness, consistency)`.
//!
//! **Invariant:** a conflict is searched for before anything settles it.
//!
//! **Invariant:** facts are indexed as they come. A batch costs by its own size, and a look costs by the model and what is in conflict.

mod date;
mod errors;
mod fact;
mod field;
mod field_state;
mod gap;
mod group;
mod model;
mod query;
mod reflecting;
mod reflection;
mod relation;
mod settings;
mod value;

pub use fact::Fact;
pub use field::{CanonicalField, FieldRequired, FieldTolerance, FieldType};
pub use field_state::IsFruitless;
pub(crate) use group::ResolvedOrOpen;
pub use model::CanonicalModel;
pub use query::field_subject;
pub(crate) use reflecting::FieldAndGroup;
pub use reflecting::{AddedFacts, Reflector, RefusedFact};
pub use reflection::{
    ConflictSide, FactConflict, FactSearch, MissingField, Reflection, ReflectionReason, ReflectionState, SearchKind, SettledBy,
    ThinField,
};
pub use relation::{FactRelation, compare_facts};
pub use settings::{ReflectorSettings, Settle};
