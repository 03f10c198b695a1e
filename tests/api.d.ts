// The public declarations of the package. Recorded by `cargo xtask build --record-api`.

// ---- autopilot-types.d.ts
/// <reference lib="esnext.disposable" />
import type { Critic } from './critic.js';
import type { AutopilotStep, BudgetSettings, AutopilotResult as CoreResult, CriteriaSatisfiedStep, CriticStep, CriticVerdict, DoneStep, IterationStep, Price, RunError, Usage } from './generated/reflect_engine.js';
import type { Model, Tool } from './types.js';
export type { AutopilotStep, CriteriaSatisfiedStep, CriticStep, CriticVerdict, DoneStep, IterationStep };
/** What a `Critic` is made of. */
export interface CriticSettings {
    /** Its own model. Without one it is lent the autopilot's, or that of `review`. */
    model?: Model | undefined;
    /** Who reviews and how. Criteria, the form of the reply and the notice about the fence are appended, never replaced. */
    systemPrompt?: string | undefined;
    /** `0..=1`. Default 0.75 (as shipit-agent). */
    confidenceThreshold?: number | undefined;
    /** Integer `0..=100`. Default 5 (as shipit-agent). */
    maxSuggestions?: number | undefined;
    /** When its reply cannot be read: `retry` asks once more, for the form alone; `stop` does not. Default `retry`. */
    onUnreadableCritique?: 'retry' | 'stop' | undefined;
}
/** What a critic is to review. Objective and criteria are yours; the output is shown fenced, of a long one head and tail. */
export interface ReviewTask {
    objective: string;
    /** At least one. */
    criteria: readonly string[];
    output: string;
    /** For a critic without a model of its own. */
    model?: Model | undefined;
    signal?: AbortSignal | undefined;
}
/** A verdict, with what went wrong when the critic could not be asked. */
export interface CriticReview extends CriticVerdict {
    /** Absent when nothing did. */
    errors?: RunError[];
}
/** An inner agent of your own. */
export type Agent = (request: AgentRequest) => Promise<string | AgentReply> | string | AgentReply;
export interface AgentRequest {
    /** Objective, criteria, the output of the iteration before, and the critic's feedback on it. */
    prompt: string;
    /** The first is 1. */
    iteration: number;
    /** Aborts when nobody waits for the agent any more. The autopilot does not rely on it. */
    signal: AbortSignal;
    /** Suggestions of the last verdict; empty when there are none. */
    criticFeedback: string[];
}
export interface AgentReply {
    output: string;
    /** The agent's own claim: ends a run without a critic, and accepts nothing. */
    done?: boolean | undefined;
    /** The agent's own claim, one flag for each criterion: accepts nothing. */
    criteriaMet?: readonly boolean[] | undefined;
    /** What it cost; estimated at 4 characters a token when it is not told. */
    usage?: Usage | undefined;
    /** Which model it was, by which `prices` are found. */
    model?: string | undefined;
    /** Why its model stopped, as the provider tells it: an output that was cut (`"length"`, `"tool-calls"`) is not accepted. */
    finishReason?: string | undefined;
}
export interface Goal {
    objective: string;
    /** What the output must show, one sentence each. At least one. */
    successCriteria: readonly string[];
}
/** Limits, each checked before a call is made. */
export interface AutopilotBudget extends Omit<BudgetSettings, 'verifierTimeoutMs'> {
    /** Integer `1..=500`. Default 10. */
    maxIterations?: number | undefined;
}
/** Where runs are kept between processes: a file, a table, a key-value store. */
export interface Checkpoint {
    /**
     * What was saved last under this id; nothing for a new run. One that throws makes the run reject, and so does one that gives nothing within
     * `callTimeoutMs` and `maxSeconds`, 60 seconds at most.
     */
    load(runId: string): string | null | undefined | Promise<string | null | undefined>;
    /**
     * Called after each iteration and waited for, as long as a call may take and the run has time, 60 seconds at most. One that throws or
     * takes longer is noted in `result.errors` as `checkpoint_error`; where it took the last of `maxSeconds`, the run ends by that.
     */
    save(runId: string, snapshot: string): unknown;
}
interface AutopilotBase {
    goal: Goal;
    budget?: AutopilotBudget | undefined;
    checkpoint?: Checkpoint | undefined;
    /** US dollars for a million tokens, by model name; `budget.maxCostUsd` needs them. */
    prices?: Record<string, Price> | undefined;
    /** Fixes the nonces so that a trace can be repeated. Default: random. */
    seed?: number | undefined;
}
/** The inner agent is a model, with the engine's tool loop. `critic: true` lends the critic the same model. */
export interface ModelAutopilot extends AutopilotBase {
    model: Model;
    tools?: readonly Tool[] | undefined;
    /** Tool turns in one iteration, integer `1..=100`. Default 5. */
    maxAnswerSteps?: number | undefined;
    agent?: undefined;
    critic?: boolean | Critic | undefined;
}
/** The inner agent is a function of yours. Its critic needs a model of its own. */
export interface AgentAutopilot extends AutopilotBase {
    agent: Agent;
    model?: undefined;
    tools?: undefined;
    maxAnswerSteps?: undefined;
    critic?: Critic | false | undefined;
}
/** What an autopilot is made of: exactly one of `model` and `agent`. Without a critic nothing is accepted. */
export type AutopilotSettings = ModelAutopilot | AgentAutopilot;
export interface AutopilotRunOptions {
    /** The name of the run, under which it is saved; must be there with a `checkpoint`. Default: a random one. */
    runId?: string | undefined;
    signal?: AbortSignal | undefined;
}
/** How an autopilot's run ended: first what everybody reads, then the `trace`, as a `ReflectResult`. */
export interface AutopilotResult extends Omit<CoreResult, 'judged' | 'criticVerdict' | 'steps' | 'failure'> {
    /** The one that it was given, or a random one. */
    runId: string;
    trace: AutopilotTrace;
}
/** How a run came to its result. */
export interface AutopilotTrace extends Pick<CoreResult, 'judged' | 'criticVerdict' | 'steps'> {
    /** The critic that accepted the output is the model that wrote it. */
    selfCritique?: true;
}
/**
 * A run as it goes on: iterate it for steps, await `result` for the end, or both. Every iteration begins with the first step of this
 * process; leaving it early does not end the run, `abort()` or `await using` does.
 */
export interface AutopilotStream extends AsyncIterable<AutopilotStep> {
    /** How the run ended. Its rejection is never an unhandled one: who only iterates gets the error there. */
    readonly result: Promise<AutopilotResult>;
    /** Ends the run: `result` rejects with an `AbortError` that carries what there is. */
    abort(reason?: unknown): void;
    /** Ends the run and waits until it has ended. */
    [Symbol.asyncDispose](): Promise<void>;
}

// ---- autopilot.d.ts
import type { AutopilotResult, AutopilotRunOptions, AutopilotSettings, AutopilotStream } from './autopilot-types.js';
/**
 * Works towards a goal, iteration by iteration: an inner agent (yours, or a model with tools) gives an output, a critic reviews it
 * against the success criteria, and its suggestions go into the next iteration, until every criterion is confidently met or the
 * budget is spent (as shipit-agent).
 *
 * One autopilot runs any number of times, also at once. It holds nothing but its settings.
 */
export declare class Autopilot {
    private readonly wire;
    /** As JSON. */
    private readonly tools;
    private readonly schemas;
    /** What a run is made of, for its snapshot. */
    private readonly origin;
    private readonly callbacks;
    private readonly checkpoint;
    /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
    constructor(settings: AutopilotSettings);
    /**
     * Runs to the end. With a `checkpoint` it goes on from what is saved under `runId`, and saves after each iteration.
     *
     * Rejects with a {@link ReflectError} that carries `result` when no iteration gave an output, or the run was aborted
     * (`name: 'AbortError'`); whatever happens after the first output resolves, with `status: 'needs_review'` unless the critic
     * accepted it.
     */
    run(options?: AutopilotRunOptions): Promise<AutopilotResult>;
    /** Runs, and shows the steps as they come. What is wrong with the options is thrown at once. */
    stream(options?: AutopilotRunOptions): AutopilotStream;
    private begin;
    private core;
    private checkOptions;
}

// ---- critic.d.ts
import type { CriticReview, CriticSettings, CriticVerdict, ReviewTask } from './autopilot-types.js';
import type { Model } from './types.js';
/**
 * A second opinion: scores an output against success criteria (as shipit-agent).
 *
 * An {@link Autopilot} asks the critic's model after each iteration and reads its replies as `review` does.
 */
export declare class Critic {
    /** Its own model; without one it is lent the model of the autopilot or of `review`. */
    readonly model: Model | undefined;
    /** Who reviews and how; the criteria and the form of the reply always stand behind it. */
    readonly systemPrompt: string | undefined;
    /** "All criteria met" ends a run only from this confidence, `0..=1`. Default 0.75. */
    readonly confidenceThreshold: number;
    /** Suggestions kept of one verdict, integer `0..=100`. Default 5. */
    readonly maxSuggestions: number;
    /** What follows when its reply cannot be read: `retry` asks once more, for the form alone. Default `retry`. */
    readonly onUnreadableCritique: 'retry' | 'stop';
    /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
    constructor(settings?: CriticSettings);
    /**
     * Reviews one output. A model that throws, takes too long or answers nonsense gives a verdict of confidence 0, and never rejects;
     * what it threw is told in `errors`. Rejects with `invalid_task` for a task of the wrong shape and with an `AbortError`.
     */
    review(task: ReviewTask): Promise<CriticReview>;
    /**
     * Whether a verdict may end a run: every criterion is met, the confidence reaches the threshold, and there is no `reason` to distrust it.
     * Throws `invalid_task` for what is no object.
     */
    shouldTerminate(verdict: CriticVerdict): boolean;
}

// ---- critique.d.ts
import type { Reading, ReadOptions } from './types.js';
/**
 * Reads one reply of a critic: accepted, needs revision, contradictory, unclear, or invalid with a reason. It applies no policy and never throws for what a
 * model wrote. Throws `invalid_settings` for options that are unknown or out of range.
 */
export declare function readCritique(text: string, options?: ReadOptions): Reading;

// ---- decision/index.d.ts
/**
 * Looks at a decision once more before it ships: by a model, and by rules where there is none or it fails.
 *
 * @packageDocumentation
 */
export { DecisionReflector } from './reflector.js';
export { applyRevision } from './revision.js';
export type * from './types.js';

// ---- decision/reflector.d.ts
import type { DecisionLog, DecisionReflection, DecisionRequest, DecisionSettings, Evidence, RevisableDecision, RevisedDecision, Revising } from './types.js';
/**
 * One step before a decision ships (the *Reflection Agent* design): a model argues against it; without a model, or where it throws, takes
 * too long or cannot be read, four mechanical rules speak. It stands between observing and the policy check of a `reason()` flow.
 *
 * One reflector serves any number of decisions, also at once. It holds nothing but its settings.
 */
export declare class DecisionReflector<E = Evidence, I = unknown> {
    private readonly wire;
    private readonly settings;
    private readonly ownRules;
    /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
    constructor(settings?: DecisionSettings<E, I>);
    /**
     * Reflects on one decision. Rejects with `invalid_task` for a request of the wrong shape, and with an `AbortError` when the signal
     * ends it; whatever else happens ends in the rules.
     */
    reflect(request: DecisionRequest<E, I>): Promise<DecisionReflection>;
    /**
     * Goes on from the `snapshot` of a reflection on the same request, also in another process; the budget is this reflector's. What was
     * answered is not asked again. A reflection that is over stays as it was: it is given again, and one that was aborted rejects again, as an
     * engine's run does. Rejects as `reflect` does, and with `invalid_snapshot` for
     * one that is damaged or of another loop.
     */
    resume(snapshot: string, request: DecisionRequest<E, I>): Promise<DecisionReflection>;
    private drive;
    /** The decision after a reflection, and the record for a decision log: the function of this name. */
    applyRevision<D extends RevisableDecision>(decision: D, reflection: Revising): {
        decision: RevisedDecision<D>;
        log: DecisionLog;
    };
    /** What the decision rests on, as the core reads it. */
    private situationOf;
    /** What the user's own function reads from each piece of evidence. */
    private read;
    private callbacks;
}

// ---- decision/revision.d.ts
import type { DecisionLog, RevisableDecision, RevisedDecision, Revising } from './types.js';
/**
 * The decision after a reflection, and the record of it for a decision log. Nothing that is given is changed; a reflection that
 * revises nothing leaves a copy as it was.
 *
 * A decision holds its action as `action`, or as the `result` of the *Reflection Agent* design: as `decision`, as `recommendation.action`,
 * or both. What holds it gets `originalAction`, `revisedByReflection` and `reflectionConcerns`; the `recommendation`, where there is one.
 * `confidence` becomes the revised one, else four fifths of what it was.
 *
 * Throws `invalid_task` for a decision without an action, and for a reflection that is none, naming the field.
 */
export declare function applyRevision<D extends RevisableDecision>(decision: D, reflection: Revising): {
    decision: RevisedDecision<D>;
    log: DecisionLog;
};

// ---- decision/types.d.ts
import type { BudgetSettings, DecisionReflection as DecisionOutcome, DecisionStep, DecisionTraceStep, Price, ReflectionFallback } from '../generated/reflect_engine.js';
import type { Durable, Model } from '../types.js';
export type { DecisionStep, DecisionTraceStep, ReflectionFallback };
/** What a piece of evidence speaks for: a word, an action, or how many signals of each kind it holds. */
export type Signal = 'approve' | 'reject' | 'neutral' | (string & {}) | {
    approve?: number | undefined;
    reject?: number | undefined;
};
/**
 * What one tool gave. Whatever else it holds is shown to the model.
 *
 * Its signal is `signal`, else `signals`, else a known word as `result.signal` or `result.recommendation`. It failed when `success` is
 * false, or without a `success` when it or its `result` carries an `error` or `result.success` is false.
 */
export interface Evidence {
    /** Its tool's name. Without one it is told by its number. */
    tool?: string | undefined;
    /** What the tool tells of; a tool of another domain than the request's is not leaned on. */
    domain?: string | undefined;
    success?: boolean | undefined;
    error?: unknown;
    signal?: Signal | undefined;
    signals?: {
        approve?: number | undefined;
        reject?: number | undefined;
    } | undefined;
    result?: unknown;
    [key: string]: unknown;
}
/** A decision that is about to ship, and what it rests on: evidence of the type `E`, an input of the type `I`. */
export interface DecisionRequest<E = Evidence, I = unknown> {
    agentId?: string | undefined;
    agentName?: string | undefined;
    /** The agent's field (`fraud detection`): named in the request to the model, and compared with the domains of failed tools. */
    domain?: string | undefined;
    /** What was decided on. The model sees 2,000 characters of it, head and tail. */
    input?: I | undefined;
    /** One entry for each tool that was run, failed ones too. */
    evidence?: readonly E[] | undefined;
    /** The action, or an object with it. `reliesOn` names the tools or domains that it leans on; without it, all of its domain. */
    decision: string | DecidedAction | (DecidedAction & {
        [key: string]: unknown;
    });
    /** `0..=100`. */
    riskScore?: number | undefined;
    /** `0..=1`. */
    confidence?: number | undefined;
    /** The reasoning so far: a text, or anything that JSON can hold. */
    chainOfThought?: unknown;
    signal?: AbortSignal | undefined;
    /** The model and your own rules are then steps of a durable host. */
    durable?: Durable | undefined;
}
/** What a decision tells of itself, beside whatever else it holds. */
export interface DecidedAction {
    action: string;
    /** Names of the tools or domains that it leans on. */
    reliesOn?: readonly string[] | undefined;
}
/** A rule of your own: the concern that it raises, several, or nothing. What it throws is noted, and raises none. */
export type DecisionRule<E = Evidence, I = unknown> = (request: DecisionRequest<E, I>, context: {
    signal: AbortSignal;
}) => RuleConcern | Promise<RuleConcern>;
/** What a rule of your own may return. */
export type RuleConcern = string | readonly string[] | null | undefined;
/** The four rules of the *Reflection Agent* design: `false` switches one off, an object sets its numbers. */
export interface DecisionRulesSettings {
    /** Signals disagree: `min(approve, reject) / (approve + reject) > above` (0.3), from `minSignals` (2) on. */
    contradiction?: boolean | {
        above?: number | undefined;
        minSignals?: number | undefined;
    } | undefined;
    /** The confidence is above `above` (0.8) and fewer than `minTools` (3) tools were run. */
    overconfidence?: boolean | {
        above?: number | undefined;
        minTools?: number | undefined;
    } | undefined;
    /** The risk score is above `approveAbove` (60) and the decision approves, or below `rejectBelow` (20) and it rejects. */
    risk?: boolean | {
        approveAbove?: number | undefined;
        rejectBelow?: number | undefined;
    } | undefined;
    /** A tool failed that the decision leans on. */
    failure?: boolean | undefined;
}
/** What a `DecisionReflector` is made of. */
export interface DecisionSettings<E = Evidence, I = unknown> {
    /** Asked first. Without one the rules speak. */
    model?: Model | undefined;
    /** Who reviews and how, in place of the default; the four questions, the form of the reply and the fence always stand behind it. */
    systemPrompt?: string | undefined;
    /** When the model's reply cannot be read: `retry` asks once more, `stop` lets the rules speak at once. Default `retry`. */
    onUnreadableCritique?: 'retry' | 'stop' | undefined;
    /** Every action that may be decided. Default `['APPROVE', 'REVIEW', 'REJECT']`. */
    actions?: readonly string[] | undefined;
    /** Actions that approve. Default `['APPROVE']`. */
    approveActions?: readonly string[] | undefined;
    /** Actions that reject. Default `['REJECT']`. */
    rejectActions?: readonly string[] | undefined;
    /** What the rules revise a decision to. Default `'REVIEW'`. */
    escalateTo?: string | undefined;
    /** Concerns from which the rules revise, integer `1..=100`. Default 2. */
    minConcerns?: number | undefined;
    rules?: DecisionRulesSettings | undefined;
    /**
     * Your own rules, by name; those of the four are taken. They are asked after the four, when the rules speak. What a rule says that `input`
     * is, requests must give: `({ input }: DecisionRequest<Evidence, Seller>) => …`.
     */
    ownRules?: Record<string, DecisionRule<E, I>> | undefined;
    /**
     * Reads the signal of a piece of evidence in place of its fields, at once. What it throws is noted, and is no signal; what it gives that is
     * none, a promise too, is `invalid_task`.
     */
    signals?: ((evidence: E, index: number) => Signal | null | undefined) | undefined;
    /** `callTimeoutMs` (default 30,000) holds for the model and for each of your own rules. */
    budget?: Omit<BudgetSettings, 'verifierTimeoutMs'> | undefined;
    /** US dollars for a million tokens, by model name; `budget.maxCostUsd` needs them. */
    prices?: Record<string, Price> | undefined;
    /** Fixes the nonces so that a trace can be repeated. Default: random. */
    seed?: number | undefined;
}
/** What came of reflecting on a decision. */
export interface DecisionReflection extends Omit<DecisionOutcome, 'failure' | 'status' | 'stopReason'> {
}
/** What `applyRevision` reads of a reflection. */
export interface Revising extends Pick<DecisionReflection, 'shouldRevise'> {
    concerns: readonly DecisionReflection['concerns'][number][];
    revisedAction?: string | undefined;
    revisedConfidence?: number | undefined;
}
/**
 * A decision as it is before and after a revision: with `action`, or as the `result` of the *Reflection Agent* design with `decision` and
 * `recommendation`.
 */
export interface RevisableDecision {
    action?: string | undefined;
    decision?: string | undefined;
    recommendation?: {
        action?: string | undefined;
    } | null | undefined;
    confidence?: number | undefined;
}
/** What a revision adds to what holds the action. */
export interface RevisionMarks {
    originalAction?: string;
    revisedByReflection?: true;
    reflectionConcerns?: string[];
}
/**
 * A decision after its reflection: the action may be another one and the confidence a new one; the marks stand in the `recommendation`,
 * where there is one.
 */
export type RevisedDecision<D> = D extends unknown ? Revised<D> & (D extends {
    recommendation: object;
} ? unknown : RevisionMarks) & ('confidence' extends keyof D ? unknown : {
    confidence?: number;
}) : never;
type Revised<D> = {
    [K in keyof D]: K extends 'action' | 'decision' ? Action<D[K]> : K extends 'confidence' ? number | D[K] : K extends 'recommendation' ? Recommended<D[K]> : D[K];
};
type Recommended<R> = R extends object ? {
    [K in keyof R]: K extends 'action' ? Action<R[K]> : R[K];
} & RevisionMarks & ('action' extends keyof R ? unknown : {
    action?: string;
}) : R;
/** The name of another action is no longer a literal type. */
type Action<A> = A extends string ? string : A;
/** What a decision log keeps of a reflection (the *Reflection Agent* design). */
export interface DecisionLog {
    /** The decision was revised. */
    reflectionApplied: boolean;
    originalDecision: string;
    /** The same as `originalDecision` when it stands. */
    revisedDecision: string;
    reflectionConcerns: string[];
}

// ---- engine.d.ts
/// <reference lib="esnext.disposable" />
import type { HostedTask, Json, Knowledge, Learnable, ReflectResult, ReflectRun, ReflectSettings, ReflectStream, ReflectTask, ResumeTask, WithSchema } from './types.js';
/**
 * Makes an agent check its own work: draft, critique, revise, until the draft is accepted or the budget is spent.
 *
 * One engine runs any number of tasks, also at once. It holds nothing but its settings.
 */
