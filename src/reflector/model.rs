//! What an answer must hold: the contract between who searches and who judges (seed 000).

use std::collections::BTreeSet;

use super::errors;
use super::field::CanonicalField;
use crate::error::ReflectError;
use crate::message::Gather;
use crate::settings::{FieldChecker, InputValue};

/// Fields of one model at most.
pub const MAX_FIELDS: usize = 10_000;

records! {
    /// The schema of an answer.
    pub struct CanonicalModel {
        /// What the answer is about; `{topic}` in queries.
        pub topic: Option<String>,
        /// Who the parts of it are about, by the first name of a path: `{ entity_a: 'Postgres' }`; `{entity}` in queries.
        #[tsify(type = "Record<string, string>")]
        #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "super::field::serialize_as_map")]
        pub entities: Vec<(String, String)>,
        /// In the order in which they are searched for. At least one.
        pub fields: Vec<CanonicalField>,
    }
}

impl CanonicalModel {
    /// Reads a model: `{ topic?, entities?, fields: [{ path, type?, required?, … }] }`.
    ///
    /// # Errors
    /// `invalid_settings`, naming the key, what is allowed and what came.
    pub fn check_model(raw: &InputValue) -> Result<Self, ReflectError> {
        FieldChecker::read_object(raw, "canonicalModel", &["topic", "entities", "fields"], Self::read_model)
    }

    fn read_model(m: &FieldChecker) -> Result<Self, ReflectError> {
        let fields = match m.get("fields") {
            Some(InputValue::List(fields)) if (1..=MAX_FIELDS).contains(&fields.len()) => fields,
            other => {
                return Err(m.wrong_field_error(
                    "fields",
                    &format!("a list of 1 to {MAX_FIELDS} fields"),
                    other.unwrap_or(&InputValue::Null),
                ));
            }
        };
        let fields: Result<Vec<CanonicalField>, _> = fields
            .iter()
            .enumerate()
            .map(|(at, field)| CanonicalField::check_field(field, &format!("fields[{at}]")))
            .gather_all();
        let mut entities = Vec::new();
        let names = m.nested_open_object("entities");
        for name in names.keys() {
            entities.extend(names.text(name).map(|entity| (name.to_owned(), entity)));
        }
        let model = Self { topic: m.text("topic"), entities, fields: fields? };
        let mut paths = BTreeSet::new();
        for field in &model.fields {
            if !paths.insert(&field.path) {
                return Err(errors::repeated_path(&field.path));
            }
        }
        for (name, _) in &model.entities {
            if !model.fields.iter().any(|field| field.path.split('.').next() == Some(name)) {
                let parts: Vec<&str> = model.fields.iter().filter_map(|field| field.path.split('.').next()).gather();
                return Err(errors::unknown_entity(name, &parts));
            }
        }
        Ok(model)
    }
}
