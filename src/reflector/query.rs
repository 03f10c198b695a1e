//! What to search for, in words.

use super::field::CanonicalField;
use super::model::CanonicalModel;
use super::shape::wrong;
use crate::error::ReflectError;
use crate::message::Gather;
use crate::settings::{Fields, Raw};

const PLACES: [&str; 4] = ["topic", "entity", "field", "path"];

/// A field's `query`: one template or several.
pub fn templates(f: &Fields, place: &str) -> Result<Vec<String>, ReflectError> {
    let templates: Vec<String> = match f.get("query") {
        Some(Raw::Text(_)) => f.text("query").into_iter().collect(),
        _ => f.texts("query").unwrap_or_default(),
    };
    for template in &templates {
        for named in template.split('{').skip(1) {
            let name = named.split('}').next().unwrap_or_default();
            if !PLACES.contains(&name) {
                return Err(wrong(format!(
                    "`{place}.query` holds `{{{name}}}`; it may hold {{topic}}, {{entity}}, {{field}} and {{path}}"
                )));
            }
        }
    }
    Ok(templates)
}

/// Finds what is missing, at the `attempt`-th search (from 0). Without a template and a topic it is the seed's sentence.
pub fn find(model: &CanonicalModel, field: &CanonicalField, attempt: u32, thin: bool) -> String {
    let template = field.query.get(attempt as usize).or(field.query.last());
    let query = match template {
        Some(template) => filled(template, model, field),
        None => format!("Find information about {}", subject(model, field)),
    };
    if thin { format!("{query} (another source)") } else { query }
}

/// Settles a conflict; the seed's sentence.
pub fn verify(model: &CanonicalModel, field: &CanonicalField) -> String {
    format!("Verify exact figures for {}", subject(model, field))
}

/// What a field is about: `pricing of Postgres`, or its path where neither an entity nor a topic is known.
pub fn subject(model: &CanonicalModel, field: &CanonicalField) -> String {
    match entity(model, field).or(model.topic.as_deref()) {
        Some(about) => format!("{} of {about}", last(field)),
        None => field.path.clone(),
    }
}

fn filled(template: &str, model: &CanonicalModel, field: &CanonicalField) -> String {
    let topic = model.topic.as_deref().unwrap_or_default();
    let entity = entity(model, field).unwrap_or(topic);
    let mut out = String::new();
    let mut rest = template;
    // One pass over the template, so that braces in a topic stay.
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        out.push_str(before);
        match name {
            "topic" => out.push_str(topic),
            "entity" => out.push_str(entity),
            "field" => out.push_str(&last(field)),
            _ => out.push_str(&field.path),
        }
        rest = after;
    }
    out.push_str(rest);
    out.split_whitespace().gather().join(" ")
}

fn entity<'a>(model: &'a CanonicalModel, field: &CanonicalField) -> Option<&'a str> {
    let first = field.path.split('.').next()?;
    model.entities.iter().find(|(name, _)| name == first).map(|(_, entity)| entity.as_str())
}

fn last(field: &CanonicalField) -> String {
    field.path.rsplit('.').next().unwrap_or_default().replace('_', " ")
}
