//! Reads what a critic wrote: text in, one [`Reading`] out.
//!
//! One form is asked for, and a form is read: no sentence is interpreted, in any language. `reply` takes a reply apart into objects
//! (`json`) and the text beside them; `find` finds the forms in the objects, `form` reads them field by field (`scalar`), `settle` says
//! whether they agree and nothing is beside them (`extra_text`). `joint` reads a reply that holds a form for each of several drafts.
//! `quotes` looks up the words that a critic quotes.
//!
//! **Invariant:** accepting needs strong evidence, revising little. What was cut, contradicted, damaged, merely echoed, or is beside
//! anything else never accepts. Nothing is clamped and nothing is judged by truthiness.

mod cut;
mod extra_text;
mod find;
mod form;
mod joint;
mod json;
mod quotes;
mod reflection;
mod reply;
mod requirements;
mod scalar;
mod sentinel;
mod settle;
mod strict;
mod thinking;

use crate::message::{SharedText, trim_blanks};
pub use crate::settings::{Form, OnContradiction};
pub use cut::is_cut_or_blocked;
use find::SeenTexts;
use form::FormContext;
pub use quotes::{CritiqueEvidence, Quote, QuoteSources};
pub use reflection::{Proposal, REFLECTION_CONFIDENCE, ReflectionReply, UnreadableReply, read_reflection};
pub use requirements::read_requirements;
use serde::Serialize;
use std::sync::Arc;
pub use thinking::strip_thinking;
use tsify::Tsify;

/// How to read the reply, and what the critic had been shown.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct ReadOptions {
    /// Detected from the reply when absent.
    #[serde(rename = "critiqueFormat", skip_serializing_if = "crate::message::is_absent")]
    pub form: Option<Form>,
    /// Points, `0..=10`. Default 8.
    #[tsify(type = "number | undefined")]
    pub acceptance_threshold: f64,
    /// `0..=1`. Default 0.75.
    #[tsify(type = "number | undefined")]
    pub confidence_threshold: f64,
    /// How many criteria were asked about; `criteria_met` is padded with `false` and trimmed to it.
    #[serde(skip_serializing_if = "crate::message::is_absent")]
    pub criteria_count: Option<u32>,
    /// Default 5.
    #[tsify(type = "number | undefined")]
    pub max_suggestions: u32,
    /// What to make of a form that contradicts itself. Absent: it is `contradictory`.
    #[serde(skip_serializing_if = "crate::message::is_absent")]
    pub on_contradiction: Option<OnContradiction>,
    /// The provider's finish reason. A reply that was cut or stopped by a filter (`length`, `MAX_TOKENS`, `SAFETY`, …) is not accepted.
    #[serde(skip_serializing_if = "crate::message::is_absent")]
    pub finish_reason: Option<String>,
    /// The judged text: an object that only repeats it is not a verdict.
    #[serde(skip_serializing_if = "crate::message::is_absent")]
    pub answer: Option<String>,
    /// The critique prompt: an object that only repeats it is not a verdict.
    #[serde(skip_serializing_if = "crate::message::is_absent")]
    pub prompt: Option<String>,
    /// In form `status`, words that accept when they are the whole reply. A list without an object is then a critique; other text without
    /// an object is `unclear`. Default none.
    #[tsify(type = "readonly string[] | undefined")]
    pub sentinels: Vec<String>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            form: None,
            acceptance_threshold: 8.0,
            confidence_threshold: 0.75,
            criteria_count: None,
            max_suggestions: 5,
            on_contradiction: None,
            finish_reason: None,
            answer: None,
            prompt: None,
            sentinels: Vec::new(),
        }
    }
}

words! {
    /// The verdict of one reading.
    Verdict {
        Accepted = "accepted",
        NeedsRevision = "needs_revision",
        /// The fields of the form contradict each other, and no policy says what to make of it.
        Contradictory = "contradictory",
        /// A verdict may be there, but something is beside it that only its critic can explain; [`Reading::reason`] says why.
        Unclear = "unclear",
        /// No verdict could be read; [`Reading::reason`] says why.
        Invalid = "invalid",
    }
}

