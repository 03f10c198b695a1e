//! Facts out of documents, with a model: what it is asked, and what of its reply is believed.
//!
//! **Invariant:** a fact is kept only with a quote that stands word for word in the very text that the model was shown; white space alone
//! may differ. Whose word a fact is, the host says and never the model. So neither a model that makes things up nor a document that
//! gives orders can add a fact that nobody can look up.

mod quote;
mod reply;

use serde::Serialize;
use serde_json::{Map, Value};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::critique::strip_thinking;
use crate::error::unknown;
use crate::message::{Message, ModelResponse, Role, decimal, object};
use crate::prompt::{ExtractionAsk, Fence, extraction, extraction_schema};
use crate::reflector::{CanonicalField, CanonicalModel, Fact, subject};

/// What a fact may hold beside its path, source and quote.
const SAID: [&str; 4] = ["value", "unit", "currency", "asOf"];
/// Facts of one reply at most.
const MAX_FACTS: usize = 1_000;
/// Characters that are told of what was dropped.
const MAX_TOLD: usize = 300;

/// What a model is asked about one piece of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractionRequest {
    pub messages: Vec<Message>,
    pub response_schema: Value,
    /// The same for the same piece, model and query: 16 hexadecimal digits.
    pub key: String,
}

/// A fact that a model wrote and that is not kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DroppedFact {
    /// The document in which it was to stand.
    pub source_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// As the model wrote it, its first 300 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// Why, in words.
    pub why: String,
}

/// What a model's reply came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extracted {
    /// `{ path, value, unit?, currency?, asOf?, sourceId, quote }`, as a reflector takes them.
    pub facts: Vec<Value>,
    pub dropped: Vec<DroppedFact>,
    /// Why the reply, or the rest of it, could not be read.
    pub unreadable: Option<String>,
}

/// Asks for the facts in one piece of a document. `unreadable` says why the reply before could not be read.
#[must_use]
pub fn ask(model: &CanonicalModel, piece: &str, query: Option<&str>, unreadable: Option<&str>) -> ExtractionRequest {
    let fields: Vec<String> = model.fields.iter().map(|field| line(model, field)).collect();
    let paths: Vec<&str> = model.fields.iter().map(|field| field.path.as_str()).collect();
    let query = query.filter(|query| !query.trim().is_empty());
    let key = key(&[piece, query.unwrap_or_default(), &fields.join("\n")]);
    let ask = ExtractionAsk { fields: &fields, document: piece, query, unreadable };
    let messages = extraction(&ask, &Fence::with(nonce(&key, &[piece, query.unwrap_or_default()])));
    ExtractionRequest { messages, response_schema: extraction_schema(&paths), key }
}

/// Reads what the model said about a piece of the document `source_id`: a text, or `{ content, finishReason? }`.
#[must_use]
pub fn read(model: &CanonicalModel, source_id: &str, piece: &str, response: Value) -> Extracted {
    let response = match ModelResponse::from_json(response, None) {
        Ok(response) => response,
        Err(why) => return Extracted { unreadable: Some(why), ..Extracted::default() },
    };
    let raw = response.content.text();
    let text = strip_thinking(&raw);
    let reply = reply::facts(&text);
    let text_is_blank = text.trim().is_empty();
    let mut extracted = Extracted {
        unreadable: match (reply.facts.is_some(), response.finish_reason.as_deref() == Some("length")) {
            (_, true) => Some("it was cut at its length".to_owned()),
            (false, _) if text_is_blank => Some("it is blank".to_owned()),
            (false, _) => Some("there is no JSON list of facts in it".to_owned()),
            (true, _) if reply.broken => Some("it is broken JSON, and only whole facts in it were read".to_owned()),
            (true, _) => None,
        },
        ..Extracted::default()
    };
    let source = quote::Source::new(piece);
    for (at, written) in reply.facts.unwrap_or_default().into_iter().enumerate() {
        let fact = if at < MAX_FACTS {
            fact(model, source_id, &source, &written)
        } else {
            Err(format!("a reply may hold {MAX_FACTS} facts at most"))
        };
        match fact {
            // The same once more is no other fact.
            Ok(fact) if extracted.facts.contains(&fact) => {}
            Ok(fact) => extracted.facts.push(fact),
            Err(why) => extracted.dropped.push(dropped(source_id, &written, why)),
        }
    }
    extracted
}

