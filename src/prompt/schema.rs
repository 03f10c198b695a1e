//! JSON Schemas of what models are asked for. Each is one text in our source, which the host reads once.

use crate::message::Carried;
use crate::settings::{Form, Settings, Strategy};

/// What a field holds.
macro_rules! kind {
    (text) => {
        r#"{"type":"string"}"#
    };
    (texts) => {
        r#"{"type":"array","items":{"type":"string"}}"#
    };
    (text_or_null) => {
        r#"{"type":["string","null"]}"#
    };
    (flag) => {
        r#"{"type":"boolean"}"#
    };
    (flags) => {
        r#"{"type":"array","items":{"type":"boolean"}}"#
    };
    (points) => {
        r#"{"type":"number","minimum":0,"maximum":10}"#
    };
    (share) => {
        r#"{"type":"number","minimum":0,"maximum":1}"#
    };
    (share_or_null) => {
        r#"{"type":["number","null"],"minimum":0,"maximum":1}"#
    };
    (status) => {
        r#"{"type":"string","enum":["accepted","needs_revision"]}"#
    };
    (draft) => {
        r#"{"type":"integer","minimum":1}"#
    };
}

/// An object with these fields, all of which must be there.
macro_rules! object {
    ($first:literal $kind:ident $(, $name:literal $other:ident)*) => {
        concat!(
            r#"{"type":"object","properties":{""#, $first, r#"":"#, kind!($kind), $(r#",""#, $name, r#"":"#, kind!($other),)*
            r#"},"required":[""#, $first, r#"""#, $(r#",""#, $name, r#"""#,)* r#"],"additionalProperties":false}"#
        )
    };
}

/// Such an object, and a list of them, each with the number of its draft.
macro_rules! forms {
    ($($name:literal $kind:ident),*) => {
        [
            object!($($name $kind),*),
            concat!(
                r#"{"type":"object","properties":{"drafts":{"type":"array","items":"#, object!("draft" draft, $($name $kind),*),
                r#"}},"required":["drafts"],"additionalProperties":false}"#
            ),
        ]
    };
}

/// The schema of a reply to a look at one answer, and that of one at several.
#[must_use]
pub fn response_schemas(settings: &Settings) -> [Carried; 2] {
    let schemas = match settings.form {
        // Seed 004's own.
        Form::Score if settings.strategy == Strategy::Classic => {
            forms!("score" points, "issues" texts, "suggestion" text, "needs_revision" flag)
        }
        Form::Score => forms!("reasoning" text, "score" points, "issues" texts, "suggestion" text, "needs_revision" flag),
        Form::Criteria => forms!("reasoning" text, "criteria_met" flags, "confidence" share, "suggestions" texts),
        Form::Status => forms!("reasoning" text, "status" status, "critique" text, "issues" texts),
    };
    schemas.map(Carried::constant)
}

/// The schema of a reflection on a decision.
#[must_use]
pub fn reflection_schema() -> Carried {
    Carried::constant(object!(
        "concerns" texts, "contraArgument" text, "shouldRevise" flag, "revisedAction" text_or_null,
        "revisedConfidence" share_or_null, "reflectionConfidence" share
    ))
}
