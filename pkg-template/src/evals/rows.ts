// What the stores of this package share, with each other and with the tracker.

import { ReflectError } from '../error.js';
import type { EvaluationRow, RefusedRow } from './store.js';

export const HOUR_MS = 3_600_000;

/** ISO 8601, in UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The first row of each id. */
export function byId(rows: readonly EvaluationRow[]): Map<string, EvaluationRow> {
  const found = new Map<string, EvaluationRow>();
  for (const row of rows) if (!found.has(row.evaluationId)) found.set(row.evaluationId, row);
  return found;
}

/** An error that names the row that it is about. */
export function refused(cause: unknown, { evaluationId }: EvaluationRow): RefusedRow {
  return Object.assign(cause as Error, { evaluationId });
}

/** An error of a store, which names the row that its cause names. */
export function storeError(message: string, cause: unknown): ReflectError {
  const { evaluationId } = (cause ?? {}) as Partial<RefusedRow>;
  return Object.assign(new ReflectError('store_error', message, { cause }), evaluationId === undefined ? {} : { evaluationId });
}
