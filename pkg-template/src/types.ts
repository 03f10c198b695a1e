// The interfaces that hold functions or generics. What is only data is generated from the Rust types.

import type {
  AcceptedBy,
  CallError,
  Output as CoreOutput,
  ReflectResult as CoreResult,
  Json,
  Message,
  ReflectSettings,
  RunError,
  Step,
  ToolSchema,
  Usage,
  VerifierVerdict,
} from './generated/reflect_engine.js';
import type { MessageInput, ModelResponse, ModelResponses, StandardSchema, ToolRecord, VerdictInput } from './given-types.js';

export type {
  AcceptedBy,
  ActionStep,
  AdvancedSettings,
  BudgetSettings,
  Calibration,
  Call,
  CallError,
  Content,
  CritiqueEvidence,
  CritiqueSettings,
  CritiqueStatus,
  Draft,
  ErrorCode as ReflectErrorCode,
  ErrorPromise,
  Failure,
  Form,
  Guarantee,
  GuaranteedJudge,
  HistorySettings,
  Json,
  Judge,
  Juror,
  JuryMode,
  JuryOrder,
  JurySettings,
  Message,
  ModelCall,
  OnContradiction,
  OnUnreadable,
  OnVerifierError,
  Part,
  Price,
  PurposeUsage,
  Quote,
  Reading,
  ReadOptions,
  ReflectionStep,
  ReflectSettings,
  ResponseStep,
  ReviewReason,
  Revision,
  Role,
  RunError,
  RunErrorCode,
  RunStatus,
  Sees,
  Select,
  Step,
  StopReason,
  Strategy,
  ThoughtStep,
  ToolCall,
  ToolCallStep,
  ToolResultStep,
  ToolRun,
  ToolSchema,
  Usage,
  UsageReport,
  Verdict,
  VerifierVerdict,
  VerifyRun,
  Why,
  WhyAction,
} from './generated/reflect_engine.js';

/** A JSON Schema: draft 4, 7, 2019-09 or 2020-12 (the default), as `$schema` says. Options that take one accept any `object` type. */
export type JsonSchema = { [key: string]: unknown };

/**
 * Asks a model. It may throw or reject: the engine notes the error, keeps its drafts, and does not ask again, so leave your client's
 * retries on. Adapters (`reflect-engine/openai`, …) make one from a client.
 */
export type Model = (request: ModelRequest) => Promise<ModelReply> | ModelReply;

/** Several responses only to a request with `n`. */
export type ModelReply = ModelResponse | ModelResponses | string;

export interface ModelRequest {
  /** The name of the run that asks. */
  runId: string;
  /** Unique in a run and the same when a run is repeated: `answer-1`, `critique-2`, with several critics `critique-2.judge-1`, of several drafts `critique-2.drafts-1-2-3`. */
  callId: string;
  purpose: 'answer' | 'critique' | 'revision' | (string & {});
  /** Number of the draft that is written or judged; the first is 1. */
  iteration: number;
  /** 1, or more when the same thing is asked again (an empty draft, an unreadable critique). */
  attempt: number;
  /** On a critique of several drafts at once: their indices, in the order in which they are shown. */
  drafts?: number[] | undefined;
  messages: Message[];
  /**
   * How many completions of this request are wanted, 2 or more, each a draft. A model that can do so returns them as `contents`, in this
   * one call. If it returns a `content`, or fails, the engine makes the other calls at once, and sends no `n` again in the run.
   */
  n?: number | undefined;
  /** Absent when no tools may be called. */
  tools?: ToolSchema[] | undefined;
  /** JSON Schema of the reply that is wanted, for models that can constrain decoding. */
  responseSchema?: JsonSchema | undefined;
  /**
   * Aborts when nobody waits for the answer any more. The engine does not rely on it. It is made when it is first read, so a spread
   * (`{ ...request }`) does not copy it: write `{ ...request, signal: request.signal }`.
   */
  readonly signal: AbortSignal;
  /** Present when somebody watches drafts being written, or a verifier may stop one: call it with each piece of text as it comes. */
  onDelta?: ((text: string) => void) | undefined;
  /** On a call to an autopilot's agent: what the critic's last verdict suggested. */
  criticFeedback?: string[] | undefined;
  /** The same when the call is made again after a restore. It follows from the task, the settings, the seed and `callId`. */
  idempotencyKey: string;
}