export declare class ReflectEngine {
    readonly name: 'reflect';
    private settings;
    /** The settings, checked. */
    private core;
    private freed;
    /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
    constructor(settings?: ReflectSettings);
    /** Revisions at most. */
    get maxReflections(): number;
    /** Points from which a draft is accepted. */
    get acceptanceThreshold(): number;
    /** What critics are told, the format of their reply included. */
    get critiquePrompt(): string;
    /** As below, of a task with an `outputSchema`: `object` is what it says. */
    run<T = Json>(task: ReflectTask<T> & WithSchema): Promise<ReflectResult<T>>;
    /**
     * Runs a task to its end.
     *
     * Rejects with a {@link ReflectError} that carries `result` when there is no usable draft at all, or the run was aborted
     * (`name: 'AbortError'`); whatever happens after the first draft resolves, with `status: 'needs_review'` unless it was accepted.
     */
    run<T = string>(task: ReflectTask<T>): Promise<ReflectResult<T>>;
    /** As below, of a task with an `outputSchema`: `object` is what it says. */
    stream<T = Json>(task: ReflectTask<T> & WithSchema): ReflectStream<T>;
    /** Runs a task and shows its steps as they come. What is wrong with the task itself is thrown at once. */
    stream<T = string>(task: ReflectTask<T>): ReflectStream<T>;
    /** Begins a run that the caller drives: poll, make the calls, hand in the replies. The time is in milliseconds. */
    start(task: HostedTask, nowMs?: number): ReflectRun;
    /**
     * Goes on with a run from a snapshot, driven by the caller. `settings` are laid over the engine's, and these over the snapshot's. Give the
     * `redact` that the run was started with once more: no hook stands in a snapshot.
     */
    restore(snapshot: string, settings?: ReflectSettings, nowMs?: number, options?: Pick<HostedTask, 'redact' | 'runId'>): ReflectRun;
    /** As below, of a task with an `outputSchema`: `object` is what it says. */
    resume<T = Json>(snapshot: string, task: ResumeTask<T> & WithSchema): Promise<ReflectResult<T>>;
    /**
     * Goes on with a run from a snapshot: an interrupted one where it stood, a finished one with a person's `review`. Settings of
     * this engine and of the task are laid over those in the snapshot. Who judges was settled when the run began: a verifier, a critic, a
     * `usable` or an `outputSchema` that it has not is refused as `invalid_task`; one that the task lacks is a failed call. The question is
     * the snapshot's, and so is the system prompt: another one is refused.
     */
    resume<T = string>(snapshot: string, task: ResumeTask<T>): Promise<ReflectResult<T>>;
    /**
     * Learns from finished runs, of this engine or another, with any strategy: what `adaptive` then believes of first drafts, of
     * revisions and of the critic. A tracker keeps runs, and what people and programs said of them later (`getLessons`). Runs that began
     * earlier are not touched. Throws `invalid_task` when something is no result, and has learned nothing then.
     */
    learn(results: Learnable | readonly Learnable[]): void;
    /** What was learned so far, as plain JSON: the setting `knowledge` of the next engine. */
    knowledge(): Knowledge;
    /** No more runs are started; those that go on are not touched. */
    free(): void;
    [Symbol.dispose](): void;
    private begin;
    private create;
    private started;
    private reopen;
    private overlaid;
    private mustTime;
    private mustLive;
}

// ---- error.d.ts
import type { ReflectErrorCode, ReflectResult } from './types.js';
/** What a {@link ReflectError} may carry. */
export interface ReflectErrorOptions<R = ReflectResult<unknown>> {
    cause?: unknown;
    result?: R;
}
/**
 * Every error of this package. Test with {@link isReflectError}, then switch on `code`.
 *
 * `name` is `'AbortError'` when the code is `'aborted'`, else `'ReflectError'`. `cause` is what your own callback threw, or
 * the signal's reason, untouched. `result` is there when a run had begun: it holds the drafts, steps, usage and a snapshot; it is not
 * enumerable, so that a log of the error is short.
 */
export declare class ReflectError<R = ReflectResult<unknown>> extends Error {
    readonly name: 'ReflectError' | 'AbortError';
    readonly code: ReflectErrorCode;
    readonly result?: R;
    constructor(code: ReflectErrorCode, message: string, options?: ReflectErrorOptions<R>);
}
/**
 * True for a {@link ReflectError} of any copy or version of this package. `R` is what its `result` is: that of a `ReflectEngine`, or
 * an `AutopilotResult` for what an autopilot rejected with.
 */
export declare function isReflectError<R = ReflectResult<unknown>>(error: unknown): error is ReflectError<R>;
/** What was thrown, in words. Anything can be thrown, also what throws when it is read. */
export declare function told(thrown: unknown): string;
/** Nobody waits for what was given: a promise that rejects must not end the process. */
export declare function ignored(given: unknown): void;
/** Adds a `case` for every member of a union, or does not compile. */
export declare function assertNever(value: never): never;

// ---- evals/http.d.ts
import type { DecisionEvaluator } from './types.js';
/** How {@link httpEvaluator} asks. */
export interface HttpEvaluatorOptions {
    /** Sent along: a key, say. */
    headers?: Record<string, string> | undefined;
    /** Default: the host's. */
    fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}
/**
 * An evaluator behind HTTP: the payload goes out as JSON by POST, `{ scores, … }` comes back, an {@link EvaluatorResult} of which other keys
 * are not read. Any status but 2xx fails the evaluation.
 */
export declare function httpEvaluator(url: string, options?: HttpEvaluatorOptions): DecisionEvaluator;

// ---- evals/index.d.ts
/**
 * Keeps evaluations, and tells how scores go and when they fall.
 *
 * @packageDocumentation
 */
export type { HttpEvaluatorOptions } from './http.js';
export { httpEvaluator } from './http.js';
export type { MemoryStoreSettings } from './memory.js';
export { memoryStore } from './memory.js';
export { getEvalTracker } from './shared.js';
export type * from './store.js';
export { EvalTracker } from './tracker.js';
export type * from './types.js';

// ---- evals/indexeddb.d.ts
import type { EvalStore } from './store.js';
/**
 * Keeps evaluations in a page's IndexedDB database of this name. A commit is one transaction with strict durability; any number of tabs
 * and workers of one origin may write at once. Rejections are `store_error` and name the database: no IndexedDB, no room left, held by
 * another page, or of a newer version.
 */
export declare function indexedDbStore(name: string): EvalStore;

// ---- evals/memory.d.ts
import type { EvalStore } from './store.js';
/** Settings of a {@link memoryStore}. */
export interface MemoryStoreSettings {
    /**
     * Evaluations that are kept; of more the first to come are forgotten, their windows not: one of these ids that comes again is counted
     * again, so that no import of more lines than this may be repeated. Integer from 1. Default 100,000.
     */
    maxEvaluations?: number | undefined;
}
/** Keeps evaluations as long as the process lives. */
export declare function memoryStore(settings?: MemoryStoreSettings): EvalStore;

// ---- evals/postgres-connection.d.ts
/** What is used of a `Client` of pg. */
export interface PgClient {
    connect(): Promise<unknown>;
    query(text: string, values?: string[]): Promise<{
        rows: unknown[];
    }>;
    on(event: 'error', listener: (error: Error) => void): unknown;
}
/** What is used of a client that a `Pool` of pg lends. */
export interface PooledPgClient extends PgClient {
    release(destroy?: boolean): void;
}
/** What is used of a `Pool` of pg. */
export interface PgPool {
    readonly totalCount: number;
    connect(ready: (error: Error | undefined, client: PooledPgClient | undefined) => void): void;
    query(text: string, values?: string[]): Promise<{
        rows: unknown[];
    }>;
    on(event: 'error', listener: (error: Error) => void): unknown;
}
/** What is used of the `sql` of postgres. */
export interface PostgresSql {
    unsafe(text: string, values?: string[]): {
        raw(): PromiseLike<unknown>;
    };
    begin(options: string, work: (sql: Pick<PostgresSql, 'unsafe'>) => Promise<void>): Promise<unknown>;
}
/** Asks, with `$1` for the first value; the first column of the rows, whatever a client calls it. */
export type Query = (text: string, values?: string[]) => Promise<unknown[]>;
/** Someone's client. */
export interface Connection {
    /** For a sentence; no password. */
    readonly name: string;
    query: Query;
    /** What `work` asks is one transaction, of what is committed. When it rejects nothing was written, or the connection was lost. */
    transaction<R>(work: (query: Query) => Promise<R>): Promise<R>;
}
/** Throws `invalid_settings` for what is no client. */
export declare function connectionOf(client: PgClient | PgPool | PostgresSql): Connection;

// ---- evals/postgres.d.ts
import { type PgClient, type PgPool, type PostgresSql } from './postgres-connection.js';
import type { EvalStore } from './store.js';
export type { PgClient, PgPool, PooledPgClient, PostgresSql } from './postgres-connection.js';
/**
 * Keeps evaluations in a PostgreSQL database (from 13 on) through a client of yours: a `Client` or a `Pool` of `pg`, or the `sql` of
 * `postgres`. It stays yours: closing the store does not end it. A `Client` should be used for nothing else, and does not come back when
 * its connection is lost; a `Pool` and a `sql` do.
 *
 * The tables are made in the first schema of the search path, and brought up to date by numbered steps. Several processes may write at
 * once. Rejections are `store_error` and name the database. A lock is waited for 5 seconds.
 *
 * Give `postgres` the option `fetch_types: false`, unless your own queries need those types: it asks for them whenever it connects, and
 * when it is cut off in that moment it rejects where nobody listens. The store needs none.
 */
export declare function postgresStore(client: PgClient | PgPool | PostgresSql): EvalStore;

// ---- evals/server/handler.d.ts
import { type EvalReader } from './routes.js';
/** Who may read, and where. */
export interface EvalHandlerOptions {
    /**
     * Lets a request through by giving `true`; anything else, a throw included, is a 403. Without it every request is one. It is asked
     * before anything else, so that nobody learns which paths there are.
     */
    authorize?: ((request: Request) => boolean | Promise<boolean>) | undefined;
    /** The path that stands before the routes, as `/api/agents`. Default: none. */
    basePath?: string | undefined;
    /** Told what `authorize` or the store threw, of which an answer says nothing. Default: `console.error`. */
    onError?: ((error: unknown, request: Request) => void) | undefined;
}
/**
 * Answers `GET` and `HEAD` of `/evals/stats`, `/:agentId/evals`, `/:agentId/evals/stats` and `/:agentId/evals/trend` with JSON. It takes
 * a `Request` and gives a `Response`, as Bun, Deno, workers and Hono want it; for `node:http` there is `@hono/node-server`. It never
 * rejects.
 *
 * The URL of a `Request` is resolved before it comes here: `/a/../b/evals` is `/b/evals`, percent-encoded dots too. So agents named `.` or
 * `..` cannot be asked for, and what checks paths must check that of `request.url`.
 *
 * Throws `invalid_settings` for an unknown option or a wrong type, naming it.
 */
export declare function evalHandler(tracker: EvalReader, options?: EvalHandlerOptions): (request: Request) => Promise<Response>;

// ---- evals/server/index.d.ts
/**
 * What an `EvalTracker` knows, over HTTP: read-only, closed unless you open it.
 *
 * @packageDocumentation
 */
export type { EvalHandlerOptions } from './handler.js';
export { evalHandler } from './handler.js';
export type { EvalPage, EvalReader, EvalTrendAnswer } from './routes.js';

// ---- evals/server/routes.d.ts
import type { EvalTracker } from '../tracker.js';
import type { EvalHistoryEntry, EvaluationRecord } from '../types.js';
/** What is asked of a tracker. */
export type EvalReader = Pick<EvalTracker, 'getEvalHistory' | 'getEvalTrend' | 'getAgentEvalStats' | 'getSystemEvalStats'>;
/** Answer of `/:agentId/evals`. */
export interface EvalPage {
    agentId: string;
    /** Newest first. */
    evaluations: EvaluationRecord[];
    /** There are older ones: `?before=` this. */
    next?: string;
}
/** Answer of `/:agentId/evals/trend`. */
export interface EvalTrendAnswer {
    agentId: string;
    windowHours: number;
    /** Hours that have evaluations, oldest first. */
    trend: EvalHistoryEntry[];
}
/** Throws `RequestError` for a request that cannot be answered. */
export declare function answer(tracker: EvalReader, basePath: string, request: Request): Promise<Response>;

// ---- evals/shared.d.ts
import { EvalTracker } from './tracker.js';
import type { EvalTrackerSettings } from './types.js';
/**
 * The one tracker that all of a process shares (the *Evaluation Tracking* design), made by the first call. Give its settings there: later
 * calls with settings throw `invalid_settings`. Without any it keeps evaluations in memory.
 */
export declare function getEvalTracker(settings?: EvalTrackerSettings): EvalTracker;

// ---- evals/sqlite.d.ts
import type { EvalStore } from './store.js';
/**
 * Keeps evaluations in a SQLite database: through `node:sqlite` where it exists (Node 22 and later), else through an installed
 * `better-sqlite3` (its version 12 for Node 20). Several processes may write at once. Rejections are `store_error` and name the path.
 */
export declare function sqliteStore(path: string): EvalStore;

// ---- evals/store.d.ts
/** What a store keeps of one evaluation: fields of its own, to be copied at will. */
export interface EvaluationRow {
    evaluationId: string;
    agentId: string;
    /** Milliseconds since the epoch. */
    createdMs: number;
    /** The same, in ISO 8601, UTC. */
    createdAt: string;
    /** The window that it falls into. */
    historyId: string;
    /** The record, as JSON. */
    data: string;
}
/** What a store keeps of one agent's evaluations of one hour. */
export interface WindowRow {
    /** `EVALH-{agentId}-{YYYYMMDDHH}`, in UTC. */
    historyId: string;
    agentId: string;
    /** Its beginning, in milliseconds since the epoch. */
    startMs: number;
    /** The window, as JSON. */
    data: string;
}
/** The windows of rows that were not there yet, added to what is stored of them. */
export type FoldWindows = (added: readonly EvaluationRow[], stored: readonly string[]) => WindowRow[];
/** Where evaluations are kept. A store is opened by its first use. */
export interface EvalStore {
    /** Rejects where the store cannot work at all, as without its driver. Opens nothing; a tracker asks when it is made. */
    check?(): Promise<void>;
    /**
     * In one transaction: keeps the rows whose ids are not there yet, and brings the windows of those up to date: `fold` is given them
     * and the stored `data` of their windows. When it resolves all is durable; when it rejects nothing was kept. The same rows may come
     * again.
     *
     * A tracker keeps what is rejected and tries again. A row that is refused alone, while others are taken, is dropped and reported;
     * not when the error, or its `cause`, has the `code` of a lock, a full disk or a connection.
     */
    commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void>;
    /** `data` of evaluations, newest first (then by id, the last first), only those before `before`. */
    evaluations(query: EvaluationQuery): Promise<string[]>;
    /** `data` of windows that begin in `fromMs..toMs`, oldest first; without an agent those of all. */
    windows(query: {
        agentId?: string;
        fromMs: number;
        toMs: number;
    }): Promise<string[]>;
    /** Forgets evaluations, and windows, from before these times. */
    prune(limits: {
        evaluationsBeforeMs?: number;
        windowsBeforeMs?: number;
    }): Promise<void>;
    close(): Promise<void>;
}
/** Which evaluations are wanted. */
export interface EvaluationQuery {
    /** All agents without one. */
    agentId?: string;
    limit: number;
    before?: {
        createdMs: number;
        evaluationId: string;
    };
}

// ---- evals/tracker.d.ts
import type { Lesson } from '../types.js';
import type { AgentEvalStats, EvalEvents, EvalHistoryEntry, EvalRegression, EvalTrackerCounts, EvalTrackerSettings, EvaluationInput, EvaluationPayload, EvaluationPlace, EvaluationRecord, LessonOptions, RecordableRun, RunOptions, SystemEvalStats } from './types.js';
/**
 * Keeps evaluations of decisions, tells how they go, hour by hour, and notices when they fall (the *Evaluation Tracking* design).
 *
 * `record` and `evaluateDecision` return at once; rows go to the store in groups of 256, or after 20 ms. What `flush` has acknowledged is
 * durable, as far as the store is. Queries see all that was recorded before them.
 */
export declare class EvalTracker {
    private readonly settings;
    private readonly ids;
    private readonly events;
    private readonly clock;
    private readonly writer;
    private readonly jobs;
    private readonly watch;
    private readonly counted;
    private warned;
    private closing;
    /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
    constructor(settings?: EvalTrackerSettings);
    /**
     * Keeps one evaluation, and returns its id at once. Throws `invalid_task` for an evaluation of the wrong shape, and nothing else: a
     * store that fails, a queue that is full, or a tracker that is closed is reported by `flush`, the event `error` and `counts`.
     */
    record(evaluation: EvaluationInput): string;
    /**
     * Keeps a finished run as an evaluation, shows it to the `monitor`, and returns its name at once: the `runId`, or one made for it.
     * What is said of the run later is an evaluation with this name as `decisionId`; by a person it is a rating to the monitor, and by a person or a
     * program it is the truth that `getLessons` adds. Throws `invalid_task` for what is no result.
     */
    recordRun(run: RecordableRun, options: RunOptions): string;
    /**
     * The runs of an agent that were recorded, the oldest first, with what people or programs said of them since: for `engine.learn`. A
     * person outranks a program; of several the mean counts.
     */
    getLessons(agentId: string, { limit, points }?: LessonOptions): Promise<Lesson[]>;
    /**
     * Resolves when all that was recorded is durable; rejects with `store_error` when it is not (it is tried again by itself), and when
     * evaluations were dropped: every flush that waits then says so, or else the next one.
     */
    flush(): Promise<void>;
    /**
     * Has the evaluator score a decision, in the background, and records what it says. The payload is copied at once. Never rejects and
     * need not be waited for: it resolves with the id of the evaluation, or with nothing when there is none (`counts` says why). The
     * evaluator is not asked about a decision of the wrong shape, which is the event `error`.
     */
    evaluateDecision(payload: EvaluationPayload): Promise<string | undefined>;
    /**
     * Evaluations of an agent, newest first. `limit` is an integer from 1 to 10,000; with `before`, the last one of an earlier page, those
     * that come after it.
     */
    getEvalHistory(agentId: string, limit?: number, before?: EvaluationPlace): Promise<EvaluationRecord[]>;
    /** The hours of an agent that have evaluations, oldest first, of the last so many hours (default a week, integer to 87,600). */
    getEvalTrend(agentId: string, windowHours?: number): Promise<EvalHistoryEntry[]>;
    /** What all hours that are kept say of an agent. */
    getAgentEvalStats(agentId: string): Promise<AgentEvalStats>;
    /** What all hours that are kept say of all agents, and of each. */
    getSystemEvalStats(): Promise<SystemEvalStats>;
    /**
     * The alarms of the last closed hour that has evaluations, of the last two weeks. Those that were not raised yet are raised now. The
     * tracker looks by itself after each closed hour, too.
     */
    checkForRegression(agentId: string): Promise<EvalRegression[]>;
    /** Listens; the returned function ends that. What a listener throws stops nobody. */
    on<E extends keyof EvalEvents>(event: E, listener: (event: EvalEvents[E]) => unknown): () => void;
    /** How much was done since the tracker was made. */
    counts(): EvalTrackerCounts;
    /** Every evaluation that is kept as a line of JSON, newest first: one line also to those who take U+2028 for the end of one. */
    exportJsonl(): AsyncGenerator<string, void, void>;
    /**
     * Keeps the evaluations of these lines, as `exportJsonl` gives them; those that are kept already are not kept twice, so that an
     * import may be repeated. Those that `retention.evaluationDays` would forget at once are left out, and counted as `expired`: nobody
     * could tell that they came before. Resolves with the number of the others when all is durable; rejects with `invalid_task` at the
     * first line that is no evaluation, naming it, and with `store_error` when the store fails, or meanwhile refused an evaluation for good.
     */
    importJsonl(lines: Iterable<string> | AsyncIterable<string>): Promise<number>;
    /**
     * Makes all durable, tells the alarms of the hours that are over, and closes the store; rejects as `flush` does, and then it is closed
     * too. Decisions that wait for an evaluator are given up, and the signal of those at work is aborted: what they give is ignored. The
     * tracker is of no use afterwards: what is recorded is dropped, and reported so; queries reject with `store_error`.
     */
    close(): Promise<void>;
    private end;
    /** The row of a line; nothing when it is too old. */
    private imported;
    private keep;
    /** False: it was dropped. */
    private add;
    /** What a monitor throws stops nothing; only what it refuses as no result is none. */
    private observe;
    /** What a person says of a run is a rating of it. */
    private rate;
    /** The store, with all that was recorded; one that cannot be written may still be read. One that was closed would be opened anew. */
    private store;
    /** Reports early what can be known of a store before it is used: a turn later, when somebody listens. */
    private ask;
    private failed;
    private storeFailed;
}

