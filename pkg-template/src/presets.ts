import type { ReflectSettings } from './types.js';

/** The settings that reproduce a known loop. Spread one and add your own: `{ ...presets.criteria, criteria: [...] }`. */
export const presets: {
  /** Seed 004, agentlib's `ReflectEngine`: score and flag, two revisions, the last one returned unjudged, no fence. */
  readonly agentlib: Readonly<ReflectSettings>;
  /** Seed 001: success criteria with a confidence gate. Give `criteria`. */
  readonly criteria: Readonly<ReflectSettings>;
  /** Seed 002: producer and critic, `ok` or `needs_review`; an invalid critique needs a person. */
  readonly producerCritic: Readonly<ReflectSettings>;
} = Object.freeze({
  agentlib: Object.freeze<ReflectSettings>({
    strategy: 'classic',
    form: 'score',
    maxReflections: 2,
    acceptanceThreshold: 8,
    maxAnswerSteps: 5,
    onUnreadableCritique: 'stop',
    onContradiction: 'accept',
    critique: Object.freeze({ fence: false }),
  }),
  criteria: Object.freeze<ReflectSettings>({
    form: 'criteria',
    confidenceThreshold: 0.75,
    maxSuggestions: 5,
    onUnreadableCritique: 'revise',
    judgeLast: true,
  }),
  producerCritic: Object.freeze<ReflectSettings>({
    form: 'status',
    maxReflections: 2,
    judgeLast: true,
    returns: 'latest',
    onUnreadableCritique: 'needs-review',
    onContradiction: 'invalid',
  }),
});
