// The interfaces of evaluators that hold functions. What is only data is generated from the Rust types.

export type { Evaluation, MetricFailure, RepairTarget } from '../generated/reflect_engine.js';

/** Scores one side of an answer. It may throw or reject: then it could not be measured, and nothing passes. */
export type Metric<S = unknown> = (
  subject: S,
  context: { signal: AbortSignal },
) => number | MetricScore | Promise<number | MetricScore>;

export interface MetricScore {
  /** `0..=1`; anything else could not be measured. */
  score: number;
  /** Why, in a sentence. It is in `feedback` when the score falls short. */
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
  /** The answer; what is not a string is read as its JSON. */
  output?: O | undefined;
  /** What the answer rests on. */
  facts?: readonly { readonly path: string; readonly sourceId?: string | undefined }[] | undefined;
  /** A URL or another name, or an object with one. */
  sources?: readonly (string | EvaluatorSource)[] | undefined;
}

export interface EvaluatorSource {
  /** What facts call it. */
  id?: string | undefined;
  url?: string | undefined;
  /** How far it is to be trusted, `0..=1`, by whatever measure of yours. */
  trust?: number | undefined;
}
