//! The request that turns a piece of a document into facts. The fields are the developer's; the document and what is looked for are not.

use serde_json::Value;

use super::Fence;
use crate::message::{Message, Role, Rope};

/// Paths that the schema of the reply lists; of a larger model it says only that they are texts.
const LISTED: usize = 200;

/// What goes into the request.
pub struct ExtractionAsk<'a> {
    /// A line for each field: its path, and what it is about.
    pub fields: &'a [String],
    pub document: &'a str,
    /// What the document was found with.
    pub query: Option<&'a str>,
    /// Why the reply before this one could not be read.
    pub unreadable: Option<&'a str>,
}

/// The messages of the request.
#[must_use]
pub fn extraction(ask: &ExtractionAsk, fence: &Fence) -> Vec<Message> {
    let system = include_str!("extraction.md").trim_end().replace("{fields}", &ask.fields.join("\n"));
    let system = Rope::from(system).with(fence.notice());
    let mut text = Rope::constant("Document:\n").with(fence.around(ask.document));
    if let Some(query) = ask.query {
        text = text.lit("\n\nIt was found by searching for:\n").with(fence.around(query));
    }
    if let Some(why) = ask.unreadable {
        text = text.with(format!("\n\nYour last reply could not be read: {why}. Respond with the JSON object and nothing else."));
    }
    vec![Message::text(Role::System, system), Message::text(Role::User, text)]
}

/// JSON Schema of the reply.
#[must_use]
pub fn extraction_schema(paths: &[&str]) -> Value {
    let names = if paths.len() <= LISTED { Value::from(paths) } else { Value::Null };
    let mut schema: Value = serde_json::from_str(include_str!("extraction.schema.json")).unwrap_or_default();
    let inner = ["properties", "facts", "items", "properties", "path"];
    let path = inner.iter().try_fold(&mut schema, |at, key| at.get_mut(*key));
    if let Some(Value::Object(path)) = path.filter(|_| !names.is_null()) {
        path.insert("enum".to_owned(), names);
    }
    schema
}