// ---- evals/types.d.ts
import type { ReflectError } from '../error.js';
import type { ObservedDecision, ObservedResult } from '../observed.js';
import type { Lesson } from '../types.js';
import type { EvalStore } from './store.js';
/** What evaluated: a model, a program, or a person. */
export type SourceKind = 'model' | 'code' | 'human';
/** One evaluation as it is handed in. */
export interface EvaluationInput {
    agentId: string;
    decisionId?: string | undefined;
    /**
     * By metric; `null` is not scored, and not zero. A number lies between -1,000,000 and 1,000,000. It is kept as it is; windows, and all
     * figures that come from them, round each to a billionth.
     */
    scores: Readonly<Record<string, number | null>>;
    /** Where the scores come from: `combined`. */
    evalSource?: string | undefined;
    sourceKind?: SourceKind | undefined;
    /** Scores of different evaluators, and of different versions of one, are never compared. */
    evaluatorId?: string | undefined;
    evaluatorVersion?: string | undefined;
    explanation?: string | undefined;
    /** US dollars. */
    costUsd?: number | undefined;
    /** Kept to 2,000 characters; what is no text is kept as JSON. */
    input?: unknown;
    decision?: string | undefined;
    riskScore?: number | undefined;
    confidence?: number | undefined;
    /** Default: a new one. The same id is kept once, whoever hands it in; one that the store has forgotten is new, and counted again. */
    evaluationId?: string | undefined;
    /**
     * A date, ISO 8601 with a time of day (`2026-02-22T12:34:56Z`), or milliseconds. Default: now. A text without a zone is local time, as
     * everywhere in JavaScript, and so another hour on another machine: write the `Z`, or the offset.
     */
    createdAt?: string | number | Date | undefined;
    /** What `recordRun` keeps of a run, for `getLessons`. */
    run?: Lesson | undefined;
}
/** One evaluation as it is kept (`agent_evaluations`). */
export interface EvaluationRecord extends Pick<EvaluationInput, 'decisionId' | 'evalSource' | 'sourceKind' | 'evaluatorId' | 'evaluatorVersion' | 'explanation' | 'costUsd' | 'decision' | 'riskScore' | 'confidence' | 'run'> {
    /** `EVAL-{agentId}-{time36}-{process}{counter}`. */
    evaluationId: string;
    agentId: string;
    scores: Record<string, number | null>;
    /** Mean of the numeric scores; `null` without any. */
    aggregateScore: number | null;
    input?: string;
    /** ISO 8601, UTC. */
    createdAt: string;
}
/** The result of any loop, of yours too, or the error with one that a run rejected with. */
export type RecordableRun = ObservedResult | ObservedDecision | ReflectError<ObservedResult | ObservedDecision>;
/** What a tracker tells of runs: a `LoopMonitor` of `reflect-engine/monitor` is one. */
export interface RunObserver {
    observe(run: RecordableRun, options: {
        agent: string;
        runId: string;
    }): unknown;
    feedback(feedback: {
        runId: string;
        rating: number;
    }): unknown;
}
/** How a run is recorded. */
export interface RunOptions extends Pick<EvaluationInput, 'agentId' | 'input' | 'evaluatorId' | 'evaluatorVersion' | 'createdAt'> {
    /** Its name among others: a run that is recorded twice is kept once. Default: the result's, else one made for it. */
    runId?: string | undefined;
}
/** What `getLessons` reads. */
export interface LessonOptions {
    /** The last so many evaluations of the agent, integer from 1 to 10,000. Default 1,000. */
    limit?: number | undefined;
    /** Points from 0 to 10 that an evaluation by a person or a program is worth. Default: ten times its aggregate score, a share of 1. */
    points?: ((evaluation: EvaluationRecord) => number | null | undefined) | undefined;
}
/** Where an evaluation stands in a history. */
export type EvaluationPlace = Pick<EvaluationRecord, 'createdAt' | 'evaluationId'>;
export type ScoreTrend = 'improving' | 'stable' | 'degrading' | 'insufficient_data';
/** Figures of many scores, each of them rounded to a billionth; `null` without any. */
export interface ScoreFigures {
    avg: number | null;
    min: number | null;
    max: number | null;
    count: number;
}
/** Figures of many evaluations; scores are `null` where there are none. */
export interface EvalFigures {
    evalCount: number;
    avgScore: number | null;
    minScore: number | null;
    maxScore: number | null;
    scoresByMetric: Record<string, ScoreFigures>;
}
/** One hour of UTC of one agent. */
export interface EvalHistoryEntry extends EvalFigures {
    historyId: string;
    agentId: string;
    windowStart: string;
    windowEnd: string;
    /**
     * This hour against the last one before it, of two weeks, with scores of the evaluator that said most in it, whatever range is asked
     * for. Of an hour that goes on, or has no scores: that of the last closed hour of two weeks that has some.
     */
    scoreTrend: ScoreTrend;
}
/** What is known of an agent, over all hours that are kept. */
export interface AgentEvalStats extends EvalFigures {
    agentId: string;
    scoreTrend: ScoreTrend;
}
/** What is known of all agents. */
export interface SystemEvalStats extends EvalFigures {
    /** By id. */
    agents: AgentEvalStats[];
}
/** An alarm: scores have fallen. */
export interface EvalRegression {
    agentId: string;
    sourceKind?: SourceKind;
    evaluatorId?: string;
    evaluatorVersion?: string;
    /** Absent: the aggregate score. */
    metric?: string;
    rule: 'drop15' | 'cusum';
    /** The closed hour that raised it. */
    windowStart: string;
    /** Mean of that hour; under `cusum` since the change. */
    score: number;
    /** Mean of what was usual. */
    baseline: number;
    /** Share of the baseline that is lost. For a baseline of zero it is very large, and says nothing: there look at `changeSize`. */
    drop: number;
    /** Scores behind `score`. */
    samples: number;
    /** The hour in which the change is estimated to have begun; only under `cusum`. */
    changeStart?: string;
    /** `score - baseline`; only under `cusum`. */
    changeSize?: number;
}
/** How regressions are found. */
export interface RegressionSettings {
    /**
     * `drop15` (default, the *Evaluation Tracking* design's): the last closed hour lies more than 15 % below the seven days before it. Of a
     * baseline that is zero or negative there is no share, so a metric with one never alarms: take `cusum` for it. `cusum` (recommended): small drops of hourly means
     * add up, against a baseline of seven days that ends a day before, whatever its sign. It must hold 24 hours with scores; where it holds
     * fewer it reaches back for them, to two weeks, and then 7 are enough: a job that runs each night is known from its tenth run on,
     * and a weekly one never.
     */
    rule?: 'drop15' | 'cusum' | undefined;
    /** For `drop15`, a share of the baseline, `0..=1`. Default 0.15. */
    drop?: number | undefined;
    /** For `drop15`: scores in the hour, and in its baseline, at least. Integer from 1. Default 10. */
    minSamples?: number | undefined;
    /**
     * Hours after an alarm in which the same series raises no other, integer from 0. Default 24. Once in a week, or a cool-down if that is
     * longer, the next one may come up to as many hours later.
     */
    coolDownHours?: number | undefined;
}
/** What an evaluator is given: a copy of the time it was handed in, with objects as JSON holds them, to 1,000,000 characters each. */
export interface EvaluationPayload {
    agentId: string;
    decisionId?: string | undefined;
    input?: unknown;
    evidence?: unknown;
    result?: unknown;
    chainOfThought?: unknown;
    decision?: string | undefined;
    riskScore?: number | undefined;
    confidence?: number | undefined;
}
/** Scores one decision. What else it gives is refused, as an evaluator's error. */
export type DecisionEvaluator = (payload: EvaluationPayload, context: {
    signal: AbortSignal;
}) => EvaluatorResult | Promise<EvaluatorResult>;
export type EvaluatorResult = Pick<EvaluationInput, 'scores'> & Pick<EvaluationInput, 'evalSource' | 'sourceKind' | 'evaluatorId' | 'evaluatorVersion' | 'explanation' | 'costUsd'>;
/** What an `EvalTracker` is made of. */
export interface EvalTrackerSettings {
    /** Default `memoryStore()`, which forgets when the process ends. */
    store?: EvalStore | undefined;
    /** For `evaluateDecision`. */
    evaluator?: DecisionEvaluator | undefined;
    /** Milliseconds for one evaluator. Default 60,000. */
    evaluatorTimeoutMs?: number | undefined;
    /** Evaluators that run at once, integer from 1. Default 4. */
    concurrency?: number | undefined;
    /** Decisions that wait for an evaluator, integer from 0; more are refused. Default 1,000. */
    maxWaiting?: number | undefined;
    /** Share of the decisions that are evaluated, `0..=1`. Default 1. */
    sampleRate?: number | undefined;
    /**
     * Rows that wait for the store, integer from 1; more are dropped, and reported. Default 100,000.
     */
    maxQueue?: number | undefined;
    /** `false`: none are looked for. */
    regressions?: RegressionSettings | false | undefined;
    /**
     * Called for each alarm, by the tracker that sees rows of the agent after the hour; of several on one store by each of them. One that
     * begins looks at the last hour with rows before its first ones, too, of two weeks, so that an alarm may be raised again after a restart,
     * but is not missed: agent, evaluator, `metric` and `windowStart` name it.
     */
    onRegression?: ((regression: EvalRegression) => unknown) | undefined;
    /** Observes every run that is recorded, and what people say of one later, as a rating. What it throws is the event `error`. */
    monitor?: RunObserver | undefined;
    /**
     * Days that are kept: evaluations (default: for ever) and windows. Of these regressions need 30 days, and with a cool-down of more than
     * a week twice the cool-down and 16 days. Who hands in an evaluation again after it was forgotten has it counted in its hour again.
     */
    retention?: {
        evaluationDays?: number | undefined;
        windowDays?: number | undefined;
    } | undefined;
    /** Warnings; default `console.warn`. */
    warn?: ((message: string) => void) | undefined;
    /**
     * Milliseconds since the epoch; default `Date.now`. What it throws, or gives that is no time, is `invalid_task` to who asked, else the
     * event `error`.
     */
    now?: (() => number) | undefined;
}
/** What a tracker tells those who listen. */
export interface EvalEvents {
    'agent:eval:regression': EvalRegression;
    /**
     * A store, an evaluator or a listener failed; evaluations were dropped, or given up by `close`; or a decision was refused because of its
     * shape.
     */
    error: unknown;
}
/** How much a tracker has done since it was made. */
export interface EvalTrackerCounts {
    recorded: number;
    /** Durable. */
    committed: number;
    /** Lost because the queue was full, the store refused them for good, or the tracker was closed. */
    dropped: number;
    /** Recorded, and not durable yet. */
    queued: number;
    /** Lines that an import left out, since `retention` would forget them at once. */
    expired: number;
    /** Decisions that an evaluator scored; of one that was dropped `dropped` tells. */
    evaluated: number;
    /** Decisions left out by `sampleRate`. */
    notSampled: number;
    /** Decisions refused because of their shape, or because too many were waiting; and those not evaluated because the tracker was closed. */
    refused: number;
    /** Evaluators that threw or gave no scores. */
    evaluatorErrors: number;
    evaluatorTimeouts: number;
}

// ---- generated/reflect_engine.d.ts
/// <reference lib="esnext.disposable" />
/* tslint:disable */
/* eslint-disable */

/** Anything that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What went wrong in a run, in a word that programs may compare. `RunError` says which is which. */
export type RunErrorCode =
| ErrorCode | 'verifier_error' | 'timeout' | 'bad_response' | 'unknown_tool' | 'invalid_arguments' | 'not_made'
| 'tool_refused' | 'unusable_draft' | 'unreadable_requirements' | 'max_reflections' | 'no_response_schema'
| 'callback_error' | 'checkpoint_error'
| 'refused_fact' | 'repetition' | 'research_error' | 'compose_error' | 'adjudicate_error' | 'unreadable_reflection';

/** A piece of a message. Text is read; every other part is carried, never read, and comes back verbatim in later requests. */
export type Part = { type: 'text'; text: string } | { type: 'image' | 'file' | 'opaque'; [key: string]: Json | undefined };

/** What a host gets from a poll: something to show, a call to make, calls to wait for, or the end. */
export type Output<S = Step, R = ReflectResult> =
| { type: 'step'; step: S }
| { type: 'call'; call: Call }
| { type: 'wait'; callIds: string[] }
| { type: 'done'; result: R };

/** A step of an autopilot, told apart by `type`. */
export type AutopilotStep =
| ({ type: 'iteration' } & IterationStep)
| ({ type: 'critic' } & CriticStep)
| ({ type: 'criteria_satisfied' } & CriteriaSatisfiedStep)
| ({ type: 'done' } & DoneStep)
| ({ type: 'tool_call' } & ToolCallStep)
| ({ type: 'tool_result' } & ToolResultStep);

/** What the core must know of an autopilot: everything but its callbacks. */
export interface AutopilotWire {
    goal: unknown;
    budget?: unknown;
    critic?: unknown;
    prices?: unknown;
    maxAnswerSteps?: unknown;
    seed?: unknown;
    agent: boolean;
}

/** The one step of a reflection on a decision: a trace span of type `reflection`, and as `kind` the step type of a chain of thought. */
export type DecisionTraceStep = { type: 'reflection' } & DecisionStep;

/** What the core must know of a reflection on decisions: everything but its callbacks. */
export interface DecisionWire {
    actions?: unknown;
    approveActions?: unknown;
    rejectActions?: unknown;
    escalateTo?: unknown;
    minConcerns?: unknown;
    rules?: unknown;
    ownRules: string[];
    model: boolean;
    systemPrompt?: unknown;
    budget?: unknown;
    prices?: unknown;
    seed?: unknown;
}

/** What a metric came to: what its callback returned, or why it gave nothing. */
export type MetricOutcome = { value: unknown } | { failed: string };

/** What the core must know of an evaluator: everything but its callbacks. */
export interface EvaluatorWire { metrics: string[]; weights?: unknown; threshold?: unknown }

/** A step of a research loop, told apart by `type`. */
export type ResearchTraceStep =
| ({ type: 'gap' } & GapStep)
| ({ type: 'conflict' } & ConflictStep)
| ({ type: 'research' } & ResearchStep)
| ({ type: 'evaluation' } & EvaluationStep)
| ({ type: 'response' } & AnswerStep);

/** What the core must know of a research loop: everything but its callbacks. */
export interface ResearchWire {
    canonicalModel: unknown;
    reflector?: unknown;
    evaluator?: EvaluatorWire | false;
    maxIterations?: unknown;
    maxRepairs?: unknown;
    repetition?: unknown;
    budget?: unknown;
    prices?: unknown;
    compose: boolean;
    adjudicate: boolean;
    seed?: unknown;
}


/**
 * A call that the host is asked to make. Its name is unique in a run and the same in every run with the same inputs, so that it
 * can be the name of a durable step.
 */
export type Call = ({ kind: "model" } & ModelCall) | ({ kind: "tool" } & ToolRun) | ({ kind: "verify" } & VerifyRun);

/**
 * A decision was reflected on: a trace span of type `reflection` (the *Reflection Agent* design).
 */
export interface DecisionStep {
    shouldRevise: boolean;
    revisedAction?: string;
    revisedConfidence?: number;
    concerns: string[];
    contraArgument: string;
    reflectionConfidence: number;
    /**
     * A model's word, and not that of the rules.
     */
    llmEnhanced: boolean;
    /**
     * Milliseconds that the reflection took: the span began this long before `nowMs`.
     */
    durationMs: number;
    seq: number;
    nowMs: number;
}

/**
 * A fact that was not taken.
 */
export interface RefusedFact {
    /**
     * Which, counted from 0 over all facts that were ever given.
     */
    fact: number;
    path?: string;
    /**
     * Why, in words.
     */
    why: string;
}

/**
 * A field with too few facts or sources.
 */
export interface ThinField {
    path: string;
    required: FieldRequired;
    /**
     * Items, values or facts that there are, as `minCount` counts them.
     */
    count: number;
    minCount: number;
    sources: number;
    minSources: number;
    waived: boolean;
}

/**
 * A field without a fact.
 */
export interface MissingField {
    path: string;
    required: FieldRequired;
    /**
     * Given up: the searches for it were fruitless.
     */
    waived: boolean;
}

/**
 * A figure beyond its level.
 */
export interface LoopAlert {
    metric: LoopMetric;
    value: number;
    /**
     * On which side of `level` the value is.
     */
    side: 'above' | 'below';
    level: number;
    /**
     * How many the figure comes from.
     */
    n: number;
    /**
     * Bounds of its interval; absent where there are too few for one.
     */
    low?: number;
    high?: number;
    /**
     * The whole interval lies beyond the level, too. Always true in the mode `confident`.
     */
    confident: boolean;
    /**
     * What it says of the loop, in the Lazy Agent essay's words.
     */
    hint: string;
}

/**
 * A figure of a loop's health, by its name in the Lazy Agent essay.
 */
export type LoopMetric = "avg_iterations" | "timeout_rate" | "repetition_threshold_hits" | "stopped_at_iteration_1" | "avg_missing_fields" | "pass_rate" | "user_rejection_rate" | "correlation" | "avg_retry_count" | "final_success_after_retries";

/**
 * A look at what is known. It is a function of the model, the facts and the searches, and of nothing else.
 */
export interface Reflection {
    state: ReflectionState;
    reason: ReflectionReason;
    /**
     * What to search for; there is something exactly when the state is `open`.
     */
    next?: FactSearch;
    /**
     * In the order of the model, as are the others.
     */
    missing: MissingField[];
    thin: ThinField[];
    /**
     * Open ones, and those that were settled.
     */
    conflicts: FactConflict[];
}

/**
 * A metric that could not be measured: it threw, took too long, or gave no number from 0 to 1.
 */
export interface MetricFailure {
    metric: string;
    reason: string;
}

/**
 * A metric that fell short of the threshold in an evaluation that did not pass.
 */
export interface RepairTarget {
    metric: string;
    score: number;
    /**
     * What the metric says of it.
     */
    explanation?: string;
    /**
     * Parts of the answer, by path, that pull it down. Empty where the metric named none.
     */
    paths: string[];
}

/**
 * A question, or a conversation whose last user message is the question.
 */
export type TaskInput = string | Message[];

/**
 * A row of the Lazy Agent essay's table that holds.
 */
export interface LoopDiagnosis {
    symptom: string;
    /**
     * The broken component.
     */
    component: string;
    fix: string;
    /**
     * The two figures of the symptom.
     */
    metrics: LoopMetric[];
    /**
     * Both intervals lie beyond their levels, too. Always true in the mode `confident`.
     */
    confident: boolean;
}

/**
 * A search has ended.
 */
export interface ResearchStep {
    kind: SearchKind | 'repair';
    query: string;
    /**
     * Of the field; empty on a repair of the whole answer.
     */
    path: string;
    /**
     * The first is 1.
     */
    iteration: number;
    /**
     * Facts that were taken.
     */
    taken: number;
    /**
     * Facts that were not; `errors` says why.
     */
    refused: number;
    /**
     * Nothing about the field came that its source had not said before.
     */
    fruitless: boolean;
    seq: number;
    nowMs: number;
}

/**
 * A task without its callbacks: what the core must know of it.
 */
export interface RunTask {
    input: TaskInput;
    systemPrompt?: string;
    tools: ToolSchema[];
    /**
     * How many critics there are, `0..=32`: 0 for `critic: false`.
     */
    critics: number;
    /**
     * Names of the verifiers, in the order in which they are asked.
     */
    verifiers: string[];
    /**
     * A call `usable-1` asks of each draft whether it can be used at all.
     */
    usable?: boolean;
    /**
     * JSON Schema of the answer, for models that can constrain decoding.
     */
    answerSchema?: Record<string, unknown>;
}

/**
 * A tool as a model is told of it.
 */
export interface ToolSchema {
    name: string;
    description?: string;
    /**
     * JSON Schema of the arguments.
     */
    parameters: Record<string, unknown>;
}

/**
 * A tool that a model asked for.
 */
export interface ToolCall {
    /**
     * Unique in a run. The engine gives its own id to a call that comes without one or with a repeated one.
     */
    id: string;
    name: string;
    /**
     * The arguments as JSON, or as a string of JSON (the OpenAI convention), kept as they came.
     */
    arguments: Json;
    /**
     * The provider's own data (a thought signature, say), carried back verbatim.
     */
    metadata?: Json | undefined;
}

/**
 * A tool that the model asked for.
 */
export interface ToolCallStep {
    toolName: string;
    args: Json;
    callId: string;
    engine: EngineName;
    seq: number;
    nowMs: number;
}

/**
 * After each critique.
 */
export interface ReflectionStep {
    /**
     * `Score: 7/10. Issues: a; b. Suggestion.`
     */
    assessment: string;
    /**
     * What the critic asked for (by its flag, or by its score where there is no flag), or a verifier that failed.
     */
    needsRevision: boolean;
    engine: EngineName;
    /**
     * Absent without a critic.
     */
    critiqueStatus?: CritiqueStatus;
    score?: number;
    issues?: string[];
    suggestion?: string;
    criteriaMet?: boolean[];
    confidence?: number;
    /**
     * Why a critique is unclear, unreadable or contradictory.
     */
    reason?: string;
    /**
     * What each critic said, where there are several; the fields above are what they say together.
     */
    jurors?: Juror[];
    /**
     * Critics that could be read voted differently. Only where there are several.
     */
    disagreement?: boolean;
    /**
     * Which critic looked, from 0, where one of several was asked alone.
     */
    critic?: number;
    draftIndex: number;
    /**
     * Why this draft was judged. Absent under `classic`.
     */
    why?: Why;
    seq: number;
    nowMs: number;
}

/**
 * After each iteration: the inner agent has given an output.
 */
export interface IterationStep {
    /**
     * The first is 1.
     */
    iteration: number;
    output: string;
    /**
     * The agent's own claim that it is done; it accepts nothing.
     */
    done?: boolean;
    /**
     * The agent's own claim, criterion by criterion; it accepts nothing.
     */
    criteriaMet?: boolean[];
    /**
     * Number of the step in its run, from 0.
     */
    seq: number;
    /**
     * Time in milliseconds, as the host told it.
     */
    nowMs: number;
}

/**
 * After each review.
 */
export interface CriticStep {
    iteration: number;
    /**
     * One flag for each criterion, in their order.
     */
    criteriaMet: boolean[];
    /**
     * `0..=1`; 0 when the critic gave none that can be used.
     */
    confidence: number;
    suggestions: string[];
    reasoning: string;
    /**
     * Why the confidence is 0 although the critic did not say so.
     */
    reason?: string;
    seq: number;
    nowMs: number;
}

/**
 * After the first answer, and before each revision or fresh draft.
 */
export interface ThoughtStep {
    content: string;
    engine: EngineName;
    /**
     * Why the draft that follows is written. Absent under `classic`, and where the drafts that were asked for are there.
     */
    why?: Why;
    /**
     * Number of the step in its run, from 0.
     */
    seq: number;
    /**
     * Time in milliseconds, as the host told it.
     */
    nowMs: number;
}

/**
 * An alert opened or closed.
 */
export interface AlertEvent {
    type: 'opened' | 'closed';
    metric: LoopMetric;
    /**
     * The agent whose figure it is; absent for all agents together.
     */
    agent?: string;
    /**
     * The figure is that of the sliding window, and not of all time.
     */
    window: boolean;
    /**
     * Absent when the alert closed.
     */
    alert?: LoopAlert;
    /**
     * Time in milliseconds, as the host told it.
     */
    nowMs: number;
}

/**
 * An error of the engine: a stable code, and a sentence that says what was expected and what came.
 */
export interface ReflectError {
    code: ErrorCode;
    message: string;
}

/**
 * Ask a model.
 */
export interface ModelCall {
    /**
     * `answer-1`, `critique-2`, `revision-1`; with several critics `critique-2.judge-1`.
     */
    callId: string;
    purpose: 'answer' | 'critique' | 'revision' | 'requirements' | (string & {});
    /**
     * Number of the draft that is written or judged; the first is 1.
     */
    iteration: number;
    /**
     * 1, or more when the same thing is asked again (an empty draft, an unreadable critique).
     */
    attempt: number;
    /**
     * Index of the draft that is written or judged; the first is 0.
     */
    draftIndex: number;
    /**
     * Which critic to ask, on a critique; the first is 0.
     */
    critic?: number;
    messages: Message[];
    /**
     * Absent when no tools may be called.
     */
    tools?: ToolSchema[];
    /**
     * JSON Schema of the reply, for models that can constrain decoding.
     */
    responseSchema?: Record<string, unknown>;
    /**
     * On a call for an iteration of an autopilot: what the critic's last verdict suggested.
     */
    criticFeedback?: string[];
    /**
     * Milliseconds until the host should give up: the call's own limit or the time left, whichever is less.
     */
    timeoutMs: number;
    /**
     * The same when the same call is made again after a restore.
     */
    idempotencyKey: string;
}

/**
 * Facts contradict each other, and what settles it is searched for next; or an adjudicator has settled it.
 */
export interface ConflictStep {
    path: string;
    /**
     * What is searched for; empty when it is settled.
     */
    query: string;
    /**
     * What contradicts each other, the value with most sources first.
     */
    values: string[];
    /**
     * The value that the adjudicator holds to be right.
     */
    settled?: string;
    seq: number;
    nowMs: number;
}

/**
 * Facts of one field that cannot all be right.
 */
export interface FactConflict {
    path: string;
    required: FieldRequired;
    /**
     * What the field is about, in words.
     */
    topic: string;
    /**
     * As of when, where the facts say it.
     */
    asOf?: string;
    /**
     * Two or more, those with most sources first. Of very many values the twenty with the most sources are looked at.
     */
    sides: ConflictSide[];
    /**
     * Different values in all.
     */
    values: number;
    /**
     * How often what settles it was searched for. Nothing settles a conflict before that.
     */
    verified: number;
    /**
     * Given up: the searches for it were fruitless. Always false once it is settled.
     */
    waived: boolean;
    /**
     * Absent while it is open, and the field `conflict`.
     */
    settledBy?: SettledBy;
    /**
     * The value that holds, once it is settled.
     */
    value?: string;
}

/**
 * Figures, alerts and diagnosis of some runs.
 */
export interface LoopHealth {
    /**
     * Runs that were observed, also those that failed or were aborted.
     */
    runs: number;
    failed: number;
    aborted: number;
    /**
     * By name; one that has nothing to be worked out from is absent.
     */
    metrics: Partial<Record<LoopMetric, number>>;
    /**
     * What each figure was worked out from, by name.
     */
    measures: Record<LoopMetric, LoopMeasure>;
    /**
     * Those that are open.
     */
    alerts: LoopAlert[];
    /**
     * The rows of the Lazy Agent essay's table that hold.
     */
    diagnosis: LoopDiagnosis[];
}

