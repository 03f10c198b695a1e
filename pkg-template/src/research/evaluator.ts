import { badSettings, checkKeys, checkSignal } from '../check/checks.js';
import {
  describe,
  describeWrongFunction,
  describeWrongKind,
  describeWrongValue,
  isObject,
  isPlain,
  promiseIn,
} from '../check/kind.js';
import { copied } from '../check/plain.js';
import { describeError, ReflectError } from '../error.js';
import type { MetricOutcome } from '../generated/reflect_engine.js';
import { callCore } from '../load/trap.js';
import { callAndRead, toWire } from '../load/wire.js';
import { replyFromValue } from '../run/calls.js';
import { contentText, draftOf } from '../run/drafts.js';
import { race } from '../run/race.js';
import { follow, MAX_TIMER_MS, RunCancellation } from '../run/signal.js';
import type { Call, Json, Model } from '../types.js';
import { core, instance } from './core.js';
import { abortedEvaluation, settingsAsFunction, twoRelevances, wrongEvaluator } from './errors.js';
import type { Evaluation, EvaluatorSettings, EvaluatorSubject, Metric, MetricScore } from './evaluator-types.js';
import { answerOf, defaultMetrics } from './metrics.js';

const SETTINGS = ['metrics', 'model', 'weights', 'threshold', 'metricTimeoutMs'];
const OPTIONS = ['signal'];
const METRIC_TIMEOUT_MS = 60_000;
/** The metric that `model` adds. */
const RELEVANCE = 'relevance';

/**
 * Judges a finished answer (the Lazy Agent essay): metrics score it, their weighted mean must be above a threshold. It says how good an
 * answer is and never what to search for; a loop runs it only when its reflector says that there is nothing more to find.
 */
export class Evaluator<S = EvaluatorSubject> {
  /** @internal */
  static readonly name: string = 'Evaluator';
  private readonly metrics: readonly (readonly [string, Metric<S>])[];
  private readonly wire: Measuring['wire'];
  private readonly timeoutMs: number;

  /** Throws `invalid_settings` for an unknown key, a wrong type, a value out of range or a weight without a metric, naming it. */
  constructor(settings: EvaluatorSettings<S> = {}) {
    if (typeof settings === 'function') throw settingsAsFunction();
    checkKeys(core, settings, SETTINGS, 'setting', 'the settings of an evaluator', 'invalid_settings');
    const { model, weights, threshold, metricTimeoutMs = METRIC_TIMEOUT_MS } = settings;
    const metrics: unknown = settings.metrics ?? defaultMetrics(threshold);
    if (!isPlain(metrics)) throw badSettings(describeWrongKind('`metrics`', 'a plain object of functions', metrics));
    if (model !== undefined && typeof model !== 'function') throw badSettings(describeWrongFunction('model', model));
    if (model !== undefined && Object.hasOwn(metrics, RELEVANCE)) throw twoRelevances(RELEVANCE);
    const asked = model === undefined ? {} : { [RELEVANCE]: modelRelevance(model) };
    this.metrics = Object.entries({ ...(metrics as Record<string, unknown>), ...asked }).map(([name, metric]) => {
      if (typeof metric !== 'function') throw badSettings(describeWrongKind(`\`metrics.${name}\``, 'a function', metric));
      return [name, metric as Metric<S>];
    });
    if (typeof metricTimeoutMs !== 'number' || !(metricTimeoutMs >= 1 && metricTimeoutMs <= MAX_TIMER_MS)) {
      throw badSettings(describeWrongValue('`metricTimeoutMs`', `a number from 1 to ${MAX_TIMER_MS}`, metricTimeoutMs));
    }
    const wire: Measuring['wire'] = { metrics: this.metrics.map(([name]) => name), weights, threshold };
    callCore(() => core().checkEvaluator(...toWire(wire)));
    // A copy, so that neither later changes to the caller's objects nor what a class says of itself go unchecked.
    this.wire = copied(wire);
    this.timeoutMs = metricTimeoutMs;
    // What metrics of the user's own measure is for them to say.
    const knowsRelevance = model !== undefined || settings.metrics !== undefined;
    parts.set(this, { wire: this.wire, knowsRelevance, measure: (subject, signal) => this.measureAll(subject as S, signal) });
  }

