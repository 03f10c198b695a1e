// Trackers over a memory store that a test alters, with what they say.
import { EvalTracker, memoryStore } from 'reflect-engine/evals';

export const HOUR = 3_600_000;

/** A memory store with other methods, which are made from the usual store. */
export function altered(methods) {
  const inner = memoryStore();
  const own = ['commit', 'evaluations', 'windows', 'prune', 'close'].map((name) => [name, inner[name].bind(inner)]);
  return { ...Object.fromEntries(own), ...methods(inner) };
}

/** A tracker, and the messages of its `error` events. */
export function heard(settings) {
  const evals = new EvalTracker({ warn: () => {}, ...settings });
  const errors = [];
  evals.on('error', ({ message }) => errors.push(message));
  return { evals, errors };
}