/** Judges a draft without a model: tests, a linter, a length. With a `partial` it may stop a draft while it is written. */
export type Verifier = Check | WatchingVerifier;

/**
 * Judges a whole draft.
 *
 * A thrown `AssertionError` (node:assert, chai, vitest; also what Jest's `expect` throws) is a failed check with its message. A verifier that throws anything else, returns
 * no {@link VerdictInput}, or takes longer than `budget.verifierTimeoutMs` is broken: the setting `onVerifierError` says what follows. A
 * check that must fail when it takes too long has to watch its own time and return an issue.
 */
export type Check = (draft: string, context: VerifierContext) => VerdictInput | Promise<VerdictInput>;

/**
 * Looks at a draft while it is written: at all of its text so far, without the model's thinking; a text before a call of a tool may be no
 * draft. `false`, words, or another verdict that
 * fails stop the draft: its call is aborted, and it has failed with these words. Whatever passes, and nothing at all, let it go on: only
 * `check` accepts. One that throws, hangs or returns something else stops nothing: it is noted in `errors`, and not asked again about this
 * draft.
 */
export type PartialCheck = (
  textSoFar: string,
  context: VerifierContext,
) => VerdictInput | undefined | Promise<VerdictInput | undefined>;

export interface WatchingVerifier {
  check: Check;
  partial?: PartialCheck | undefined;
}

/** The work behind a draft. It is read-only, and made when it is looked at. It holds the real texts, also where the run has a `redact`. */
export interface VerifierContext {
  /** Aborts when nobody waits for the verdict any more. */
  readonly signal: AbortSignal;
  /** The task's input. */
  readonly input: string | readonly Message[];
  /** The system prompt, the input, then the tool calls behind the draft with their results. */
  readonly messages: readonly Message[];
  /**
   * The tool calls behind the draft, in order: those made for it and for the drafts that it revises; calls that the input has behind its
   * question; in a gate those of all submissions so far. What the conversation before the question looked up is not among them.
   */
  readonly toolCalls: readonly ToolRecord[];
  /** What tools gave, as texts: the result of each of `toolCalls`, and results that a model or a host told without a call. */
  readonly evidence: readonly string[];
  /** The first draft is 0. */
  readonly draftIndex: number;
  /** Number of the draft; the first is 1. */
  readonly iteration: number;
  /** `verify-1.tests` */
  readonly callId: string;
  /** The same when the call is made again after a restore. */
  readonly idempotencyKey: string;
}

/** Finds the answer in a draft. See `answer` of a task. */
export type AnswerOf = (draft: string, context: { signal: AbortSignal }) => string | undefined | Promise<string | undefined>;

/** A critic with a model of its own. */
export interface CriticModel {
  model: Model;
  /** Its name in steps, jurors and telemetry. */
  name?: string | undefined;
  /**
   * Tools that it may call before its verdict, in at most `maxAnswerSteps` turns. They are for looking things up: give it none that changes
   * anything. Only this critic sees their results, fenced.
   */
  tools?: readonly Tool[] | undefined;
  /**
   * True when its replies have a `probability`, and no form: it is asked whether the draft can be used as it stands, about one draft at a
   * time, and calls no tools. `decisionCritic` of `reflect-engine/ai-sdk/critic` and `/openai` make one.
   */
  probability?: boolean | undefined;
}

export interface ToolContext {
  signal: AbortSignal;
  /** Unique in a run: `tool-3.search`. */
  callId: string;
  /** The id that the model gave. */
  toolCallId: string;
  idempotencyKey: string;
}

