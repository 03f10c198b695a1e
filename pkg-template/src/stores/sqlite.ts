import { ReflectError, told } from '../error.js';
import { kindOf } from '../kind.js';
import { SqliteDatabase } from './sqlite-database.js';
import type { SqliteStep, SqliteValue } from './sqlite-thread.js';
import type { EvalStore, EvaluationQuery, EvaluationRow, FoldWindows } from './types.js';

/** Milliseconds that a write waits for another process: by turns in SQLite, and for a time of chance, so that many get their turn. */
const BUSY_MS = 5_000;
const SQLITE_BUSY_MS = 10;
/** Windows that are known from the last writes, at most, but for those of the very last. */
const MAX_KNOWN = 1_000;

/**
 * The tables of the *Evaluation Tracking* design, with JSON in `data`. Evaluations are found by agent and time through an expression
 * index; windows begin at their `created_at`.
 */
const SCHEMA = `
PRAGMA busy_timeout = ${SQLITE_BUSY_MS};
PRAGMA page_size = 8192;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA cache_size = -16384;
PRAGMA wal_autocheckpoint = 2000;
CREATE TABLE IF NOT EXISTS agent_evaluations
  (evaluation_id TEXT PRIMARY KEY, data TEXT NOT NULL, created_at TEXT, updated_at TEXT);
CREATE INDEX IF NOT EXISTS agent_evaluations_by_agent
  ON agent_evaluations (json_extract(data, '$.agentId'), created_at);
CREATE INDEX IF NOT EXISTS agent_evaluations_by_time ON agent_evaluations (created_at);
CREATE TABLE IF NOT EXISTS agent_eval_history
  (history_id TEXT PRIMARY KEY, data TEXT NOT NULL, created_at TEXT, updated_at TEXT) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS agent_eval_history_by_agent ON agent_eval_history (json_extract(data, '$.agentId'), created_at);
CREATE INDEX IF NOT EXISTS agent_eval_history_by_time ON agent_eval_history (created_at);
`;

/**
 * Keeps evaluations in a SQLite database: through `node:sqlite` where it exists (Node 22 and later), else through an installed
 * `better-sqlite3`, in a thread of its own, so that nobody waits for the disk. Several processes may write at once. Rejections are
 * `store_error` and name the path.
 */
export function sqliteStore(path: string): EvalStore {
  if (typeof path !== 'string' || path === '') {
    throw new ReflectError('invalid_settings', `\`path\` must be a string that is not empty, got ${kindOf(path)}`);
  }
  return new SqliteStore(path);
}

class SqliteStore implements EvalStore {
  private readonly path: string;
  private starting: Promise<SqliteDatabase> | undefined;
  /** The one that is open. */
  private database: SqliteDatabase | undefined;
  /** Windows of the last writes, by id: others may have written since. */
  private readonly known = new Map<string, string>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  async check(): Promise<void> {
    await this.started().catch((thrown: unknown) => {
      throw this.failure(thrown);
    });
  }

  commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    // It opens, and waits for no other process that writes.
    if (rows.length === 0) return this.use(async () => {});
    return this.use((database) => this.write(database, rows, fold));
  }

  evaluations({ agentId, limit, before }: EvaluationQuery): Promise<string[]> {
    const clauses: string[] = [];
    const values: SqliteValue[] = [];
    if (agentId !== undefined) clauses.push(`json_extract(data, '$.agentId') = ?`) && values.push(agentId);
    if (before !== undefined) {
      clauses.push('(created_at, evaluation_id) < (?, ?)');
      values.push(iso(before.createdMs), before.evaluationId);
    }
    const where = clauses.length === 0 ? '' : `WHERE ${clauses.join(' AND ')}`;
    const sql = `SELECT data FROM agent_evaluations ${where} ORDER BY created_at DESC, evaluation_id DESC LIMIT ?`;
    return this.texts(sql, [...values, limit]);
  }

  windows({ agentId, fromMs, toMs }: { agentId?: string; fromMs: number; toMs: number }): Promise<string[]> {
    const own = agentId === undefined ? '' : `json_extract(data, '$.agentId') = ? AND`;
    const sql = `SELECT data FROM agent_eval_history WHERE ${own} created_at >= ? AND created_at < ?
      ORDER BY created_at, json_extract(data, '$.agentId')`;
    return this.texts(sql, [...(agentId === undefined ? [] : [agentId]), iso(fromMs), iso(toMs)]);
  }

  async prune({
    evaluationsBeforeMs,
    windowsBeforeMs,
  }: {
    evaluationsBeforeMs?: number;
    windowsBeforeMs?: number;
  }): Promise<void> {
    const tables = [
      ['agent_evaluations', evaluationsBeforeMs],
      ['agent_eval_history', windowsBeforeMs],
    ] as const;
    const steps = tables.flatMap(([table, before]): SqliteStep[] => {
      const sql = `DELETE FROM ${table} WHERE created_at < ?`;
      return before === undefined ? [] : [{ do: 'each', sql, values: [iso(before)], width: 1 }];
    });
    if (steps.length > 0) await this.use((database) => database.do(...steps));
  }

  async close(): Promise<void> {
    await this.last;
    const { starting } = this;
    this.starting = undefined;
    this.database = undefined;
    await starting?.then(
      (database) => database.close(),
      () => {},
    );
  }

  /**
   * The windows are folded here from what is known of them, and written with the rows in one go if that is still so: nobody waits at a lock for
   * our turn to come.
   */
  private async write(database: SqliteDatabase, rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    const now = iso(Date.now());
    const insert = each('INSERT INTO agent_evaluations VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING');
    for (const { evaluationId, data, createdAt } of rows) insert.values.push(evaluationId, data, createdAt, now);
    /** The numbers of rows that are there already. */
    let there: number[] = [];
    let found: string[] | undefined;
    const until = Date.now() + BUSY_MS;
    for (;;) {
      const added = there.length === 0 ? rows : without(rows, there);
      const ids = [...new Set(added.map(({ historyId }) => historyId))];
      const stored = found ?? this.windowsKnown(ids) ?? ((await database.do(windowsOf(ids)))[0] as string[]);
      const windows = added.length === 0 ? [] : fold(added, stored);
      const upsert = each(UPSERT);
      for (const { historyId, data, startMs } of windows) upsert.values.push(historyId, data, iso(startMs), now);
      const steps = [{ ...windowsOf(ids), expected: stored }, { ...insert, expected: there }, upsert];
      const { results, asExpected } = await database.whole(...steps);
      if (!asExpected || this.known.size > MAX_KNOWN) this.known.clear();
      if (asExpected) {
        for (const { historyId, data } of windows) this.known.set(historyId, data);
        return;
      }
      // Others have written to these windows since, or some of these rows.
      found = results.length === 1 ? (results[0] as string[]) : undefined;
      if (results.length === 2) there = results[1] as number[];
      if (Date.now() > until) throw new Error(`others wrote to the same hours for ${BUSY_MS} ms`);
    }
  }

  /** What the last writes left of these windows; nothing when they were not about all of them. */
  private windowsKnown(ids: readonly string[]): string[] | undefined {
    const known = ids.map((id) => this.known.get(id));
    return known.every((data) => data !== undefined) ? (known as string[]) : undefined;
  }

  private texts(sql: string, values: SqliteValue[]): Promise<string[]> {
    return this.use(async (database) => (await database.do({ do: 'all', sql, values }))[0] as string[]);
  }

  private async use<R>(work: (database: SqliteDatabase) => Promise<R>): Promise<R> {
    const until = Date.now() + BUSY_MS;
    for (;;) {
      try {
        return await this.next(work);
      } catch (thrown) {
        const isOurs = thrown instanceof ReflectError && thrown.code === 'store_error';
        if (hasCode(isOurs ? thrown.cause : thrown, 5, 'SQLITE_BUSY') && Date.now() < until) {
          await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * SQLITE_BUSY_MS));
          continue;
        }
        throw this.failure(thrown);
      }
    }
  }

  private failure(thrown: unknown): ReflectError {
    if (thrown instanceof ReflectError && thrown.code === 'store_error') return thrown;
    return new ReflectError('store_error', `the SQLite database ${this.path} failed: ${told(thrown)}`, { cause: thrown });
  }

  /** One thing after another: nothing may get into a transaction. */
  private next<R>(work: (database: SqliteDatabase) => Promise<R>): Promise<R> {
    const result = this.last.then(async () => work(await this.opened()));
    this.last = result.catch(() => {});
    return result;
  }

  private async opened(): Promise<SqliteDatabase> {
    const { path } = this;
    const database = await this.started();
    if (this.database === database) return database;
    try {
      await database.do({ do: 'open', path }, { do: 'exec', sql: SCHEMA });
    } catch (thrown) {
      // What could not be opened may be there the next time.
      await database.do({ do: 'close' }).catch(() => {});
      const hint = hasCode(thrown, 14, 'SQLITE_CANTOPEN') ? ': its folder must be there, and not read-only' : '';
      throw new ReflectError('store_error', `the SQLite database ${path} cannot be opened: ${told(thrown)}${hint}`, {
        cause: thrown,
      });
    }
    this.database = database;
    return database;
  }

  /** The thread, whatever it has open: a new one for one that could not start, or has ended. */
  private async started(): Promise<SqliteDatabase> {
    this.starting ??= SqliteDatabase.start();
    const { starting } = this;
    const database = await starting.catch(() => undefined);
    if (database?.ended === false) return database;
    if (this.starting === starting) this.starting = undefined;
    return database === undefined ? starting : this.started();
  }
}

const UPSERT = `INSERT INTO agent_eval_history VALUES (?, ?, ?, ?)
  ON CONFLICT (history_id) DO UPDATE SET data = excluded.data, updated_at = excluded.updated_at`;

/** A statement for each four values. */
function each(sql: string): { do: 'each'; sql: string; values: string[]; width: number } {
  return { do: 'each', sql, values: [], width: 4 };
}

function windowsOf(ids: readonly string[]): { do: 'all'; sql: string; values: string[] } {
  const sql = 'SELECT data FROM agent_eval_history WHERE history_id IN (SELECT value FROM json_each(?))';
  return { do: 'all', sql, values: [JSON.stringify(ids)] };
}

function without(rows: readonly EvaluationRow[], there: readonly number[]): EvaluationRow[] {
  const known = new Set(there);
  return rows.filter((_, at) => !known.has(at));
}

/** Whether SQLite gave this result, in the words of node:sqlite or of better-sqlite3. */
function hasCode(thrown: unknown, result: number, name: string): boolean {
  const { errcode, code } = (thrown ?? {}) as { errcode?: unknown; code?: unknown };
  // The lowest byte of an extended result is the result.
  return (typeof errcode === 'number' && errcode % 256 === result) || (typeof code === 'string' && code.startsWith(name));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
