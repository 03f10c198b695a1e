// Written by tests/core/records.rs from the records of the core: `RECORDS=1 cargo test --test core records` writes it anew.

/** Gives the values of a record, one after the other; `undefined` in the place of one that is absent. */
export interface Values {
  value(): unknown;
}

type Fields = Record<string, unknown>;

/** Makes a record of its values. */
export type Maker = (values: Values) => object;

function makeModelCall(values: Values): object {
  let value: unknown;
  const record: Fields = { kind: values.value(), callId: values.value(), purpose: values.value(), iteration: values.value(), attempt: values.value(), draftIndex: values.value() };
  if ((value = values.value()) !== undefined) record.parent = value;
  record.messages = values.value();
  record.timeoutMs = values.value();
  record.idempotencyKey = values.value();
  if ((value = values.value()) !== undefined) record.critic = value;
  if ((value = values.value()) !== undefined) record.n = value;
  if ((value = values.value()) !== undefined) record.drafts = value;
  if ((value = values.value()) !== undefined) record.tools = value;
  if ((value = values.value()) !== undefined) record.responseSchema = value;
  if ((value = values.value()) !== undefined) record.criticFeedback = value;
  return record;
}

function makeVerifyRun(values: Values): object {
  return { kind: values.value(), callId: values.value(), verifier: values.value(), draft: values.value(), draftIndex: values.value(), timeoutMs: values.value(), idempotencyKey: values.value() };
}

function makeThoughtStep(values: Values): object {
  let value: unknown;
  const record: Fields = { type: values.value(), content: values.value(), engine: values.value() };
  if ((value = values.value()) !== undefined) record.why = value;
  record.seq = values.value();
  record.nowMs = values.value();
  return record;
}

function makeReflectionStep(values: Values): object {
  let value: unknown;
  const record: Fields = { type: values.value(), assessment: values.value(), needsRevision: values.value(), engine: values.value() };
  if ((value = values.value()) !== undefined) record.critiqueStatus = value;
  if ((value = values.value()) !== undefined) record.score = value;
  if ((value = values.value()) !== undefined) record.issues = value;
  if ((value = values.value()) !== undefined) record.suggestion = value;
  if ((value = values.value()) !== undefined) record.criteriaMet = value;
  if ((value = values.value()) !== undefined) record.confidence = value;
  if ((value = values.value()) !== undefined) record.probability = value;
  if ((value = values.value()) !== undefined) record.reason = value;
  if ((value = values.value()) !== undefined) record.jurors = value;
  if ((value = values.value()) !== undefined) record.disagreement = value;
  if ((value = values.value()) !== undefined) record.judge = value;
  if ((value = values.value()) !== undefined) record.evidence = value;
  record.draftIndex = values.value();
  if ((value = values.value()) !== undefined) record.callId = value;
  if ((value = values.value()) !== undefined) record.why = value;
  record.seq = values.value();
  record.nowMs = values.value();
  return record;
}

function makeResponseStep(values: Values): object {
  let value: unknown;
  const record: Fields = { type: values.value(), content: values.value(), engine: values.value() };
  if ((value = values.value()) !== undefined) record.why = value;
  record.seq = values.value();
  record.nowMs = values.value();
  return record;
}

function makeMessage(values: Values): object {
  let value: unknown;
  const record: Fields = { role: values.value(), content: values.value() };
  if ((value = values.value()) !== undefined) record.toolCallId = value;
  if ((value = values.value()) !== undefined) record.toolCalls = value;
  if ((value = values.value()) !== undefined) record.metadata = value;
  return record;
}

function makeWhy(values: Values): object {
  let value: unknown;
  const record: Fields = { action: values.value() };
  if ((value = values.value()) !== undefined) record.draftIndex = value;
  record.reason = values.value();
  return record;
}

