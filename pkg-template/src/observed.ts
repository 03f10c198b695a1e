// What monitors and trackers read of whatever tells how a run ended.

import { isReflectError } from './error.js';

/**
 * A run's result, or that of the error which it rejected with. A reflection on a decision says nothing of its status: there is one, so it
 * went well, and where an error carries it there is none.
 */
export function ended(given: unknown): unknown {
  const rejected = isReflectError<unknown>(given);
  const result = rejected ? given.result : given;
  if (typeof result !== 'object' || result === null) return result;
  const { status, stopReason, shouldRevise } = result as { status?: unknown; stopReason?: unknown; shouldRevise?: unknown };
  if (typeof shouldRevise !== 'boolean' || status !== undefined) return result;
  if (rejected) return { ...result, status: 'failed', stopReason: given.code };
  return { ...result, status: 'ok', stopReason: stopReason ?? 'reflected' };
}
