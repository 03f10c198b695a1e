// Written by tests/core/records.rs from the records of the core: `RECORDS=1 cargo test --test core records` writes it anew.

/** The fields of records as they cross, by the names of their types. */
export type RecordFields = Readonly<Record<string, string>>;

export const COMMON: RecordFields = {
  ModelCall: 'kind callId purpose iteration attempt draftIndex parent messages timeoutMs idempotencyKey critic n drafts tools responseSchema criticFeedback',
  ToolRun: 'kind callId toolName toolCallId critic args timeoutMs idempotencyKey',
  VerifyRun: 'kind callId verifier draft draftIndex timeoutMs idempotencyKey',
  Message: 'role content toolCallId toolCalls metadata',
  ToolCall: 'id name arguments metadata',
  ToolSchema: 'name description parameters',
  Usage: 'inputTokens outputTokens totalTokens cachedTokens reasoningTokens costUsd estimated',
  UsageReport: 'total byPurpose',
  RunError: 'code message callId seq',
  Failure: 'code message callId',
};

export const ENGINE: RecordFields = {
  ThoughtStep: 'type content engine why seq nowMs',
  ReflectionStep: 'type assessment needsRevision engine critiqueStatus score issues suggestion criteriaMet confidence probability reason jurors disagreement judge evidence draftIndex callId why seq nowMs',
  ToolCallStep: 'type toolName args callId purpose engine seq nowMs',
  ToolResultStep: 'type toolName callId purpose result engine error seq nowMs',
  ActionStep: 'type toolName args allowed feedback engine seq nowMs',
  ResponseStep: 'type content engine why seq nowMs',
  Reading: 'status score needsRevision issues suggestion criteriaMet confidence probability suggestions reasoning reason evidence beside',
  VerifierVerdict: 'passed issues score',
  Why: 'action draftIndex reason',
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
};

export const AUTOPILOT: RecordFields = {
  IterationStep: 'type iteration output done criteriaMet seq nowMs',
  CriticStep: 'type iteration criteriaMet confidence suggestions reasoning reason seq nowMs',
  CriteriaSatisfiedStep: 'type iteration byCritic seq nowMs',
  DoneStep: 'type status accepted stopReason iterations output seq nowMs',
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
