import { badSettings, checkOptions } from '../check/checks.js';
import { describeWrongKind, describeWrongValue } from '../check/kind.js';
import type { ReflectSettings } from '../types.js';

/** Options of the preset of producer and critic, beside its limit. */
export interface ProducerCriticOptions {
  /**
   * Words that accept when they are the whole reply; a list of faults, without an object, is then a critique. Default
   * `['CODE_IS_PERFECT']`; with `[]` only a verdict is read.
   */
  sentinels?: readonly string[] | undefined;
}

/**
 * Settings that reproduce a known loop. Spread one and add your own: `{ ...presets.criteria, criteria: [...] }`. If you set some of
 * `advanced`, spread that, too: `advanced: { ...presets.criteria.advanced, seed: 1 }`.
 */
export const presets: {
  /** Seed 004, agentlib's `ReflectEngine`: score and flag, two revisions, the last one returned unjudged, no fence. */
  readonly agentlib: Readonly<ReflectSettings>;
  /** Seed 001: success criteria with a confidence gate. Give `criteria`. */
  readonly criteria: Readonly<ReflectSettings>;
  /**
   * Seed 002: producer and critic, `ok` or `needs_review`. At most `maxIterations` drafts, integer `1..=101`, default 3; each is judged and
   * the latest returned. A critique that is unreadable, is prose, or contradicts itself needs a person; so does a spent limit, which
   * `errors` reports as `max_iterations reached before acceptance`. Throws `invalid_settings`.
   */
  readonly producerCritic: (maxIterations?: number, options?: ProducerCriticOptions) => Readonly<ReflectSettings>;
  /**
   * Seed 000's gate, for an `Evaluator`: passes when the plain mean of `relevance`, `source_quality` and `bias_score` is above 0.7. Give
   * `metrics` of these names.
   */
  readonly simpleAverage: { readonly weights: Readonly<Record<string, number>>; readonly threshold: number };
} = Object.freeze({
  agentlib: Object.freeze<ReflectSettings>({
    strategy: 'classic',
    maxReflections: 2,
    acceptanceThreshold: 8,
    maxAnswerSteps: 5,
    onUnreadableCritique: 'stop',
    advanced: Object.freeze({ critiqueFormat: 'score', onContradiction: 'accept', critique: Object.freeze({ fence: false }) }),
  }),
  criteria: Object.freeze<ReflectSettings>({
    strategy: 'classic',
    confidenceThreshold: 0.75,
    onUnreadableCritique: 'revise',
    advanced: Object.freeze({ critiqueFormat: 'criteria', maxSuggestions: 5, judgeLast: true }),
  }),
  producerCritic(maxIterations = 3, options: ProducerCriticOptions = {}): Readonly<ReflectSettings> {
    if (!Number.isInteger(maxIterations) || maxIterations < 1 || maxIterations > 101) {
      throw badSettings(describeWrongValue('`maxIterations`', 'an integer from 1 to 101', maxIterations));
    }
    checkOptions('presets.producerCritic', options, { sentinels: 'object' });
    const { sentinels = ['CODE_IS_PERFECT'] } = options;
    if (!Array.isArray(sentinels)) throw badSettings(describeWrongKind('`sentinels`', 'a list of strings', sentinels));
    return Object.freeze<ReflectSettings>({
      strategy: 'classic',
      maxReflections: maxIterations - 1,
      onUnreadableCritique: 'needs-review',
      advanced: Object.freeze({
        critiqueFormat: 'status',
        sentinels: Object.freeze([...sentinels]) as string[],
        judgeLast: true,
        select: 'latest',
        onContradiction: 'invalid',
      }),
    });
  },
  simpleAverage: Object.freeze({
    weights: Object.freeze({ relevance: 1, source_quality: 1, bias_score: 1 }),
    threshold: 0.7,
  }),
});
