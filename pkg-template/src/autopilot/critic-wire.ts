// How an autopilot knows a critic, and what the core knows of it.

import type { Critic } from './critic.js';

/** `instanceof` fails across copies of a package; a registered symbol does not. */
export const CRITIC = Symbol.for('reflect-engine.critic');

/** True for a critic of any copy of this package. */
export function isCritic(value: unknown): value is Critic {
  return typeof value === 'object' && value !== null && (value as { [CRITIC]?: unknown })[CRITIC] === true;
}

export function criticWire(critic: Critic): object {
  const { systemPrompt, confidenceThreshold, maxSuggestions, onUnreadableCritique } = critic;
  return { systemPrompt, confidenceThreshold, maxSuggestions, onUnreadableCritique };
}