impl Verdict {
    /// Whether it says what becomes of the draft.
    #[must_use]
    pub fn is_decided(self) -> bool {
        matches!(self, Self::Accepted | Self::NeedsRevision)
    }
}

records! {
    /// What a critic's reply says. It applies no policy: what an invalid reading leads to is decided elsewhere.
    pub struct Reading {
        pub status: Verdict,
        /// Points, `0..=10`, as written: never clamped, never rounded.
        pub score: Option<f64>,
        /// The flag as the critic wrote it; absent when it wrote none.
        pub needs_revision: Option<bool>,
        /// Faults found, worst first. Empty: none named.
        pub issues: Vec<SharedText>,
        pub suggestion: Option<SharedText>,
        pub criteria_met: Option<Vec<bool>>,
        /// The critic's own confidence, `0..=1`, as it wrote it: no [`Self::probability`].
        pub confidence: Option<f64>,
        /// The probability that the draft is right, `0..=1`, where the reply has one beside its text; the score is ten times that.
        pub probability: Option<f64>,
        pub suggestions: Option<Vec<SharedText>>,
        pub reasoning: Option<SharedText>,
        /// Why it is unclear or invalid, or `contradictory`, `low_confidence`, `issues`, `impossible`, `cannot_verify` beside a verdict.
        pub reason: Option<SharedText>,
        /// What it quotes, when the setting `evidence` asks for quotes.
        #[tsify(type = "CritiqueEvidence")]
        pub evidence: Option<Arc<CritiqueEvidence>>,
        /// What the critic wrote beside its verdict, when that is unclear or invalid. Only the critic can say what it means.
        pub beside: Option<String>,
    }
}

impl Reading {
    /// A reply in which no verdict could be read, for this reason code.
    #[must_use]
    pub fn invalid_reading(reason: impl Into<SharedText>) -> Self {
        Self::with_status(Verdict::Invalid, reason)
    }

    fn with_status(status: Verdict, reason: impl Into<SharedText>) -> Self {
        Self {
            status,
            score: None,
            needs_revision: None,
            issues: Vec::new(),
            suggestion: None,
            criteria_met: None,
            confidence: None,
            probability: None,
            suggestions: None,
            reasoning: None,
            reason: Some(reason.into()),
            evidence: None,
            beside: None,
        }
    }
}

/// Why a critique is not a verdict, as `errors` say it: the reason, and the first 200 characters of what the critic wrote.
#[must_use]
pub fn explain_unreadable(reading: &Reading, raw: Option<&str>) -> String {
    let reason = reading.reason.as_deref().unwrap_or("no reply");
    let fix = if reason == "no_json" { "; pass on `responseSchema`" } else { "" };
    format!("the critique could not be read: {reason}{}{fix}", quote_reply(raw.unwrap_or_default()))
}

/// The beginning of a reply, as an error quotes it: 200 characters, and the rest of the word that they end in.
#[must_use]
pub fn quote_reply(raw: &str) -> String {
    const SHOWN: usize = 200;
    let raw = raw.trim();
    let Some((end, _)) = raw.char_indices().nth(SHOWN) else {
        return if raw.is_empty() { String::new() } else { format!(" (\"{raw}\")") };
    };
    // A word is kept whole: it may be a secret that a hook takes out by its shape.
    let rest = raw.get(end..).unwrap_or_default().chars().take(SHOWN);
    let word: usize = rest.take_while(|c| !c.is_whitespace()).map(char::len_utf8).sum();
    let quoted = raw.get(..end + word).unwrap_or(raw);
    if quoted.len() < raw.len() { format!(" (\"{quoted} …\")") } else { format!(" (\"{raw}\")") }
}

/// Reads one reply of a critic.
#[must_use]
pub fn read_critique(text: &str, options: &ReadOptions) -> Reading {
    let [prompt, answer] = [&options.prompt, &options.answer].map(|text| text.as_deref().unwrap_or_default());
    let input = SeenTexts::new([prompt, answer, ""], None);
    settle::settle_reading(
        options.form,
        make_form_context(options, false, &text.into(), None),
        &input,
        options.finish_reason.as_deref(),
    )
}

