// The interfaces of a research loop that hold functions. What is only data is generated from the Rust types.

import type { ResearchResult as ResearchOutcome, ResearchTraceStep } from '../generated/reflect_engine.js';
import type { Accepted, BudgetSettings, CallEvent, CausedRunError, Durable, NotAccepted, Price, Usage } from '../types.js';
import type { Evaluator } from './evaluator.js';
import type { EvaluatorSettings, EvaluatorSubject } from './evaluator-types.js';
import type { FactConflict, MissingField, SearchKind, ThinField } from './reflector-data.js';
import type { Fact, ReflectorSettings } from './reflector-types.js';

export type {
  AnswerStep,
  ConflictStep,
  EvaluationStep,
  GapStep,
  ResearchStep,
  ResearchTraceStep,
} from '../generated/reflect_engine.js';

/** One search that a research loop asks for. */
export interface ResearchRequest {
  /** What to search for: the field's own query, if the model has one. */
  query: string;
  /** What the user asked. */
  question: string;
  /** `find` what is missing, `verify` facts that contradict each other, `repair` what the evaluator named. */
  kind: SearchKind | 'repair';
  /** The field. Empty for a repair when the evaluator named no part of the answer. */
  path: string;
  /** What the field is about, in words. */
  topic: string;
  reason: 'incomplete_model' | 'thin_evidence' | 'resolving_conflict' | 'rejected';
  /** The evaluator's feedback, for a repair. */
  feedback?: string;
  /** The first is 1. */
  iteration: number;
  callId: string;
  idempotencyKey: string;
  signal: AbortSignal;
}

/**
 * What a search returns: facts about any field, or nothing; with a `usage` when it cost tokens. Name a fact's `origin` when its source
 * repeats another: copies of one claim then count as one voice. Return no fact when nothing was found.
 */
export type ResearchFound = readonly Fact[] | { facts: readonly Fact[]; usage?: Usage | undefined } | null | undefined;

/** Searches. If it throws, the error is noted and the search counts as fruitless. */
export type Research = (request: ResearchRequest) => ResearchFound | Promise<ResearchFound>;

/** What to compose the answer from. */
export interface ComposeRequest {
  /** What the user asked. */
  query: string;
  facts: Fact[];
  /** What is missing or thin: it was not found, or no searches were left. */
  gaps: (MissingField | ThinField)[];
  /** Conflicts, with `settledBy` and `value` when they were settled. Facts are numbered as in `facts`. */
  conflicts: FactConflict[];
  /** The evaluator's feedback on the previous answer. */
  feedback?: string;
  callId: string;
  idempotencyKey: string;
  signal: AbortSignal;
}

/** A conflict that somebody is asked to settle. */
export interface AdjudicateRequest {
  /** What the user asked. */
  query: string;
  /** The field. */
  path: string;
  /** What the field is about, in words. */
  topic: string;
  /** The date for which the facts hold, when they give one. */
  asOf?: string;
  /** Two or more, those with most sources first. */
  sides: AdjudicatedSide[];
  callId: string;
  idempotencyKey: string;
  signal: AbortSignal;
}

/** One side of a conflict, with the facts that are on it. */
export interface AdjudicatedSide {
  /** As the first of its facts gives it. */
  value: string;
  sources: number;
  /** Ten at most. */
  facts: Fact[];
}

/**
 * Returns the right value: the value of one of the facts, the fact or the side itself (any object with that `value`; `unit`, `asOf` and
 * `sourceId` distinguish facts of the same value), or nothing when it cannot tell. Anything else settles nothing and is noted in `errors`.
 */
export type Adjudicate = (request: AdjudicateRequest) => Adjudicated | Promise<Adjudicated>;

export type Adjudicated = Fact['value'] | { readonly value: Fact['value'] } | null | undefined;

/** Writes the answer: a text, or an object that JSON can hold. */
export type Compose = (request: ComposeRequest) => string | object | Promise<string | object>;