/**
 * Health of every loop that was observed.
 */
export interface LoopReport {
    all: LoopHealth;
    window: LoopHealth;
    /**
     * By name.
     */
    agents: AgentHealth[];
    /**
     * Runs whose agent is not told apart, since there were 1,000 others.
     */
    agentsLeftOut: number;
}

/**
 * Health of one agent's loop.
 */
export interface AgentHealth {
    agent: string;
    all: LoopHealth;
    window: LoopHealth;
}

/**
 * How a critique was understood.
 */
export type CritiqueStatus = "read" | "contradictory" | "unclear" | "unreadable";

/**
 * How a research loop's run ended.
 */
export interface ResearchResult {
    /**
     * The accepted answer, else the one with the highest score, else the last one, one that a person refused only where there is no other;
     * where none was composed, the filled model as JSON.
     * Empty when no fact was found.
     */
    output: string;
    /**
     * The same as a value, unless `compose` gave a text.
     */
    object?: Json;
    /**
     * `ok`: the evaluator, or a person, accepted the answer. `needs_review`: there is one, and it did not. `failed`: no fact was found.
     */
    status: RunStatus;
    /**
     * True only when the evaluator passed this very answer and nothing that must be there is missing, thin or in conflict, or when a person
     * accepted it.
     */
    accepted: boolean;
    acceptedBy?: 'evaluator' | 'human';
    /**
     * This very answer was evaluated, or a person accepted it.
     */
    judged: boolean;
    /**
     * `complete`: there is no evaluator, and nothing is missing. `stalled`: something that must be there was searched for in vain, or the
     * same was done over and over. `rejected`: the evaluator did not pass the answer, and no repair is left.
     */
    stopReason: 'accepted' | 'complete' | 'rejected' | 'stalled' | 'max_iterations' | 'max_calls' | 'max_tokens' | 'max_seconds' | 'max_cost' | 'model_error' | 'empty_draft' | 'aborted';
    /**
     * Searches made, repairs too.
     */
    iterations: number;
    /**
     * Repair rounds that the evaluator's rejections opened.
     */
    repairs: number;
    /**
     * Searches that were not made because they repeated others, which `errors` names, and answers that were composed before.
     */
    repetitionHits: number;
    /**
     * The last look at what is known. Facts are numbered as in `facts`.
     */
    reflection: Reflection;
    /**
     * Of this very answer.
     */
    evaluation?: Evaluation;
    /**
     * All of them, in order.
     */
    evaluations: Evaluation[];
    /**
     * As they were given, without those that were refused.
     */
    facts: Json[];
    usage: UsageReport;
    /**
     * Everything that went wrong on the way, in order. Beside the codes of every run: `research_error`, `compose_error`, `adjudicate_error`, `refused_fact`,
     * `repetition`.
     */
    errors: RunError[];
    steps: ResearchTraceStep[];
    /**
     * The run as JSON, for `resume`.
     */
    snapshot: string;
    /**
     * Why a `failed` run failed.
     */
    failure?: ReflectError;
}

/**
 * How a run ended.
 */
export type RunStatus = "ok" | "needs_review" | "failed";

/**
 * How an autopilot's run ended.
 */
export interface AutopilotResult {
    /**
     * The output of the last iteration that gave one; empty when none did.
     */
    output: string;
    /**
     * `ok`: the critic accepted the output. `needs_review`: there is an output, and it did not.
     */
    status: RunStatus;
    /**
     * True only when the critic said with enough confidence that this very output meets every criterion.
     */
    accepted: boolean;
    acceptedBy?: 'critic';
    /**
     * A verdict on this very output was read.
     */
    judged: boolean;
    /**
     * `agent_done`: the agent ended the run by its own word, without a critic.
     */
    stopReason: Exclude<StopReason, 'max_reflections' | 'unreadable_critique' | 'verifier_error' | 'invalid_input' | 'reflected' | 'complete' | 'rejected'>;
    /**
     * Iterations that ended; the first is 1. One that gave a blank output counts.
     */
    iterations: number;
    /**
     * The critic's verdict on this very output.
     */
    criticVerdict?: CriticVerdict;
    usage: UsageReport;
    /**
     * Everything that went wrong on the way, in order.
     */
    errors: RunError[];
    /**
     * Milliseconds that the run took, by its clock; the time between a save and a restore does not count.
     */
    durationMs: number;
    steps: AutopilotStep[];
    /**
     * The run as JSON, for `checkpoint.load`.
     */
    snapshot: string;
    /**
     * Why a `failed` run failed.
     */
    failure?: ReflectError;
}

/**
 * How an evaluation went.
 */
export interface Evaluation {
    /**
     * `score` is above the threshold, and every metric could be measured.
     */
    passed: boolean;
    /**
     * Weighted mean of the scores, `0..=1`; a metric that could not be measured counts as 0.
     */
    score: number;
    /**
     * What `score` had to be above.
     */
    threshold: number;
    /**
     * By metric. One that could not be measured is absent.
     */
    scores: Record<string, number>;
    /**
     * The outcome in words, with each metric that fell short.
     */
    feedback: string;
    /**
     * What to mend: the metrics that fell short, what costs most first. Empty when it passed.
     */
    repairTargets: RepairTarget[];
    /**
     * Metrics that could not be measured, by name.
     */
    failures: MetricFailure[];
}

/**
 * How badly a field is wanted.
 */
export type FieldRequired = "must" | "should" | "may";

/**
 * How drafts are chosen.
 */
export type Strategy = "classic" | "keep-best" | "best-of-n" | "adaptive";

/**
 * How far two numbers may lie apart and still say the same; the wider of the two holds.
 */
export interface FieldTolerance {
    /**
     * Share of the larger of the two, `0..1`: 0.01 is one per cent.
     */
    relative?: number | undefined;
    /**
     * In the field's unit. From 0.
     */
    absolute?: number | undefined;
}

/**
 * How several critics are combined; of no effect with one.
 */
export interface JurySettings {
    /**
     * Default `veto`: accepted only when every critic that could be read accepts. `majority`: more than half of them. `median`: the
     * middle score reaches `acceptanceThreshold` (without scores as by majority). Each criterion of the criteria form by the same
     * rule. A critic that cannot be read is left out; with none left the critique is unreadable.
     */
    mode?: 'veto' | 'majority' | 'median' | undefined;
    /**
     * Default `parallel`: all at once. `sequential`: one after another, until those that are left could not change the verdict.
     */
    order?: 'parallel' | 'sequential' | undefined;
}

/**
 * How to read, and what the critic had been shown.
 */
export interface ReadOptions {
    /**
     * Detected from the reply when absent.
     */
    form?: Form | undefined;
    /**
     * Points, `0..=10`. Default 8.
     */
    acceptanceThreshold?: number | undefined;
    /**
     * `0..=1`. Default 0.75.
     */
    confidenceThreshold?: number | undefined;
    /**
     * How many criteria were asked about; `criteria_met` is padded with `false` and trimmed to it.
     */
    criteriaCount?: number | undefined;
    /**
     * Default 5.
     */
    maxSuggestions?: number | undefined;
    /**
     * What to make of a form that contradicts itself. Absent: it is `contradictory`.
     */
    onContradiction?: OnContradiction | undefined;
    /**
     * The provider's finish reason. What it says was cut, or stopped by a filter, is not accepted: `length`, `MAX_TOKENS`, `SAFETY`, …
     */
    finishReason?: string | undefined;
    /**
     * The judged text: an object that only repeats it is no verdict.
     */
    answer?: string | undefined;
    /**
     * The critique prompt: an object that only repeats it is no verdict.
     */
    prompt?: string | undefined;
    /**
     * Words that accept when they are the whole reply, in form `status`; any other text without an object is then a critique. Default
     * none: a text without an object is `unclear`.
     */
    sentinels?: readonly string[] | undefined;
}

/**
 * How two facts stand to each other. Only a conflict makes a reflector search.
 */
export type FactRelation = "duplicate" | "equivalent" | "contained" | "incomparable" | "conflict";

/**
 * Limits, each checked before a call is made.
 */
export interface BudgetSettings {
    /**
     * Model calls, `1..=1000`. Default: all that the other settings allow for `classic` and `keep-best`; `2·drafts + 2` for `best-of-n` and 6
     * for `adaptive`, with one critic and without tools. Each further critic adds one call a draft, and where the task has tools each
     * draft may take `maxAnswerSteps` calls.
     */
    maxCalls?: number | undefined;
    /**
     * Tokens over all model calls, from 1.
     */
    maxTokens?: number | undefined;
    /**
     * Seconds of wall time, above 0.
     */
    maxSeconds?: number | undefined;
    /**
     * US dollars, above 0; needs a price for every model that answers.
     */
    maxCostUsd?: number | undefined;
    /**
     * Milliseconds for one model call or tool. Default 600,000.
     */
    callTimeoutMs?: number | undefined;
    /**
     * Milliseconds for one verifier. Default 60,000.
     */
    verifierTimeoutMs?: number | undefined;
}

/**
 * One draft.
 */
export interface Draft {
    /**
     * The first is 0.
     */
    index: number;
    /**
     * The answer, without the model's thinking.
     */
    text: string;
    /**
     * What the model wrote, where it differs from `text`.
     */
    raw?: string;
    /**
     * The draft that this one revises.
     */
    parent?: number;
    /**
     * The call that gave it.
     */
    callId: string;
    /**
     * A critic's verdict was read, verifiers ran on it, or a person accepted it.
     */
    judged: boolean;
    /**
     * Points, `0..=10`, as the critic gave them.
     */
    score?: number;
    /**
     * The earlier draft with the same text but for letter case and white space. It is not judged again, unless other verifiers pass it:
     * it has no score of its own, and its twin stays the candidate. This and the two below are never there under `classic`.
     */
    duplicateOf?: number;
    /**
     * True when revisions came back to an earlier answer: A, then B, then A again.
     */
    oscillation?: boolean;
    /**
     * How many times longer than its parent a revision is, where that is more than 1.5 and it has 200 characters or more. Judges prefer
     * longer answers. Absent where it passes a verifier that its parent failed.
     */
    lengthGrowth?: number;
    /**
     * By name.
     */
    verifiers: Record<string, VerifierVerdict>;
}

/**
 * One field of a canonical model.
 */
export interface CanonicalField {
    /**
     * Names with dots between: `entity_a.pricing`. At most 200 characters.
     */
    path: string;
    type: FieldType;
    required: FieldRequired;
    /**
     * How many there must be, `1..=1000`: items of a list, different values where many may stand side by side, else facts.
     */
    minCount: number;
    /**
     * How many sources must say something about it, those of one origin counted once, `1..=1000`.
     */
    minSources: number;
    /**
     * Several values stand side by side and are never in conflict. By default true for texts, and for enums of which more than one is
     * wanted.
     */
    many: boolean;
    /**
     * Holds what speaks against the rest.
     */
    contrarian: boolean;
    /**
     * Unit of all its numbers: "km", "USD", "users". A number in another one is refused.
     */
    unit?: string;
    tolerance?: FieldTolerance;
    /**
     * The date as of which it is wanted, as ISO 8601 writes it. Facts as of another one are refused, facts without one are taken to be of this one.
     */
    asOf?: string;
    /**
     * What to search for, with `{topic}`, `{entity}`, `{field}` and `{path}` filled in. The second search takes the second template.
     */
    query: string[];
    /**
     * What an enum may be.
     */
    values: string[];
    description?: string;
}

/**
 * One look at a draft: the critique, and what the verifiers had said.
 */
export interface Revision {
    /**
     * Number of the draft; the first is 1 (*Agentic Design Patterns*).
     */
    iteration: number;
    draftIndex: number;
    critique?: Reading;
    /**
     * Absent without a critic.
     */
    critiqueStatus?: CritiqueStatus;
    /**
     * The critic's words, where they could not be read or contradict themselves.
     */
    rawCritique?: string;
    /**
     * What each critic said, where there are several; `critique` is what they say together.
     */
    jurors?: Juror[];
    /**
     * Critics that could be read voted differently. Only where there are several.
     */
    disagreement?: boolean;
    /**
     * Which critic looked, from 0, where one of several was asked alone.
     */
    critic?: number;
    verifiers: Record<string, VerifierVerdict>;
}

/**
 * One message of a conversation.
 */
export interface Message {
    role: Role;
    content: Content;
    /**
     * On a `tool` message: the call that this answers.
     */
    toolCallId?: string | undefined;
    /**
     * On an `assistant` message: the tools it asked for.
     */
    toolCalls?: ToolCall[] | undefined;
    /**
     * The provider's own data, carried back verbatim.
     */
    metadata?: Json | undefined;
}

/**
 * One side of a conflict: a value, with all that does not speak against it.
 */
export interface ConflictSide {
    /**
     * As its first fact says it.
     */
    value: string;
    /**
     * How many are on this side; facts of one origin count once.
     */
    sources: number;
    /**
     * Its first facts, counted from 0 in the order in which facts were given; ten at most.
     */
    facts: number[];
}

/**
 * One step of a run.
 */
export type Step = ({ type: 'thought' } & ThoughtStep) | ({ type: 'reflection' } & ReflectionStep) | ({ type: 'tool_call' } & ToolCallStep) | ({ type: 'tool_result' } & ToolResultStep) | ({ type: 'response' } & ResponseStep);

/**
 * Plain text, or a list of parts as the provider gave them.
 */
export type Content = string | Part[];

/**
 * Run a tool. The name is known and allowed; the host checks the arguments against the tool's schema.
 */
export interface ToolRun {
    /**
     * `tool-3.search`.
     */
    callId: string;
    toolName: string;
    toolCallId: string;
    args: Json;
    timeoutMs: number;
    idempotencyKey: string;
}

/**
 * Run a verifier on a draft.
 */
export interface VerifyRun {
    /**
     * `verify-1.tests`; `usable-1` for the task's `usable`.
     */
    callId: string;
    /**
     * Its name; `usable` for the task's `usable`.
     */
    verifier: string;
    draft: string;
    draftIndex: number;
    timeoutMs: number;
    idempotencyKey: string;
}

/**
 * Settings of a run, every one of them optional. Unknown keys and values out of range are refused by name.
 *
 * Where a default names a source, it is agentlib's `ReflectEngine`, shipit-agent's critic and autopilot, or the chapter on reflection of
 * *Agentic Design Patterns*.
 */
export interface ReflectSettings {
    /**
     * Revisions at most, integer `0..=100`. Default 2 (as agentlib), in every strategy. A draft that is written anew after the first ones
     * counts as one.
     */
    maxReflections?: number | undefined;
    /**
     * Points, `0..=10`, and no share: 0.8 accepts all but the worst. Default 8 (as agentlib); accepted when `score >= threshold`.
     */
    acceptanceThreshold?: number | undefined;
    /**
     * Tool turns in one answer or revision, integer `1..=100`. Default 5 (as agentlib).
     */
    maxAnswerSteps?: number | undefined;
    /**
     * Replaces the words on who reviews and how. The reply format is appended (but under `classic`), and so is the notice about the
     * fence.
     */
    critiquePrompt?: string | undefined;
    /**
     * How drafts are chosen. Default `classic`: agentlib to the letter. `keep-best` judges every draft and returns the best one;
     * `best-of-n` begins with several drafts at once; `adaptive` asks for what is likely to pay.
     */
    strategy?: Strategy | undefined;
    /**
     * Drafts that `best-of-n` writes at once, integer `1..=16`. Default 3. Refused under another strategy; left out where a
     * task's settings lay another strategy over.
     */
    drafts?: number | undefined;
    /**
     * Judge the last revision too. Default false for `classic` (as agentlib), true otherwise.
     */
    judgeLast?: boolean | undefined;
    /**
     * Default `latest` for `classic`, `best` otherwise.
     */
    returns?: Returns | undefined;
    /**
     * What the critic is asked for. Default `criteria` when criteria are given, else `score`.
     */
    form?: Form | undefined;
    /**
     * Success criteria, one sentence each (as shipit-agent).
     */
    criteria?: readonly string[] | undefined;
    /**
     * `0..=1`. Default 0.75 (as shipit-agent).
     */
    confidenceThreshold?: number | undefined;
    /**
     * Integer `0..=100`. Default 5 (as shipit-agent).
     */
    maxSuggestions?: number | undefined;
    /**
     * Explicit requirements, shown to producer and critic (*Agentic Design Patterns*).
     */
    requirements?: readonly string[] | undefined;
    /**
     * Where no `requirements` are given, have the model derive them from the question in one call, `requirements-1` (*Agentic
     * Design Patterns*).
     * Default false.
     */
    deriveRequirements?: boolean | undefined;
    /**
     * When a critique is unclear or unreadable. Default `stop` under `classic` (as agentlib), else `retry`: one more question.
     */
    onUnreadableCritique?: OnUnreadable | undefined;
    /**
     * When a verifier throws (but an `AssertionError`), takes too long or returns what is no verdict. Default `stop`: the run ends with
     * its draft. `revise`: the draft has failed the check, and its message goes into the revision.
     */
    onVerifierError?: OnVerifierError | undefined;
    /**
     * Critiques in a row that failed, under `retry` in their second reply too, and end the run; integer `1..=100`. Default 3. Of a jury,
     * and of drafts that are judged at once, only a round in which nothing could be read counts.
     */
    maxCritiqueFailures?: number | undefined;
    /**
     * Words that accept when they are the whole reply (`CODE_IS_PERFECT`); any other text is then a critique. Only the form `status` has them.
     */
    sentinels?: readonly string[] | undefined;
    /**
     * Score and flag disagree. Default `accept` for `classic` (agentlib's rule), `invalid` for the status form, else `revise`.
     */
    onContradiction?: OnContradiction | undefined;
    jury?: JurySettings | undefined;
    critique?: CritiqueSettings | undefined;
    budget?: BudgetSettings | undefined;
    /**
     * By model name.
     */
    prices?: Record<string, Price> | undefined;
    history?: HistorySettings | undefined;
    /**
     * Names of the tools that may run; others are answered with an error result. Default: all that were given.
     */
    allowedTools?: readonly string[] | undefined;
    /**
     * What earlier tasks taught `adaptive`, as `engine.knowledge()` gives it. Other strategies do not look at it.
     */
    knowledge?: Knowledge | undefined;
    /**
     * Integer `0..=4294967295`; fixes the nonces so that a trace can be repeated. Default: random.
     */
    seed?: number | undefined;
}

/**
 * Somebody says of every criterion that it is met, and the run ends for it.
 */
export interface CriteriaSatisfiedStep {
    iteration: number;
    /**
     * True when the critic ended the run. False when the agent did by its own word, which accepts nothing.
     */
    byCritic: boolean;
    seq: number;
    nowMs: number;
}

/**
 * Something is missing or thin, and is searched for next. It depends on what was found and on nothing else.
 */
export interface GapStep {
    /**
     * Of the field that is searched for.
     */
    path: string;
    /**
     * What is searched for.
     */
    query: string;
    /**
     * `incomplete_model`: no fact is there. `thin_evidence`: too few facts or sources are.
     */
    reason: 'incomplete_model' | 'thin_evidence';
    /**
     * Fields without a fact, this one too.
     */
    missing: number;
    /**
     * Number of the step in its run, from 0.
     */
    seq: number;
    /**
     * Time in milliseconds, as the host told it.
     */
    nowMs: number;
}

/**
 * Something that went wrong and did not lose the draft.
 */
export interface RunError {
    /**
     * A call that failed has the code of its kind, `model_error`, `tool_error` or `verifier_error`, or `timeout`, `bad_response` (a reply
     * of the wrong shape; a verifier's is a `verifier_error`), `unknown_tool`, `invalid_arguments`, `not_made` (a budget
     * left no time), or what a host that drives the run gave to `fail`, whatever that is.
     *
     * What the engine notes itself: `tool_refused` (a model asked for a tool that may not run), `empty_draft` and `unusable_draft` (it is
     * asked once more), `unreadable_critique`, `unreadable_requirements`, `max_reflections` (spent before acceptance),
     * `no_response_schema` (a draft failed an `outputSchema` of which there is no JSON Schema to tell a model); and an observer or a store
     * that failed, `callback_error` and `checkpoint_error`. The end of a failed or limited run is noted under the code of its
     * `ReflectErrorCode`.
     */
    code: RunErrorCode;
    message: string;
    callId?: string;
    /**
     * Steps that had been taken when it happened.
     */
    seq: number;
}

/**
 * The answer that the run hands out.
 */
export interface AnswerStep {
    content: string;
    /**
     * Everything that is wanted is there, and nothing contradicts it.
     */
    complete: boolean;
    /**
     * The evaluator, or a person, accepted it.
     */
    accepted: boolean;
    seq: number;
    nowMs: number;
}

/**
 * The answer was judged.
 */
export interface EvaluationStep {
    passed: boolean;
    /**
     * `0..=1`.
     */
    score: number;
    feedback: string;
    /**
     * Metrics that fell short, what costs most first.
     */
    repairTargets: string[];
    /**
     * Repair rounds before it.
     */
    repairs: number;
    seq: number;
    nowMs: number;
}

/**
 * The engine that took a step.
 */
export type EngineName = "reflect";

/**
 * The outcome of a run.
 */
export interface ReflectResult {
    /**
     * The returned text; empty when there is no draft.
     */
    output: string;
    status: RunStatus;
    /**
     * True only when a critic, a verifier or a person accepted this very text.
     */
    accepted: boolean;
    acceptedBy?: Exclude<AcceptedBy, 'evaluator'>;
    /**
     * A critique of this very text was read, verifiers ran on it, or a person accepted it.
     */
    judged: boolean;
    /**
     * Empty when accepted, and never when a person should look.
     */
    reviewReasons: ReviewReason[];
    stopReason: Exclude<StopReason, 'max_iterations' | 'agent_done' | 'reflected' | 'complete' | 'rejected'>;
    /**
     * Points of the returned draft, `0..=10`, as its critic gave them.
     */
    score?: number;
    /**
     * Drafts produced; the first is 1 (*Agentic Design Patterns*).
     */
    iterations: number;
    /**
     * Critiques read.
     */
    reflections: number;
    /**
     * Index of the returned draft.
     */
    draftIndex: number;
    /**
     * The critique of the returned draft.
     */
    critique?: Reading;
    critiqueStatus?: CritiqueStatus;
    /**
     * What each critic said of the returned draft, where there are several; `critique` is what they say together.
     */
    jurors?: Juror[];
    /**
     * Critics that could be read voted differently on the returned draft. Only where there are several.
     */
    disagreement?: boolean;
    /**
     * The best draft and the last `history.maxDrafts`.
     */
    drafts: Draft[];
    /**
     * Drafts left out of `drafts`.
     */
    dropped: number;
    revisionHistory: Revision[];
    usage: UsageReport;
    /**
     * Everything that went wrong on the way, in order.
     */
    errors: RunError[];
    /**
     * Milliseconds that the run took, by its clock; the time between a save and a restore does not count.
     */
    durationMs: number;
    steps: Step[];
    /**
     * The run as JSON, for `resume`.
     */
    snapshot: string;
    /**
     * `strategy`, `engineVersion`; `promptVersion`, which is that of the engine and, where `critiquePrompt` replaces a prompt of its, a
     * digest of that; `requirements` where some were given or derived; `model` where the reply of the returned draft names it.
     */
    metadata: Record<string, Json>;
    /**
     * Why a `failed` run failed.
     */
    failure?: ReflectError;
}