/** Something that the model may call. {@link tool} infers `Args` from a schema. */
export interface Tool<Args = unknown> {
  name: string;
  description?: string | undefined;
  /** What the arguments must be: a Standard Schema or a JSON Schema. Checked before `execute` runs. */
  schema?: StandardSchema | object | undefined;
  /** JSON Schema for the model. Default: what `schema` converts to. */
  parameters?: object | undefined;
  /** Its result is made plain JSON, of 1,000,000 characters at most. What it throws goes back to the model as an error. */
  execute(args: Args, context: ToolContext): unknown;
}

/**
 * A host that remembers the result of each step, and repeats a run from there. A step may sleep for a week, so the timeouts of `budget` do
 * not end one: set the host's own.
 */
export interface Durable {
  /** Runs `fn` once and remembers its result under `name`, which is unique in the run. Never called inside another. */
  run<R>(name: string, fn: () => Promise<R>, options: { idempotencyKey: string }): Promise<R>;
  /** Waits for several steps that `run` returned, and gives an answer for each, in their order. Without it parallel calls run one after another. */
  all?(steps: Promise<unknown>[]): Promise<unknown[]>;
  /** The time in milliseconds, the same when the run is repeated. Without it the run's clock is at 0. */
  now?(): number;
  /**
   * A u32 that is the same when the run is repeated; another number is refused. Default: the setting `seed`, else 0. Two runs of one task
   * under the same settings and seed have the same idempotency keys: give each its own seed if you need both.
   */
  seed?: number | undefined;
}

/** What a page can show of drafts while they are written. */
export type DraftEvent = { runId: string } & DraftChange;

/** What happens to a draft. `draftIndex` is 0 for the first one; a {@link ShownDraft} counts from 1. */
export type DraftChange =
  /** A piece of a draft. Leading thinking blocks are left out. */
  | { type: 'draft.delta'; draftIndex: number; callId: string; delta: string }
  /**
   * This draft is not returned: it was judged and fell short, or the text so far was no draft (a tool turn, an empty or failed reply, an
   * attempt that a durable host makes again; then `text` is absent). A page can clear what it showed of it. `classic` reports this when the
   * next draft begins to come; under the other strategies every draft may still be returned, so it is reported at the end. The last event
   * never rejects the returned draft, accepted or not: if a later draft took its place and came to nothing, the returned draft comes again
   * as one delta.
   */
  | { type: 'draft.rejected'; draftIndex: number; text?: string; score?: number; issues?: string[] }
  /** A critic, a verifier or a person accepted this draft; it is what the run returns. */
  | { type: 'draft.accepted'; draftIndex: number; text: string };

/** The state of a draft on a screen. `returned`: it is the answer, and nobody accepted it. */
export type DraftStatus = 'writing' | 'judged' | 'rejected' | 'accepted' | 'returned';

/** The verdict on a draft and, for the returned draft, how the run ended. */
export interface DraftTold {
  score?: number | undefined;
  issues?: string[] | undefined;
  acceptedBy?: AcceptedBy | undefined;
  stopReason?: ReflectResult['stopReason'] | undefined;
}

/** A draft on a screen. */
export interface ShownDraft extends DraftTold {
  /** Its number; the first is 1. */
  draft: number;
  /** Its text so far. It is shown again when it has grown by an eighth. */
  text: string;
  status: DraftStatus;
}

/** Where the drafts of a run are shown, piece by piece; the first one is 1. */
export interface Screen {
  draft(draft: number, status: DraftStatus, report: DraftTold & { delta?: string }): void;
  /** A piece of the final text, when nobody judges that draft. */
  text(delta: string): void;
}

/** A call has begun, or has ended. */
export interface CallEvent {
  type: 'start' | 'end';
  runId: string;
  callId: string;
  /** The purpose of a model call (`answer`, `critique`, …), or `tool` or `verify`. */
  purpose: string;
  /** Number of the draft that is written or judged; the first is 1. */
  iteration: number;
  /** 1, or more when the same thing is asked again. */
  attempt: number;
  /** By the clock of the run; only at the end. */
  durationMs?: number;
  /** As the model reported it. */
  usage?: Usage;
  /** What a verifier said. */
  verdict?: VerifierVerdict;
  /** Of a model's call: the verifier whose `partial` stopped the draft; `verdict` is what it said. */
  stoppedBy?: string;
  /** Why the call failed. */
  error?: CallError;
}

