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

function makeOutput(values: Values): object {
  const type = values.value();
  const value = values.value();
  return type === 'call' ? { type, call: value, number: 0 } : type === 'step' ? { type, step: value } : { type, result: value };
}

/** Makers of records, by the names of their types. */
export const MAKERS: Readonly<Record<string, Maker>> = {
  Output: makeOutput,
  ModelCall: makeModelCall,
  ThoughtStep: makeThoughtStep,
  ReflectionStep: makeReflectionStep,
  Message: makeMessage,
  Why: makeWhy,
};

/** The fields of records, by the names of their types. */
export type RecordFields = Readonly<Record<string, string>>;

export const COMMON: RecordFields = {
  ToolRun: 'kind callId toolName toolCallId critic args timeoutMs idempotencyKey',
  ToolCall: 'id name arguments metadata',
  ToolSchema: 'name description parameters',
  Usage: 'inputTokens outputTokens totalTokens cachedTokens reasoningTokens costUsd estimated',
  UsageReport: 'total byPurpose',
  RunError: 'code message callId seq',
  Failure: 'code message callId',
};

export const ENGINE: RecordFields = {
  VerifyRun: 'kind callId verifier draft draftIndex timeoutMs idempotencyKey',
  ToolCallStep: 'type toolName args callId purpose engine seq nowMs',
  ToolResultStep: 'type toolName callId purpose result engine error seq nowMs',
  ActionStep: 'type toolName args allowed feedback engine seq nowMs',
  ResponseStep: 'type content engine why seq nowMs',
  IterationStep: 'type iteration output done criteriaMet seq nowMs',
  CriticStep: 'type iteration criteriaMet confidence suggestions reasoning reason seq nowMs',
  CriteriaSatisfiedStep: 'type iteration byCritic seq nowMs',
  DoneStep: 'type status accepted stopReason iterations output seq nowMs',
  Reading: 'status score needsRevision issues suggestion criteriaMet confidence probability suggestions reasoning reason evidence beside',
  VerifierVerdict: 'passed issues score',
  Juror: 'critic judge status accepted score needsRevision criteriaMet confidence probability issues evidence reason raw',
  Judge: 'name model',
  Draft: 'index text raw parent sawFailures callId judged score duplicateOf oscillation lengthGrowth answer stoppedBy verifiers',
  Revision: 'iteration draftIndex critique critiqueStatus rawCritique jurors disagreement judge callId verifiers',
  Metadata: 'strategy engineVersion promptVersion requirements',
  ErrorPromise: 'wrong confidence labels',
  Quote: 'quote from says found',
  CritiqueEvidence: 'quotes unsupported',
  ReflectResult: 'output status accepted acceptedBy passedAfterHint guarantee acceptanceScore judged reviewReasons stopReason score iterations reflections draftIndex critique critiqueStatus jurors disagreement drafts dropped revisionHistory usage errors durationMs steps metadata failure',
  Calibration: 'version key tasks revision fresh informedFresh',
  CriticVerdict: 'criteriaMet confidence suggestions reasoning reason',
  AutopilotOutcome: 'output status accepted acceptedBy judged reviewReasons stopReason iterations criticVerdict usage errors durationMs steps failure',
};

export const DECISION: RecordFields = {
  DecisionStep: 'type kind shouldRevise revisedAction revisedConfidence concerns contraArgument reflectionConfidence llmEnhanced durationMs seq nowMs',
  DecisionReflection: 'shouldRevise revisedAction revisedConfidence concerns rules contraArgument reflectionConfidence llmEnhanced fallback status stopReason usage errors steps failure',
};

export const RESEARCH: RecordFields = {
  GapStep: 'type path query reason missing seq nowMs',
  ConflictStep: 'type path query values settled seq nowMs',
  ResearchStep: 'type kind query path iteration taken refused fruitless seq nowMs',
  EvaluationStep: 'type passed score feedback repairTargets repairs seq nowMs',
  AnswerStep: 'type content complete accepted seq nowMs',
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
};

export const STATISTICS: RecordFields = {
  LoopReport: 'all window',
  LoopHealth: 'runs failed aborted metrics measures alerts diagnosis',
  LoopMeasure: 'value n low high',
  LoopAlert: 'metric value side level n low high confident hint',
  LoopDiagnosis: 'symptom component fix metrics confident',
  AlertEvent: 'type metric window alert nowMs',
  Regression: 'hour score baseline drop samples since',
};