/**
 * The run is over.
 */
export interface DoneStep {
    status: RunStatus;
    accepted: boolean;
    stopReason: StopReason;
    iterations: number;
    output: string;
    seq: number;
    nowMs: number;
}

/**
 * The schema of an answer.
 */
export interface CanonicalModel {
    /**
     * What the answer is about; `{topic}` in queries.
     */
    topic?: string;
    /**
     * Who the parts of it are about, by the first name of a path: `{ entity_a: 'Postgres' }`; `{entity}` in queries.
     */
    entities: Record<string, string>;
    /**
     * In the order in which they are searched for. At least one.
     */
    fields: CanonicalField[];
}

/**
 * The text that the run returns.
 */
export interface ResponseStep {
    content: string;
    engine: EngineName;
    /**
     * Why the run ends here; absent too where a limit or a failed call ended it. Absent under `classic`.
     */
    why?: Why;
    seq: number;
    nowMs: number;
}

/**
 * The verdict of one reading.
 */
export type Verdict = "accepted" | "needs_revision" | "contradictory" | "unclear" | "invalid";

/**
 * US dollars for a million tokens.
 */
export interface Price {
    input: number;
    output: number;
}

/**
 * What a call cost. Token counts are whole numbers of tokens; absent means not told.
 */
export interface Usage {
    inputTokens?: number | undefined;
    outputTokens?: number | undefined;
    totalTokens?: number | undefined;
    cachedTokens?: number | undefined;
    reasoningTokens?: number | undefined;
    /**
     * US dollars.
     */
    costUsd?: number | undefined;
    /**
     * True when any of it was estimated, at 4 characters a token, because a reply did not tell it; or when the cost was, since a
     * reply told one side alone, or a total alone, which is paid at the dearer price.
     */
    estimated?: boolean | undefined;
}

/**
 * What a critic is asked for, and so what is looked for in its reply.
 */
export type Form = "score" | "criteria" | "status";

/**
 * What a critic said of one output.
 */
export interface CriticVerdict {
    /**
     * One flag for each criterion, in their order: padded with false, trimmed to their number.
     */
    criteriaMet: boolean[];
    /**
     * The critic's own confidence, `0..=1`; 0 when it gave none that can be used.
     */
    confidence: number;
    /**
     * Concrete next actions, `maxSuggestions` at most.
     */
    suggestions: string[];
    reasoning: string;
    /**
     * Why the confidence is 0 although the critic did not say so: `confidence` (not a number from 0 to 1), `contradictory`,
     * `conflict`, `truncated`, `issues` (named when it was asked a second time), …, or the code of a critic that failed.
     */
    reason?: string;
}

/**
 * What a critic's reply says. It applies no policy: what an invalid reading leads to is decided elsewhere.
 */
export interface Reading {
    status: Verdict;
    /**
     * Points, `0..=10`, as written: never clamped, never rounded.
     */
    score?: number;
    /**
     * The flag as the critic wrote it; absent when it wrote none.
     */
    needsRevision?: boolean;
    /**
     * Faults found, worst first. Empty: none named.
     */
    issues: string[];
    suggestion?: string;
    criteriaMet?: boolean[];
    /**
     * The critic's own confidence, `0..=1`.
     */
    confidence?: number;
    suggestions?: string[];
    reasoning?: string;
    /**
     * Why it is unclear or invalid, or `contradictory`, `low_confidence`, `issues` beside a verdict.
     */
    reason?: string;
    /**
     * What the critic wrote beside its verdict, when that is unclear or invalid. Only the critic can say what it means.
     */
    beside?: string;
}

/**
 * What a field holds, which decides how two facts of it are compared.
 */
export type FieldType = "text" | "number" | "date" | "enum" | "list";

/**
 * What a figure is worked out from.
 */
export interface LoopMeasure {
    /**
     * Absent where there is nothing to divide by, or nothing varies.
     */
    value?: number;
    /**
     * What it is divided by.
     */
    n: number;
    /**
     * What is counted by `n`.
     */
    of: 'total_requests' | 'total_stopped_requests' | 'total_evaluations' | 'passed_answers' | 'rated_answers' | 'successful_requests';
    /**
     * Bounds of the two-sided interval: Wilson's for a rate, Fisher's for the correlation, Student's for a mean. Absent where there are
     * too few for one.
     */
    low?: number;
    high?: number;
}

/**
 * What a run cost, in all and by purpose.
 */
export interface UsageReport {
    total: Usage;
    byPurpose: Record<string, PurposeUsage>;
}

/**
 * What a strategy can do.
 */
export type WhyAction = "judge" | "revise" | "fresh" | "accept" | "stop";

/**
 * What a verifier said of a draft.
 */
export interface VerifierVerdict {
    passed: boolean;
    /**
     * What is wrong, worst first. Shown to producer and critic, fenced and capped at 2,000 characters.
     */
    issues?: string[] | undefined;
    score?: number | undefined;
}

/**
 * What became of a batch.
 */
export interface AddedFacts {
    /**
     * Facts taken, those too that only say again what their source said.
     */
    taken: number;
    /**
     * Those that were not taken, with the reason. Nothing is lost without a word.
     */
    refused: RefusedFact[];
}

/**
 * What came of a tool call.
 */
export interface ToolResultStep {
    toolName: string;
    callId: string;
    /**
     * `null` when there is an error.
     */
    result: Json;
    error?: string;
    engine: EngineName;
    seq: number;
    nowMs: number;
}

/**
 * What came of reflecting on a decision.
 */
export interface DecisionReflection {
    /**
     * The model says so, or the rules raised enough concerns (two, unless set otherwise).
     */
    shouldRevise: boolean;
    /**
     * One of the configured actions; there whenever `shouldRevise` is true. From the rules always `escalateTo`.
     */
    revisedAction?: string;
    /**
     * `0..=1`, only from a model. Absent: a revision takes 20 % off the decision's confidence.
     */
    revisedConfidence?: number;
    concerns: string[];
    /**
     * The rule that raised each concern, in their order. Absent when a model spoke.
     */
    rules?: string[];
    /**
     * The model's strongest case against the decision; empty from the rules.
     */
    contraArgument: string;
    /**
     * `0..=1`: what the model says, 0.5 when it does not say, 0.7 from the rules.
     */
    reflectionConfidence: number;
    /**
     * A model spoke, and not the rules.
     */
    llmEnhanced: boolean;
    /**
     * Why the rules spoke; absent when a model did.
     */
    fallback?: ReflectionFallback;
    /**
     * `failed` only when the run was aborted.
     */
    status: RunStatus;
    stopReason: 'reflected' | 'max_seconds' | 'aborted' | 'stalled';
    usage: UsageReport;
    /**
     * Everything that went wrong on the way, in order; `unreadable_reflection` says why a reply could not be read.
     */
    errors: RunError[];
    steps: DecisionTraceStep[];
    /**
     * The run as JSON.
     */
    snapshot: string;
    /**
     * Why there is no reflection.
     */
    failure?: ReflectError;
}

/**
 * What earlier tasks taught the strategy `adaptive`: plain numbers, in points of quality from 0 to 10. Make it with `engine.learn`,
 * keep it as JSON, and give it to the next engine as the setting `knowledge`.
 */
export interface Knowledge {
    /**
     * Version of this shape: 1.
     */
    version: number;
    /**
     * Tasks that it learned from.
     */
    tasks: number;
    /**
     * Tasks among them whose drafts were checked by verifiers or by a person.
     */
    outcomes: number;
    /**
     * Mean quality of a fresh draft; drift of a revision, beside what its distance from 9.5 gains; bias of the critic.
     */
    mean: number[];
    /**
     * How unsure these three are: their covariance, lower triangle, row by row.
     */
    covariance: number[];
    /**
     * Variance of a score around the quality of its draft.
     */
    noise: number;
    /**
     * Scores that `noise` comes from, those it began with counted.
     */
    noiseWeight: number;
    /**
     * Variance of what a revision does.
     */
    spread: number;
    spreadWeight: number;
    /**
     * Share of critiques that cannot be read, `0..=1`.
     */
    unreadable: number;
    unreadableWeight: number;
}

/**
 * What feedback came to.
 */
export type FeedbackOutcome = "counted" | "waiting" | "unchanged";

/**
 * What is believed of one draft's quality.
 */
export interface Belief {
    draftIndex: number;
    /**
     * Points, mostly `0..=10`.
     */
    mean: number;
    /**
     * Standard deviation, in points.
     */
    sd: number;
    /**
     * Points that another look of the first critic is expected to give: the mean, that critic's bias, and its errors on this task
     * and draft. Not there without a critic.
     */
    expectedScore?: number;
}

/**
 * What is kept. Caps apply to prompts, snapshots and the result, never to the best draft.
 */
export interface HistorySettings {
    /**
     * Drafts kept beside the best one, `1..=1000`. Default 100.
     */
    maxDrafts?: number | undefined;
    /**
     * Characters of one request, from 1,000; older turns are left out, a tool call never without its result. Default 2,000,000.
     */
    maxChars?: number | undefined;
}

/**
 * What one action was expected to gain.
 */
export interface ExpectedGain {
    action: WhyAction;
    draftIndex?: number;
    /**
     * Points of quality for each model call that it takes.
     */
    gain: number;
}

/**
 * What one critic of several said.
 */
export interface Juror {
    /**
     * Its place in the list of critics; the first is 0.
     */
    critic: number;
    status: CritiqueStatus;
    /**
     * Its vote; absent when it could not be read, or its call failed, and it is left out.
     */
    accepted?: boolean;
    score?: number;
    /**
     * The flag as it wrote it.
     */
    needsRevision?: boolean;
    criteriaMet?: boolean[];
    confidence?: number;
    issues: string[];
    /**
     * Why it is left out, or `contradictory` / `low_confidence` beside a vote.
     */
    reason?: string;
    /**
     * Its words where they were not plainly read; in `revisionHistory` only.
     */
    raw?: string;
}

/**
 * What one metric says of an answer.
 */
export interface MeasuredScore {
    /**
     * `0..=1`.
     */
    score: number;
    /**
     * Why, in a sentence.
     */
    explanation?: string;
    /**
     * Parts of the answer, by path, that pull the score down. Empty where it cannot be told.
     */
    paths: string[];
}

/**
 * What the calls of one purpose cost.
 */
export type PurposeUsage = Usage & { calls: number; failed: number };

/**
 * What the critic is shown beside the question and the answer.
 */
export type Sees = "systemPrompt" | "toolResults" | "history";

/**
 * What the critic sees, and whether it is fenced.
 */
export interface CritiqueSettings {
    sees?: readonly Sees[] | undefined;
    /**
     * Judged text stands between markers with a random nonce, and the critic is told that nothing inside is an instruction.
     * Default true.
     */
    fence?: boolean | undefined;
    /**
     * Faults named in earlier critiques go into the next critique and revision requests, fenced and capped, and one that came back is
     * named as repeated. Default true, but false for the score form under `classic`, whose requests are agentlib's.
     */
    memory?: boolean | undefined;
}

/**
 * What to do when a critique cannot be read. None of these accepts.
 */
export type OnUnreadable = "stop" | "retry" | "revise" | "needs-review" | "fail";

/**
 * What to do when a verifier gives no verdict. Neither of these accepts.
 */
export type OnVerifierError = "stop" | "revise";

/**
 * What to make of a score and a flag that disagree.
 */
export type OnContradiction = "accept" | "revise" | "invalid";

/**
 * What to search for next.
 */
export interface FactSearch {
    kind: SearchKind;
    path: string;
    /**
     * What the field is about, in words.
     */
    topic: string;
    query: string;
    /**
     * How often this field was searched for before.
     */
    attempt: number;
}

/**
 * What went wrong, in a word that programs may compare. The union is closed.
 *
 * Before a run: `invalid_settings` (unknown key, wrong type, out of range), `invalid_task` (a task of the wrong shape),
 * `invalid_snapshot` (damaged, too large, of another version), `unknown_engine` (a name that `resolveEngine` does not know),
 * `no_randomness` (no `seed`, and no `crypto` on this host), `no_wasm` (this host has no WebAssembly, forbids to compile it, or
 * brought none to `reflect-engine/slim`; the message says what to do), `misuse` (called out of turn, or after `free`).
 *
 * A run without a usable draft, with `result`: `invalid_input` (blank, or without a user message), `model_error` (a call threw, timed
 * out, or gave a wrong shape; what it threw is the `cause`), `tool_error`, `empty_draft` (twice nothing), `max_answer_steps` (only
 * tools), `unreadable_critique` (and `onUnreadableCritique` is `fail`), `max_calls`, `max_tokens`, `max_seconds`, `max_cost` (the budget
 * was spent), `unknown_price` (a cost limit, and no price for the model), `misuse` (`usable` gave neither `true` nor `false`).
 *
 * An `EvalTracker`: `store_error` (a store could not be read or written; the message names it, the `cause` is what it threw).
 *
 * Always: `aborted` (by the signal or `abort()`; `result` holds what there is), `engine_trap` (a fault of the engine itself: this run is
 * lost, others are not touched).
 */
export type ErrorCode = "invalid_settings" | "invalid_input" | "invalid_task" | "invalid_snapshot" | "unknown_price" | "unknown_engine" | "no_randomness" | "no_wasm" | "misuse" | "engine_trap" | "model_error" | "tool_error" | "max_answer_steps" | "empty_draft" | "unreadable_critique" | "max_calls" | "max_tokens" | "max_seconds" | "max_cost" | "store_error" | "aborted";

/**
 * When an alert opens.
 */
export type AlertMode = "point" | "confident";

/**
 * Whether to go on.
 */
export type ReflectionState = "complete" | "open" | "stalled";

/**
 * Which draft is returned.
 */
export type Returns = "best" | "latest";

/**
 * Who accepted.
 */
export type AcceptedBy = "critic" | "verifier" | "human" | "evaluator";

/**
 * Who settled a conflict.
 */
export type SettledBy = "plurality" | "adjudicator";

/**
 * Who speaks.
 */
export type Role = "system" | "user" | "assistant" | "tool";

/**
 * Why a call failed, in the host's words.
 */
export interface CallError {
    /**
     * `model_error`, `tool_error`, `verifier_error`, `timeout`, `bad_response`, `invalid_arguments`, `unknown_tool`,
     * `disallowed_tool`.
     */
    code: string;
    message: string;
}

/**
 * Why a person should look at the text. `draft_cut`: it ended at a length limit, or at a content filter.
 */
export type ReviewReason = "not_judged" | "rejected_by_critic" | "verifier_failed" | "verifier_error" | "critic_and_verifier_disagree" | "jurors_disagree" | "unreadable_critique" | "contradictory_critique" | "draft_cut" | "max_reflections" | "budget_spent" | "model_error" | "max_answer_steps" | "empty_draft" | "aborted";

/**
 * Why a run ended.
 */
export type StopReason = "accepted" | "max_reflections" | "max_iterations" | "agent_done" | "reflected" | "complete" | "rejected" | "max_calls" | "max_tokens" | "max_seconds" | "max_cost" | "stalled" | "unreadable_critique" | "verifier_error" | "model_error" | "tool_error" | "max_answer_steps" | "empty_draft" | "aborted" | "invalid_input";

/**
 * Why a strategy did what the step shows. `classic` gives none, nor has a step of a tool one.
 */
export interface Why {
    action: WhyAction;
    /**
     * The draft that is judged, revised or accepted.
     */
    draftIndex?: number;
    /**
     * In plain words.
     */
    reason: string;
    /**
     * What each possible action was expected to gain; only where the strategy reckons, and there was something to weigh: not at the
     * first look at a draft.
     */
    gains?: ExpectedGain[];
    /**
     * What was believed of each draft's quality; only where the strategy reckons.
     */
    posterior?: Belief[];
    /**
     * Probability, `0..=1`, that the best draft reaches `acceptanceThreshold`.
     */
    pAccept?: number;
    /**
     * Whether outcomes of verifiers or people's verdicts went into `pAccept`.
     */
    calibrated?: boolean;
}

/**
 * Why the rules spoke and not a model.
 */
export type ReflectionFallback = "no_model" | "model_error" | "timeout" | "unreadable" | "budget";

/**
 * Why the state is what it is.
 */
export type ReflectionReason = "incomplete_model" | "thin_evidence" | "resolving_conflict" | "model_complete" | "searches_exhausted";

export type SearchKind = "find" | "verify";


/**
 * One run of an autopilot, driven as a `ReflectRun` is. The reply of an agent is that of a model, with its claims as
 * `metadata: { done?, criteriaMet? }`.
 */
export class AutopilotRun {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Ends the run with the best it has so far. `unmade`: calls that were asked for, and not made.
     */
    abort(reason: string, unmade: Uint32Array | number[] | null | undefined, now_ms: number): void;
    /**
     * Starts a run. `tools` is a list of `ToolSchema`s, written as JSON. Without a seed in the settings the host's random source is
     * asked.
     */
    static create(settings: AutopilotWire, tools: string, now_ms: number): AutopilotRun;
    /**
     * The time from which no more calls are made, infinite without `maxSeconds`. A call that the host could not make before is one that
     * failed with the code `not_made`.
     */
    endsMs(): number;
    /**
     * Hands in that a call failed.
     */
    fail(number: number, code: string, message: string, now_ms: number): void;
    /**
     * What every idempotency key of the run begins with.
     */
    key(): string;
    /**
     * Where the list stands.
     */
    opsAt(): number;
    /**
     * The next thing to look at or to do; with `all` everything until the run waits or is done. How many numbers it takes: none
     * while the run waits.
     */
    poll(now_ms: number, all: boolean): number;
    /**
     * Hands in any other reply, as JSON; the content of a model's apart from it, where it has a number among the host's texts.
     */
    replyJson(number: number, json: string, text: number | null | undefined, bytes: number, units: number, now_ms: number): void;
    /**
     * Hands in the text of a model, which stands in the scratch memory and is the host's text of this number.
     */
    reply(number: number, bytes: number, units: number, text: number, input_tokens: number, output_tokens: number, total_tokens: number, cached_tokens: number, reasoning_tokens: number, cost_usd: number, finish: number, now_ms: number): void;
    /**
     * Goes on from a snapshot of the same goal; budget and critic are those of `over`. Calls that were out are issued again. A run that
     * ended at its last iteration goes on when `over` allows more.
     */
    static restore(snapshot: string, over: AutopilotWire | undefined, now_ms: number): AutopilotRun;
    /**
     * What nonces and keys are made of.
     */
    seed(): number;
    /**
     * The steps that were shown before the run was restored, in the same way.
     */
    shown(): number;
    /**
     * The run as it was restored, as versioned JSON; from then on the host keeps the log.
     */
    takeSnapshot(): string;
    /**
     * Hands in a verdict without issues; without a score that is NaN.
     */
    verdict(number: number, passed: boolean, score: number, now_ms: number): void;
}

/**
 * What an entry is.
 */
export enum Op {
    Thought = 0,
    Reflection = 1,
    ToolCall = 2,
    ToolResult = 3,
    Response = 4,
    Iteration = 5,
    Critic = 6,
    CriteriaSatisfied = 7,
    Ended = 8,
    AskModel = 9,
    RunTool = 10,
    Verify = 11,
    /**
     * The result of a run of the engine.
     */
    Result = 12,
    /**
     * The result of a run of an autopilot.
     */
    AutopilotResult = 13,
    /**
     * The loop went on: an input of the log that no host gives.
     */
    Advance = 14,
}

/**
 * An engine: settings that were checked, once for all its runs.
 */
export class ReflectEngine {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Starts a run. With `bytes` its input is a text that stands in the scratch memory, and is the host's text 0; `task` then has the
     * rest of a `RunTask`, as JSON, and is empty where there is nothing but critics and the names of verifiers. A seed that is given
     * goes before the setting; without any the host's random source is asked.
     */
    begin(bytes: number | null | undefined, units: number, task: string, critics: number, verifiers: string[] | null | undefined, usable: boolean, seed: number | null | undefined, now_ms: number): ReflectRun;
    /**
     * The engine with other settings laid over its own, key by key.
     */
    laidOver(over: ReflectSettings | undefined): ReflectEngine;
    /**
     * Checks the settings; `undefined` is no settings at all.
     */
    constructor(settings: ReflectSettings | undefined);
    /**
     * The settings as they were given, as JSON.
     */
    settings(): string;
    /**
     * Points from which a draft is accepted.
     */
    readonly acceptanceThreshold: number;
    /**
     * What critics are told, without the notice about the fence.
     */
    readonly critiquePrompt: string;
    /**
     * Revisions at most.
     */
    readonly maxReflections: number;
}

/**
 * One run, driven by whoever holds it: what it wants is asked for, and the replies are handed in.
 *
 * Every method throws `{ code, message }`; `misuse` when it is called out of turn. All times are milliseconds since the epoch.
 */
export class ReflectRun {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Ends the run with the best it has so far. `unmade`: calls that were asked for, and not made.
     */
    abort(reason: string, unmade: Uint32Array | number[] | null | undefined, now_ms: number): void;
    /**
     * Hands in that a call failed.
     */
    fail(number: number, code: string, message: string, now_ms: number): void;
    /**
     * What every idempotency key of the run begins with.
     */
    key(): string;
    /**
     * Where the list stands.
     */
    opsAt(): number;
    /**
     * The next thing to look at or to do; with `all` everything until the run waits or is done. How many numbers it takes: none
     * while the run waits.
     */
    poll(now_ms: number, all: boolean): number;
    /**
     * Hands in any other reply, as JSON; the content of a model's apart from it, where it has a number among the host's texts.
     */
    replyJson(number: number, json: string, text: number | null | undefined, bytes: number, units: number, now_ms: number): void;
    /**
     * Hands in the text of a model, which stands in the scratch memory and is the host's text of this number.
     */
    reply(number: number, bytes: number, units: number, text: number, input_tokens: number, output_tokens: number, total_tokens: number, cached_tokens: number, reasoning_tokens: number, cost_usd: number, finish: number, now_ms: number): void;
    /**
     * Goes on from a snapshot; `over` is laid over the settings it was taken under. Calls that were out are issued again.
     */
    static restore(snapshot: string, over: ReflectSettings | undefined, now_ms: number): ReflectRun;
    /**
     * A person's verdict on a finished run: it is accepted, or goes on with the feedback.
     */
    review(accepted: boolean, feedback: string | null | undefined, now_ms: number): void;
    /**
     * What nonces and keys are made of.
     */
    seed(): number;
    /**
     * The settings of the run, as JSON.
     */
    settings(): string;
    /**
     * The steps that were shown before the run was restored, in the same way.
     */
    shown(): number;
    /**
     * The run as it was restored, as versioned JSON; from then on the host keeps the log.
     */
    takeSnapshot(): string;
    /**
     * Hands in a verdict without issues; without a score that is NaN.
     */
    verdict(number: number, passed: boolean, score: number, now_ms: number): void;
}

