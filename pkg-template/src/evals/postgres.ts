import { told } from '../error.js';
import { kindOf } from '../kind.js';
import { type Connection, connectionOf, type PgPool, type PostgresSql, type Query } from './postgres-connection.js';
import { migrate } from './postgres-schema.js';
import { byId, refused, storeError } from './rows.js';
import type { EvalStore, EvaluationQuery, EvaluationRow, FoldWindows, WindowRow } from './store.js';

export type { PgPool, PooledPgClient, PostgresSql } from './postgres-connection.js';

/** Characters of rows from which a statement takes no more. */
const MAX_CHARS = 4_000_000;
const HOUR_MS = 3_600_000;
/** How often a transaction is tried that stood in another's way, and milliseconds between, up to so many times as many. */
const ATTEMPTS = 5;
const AGAIN_MS = 20;
/** `deadlock_detected` and `serialization_failure`. */
const AGAIN = new Set(['40P01', '40001']);
/** Classes of SQLSTATE that are about rows: data, integrity, view's check, program limit, raised by a trigger. */
const OF_ROWS = /^(?:22|23|44|54|P0)/;

/** The rows of a statement, as one text of JSON, which every client passes on as it is. */
const NEW = 'json_to_recordset($1::text::json) AS new (id text, agent text, data text, created text)';
/** Keeps the rows that are not there yet, and tells which. */
const INSERT = `INSERT INTO agent_evaluations (evaluation_id, agent_id, data, created_at, updated_at)
  SELECT id, agent, data, created, $2::text FROM ${NEW}
  ON CONFLICT (evaluation_id) DO NOTHING RETURNING evaluation_id`;
/** Holds windows until the end of the transaction, those that did not exist too, and tells what they hold. Empty `data` changes none. */
const UPSERT = `INSERT INTO agent_eval_history AS kept (history_id, agent_id, data, created_at, updated_at)
  SELECT id, agent, data, created, $2::text FROM ${NEW}
  ON CONFLICT (history_id) DO UPDATE SET data = coalesce(nullif(excluded.data, ''), kept.data), updated_at = excluded.updated_at
  RETURNING data`;

/**
 * Keeps evaluations in a PostgreSQL database (from 13 on, of the encoding UTF8) through a client of yours: a `Pool` of `pg`, or the `sql` of `postgres`. It stays
 * yours: closing the store does not end it.
 *
 * The tables are made in the first schema of the search path, and brought up to date by numbered steps. Several processes may write at
 * once. Rejections are `store_error` and name the database. A lock is waited for 5 seconds.
 *
 * Give `postgres` the option `fetch_types: false`, unless your own queries need those types: it asks for them whenever it connects, and
 * when it is cut off in that moment it rejects where nobody listens. The store needs none.
 */
export function postgresStore(client: PgPool | PostgresSql): EvalStore {
  return new PostgresStore(connectionOf(client));
}

