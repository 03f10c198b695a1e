// The interfaces of evaluators that hold functions. What is only data is generated from the Rust types.

import type { Model } from '../types.js';

export type { Evaluation, MetricFailure, RepairTarget } from '../generated/reflect_engine.js';

/** Scores one side of an answer. If it throws or rejects, the metric could not be measured, and nothing passes. */
export type Metric<S = unknown> = (
  subject: S,
  context: { signal: AbortSignal },
) => number | MetricScore | Promise<number | MetricScore>;

export interface MetricScore {
  /** `0..=1`; with anything else the metric could not be measured. */
  score: number;
  /** Why, in a sentence. It is in `feedback` when the score falls short. */
  explanation?: string | undefined;
  /** Paths of the parts of the answer that pull the score down. */
  paths?: readonly string[] | undefined;
  /** `false`: the answer does not pass, whatever the mean is. */
  passed?: boolean | undefined;
}

/** What an `Evaluator` is made of. */
export interface EvaluatorSettings<S = EvaluatorSubject> {
  /** By name, 1 to 100. Default: the built-in `trust` and `diversity`, which read an {@link EvaluatorSubject}. */
  metrics?: Record<string, Metric<S>> | undefined;
  /**
   * Adds the metric `relevance`: this model is asked whether the answer answers the question. If not, nothing passes. Without it, and without
   * metrics of your own, the result of a loop has `relevance_not_measured` in its `reviewReasons`. A reply that cannot be read is asked for
   * once more. Its calls are in no usage and no budget; `metricTimeoutMs` is their limit.
   */
  model?: Model | undefined;
  /** By name of metric, `0..=1000000`. Default: 1. A metric of weight 0 is measured, and must be measurable, but does not count. */
  weights?: Readonly<Record<string, number>> | undefined;
  /** The weighted mean must be above this, `0..=1`. Default 0.7 (the Lazy Agent essay). */
  threshold?: number | undefined;
  /** Milliseconds that a metric may take, `1..=2147483647`. Default 60,000. */
  metricTimeoutMs?: number | undefined;
}

/**
 * What the built-in metrics read of the judged answer. Each needs some of it, and says so when that is missing. `O` is the type of `output`
 * for metrics of your own: `new Evaluator<EvaluatorSubject<string>>(…)`.
 */
export interface EvaluatorSubject<O = unknown> {
  /** What the user asked. */
  question?: string | undefined;
  /** The answer; anything but a string is read as its JSON. */
  output?: O | undefined;
  /** What the answer rests on. */
  facts?: readonly { readonly path: string; readonly sourceId?: string | undefined }[] | undefined;
  /** A URL or another name, or an object that has one. */
  sources?: readonly (string | EvaluatorSource)[] | undefined;
}

export interface EvaluatorSource {
  /** Its name in facts. */
  id?: string | undefined;
  url?: string | undefined;
  /** How far it can be trusted, `0..=1`, by a measure of yours. */
  trust?: number | undefined;
}
