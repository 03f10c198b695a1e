// What a monitor reads and reports. What is only data is generated from the Rust types.

import type { AlertEvent, AlertMode, LoopHealth, LoopMetric } from '../generated/reflect_engine.js';
import type { Json } from '../types.js';

export type { ObservedDecision, ObservedResult } from '../check/observed.js';
export type {
  AlertEvent,
  AlertMode,
  FeedbackOutcome,
  LoopAlert,
  LoopDiagnosis,
  LoopHealth,
  LoopMeasure,
  LoopMetric,
} from '../generated/reflect_engine.js';

/** What a `LoopMonitor` is made of. */
export interface MonitorSettings {
  /**
   * When an alert opens: `'point'` (default, as the Lazy Agent essay has it) when the figure is beyond its level, `'confident'` when its
   * whole 95 % interval is. Small samples mislead: `cargo xtask bench monitor` prints how often each mode is wrong.
   */
  mode?: AlertMode | undefined;
  /** Number of rated runs from which the correlation is used, integer from 4. Default 100 (the Lazy Agent essay). */
  minRated?: number | undefined;
  /**
   * The sliding window: the last `buckets` buckets of `bucketMs` milliseconds, the current one included. Default 24 of an hour.
   */
  window?: { buckets?: number | undefined; bucketMs?: number | undefined } | undefined;
  /** How many of the last runs are remembered, so that feedback finds them, `0..=1000000`. Default 10,000. */
  remember?: number | undefined;
  levels?: MonitorLevels | undefined;
  /** Called when an alert opens or closes, not each time it is seen. What it throws is ignored. */
  onEvent?: ((event: AlertEvent) => void) | undefined;
}

/** Above which a figure is high, or below which it is low, for alerts and diagnosis; missing fields are high at their level, too. */
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

/** How a result is observed. */
export interface ObserveOptions {
  /** Default: the result's. */
  runId?: string | undefined;
  /** Default: now. */
  nowMs?: number | undefined;
}

/** What a person thinks of a run's answer, by their word or by what they did. The first rating and the first rejection of a run count. */
export interface UserFeedback {
  runId: string;
  /** From -1000 to 1000, on one scale of yours for all runs. */
  rating?: number | undefined;
  /** Thumbs down, or edited. */
  rejected?: boolean | undefined;
}

/** Figures, alerts and diagnosis over all runs, and the same in the sliding window. */
export interface MonitorReport extends LoopHealth {
  metrics: LoopFigures;
  window: LoopHealth & { metrics: LoopFigures };
}

/** By the names of the Lazy Agent essay (`timeout_rate`) and in camel case (`timeoutRate`). */
export type LoopFigures = Partial<Record<LoopMetric | CamelCase<LoopMetric>, number>>;

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S;

/** What a monitor has counted, as plain JSON. Its fields are internal. */
export interface MonitorState {
  readonly format: 'reflect-engine/monitor';
  readonly version: 1;
  readonly [key: string]: Json;
}
