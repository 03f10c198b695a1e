//! What to search for, in words.

use super::errors;
use super::field::CanonicalField;
use super::model::CanonicalModel;
use crate::error::ReflectError;
use crate::message::Gather;
use crate::settings::{FieldChecker, InputValue};

const PLACES: [&str; 4] = ["topic", "entity", "field", "path"];

/// A field's `query`: one template or several.
pub fn read_query_templates(f: &FieldChecker, setting_path: &str) -> Result<Vec<String>, ReflectError> {
    let templates: Vec<String> = match f.get("query") {
        Some(InputValue::Text(_)) => f.text("query").into_iter().collect(),
        _ => f.texts("query").unwrap_or_default(),
    };
    for template in &templates {
        for named in template.split('{').skip(1) {
            let name = named.split('}').next().unwrap_or_default();
            if !PLACES.contains(&name) {
                return Err(errors::unknown_place(setting_path, name));
            }
        }
    }
    Ok(templates)
}

/// Finds what is missing, at the `attempt`-th search (from 0). Without a template and a topic it is the seed's sentence.
pub fn build_find_query(model: &CanonicalModel, field: &CanonicalField, attempt: u32, wants_other_source: bool) -> String {
    let template = field.query.get(attempt as usize).or(field.query.last());
    let query = match template {
        Some(template) => fill_template(template, model, field),
        None => format!("Find information about {}", field_subject(model, field)),
    };
    if wants_other_source { format!("{query} (another source)") } else { query }
}

/// Settles a conflict; the seed's sentence.
pub fn build_verify_query(model: &CanonicalModel, field: &CanonicalField) -> String {
    format!("Verify exact figures for {}", field_subject(model, field))
}

/// The subject of a field: `pricing of Postgres`, or its path where neither an entity nor a topic is known.
pub fn field_subject(model: &CanonicalModel, field: &CanonicalField) -> String {
    match find_entity(model, field).or(model.topic.as_deref()) {
        Some(about) => format!("{} of {about}", readable_last_segment(&field.path)),
        None => field.path.clone(),
    }
}

fn fill_template(template: &str, model: &CanonicalModel, field: &CanonicalField) -> String {
    let topic = model.topic.as_deref().unwrap_or_default();
    let entity = find_entity(model, field).unwrap_or(topic);
    let mut out = String::new();
    let mut rest = template;
    // One pass over the template, so that braces in a topic stay.
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        out.push_str(before);
        match name {
            "topic" => out.push_str(topic),
            "entity" => out.push_str(entity),
            "field" => out.push_str(&readable_last_segment(&field.path)),
            _ => out.push_str(&field.path),
        }
        rest = after;
    }
    out.push_str(rest);
    out.split_whitespace().gather().join(" ")
}

fn find_entity<'a>(model: &'a CanonicalModel, field: &CanonicalField) -> Option<&'a str> {
    let first = field.path.split('.').next()?;
    model.entities.iter().find(|(name, _)| name == first).map(|(_, entity)| entity.as_str())
}

fn readable_last_segment(path: &str) -> String {
    path.rsplit('.').next().unwrap_or_default().replace('_', " ")
}