  /**
   * Measures and weighs. The metrics run at once, on the same subject. A metric that throws, takes too long or gives no number from 0 to 1
   * is named in `failures`. Rejects only with an `AbortError`.
   */
  async evaluate(subject: S, options: { signal?: AbortSignal | undefined } = {}): Promise<Evaluation> {
    checkKeys(core, options, OPTIONS, 'option', 'the options of an evaluation', 'invalid_task');
    checkSignal(options.signal);
    const outcomes = await this.measureAll(subject, options.signal);
    const { aborted = false, reason: cause } = options.signal ?? {};
    if (aborted) throw abortedEvaluation(cause);
    return callAndRead<Evaluation>(instance, () =>
      core().evaluate(...toWire({ settings: this.wire, names: this.wire.metrics, outcomes })),
    );
  }

  private async measureAll(subject: S, signal: AbortSignal | undefined): Promise<MetricOutcome[]> {
    const ending = new RunCancellation();
    const unfollow = follow(signal, ending);
    try {
      return await Promise.all(this.metrics.map(([, metric]) => this.measure(metric, subject, ending)));
    } finally {
      unfollow();
    }
  }

  private async measure(metric: Metric<S>, subject: S, ending: RunCancellation): Promise<MetricOutcome> {
    const outcome = await race((turn) => metric(subject, { signal: turn.signal }), ending, this.timeoutMs);
    switch (outcome.how) {
      case 'returned':
        return returned(outcome.value);
      case 'threw':
        return { failed: `it threw: ${describeError(outcome.error)}` };
      case 'timeout':
        return { failed: `it gave nothing within ${this.timeoutMs} ms` };
      case 'aborted':
        return { failed: 'it was aborted' };
    }
  }
}

/** What a research loop uses of an evaluator: the rule, for its core, and the measuring, which is one of its calls. */
export interface Measuring {
  /** False for the default metrics, which no model is asked about. */
  readonly knowsRelevance: boolean;
  readonly wire: { metrics: string[] } & Pick<EvaluatorSettings, 'weights' | 'threshold'>;
  /** One outcome for each of its `metrics`. It never rejects. */
  measure(subject: unknown, signal: AbortSignal): Promise<MetricOutcome[]>;
}

const parts = new WeakMap<object, Measuring>();

export function measuring(evaluator: object): Measuring {
  const found = parts.get(evaluator);
  if (found === undefined) throw wrongEvaluator();
  return found;
}

/** What is read of what a metric gave; the rest may be anything. */
function returned(value: unknown): MetricOutcome {
  if (!isObject(value)) return { value };
  try {
    const unsettled = promiseIn(value);
    if (unsettled !== undefined) return { failed: unsettled };
    const { score, explanation, paths, passed } = value as Record<keyof MetricScore, unknown>;
    return { value: { score, explanation, paths, passed } };
  } catch (thrown) {
    return { failed: `what it gave cannot be read: ${describeError(thrown)}` };
  }
}

/** How often a model is asked for a reply that can be read. */
const ATTEMPTS = 2;
const FENCE = /^```(?:json)?\s([\s\S]*)```$/;
const KEY = /"answered"/g;

/** Whether the answer answers the question, as a model says. Where it does not, nothing passes. */
function modelRelevance(model: Model): Metric<EvaluatorSubject> {
  return async (subject, { signal }) => {
    const { question, text } = answerOf(subject);
    for (let attempt = 1; ; attempt += 1) {
      const call = callAndRead<Call & { kind: 'model' }>(instance, () => core().relevanceCall(question, text, attempt));
      const { kind: _, draftIndex: __, timeoutMs: ___, ...request } = call;
      const reply = replyFromValue(call, await model({ ...request, runId: call.idempotencyKey, signal }));
      const score = 'reply' in reply ? scoreIn(draftOf(reply.reply)) : undefined;
      if (score !== undefined) return score;
      if (attempt < ATTEMPTS) continue;
      const wanted = 'the model must reply with { reasoning, answered } as JSON and nothing else';
      const got = 'reply' in reply ? describe(contentText(reply.reply)) : reply.error.message;
      throw new ReflectError('invalid_input', `${wanted}, got ${got}`);
    }
  };
}

/** Nothing for what is not the form, and it alone, in a code fence or not. */
function scoreIn(reply: string): MetricScore | undefined {
  const form = FENCE.exec(reply)?.[1] ?? reply;
  // Of a key that is there twice the last would count. In a text a quote is escaped.
  if (form.match(KEY)?.length !== 1) return undefined;
  try {
    const value = JSON.parse(form) as Json;
    if (!isObject(value) || Object.keys(value).length !== 2) return undefined;
    const { reasoning, answered } = value;
    if (typeof reasoning !== 'string' || typeof answered !== 'boolean') return undefined;
    return { score: answered ? 1 : 0, explanation: reasoning, passed: answered };
  } catch {
    return undefined;
  }
}