/// What a model wrote, as a fact of this source.
fn fact(model: &CanonicalModel, source_id: &str, source: &quote::Source, written: &Value) -> Result<Value, String> {
    let text = |key: &str| written.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let path = text("path").ok_or("it names no field")?;
    let Some(field) = model.fields.iter().find(|field| field.path == path) else {
        let known: Vec<&str> = model.fields.iter().take(100).map(|field| field.path.as_str()).collect();
        return Err(unknown("path", path, &known));
    };
    let quote = source.quoted(text("quote").ok_or("it has no quote")?)?;
    let mut fact = Map::new();
    fact.insert("path".to_owned(), path.into());
    for key in SAID {
        if let Some(said) = written.get(key).filter(|said| !said.is_null() && said.as_str() != Some("")) {
            fact.insert(key.to_owned(), said.clone());
        }
    }
    fact.insert("sourceId".to_owned(), source_id.into());
    fact.insert("quote".to_owned(), quote.into());
    let fact = Value::Object(fact);
    Fact::check(&fact)?.check_found(field.values.iter().map(String::as_str))?;
    Ok(fact)
}

fn dropped(source_id: &str, written: &Value, why: String) -> DroppedFact {
    let told = |key: &str| {
        let said = written.get(key).filter(|said| !said.is_null())?;
        let text = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
        Some(text.chars().take(MAX_TOLD).collect())
    };
    DroppedFact { source_id: source_id.to_owned(), path: told("path"), value: told("value"), quote: told("quote"), why }
}

impl ExtractionRequest {
    /// As JSON: `{ messages, responseSchema, key }`.
    #[must_use]
    pub fn json(self) -> Value {
        let message = |message: Message| {
            let role = if message.role == Role::System { "system" } else { "user" };
            object([("role", role.into()), ("content", message.content.text().as_str().into())])
        };
        let messages = self.messages.into_iter().map(message).collect();
        object([("messages", messages), ("responseSchema", self.response_schema), ("key", self.key.into())])
    }
}

impl Extracted {
    /// As JSON, without what is not there.
    #[must_use]
    pub fn json(self) -> Value {
        let dropped = |one: DroppedFact| {
            let mut map = Map::new();
            let parts = [
                ("sourceId", Some(one.source_id)),
                ("path", one.path),
                ("value", one.value),
                ("quote", one.quote),
                ("why", Some(one.why)),
            ];
            map.extend(parts.into_iter().filter_map(|(key, part)| part.map(|part| (key.to_owned(), part.into()))));
            Value::Object(map)
        };
        let dropped = self.dropped.into_iter().map(dropped).collect();
        let unreadable = self.unreadable.map_or(Value::Null, Value::from);
        object([("facts", Value::Array(self.facts)), ("dropped", dropped), ("unreadable", unreadable)])
    }
}

/// A field, as the model is told of it.
fn line(model: &CanonicalModel, field: &CanonicalField) -> String {
    let mut more: Vec<String> = vec![field.kind.name().to_owned()];
    more.extend(field.unit.as_ref().map(|unit| format!("in {unit}")));
    more.extend(field.as_of.as_ref().map(|date| format!("as of {date}")));
    if !field.values.is_empty() {
        more.push(format!("one of {}", field.values.join(", ")));
    }
    if field.contrarian {
        more.push("what speaks against the rest".to_owned());
    }
    let about = field.description.clone().unwrap_or_else(|| subject(model, field));
    format!("- {}: {about} ({})", field.path, more.join("; "))
}

/// A nonce that occurs in none of these texts.
fn nonce(key: &str, texts: &[&str]) -> String {
    let mut nonce = key.to_owned();
    let mut tries = 0.0;
    while texts.iter().any(|text| text.contains(&nonce)) {
        tries += 1.0;
        nonce = self::key(&[key, &decimal(tries)]);
    }
    nonce
}

/// FNV-1a (Fowler, Noll and Vo), with a byte between the parts that no text holds: 16 hexadecimal digits.
fn key(parts: &[&str]) -> String {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0xff]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}