function makeReading(values: Values): object {
  let value: unknown;
  const record: Fields = { status: values.value() };
  if ((value = values.value()) !== undefined) record.score = value;
  if ((value = values.value()) !== undefined) record.needsRevision = value;
  record.issues = values.value();
  if ((value = values.value()) !== undefined) record.suggestion = value;
  if ((value = values.value()) !== undefined) record.criteriaMet = value;
  if ((value = values.value()) !== undefined) record.confidence = value;
  if ((value = values.value()) !== undefined) record.probability = value;
  if ((value = values.value()) !== undefined) record.suggestions = value;
  if ((value = values.value()) !== undefined) record.reasoning = value;
  if ((value = values.value()) !== undefined) record.reason = value;
  if ((value = values.value()) !== undefined) record.evidence = value;
  if ((value = values.value()) !== undefined) record.beside = value;
  return record;
}

function makeDraft(values: Values): object {
  let value: unknown;
  const record: Fields = { index: values.value(), text: values.value() };
  if ((value = values.value()) !== undefined) record.raw = value;
  if ((value = values.value()) !== undefined) record.parent = value;
  if ((value = values.value()) !== undefined) record.sawFailures = value;
  record.callId = values.value();
  record.judged = values.value();
  if ((value = values.value()) !== undefined) record.score = value;
  if ((value = values.value()) !== undefined) record.duplicateOf = value;
  if ((value = values.value()) !== undefined) record.oscillation = value;
  if ((value = values.value()) !== undefined) record.lengthGrowth = value;
  if ((value = values.value()) !== undefined) record.answer = value;
  if ((value = values.value()) !== undefined) record.stoppedBy = value;
  record.verifiers = values.value();
  return record;
}

function makeRevision(values: Values): object {
  let value: unknown;
  const record: Fields = { iteration: values.value(), draftIndex: values.value() };
  if ((value = values.value()) !== undefined) record.critique = value;
  if ((value = values.value()) !== undefined) record.critiqueStatus = value;
  if ((value = values.value()) !== undefined) record.rawCritique = value;
  if ((value = values.value()) !== undefined) record.jurors = value;
  if ((value = values.value()) !== undefined) record.disagreement = value;
  if ((value = values.value()) !== undefined) record.judge = value;
  if ((value = values.value()) !== undefined) record.callId = value;
  record.verifiers = values.value();
  return record;
}

function makeReflectResult(values: Values): object {
  let value: unknown;
  const record: Fields = { output: values.value(), status: values.value(), accepted: values.value() };
  if ((value = values.value()) !== undefined) record.acceptedBy = value;
  if ((value = values.value()) !== undefined) record.passedAfterHint = value;
  if ((value = values.value()) !== undefined) record.guarantee = value;
  if ((value = values.value()) !== undefined) record.acceptanceScore = value;
  record.judged = values.value();
  record.reviewReasons = values.value();
  record.stopReason = values.value();
  if ((value = values.value()) !== undefined) record.score = value;
  record.iterations = values.value();
  record.reflections = values.value();
  record.draftIndex = values.value();
  if ((value = values.value()) !== undefined) record.critique = value;
  if ((value = values.value()) !== undefined) record.critiqueStatus = value;
  if ((value = values.value()) !== undefined) record.jurors = value;
  if ((value = values.value()) !== undefined) record.disagreement = value;
  record.drafts = values.value();
  record.dropped = values.value();
  record.revisionHistory = values.value();
  record.usage = values.value();
  record.errors = values.value();
  record.durationMs = values.value();
  record.steps = values.value();
  record.metadata = values.value();
  if ((value = values.value()) !== undefined) record.failure = value;
  return record;
}

function makeOutput(values: Values): object {
  const type = values.value();
  const value = values.value();
  return type === 'call' ? { type, call: value, number: 0 } : type === 'step' ? { type, step: value } : { type, result: value };
}

/** Makers of the records that cross with every call, by the names of their types. */
export const MAKERS: Readonly<Record<string, Maker>> = {
  Output: makeOutput,
  ModelCall: makeModelCall,
  VerifyRun: makeVerifyRun,
  ThoughtStep: makeThoughtStep,
  ReflectionStep: makeReflectionStep,
  ResponseStep: makeResponseStep,
  Message: makeMessage,
  Why: makeWhy,
  Reading: makeReading,
  Draft: makeDraft,
  Revision: makeRevision,
  ReflectResult: makeReflectResult,
};