export interface ReflectTask<T = Json> {
  /** The question, or a conversation whose last user message is the question. */
  input: string | readonly MessageInput[];
  /** Instructions for the producer. */
  systemPrompt?: string | undefined;
  /** A draft that was made elsewhere: it is judged first, and costs no call. */
  draft?: string | undefined;
  /** Writes the drafts: messages in, a text or tool calls out. Adapters (`reflect-engine/openai`, …) make one from a client. */
  model: Model;
  /**
   * Default: the model itself. Several are a jury, of 32 at most (see the setting `jury`). `false`: verifiers alone decide.
   */
  critic?: Model | CriticModel | readonly (Model | CriticModel)[] | false | undefined;
  /** What the model may call while it writes a draft, in at most `maxAnswerSteps` turns. */
  tools?: readonly Tool[] | undefined;
  /** By name. They run at once, before the critic; one that fails forbids acceptance. */
  verifiers?: Record<string, Verifier> | undefined;
  /**
   * Whether a draft can be used at all: it holds code, it parses. Called for each draft before anybody judges it, as the call `usable-1`. A
   * draft that is not usable, or for which this throws, is treated as an empty one: the model is asked once more, then the run ends with
   * the draft before it. A result other than `true` or `false` ends the run with the draft before it; if there is none, the run rejects
   * with `misuse`.
   */
  usable?: ((draft: string, context: { signal: AbortSignal }) => boolean | Promise<boolean>) | undefined;
  /**
   * Finds the answer in a draft, in one form: drafts with the same text have the same answer, and the agreement of drafts that were written
   * independently is evidence. `undefined`: the draft has no answer. Called for each draft, as the call `verify-1.answer`; if it throws, or
   * returns something else, it counts as a broken verifier. `finalNumber`, `lastLine` and `codeOutputs` of `reflect-engine/verifiers` make
   * one. The setting `agree` says how many must agree.
   */
  answer?: AnswerOf | undefined;
  /**
   * The answer must be JSON of this schema. Checked as the verifier `outputSchema`; `result.object` is the value. A Standard Schema gives
   * its type; with a JSON Schema it is any JSON, or the type that you name: `engine.run<Colour>(…)`.
   */
  outputSchema?: StandardSchema<unknown, T> | object | undefined;
  /** Sees each step. It cannot change the run: what it throws is noted in `result.errors`. */
  onStep?: ((step: Step) => void) | undefined;
  /** Sees drafts being written. When it is given, models get `onDelta`. */
  onDraft?: ((event: DraftEvent) => void) | undefined;
  /**
   * Sees each text of steps, events, `errors` and the error that the run rejects with, and returns the text to show instead. It sees values
   * one by one, also those in a text that is JSON; keys, numbers and ids stay as they are. `onDraft` then gets each draft in one piece, so
   * that no secret is cut in two. Everything else holds the real texts: models, tools and verifiers, the rest of the result, and the
   * snapshot, which must be resumable: keep it where secrets may be. If the hook throws or returns no text, `[redacted]` is shown.
   */
  redact?: ((text: string) => string) | undefined;
  /** Sees each call of a model, tool or verifier begin and end, as it happens. What it throws is noted in `result.errors`. */
  onCall?: ((event: CallEvent) => void) | undefined;
  /** The run's name, in its result, requests and events. Default: a random one; with `durable`, the one in its idempotency keys. */
  runId?: string | undefined;
  /** Ends the run: it rejects with an `AbortError` whose `result` has the best draft so far. It does not wait for a hanging model. */
  signal?: AbortSignal | undefined;
  /** Settings of this run, laid over the engine's key by key. */
  settings?: ReflectSettings | undefined;
  /** A workflow engine that remembers the result of each call, so that a crashed run goes on where it was (docs/durable.md). */
  durable?: Durable | undefined;
}