class PostgresStore implements EvalStore {
  private readonly connection: Connection;
  private opening: Promise<void> | undefined;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Halved where a row is refused, until it is alone. */
  async commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    try {
      await this.written(rows, fold);
    } catch (thrown) {
      if (!OF_ROWS.test(codeOf((thrown as Error).cause))) throw thrown;
      if (rows.length === 1) throw refused(thrown, first);
      const middle = Math.ceil(rows.length / 2);
      await this.commit(rows.slice(0, middle), fold);
      await this.commit(rows.slice(middle), fold);
    }
  }

  private async written(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    // Everyone goes through keys in the same order, so that no two wait for each other.
    const given = byId(rows);
    const sorted = [...given.keys()].sort().flatMap((id) => given.get(id) ?? []);
    await this.transaction(async (query) => {
      const now = iso(Date.now());
      const added: EvaluationRow[] = [];
      const parts = portions(
        sorted.map(({ evaluationId, agentId, data, createdAt }) => ({
          id: evaluationId,
          agent: agentId,
          data,
          created: createdAt,
        })),
      );
      for (const part of parts) {
        for (const id of texts(await query(INSERT, [part, now]))) {
          const row = given.get(id);
          // Else it would be kept, and never counted.
          if (row === undefined) throw new Error(`${CHANGED}: "${id}" is no id that was written`);
          added.push(row);
        }
      }
      if (added.length === 0) return;
      const stored = await upsert(query, added.map(windowOf), now);
      const windows = fold(
        added,
        stored.filter((data) => data !== ''),
      );
      await upsert(query, windows, now);
    });
  }

  evaluations({ agentId, limit, before }: EvaluationQuery): Promise<string[]> {
    const values: string[] = [];
    const value = (given: string): string => `$${values.push(given)}`;
    const clauses: string[] = [];
    if (agentId !== undefined) clauses.push(`agent_id = ${value(agentId)}`);
    if (before !== undefined) {
      clauses.push(`(created_at, evaluation_id) < (${value(iso(before.createdMs))}, ${value(before.evaluationId)})`);
    }
    const where = clauses.length === 0 ? '' : `WHERE ${clauses.join(' AND ')}`;
    return this.read(
      `SELECT data FROM agent_evaluations ${where} ORDER BY created_at DESC, evaluation_id DESC LIMIT ${value(String(limit))}`,
      values,
    );
  }

  windows({ agentId, fromMs, toMs }: { agentId?: string; fromMs: number; toMs: number }): Promise<string[]> {
    const own = agentId === undefined ? '' : 'agent_id = $3 AND';
    return this.read(
      `SELECT data FROM agent_eval_history WHERE ${own} created_at >= $1 AND created_at < $2 ORDER BY created_at`,
      [iso(fromMs), iso(toMs), ...(agentId === undefined ? [] : [agentId])],
    );
  }

  prune({ evaluationsBeforeMs, windowsBeforeMs }: { evaluationsBeforeMs?: number; windowsBeforeMs?: number }): Promise<void> {
    return this.transaction(async (query) => {
      const forget = async (table: string, before: number | undefined): Promise<void> => {
        if (before !== undefined) await query(`DELETE FROM ${table} WHERE created_at < $1`, [iso(before)]);
      };
      await forget('agent_evaluations', evaluationsBeforeMs);
      await forget('agent_eval_history', windowsBeforeMs);
    });
  }

  /** The client is its owner's to end. */
  async close(): Promise<void> {
    this.opening = undefined;
  }

  private async open(): Promise<void> {
    const [encoding] = texts(await this.connection.query(`SELECT current_setting('server_encoding')`));
    if (encoding !== 'UTF8') throw new Error(`its encoding must be UTF8, got ${encoding}`);
    await migrate(this.connection);
  }

  private read(text: string, values: string[]): Promise<string[]> {
    return this.use(async ({ query }) => texts(await query(text, values)));
  }

  private transaction(work: (query: Query) => Promise<void>): Promise<void> {
    return this.use(async (connection) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await connection.transaction(work);
        } catch (thrown) {
          if (attempt >= ATTEMPTS || !AGAIN.has(codeOf(thrown))) throw thrown;
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * attempt * (1 + Math.random())));
        }
      }
    });
  }

  private async use<R>(work: (connection: Connection) => Promise<R>): Promise<R> {
    this.opening ??= this.open();
    const { opening } = this;
    try {
      await opening;
      return await work(this.connection);
    } catch (thrown) {
      // The next one looks at the tables again: another database may have taken this one's place.
      if (this.opening === opening) this.opening = undefined;
      throw storeError(`${this.connection.name} failed: ${why(thrown)}`, thrown);
    }
  }
}

/** What windows hold, after those with `data` were written. */
async function upsert(query: Query, windows: readonly WindowRow[], now: string): Promise<string[]> {
  const byId = new Map(windows.map((window) => [window.historyId, window]));
  const sorted = [...byId.keys()].sort().flatMap((id) => byId.get(id) ?? []);
  const rows = sorted.map(({ historyId, agentId, data, startMs }) => ({
    id: historyId,
    agent: agentId,
    data,
    created: iso(startMs),
  }));
  const stored: string[] = [];
  for (const part of portions(rows)) stored.push(...texts(await query(UPSERT, [part, now])));
  return stored;
}

const CHANGED = 'the client gives something else than the database holds';

function texts(column: unknown[]): string[] {
  for (const value of column) if (typeof value !== 'string') throw new Error(`${CHANGED}: ${kindOf(value)}, and no text`);
  return column as string[];
}

/** The window that a row falls into, before anything is known of it. */
function windowOf({ historyId, agentId, createdMs }: EvaluationRow): WindowRow {
  return { historyId, agentId, startMs: Math.floor(createdMs / HOUR_MS) * HOUR_MS, data: '' };
}

/** Rows as JSON, as many in each text as one statement takes. */
function* portions(rows: readonly { data: string }[]): Generator<string> {
  let part: { data: string }[] = [];
  let chars = 0;
  for (const row of rows) {
    part.push(row);
    chars += row.data.length;
    if (chars < MAX_CHARS) continue;
    yield JSON.stringify(part);
    [part, chars] = [[], 0];
  }
  if (part.length > 0) yield JSON.stringify(part);
}

function codeOf(thrown: unknown): string {
  return String((thrown as { code?: unknown } | null | undefined)?.code);
}

/** What went wrong. A refused connection to several addresses has no words of its own. */
function why(thrown: unknown): string {
  const { message, errors } = (thrown ?? {}) as { message?: unknown; errors?: unknown };
  return message === '' && Array.isArray(errors) ? errors.map(told).join('; ') : told(thrown);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