/** The fields of the others. */
export const FIELDS: Readonly<Record<string, string>> = {
  ToolRun: 'kind callId toolName toolCallId critic args timeoutMs idempotencyKey',
  ToolCallStep: 'type toolName args callId purpose engine seq nowMs',
  ToolResultStep: 'type toolName callId purpose result engine error seq nowMs',
  ActionStep: 'type toolName args allowed feedback engine seq nowMs',
  IterationStep: 'type iteration output done criteriaMet seq nowMs',
  CriticStep: 'type iteration criteriaMet confidence suggestions reasoning reason seq nowMs',
  CriteriaSatisfiedStep: 'type iteration byCritic seq nowMs',
  DoneStep: 'type status accepted stopReason iterations output seq nowMs',
  DecisionStep: 'type kind shouldRevise revisedAction revisedConfidence concerns contraArgument reflectionConfidence llmEnhanced durationMs seq nowMs',
  GapStep: 'type path query reason missing seq nowMs',
  ConflictStep: 'type path query values settled seq nowMs',
  ResearchStep: 'type kind query path iteration taken refused fruitless seq nowMs',
  EvaluationStep: 'type passed score feedback repairTargets repairs seq nowMs',
  AnswerStep: 'type content complete accepted seq nowMs',
  ToolCall: 'id name arguments metadata',
  ToolSchema: 'name description parameters',
  Usage: 'inputTokens outputTokens totalTokens cachedTokens reasoningTokens costUsd estimated',
  UsageReport: 'total byPurpose',
  VerifierVerdict: 'passed issues score',
  Juror: 'critic judge status accepted score needsRevision criteriaMet confidence probability issues evidence reason raw',
  Judge: 'name model',
  RunError: 'code message callId seq',
  Failure: 'code message callId',
  Metadata: 'strategy engineVersion promptVersion requirements',
  ErrorPromise: 'wrong confidence labels',
  Quote: 'quote from says found',
  CritiqueEvidence: 'quotes unsupported',
  Calibration: 'version key tasks revision fresh informedFresh',
  CriticVerdict: 'criteriaMet confidence suggestions reasoning reason',
  AutopilotOutcome: 'output status accepted acceptedBy judged reviewReasons stopReason iterations criticVerdict usage errors durationMs steps failure',
  DecisionReflection: 'shouldRevise revisedAction revisedConfidence concerns rules contraArgument reflectionConfidence llmEnhanced fallback status stopReason usage errors steps failure',
  Evaluation: 'passed score threshold scores feedback repairTargets failures',
  MeasuredScore: 'score explanation paths passed',
  MetricFailure: 'metric reason',
  RepairTarget: 'metric score explanation paths',
  AddedFacts: 'taken refused',
  RefusedFact: 'fact path why',
  CanonicalModel: 'topic entities fields',
  CanonicalField: 'path type required minCount minSources many contrarian unit tolerance asOf query values description',
  FieldTolerance: 'relative absolute',
  Reflection: 'state reason next missing thin conflicts',
  FactSearch: 'kind path topic query attempt',
  MissingField: 'path required waived',
  ThinField: 'path required count minCount sources minSources waived',
  FactConflict: 'path required topic asOf sides values verified waived settledBy value',
  ConflictSide: 'value sources facts',
  ResearchResult: 'output object status accepted acceptedBy judged stopReason reviewReasons iterations repairs repetitionHits reflection evaluation evaluations facts usage errors durationMs steps failure',
  LoopReport: 'all window',
  LoopHealth: 'runs failed aborted metrics measures alerts diagnosis',
  LoopMeasure: 'value n low high',
  LoopAlert: 'metric value side level n low high confident hint',
  LoopDiagnosis: 'symptom component fix metrics confident',
  AlertEvent: 'type metric window alert nowMs',
  Regression: 'hour score baseline drop samples since',
};