/** An error of a run that was made in this process. */
export interface CausedRunError extends RunError {
  /** What your model, tool or verifier threw, with its stack. Not in JSON, and not in a copy of a result. */
  readonly cause?: unknown;
}

/** A task whose result has an `object`. */
export interface WithSchema {
  outputSchema: object;
}

/** A run that is resumed takes its input from the snapshot. */
export type ResumeTask<T = Json> = Omit<ReflectTask<T>, 'input' | 'draft'> & {
  input?: string | readonly MessageInput[] | undefined;
  /** A person's verdict on a finished run. */
  review?: { accepted: boolean; feedback?: string | undefined } | undefined;
};

/** A critic that the host asks. */
export type HostedCritic = Omit<CriticModel, 'model' | 'tools'> & {
  model?: Model | undefined;
  tools?: readonly Omit<Tool, 'execute'>[] | undefined;
};

/** A run that the host drives: the host makes the calls, so callbacks that make them may be left out. */
export type HostedTask = Pick<
  ReflectTask<unknown>,
  'input' | 'systemPrompt' | 'draft' | 'outputSchema' | 'redact' | 'settings' | 'runId'
> & {
  model?: Model | undefined;
  critic?: Model | HostedCritic | readonly (Model | HostedCritic)[] | false | undefined;
  tools?: readonly Omit<Tool, 'execute'>[] | undefined;
  /** By name; the host runs them. */
  verifiers?: Record<string, unknown> | undefined;
  /** The host answers the calls `usable-1`, … with `{ passed }`. */
  usable?: unknown;
  /** The host answers the calls `verify-1.answer`, … with a text, or `null`. */
  answer?: unknown;
};

/**
 * How a run ended: first what everybody reads, then the `trace`. It can be cloned, posted and written as JSON. Its `snapshot`, the run as
 * JSON for `resume`, is made when it is read, so a copy has none. Check `status`: with `'ok'` there is an `acceptedBy`.
 */
export type ReflectResult<T = Json> = (ReflectEnd & MayHold<T> & Accepted) | (ReflectEnd & MayHold<T> & NotAccepted);

/** The result of a task with an `outputSchema` that is run from its beginning: what a critic or a verifier accepted has an `object`. */
export type SchemaResult<T = Json> = (ReflectEnd & { object: T } & Accepted) | (ReflectEnd & MayHold<T> & NotAccepted);

/** The value of the output. */
export interface MayHold<T> {
  /** Present when the task has an `outputSchema` and the output conforms. */
  object?: T;
}

/** Somebody accepted the output. */
export interface Accepted<By = Exclude<AcceptedBy, 'evaluator'>> {
  /** `ok`: somebody accepted this very text. */
  status: 'ok';
  /** The same as `status === 'ok'`. */
  accepted: true;
  /** The last word: a `critic`, a `verifier` (your code, where no critic was asked), or a `human` by a review. */
  acceptedBy: By;
}

/** Nobody accepted the output, or there is none. */
export interface NotAccepted {
  /** `needs_review`: there is a text, and nobody accepted it. `failed`: there is none, and the run rejected. */
  status: 'needs_review' | 'failed';
  /** The same as `status === 'ok'`. */
  accepted: false;
  /** Nobody accepted it. */
  acceptedBy?: undefined;
}

/** What a result holds, whatever its status. */
export interface ReflectEnd
  extends Pick<
    CoreResult,
    'output' | 'passedAfterHint' | 'guarantee' | 'stopReason' | 'reviewReasons' | 'score' | 'iterations' | 'usage' | 'durationMs'
  > {
  /** Everything that went wrong on the way, in order. A run can be accepted and have errors. */
  errors: CausedRunError[];
  /** The task's `runId`, or a random one. */
  runId: string;
  /** The run as JSON, for `resume`. */
  readonly snapshot: string;
  /** How the run came to this: its drafts, critiques, steps and settings. */
  trace: ReflectTrace;
  /** What became of the files, of a gate that keeps them (`keepAttempts` of `reflect-engine/workspace`). */
  workspace?: Restoration;
}

