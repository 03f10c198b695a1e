// What monitors and trackers read of whatever tells how a run ended.

import { isReflectError } from './error.js';

/**
 * A result as a loop of one's own tells it: its trace laid beside what everybody reads. The score in points leaves: it is that of the critique.
 */
export function flat(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('trace' in result)) return result;
  const { trace, score: _, ...first } = result as { trace: unknown; score?: unknown };
  return typeof trace === 'object' && trace !== null ? { ...trace, ...first } : result;
}

/**
 * A run's result, or that of the error which it rejected with. A reflection on a decision says nothing of its status: there is one, so it
 * went well, and where an error carries it there is none.
 */
export function ended(given: unknown): unknown {
  const rejected = isReflectError<unknown>(given);
  const result = flat(rejected ? given.result : given);
  if (typeof result !== 'object' || result === null) return result;
  const { status, stopReason, shouldRevise } = result as { status?: unknown; stopReason?: unknown; shouldRevise?: unknown };
  if (typeof shouldRevise !== 'boolean' || status !== undefined) return result;
  if (rejected) return { ...result, status: 'failed', stopReason: given.code };
  return { ...result, status: 'ok', stopReason: stopReason ?? 'reflected' };
}
