// The records of the *Evaluation Tracking* design, and what an `EvalTracker` is made of.

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
  /** Kept to 2,000 characters; what is not a text is kept as JSON. */
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
}

/** One evaluation as it is kept (`agent_evaluations`). */
export interface EvaluationRecord extends Omit<EvaluationInput, 'evaluationId' | 'agentId' | 'scores' | 'input' | 'createdAt'> {
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

/** The place of an evaluation in a history. */
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
   * This hour against the last one before it, of two weeks, with scores of the evaluator with most scores in it, whatever range is asked
   * for. Of an hour that goes on, or has no scores: that of the last closed hour of two weeks that has some.
   */
  scoreTrend: ScoreTrend;
}

/** What is known of an agent, over all hours that are kept. */
export interface AgentEvalStats extends EvalFigures {
  agentId: string;
  scoreTrend: ScoreTrend;
}

/** A line of a dashboard: what the last hours say of an agent. */
export interface AgentSummary {
  agentId: string;
  /** Of these hours, as `avgScore`. */
  evalCount: number;
  avgScore: number | null;
  /** That of the newest evaluation; `null` is not scored. */
  lastScore: number | null;
  /** When that was. */
  lastAt?: string;
  scoreTrend: ScoreTrend;
  /** Mean scores hour by hour, oldest first; `null` where there is none. */
  hours: (number | null)[];
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
   * baseline that is zero or negative there is no share, so a metric with one never alarms: take `cusum` for it. `cusum` (recommended):
   * small drops of hourly means add up, against a baseline of seven days that ends a day before, whatever its sign. It must hold 24 hours
   * with scores; where it holds fewer it reaches back for them, to two weeks, and then 7 are enough: a job that runs each night is known
   * from its tenth run on, and a weekly one never.
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
  /** Its action, `riskScore` and `confidence` count where those below are left out. */
  result?: unknown;
  chainOfThought?: unknown;
  decision?: string | undefined;
  riskScore?: number | undefined;
  confidence?: number | undefined;
}

/** Scores one decision. What else it gives is refused, as an evaluator's error. */
export type DecisionEvaluator = (
  payload: EvaluationPayload,
  context: { signal: AbortSignal },
) => EvaluatorResult | Promise<EvaluatorResult>;

export type EvaluatorResult = Pick<
  EvaluationInput,
  'scores' | 'evalSource' | 'sourceKind' | 'evaluatorId' | 'evaluatorVersion' | 'explanation' | 'costUsd'
>;

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
  /** Rows that wait for the store, integer from 1; more are dropped, and reported. Default 100,000. */
  maxQueue?: number | undefined;
  /** `false`: none are looked for. */
  regressions?: RegressionSettings | false | undefined;
  /**
   * Days that are kept: evaluations (default: for ever) and windows. Of these regressions need 30 days, and with a cool-down of more than
   * a week twice the cool-down and 16 days. Who hands in an evaluation again after it was forgotten has it counted in its hour again.
   */
  retention?: { evaluationDays?: number | undefined; windowDays?: number | undefined } | undefined;
  /** Warnings, of what fails once until it works again. Default `console.warn`. */
  warn?: ((message: string) => void) | undefined;
  /** Milliseconds since the epoch; default `Date.now`. */
  now?: (() => number) | undefined;
}

/** What a tracker reports to those who listen. */
export interface EvalEvents {
  /**
   * Raised by the tracker that sees rows of the agent after the hour; of several on one store by each of them. One that begins looks at the
   * last hour with rows before its first ones, too, of two weeks, so that an alarm may be raised again after a restart, but is not missed:
   * agent, evaluator, `metric` and `windowStart` name it.
   */
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
  /** Decisions that an evaluator scored; one that was dropped is in `dropped`. */
  evaluated: number;
  /** Decisions refused because of their shape, or because too many were waiting; and those not evaluated because the tracker was closed. */
  refused: number;
  /** Evaluators that threw, took too long or gave no scores. */
  evaluatorErrors: number;
}
