//! The records that cross with every call are made by JavaScript that is written from their declarations: an object literal each, so that a host
//! gives all of a kind one hidden class.

use std::fmt::Write as _;

use reflect_engine::autopilot::AutopilotResult;
use reflect_engine::critique::{CritiqueEvidence, Quote, Reading};
use reflect_engine::decision::DecisionReflection;
use reflect_engine::evaluator::{Evaluation, MeasuredScore, MetricFailure, RepairTarget};
use reflect_engine::flow::{
    ActionStep, AnswerStep, ConflictStep, CriteriaSatisfiedStep, CriticStep, DecisionStep, DoneStep, EvaluationStep, Failure,
    GapStep, IterationStep, Judge, Juror, ModelCall, ReflectionStep, ResearchStep, ResponseStep, RunError, ThoughtStep,
    ToolCallStep, ToolResultStep, ToolRun, UsageReport, VerifyRun, Why,
};
use reflect_engine::judge::CriticVerdict;
use reflect_engine::message::{Message, Record, ToolCall, ToolSchema, Usage, VerifierVerdict};
use reflect_engine::monitor::{AlertEvent, LoopAlert, LoopDiagnosis, LoopHealth, LoopMeasure, LoopReport};
use reflect_engine::reflect::{Draft, ErrorPromise, Metadata, ReflectResult, Revision};
use reflect_engine::reflector::{
    AddedFacts, CanonicalField, CanonicalModel, ConflictSide, FactConflict, FactSearch, FieldTolerance, MissingField, Reflection,
    RefusedFact, ThinField,
};
use reflect_engine::research::ResearchResult;
use reflect_engine::settings::Calibration;
use reflect_engine::tracker::Regression;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/pkg-template/src/load/records.ts");
const HEAD: &str =
    "// Written by tests/core/records.rs from the records of the core: `RECORDS=1 cargo test --test core records` writes it anew.

/** Gives the values of a record, one after the other; `undefined` in the place of one that is absent. */
export interface Values {
  value(): unknown;
}

type Fields = Record<string, unknown>;

/** Makes a record of its values. */
export type Maker = (values: Values) => object;

";

/// Of an enum, whose tag names the other field.
const OUTPUT: &str = "function makeOutput(values: Values): object {
  const type = values.value();
  const value = values.value();
  return type === 'call' ? { type, call: value, number: 0 } : type === 'step' ? { type, step: value } : { type, result: value };
}

";

/// Records that cross with every call, each made by an object literal. Those of calls have the tag `kind`, those of steps `type`.
const FREQUENT: &[(Option<&str>, Record)] = &[
    (Some("kind"), ModelCall::RECORD),
    (Some("kind"), VerifyRun::RECORD),
    (Some("type"), ThoughtStep::RECORD),
    (Some("type"), ReflectionStep::RECORD),
    (Some("type"), ResponseStep::RECORD),
    (None, Message::RECORD),
    (None, Why::RECORD),
    (None, Reading::RECORD),
    (None, Draft::RECORD),
    (None, Revision::RECORD),
    (None, ReflectResult::RECORD),
];

/// The others, of which JavaScript knows the names of the fields.
const RARE: &[(Option<&str>, Record)] = &[
    (Some("kind"), ToolRun::RECORD),
    (Some("type"), ToolCallStep::RECORD),
    (Some("type"), ToolResultStep::RECORD),
    (Some("type"), ActionStep::RECORD),
    (Some("type"), IterationStep::RECORD),
    (Some("type"), CriticStep::RECORD),
    (Some("type"), CriteriaSatisfiedStep::RECORD),
    (Some("type"), DoneStep::RECORD),
    (Some("type"), DecisionStep::RECORD),
    (Some("type"), GapStep::RECORD),
    (Some("type"), ConflictStep::RECORD),
    (Some("type"), ResearchStep::RECORD),
    (Some("type"), EvaluationStep::RECORD),
    (Some("type"), AnswerStep::RECORD),
    (None, ToolCall::RECORD),
    (None, ToolSchema::RECORD),
    (None, Usage::RECORD),
    (None, UsageReport::RECORD),
    (None, VerifierVerdict::RECORD),
    (None, Juror::RECORD),
    (None, Judge::RECORD),
    (None, RunError::RECORD),
    (None, Failure::RECORD),
    (None, Metadata::RECORD),
    (None, ErrorPromise::RECORD),
    (None, Quote::RECORD),
    (None, CritiqueEvidence::RECORD),
    (None, Calibration::RECORD),
    (None, CriticVerdict::RECORD),
    (None, AutopilotResult::RECORD),
    (None, DecisionReflection::RECORD),
    (None, Evaluation::RECORD),
    (None, MeasuredScore::RECORD),
    (None, MetricFailure::RECORD),
    (None, RepairTarget::RECORD),
    (None, AddedFacts::RECORD),
    (None, RefusedFact::RECORD),
    (None, CanonicalModel::RECORD),
    (None, CanonicalField::RECORD),
    (None, FieldTolerance::RECORD),
    (None, Reflection::RECORD),
    (None, FactSearch::RECORD),
    (None, MissingField::RECORD),
    (None, ThinField::RECORD),
    (None, FactConflict::RECORD),
    (None, ConflictSide::RECORD),
    (None, ResearchResult::RECORD),
    (None, LoopReport::RECORD),
    (None, LoopHealth::RECORD),
    (None, LoopMeasure::RECORD),
    (None, LoopAlert::RECORD),
    (None, LoopDiagnosis::RECORD),
    (None, AlertEvent::RECORD),
    (None, Regression::RECORD),
];