/**
 * Where a text stands.
 */
export enum Source {
    /**
     * There is none.
     */
    Absent = 0,
    /**
     * In the memory of the core, for ever: its address and its length in bytes.
     */
    Constant = 1,
    /**
     * In the memory of the core, until the run is asked again: its address and its length in bytes.
     */
    Memory = 2,
    /**
     * In a text of the host: the number of that, the first UTF-16 unit, and how many.
     */
    Host = 3,
}

/**
 * Checks the settings of an autopilot.
 */
export function checkAutopilot(settings: AutopilotWire): void;

/**
 * Checks the settings of an engine; `undefined` is no settings at all.
 */
export function checkSettings(settings: ReflectSettings | undefined): void;

/**
 * What a finish reason means: 0 that the reply is whole, 1 that it was cut, 2 that the model refused.
 */
export function finishCode(reason: string): number;

/**
 * What these settings know with what one result taught added to it; without a result, what they know. The result is JSON.
 */
export function learned(settings: ReflectSettings | undefined, result?: string | null): Knowledge;

/**
 * Reads one reply of a critic; applies no policy.
 */
export function readCritique(text: string, options: ReadOptions | undefined): Reading;

/**
 * Where the host writes the bytes of a text, at least this many. It moves when it must grow.
 */
export function scratch(bytes: number): number;

/**
 * The draft in a model's reply: what it wrote without its thinking.
 */
export function stripThinking(text: string): string;

/**
 * What to say of a key that no task of an engine has, naming the nearest, or where it belongs.
 */
export function unknownTaskKey(key: string, known: string[]): string;

/**
 * What to say of a word that is none of the known ones, naming the nearest.
 */
export function unknownWord(kind: string, word: string, known: string[]): string;

/** Instantiates the core; for `src/load` only. */
export function initSync(source: { module: object }): unknown;

// ---- given-types.d.ts
import type { Message, Part, Usage } from './generated/reflect_engine.js';
/**
 * A part of a message: text, or anything else in your provider's form, which is carried as it is. It must be plain JSON; what is not, is
 * treated as in `metadata`.
 */
export type PartInput = Part | {
    type: string;
    [key: string]: unknown;
} | {
    type: string;
};
/** A message of a conversation. */
export interface MessageInput extends Omit<Message, 'content' | 'toolCalls' | 'metadata'> {
    content: string | readonly PartInput[];
    /** On an `assistant` message: the tools it asked for. */
    toolCalls?: readonly (ToolCallRequest & {
        id: string;
    })[] | undefined;
    /**
     * The provider's own data, plain JSON, carried back verbatim. A `Date` or `URL` is taken as `JSON.stringify` writes it; a task that holds
     * what JSON cannot (a `BigInt`, a function, NaN, binary data, a cycle) is refused, naming the path.
     */
    metadata?: unknown;
}
/**
 * What a model function returns. A reply without `content` and `toolCalls`, or with one of these keys in another spelling (`finish_reason`),
 * is a failed call. Other keys are not read.
 */
export interface ModelResponse {
    content: string | readonly PartInput[];
    toolCalls?: readonly ToolCallRequest[] | null | undefined;
    usage?: UsageInput | null | undefined;
    model?: string | null | undefined;
    responseId?: string | null | undefined;
    /**
     * The provider's own data, plain JSON, carried back verbatim in every later request that holds this message. What is none does not fail
     * the call. It becomes what `JSON.stringify` makes of it: a `Date` or `URL` its text, NaN `null`, and a function is left out; besides, a
     * `BigInt` its digits as text, a `Map` an object, a `Set` a list, and what cannot be held a note in its place: `"[binary: 16 bytes]"`,
     * `"[circular]"`, `"[too deep]"` (beyond 64 levels).
     */
    metadata?: unknown;
    finishReason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | (string & {}) | null | undefined;
}
/** {@link Usage} as a provider tells it: `null` is as absent. */
export type UsageInput = {
    [K in keyof Usage]: Usage[K] | null;
};
/** A verdict as a verifier gives it: passed or not, what is wrong, a list of what is wrong (an empty one passes), or all in one. */
export type VerdictInput = boolean | string | readonly string[] | {
    passed: boolean;
    /** What is wrong, worst first. Shown to producer and critic, fenced and capped at 2,000 characters. */
    issues?: readonly string[] | undefined;
    /** Points of your own scale, by which drafts that no critic scored are compared. */
    score?: number | undefined;
};
/** A tool call as a model gives it; the engine gives an id to one that comes without, or with a repeated one. */
export interface ToolCallRequest {
    id?: string | null | undefined;
    name: string;
    /** The arguments as JSON, or as a string of JSON. */
    arguments: unknown;
    /** The provider's own data, as a reply's. */
    metadata?: unknown;
}

// ---- index.d.ts
/**
 * reflect-engine makes an agent check its own work: a producer drafts, a critic judges, and the engine revises until the draft is
 * accepted or the budget is spent, and says honestly which of the two happened.
 *
 * @packageDocumentation
 */
export { Autopilot } from './autopilot.js';
export type * from './autopilot-types.js';
export { Critic } from './critic.js';
export { readCritique } from './critique.js';
export { ReflectEngine } from './engine.js';
export type { ReflectErrorOptions } from './error.js';
export { isReflectError, ReflectError } from './error.js';
export type * from './given-types.js';
export { presets } from './presets.js';
export type { EngineName } from './resolve.js';
export { resolveEngine } from './resolve.js';
export type { InferOutput, StandardConverter, StandardIssue, StandardProps, StandardResult, StandardSchema, } from './standard-schema.js';
export type { JsonToolDefinition, StandardToolDefinition } from './tool.js';
export { tool } from './tool.js';
export type * from './types.js';

// ---- load/slim.d.ts
/** `WebAssembly.Module` where the types of the host know it: those of Node 20 without those of the DOM do not. */
export type CompiledModule = typeof globalThis extends {
    WebAssembly: {
        Module: {
            prototype: infer Module;
        };
    };
} ? Module : never;
/** Wasm as bytes or compiled. */
export type WasmSource = ArrayBuffer | ArrayBufferView | CompiledModule;
/**
 * Hands in the wasm of this package's version, before the first use: the engine's (`reflect-engine/reflect_engine_bg.wasm`) and, for
 * research, decisions, evaluations and the monitor, that of its companions (`reflect-engine/companions_bg.wasm`). A half that was handed in
 * before stays.
 */
export declare function initSync(engine: WasmSource, companions?: WasmSource): void;

// ---- monitor/index.d.ts
/**
 * Tells how loops do: figures with intervals, alerts, a diagnosis.
 *
 * @packageDocumentation
 */
export { LoopMonitor } from './monitor.js';
export type * from './types.js';

// ---- monitor/monitor.d.ts
/// <reference lib="esnext.disposable" />
import { ReflectError } from '../error.js';
import type { AlertEvent, FeedbackOutcome, MonitorReport, MonitorSettings, MonitorState, ObservedDecision, ObservedResult, ObserveOptions, UserFeedback } from './types.js';
/**
 * Watches loops (the Lazy Agent essay): figures of their health, four alerts, and which part is broken, over all runs, by agent and in a
 * sliding window. It holds a few numbers for each, whatever the number of runs; states of several processes make one.
 */
export declare class LoopMonitor {
    private core;
    private readonly onEvent;
    private kept;
    /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
    constructor(settings?: MonitorSettings);
    /**
     * A monitor that goes on from a state. Alerts that are open in it are no events. Throws `invalid_snapshot` for anything else than the
     * state of a monitor with the same `window.bucketMs`.
     */
    static fromJSON(state: MonitorState | string, settings?: MonitorSettings, options?: {
        nowMs?: number | undefined;
    }): LoopMonitor;
    /**
     * Counts a finished run: a result of any loop, a reflection on a decision too, or the `ReflectError` with one that a run rejected with.
     * False when a run of its `runId` was counted before, which changes nothing. Throws `invalid_task` when it is no result, naming the field.
     */
    observe(result: ObservedResult | ObservedDecision | ReflectError<ObservedResult | ObservedDecision>, options?: ObserveOptions): boolean;
    /**
     * Counts what a person says of a run's answer. The run may be observed later, or by another process: then the feedback waits for it, or
     * for its state. Throws `invalid_task`, naming the field.
     */
    feedback(feedback: UserFeedback, options?: {
        nowMs?: number | undefined;
    }): FeedbackOutcome;
    /** Figures, alerts that are open, and diagnosis, as of now. */
    report(options?: {
        nowMs?: number | undefined;
    }): MonitorReport;
    /** Alerts that opened or closed since this was last asked, in order; at most the last 1,000. */
    events(): AlertEvent[];
    /**
     * Adds another monitor's state to this one's. What is in it is counted, so add each once: merge the states of all processes into a
     * monitor that is new each time, and observe each run in one of them. Throws `invalid_snapshot` for a state of another shape, and then
     * nothing of it was added. Numbers are not checked: take states from your own processes only.
     */
    merge(other: LoopMonitor | MonitorState | string, options?: {
        nowMs?: number | undefined;
    }): void;
    /** What it has counted, as plain JSON, for `fromJSON` and `merge`. */
    toJSON(): MonitorState;
    free(): void;
    [Symbol.dispose](): void;
    private get live();
    /** Does something with the core, then tells the events that came of it. */
    private tell;
}

// ---- monitor/types.d.ts
import type { AlertEvent, AlertMode, LoopHealth } from '../generated/reflect_engine.js';
import type { Json } from '../types.js';
export type { AlertEvent, AlertMode, FeedbackOutcome, LoopAlert, LoopDiagnosis, LoopHealth, LoopMeasure, LoopMetric, } from '../generated/reflect_engine.js';
export type { ObservedDecision, ObservedResult } from '../observed.js';
/** What a `LoopMonitor` is made of. */
export interface MonitorSettings {
    /**
     * When an alert opens: `'point'` (default, as the Lazy Agent essay has it) when the figure is beyond its level, `'confident'` when its
     * whole interval is. Small samples lie: `cargo xtask bench monitor` prints how often each is wrong.
     */
    mode?: AlertMode | undefined;
    /** Of the intervals, two-sided, `0.5..=0.9999`. Default 0.95. */
    confidence?: number | undefined;
    /** Rated runs from which the correlation is believed, integer from 4. Default 100 (the Lazy Agent essay). */
    minRated?: number | undefined;
    /**
     * The sliding window: the last `buckets` buckets of `bucketMs` milliseconds, the current one included. Default 24 of an hour. Monitors
     * whose states are put together must have the same `bucketMs`.
     */
    window?: {
        buckets?: number | undefined;
        bucketMs?: number | undefined;
    } | undefined;
    /** Runs that are remembered so that feedback finds them, the last so many, `0..=1000000`. Default 10,000. */
    remember?: number | undefined;
    levels?: MonitorLevels | undefined;
    /** Told when an alert opens or closes, not each time it is seen. What it throws is dropped. */
    onEvent?: ((event: AlertEvent) => void) | undefined;
}
/** From where on a figure is high or low, for alerts and diagnosis. High is above, low is below; missing fields are high *from* theirs. */
export interface MonitorLevels {
    /** Default 0.15 (the Lazy Agent essay). */
    timeoutRateHigh?: number | undefined;
    /** Default 0.05. */
    timeoutRateLow?: number | undefined;
    /** Default 0.3 (the Lazy Agent essay). */
    stoppedAtIteration1High?: number | undefined;
    /** Default 1. */
    avgMissingFieldsHigh?: number | undefined;
    /** Default 0.5. */
    passRateLow?: number | undefined;
    /** Default 0.8. */
    passRateHigh?: number | undefined;
    /** Default 0.2. */
    userRejectionRateHigh?: number | undefined;
    /** Default 0.6 (the Lazy Agent essay). */
    correlationLow?: number | undefined;
    /** Default 3 (the Lazy Agent essay). */
    avgRetryCountHigh?: number | undefined;
}
/** How a result is told to a monitor. */
export interface ObserveOptions {
    /** Whose run it is. Default: the result's. At most 1,000 are told apart. */
    agent?: string | undefined;
    /** Default: the result's. */
    runId?: string | undefined;
    /** Default: now. */
    nowMs?: number | undefined;
}
/** What a person, or something they did, says of a run's answer. Of one run the first rating and the first rejection count. */
export interface UserFeedback {
    runId: string;
    /** On one scale of yours, for all runs the same. */
    rating?: number | undefined;
    /** Thumbs down, or edited. */
    rejected?: boolean | undefined;
}
/** Figures, alerts and diagnosis over all runs, and the same in the sliding window and by agent. */
export interface MonitorReport extends LoopHealth {
    window: LoopHealth;
    agents: Record<string, AgentReport>;
    /** Runs whose agent is not told apart, since there were 1,000 others. They count in the whole. */
    agentsLeftOut: number;
}
export interface AgentReport extends LoopHealth {
    window: LoopHealth;
}
/** What a monitor has counted, as plain JSON. Its inside is not for reading. */
export interface MonitorState {
    readonly format: 'reflect-engine/monitor';
    readonly version: 1;
    readonly [key: string]: Json;
}

// ---- observed.d.ts
import type { Json } from './types.js';
/**
 * What a monitor reads of a result. Results of `ReflectEngine` and `Autopilot` are of this shape as they are; of your own loop give what
 * you know. Other keys are passed over.
 */
export interface ObservedResult {
    status: 'ok' | 'needs_review' | 'failed';
    accepted: boolean;
    /**
     * `'aborted'` is an abort; one that begins with `max_` is a limit that was hit (`timeout_rate`). A run that ends after one iteration is
     * `stopped_at_iteration_1` unless it failed, was aborted, hit a limit, or broke: `model_error`, `tool_error`, `empty_draft`,
     * `unreadable_critique`, `invalid_input`.
     */
    stopReason: string;
    /** Integer from 0. */
    iterations: number;
    /** Its name among others, so that feedback finds it, and a run that is told twice is counted once. */
    runId?: string | undefined;
    agent?: string | undefined;
    /** False: nobody evaluated the answer, and it is not in `pass_rate`. Otherwise a run that neither failed nor was aborted is one evaluation. */
    judged?: boolean | undefined;
    /** All evaluations of answers in this run, where there may be several. */
    evaluations?: readonly {
        readonly passed: boolean;
    }[] | undefined;
    /**
     * Times that an answer was sent back. Default: `repairs`, else one less than `evaluations`, else one less than `iterations` (of a
     * best-of-n all drafts that are no revisions are the first iteration).
     */
    retries?: number | undefined;
    repairs?: number | undefined;
    /** Required fields that were still empty. Default: of `missing` those that are strings, or whose `required` is absent or `'must'`. */
    missingFields?: number | undefined;
    missing?: readonly unknown[] | undefined;
    /** Who accepted the answer. An acceptance by a `'verifier'`, a `'human'` or a `'critic'` in iteration 1 opens no alert. */
    acceptedBy?: string | undefined;
    /** The critic that accepted is the model that wrote the answer: this one opens an alert. */
    selfCritique?: boolean | undefined;
    /**
     * Times that the same action was taken again. Default: `drafts` with a `duplicateOf`, or with the text of an earlier one (case and white
     * space do not matter); without `drafts` the same of the outputs of `steps` of the type `'iteration'`.
     */
    repetitionHits?: number | undefined;
    /**
     * What correlates with ratings, `0..=1`: `evaluation.score`, else `critique.score` of 10 or the share of its `criteriaMet`, else the share
     * of the verdict's `criteriaMet`, else this. A critique with the `status` `'invalid'` has none, nor has a run with `judged: false`.
     */
    score?: number | undefined;
    evaluation?: {
        readonly score?: number | undefined;
    } | undefined;
    critique?: {
        readonly status?: string | undefined;
        readonly score?: number | undefined;
        readonly criteriaMet?: readonly boolean[] | undefined;
    } | undefined;
    criticVerdict?: {
        readonly criteriaMet?: readonly boolean[] | undefined;
    } | undefined;
    drafts?: readonly {
        readonly text?: string | undefined;
        readonly parent?: number | undefined;
        readonly duplicateOf?: number | undefined;
    }[] | undefined;
    steps?: readonly {
        readonly type: string;
        readonly output?: unknown;
    }[] | undefined;
    metadata?: {
        readonly [key: string]: Json;
    } | undefined;
}
/** What a monitor reads of a reflection on a decision: one evaluation of it, passed when nothing is to be revised. */
export interface ObservedDecision {
    /** Default `'ok'`: there is a reflection. */
    status?: 'ok' | 'needs_review' | 'failed' | undefined;
    shouldRevise: boolean;
    /** Default `'reflected'`. */
    stopReason?: string | undefined;
    runId?: string | undefined;
    agent?: string | undefined;
}
/**
 * A result as a loop of one's own tells it: its trace laid beside what everybody reads. The score in points leaves: it is that of the critique.
 */
export declare function flat(result: unknown): unknown;
/**
 * A run's result, or that of the error which it rejected with. A reflection on a decision says nothing of its status: there is one, so it
 * went well, and where an error carries it there is none.
 */
export declare function ended(given: unknown): unknown;

// ---- presets.d.ts
import type { ReflectSettings } from './types.js';
/** The settings that reproduce a known loop. Spread one and add your own: `{ ...presets.criteria, criteria: [...] }`. */
export declare const presets: {
    /** Seed 004, agentlib's `ReflectEngine`: score and flag, two revisions, the last one returned unjudged, no fence. */
    readonly agentlib: Readonly<ReflectSettings>;
    /** Seed 001: success criteria with a confidence gate. Give `criteria`. */
    readonly criteria: Readonly<ReflectSettings>;
    /**
     * Seed 002: producer and critic, `ok` or `needs_review`. At most `maxIterations` drafts, integer `1..=101`, default 3; each is judged
     * and the latest returned. `CODE_IS_PERFECT` as the whole reply accepts. A critique that is unreadable or contradicts itself needs a person; so does a spent limit, which `errors`
     * tells as `max_iterations reached before acceptance`. Throws `invalid_settings`.
     */
    readonly producerCritic: (maxIterations?: number) => Readonly<ReflectSettings>;
    /**
     * Seed 000's gate, for an `Evaluator`: passes when the plain mean of `relevance`, `source_quality` and `bias_score` is above 0.7. Give
     * `metrics` of these names.
     */
    readonly simpleAverage: {
        readonly weights: Readonly<Record<string, number>>;
        readonly threshold: number;
    };
};

// ---- research/canonical-model.d.ts
import { type StandardSchema } from '../standard-schema.js';
import type { JsonSchema } from '../types.js';
import type { CanonicalModel } from './reflector-data.js';
import type { ModelAnnotations, ModelOutline, ModelSettings } from './reflector-types.js';
/**
 * The canonical model that a source says: `{ fields: [...] }`, an outline as in the Lazy Agent essay, a JSON Schema, or a Standard Schema
 * whose library can tell its JSON Schema. Annotations are laid over it by path; in a JSON Schema (and in zod's `meta`) they may stand in
 * the property itself, under `reflect` or `x-reflect`.
 *
 * Throws `invalid_settings`, naming the key, what is allowed and what came.
 */
export declare function canonicalModel(source: ModelSettings | ModelOutline | CanonicalModel | StandardSchema | JsonSchema | object, annotations?: ModelAnnotations): CanonicalModel;
/**
 * "Compare X and Y" (the Lazy Agent essay): features, pricing and limitations of both, a direct comparison, what most think, and what
 * speaks against it. The last one must be there, so that the search does not end at the first glowing article.
 */
export declare function comparison(a: string, b: string): CanonicalModel;
/** The risks of something: how it fails, where it did, how likely and how bad that is, and what those say who think it unsafe. */
export declare function riskAssessment(topic: string): CanonicalModel;
/** A market: its size and growth, who competes in it and who buys, and what speaks against it. */
export declare function marketScan(topic: string): CanonicalModel;
/** As JSON, with what JSON cannot hold told in words, so that it is refused and not left out. */
export declare function written(value: unknown): string;

// ---- research/evaluator-types.d.ts
export type { Evaluation, MetricFailure, RepairTarget } from '../generated/reflect_engine.js';
/** Scores one side of an answer. It may throw or reject: then it could not be measured, and nothing passes. */
export type Metric<S = unknown> = (subject: S, context: {
    signal: AbortSignal;
}) => number | MetricScore | Promise<number | MetricScore>;
export interface MetricScore {
    /** `0..=1`; anything else could not be measured. */
    score: number;
    /** Why, in a sentence. It stands in `feedback` when the score falls short. */
    explanation?: string | undefined;
    /** Parts of the answer, by path, that pull the score down. */
    paths?: readonly string[] | undefined;
}
/** What an `Evaluator` is made of. */
export interface EvaluatorSettings<S = EvaluatorSubject> {
    /** By name, 1 to 100. Default: `relevance`, `trust` and `diversity`, the built-in ones, which read an {@link EvaluatorSubject}. */
    metrics?: Record<string, Metric<S>> | undefined;
    /** By name of metric, `0..=1000000`; what is not named weighs 1. One that weighs 0 is measured and must be measurable, but counts nothing. */
    weights?: Readonly<Record<string, number>> | undefined;
    /** The weighted mean must be above this, `0..=1`. Default 0.7 (the Lazy Agent essay). */
    threshold?: number | undefined;
    /** Milliseconds that a metric may take, `1..=2147483647`. Default 60,000. */
    metricTimeoutMs?: number | undefined;
}
/**
 * What the built-in metrics read of the answer that is judged; each needs some of it, and says so where it lacks. `O` is what metrics of
 * your own read as `output`: `new Evaluator<EvaluatorSubject<string>>(…)`.
 */
export interface EvaluatorSubject<O = unknown> {
    /** What the user asked. */
    question?: string | undefined;
    /** The answer; what is no string is read as its JSON. */
    output?: O | undefined;
    /** What the answer rests on. */
    facts?: readonly {
        readonly path: string;
        readonly sourceId?: string | undefined;
    }[] | undefined;
    /** A URL or another name, or an object with one. */
    sources?: readonly (string | EvaluatorSource)[] | undefined;
}
export interface EvaluatorSource {
    /** What facts call it. */
    id?: string | undefined;
    url?: string | undefined;
    /** How far it is to be trusted, `0..=1`, by whatever measure of yours. */
    trust?: number | undefined;
    text?: string | undefined;
}

// ---- research/evaluator.d.ts
import type { EvaluatorWire, MetricOutcome } from '../generated/reflect_engine.js';
import { Ending } from '../signal.js';
import type { Evaluation, EvaluatorSettings, EvaluatorSubject } from './evaluator-types.js';
/**
 * Judges a finished answer (the Lazy Agent essay): metrics score it, their weighted mean must be above a threshold. It says how good an
 * answer is and never what to search for; a loop runs it only when its reflector says that there is nothing more to find.
 */