/** What became of an agent's files when its gate ended. */
export interface Restoration {
  /** The attempt whose text is returned; the first is 1. 0: its files were not kept. */
  attempt: number;
  /** Attempts so far. */
  of: number;
  /** Its files are on disk again, in place of those of a later attempt. */
  restored: boolean;
  /** Why they are not: files that another hand has changed since, or that are in their way. */
  changed: string[];
  /** The same in words, such as `restored: 2 of 3`. */
  message: string;
}

/** How a run came to its result. */
export interface ReflectTrace
  extends Omit<CoreResult, Exclude<keyof ReflectResult<unknown>, 'object' | 'runId' | 'snapshot' | 'trace'> | 'failure'> {
  /** The settings of the run, as they were given. */
  settings: ReflectSettings;
  /** The critic that accepted the output is the model that wrote it. */
  selfCritique?: true;
}

/** The result of a run that its host drives. */
export type HostedResult = ReflectResult & Pick<CoreResult, 'failure'>;

/** What a host gets from a poll: something to show, a call to make, calls to wait for, or the end. */
export type Output<S = Step, R = HostedResult> = CoreOutput<S, R>;

/** What `engine.calibrate` learns from. */
export type Learnable = Pick<ReflectResult<unknown>, 'trace'>;

/**
 * A run that its host drives. Poll until `wait` or `done`, then hand in replies, in any order:
 *
 * ```js
 * for (let output = run.poll(); output.type !== 'done'; output = run.poll()) {
 *   if (output.type === 'call') calls.push(output.call);
 *   if (output.type === 'wait') for (const call of calls.splice(0)) run.reply(call.callId, await make(call));
 * }
 * ```
 *
 * Methods throw a `ReflectError`: `misuse` when called out of turn or with a time that is not a number, `invalid_task` for a review of
 * another shape, `engine_trap` when the engine trapped, which ends the run. Times are milliseconds, the host's clock by default. A run that
 * fails throws nothing: the result of `done` has a `failure`. Call `free()` at the end.
 */
export interface ReflectRun {
  /** The next step to show, call to make, or calls to wait for. */
  poll(nowMs?: number): Output;
  /** Hands in the outcome of a call: a model's reply, a tool's result, a verifier's verdict. It is made plain JSON first. */
  reply(callId: string, response: unknown, nowMs?: number): void;
  /** Hands in that a call failed: `{ code, message }`, or whatever was thrown. */
  fail(callId: string, error: unknown, nowMs?: number): void;
  /** Ends the run with the best draft so far. */
  abort(reason?: unknown, nowMs?: number): void;
  /** A person's verdict on a finished run: it is accepted, or goes on with the feedback. */
  review(accepted: boolean, feedback?: string, nowMs?: number): void;
  /** The whole run as JSON: `engine.resume` and `engine.restore` go on from it, in this runtime or another. */
  snapshot(): string;
  free(): void;
  [Symbol.dispose](): void;
}

/**
 * A run as it goes on: iterate it for steps, await `result` for the end, or both.
 *
 * Every iteration begins with the first step. It ends when the run ends, and throws what the run rejects with; leaving it early does
 * not end the run, `abort()` or `await using` does.
 */
export interface ReflectStream<T = Json, R = ReflectResult<T>> extends AsyncIterable<Step> {
  /** How the run ended. It never becomes an unhandled rejection: code that only iterates gets the error from the iteration. */
  readonly result: Promise<R>;
  /**
   * The final text only, no rejected draft. It comes whole when it is accepted, or piece by piece when nobody judges it (the last revision
   * of `classic`). Throws what the run rejects with, and `model_error` when such a text breaks off.
   */
  readonly textStream: AsyncIterable<string>;
  /** Ends the run: `result` rejects with an `AbortError` that carries what there is. */
  abort(reason?: unknown): void;
  /** @internal */
  show(screen: Screen): Promise<R>;
  /** Ends the run and waits until it has ended. */
  [Symbol.asyncDispose](): Promise<void>;
}
