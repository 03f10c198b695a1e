// The interfaces of a reflection on decisions that hold functions. What is only data is generated from the Rust types.

import type {
  BudgetSettings,
  DecisionReflection as DecisionOutcome,
  DecisionStep,
  DecisionTraceStep,
  Price,
  ReflectionFallback,
} from '../generated/reflect_engine.js';
import type { Durable, Model } from '../types.js';

export type { DecisionStep, DecisionTraceStep, ReflectionFallback };

/** What a piece of evidence speaks for: a word, an action, or how many signals of each kind it holds. */
export type Signal =
  | 'approve'
  | 'reject'
  | 'neutral'
  | (string & {})
  | { approve?: number | undefined; reject?: number | undefined };

/**
 * What one tool gave. The model sees whatever else it holds.
 *
 * Its signal is `signal`, else `signals`, else a known word as `result.signal` or `result.recommendation`. It failed when `success` is
 * false, or without a `success` when it or its `result` carries an `error` or `result.success` is false.
 */
export interface Evidence {
  /** Its tool's name. Without one it has its number. */
  tool?: string | undefined;
  /** What the tool is about; a tool of another domain than the request's is not leaned on. */
  domain?: string | undefined;
  success?: boolean | undefined;
  error?: unknown;
  signal?: Signal | undefined;
  signals?: { approve?: number | undefined; reject?: number | undefined } | undefined;
  result?: unknown;
  [key: string]: unknown;
}

/** A decision that is about to ship, and what it rests on: evidence of the type `E`, an input of the type `I`. */
export interface DecisionRequest<E = Evidence, I = unknown> {
  agentId?: string | undefined;
  agentName?: string | undefined;
  /** The agent's field (`fraud detection`): shown to the model, fenced, and compared with the domains of failed tools. */
  domain?: string | undefined;
  /** What was decided on. The model sees 2,000 characters of it, head and tail. */
  input?: I | undefined;
  /** One entry for each tool that was run, failed ones too. */
  evidence?: readonly E[] | undefined;
  /** The action, or an object with it as `applyRevision` takes one. `reliesOn` names the tools or domains that it leans on; else all of its domain. */
  decision?: string | HeldAction | (HeldAction & { [key: string]: unknown }) | undefined;
  /** Its `action` and `reliesOn` go before those of `decision`, which it may stand for. */
  recommendation?: Partial<DecidedAction> | (Partial<DecidedAction> & { [key: string]: unknown }) | null | undefined;
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

/** What a decision says about itself, beside whatever else it holds. */
export interface DecidedAction {
  action: string;
  /** Names of the tools or domains that it leans on. */
  reliesOn?: readonly string[] | undefined;
}

/** A decision that holds its action in one of the places where a revision looks for it. */
type HeldAction = DecidedAction | (Omit<DecidedAction, 'action'> & { decision: string }) | { recommendation: DecidedAction };

/** A rule of your own: the concern that it raises, several, or nothing. What it throws is noted, and raises none. */
export type DecisionRule<E = Evidence, I = unknown> = (
  request: DecisionRequest<E, I>,
  context: { signal: AbortSignal },
) => RuleConcern | Promise<RuleConcern>;

/** What a rule of your own may return. */
export type RuleConcern = string | readonly string[] | null | undefined;

/** The four rules of the *Reflection Agent* design: `false` switches one off, an object sets its numbers. */
export interface DecisionRulesSettings {
  /** Signals disagree: `min(approve, reject) / (approve + reject) > above` (0.3), from `minSignals` (2) on. */
  contradiction?: boolean | { above?: number | undefined; minSignals?: number | undefined } | undefined;
  /** The confidence is above `above` (0.8) and fewer than `minTools` (3) tools were run. */
  overconfidence?: boolean | { above?: number | undefined; minTools?: number | undefined } | undefined;
  /** The risk score is above `approveAbove` (60) and the decision approves, or below `rejectBelow` (20) and it rejects. */
  risk?: boolean | { approveAbove?: number | undefined; rejectBelow?: number | undefined } | undefined;
  /** A tool failed that the decision leans on. */
  failure?: boolean | undefined;
}

/** What a `DecisionReflector` is made of. */
export interface DecisionSettings<E = Evidence, I = unknown> {
  /** Asked first. Without one the rules speak. */
  model?: Model | undefined;
  /** Who reviews and how, in place of the default; the four questions, the form of the reply and the fence always follow it. */
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
   * Reads the signal of a piece of evidence in place of its fields, at once. What it throws is noted, and is not a signal; what it gives that is
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

/** The result of reflecting on a decision. */
export interface DecisionReflection extends Omit<DecisionOutcome, 'failure' | 'status' | 'stopReason'> {}

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
  recommendation?: { action?: string | undefined } | null | undefined;
  confidence?: number | undefined;
}

/** What a revision adds to what holds the action. */
export interface RevisionMarks {
  originalAction?: string;
  revisedByReflection?: true;
  reflectionConcerns?: string[];
}

/**
 * A decision after its reflection: the action may be another one and the confidence a new one; the marks are in the `recommendation`,
 * where there is one.
 */
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
