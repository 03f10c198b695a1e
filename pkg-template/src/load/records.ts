// Written by tests/core/records.rs from the records of the core: `RECORDS=1 cargo test --test core records` writes it anew.

/** What a record is made of: its values, one after the other. */
export interface Values {
  next(): unknown;
}

/** Constructors by the names of types, one for each, so that V8 knows the hidden classes. A field that may be absent has a bit. */
export type Records = Readonly<Record<string, (this: any, values: Values, bits: number) => void>>;

export const COMMON: Records = {
  ModelCall: function (values, bits) {
    this.kind = values.next();
    this.callId = values.next();
    this.purpose = values.next();
    this.iteration = values.next();
    this.attempt = values.next();
    this.draftIndex = values.next();
    if (bits & 64) this.parent = values.next();
    this.messages = values.next();
    this.timeoutMs = values.next();
    this.idempotencyKey = values.next();
    if (bits & 1024) this.critic = values.next();
    if (bits & 2048) this.n = values.next();
    if (bits & 4096) this.drafts = values.next();
    if (bits & 8192) this.tools = values.next();
    if (bits & 16384) this.responseSchema = values.next();
    if (bits & 32768) this.criticFeedback = values.next();
  },
  ToolRun: function (values, bits) {
    this.kind = values.next();
    this.callId = values.next();
    this.toolName = values.next();
    this.toolCallId = values.next();
    if (bits & 16) this.critic = values.next();
    this.args = values.next();
    this.timeoutMs = values.next();
    this.idempotencyKey = values.next();
  },
  VerifyRun: function (values) {
    this.kind = values.next();
    this.callId = values.next();
    this.verifier = values.next();
    this.draft = values.next();
    this.draftIndex = values.next();
    this.timeoutMs = values.next();
    this.idempotencyKey = values.next();
  },
  Message: function (values, bits) {
    this.role = values.next();
    this.content = values.next();
    if (bits & 4) this.toolCallId = values.next();
    if (bits & 8) this.toolCalls = values.next();
    if (bits & 16) this.metadata = values.next();
  },
  ToolCall: function (values, bits) {
    this.id = values.next();
    this.name = values.next();
    this.arguments = values.next();
    if (bits & 8) this.metadata = values.next();
  },
  ToolSchema: function (values, bits) {
    this.name = values.next();
    if (bits & 2) this.description = values.next();
    this.parameters = values.next();
  },
  Usage: function (values, bits) {
    if (bits & 1) this.inputTokens = values.next();
    if (bits & 2) this.outputTokens = values.next();
    if (bits & 4) this.totalTokens = values.next();
    if (bits & 8) this.cachedTokens = values.next();
    if (bits & 16) this.reasoningTokens = values.next();
    if (bits & 32) this.costUsd = values.next();
    if (bits & 64) this.estimated = values.next();
  },
  UsageReport: function (values) {
    this.total = values.next();
    this.byPurpose = values.next();
  },
  RunError: function (values, bits) {
    this.code = values.next();
    this.message = values.next();
    if (bits & 4) this.callId = values.next();
    this.seq = values.next();
  },
  Failure: function (values, bits) {
    this.code = values.next();
    this.message = values.next();
    if (bits & 4) this.callId = values.next();
  },
};

