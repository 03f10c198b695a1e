// What the stores of this package share, with each other and with the tracker.

import { ReflectError } from '../error.js';
import type { EvalStore, EvaluationQuery, EvaluationRow, RefusedRow } from './store.js';

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

/** How a database writes the agent of a row, and the place of a value, counted from 1. */
export interface Dialect {
  agent: string;
  place(at: number): string;
}

/** A statement and its values, in the order of their places. */
export type Statement = [sql: string, values: string[]];

export function evaluationsIn({ agent, place }: Dialect, { agentId, limit, before }: EvaluationQuery): Statement {
  const values: string[] = [];
  const value = (given: string): string => place(values.push(given));
  const clauses: string[] = [];
  if (agentId !== undefined) clauses.push(`${agent} = ${value(agentId)}`);
  if (before !== undefined)
    clauses.push(`(created_at, evaluation_id) < (${value(iso(before.createdMs))}, ${value(before.evaluationId)})`);
  const where = clauses.length === 0 ? '' : `WHERE ${clauses.join(' AND ')}`;
  const order = `ORDER BY created_at DESC, evaluation_id DESC LIMIT ${value(String(limit))}`;
  return [`SELECT data FROM agent_evaluations ${where} ${order}`, values];
}

export function windowsIn({ agent, place }: Dialect, { agentId, fromMs, toMs }: Parameters<EvalStore['windows']>[0]): Statement {
  const values = [iso(fromMs), iso(toMs), ...(agentId === undefined ? [] : [agentId])];
  const own = agentId === undefined ? '' : `AND ${agent} = ${place(3)}`;
  const where = `WHERE created_at >= ${place(1)} AND created_at < ${place(2)} ${own}`;
  return [`SELECT data FROM agent_eval_history ${where} ORDER BY created_at`, values];
}
