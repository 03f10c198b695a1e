//! A run, saved at any point to versioned JSON and taken up again elsewhere.
//!
//! A snapshot is what a run was given: settings, task, seed, and each input with its time. Restoring plays the inputs to a new
//! machine. Since the core is deterministic that gives the same state, and a snapshot that was tampered with can only say what any
//! host could say: it is checked as inputs are, and no count or verdict in it is believed.
//!
//! **Invariant:** `restore` takes hostile input: too large, cut, of another version, out of turn or with settings out of range is
//! an error value. Calls that were out are issued again under the same name.

use serde_json::Value;

use super::machine::{Log, finite};
use super::{CallError, Loop, Machine};
use crate::error::{ErrorCode, ReflectError};
use crate::message::{Given, decimal, quote, told};
use crate::settings::Raw;

/// Bytes that a snapshot may have at most.
pub const MAX_SNAPSHOT_BYTES: usize = 64 * 1024 * 1024;

const FORMAT: &str = "reflect-engine/run";
const VERSION: u64 = 1;

/// One thing that a host told a run.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// A poll, with all calls answered: the loop went on.
    Advance,
    Reply {
        call_id: String,
        /// As JSON, so that a snapshot need not write it again.
        response: String,
    },
    Fail {
        call_id: String,
        error: CallError,
    },
    Abort {
        reason: String,
        /// Calls that were asked for, and not made.
        unmade: Vec<String>,
    },
    Review {
        accepted: bool,
        feedback: Option<String>,
    },
    /// A restore: the clock may have a new origin, settings may be laid over.
    Restore {
        settings: Option<Raw>,
    },
}

/// The run as JSON.
pub(super) fn write<L: Loop>(run: &Machine<L>, log: &Log<L>) -> String {
    // Written piece by piece: the replies are most of it, and are not copied first.
    let mut text = String::from("{\"format\":");
    quote(&mut text, FORMAT);
    put(&mut text, "version", &VERSION.to_string());
    put(&mut text, "run", &log.origin);
    put(&mut text, "seed", &run.desk.seed.to_string());
    put(&mut text, "key", &format!("\"{}\"", run.desk.key));
    put(&mut text, "startedMs", &time(run.began_ms));
    put(&mut text, "shown", &run.desk.emitted.to_string());
    text.push_str(",\"log\":[");
    for (index, (input, at)) in log.inputs.iter().enumerate() {
        text.push_str(if index == 0 { "{\"at\":" } else { ",{\"at\":" });
        write_entry(&mut text, input, *at);
        text.push('}');
    }
    text.push_str("]}");
    text
}

impl<L: Loop> Machine<L> {
    /// Takes a saved run up again, with settings laid over the saved ones.
    ///
    /// # Errors
    /// `invalid_snapshot` for anything that is not a snapshot of this version; `invalid_settings` when saved or new settings are
    /// out of range; `misuse` when the time is not a number.
    pub fn restore(snapshot: &str, settings: Option<Raw>, now_ms: f64) -> Result<Self, ReflectError> {
        if snapshot.len() > MAX_SNAPSHOT_BYTES {
            return Err(bad(&format!("it has {} bytes, at most {MAX_SNAPSHOT_BYTES} are allowed", snapshot.len())));
        }
        finite(now_ms)?;
        let mut saved: Value = serde_json::from_str(snapshot).map_err(|_| bad("it is no JSON"))?;
        if !saved.is_object() {
            return Err(bad(&format!("it must be an object, got {}", told(Some(&&saved)))));
        }
        if saved.get("format").and_then(Value::as_str) != Some(FORMAT)
            || saved.get("version").and_then(Value::as_u64) != Some(VERSION)
        {
            return Err(bad(&format!("expected {FORMAT} version {VERSION}")));
        }
        let number = |map: &Value, key: &str| {
            map.get(key)
                .and_then(Value::as_f64)
                .filter(|n| n.is_finite())
                .ok_or_else(|| bad(&format!("`{key}` must be a number")))
        };
        let seed = saved.get("seed").and_then(Value::as_u64).and_then(|s| u32::try_from(s).ok()).ok_or_else(|| bad("`seed`"))?;
        let (began, shown) = (number(&saved, "startedMs")?, number(&saved, "shown")?);
        let mut part = |key: &str| saved.get_mut(key).map(Value::take);
        let origin = part("run").unwrap_or_default();
        let mut machine = Self::new(L::from_origin(origin)?, seed, began)?;
        // Of the task as it was handed in: what a hook has made of it since must not change what calls are known by.
        if let Some(key) = part("key") {
            let hex = |key: &&str| key.len() == 16 && key.bytes().all(|b| b.is_ascii_hexdigit());
            machine.set_key(key.as_str().filter(hex).ok_or_else(|| bad("`key` must be 16 hexadecimal digits"))?.to_owned());
        }
        let Some(Value::Array(log)) = part("log") else { return Err(bad("`log` must be a list")) };
        for line in log {
            if !line.is_object() {
                return Err(bad("each of `log` must be an object"));
            }
            let at = number(&line, "at")?;
            machine.replay(input(&line)?, at)?;
        }
        machine.resume(shown, settings, now_ms)?;
        Ok(machine)
    }

