// A tracker with a history, for the tests of its HTTP face.
import { EvalTracker, memoryStore } from 'reflect-engine/evals';

export const HOUR = 3_600_000;
export const NOW = Date.parse('2026-02-22T12:34:56.789Z');

/** Three evaluations of `SELLER`, one of `a/b ä%`. */
export async function tracked(store = memoryStore()) {
  const evals = new EvalTracker({ store, now: () => NOW, warn: () => {} });
  for (const [hours, m] of [
    [1, 0.5],
    [2, 0.75],
    [30, 1],
  ])
    evals.record({
      agentId: 'SELLER',
      scores: { m, n: null },
      createdAt: NOW - hours * HOUR,
      evaluationId: `E-${hours}`,
      decision: 'APPROVE',
    });
  evals.record({ agentId: 'a/b ä%', scores: { m: 0 } });
  await evals.flush();
  return evals;
}

/** Asks a fetch-style handler. */
export function asker(handler) {
  return (path, init) => handler(new Request(`http://evals.test${path}`, init));
}

/** A store that nobody can read. */
export function broken(message) {
  const inner = memoryStore();
  const fail = () => Promise.reject(new Error(message));
  return { commit: inner.commit.bind(inner), evaluations: fail, windows: fail, prune: fail, close: async () => {} };
}
