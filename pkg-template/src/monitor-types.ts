// What a monitor reads and tells. What is only data is generated from the Rust types.

import type { AlertEvent, AlertMode, LoopHealth } from './generated/reflect_engine.js';
import type { Json } from './types.js';

export type {
  AlertEvent,
  AlertMode,
  FeedbackOutcome,
  LoopAlert,
  LoopDiagnosis,
  LoopHealth,
  LoopMeasure,
  LoopMetric,
} from './generated/reflect_engine.js';

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
  window?: { buckets?: number | undefined; bucketMs?: number | undefined } | undefined;
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
   * `unreadable_critique`, `verifier_error`, `invalid_input`.
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
  evaluations?: readonly { readonly passed: boolean }[] | undefined;
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
  evaluation?: { readonly score?: number | undefined } | undefined;
  critique?:
    | {
        readonly status?: string | undefined;
        readonly score?: number | undefined;
        readonly criteriaMet?: readonly boolean[] | undefined;
      }
    | undefined;
  criticVerdict?: { readonly criteriaMet?: readonly boolean[] | undefined } | undefined;
  drafts?:
    | readonly {
        readonly text?: string | undefined;
        readonly parent?: number | undefined;
        readonly duplicateOf?: number | undefined;
      }[]
    | undefined;
  steps?: readonly { readonly type: string; readonly output?: unknown }[] | undefined;
  metadata?: { readonly [key: string]: Json } | undefined;
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