    fn replay(&mut self, input: Input, at: f64) -> Result<(), ReflectError> {
        // What a host had to poll before it could say this, it had polled.
        self.desk.emitted = self.desk.steps.len();
        self.issued = self.desk.pending.len();
        if !matches!(input, Input::Restore { .. }) {
            self.desk.now_ms = at;
        }
        let taken = match &input {
            Input::Advance => self.advance(),
            Input::Reply { call_id, response } => self.replied(call_id, &serde_json::from_str(response).unwrap_or_default()),
            Input::Fail { call_id, error } => self.failed(call_id, error),
            Input::Abort { reason, unmade } => self.cut_off(reason, unmade),
            Input::Review { accepted, feedback } => self.reviewed(*accepted, feedback.clone()),
            Input::Restore { settings } => self.resumed(settings.as_ref(), at),
        };
        taken.map_err(|e| if e.code == ErrorCode::Misuse { bad(&e.message) } else { e })?;
        self.remember(input);
        Ok(())
    }
}

/// A snapshot of the other loop was given.
pub fn stranger() -> ReflectError {
    ReflectError::new(ErrorCode::InvalidSnapshot, "this is the snapshot of another kind of run")
}

pub(super) fn bad(what: &str) -> ReflectError {
    ReflectError::new(ErrorCode::InvalidSnapshot, format!("this is no snapshot that can be restored: {what}"))
}

fn write_entry(text: &mut String, input: &Input, at: f64) {
    text.push_str(&time(at));
    match input {
        Input::Advance => put(text, "do", "\"advance\""),
        Input::Reply { call_id, response } => {
            put(text, "do", "\"reply\"");
            put_text(text, "call", call_id);
            put(text, "value", response);
        }
        Input::Fail { call_id, error } => {
            put(text, "do", "\"fail\"");
            put_text(text, "call", call_id);
            put_text(text, "code", &error.code);
            put_text(text, "message", &error.message);
        }
        Input::Abort { reason, unmade } => {
            put(text, "do", "\"abort\"");
            put_text(text, "message", reason);
            if !unmade.is_empty() {
                put(text, "unmade", &Value::from(unmade.clone()).to_string());
            }
        }
        Input::Review { accepted, feedback } => {
            put(text, "do", "\"review\"");
            put(text, "accepted", if *accepted { "true" } else { "false" });
            match feedback {
                Some(feedback) => put_text(text, "message", feedback),
                None => put(text, "message", "null"),
            }
        }
        Input::Restore { settings } => {
            put(text, "do", "\"restore\"");
            put(text, "value", &settings.as_ref().map_or_else(|| "null".to_owned(), Raw::json));
        }
    }
}

/// One more entry of an object: `,"key":value`, the value as JSON.
fn put(text: &mut String, key: &str, json: &str) {
    text.push_str(",\"");
    text.push_str(key);
    text.push_str("\":");
    text.push_str(json);
}

/// The same, the value as a JSON string.
fn put_text(text: &mut String, key: &str, value: &str) {
    put(text, key, "");
    quote(text, value);
}

fn time(ms: f64) -> String {
    decimal(ms)
}

fn input(line: &Value) -> Result<Input, ReflectError> {
    let text = |key: &str| crate::message::text(&line, key).map_err(|e| bad(&e));
    let (kind, call_id, code, message) = (text("do")?, text("call")?, text("code")?, text("message")?);
    let missing = || bad("an entry of `log` lacks a part");
    match kind.as_deref() {
        Some("advance") => Ok(Input::Advance),
        Some("reply") => {
            Ok(Input::Reply { call_id: call_id.ok_or_else(missing)?, response: line.get("value").ok_or_else(missing)?.json() })
        }
        Some("fail") => {
            let error = CallError { code: code.ok_or_else(missing)?, message: message.ok_or_else(missing)? };
            Ok(Input::Fail { call_id: call_id.ok_or_else(missing)?, error })
        }
        Some("abort") => {
            let unmade = crate::message::texts(&line, "unmade").map_err(|e| bad(&e))?.unwrap_or_default();
            Ok(Input::Abort { reason: message.ok_or_else(missing)?, unmade })
        }
        Some("review") => {
            let accepted = line.get("accepted").and_then(Value::as_bool).ok_or_else(missing)?;
            Ok(Input::Review { accepted, feedback: message })
        }
        Some("restore") => {
            let settings = line.get("value").filter(|v| !v.is_null());
            Ok(Input::Restore { settings: settings.map(Raw::from) })
        }
        _ => Err(bad("an entry of `log` is of no known kind")),
    }
}
