//! The four mechanical checks of seed 003. Each raises one concern at most, and says its numbers.

use super::Situation;
use crate::message::{Gather, format_js_number, join_texts};
use crate::settings::DecisionSettings;

/// Tools that are named in one concern.
const NAMED_TOOLS: usize = 5;

/// In words.
type Concern = String;

/// A concern, and the rule that raised it.
pub(super) struct Finding {
    pub rule: String,
    pub concern: Concern,
}

/// Applies the rules in their order.
pub(super) fn find_concerns(situation: &Situation, settings: &DecisionSettings) -> Vec<Finding> {
    let found = [
        ("contradiction", find_contradiction(situation, settings)),
        ("overconfidence", find_overconfidence(situation, settings)),
        ("risk", find_risk_mismatch(situation, settings)),
        ("failure", find_relevant_tool_failure(situation, settings)),
    ];
    found.into_iter().filter_map(|(rule, concern)| Some(Finding { rule: rule.to_owned(), concern: concern? })).gather()
}

/// There are signals for approving and for rejecting.
fn find_contradiction(situation: &Situation, settings: &DecisionSettings) -> Option<Concern> {
    let rule = settings.rules.contradiction.as_ref()?;
    let approve: f64 = situation.evidence.iter().map(|e| e.signals.approve).sum();
    let reject: f64 = situation.evidence.iter().map(|e| e.signals.reject).sum();
    let disagreement = approve.min(reject) / (approve + reject);
    (approve + reject >= f64::from(rule.min_signals) && disagreement > rule.above).then(|| {
        format!(
            "the evidence contradicts itself: {} signals approve and {} reject ({} % disagree)",
            format_js_number(approve),
            format_js_number(reject),
            format_js_number((disagreement * 100.0).round())
        )
    })
}

/// A high confidence rests on few tools. Every piece of evidence is one tool that was run, failed ones too.
fn find_overconfidence(situation: &Situation, settings: &DecisionSettings) -> Option<Concern> {
    let rule = settings.rules.overconfidence.as_ref()?;
    let confidence = situation.confidence?;
    let tools = situation.evidence.len();
    let few = u32::try_from(tools).is_ok_and(|tools| tools < rule.min_tools);
    (confidence > rule.above && few).then(|| {
        format!(
            "confidence {} may be too high: {tools} tools were run, fewer than {}",
            format_js_number(confidence),
            rule.min_tools
        )
    })
}

/// The risk score and the decision point in different directions.
fn find_risk_mismatch(situation: &Situation, settings: &DecisionSettings) -> Option<Concern> {
    let rule = settings.rules.risk.as_ref()?;
    let risk = situation.risk_score?;
    let action = &situation.action;
    let against = if risk > rule.approve_above && settings.approve.contains(action) {
        format!("above {}", format_js_number(rule.approve_above))
    } else if risk < rule.reject_below && settings.reject.contains(action) {
        format!("below {}", format_js_number(rule.reject_below))
    } else {
        return None;
    };
    Some(format!("risk score {} is {against}, and yet the decision is {action}", format_js_number(risk)))
}

/// A tool failed that the decision rests on.
fn find_relevant_tool_failure(situation: &Situation, settings: &DecisionSettings) -> Option<Concern> {
    let failed = situation.relevant_failed_tools();
    let short = |name: &&str| name.chars().take(80).collect::<String>();
    let names: Vec<String> = failed.iter().take(NAMED_TOOLS).map(short).collect();
    let more = if failed.len() > names.len() { ", …" } else { "" };
    (settings.rules.failure && !failed.is_empty())
        .then(|| format!("the evidence is incomplete: the decision leans on what failed ({}{more})", join_texts(&names, ", ")))
}
