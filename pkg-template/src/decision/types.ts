// The interfaces of a reflection on decisions that hold functions. What is only data is generated from the Rust types.

import type {
  BudgetSettings,
  DecisionReflection as DecisionOutcome,
  DecisionStep,
  DecisionTraceStep,
  Price,
  ReflectionFallback,
} from '../generated/reflect_engine.js';
import type { RuleConcern } from '../given-types.js';
import type { Durable, Model } from '../types.js';

export type { RuleConcern } from '../given-types.js';
export type { DecisionStep, DecisionTraceStep, ReflectionFallback };

/** What a piece of evidence argues for: a word, an action, or how many signals of each kind it holds. */
export type Signal =
  | 'approve'
  | 'reject'
  | 'neutral'
  | (string & {})
  | { approve?: number | undefined; reject?: number | undefined };

/**
 * The result of one tool. The model also sees any other fields.
 *
 * Its signal is `signal`, else `signals`, else a known word as `result.signal` or `result.recommendation`. It failed when `success` is
 * false, or without a `success` when it or its `result` carries an `error` or `result.success` is false.
 */
export interface Evidence {
  /** The tool's name. Default: the number of the entry. */
  tool?: string | undefined;
  /** What the tool is about. A decision does not rest on a tool of another domain than the request's. */
  domain?: string | undefined;
  success?: boolean | undefined;
  error?: unknown;
  signal?: Signal | undefined;
  signals?: { approve?: number | undefined; reject?: number | undefined } | undefined;
  result?: unknown;
  [key: string]: unknown;
}

/** A decision that is about to ship, and what it rests on: evidence of type `E`, an input of type `I`. */
export interface DecisionRequest<E = Evidence, I = unknown> {
  agentId?: string | undefined;
  agentName?: string | undefined;
  /** The agent's field (`fraud detection`): shown to the model, fenced, and compared with the domains of failed tools. */
  domain?: string | undefined;
  /** What the decision is about. The model sees 2,000 characters of it, head and tail. */
  input?: I | undefined;
  /** One entry for each tool that ran, including failed ones. */
  evidence?: readonly E[] | undefined;
  /**
   * The action, or an object with it, as for `applyRevision`; its `riskScore` and `confidence` are read, too. `reliesOn`: the tools or
   * domains that it rests on; default: its domain's.
   */
  decision?: string | HeldAction | (HeldAction & { [key: string]: unknown }) | undefined;
  /** Its `action` and `reliesOn` go before those of `decision`; it may also replace `decision`. */
  recommendation?: Partial<DecidedAction> | (Partial<DecidedAction> & { [key: string]: unknown }) | null | undefined;
  /** `0..=100`. Default: that of `decision`, or of its `recommendation`. */
  riskScore?: number | undefined;
  /** `0..=1`. Default as of `riskScore`. */
  confidence?: number | undefined;
  /** The reasoning so far: a text, or anything that JSON can hold. */
  chainOfThought?: unknown;
  signal?: AbortSignal | undefined;
  /** The model and your own rules are then steps of a durable host. */
  durable?: Durable | undefined;
}

/** What a decision says about itself, beside whatever else it holds. */
export interface DecidedAction {
  action: string;
  /** Names of the tools or domains that it rests on. */
  reliesOn?: readonly string[] | undefined;
}

/** A decision that holds its action in one of the places where a revision looks for it. */
type HeldAction = DecidedAction | (Omit<DecidedAction, 'action'> & { decision: string }) | { recommendation: DecidedAction };

/**
 * A rule of your own: returns the concern that it raises, several, or `true` for none. An error is noted, and raises no concern; so is a rule
 * that returns `undefined`, where a `return` may be missing.
 */
export type DecisionRule<E = Evidence, I = unknown> = (
  request: DecisionRequest<E, I>,
  context: { signal: AbortSignal },
) => RuleConcern | Promise<RuleConcern>;

/** The four rules of the *Reflection Agent* design: `false` switches one off, an object sets its numbers. */
export interface DecisionRulesSettings {
  /** Signals disagree: `min(approve, reject) / (approve + reject) > above` (0.3), from `minSignals` (2) on. */
  contradiction?: boolean | { above?: number | undefined; minSignals?: number | undefined } | undefined;
  /** The confidence is above `above` (0.8) and fewer than `minTools` (3) tools ran. */
  overconfidence?: boolean | { above?: number | undefined; minTools?: number | undefined } | undefined;
  /** The risk score is above `approveAbove` (60) and the decision approves, or below `rejectBelow` (20) and it rejects. */
  risk?: boolean | { approveAbove?: number | undefined; rejectBelow?: number | undefined } | undefined;
  /** A tool failed that the decision rests on. */
  failure?: boolean | undefined;
}

