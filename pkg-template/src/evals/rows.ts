// What the stores of this package share, with each other and with the tracker.

import { ReflectError } from '../error.js';
import { newerTables } from './errors.js';
import type { EvalStore, EvaluationQuery, EvaluationRow, RefusedRow } from './store.js';

export const HOUR_MS = 3_600_000;

/** ISO 8601, in UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * The version of a database's tables: which columns, keys and indexes there are. Version 0.1.0 of the package wrote none, and its tables are
 * those of version 1.
 */
const VERSION = 1;
/** Where a database says it. A database that has other tables, too, may number its own as it likes. */
export const VERSION_TABLE = 'agent_eval_schema';
export const VERSION_QUERY = `SELECT CAST(max(version) AS text) AS data FROM ${VERSION_TABLE}`;
export const WRITE_VERSION = `CREATE TABLE IF NOT EXISTS ${VERSION_TABLE} (version integer PRIMARY KEY);
INSERT INTO ${VERSION_TABLE} VALUES (${VERSION}) ON CONFLICT DO NOTHING;`;

/** Throws for tables of a version that this one does not know. */
export function checkVersion(version: string | null | undefined): void {
  if (Number(version ?? VERSION) <= VERSION) return;
  const use = 'use the version of reflect-engine that wrote them, or a newer one';
  throw newerTables(version, VERSION, use);
}

/** What a store of objects holds of a row. */
export type KeptRow = Pick<EvaluationRow, 'evaluationId' | 'agentId' | 'createdMs' | 'data'>;

export function keptRow({ evaluationId, agentId, createdMs, data }: EvaluationRow): KeptRow {
  return { evaluationId, agentId, createdMs, data };
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
export type SqlStatement = [sql: string, values: string[]];

export function evaluationsIn({ agent, place }: Dialect, { agentId, limit, before }: EvaluationQuery): SqlStatement {
  const values: string[] = [];
  const value = (text: string): string => place(values.push(text));
  const own = agentId === undefined ? 'true' : `${agent} = ${value(agentId)}`;
  const older =
    before === undefined
      ? 'true'
      : `(created_at, evaluation_id) < (${value(iso(before.createdMs))}, ${value(before.evaluationId)})`;
  const order = `ORDER BY created_at DESC, evaluation_id DESC LIMIT ${value(String(limit))}`;
  return [`SELECT data FROM agent_evaluations WHERE ${own} AND ${older} ${order}`, values];
}

export function windowsIn(
  { agent, place }: Dialect,
  { agentId, fromMs, toMs }: Parameters<EvalStore['windows']>[0],
): SqlStatement {
  const values = [iso(fromMs), iso(toMs), ...(agentId === undefined ? [] : [agentId])];
  const own = agentId === undefined ? '' : `AND ${agent} = ${place(3)}`;
  const where = `WHERE created_at >= ${place(1)} AND created_at < ${place(2)} ${own}`;
  return [`SELECT data FROM agent_eval_history ${where} ORDER BY created_at`, values];
}

export function prunesIn({ place }: Dialect, limits: Parameters<EvalStore['prune']>[0]): SqlStatement[] {
  const tables = { agent_evaluations: limits.evaluationsBeforeMs, agent_eval_history: limits.windowsBeforeMs };
  return Object.entries(tables).flatMap(([table, ms]): SqlStatement[] =>
    ms === undefined ? [] : [[`DELETE FROM ${table} WHERE created_at < ${place(1)}`, [iso(ms)]]],
  );
}
