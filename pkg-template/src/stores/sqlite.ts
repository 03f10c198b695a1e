import { ReflectError, told } from '../error.js';
import { kindOf } from '../kind.js';
import type { EvalStore, EvaluationQuery, EvaluationRow, FoldWindows } from './types.js';

/** What we use of node:sqlite and of better-sqlite3. */
interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

interface Statement {
  run(...values: (string | number)[]): { changes: number | bigint };
  all(...values: (string | number)[]): unknown[];
}

/** Milliseconds that a write waits for another process: asleep, so that ours goes on, and in SQLite itself before that. */
const BUSY_MS = 5_000;
const SQLITE_BUSY_MS = 10;
/** Rows after which a transaction lets others of the process go on. */
const PAUSE_ROWS = 256;

/**
 * The tables of the *Evaluation Tracking* design, with JSON in `data`. Evaluations are found by agent and time through an expression
 * index; windows begin at their `created_at`.
 */
const SCHEMA = `
PRAGMA busy_timeout = ${SQLITE_BUSY_MS};
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA cache_size = -16384;
PRAGMA wal_autocheckpoint = 4000;
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
 * `better-sqlite3`. Several processes may write at once. Rejections are `store_error` and name the path.
 */
export function sqliteStore(path: string): EvalStore {
  if (typeof path !== 'string' || path === '') {
    throw new ReflectError('invalid_settings', `\`path\` must be a string that is not empty, got ${kindOf(path)}`);
  }
  return new SqliteStore(path);
}

class SqliteStore implements EvalStore {
  private readonly path: string;
  private opening: Promise<Database> | undefined;
  private readonly statements = new Map<string, Statement>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  async check(): Promise<void> {
    await driver();
  }

  commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    // It opens, and waits for no other process that writes.
    if (rows.length === 0) return this.use(() => {});
    return this.use(async (database) => {
      // IMMEDIATE: what is read of a window is what is written on, also with other writers.
      database.exec('BEGIN IMMEDIATE');
      try {
        await this.write(database, rows, fold);
        database.exec('COMMIT');
      } catch (error) {
        rollback(database);
        throw error;
      }
    });
  }

  evaluations({ agentId, limit, before }: EvaluationQuery): Promise<string[]> {
    const clauses: string[] = [];
    const values: (string | number)[] = [];
    if (agentId !== undefined) clauses.push(`json_extract(data, '$.agentId') = ?`) && values.push(agentId);
    if (before !== undefined) {
      clauses.push('(created_at, evaluation_id) < (?, ?)');
      values.push(iso(before.createdMs), before.evaluationId);
    }
    const where = clauses.length === 0 ? '' : `WHERE ${clauses.join(' AND ')}`;
    const sql = `SELECT data FROM agent_evaluations ${where} ORDER BY created_at DESC, evaluation_id DESC LIMIT ?`;
    return this.use((database) => texts(this.prepared(database, sql).all(...values, limit)));
  }

  windows({ agentId, fromMs, toMs }: { agentId?: string; fromMs: number; toMs: number }): Promise<string[]> {
    const own = agentId === undefined ? '' : `json_extract(data, '$.agentId') = ? AND`;
    const sql = `SELECT data FROM agent_eval_history WHERE ${own} created_at >= ? AND created_at < ?
      ORDER BY created_at, json_extract(data, '$.agentId')`;
    const values = [...(agentId === undefined ? [] : [agentId]), iso(fromMs), iso(toMs)];
    return this.use((database) => texts(this.prepared(database, sql).all(...values)));
  }

  prune({ evaluationsBeforeMs, windowsBeforeMs }: { evaluationsBeforeMs?: number; windowsBeforeMs?: number }): Promise<void> {
    return this.use((database) => {
      const forget = (table: string, before: number | undefined): void => {
        if (before !== undefined) this.prepared(database, `DELETE FROM ${table} WHERE created_at < ?`).run(iso(before));
      };
      forget('agent_evaluations', evaluationsBeforeMs);
      forget('agent_eval_history', windowsBeforeMs);
    });
  }

  async close(): Promise<void> {
    await this.last;
    const { opening } = this;
    this.opening = undefined;
    this.statements.clear();
    await opening?.then(
      (database) => database.close(),
      () => {},
    );
  }

  private async write(database: Database, rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    const insert = this.prepared(database, 'INSERT INTO agent_evaluations VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING');
    const now = iso(Date.now());
    const added: EvaluationRow[] = [];
    for (const [at, row] of rows.entries()) {
      if (at > 0 && at % PAUSE_ROWS === 0) await pause();
      const { evaluationId, data, createdAt } = row;
      if (Number(insert.run(evaluationId, data, createdAt, now).changes) === 1) added.push(row);
    }
    if (added.length === 0) return;
    const one = this.prepared(database, 'SELECT data FROM agent_eval_history WHERE history_id = ?');
    const ids = new Set(added.map(({ historyId }) => historyId));
    const stored = [...ids].flatMap((id) => texts(one.all(id)));
    const upsert = this.prepared(
      database,
      `INSERT INTO agent_eval_history VALUES (?, ?, ?, ?)
       ON CONFLICT (history_id) DO UPDATE SET data = excluded.data, updated_at = excluded.updated_at`,
    );
    for (const { historyId, data, startMs } of fold(added, stored)) upsert.run(historyId, data, iso(startMs), now);
  }

  private prepared(database: Database, sql: string): Statement {
    const known = this.statements.get(sql) ?? database.prepare(sql);
    this.statements.set(sql, known);
    return known;
  }

  private async use<R>(work: (database: Database) => R | Promise<R>): Promise<R> {
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
        if (isOurs) throw thrown;
        throw new ReflectError('store_error', `the SQLite database ${this.path} failed: ${told(thrown)}`, { cause: thrown });
      }
    }
  }

  /** One thing after another: nothing may get into a transaction while that pauses. */
  private next<R>(work: (database: Database) => R | Promise<R>): Promise<R> {
    const result = this.last.then(async () => {
      this.opening ??= opened(this.path);
      const database = await this.opening.catch((error: unknown) => {
        // What could not be opened may be there the next time.
        this.opening = undefined;
        throw error;
      });
      return work(database);
    });
    this.last = result.catch(() => {});
    return result;
  }
}

