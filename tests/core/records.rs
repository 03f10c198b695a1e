//! Records cross without the names of their fields, which JavaScript has from a file that is written here from their declarations.

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

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg-template/src/load/records.ts");
const HEAD: &str =
    "// Written by tests/core/records.rs from the records of the core: `RECORDS=1 cargo test --test core records` writes it anew.

/** What a record is made of: its values, one after the other. */
export interface Values {
  next(): unknown;
}

/** Constructors by the names of types, one for each, so that V8 knows the hidden classes. A field that may be absent has a bit. */
export type Records = Readonly<Record<string, (this: any, values: Values, bits: number) => void>>;
";

/// Records of one wasm, each with its tag.
type Part = &'static [(Option<&'static str>, Record)];

/// Those that cross: in every wasm, and in one alone. Those of calls have the tag `kind`, those of steps `type`.
const RECORDS: &[(&str, Part)] = &[
    (
        "COMMON",
        &[
            (Some("kind"), ModelCall::RECORD),
            (Some("kind"), ToolRun::RECORD),
            (Some("kind"), VerifyRun::RECORD),
            (None, Message::RECORD),
            (None, ToolCall::RECORD),
            (None, ToolSchema::RECORD),
            (None, Usage::RECORD),
            (None, UsageReport::RECORD),
            (None, RunError::RECORD),
            (None, Failure::RECORD),
        ],
    ),
    (
        "ENGINE",
        &[
            (Some("type"), ThoughtStep::RECORD),
            (Some("type"), ReflectionStep::RECORD),
            (Some("type"), ToolCallStep::RECORD),
            (Some("type"), ToolResultStep::RECORD),
            (Some("type"), ActionStep::RECORD),
            (Some("type"), ResponseStep::RECORD),
            (None, Reading::RECORD),
            (None, VerifierVerdict::RECORD),
            (None, Why::RECORD),
            (None, Juror::RECORD),
            (None, Judge::RECORD),
            (None, Draft::RECORD),
            (None, Revision::RECORD),
            (None, Metadata::RECORD),
            (None, ErrorPromise::RECORD),
            (None, Quote::RECORD),
            (None, CritiqueEvidence::RECORD),
            (None, ReflectResult::RECORD),
            (None, Calibration::RECORD),
        ],
    ),
    (
        "AUTOPILOT",
        &[
            (Some("type"), IterationStep::RECORD),
            (Some("type"), CriticStep::RECORD),
            (Some("type"), CriteriaSatisfiedStep::RECORD),
            (Some("type"), DoneStep::RECORD),
            (None, CriticVerdict::RECORD),
            (None, AutopilotResult::RECORD),
        ],
    ),
    ("DECISION", &[(Some("type"), DecisionStep::RECORD), (None, DecisionReflection::RECORD)]),
    (
        "RESEARCH",
        &[
            (Some("type"), GapStep::RECORD),
            (Some("type"), ConflictStep::RECORD),
            (Some("type"), ResearchStep::RECORD),
            (Some("type"), EvaluationStep::RECORD),
            (Some("type"), AnswerStep::RECORD),
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
        ],
    ),
    (
        "STATISTICS",
        &[
            (None, LoopReport::RECORD),
            (None, LoopHealth::RECORD),
            (None, LoopMeasure::RECORD),
            (None, LoopAlert::RECORD),
            (None, LoopDiagnosis::RECORD),
            (None, AlertEvent::RECORD),
            (None, Regression::RECORD),
        ],
    ),
];

#[test]
fn fields_of_records_are_those_that_are_declared() {
    let mut text = HEAD.to_owned();
    for (part, records) in RECORDS {
        writeln!(text, "\nexport const {part}: Records = {{").unwrap();
        for (tag, record) in *records {
            let fields = fields_of(*tag, record);
            let bits = if fields.iter().any(|(_, is_optional)| *is_optional) { ", bits" } else { "" };
            writeln!(text, "  {}: function (values{bits}) {{", type_name(record)).unwrap();
            assert!(fields.len() <= 32, "a field is a bit: {}", record.name);
            for (at, (field, is_optional)) in fields.iter().enumerate() {
                let only = if *is_optional { format!("if (bits & {}) ", 1_u32 << at) } else { String::new() };
                writeln!(text, "    {only}this.{field} = values.next();").unwrap();
            }
            text.push_str("  },\n");
        }
        text.push_str("};\n");
    }
    if std::env::var_os("RECORDS").is_some() {
        std::fs::write(PATH, &text).unwrap();
    }
    assert!(std::fs::read_to_string(PATH).unwrap() == text, "a record has changed: `RECORDS=1 cargo test --test core records`");
}

/// The name of its type as serde has it.
fn type_name(record: &Record) -> &'static str {
    if record.name == "AutopilotResult" { "AutopilotOutcome" } else { record.name }
}

/// The fields of a record that cross, and which of them may be absent.
fn fields_of(tag: Option<&str>, record: &Record) -> Vec<(String, bool)> {
    let crossing = record.fields.iter().filter(|[_, about]| !about.contains("serde(skip)"));
    let fields = crossing.map(|[name, about]| {
        let renamed =
            about.split_once("serde(rename = \"").and_then(|(_, rest)| rest.split_once('"')).map(|(name, _)| name.to_owned());
        (renamed.unwrap_or_else(|| camel_case(name)), about.contains("skip_serializing_if"))
    });
    tag.map(|tag| (tag.to_owned(), false)).into_iter().chain(fields).collect()
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap().to_owned();
    words.fold(first, |all, word| all + &word[..1].to_uppercase() + &word[1..])
}