export declare class Evaluator<S = EvaluatorSubject> {
    private readonly metrics;
    private readonly wire;
    private readonly timeoutMs;
    /** Throws `invalid_settings` for an unknown key, a wrong type, a value out of range or a weight of no metric, naming it. */
    constructor(settings?: EvaluatorSettings<S>);
    /**
     * Measures and weighs; the metrics run at once, each on a copy of its own of the subject's plain objects and lists. One that throws, takes
     * too long or gives no number from 0 to 1 is named in `failures`, and never rejects. Rejects with an `AbortError`.
     */
    evaluate(subject: S, options?: {
        signal?: AbortSignal | undefined;
    }): Promise<Evaluation>;
    private measureAll;
    private measure;
}
/** What a research loop takes of an evaluator: the rule for its core, and the measuring, which it does as one of its calls. */
export interface Measuring {
    readonly wire: EvaluatorWire;
    readonly names: readonly string[];
    /** One outcome for each name. It never rejects. */
    measure(subject: unknown, ending: Ending): Promise<MetricOutcome[]>;
}
export declare function measuring(evaluator: object): Measuring;

// ---- research/index.d.ts
/**
 * Research that says what is missing and what conflicts, and only afterwards how good its answer is.
 *
 * @packageDocumentation
 */
export { canonicalModel, comparison, marketScan, riskAssessment } from './canonical-model.js';
export { Evaluator } from './evaluator.js';
export type * from './evaluator-types.js';
export { ResearchLoop } from './loop.js';
export { citationCoverage, lexicalRelevance, perspectiveBalance, sourceDiversity, sourceTrust } from './metrics.js';
export { Reflector, reflect, relate } from './reflector.js';
export type * from './reflector-data.js';
export type * from './reflector-types.js';
export type * from './types.js';

// ---- research/loop.d.ts
import type { HostedResearchTask, ResearchResult, ResearchRun, ResearchSettings, ResearchStream, ResearchTask, ResumedResearchTask } from './types.js';
/**
 * Searches until a canonical model is full and agrees with itself, then has the answer judged, and repairs what the judge names (the Lazy
 * Agent essay).
 * What is searched for follows from what is missing and what is in conflict, never from how good it looks; how good the answer is is
 * asked when there is nothing more to find.
 *
 * One loop answers any number of questions, also at once. It holds nothing but its settings.
 */
export declare class ResearchLoop {
    private readonly wire;
    private readonly evaluator;
    private readonly reader;
    /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
    constructor(settings: ResearchSettings);
    /**
     * Searches, composes, evaluates, repairs. Rejects with a {@link ReflectError} that carries `result` when no fact was found, or the run was
     * aborted (`name: 'AbortError'`); whatever else happens resolves, with `status: 'needs_review'` unless the answer was accepted.
     */
    run(task: ResearchTask): Promise<ResearchResult>;
    /** Runs, and shows the steps as they come. What is wrong with the task itself is thrown at once. */
    stream(task: ResearchTask): ResearchStream;
    /**
     * Goes on from a snapshot, also in another process: an interrupted run where it stood, a finished one with a person's `review`. Limits
     * and evaluator are this loop's. Rejects as `run` does, and with `invalid_snapshot` for a snapshot that is damaged or of another canonical
     * model.
     */
    resume(snapshot: string, task: ResumedResearchTask): Promise<ResearchResult>;
    /** Begins a run that the caller drives: poll, make the calls, hand in what they gave. The time is in milliseconds. */
    start(task: HostedResearchTask, nowMs?: number): ResearchRun;
    /** Goes on with a run from a snapshot, driven by the caller, as `start` does. */
    restore(snapshot: string, task?: Omit<HostedResearchTask, 'query'>, nowMs?: number): ResearchRun;
    private begin;
    private reopen;
    private wireOf;
    private drive;
    private callbacks;
}

// ---- research/metrics.d.ts
import type { EvaluatorSubject, Metric } from './evaluator-types.js';
/**
 * How much of the question the answer speaks of, by its words alone: the share of the question's words that occur, each by its weight.
 * With the `text` of at least two sources, words that few of them have weigh more, and one occurrence counts less in a long answer, as in
 * BM25. It knows no meaning: an answer that repeats the question is as relevant as can be.
 */
export declare function lexicalRelevance(): Metric<EvaluatorSubject>;
/**
 * The mean of what the sources' `trust` says: who is to be trusted no program can tell. A source that nobody says it of counts as `unrated`,
 * `0..=1`; without that setting the metric cannot be measured.
 */
export declare function sourceTrust(settings?: {
    unrated?: number | undefined;
}): Metric<EvaluatorSubject>;
/** How evenly the sources are spread over domains: their entropy, 1 only when no two share one. A source without a `url` is told by its `id`. */
export declare function sourceDiversity(): Metric<EvaluatorSubject>;
/**
 * How evenly the two sides are heard: the share of `contrarian` fields that hold a fact, times how even the split is between the sources of
 * those fields and of all others (entropy in bits). 0 when one side has none.
 */
export declare function perspectiveBalance(settings: {
    contrarian: readonly string[];
}): Metric<EvaluatorSubject>;
/** The share of facts that name a source; where the subject has `sources` with an `id`, one of those. */
export declare function citationCoverage(): Metric<EvaluatorSubject>;
/** What an evaluator measures when nothing else is said. */
export declare function defaultMetrics(): Record<'relevance' | 'trust' | 'diversity', Metric<EvaluatorSubject>>;

// ---- research/reflector-data.d.ts
export type { AddedFacts, CanonicalField, CanonicalModel, ConflictSide, FactConflict, FactRelation, FactSearch, FieldRequired, FieldTolerance, FieldType, MissingField, Reflection, ReflectionReason, ReflectionState, RefusedFact, SearchKind, SettledBy, ThinField, } from '../generated/reflect_engine.js';

// ---- research/reflector-types.d.ts
import type { CanonicalField, FieldRequired, FieldTolerance, FieldType, Reflection, RefusedFact } from './reflector-data.js';
/** One field of a canonical model, as it is written; only `path` is needed. */
export interface FieldSettings {
    /** Names with dots between, such as `entity_a.pricing`. At most 200 characters. */
    path: string;
    /** What it holds, which decides how two facts are compared. Default `text`: two texts that differ are in conflict where `many` is false. */
    type?: FieldType | undefined;
    /** `must` (the default) is searched for first, `should` after it, `may` never. */
    required?: FieldRequired | undefined;
    /** Items of a list, different values where many may stand, else facts. Integer 1..=1000, default 1. */
    minCount?: number | undefined;
    /** Sources that must say something about it, those of one origin counted once. Integer 1..=1000, default 1. */
    minSources?: number | undefined;
    /**
     * Several values may stand side by side and never conflict. By default true for texts, and for enums of which more than one is wanted:
     * set it to false where there is one right text, such as a name.
     */
    many?: boolean | undefined;
    /** Holds what speaks against the rest: the search for it is a search for opposing views. */
    contrarian?: boolean | undefined;
    /** Of all its numbers: `'km'`, `'USD'`, `'users'`. A number in another unit is refused, unless `normalise` converts it. */
    unit?: string | undefined;
    /** How far two numbers may lie apart and still agree; the wider of the two holds. */
    tolerance?: FieldTolerance | undefined;
    /** As of when it is wanted, as ISO 8601 writes it. Facts as of another date are refused; facts without a date are taken to be of this one. */
    asOf?: string | undefined;
    /** What to search for, with `{topic}`, `{entity}`, `{field}`, `{path}`. Of several, each search takes the next. */
    query?: string | readonly string[] | undefined;
    /** What an enum may be. */
    values?: readonly string[] | undefined;
    description?: string | undefined;
}
/** A canonical model as it is written. */
export interface ModelSettings {
    /** What the answer is about; `{topic}` in queries. */
    topic?: string | undefined;
    /** Who its parts are about, by the first name of a path: `{ entity_a: 'Postgres' }`; `{entity}` in queries. */
    entities?: Record<string, string> | undefined;
    /** At least one, in the order in which they are searched for. */
    fields: readonly FieldSettings[];
}
/**
 * A model as the Lazy Agent essay writes it: names in each other; `'required'`, `'must'`, `'should'`, `'may'`, `'optional'`, a type's
 * name, `null` or `'...'` (both: a text that must be there), or the settings of a field with a `type` or a `required`.
 */
export interface ModelOutline {
    [name: string]: string | null | true | Omit<FieldSettings, 'path'> | ModelOutline;
}
/** Laid over a model, whatever it was made from. */
export interface ModelAnnotations {
    topic?: string | undefined;
    entities?: Record<string, string> | undefined;
    /** Settings by path, for fields that are there. */
    fields?: Record<string, Partial<Omit<FieldSettings, 'path'>>> | undefined;
}
/** What one source says about one field. */
export interface Fact {
    /** A path of the model. */
    path: string;
    /**
     * A number (or a text with one, as JSON writes it: `"1200000 USD"` in a field of this unit), a date as ISO 8601 writes it, a text, a list.
     * What is written in another way `normalise` may read.
     */
    value: string | number | boolean | readonly (string | number)[];
    /** What it is compared as, in the field's unit; the setting `normalise` gives it. The answer shows `value`. */
    normalised?: string | number | boolean | readonly (string | number)[] | null | undefined;
    /** Of a number: `"km"`, `"USD"`. The field's, where that has one. */
    unit?: string | null | undefined;
    /** As of when it holds, as ISO 8601 writes it. Facts as of other dates are not compared. */
    asOf?: string | number | null | undefined;
    /** Who says it. Facts of one source count as one voice. */
    sourceId: string;
    /**
     * Where the source took the claim from, if it is a copy: the `sourceId` of the first source, or any name of it ("press release of 3 May").
     * Facts of one origin count as one voice, however many sources repeat it. Without it each source counts, copies too.
     */
    origin?: string | null | undefined;
    quote?: string | null | undefined;
    /** Yours. The reflector does not look at it: how good a source is has no say in what is missing. */
    metadata?: unknown;
}
/** How facts are compared, when a field is given up, and who settles a conflict. */
export interface ReflectorSettings {
    /** Fruitless searches in a row after which a field is given up. Integer 1..=100, default 2. */
    maxFruitless?: number | undefined;
    /**
     * Who settles a conflict, once its verify query was asked. `plurality`: the value that more independent sources say than any other, and at
     * least `plurality` of them. `adjudicator`: whoever `adjudicate` or `resolve` asks. `never`: nobody; it stays open. Default: the adjudicator
     * if there is one, else plurality.
     */
    settle?: 'plurality' | 'adjudicator' | 'never' | undefined;
    /** Independent sources that a plurality needs. Integer 2..=1000, default 2. */
    plurality?: number | undefined;
    /**
     * What a value is compared as, in the field's unit: `"$1.2M"` as 1200000, `"Q1 2024"` as `"2024-03"`, `"Apple Inc."` as `"apple"`. What gives
     * nothing leaves the value as it is. A fact for which it throws is refused.
     */
    normalise?: Normalise | undefined;
}
/** Says what a value is compared as. It is called once for each fact, and must not wait. */
export type Normalise = (value: Fact['value'], field: CanonicalField, fact: Fact) => Fact['value'] | null | undefined;
/** A look at a whole set of facts. */
export interface ReflectionOnce extends Reflection {
    /** Facts that were not taken, with the reason. */
    refused: RefusedFact[];
}

// ---- research/reflector.d.ts
/// <reference lib="esnext.disposable" />
import type { StandardSchema } from '../standard-schema.js';
import type { AddedFacts, CanonicalModel, FactRelation, FactSearch, Reflection } from './reflector-data.js';
import type { Fact, FieldSettings, ModelOutline, ModelSettings, ReflectionOnce, ReflectorSettings } from './reflector-types.js';
/** Whatever {@link canonicalModel} can make a model of. */
type ModelSource = CanonicalModel | ModelSettings | ModelOutline | StandardSchema | object;
/**
 * Is it complete, and does it agree with itself? (the Lazy Agent essay)
 *
 * Holds facts and says what is missing, what is thin, what is in conflict and what to search for next. It knows nothing of how good a
 * source is. Facts are indexed as they come: a batch costs by its own size.
 */
export declare class Reflector {
    /** The model with everything filled in. */
    readonly model: CanonicalModel;
    private core;
    private readonly reader;
    /** Throws `invalid_settings` for a wrong model or setting, naming the key, what is allowed and what came. */
    constructor(source: ModelSource, settings?: ReflectorSettings);
    /**
     * Takes a batch. A fact that is not right, or that its field cannot take, is refused with the reason; the others are taken. Throws
     * `invalid_input` when it is no list.
     */
    add(facts: readonly Fact[]): AddedFacts;
    /** Looks at what is known. Changes nothing. */
    reflect(): Reflection;
    /**
     * Notes that a search was made (what `reflect().next` gave, or its `kind` and `path`), and gives whether it was fruitless: as you say, or
     * when no fact came about the field since the last search that its source, or one of the same origin, had not given before. After
     * `maxFruitless` in a row the field is given up, and the state can no longer be `complete` while it is wanted. Once a conflict was searched
     * for (`verify`) it may be settled. Throws `invalid_input` for a path that is not in the model.
     */
    searched(search: Pick<FactSearch, 'kind' | 'path'>, fruitless?: boolean): boolean;
    /**
     * An adjudicator holds a fact to be right, by its number in the order in which facts were given: the conflict in which it stands is
     * settled, until something comes that speaks against it and was not there before. Throws `invalid_input` when it stands in none, or in one
     * that was not searched for yet, or when `settle` leaves it to others.
     */
    resolve(fact: number): void;
    /** Frees the memory at once; without it that happens some time after the last reference is gone. Not to be used afterwards. */
    free(): void;
    [Symbol.dispose](): void;
    private get live();
}
/** Looks once at a whole set of facts. Throws as {@link Reflector} does. */
export declare function reflect(source: ModelSource, facts: readonly Fact[], settings?: ReflectorSettings): ReflectionOnce;
/**
 * How two facts about a field stand to each other, in either order. Throws `invalid_settings` for a wrong field, `invalid_input` for a fact
 * that the field cannot take.
 */
export declare function relate(field: Omit<FieldSettings, 'path'>, a: Omit<Fact, 'path' | 'sourceId'>, b: Omit<Fact, 'path' | 'sourceId'>, settings?: Pick<ReflectorSettings, 'normalise'>): FactRelation;
export {};

// ---- research/types.d.ts
/// <reference lib="esnext.disposable" />
import type { ResearchResult as ResearchOutcome, ResearchTraceStep } from '../generated/reflect_engine.js';
import type { BudgetSettings, CallEvent, Durable, Output, Price, ReflectRun, Usage } from '../types.js';
import type { Evaluator } from './evaluator.js';
import type { EvaluatorSettings, EvaluatorSubject } from './evaluator-types.js';
import type { FactConflict, MissingField, SearchKind, ThinField } from './reflector-data.js';
import type { Fact, ReflectorSettings } from './reflector-types.js';
export type { AnswerStep, ConflictStep, EvaluationStep, GapStep, ResearchStep, ResearchTraceStep, } from '../generated/reflect_engine.js';
/** One search that a research loop asks for. */
export interface ResearchRequest {
    /** What to search for: the field's own query where the model has one. */
    query: string;
    /** `find` what is missing, `verify` what contradicts itself, `repair` what the evaluator named. */
    kind: SearchKind | 'repair';
    /** The field. Empty on a repair for which the evaluator named no part of the answer. */
    path: string;
    /** What the field is about, in words. */
    topic: string;
    reason: 'incomplete_model' | 'thin_evidence' | 'resolving_conflict' | 'rejected';
    /** What the evaluator says, on a repair. */
    feedback?: string;
    /** The first is 1. */
    iteration: number;
    callId: string;
    idempotencyKey: string;
    signal: AbortSignal;
}
/**
 * What a search gives: facts about any field, or nothing. With a `usage` where it cost tokens. Name each fact's `origin` where its source
 * repeats another: copies of one claim then count as one voice. Give no fact where nothing was found.
 */
export type ResearchFound = readonly Fact[] | {
    facts: readonly Fact[];
    usage?: Usage | undefined;
} | null | undefined;
/** Searches. What it throws is noted, and the search was fruitless. */
export type Research = (request: ResearchRequest) => ResearchFound | Promise<ResearchFound>;
/** What the answer is to be composed from. */
export interface ComposeRequest {
    /** What the user asked. */
    query: string;
    facts: Fact[];
    /** What is missing or thin: searched for in vain, or left when the searches were spent. */
    gaps: (MissingField | ThinField)[];
    /** What contradicts itself, with `settledBy` and `value` where it was settled. Facts are numbered as in `facts`. */
    conflicts: FactConflict[];
    /** What the evaluator said of the answer before this one. */
    feedback?: string;
    callId: string;
    idempotencyKey: string;
    signal: AbortSignal;
}
/** A conflict, for somebody to say who is right. */
export interface AdjudicateRequest {
    /** What the user asked. */
    query: string;
    /** The field. */
    path: string;
    /** What the field is about, in words. */
    topic: string;
    /** As of when, where the facts say it. */
    asOf?: string;
    /** Two or more, those with most sources first. */
    sides: AdjudicatedSide[];
    callId: string;
    idempotencyKey: string;
    signal: AbortSignal;
}
/** One side of a conflict, with the facts that are on it. */
export interface AdjudicatedSide {
    /** As its first fact says it. */
    value: string;
    sources: number;
    /** Ten at most. */
    facts: Fact[];
}
/**
 * Says which value is right: a value that one of the facts holds, the fact or the side itself (any object with that `value`; `unit`,
 * `asOf` and `sourceId` tell apart facts of the same value), or nothing where it cannot say. Anything else settles nothing and
 * is noted in `errors`.
 */
export type Adjudicate = (request: AdjudicateRequest) => Adjudicated | Promise<Adjudicated>;
export type Adjudicated = Fact['value'] | {
    readonly value: Fact['value'];
} | null | undefined;
/** Writes the answer: a text, or an object that JSON can hold. */
export type Compose = (request: ComposeRequest) => string | object | Promise<string | object>;
/** What a `ResearchLoop` is made of. */
export interface ResearchSettings {
    /** What an answer must hold: whatever `canonicalModel` can make a model of. */
    canonicalModel: object;
    /** How facts are compared, when a field is given up, and who settles a conflict. */
    reflector?: ReflectorSettings | undefined;
    /**
     * Judges the answer, once the model is complete or stalled. It is given an {@link EvaluatorSubject}; of a fact's `metadata` it is told
     * `trust`, `url` and `text` as those of its source. Default: `new Evaluator()`. `false`: nothing is accepted.
     */
    evaluator?: Evaluator | EvaluatorSettings | false | undefined;
    /** Searches at most, repairs too, integer `1..=800`. Default 30. */
    maxIterations?: number | undefined;
    /** Repair rounds that rejections may open, integer `0..=100`. Default 2. */
    maxRepairs?: number | undefined;
    /**
     * The same search is made `limit` times (3) among the last `window` (10) at most, unless it gets on. `limit` is `window` at most: where
     * one of them is given alone, the default of the other gives way.
     */
    repetition?: {
        window?: number | undefined;
        limit?: number | undefined;
    } | undefined;
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
    /**
     * Asked about each conflict after its verify query, once as it stands. What it says holds until a value comes that speaks against it and
     * was not there before.
     */
    adjudicate?: Adjudicate | undefined;
    onStep?: ((step: ResearchTraceStep) => void) | undefined;
    /** Sees each call begin and end. What it throws is noted in `result.errors`. */
    onCall?: ((event: CallEvent) => void) | undefined;
    /**
     * Sees each text of steps, `errors` and the error that the run rejects with, and gives what is to stand there; paths and names of metrics
     * stay. All else holds the real texts: the callbacks, the rest of the result, and the snapshot, since it must be resumed. Where it throws
     * or gives no text, `[redacted]` stands.
     */
    redact?: ((text: string) => string) | undefined;
    signal?: AbortSignal | undefined;
    /** Searches, compositions, adjudications and evaluations are then steps of a durable host. */
    durable?: Durable | undefined;
}
/** How a run goes on. */
export interface ResumedResearchTask extends Omit<ResearchTask, 'query'> {
    /**
     * A person's word on a finished run: its answer is accepted, or the loop goes on with a search, an answer and an evaluation by the
     * feedback, `maxRepairs` or not.
     */
    review?: {
        accepted: boolean;
        feedback?: string | undefined;
    } | undefined;
}
/** A question whose run the host drives itself. */
export interface HostedResearchTask {
    query: string;
    /** The host composes the answer. Default false. */
    compose?: boolean | undefined;
    /** The host settles conflicts, or says that it cannot. Default false. */
    adjudicate?: boolean | undefined;
    redact?: ((text: string) => string) | undefined;
}
/**
 * A run that a host drives itself, as a {@link ReflectRun}. Replies are what the callbacks would give: to a call with the purpose `research`
 * facts, to `compose` a text or an object, to the tool `adjudicate` a value or nothing, to the tool `evaluation` a score by metric. What is
 * asked stands in the call: the query as its message, with the rest of a {@link ResearchRequest} as `metadata`, or as the tool's `args`.
 */
export interface ResearchRun extends Omit<ReflectRun, 'poll'> {
    poll(nowMs?: number): Output<ResearchTraceStep, ResearchResult>;
}
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
/** How a research loop's run ended. */
export interface ResearchResult extends Omit<ResearchOutcome, 'failure' | 'facts'> {
    facts: Fact[];
    /** The same as in `reflection`. */
    missing: MissingField[];
    /** The same as in `reflection`. */
    conflicts: FactConflict[];
}
/** What the loop gives its evaluator. */
export interface ResearchSubject extends EvaluatorSubject {
    question: string;
    output: unknown;
    facts: Fact[];
}

// ---- resolve.d.ts
import { ReflectEngine } from './engine.js';
import type { ReflectSettings } from './types.js';
/** Names that {@link resolveEngine} knows. */
export type EngineName = 'reflect';
/**
 * The engine of a name, for frameworks that take one as a string; an engine is given back as it is, and takes no settings then.
 * Throws `unknown_engine`, naming the nearest.
 */
export declare function resolveEngine(engine: EngineName | ReflectEngine, settings?: ReflectSettings): ReflectEngine;

// ---- signal.d.ts
/** Why a run is to end early, and who wants to know. One for each run. */
export declare class Ending {
    ended: boolean;
    reason: unknown;
    private readonly listeners;
    /** Ends the run; later reasons are dropped. */
    end(reason: unknown): void;
    on(listener: () => void): void;
    off(listener: () => void): void;
}
/** Passes a signal's abort on to `ending`; the returned function ends that, and takes the listener away with the last. */
export declare function follow(signal: AbortSignal | undefined, ending: Ending): () => void;
/** What we use of an `AbortController`. */
export interface Controller {
    readonly signal: AbortSignal;
    abort(reason: unknown): void;
}
/** A controller of the host, or one with the same face where the host has none. */
export declare function newController(): Controller;

// ---- slim.d.ts
/**
 * The package without its wasm: `initSync` is handed it.
 *
 * @packageDocumentation
 */
export * from './decision/index.js';
export * from './evals/index.js';
export * from './index.js';
export type { CompiledModule, WasmSource } from './load/slim.js';
export { initSync } from './load/slim.js';
export * from './monitor/index.js';
export * from './research/index.js';

