//! The request that argues against a decision before it ships (seed 003's `buildReflectPrompt`, fenced). Actions are the
//! developer's; all else that the request names may be a stranger's, and stands in the user message, in fences.

use super::fence::shorten_text;
use super::{Fence, MAX_OUTPUT_CHARS, cut_middle};
use crate::message::{Message, OpaqueJson, Role, Rope, format_js_number, join_texts};

/// What goes into the request.
pub struct DecisionAsk<'a> {
    /// Replaces the words on who reviews and how.
    pub system_prompt: Option<&'a str>,
    pub agent_name: Option<&'a str>,
    pub domain: Option<&'a str>,
    pub input: &'a str,
    /// One text for each tool result.
    pub evidence: &'a [String],
    pub action: &'a str,
    pub confidence: Option<f64>,
    pub risk_score: Option<f64>,
    /// The reasoning so far; empty when there is none.
    pub chain: &'a str,
    /// Every action that may be decided.
    pub actions: &'a [String],
}

/// The messages of the request.
pub fn decision_review_messages(ask: &DecisionAsk, fence: &Fence) -> Vec<Message> {
    let system = ask.system_prompt.unwrap_or_else(|| include_str!("decision.md").trim_end());
    let evidence: String = ask.evidence.iter().map(|item| format!("- {}\n", cut_middle(item))).collect();
    let part = |title: &str, text: &str| {
        let fenced = if text.is_empty() {
            "(none)".to_owned()
        } else {
            Rope::default().add_fenced(fence, &text.trim_end().into()).text().to_string()
        };
        format!("\n- {title}:\n{fenced}")
    };
    let measure =
        |before: &str, number: Option<f64>| number.map(|n| format!("{before}{}", format_js_number(n))).unwrap_or_default();
    let confidence = measure(" at confidence ", ask.confidence);
    let risk = measure(" with risk score ", ask.risk_score);
    let actions: Vec<String> = ask.actions.iter().map(|action| format!("\"{action}\"")).collect();
    let text = [
        "Given:".to_owned(),
        part("Agent", &cut_middle(ask.agent_name.unwrap_or_default())),
        part("Domain", &cut_middle(ask.domain.unwrap_or_default())),
        part("Input", &cut_middle(ask.input)),
        part("Evidence collected", &shorten_text(evidence.into(), MAX_OUTPUT_CHARS)),
        format!("\n- Proposed decision: {}{confidence}{risk}", ask.action),
        part("Reasoning chain", &cut_middle(ask.chain)),
        "\n\n".to_owned(),
        include_str!("decision-questions.md").trim_end().replace("{actions}", &join_texts(&actions, ", ")),
    ];
    let mut system = Rope::from(system.to_owned());
    fence.add_notice(&mut system);
    vec![Message::from_text(Role::System, system), Message::from_text(Role::User, join_texts(&text, ""))]
}

/// What the model is asked for a second time: keys, and what follows from its concerns.
pub const REFLECTION_KEYS: [&str; 4] = [
    "reflection",
    "concerns, contraArgument, shouldRevise, revisedAction, revisedConfidence, reflectionConfidence",
    "",
    "concerns, and shouldRevise and revisedAction must follow from them. If the decision stands, shouldRevise is false and revisedAction \
     is null.",
];
/// JSON Schema of the reply.
pub const REFLECTION_SCHEMA: OpaqueJson = OpaqueJson::from_static(include_str!("reflection.schema.json"));
