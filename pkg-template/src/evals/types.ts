// The records of the *Evaluation Tracking* design, and what an `EvalTracker` is made of.

import type { EvalStore } from './store.js';

/** What evaluated: a model, a program, or a person. */
export type SourceKind = 'model' | 'code' | 'human';

/** One evaluation as it is handed in. */
export interface EvaluationInput {
  agentId: string;
  decisionId?: string | undefined;
  /**
   * By metric; `null` means not scored, which is not zero. Numbers lie between -1,000,000 and 1,000,000. They are kept exactly; windows,
   * and all figures computed from them, round each to a billionth.
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
  /** Cut to 2,000 characters; a value that is not a text is kept as JSON. */
  input?: unknown;
  decision?: string | undefined;
  riskScore?: number | undefined;
  confidence?: number | undefined;
  /** Default: a new one. The same id is kept once, whoever hands it in. An id that the store has forgotten is new, and is counted again. */
  evaluationId?: string | undefined;
  /**
   * A date, ISO 8601 with a time of day (`2026-02-22T12:34:56Z`), or milliseconds. Default: now. A text without a zone is local time, as
   * everywhere in JavaScript, and so may be another hour on another machine: write the `Z` or the offset.
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
   * Trend against the previous hour with scores (within two weeks), by the evaluator that has the most scores. It does not depend on the
   * range that is asked for. An open hour, and one without scores, have the trend of the last closed hour with scores.
   */
  scoreTrend: ScoreTrend;
}

/** Figures of one agent, over all hours that are kept. */
export interface AgentEvalStats extends EvalFigures {
  agentId: string;
  scoreTrend: ScoreTrend;
}

/** A line of a dashboard: one agent in the last hours. */
export interface AgentSummary {
  agentId: string;
  /** In these hours, like `avgScore`. */
  evalCount: number;
  avgScore: number | null;
  /** Score of the newest evaluation; `null` means not scored. */
  lastScore: number | null;
  /** When that evaluation was. */
  lastAt?: string;
  /** How the last hour compares with the one before. After a drop it soon says `stable`: see `regression`. */
  scoreTrend: ScoreTrend;
  /** What the aggregate score has lost against what was usual, by the tracker's rule; absent where it has not fallen. */
  regression?: EvalRegression;
  /** Mean scores hour by hour, oldest first; `null` when there is none. */
  hours: (number | null)[];
}

/** Figures of all agents. */
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
  /** Mean of that hour; under `cusum`, mean since the change. */
  score: number;
  /** The usual mean before. */
  baseline: number;
  /** Share of the baseline that was lost. It is very large, and means nothing, when the baseline is zero: then use `changeSize`. */
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
   * `drop15` (default, the *Evaluation Tracking* design's): the last closed hour lies more than 15 % below the seven days before it. A
   * baseline of zero or below has no share, so a metric with one never raises an alarm: use `cusum` for it. `cusum` (recommended): small
   * drops of hourly means add up, against a baseline of seven days that ends a day before, whatever its sign. It must hold 24 hours with
   * scores. When it holds fewer, it reaches back up to two weeks, and then 7 hours are enough: a nightly job has a baseline from its tenth
   * run on, a weekly job never.
   */
  rule?: 'drop15' | 'cusum' | undefined;
  /** For `drop15`, a share of the baseline, `0..=1`. Default 0.15. */
  drop?: number | undefined;
  /** For `drop15`: least number of scores in the hour, and in its baseline. Integer from 1. Default 10. */
  minSamples?: number | undefined;
  /**
   * Hours after an alarm in which the same series raises no other, integer from 0. Default 24. Once a week (or once a cool-down, if that is
   * longer) the next alarm may come up to that many hours later.
   */
  coolDownHours?: number | undefined;
}

/** What an evaluator gets: a copy made when it was handed in, with each object as JSON of up to 1,000,000 characters. */
export interface EvaluationPayload {
  agentId: string;
  decisionId?: string | undefined;
  input?: unknown;
  evidence?: unknown;
  /** Its action, `riskScore` and `confidence` count when those below are left out. */
  result?: unknown;
  chainOfThought?: unknown;
  decision?: string | undefined;
  riskScore?: number | undefined;
  confidence?: number | undefined;
}

/** Scores one decision. A result with other fields is refused, as an error of the evaluator. */
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
  /** `false`: no regressions are looked for. */
  regressions?: RegressionSettings | false | undefined;
  /**
   * Days for which evaluations (default: for ever) and windows are kept. Regressions need windows of 30 days; with a cool-down of more than
   * a week, of twice the cool-down and 16 days. An evaluation that is handed in again after it was forgotten is counted in its hour again.
   */
  retention?: { evaluationDays?: number | undefined; windowDays?: number | undefined } | undefined;
  /** Takes warnings; a failure is reported once until it works again. Default `console.warn`. */
  warn?: ((message: string) => void) | undefined;
  /** Milliseconds since the epoch; default `Date.now`. */
  now?: (() => number) | undefined;
}

/** What a tracker reports to those who listen. */
export interface EvalEvents {
  /**
   * Raised by a tracker that sees rows of the agent after the hour; each of several trackers on one store raises it. A new tracker also
   * looks at the last hour with rows before its own, within two weeks, so an alarm may be raised again after a restart but is not missed:
   * agent, evaluator, `metric` and `windowStart` identify it.
   */
  'agent:eval:regression': EvalRegression;
  /** A store, an evaluator or a listener failed; evaluations were dropped, or given up by `close`; or a decision had the wrong shape. */
  error: unknown;
}

/** How much a tracker has done since it was made. */
export interface EvalTrackerCounts {
  recorded: number;
  /** Durable. */
  committed: number;
  /** Lost because the queue was full, the store refused them for good, or the tracker was closed. */
  dropped: number;
  /** Recorded, but not durable yet. */
  queued: number;
  /** Decisions that an evaluator scored; one that was dropped is in `dropped`. */
  evaluated: number;
  /** Decisions refused because of their shape, or because too many were waiting; and those not evaluated because the tracker was closed. */
  refused: number;
  /** Evaluators that threw, took too long or gave no scores. */
  evaluatorErrors: number;
}