export const ENGINE: Records = {
  ThoughtStep: function (values, bits) {
    this.type = values.next();
    this.content = values.next();
    this.engine = values.next();
    if (bits & 8) this.why = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  ReflectionStep: function (values, bits) {
    this.type = values.next();
    this.assessment = values.next();
    this.needsRevision = values.next();
    this.engine = values.next();
    if (bits & 16) this.critiqueStatus = values.next();
    if (bits & 32) this.score = values.next();
    if (bits & 64) this.issues = values.next();
    if (bits & 128) this.suggestion = values.next();
    if (bits & 256) this.criteriaMet = values.next();
    if (bits & 512) this.confidence = values.next();
    if (bits & 1024) this.probability = values.next();
    if (bits & 2048) this.reason = values.next();
    if (bits & 4096) this.jurors = values.next();
    if (bits & 8192) this.disagreement = values.next();
    if (bits & 16384) this.judge = values.next();
    if (bits & 32768) this.evidence = values.next();
    this.draftIndex = values.next();
    if (bits & 131072) this.callId = values.next();
    if (bits & 262144) this.why = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  ToolCallStep: function (values, bits) {
    this.type = values.next();
    this.toolName = values.next();
    this.args = values.next();
    this.callId = values.next();
    if (bits & 16) this.purpose = values.next();
    this.engine = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  ToolResultStep: function (values, bits) {
    this.type = values.next();
    this.toolName = values.next();
    this.callId = values.next();
    if (bits & 8) this.purpose = values.next();
    this.result = values.next();
    this.engine = values.next();
    if (bits & 64) this.error = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  ActionStep: function (values, bits) {
    this.type = values.next();
    this.toolName = values.next();
    this.args = values.next();
    this.allowed = values.next();
    if (bits & 16) this.feedback = values.next();
    this.engine = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  ResponseStep: function (values, bits) {
    this.type = values.next();
    this.content = values.next();
    this.engine = values.next();
    if (bits & 8) this.why = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  Reading: function (values, bits) {
    this.status = values.next();
    if (bits & 2) this.score = values.next();
    if (bits & 4) this.needsRevision = values.next();
    this.issues = values.next();
    if (bits & 16) this.suggestion = values.next();
    if (bits & 32) this.criteriaMet = values.next();
    if (bits & 64) this.confidence = values.next();
    if (bits & 128) this.probability = values.next();
    if (bits & 256) this.suggestions = values.next();
    if (bits & 512) this.reasoning = values.next();
    if (bits & 1024) this.reason = values.next();
    if (bits & 2048) this.evidence = values.next();
    if (bits & 4096) this.beside = values.next();
  },
  VerifierVerdict: function (values, bits) {
    this.passed = values.next();
    if (bits & 2) this.issues = values.next();
    if (bits & 4) this.score = values.next();
  },
  Why: function (values, bits) {
    this.action = values.next();
    if (bits & 2) this.draftIndex = values.next();
    this.reason = values.next();
  },
  Juror: function (values, bits) {
    this.critic = values.next();
    if (bits & 2) this.judge = values.next();
    this.status = values.next();
    if (bits & 8) this.accepted = values.next();
    if (bits & 16) this.score = values.next();
    if (bits & 32) this.needsRevision = values.next();
    if (bits & 64) this.criteriaMet = values.next();
    if (bits & 128) this.confidence = values.next();
    if (bits & 256) this.probability = values.next();
    this.issues = values.next();
    if (bits & 1024) this.evidence = values.next();
    if (bits & 2048) this.reason = values.next();
    if (bits & 4096) this.raw = values.next();
  },
  Judge: function (values, bits) {
    if (bits & 1) this.name = values.next();
    if (bits & 2) this.model = values.next();
  },
  Draft: function (values, bits) {
    this.index = values.next();
    this.text = values.next();
    if (bits & 4) this.raw = values.next();
    if (bits & 8) this.parent = values.next();
    if (bits & 16) this.sawFailures = values.next();
    this.callId = values.next();
    this.judged = values.next();
    if (bits & 128) this.score = values.next();
    if (bits & 256) this.duplicateOf = values.next();
    if (bits & 512) this.oscillation = values.next();
    if (bits & 1024) this.lengthGrowth = values.next();
    if (bits & 2048) this.answer = values.next();
    if (bits & 4096) this.stoppedBy = values.next();
    this.verifiers = values.next();
  },
  Revision: function (values, bits) {
    this.iteration = values.next();
    this.draftIndex = values.next();
    if (bits & 4) this.critique = values.next();
    if (bits & 8) this.critiqueStatus = values.next();
    if (bits & 16) this.rawCritique = values.next();
    if (bits & 32) this.jurors = values.next();
    if (bits & 64) this.disagreement = values.next();
    if (bits & 128) this.judge = values.next();
    if (bits & 256) this.callId = values.next();
    this.verifiers = values.next();
  },
  Metadata: function (values, bits) {
    this.strategy = values.next();
    this.engineVersion = values.next();
    this.promptVersion = values.next();
    if (bits & 8) this.requirements = values.next();
  },
  ErrorPromise: function (values) {
    this.wrong = values.next();
    this.confidence = values.next();
    this.labels = values.next();
  },
  Quote: function (values) {
    this.quote = values.next();
    this.from = values.next();
    this.says = values.next();
    this.found = values.next();
  },
  CritiqueEvidence: function (values) {
    this.quotes = values.next();
    this.unsupported = values.next();
  },
  ReflectResult: function (values, bits) {
    this.output = values.next();
    this.status = values.next();
    this.accepted = values.next();
    if (bits & 8) this.acceptedBy = values.next();
    if (bits & 16) this.passedAfterHint = values.next();
    if (bits & 32) this.guarantee = values.next();
    if (bits & 64) this.acceptanceScore = values.next();
    this.judged = values.next();
    this.reviewReasons = values.next();
    this.stopReason = values.next();
    if (bits & 1024) this.score = values.next();
    this.iterations = values.next();
    this.reflections = values.next();
    this.draftIndex = values.next();
    if (bits & 16384) this.critique = values.next();
    if (bits & 32768) this.critiqueStatus = values.next();
    if (bits & 65536) this.jurors = values.next();
    if (bits & 131072) this.disagreement = values.next();
    this.drafts = values.next();
    this.dropped = values.next();
    this.revisionHistory = values.next();
    this.usage = values.next();
    this.errors = values.next();
    this.durationMs = values.next();
    this.steps = values.next();
    this.metadata = values.next();
    if (bits & 67108864) this.failure = values.next();
  },
  Calibration: function (values, bits) {
    this.version = values.next();
    if (bits & 2) this.key = values.next();
    this.tasks = values.next();
    this.revision = values.next();
    this.fresh = values.next();
    this.informedFresh = values.next();
  },
};

export const AUTOPILOT: Records = {
  IterationStep: function (values, bits) {
    this.type = values.next();
    this.iteration = values.next();
    this.output = values.next();
    if (bits & 8) this.done = values.next();
    if (bits & 16) this.criteriaMet = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  CriticStep: function (values, bits) {
    this.type = values.next();
    this.iteration = values.next();
    this.criteriaMet = values.next();
    this.confidence = values.next();
    this.suggestions = values.next();
    this.reasoning = values.next();
    if (bits & 64) this.reason = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  CriteriaSatisfiedStep: function (values) {
    this.type = values.next();
    this.iteration = values.next();
    this.byCritic = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  DoneStep: function (values) {
    this.type = values.next();
    this.status = values.next();
    this.accepted = values.next();
    this.stopReason = values.next();
    this.iterations = values.next();
    this.output = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  CriticVerdict: function (values, bits) {
    this.criteriaMet = values.next();
    this.confidence = values.next();
    this.suggestions = values.next();
    this.reasoning = values.next();
    if (bits & 16) this.reason = values.next();
  },
  AutopilotOutcome: function (values, bits) {
    this.output = values.next();
    this.status = values.next();
    this.accepted = values.next();
    if (bits & 8) this.acceptedBy = values.next();
    this.judged = values.next();
    this.reviewReasons = values.next();
    this.stopReason = values.next();
    this.iterations = values.next();
    if (bits & 256) this.criticVerdict = values.next();
    this.usage = values.next();
    this.errors = values.next();
    this.durationMs = values.next();
    this.steps = values.next();
    if (bits & 8192) this.failure = values.next();
  },
};

export const DECISION: Records = {
  DecisionStep: function (values, bits) {
    this.type = values.next();
    this.kind = values.next();
    this.shouldRevise = values.next();
    if (bits & 8) this.revisedAction = values.next();
    if (bits & 16) this.revisedConfidence = values.next();
    this.concerns = values.next();
    this.contraArgument = values.next();
    this.reflectionConfidence = values.next();
    this.llmEnhanced = values.next();
    this.durationMs = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  DecisionReflection: function (values, bits) {
    this.shouldRevise = values.next();
    if (bits & 2) this.revisedAction = values.next();
    if (bits & 4) this.revisedConfidence = values.next();
    this.concerns = values.next();
    if (bits & 16) this.rules = values.next();
    this.contraArgument = values.next();
    this.reflectionConfidence = values.next();
    this.llmEnhanced = values.next();
    if (bits & 256) this.fallback = values.next();
    this.status = values.next();
    this.stopReason = values.next();
    this.usage = values.next();
    this.errors = values.next();
    this.steps = values.next();
    if (bits & 16384) this.failure = values.next();
  },
};

export const RESEARCH: Records = {
  GapStep: function (values) {
    this.type = values.next();
    this.path = values.next();
    this.query = values.next();
    this.reason = values.next();
    this.missing = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  ConflictStep: function (values, bits) {
    this.type = values.next();
    this.path = values.next();
    this.query = values.next();
    this.values = values.next();
    if (bits & 16) this.settled = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  ResearchStep: function (values) {
    this.type = values.next();
    this.kind = values.next();
    this.query = values.next();
    this.path = values.next();
    this.iteration = values.next();
    this.taken = values.next();
    this.refused = values.next();
    this.fruitless = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  EvaluationStep: function (values) {
    this.type = values.next();
    this.passed = values.next();
    this.score = values.next();
    this.feedback = values.next();
    this.repairTargets = values.next();
    this.repairs = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  AnswerStep: function (values) {
    this.type = values.next();
    this.content = values.next();
    this.complete = values.next();
    this.accepted = values.next();
    this.seq = values.next();
    this.nowMs = values.next();
  },
  Evaluation: function (values) {
    this.passed = values.next();
    this.score = values.next();
    this.threshold = values.next();
    this.scores = values.next();
    this.feedback = values.next();
    this.repairTargets = values.next();
    this.failures = values.next();
  },
  MeasuredScore: function (values, bits) {
    this.score = values.next();
    if (bits & 2) this.explanation = values.next();
    this.paths = values.next();
    if (bits & 8) this.passed = values.next();
  },
  MetricFailure: function (values) {
    this.metric = values.next();
    this.reason = values.next();
  },
  RepairTarget: function (values, bits) {
    this.metric = values.next();
    this.score = values.next();
    if (bits & 4) this.explanation = values.next();
    this.paths = values.next();
  },
  AddedFacts: function (values) {
    this.taken = values.next();
    this.refused = values.next();
  },
  RefusedFact: function (values, bits) {
    this.fact = values.next();
    if (bits & 2) this.path = values.next();
    this.why = values.next();
  },
  CanonicalModel: function (values, bits) {
    if (bits & 1) this.topic = values.next();
    if (bits & 2) this.entities = values.next();
    this.fields = values.next();
  },
  CanonicalField: function (values, bits) {
    this.path = values.next();
    this.type = values.next();
    this.required = values.next();
    this.minCount = values.next();
    this.minSources = values.next();
    this.many = values.next();
    if (bits & 64) this.contrarian = values.next();
    if (bits & 128) this.unit = values.next();
    if (bits & 256) this.tolerance = values.next();
    if (bits & 512) this.asOf = values.next();
    if (bits & 1024) this.query = values.next();
    if (bits & 2048) this.values = values.next();
    if (bits & 4096) this.description = values.next();
  },
  FieldTolerance: function (values, bits) {
    if (bits & 1) this.relative = values.next();
    if (bits & 2) this.absolute = values.next();
  },
  Reflection: function (values, bits) {
    this.state = values.next();
    this.reason = values.next();
    if (bits & 4) this.next = values.next();
    this.missing = values.next();
    this.thin = values.next();
    this.conflicts = values.next();
  },
  FactSearch: function (values) {
    this.kind = values.next();
    this.path = values.next();
    this.topic = values.next();
    this.query = values.next();
    this.attempt = values.next();
  },
  MissingField: function (values) {
    this.path = values.next();
    this.required = values.next();
    this.waived = values.next();
  },
  ThinField: function (values) {
    this.path = values.next();
    this.required = values.next();
    this.count = values.next();
    this.minCount = values.next();
    this.sources = values.next();
    this.minSources = values.next();
    this.waived = values.next();
  },
  FactConflict: function (values, bits) {
    this.path = values.next();
    this.required = values.next();
    this.topic = values.next();
    if (bits & 8) this.asOf = values.next();
    this.sides = values.next();
    this.values = values.next();
    this.verified = values.next();
    this.waived = values.next();
    if (bits & 256) this.settledBy = values.next();
    if (bits & 512) this.value = values.next();
  },
  ConflictSide: function (values) {
    this.value = values.next();
    this.sources = values.next();
    this.facts = values.next();
  },
  ResearchResult: function (values, bits) {
    this.output = values.next();
    if (bits & 2) this.object = values.next();
    this.status = values.next();
    this.accepted = values.next();
    if (bits & 16) this.acceptedBy = values.next();
    this.judged = values.next();
    this.stopReason = values.next();
    this.reviewReasons = values.next();
    this.iterations = values.next();
    this.repairs = values.next();
    this.repetitionHits = values.next();
    this.reflection = values.next();
    if (bits & 4096) this.evaluation = values.next();
    this.evaluations = values.next();
    this.facts = values.next();
    this.usage = values.next();
    this.errors = values.next();
    this.durationMs = values.next();
    this.steps = values.next();
    if (bits & 524288) this.failure = values.next();
  },
};

export const STATISTICS: Records = {
  LoopReport: function (values) {
    this.all = values.next();
    this.window = values.next();
  },
  LoopHealth: function (values) {
    this.runs = values.next();
    this.failed = values.next();
    this.aborted = values.next();
    this.metrics = values.next();
    this.measures = values.next();
    this.alerts = values.next();
    this.diagnosis = values.next();
  },
  LoopMeasure: function (values, bits) {
    if (bits & 1) this.value = values.next();
    this.n = values.next();
    if (bits & 4) this.low = values.next();
    if (bits & 8) this.high = values.next();
  },
  LoopAlert: function (values, bits) {
    this.metric = values.next();
    this.value = values.next();
    this.side = values.next();
    this.level = values.next();
    this.n = values.next();
    if (bits & 32) this.low = values.next();
    if (bits & 64) this.high = values.next();
    this.confident = values.next();
    this.hint = values.next();
  },
  LoopDiagnosis: function (values) {
    this.symptom = values.next();
    this.component = values.next();
    this.fix = values.next();
    this.metrics = values.next();
    this.confident = values.next();
  },
  AlertEvent: function (values, bits) {
    this.type = values.next();
    this.metric = values.next();
    this.window = values.next();
    if (bits & 8) this.alert = values.next();
    this.nowMs = values.next();
  },
  Regression: function (values, bits) {
    this.hour = values.next();
    this.score = values.next();
    this.baseline = values.next();
    this.drop = values.next();
    this.samples = values.next();
    if (bits & 32) this.since = values.next();
  },
};