// ---- standard-schema.d.ts
/** A schema of any library that implements Standard Schema v1. */
export interface StandardSchema<Input = unknown, Output = Input> {
    readonly '~standard': StandardProps<Input, Output>;
}
/** True for a schema of a library that implements Standard Schema; some of them are functions. */
export declare function isStandard(schema: unknown): schema is StandardSchema;
export interface StandardProps<Input, Output> {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: {
        readonly input: Input;
        readonly output: Output;
    } | undefined;
    /** Standard JSON Schema: not every library has it. */
    readonly jsonSchema?: StandardConverter | undefined;
}
export type StandardResult<Output> = {
    readonly value: Output;
    readonly issues?: undefined;
} | {
    readonly issues: readonly StandardIssue[];
};
export interface StandardIssue {
    readonly message: string;
    readonly path?: readonly (PropertyKey | {
        readonly key: PropertyKey;
    })[] | undefined;
}
export interface StandardConverter {
    readonly input: (options: {
        readonly target: string;
    }) => Record<string, unknown>;
    readonly output: (options: {
        readonly target: string;
    }) => Record<string, unknown>;
}
/** What a schema's `validate` gives. */
export type InferOutput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

// ---- testing/index.d.ts
/**
 * Models for tests, without a network.
 *
 * @packageDocumentation
 */
import type { ModelResponse } from '../given-types.js';
import type { Model, ModelRequest } from '../types.js';
/**
 * One reply of a scripted model: text, a response (which may be delayed, streamed or thrown), an error to throw, or a function of the
 * request that gives one of these.
 */
export type ScriptedReply = string | ScriptedResponse | Error | ((request: ModelRequest) => ScriptedReply | Promise<ScriptedReply>);
export interface ScriptedResponse extends Omit<ModelResponse, 'content'> {
    content?: ModelResponse['content'] | undefined;
    /** Milliseconds before the reply. */
    delayMs?: number | undefined;
    /** Pieces for `request.onDelta`, after the delay. Without `content` they are the content. */
    deltas?: readonly string[] | undefined;
    /** Thrown instead of a reply, after delay and deltas; `undefined` is not. */
    throw?: unknown;
    /** Goes on after the signal was aborted, as some models do. Default false: a delay ends with the signal's reason. */
    ignoreSignal?: boolean | undefined;
}
/** A model that answers from a script and remembers what it was asked. */
export interface ScriptedModel extends Model {
    (request: ModelRequest): Promise<ModelResponse | string>;
    /** Every request so far, in order. */
    readonly requests: ModelRequest[];
    /** Replies that were not asked for yet. */
    readonly remaining: number;
}
/**
 * A model that gives these replies, one for each request, in order.
 *
 * ```js
 * const model = scriptedModel([
 *   'First draft.',
 *   '{"score": 5, "issues": ["too short"], "suggestion": "Say more.", "needs_revision": true}',
 *   { deltas: ['Second ', 'draft.'], delayMs: 10 },
 *   (request) => `I was asked for a ${request.purpose}.`,
 *   { content: '', toolCalls: [{ name: 'search', arguments: { q: 'cap' } }] },
 *   new Error('rate limited'),
 * ]);
 * ```
 *
 * When the script runs out the model throws an error that names the request.
 *
 * Throws `invalid_settings` for a reply that is none: an unknown key, an object that says nothing. So does the model for what a function of
 * the script gives.
 */
export declare function scriptedModel(script: readonly ScriptedReply[]): ScriptedModel;

// ---- tool.d.ts
import type { InferOutput, StandardSchema } from './standard-schema.js';
import type { Json, Tool, ToolContext } from './types.js';
/** A tool whose `args` are what the Standard Schema gives back. */
export interface StandardToolDefinition<S extends StandardSchema> {
    name: string;
    description?: string | undefined;
    schema: S;
    /** JSON Schema of the arguments, for the model; needed when the schema's library cannot convert it. */
    parameters?: object | undefined;
    execute(args: InferOutput<S>, context: ToolContext): unknown;
}
/** A tool whose arguments are described by a JSON Schema; without one they are any object. */
export interface JsonToolDefinition<Args> {
    name: string;
    description?: string | undefined;
    schema?: object | undefined;
    execute(args: Args, context: ToolContext): unknown;
}
/**
 * Defines a tool; the type of `args` comes from the Standard Schema.
 *
 * The model is told the schema as JSON Schema, converted by the schema's own library (zod 4, ArkType, `toStandardJsonSchema` of
 * valibot). Where that cannot be done give `parameters` too, or the model is told no more than that the arguments are an object.
 *
 * Arguments are checked before `execute` runs; what is wrong with them goes back to the model, and so does what `execute` throws.
 */
export declare function tool<S extends StandardSchema>(definition: StandardToolDefinition<S>): Tool<InferOutput<S>>;
export declare function tool<Args = Record<string, Json>>(definition: JsonToolDefinition<Args>): Tool<Args>;

// ---- types.d.ts
/// <reference lib="esnext.disposable" />
import type { AcceptedBy, Belief, BudgetSettings, Call, CallError, Content, ReflectResult as CoreResult, CritiqueSettings, CritiqueStatus, Draft, ErrorCode, ExpectedGain, ReflectError as Failure, Form, HistorySettings, Json, Juror, JurySettings, Knowledge, Message, ModelCall, OnContradiction, OnUnreadable, Output as CoreOutput, Part, Price, PurposeUsage, Reading, ReadOptions, ReflectionStep, ReflectSettings, ResponseStep, Returns, ReviewReason, Revision, Role, RunError, RunErrorCode, RunStatus, Sees, Step, StopReason, Strategy, ThoughtStep, ToolCall, ToolCallStep, ToolResultStep, ToolRun, ToolSchema, Usage, UsageReport, Verdict, VerifierVerdict, VerifyRun, Why, WhyAction } from './generated/reflect_engine.js';
import type { MessageInput, ModelResponse, VerdictInput } from './given-types.js';
import type { StandardSchema } from './standard-schema.js';
export type { AcceptedBy, Belief, BudgetSettings, Call, CallError, Content, CritiqueSettings, CritiqueStatus, Draft, ErrorCode as ReflectErrorCode, ExpectedGain, Failure, Form, HistorySettings, Json, Juror, JurySettings, Knowledge, Message, ModelCall, OnContradiction, OnUnreadable, Part, Price, PurposeUsage, Reading, ReadOptions, ReflectionStep, ReflectSettings, ResponseStep, Returns, ReviewReason, Revision, Role, RunError, RunErrorCode, RunStatus, Sees, Step, StopReason, Strategy, ThoughtStep, ToolCall, ToolCallStep, ToolResultStep, ToolRun, ToolSchema, Usage, UsageReport, Verdict, VerifierVerdict, VerifyRun, Why, WhyAction, };
/** A JSON Schema: draft 4, 7, 2019-09 or 2020-12 (the default), told by `$schema`. Where one is taken, any `object` type will do. */
export type JsonSchema = {
    [key: string]: unknown;
};
/**
 * Asks a model. It may throw or reject; the engine notes it, keeps what it has, and does not ask again, so leave your client's retries on.
 * Complete ones to copy, for OpenAI's client and the AI SDK, are in the package's `examples-js/models`.
 */
export type Model = (request: ModelRequest) => Promise<ModelResponse | string> | ModelResponse | string;
export interface ModelRequest {
    /** The name of the run that asks. */
    runId: string;
    /** Unique in a run and the same when a run is repeated: `answer-1`, `critique-2`, with several critics `critique-2.judge-1`. */
    callId: string;
    purpose: 'answer' | 'critique' | 'revision' | 'requirements' | (string & {});
    /** Number of the draft that is written or judged; the first is 1. */
    iteration: number;
    /** 1, or more when the same thing is asked again (an empty draft, an unreadable critique). */
    attempt: number;
    messages: Message[];
    /** Absent when no tools may be called. */
    tools?: ToolSchema[] | undefined;
    /** JSON Schema of the reply that is wanted, for models that can constrain decoding. */
    responseSchema?: JsonSchema | undefined;
    /**
     * Aborts when nobody waits for the answer any more. The engine does not rely on it. It is made when it is first read, so that a spread
     * (`{ ...request }`) does not copy it: write `{ ...request, signal: request.signal }`.
     */
    readonly signal: AbortSignal;
    /** There when somebody watches drafts being written: call it with each piece of text as it comes. */
    onDelta?: ((text: string) => void) | undefined;
    /** On a call to an autopilot's agent: what the critic's last verdict suggested. */
    criticFeedback?: string[] | undefined;
    /** The same when the same call is made again after a restore; of the task, the settings, the seed and `callId`. */
    idempotencyKey: string;
}
/**
 * Judges a draft without a model: tests, a linter, a length.
 *
 * A thrown `AssertionError` (node:assert, chai, vitest) is a failed check with its message. Whatever else is thrown, what is no
 * {@link VerdictInput}, and a verifier that takes longer than `budget.verifierTimeoutMs` is at fault itself: the setting
 * `onVerifierError` says what follows. A check that must fail when it takes too long watches its own time, and returns an issue.
 */
export type Verifier = (draft: string, context: {
    signal: AbortSignal;
}) => VerdictInput | Promise<VerdictInput>;
/** A critic with a model of its own. */
export interface CriticModel {
    model: Model;
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
    /** JSON Schema that the model is told. Default: what `schema` converts to. */
    parameters?: object | undefined;
    /** What it returns is made plain JSON, of 1,000,000 characters at most. What it throws goes back to the model as an error. */
    execute(args: Args, context: ToolContext): unknown;
}
/**
 * A host that remembers what each step gave, and repeats a run from there. A step may sleep for a week, so the timeouts of `budget` do
 * not end one; give the host's own.
 */
export interface Durable {
    /** Runs `fn` once and remembers its result under `name`, which is unique in the run. Never called inside another. */
    run<R>(name: string, fn: () => Promise<R>, options: {
        idempotencyKey: string;
    }): Promise<R>;
    /** Waits for several steps that `run` returned, and gives an answer for each, in their order. Without it parallel calls run one after another. */
    all?(steps: Promise<unknown>[]): Promise<unknown[]>;
    /** The time in milliseconds, the same when the run is repeated. Without it the run's clock stands at 0. */
    now?(): number;
    /**
     * A u32 that is the same when the run is repeated; another number is refused. Default: the setting `seed`, else 0. Two runs of one task
     * under the same settings and seed have the same idempotency keys: give each its own where both may be made.
     */
    seed?: number | undefined;
}
/** What a page can show of drafts while they are written. */
export type DraftEvent = {
    runId: string;
} & (
/** A piece of a draft. Leading thinking blocks are not told. */
{
    type: 'draft.delta';
    draftIndex: number;
    callId: string;
    delta: string;
}
/**
 * The draft is not what is returned: it was judged and fell short, or the text so far was no draft (a tool turn, an empty or failed reply,
 * an attempt that a durable host makes again; then `text` is absent). What was shown of it can be cleared. `classic` tells it when there
 * is something of the next draft; under the other strategies every draft may still be returned, and it is told at the end. It is not the
 * last that is told of the draft that is returned, accepted or not: where nothing came of the next one after all, that draft is told again
 * as one delta.
 */
 | {
    type: 'draft.rejected';
    draftIndex: number;
    text?: string;
    score?: number;
    issues?: string[];
}
/** A critic, a verifier or a person accepted this draft; it is what the run returns. */
 | {
    type: 'draft.accepted';
    draftIndex: number;
    text: string;
});
/** A call has begun, or has ended. */
export interface CallEvent {
    type: 'start' | 'end';
    runId: string;
    callId: string;
    /** That of a model call (`answer`, `critique`, …), or `tool` or `verify`. */
    purpose: string;
    /** Number of the draft that is written or judged; the first is 1. */
    iteration: number;
    /** 1, or more when the same thing is asked again. */
    attempt: number;
    /** By the clock of the run. At the end only. */
    durationMs?: number;
    /** As the model told it. */
    usage?: Usage;
    /** Why the call failed. */
    error?: CallError;
}
export interface ReflectTask<T = Json> {
    /** The question, or a conversation whose last user message is the question. */
    input: string | readonly MessageInput[];
    systemPrompt?: string | undefined;
    model: Model;
    /**
     * Default: the model itself. Several are a jury, of 32 at most (see the setting `jury`). `false`: verifiers alone decide.
     */
    critic?: Model | CriticModel | readonly (Model | CriticModel)[] | false | undefined;
    tools?: readonly Tool[] | undefined;
    /** By name. They run at once, before the critic; one that fails forbids acceptance. */
    verifiers?: Record<string, Verifier> | undefined;
    /**
     * Whether a draft can be used at all: it holds code, it parses. Asked of each draft before anybody judges it, as the call `usable-1`.
     * One that is not usable is treated as an empty one: the model is asked once more, then the run ends with the draft before it. One
     * that cannot be asked about, because this throws, is not usable. What is neither `true` nor `false` ends the run with the draft before
     * it; without one it is rejected with `misuse`.
     */
    usable?: ((draft: string, context: {
        signal: AbortSignal;
    }) => boolean | Promise<boolean>) | undefined;
    /**
     * The answer must be JSON of this schema. Checked as the verifier `outputSchema`; `result.object` is the value. A Standard Schema says
     * what it is; with a JSON Schema it is any JSON, or what you say: `engine.run<Colour>(…)`.
     */
    outputSchema?: StandardSchema<unknown, T> | object | undefined;
    /** Sees each step. It cannot change the run: what it throws is noted in `result.errors`. */
    onStep?: ((step: Step) => void) | undefined;
    /** Sees drafts being written. When it is given, models get `onDelta`. */
    onDraft?: ((event: DraftEvent) => void) | undefined;
    /**
     * Sees each text of steps, events, `errors` and the error that the run rejects with, and gives what is to stand there. It sees values one
     * by one, also those of a text that is JSON; keys, numbers and ids stay as they are. `onDraft` is given each draft in one piece then, so
     * that no secret is cut in two. All else holds the real texts: models, tools and verifiers, the rest of the result, and the snapshot,
     * since it must be resumed: keep it where secrets may be. Where the hook throws or gives no text, `[redacted]` stands.
     */
    redact?: ((text: string) => string) | undefined;
    /** Sees each call of a model, tool or verifier begin and end, as it happens. What it throws is noted in `result.errors`. */
    onCall?: ((event: CallEvent) => void) | undefined;
    /** The name of the run, in its result, its requests and events. Default: a random one; with `durable` that of its idempotency keys. */
    runId?: string | undefined;
    signal?: AbortSignal | undefined;
    /** For this run, laid over the engine's key by key. */
    settings?: ReflectSettings | undefined;
    durable?: Durable | undefined;
}
/** A task whose result has an `object`. */
export interface WithSchema {
    outputSchema: object;
}
/** A run that is resumed takes its input from the snapshot. */
export type ResumeTask<T = Json> = Omit<ReflectTask<T>, 'input'> & {
    input?: string | readonly MessageInput[] | undefined;
    /** A person's verdict on a finished run. */
    review?: {
        accepted: boolean;
        feedback?: string | undefined;
    } | undefined;
};
/** A run that the host drives: the host makes the calls, so callbacks that make them may be left out. */
export type HostedTask = Pick<ReflectTask<unknown>, 'input' | 'systemPrompt' | 'critic' | 'outputSchema' | 'redact' | 'settings' | 'runId'> & {
    model?: Model | undefined;
    tools?: readonly Omit<Tool, 'execute'>[] | undefined;
    /** By name; the host runs them. */
    verifiers?: Record<string, unknown> | undefined;
    /** The host answers the calls `usable-1`, … with `{ passed }`. */
    usable?: unknown;
};
/**
 * How a run ended: first what everybody reads, then the `trace`. It can be cloned, posted and written as JSON; a copy has no `snapshot`,
 * which is the run as JSON, for `resume`, and is made when it is read.
 */
export interface ReflectResult<T = Json> extends Pick<CoreResult, 'output' | 'status' | 'accepted' | 'acceptedBy' | 'stopReason' | 'reviewReasons' | 'score' | 'iterations' | 'usage' | 'errors' | 'durationMs' | 'snapshot'> {
    /** There when an `outputSchema` was given and the output conforms. */
    object?: T;
    /** The task's, or a random one. */
    runId: string;
    trace: ReflectTrace;
}
/** How a run came to its result. */
export interface ReflectTrace extends Omit<CoreResult, Exclude<keyof ReflectResult<unknown>, 'object' | 'runId' | 'trace'> | 'failure'> {
    /** The settings of the run, as they were given. */
    settings: ReflectSettings;
    /** The critic that accepted the output is the model that wrote it. */
    selfCritique?: true;
}
/** The result of a run that its host drives. */
export interface HostedResult extends ReflectResult, Pick<CoreResult, 'failure'> {
}
/** What a host gets from a poll: something to show, a call to make, calls to wait for, or the end. */
export type Output<S = Step, R = HostedResult> = CoreOutput<S, R>;
/** What `engine.learn` learns from: a result, or what a tracker keeps of one. */
export type Learnable = Lesson | Pick<ReflectResult<unknown>, 'trace' | 'acceptedBy'>;
/** What a tracker keeps of a run for `engine.learn`, with the `truth` that was said of it later. */
export interface Lesson {
    readonly drafts: readonly {
        readonly index: number;
        readonly parent?: number | undefined;
        readonly duplicateOf?: number | undefined;
        readonly verifiers?: Readonly<Record<string, {
            readonly passed: boolean;
        }>> | undefined;
    }[];
    readonly revisionHistory: readonly {
        readonly draftIndex: number;
        readonly critic?: number | undefined;
        readonly critique?: {
            readonly status: string;
            readonly score?: number | undefined;
            readonly criteriaMet?: readonly boolean[] | undefined;
        } | undefined;
    }[];
    /** The draft that was returned. */
    readonly draftIndex: number;
    readonly acceptedBy?: string | undefined;
    /** What that draft is really worth, in points from 0 to 10, by somebody who is right. It outranks `acceptedBy`. */
    readonly truth?: {
        readonly points: number;
    } | undefined;
}
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
 * Methods throw a `ReflectError`: `misuse` when called out of turn or with a time that is no number, `invalid_task` for a review of
 * another shape, `engine_trap` when the engine trapped; the run is dead then.
 * Times are milliseconds, the host's clock by default. The result of `done` tells a failure as `failure`; nothing is thrown for it.
 * Call `free()` at the end.
 */
export interface ReflectRun {
    /** The next step to show, call to make, or calls to wait for. */
    poll(nowMs?: number): Output;
    /** What a call came to: a model's reply, a tool's result, a verifier's verdict. Made plain JSON first. */
    reply(callId: string, response: unknown, nowMs?: number): void;
    /** A call failed: `{ code, message }`, or whatever was thrown. */
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
export interface ReflectStream<T = Json> extends AsyncIterable<Step> {
    /** How the run ended. Its rejection is never an unhandled one: who only iterates gets the error there. */
    readonly result: Promise<ReflectResult<T>>;
    /** The final text only: no draft that was rejected. Throws what the run rejects with. */
    readonly textStream: AsyncIterable<string>;
    /** Ends the run: `result` rejects with an `AbortError` that carries what there is. */
    abort(reason?: unknown): void;
    /** Ends the run and waits until it has ended. */
    [Symbol.asyncDispose](): Promise<void>;
}

// ---- verifiers/arithmetic.d.ts
import type { Verifier } from '../types.js';
/**
 * A verifier of the sums that a draft states: `12 * 3 = 35` is wrong, and so is the second sign of `2 + 3 = 5 = 12 / 2`.
 *
 * It knows `+ - * / ^ mod`, brackets, the signs and words for them (`×`, `÷`, `times`), percentages, fractions, money, units, separators
 * of thousands, decimal points and commas, and LaTeX's signs. It works in exact fractions; a number with decimals may be rounded in its
 * last place, a whole number only behind `≈`. It knows no words: `10 / 3 = 3` is wrong also in a line that speaks of rounding, and sums in
 * another base are read as decimal ones. What holds a variable, a date, a converted unit or anything else that it does not understand is
 * left alone, and so is code in a fence that names its language. A wrong sum that the draft quotes only to correct it is reported too. A
 * draft without any sum passes.
 */
export declare function arithmetic(options?: object): Verifier;

// ---- verifiers/contain.d.ts
import type { Verifier } from '../types.js';
/** Text that is looked for as it stands, or a pattern. Letters differ by case unless the pattern says `i`. */
export type Wanted = string | RegExp;
/** A verifier that fails when any of these is missing. Give one, or a list. */
export declare function mustContain(wanted: Wanted | readonly Wanted[]): Verifier;
/** A verifier that fails when any of these is found. Give one, or a list. */
export declare function mustNotContain(unwanted: Wanted | readonly Wanted[]): Verifier;

// ---- verifiers/index.d.ts
/**
 * Verifiers that need no model. Give them by name: `engine.run({ …, verifiers: { sums: arithmetic(), short: length({ max: 200, unit: 'words' }) } })`.
 *
 * Each looks at the whole draft, takes time linear in its length, and says what is wrong and where. What it says goes into the critique
 * and into the next revision; one that fails forbids acceptance.
 *
 * @packageDocumentation
 */
export { arithmetic } from './arithmetic.js';
export type { Wanted } from './contain.js';
export { mustContain, mustNotContain } from './contain.js';
export type { JsonFencesOptions } from './json-fences.js';
export { jsonFences } from './json-fences.js';
export type { LengthOptions } from './length.js';
export { length } from './length.js';
export { matchesSchema } from './schema.js';

// ---- verifiers/json-fences.d.ts
import type { Verifier } from '../types.js';
export interface JsonFencesOptions {
    /** How many such fences there must be, a whole number from 0. Default 0: a draft without any passes. */
    min?: number | undefined;
}
/**
 * A verifier that fails when a code fence that is marked as `json` does not hold exactly one JSON value. Fences of other languages, and
 * those without one, are not looked at. Why a fence does not parse is said in the words of the runtime's `JSON.parse`.
 */
export declare function jsonFences(options?: JsonFencesOptions): Verifier;

// ---- verifiers/length.d.ts
import type { Verifier } from '../types.js';
/** At least one of `min` and `max` must be given. */
export interface LengthOptions {
    /** The fewest that are allowed, a whole number from 0. */
    min?: number | undefined;
    /** The most that are allowed, a whole number from 0. */
    max?: number | undefined;
    /**
     * `characters`: Unicode code points, so that an accented letter or a simple emoji is one. `words`: what stands between white space
     * and has a letter or a digit; of scripts that are written without spaces (Han, kana) each character is a word.
     */
    unit: 'characters' | 'words';
}
/** A verifier of a draft's length. */
export declare function length(options: LengthOptions): Verifier;

// ---- verifiers/schema.d.ts
import { type StandardSchema } from '../standard-schema.js';
import type { Verifier } from '../types.js';
/**
 * A verifier of drafts that must be JSON of this schema, alone or in one code fence: a Standard Schema (zod, valibot, ArkType) or a JSON
 * Schema. The task's `outputSchema` does the same and types the result; this one is for a second schema, or for a schema by another name.
 */
export declare function matchesSchema(schema: StandardSchema | object): Verifier;

