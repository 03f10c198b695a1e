//! One thing that an answer must hold.

use super::date::parse_iso_span_seconds;
use super::errors;
use super::query;
use crate::error::ReflectError;
use crate::settings::{FieldChecker, InputValue};

words! {
    /// What a field holds, which decides how two facts of it are compared.
    FieldType {
        /// Words, compared without case and white space. Two that differ are in conflict where `many` is false; by default it is true,
        /// since two sentences that differ may both be right.
        Text = "text",
        /// A number as JSON writes it, in the field's `unit`.
        Number = "number",
        /// A text with one number in it, such as "$10 a month". Two that differ in the number alone are in conflict; others are not compared.
        Amount = "amount",
        /// A date as ISO 8601 writes it, in any precision: "2024", "2024-03", "2024-03-05", "2024-03-05T14:00Z".
        Date = "date",
        /// One of `values`.
        Enum = "enum",
        /// A list whose order means nothing.
        List = "list",
    }
}

words! {
    /// How badly a field is wanted.
    #[derive(PartialOrd, Ord)]
    FieldRequired {
        /// Searched for first.
        Must = "must",
        /// Searched for when nothing that must be there is missing.
        Should = "should",
        /// Never searched for; facts about it are taken, and a conflict in it is one.
        May = "may",
    }
}

records! { from users:
    /// How far apart two numbers may lie and still agree; the wider limit applies.
    #[derive(Copy, Default)]
    pub struct FieldTolerance {
        /// Share of the larger of the two, `0..1`: 0.01 is one per cent.
        pub relative: Option<f64>,
        /// In the field's unit. From 0.
        pub absolute: Option<f64>,
    }
}

records! {
    /// One field of a canonical model.
    pub struct CanonicalField {
        /// Names with dots between: `entity_a.pricing`. At most 200 characters.
        pub path: String,
        #[serde(rename = "type")]
        pub kind: FieldType,
        pub required: FieldRequired,
        /// How many there must be, `1..=1000`: items of a list, different values where many may exist side by side, else facts.
        pub min_count: u32,
        /// How many sources must say something about it, those of one origin counted once, `1..=1000`.
        pub min_sources: u32,
        /// Several values may stand side by side and never conflict. By default true for texts, and for enums of which more than one is
        /// wanted.
        pub many: bool,
        /// For facts that argue against the rest.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub contrarian: bool,
        /// Unit of all its numbers: "km", "USD", "users". A number in another one is refused.
        pub unit: Option<String>,
        pub tolerance: Option<FieldTolerance>,
        /// The date for which the value is wanted, in ISO 8601. Facts of another date are refused; facts without a date count as facts of
        /// this one.
        pub as_of: Option<String>,
        /// What to search for, with `{topic}`, `{entity}`, `{field}` and `{path}` filled in. The second search takes the second template.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub query: Vec<String>,
        /// The allowed values of an enum.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub values: Vec<String>,
        pub description: Option<String>,
    }
}

const KEYS: [&str; 13] = [
    "path",
    "type",
    "required",
    "minCount",
    "minSources",
    "many",
    "contrarian",
    "unit",
    "tolerance",
    "asOf",
    "query",
    "values",
    "description",
];
const MAX_PATH: usize = 200;

impl CanonicalField {
    /// Reads one of `fields`; `setting_path` says which.
    pub(super) fn check_field(raw: &InputValue, setting_path: &str) -> Result<Self, ReflectError> {
        FieldChecker::read_object(raw, setting_path, &KEYS, |f| Self::read_field(f, setting_path))
    }

    fn read_field(f: &FieldChecker, setting_path: &str) -> Result<Self, ReflectError> {
        let refuse = |key: &str, wanted: &str| f.wrong_field_error(key, wanted, f.get(key).unwrap_or(&InputValue::Null));
        let path = f.text("path").ok_or_else(|| f.missing_field_error("path"))?.trim().to_owned();
        // In JavaScript it is the one name that an object cannot hold like any other.
        if path.split('.').any(|part| part == "__proto__") {
            return Err(refuse("path", "names other than `__proto__`"));
        }
        if path.chars().count() > MAX_PATH || path.split('.').any(|part| part.is_empty() || part.trim() != part) {
            return Err(refuse("path", "names with dots between, at most 200 characters"));
        }
        let kind = f.word("type", FieldType::WORDS).unwrap_or(FieldType::Text);
        let min_count = f.int("minCount", 1, 1_000).unwrap_or(1);
        let unit = f.text("unit").map(|unit| unit.trim().to_owned());
        if unit.is_some() && kind != FieldType::Number {
            return Err(errors::numbers_only(setting_path, "unit"));
        }
        let as_of = f.text("asOf");
        if as_of.as_deref().is_some_and(|date| parse_iso_span_seconds(date).is_none()) {
            return Err(refuse("asOf", "a date as ISO 8601 writes it, such as 2024-03"));
        }
        let values = f.texts("values").unwrap_or_default();
        if values.is_empty() == (kind == FieldType::Enum) {
            return Err(refuse("values", "a list of what an enum may be, for fields of type enum and no others"));
        }
        let query = query::read_query_templates(f, setting_path)?;
        Ok(Self {
            tolerance: read_tolerance(f, setting_path, kind)?,
            many: f.flag("many").unwrap_or(match kind {
                FieldType::Text => true,
                FieldType::Enum => min_count > 1,
                FieldType::Number | FieldType::Amount | FieldType::Date | FieldType::List => false,
            }),
            path,
            kind,
            required: f.word("required", FieldRequired::WORDS).unwrap_or(FieldRequired::Must),
            min_count,
            min_sources: f.int("minSources", 1, 1_000).unwrap_or(1),
            contrarian: f.flag("contrarian").unwrap_or(false),
            unit,
            as_of,
            query,
            values,
            description: f.text("description"),
        })
    }
}

fn read_tolerance(f: &FieldChecker, setting_path: &str, kind: FieldType) -> Result<Option<FieldTolerance>, ReflectError> {
    let t = f.nested("tolerance", &["relative", "absolute"]);
    let limits = FieldTolerance { relative: t.number("relative", 0.0, 0.999_999), absolute: t.number("absolute", 0.0, 1e15) };
    let tolerance = f.get("tolerance").map(|_| limits);
    if tolerance.is_some() && kind != FieldType::Number {
        return Err(errors::numbers_only(setting_path, "tolerance"));
    }
    Ok(tolerance)
}

pub(super) fn serialize_as_map<S: serde::Serializer>(entries: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(name, entity)| (name, entity)))
}