fn make_form_context<'a>(
    options: &'a ReadOptions,
    is_second_request: bool,
    raw: &'a SharedText,
    sources: Option<&'a QuoteSources>,
) -> FormContext<'a> {
    FormContext {
        form: options.form.unwrap_or(Form::Score),
        options,
        second: is_second_request,
        numbered: false,
        raw,
        sources,
        answer: 0,
    }
}

/// One reply of a critic in a run.
#[derive(Clone, Copy, Debug)]
pub struct CriticReply<'a> {
    pub text: &'a SharedText,
    /// What the critic judged.
    pub answer: &'a str,
    /// What critics had said before, as this one was shown it.
    pub earlier: &'a str,
    pub finish_reason: Option<&'a str>,
    /// It was asked a second time, for the form alone: each fault that it still names revises.
    pub second: bool,
    /// What it may quote, where the form asks for quotes.
    pub sources: Option<&'a QuoteSources>,
}

/// Reads many replies to one prompt.
pub struct CritiqueReader {
    options: ReadOptions,
    /// The letters of the prompt in which forms are looked for.
    prompt_letters: String,
}

impl CritiqueReader {
    /// A reader under these options; their `answer` and `finish_reason` are not used.
    #[must_use]
    pub fn new(options: ReadOptions) -> Self {
        let prompt_letters = find::fold_letters_from_first_brace(options.prompt.as_deref().unwrap_or_default());
        Self { options, prompt_letters }
    }

    #[must_use]
    pub fn read_reply(&self, reply: CriticReply<'_>) -> Reading {
        let input = self.list_seen_texts(&reply);
        if self.options.form == Some(Form::Score)
            && reply.sources.is_none()
            && input.has_braceless_answers()
            && let Some(reading) = strict::read_strict_revision(reply.text, &self.options)
            && !input.is_echo(trim_blanks(reply.text))
        {
            return reading;
        }
        settle::settle_reading(
            self.options.form,
            make_form_context(&self.options, reply.second, reply.text, reply.sources),
            &input,
            reply.finish_reason,
        )
    }

    /// Reads a reply with a probability, which decides. A form beside it is heard where it asks for a revision; its words are kept.
    #[must_use]
    pub fn read_reply_with_probability(&self, reply: CriticReply<'_>, probability: f64) -> Reading {
        if is_cut_or_blocked(reply.finish_reason) {
            return Reading::invalid_reading("truncated");
        }
        let form = Some(self.read_reply(reply)).filter(|form| form.status.is_decided());
        let form = form.unwrap_or_else(|| Reading { status: Verdict::Accepted, ..Reading::invalid_reading("") });
        let score = 10.0 * probability;
        let accepts = score >= self.options.acceptance_threshold && form.status == Verdict::Accepted;
        Reading {
            status: if accepts { Verdict::Accepted } else { Verdict::NeedsRevision },
            score: Some(score),
            probability: Some(probability),
            needs_revision: Some(!accepts),
            reason: None,
            ..form
        }
    }

    /// Reads a look at this many drafts, whose texts are its `answer`: a verdict for each, as they were numbered, or none for any.
    #[must_use]
    pub fn read_joint_reply(&self, reply: CriticReply<'_>, draft_count: usize) -> Vec<Reading> {
        let context = FormContext { numbered: true, ..make_form_context(&self.options, false, reply.text, reply.sources) };
        let read = joint::read_joint_if_all_decided(draft_count, context, &self.list_seen_texts(&reply), reply.finish_reason);
        read.unwrap_or_else(|| vec![Reading::invalid_reading("drafts"); draft_count])
    }

    fn list_seen_texts<'a>(&'a self, reply: &CriticReply<'a>) -> SeenTexts<'a> {
        let texts = [self.options.prompt.as_deref().unwrap_or_default(), reply.answer, reply.earlier];
        SeenTexts::new(texts, Some(&self.prompt_letters))
    }
}