/** What a `ResearchLoop` is made of. */
export interface ResearchSettings {
  /** What an answer must hold: anything that `canonicalModel` takes. */
  canonicalModel: object;
  /** How facts are compared, when a field is given up, and who settles a conflict. */
  reflector?: ReflectorSettings | undefined;
  /**
   * Judges the answer, once the model is complete or stalled. It gets an {@link EvaluatorSubject}, with `trust`, `url` and `text` of a
   * fact's `metadata` as those of its source. Default: `new Evaluator()`. `false`: nothing is accepted.
   */
  evaluator?: Evaluator | EvaluatorSettings | false | undefined;
  /** Searches at most, including those for repairs, integer `1..=800`. Default 30. */
  maxIterations?: number | undefined;
  /** Repair rounds that rejections may open, integer `0..=100`. Default 2. */
  maxRepairs?: number | undefined;
  /**
   * The same search is made at most `limit` times (3) among the last `window` (10), unless it finds something new. `limit` is at most
   * `window`: if you give only one of them, the default of the other adapts.
   */
  repetition?: { window?: number | undefined; limit?: number | undefined } | undefined;
  /** `maxCalls` counts searches and compositions; by default the other settings say how many there can be. */
  budget?: Omit<BudgetSettings, 'verifierTimeoutMs'> | undefined;
  /** US dollars for a million tokens, by model name; `budget.maxCostUsd` needs them. */
  prices?: Record<string, Price> | undefined;
  /** Fixes idempotency keys. Default: random. */
  seed?: number | undefined;
}

/** One question. */
export interface ResearchTask {
  /** What the user asked. */
  query: string;
  research: Research;
  /** Default: the filled model. */
  compose?: Compose | undefined;
  /** Asked about each conflict after its verify query, once while it stays the same. Its choice holds until a new value contradicts it. */
  adjudicate?: Adjudicate | undefined;
  onStep?: ((step: ResearchTraceStep) => void) | undefined;
  /** Sees each call begin and end. What it throws is noted in `result.errors`. */
  onCall?: ((event: CallEvent) => void) | undefined;
  /**
   * Sees each text of steps, `errors` and the error that the run rejects with, and returns the text to show instead; paths and names of
   * metrics stay. Everything else holds the real texts: the callbacks, the rest of the result, and the snapshot, which must be resumable.
   * If it throws or returns no text, `[redacted]` is shown.
   */
  redact?: ((text: string) => string) | undefined;
  signal?: AbortSignal | undefined;
  /** Searches, compositions, adjudications and evaluations are then steps of a durable host. */
  durable?: Durable | undefined;
}

/** The task of a run that is resumed. */
export type ResumedResearchTask = Omit<ResearchTask, 'query'>;

/** A run as it goes on: iterate it for steps, await `result` for the end, or both. See {@link ReflectStream}. */
export interface ResearchStream extends AsyncIterable<ResearchTraceStep> {
  readonly result: Promise<ResearchResult>;
  /** The answer, once it is there. */
  readonly textStream: AsyncIterable<string>;
  /** Ends the run: `result` rejects with an `AbortError` that carries what there is. */
  abort(reason?: unknown): void;
  /** Ends the run and waits until it has ended. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** How a research loop's run ended: first what everybody reads, then the `trace`, as a `ReflectResult`. */
export type ResearchResult = (ResearchEnd & Accepted<'evaluator'>) | (ResearchEnd & NotAccepted);

/** What a result holds, whatever its status. */
export interface ResearchEnd
  extends Pick<
    ResearchOutcome,
    'output' | 'object' | 'stopReason' | 'reviewReasons' | 'iterations' | 'evaluation' | 'usage' | 'durationMs'
  > {
  /** Everything that went wrong on the way, in order. A run can be accepted and have errors. */
  errors: CausedRunError[];
  facts: Fact[];
  /** Fields that must or should be filled and are missing at the end. */
  missing: MissingField[];
  /** Facts that contradict each other at the end. */
  conflicts: FactConflict[];
  /** The name by which `onCall` and the idempotency keys know the run. */
  runId: string;
  /** The run as JSON, for `resume`. */
  readonly snapshot: string;
  /** How the run came to this. */
  trace: ResearchTrace;
}

/** How a research loop came to its result. */
export type ResearchTrace = Pick<
  ResearchOutcome,
  'judged' | 'repairs' | 'repetitionHits' | 'reflection' | 'evaluations' | 'steps'
>;

/** What the loop gives its evaluator. */
export interface ResearchSubject extends EvaluatorSubject {
  question: string;
  output: unknown;
  facts: Fact[];
}