#[test]
fn records_are_made_as_they_are_declared() {
    let mut text = HEAD.to_owned();
    for (tag, record) in FREQUENT {
        text.push_str(&maker(*tag, record));
    }
    text.push_str(OUTPUT);
    text.push_str("/** Makers of the records that cross with every call, by the names of their types. */\nexport const MAKERS: Readonly<Record<string, Maker>> = {\n  Output: makeOutput,\n");
    for (_, record) in FREQUENT {
        writeln!(text, "  {}: make{},", type_name(record), record.name).unwrap();
    }
    text.push_str("};\n\n/** The fields of the others. */\nexport const FIELDS: Readonly<Record<string, string>> = {\n");
    for (tag, record) in RARE {
        let fields: Vec<String> = fields_of(*tag, record).into_iter().map(|(name, _)| name).collect();
        writeln!(text, "  {}: '{}',", type_name(record), fields.join(" ")).unwrap();
    }
    text.push_str("};\n");
    if std::env::var_os("RECORDS").is_some() {
        std::fs::write(PATH, &text).unwrap();
    }
    assert!(std::fs::read_to_string(PATH).unwrap() == text, "a record has changed: `RECORDS=1 cargo test --test core records`");
}

/// The name of its type as serde has it.
fn type_name(record: &Record) -> &'static str {
    if record.name == "AutopilotResult" { "AutopilotOutcome" } else { record.name }
}

/// The fields of a record that cross, and whether each may be absent.
fn fields_of(tag: Option<&str>, record: &Record) -> Vec<(String, bool)> {
    let crossing = record.fields.iter().filter(|[_, _, about]| !about.contains("serde(skip)"));
    let fields = crossing.map(|[name, kind, about]| {
        let renamed =
            about.split_once("serde(rename = \"").and_then(|(_, rest)| rest.split_once('"')).map(|(name, _)| name.to_owned());
        (renamed.unwrap_or_else(|| camel_case(name)), kind.starts_with("Option") || about.contains("skip_serializing_if"))
    });
    tag.map(|tag| (tag.to_owned(), false)).into_iter().chain(fields).collect()
}

fn maker(tag: Option<&str>, record: &Record) -> String {
    let fields = fields_of(tag, record);
    let first = fields.iter().take_while(|(_, is_optional)| !is_optional).count();
    let literal: Vec<String> = fields[..first].iter().map(|(name, _)| format!("{name}: values.value()")).collect();
    let literal = if literal.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", literal.join(", ")) };
    let mut text = format!("function make{}(values: Values): object {{\n", record.name);
    if first == fields.len() {
        writeln!(text, "  return {literal};\n}}\n").unwrap();
        return text;
    }
    writeln!(text, "  let value: unknown;\n  const record: Fields = {literal};").unwrap();
    for (name, is_optional) in &fields[first..] {
        if *is_optional {
            writeln!(text, "  if ((value = values.value()) !== undefined) record.{name} = value;").unwrap();
        } else {
            writeln!(text, "  record.{name} = values.value();").unwrap();
        }
    }
    text.push_str("  return record;\n}\n\n");
    text
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap().to_owned();
    words.fold(first, |all, word| all + &word[..1].to_uppercase() + &word[1..])
}