/** What a `DecisionReflector` is made of. */
export interface DecisionSettings<E = Evidence, I = unknown> {
  /** Asked first. Without a model the rules answer. */
  model?: Model | undefined;
  /** Replaces the default text on who reviews and how. The four questions, the form of the reply and the fence always follow it. */
  systemPrompt?: string | undefined;
  /** What to do when the model's reply cannot be read: `retry` asks once more, `stop` lets the rules answer at once. Default `retry`. */
  onUnreadableCritique?: 'retry' | 'stop' | undefined;
  /** Every action that may be decided. Default `['APPROVE', 'REVIEW', 'REJECT']`. */
  actions?: readonly string[] | undefined;
  /** Actions that approve. Default `['APPROVE']`. */
  approveActions?: readonly string[] | undefined;
  /** Actions that reject. Default `['REJECT']`. */
  rejectActions?: readonly string[] | undefined;
  /** The action that the rules revise a decision to. Default `'REVIEW'`. */
  escalateTo?: string | undefined;
  /** Number of concerns from which the rules revise, integer `1..=100`. Default 2. */
  minConcerns?: number | undefined;
  rules?: DecisionRulesSettings | undefined;
  /**
   * Your own rules, by name; the names of the four are taken. They always run: after a model that answered, else after the four. Requests
   * must have the `input` type that your rules declare: `({ input }: DecisionRequest<Evidence, Seller>) => …`.
   */
  ownRules?: Record<string, DecisionRule<E, I>> | undefined;
  /**
   * Reads the signal of a piece of evidence, in place of its fields. If it throws, the error is noted and there is no signal. If it returns
   * something that is no signal, a promise included, the request fails with `invalid_task`.
   */
  signals?: ((evidence: E, index: number) => Signal | null | undefined) | undefined;
  /** `callTimeoutMs` (default 30,000) applies to the model and to each of your own rules. */
  budget?: Omit<BudgetSettings, 'verifierTimeoutMs'> | undefined;
  /** US dollars for a million tokens, by model name; `budget.maxCostUsd` needs them. */
  prices?: Record<string, Price> | undefined;
  /** Fixes the nonces, so that a trace can be repeated. Default: random. */
  seed?: number | undefined;
}

/** The result of reflecting on a decision. */
export interface DecisionReflection extends Omit<DecisionOutcome, 'failure' | 'status' | 'stopReason'> {}

/** The part of a reflection that `applyRevision` reads. */
export interface Revising extends Pick<DecisionReflection, 'shouldRevise'> {
  concerns: readonly DecisionReflection['concerns'][number][];
  revisedAction?: string | undefined;
  revisedConfidence?: number | undefined;
}

/**
 * A decision, before and after a revision: with `action`, or like the `result` of the *Reflection Agent* design with `decision` and
 * `recommendation`.
 */
export interface RevisableDecision {
  action?: string | undefined;
  decision?: string | undefined;
  recommendation?: { action?: string | undefined } | null | undefined;
  confidence?: number | undefined;
}

/** What a revision adds to the object that holds the action. */
export interface RevisionMarks {
  originalAction?: string;
  revisedByReflection?: true;
  reflectionConcerns?: string[];
}

/** A decision after its reflection: action and confidence may have changed; the marks are in the `recommendation`, if there is one. */
export type RevisedDecision<D> = D extends unknown
  ? Revised<D> &
      (D extends { recommendation: object } ? unknown : RevisionMarks) &
      ('confidence' extends keyof D ? unknown : { confidence?: number })
  : never;

type Revised<D> = {
  [K in keyof D]: K extends 'action' | 'decision'
    ? Action<D[K]>
    : K extends 'confidence'
      ? number | D[K]
      : K extends 'recommendation'
        ? Recommended<D[K]>
        : D[K];
};

type Recommended<R> = R extends object
  ? { [K in keyof R]: K extends 'action' ? Action<R[K]> : R[K] } & RevisionMarks &
      ('action' extends keyof R ? unknown : { action?: string })
  : R;

/** The name of another action is no longer a literal type. */
type Action<A> = A extends string ? string : A;

/** What a decision log keeps of a reflection (the *Reflection Agent* design). */
export interface DecisionLog {
  /** The decision was revised. */
  reflectionApplied: boolean;
  originalDecision: string;
  /** The same as `originalDecision` when nothing was revised. */
  revisedDecision: string;
  reflectionConcerns: string[];
}