/** Lets others go on. There is `setImmediate` wherever there is SQLite. */
function pause(): Promise<void> {
  const { setImmediate } = globalThis as unknown as { setImmediate(then: () => void): void };
  return new Promise((resolve) => setImmediate(resolve));
}

/** Whether SQLite gave this result, in the words of node:sqlite or of better-sqlite3. */
function hasCode(thrown: unknown, result: number, name: string): boolean {
  const { errcode, code } = (thrown ?? {}) as { errcode?: unknown; code?: unknown };
  // The lowest byte of an extended result is the result.
  return (typeof errcode === 'number' && errcode % 256 === result) || (typeof code === 'string' && code.startsWith(name));
}

function rollback(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself.
  }
}

async function opened(path: string): Promise<Database> {
  const open = await driver();
  let database: Database | undefined;
  try {
    database = open(path);
    database.exec(SCHEMA);
    return database;
  } catch (thrown) {
    database?.close();
    const hint = hasCode(thrown, 14, 'SQLITE_CANTOPEN') ? ': its folder must be there, and not read-only' : '';
    throw new ReflectError('store_error', `the SQLite database ${path} cannot be opened: ${told(thrown)}${hint}`, {
      cause: thrown,
    });
  }
}

type Constructor = new (path: string) => Database;

/** The driver that is there. The names are no literals, so that no bundler looks for them. */
async function driver(): Promise<(path: string) => Database> {
  const names = { own: 'node:sqlite', installed: 'better-sqlite3' };
  const own = await import(names.own).catch(() => undefined);
  if (own !== undefined) return (path) => new (own as { DatabaseSync: Constructor }).DatabaseSync(path);
  const installed = await import(names.installed).catch(() => undefined);
  if (installed !== undefined) return (path) => new (installed as { default: Constructor }).default(path);
  const message =
    'no SQLite: use Node 22 or later, which has node:sqlite, or install better-sqlite3 (its version 12 for Node 20)';
  throw new ReflectError('store_error', message);
}

function texts(rows: unknown[]): string[] {
  return rows.map((row) => (row as { data: string }).data);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
