import { describeError, type ReflectError } from '../error.js';
import { missingSqlite } from './errors.js';
import { checkPlace } from './names.js';
import {
  checkVersion,
  evaluationsIn,
  iso,
  prunesIn,
  refused,
  type SqlStatement,
  storeError,
  VERSION_QUERY,
  VERSION_TABLE,
  WRITE_VERSION,
  windowsIn,
} from './rows.js';
import type { EvalStore, EvaluationRow, FoldWindows } from './store.js';

/** Milliseconds that a call waits for another process that writes: a short time in SQLite, then a pause of random length. */
const BUSY_MS = 5_000;
const SQLITE_BUSY_MS = 10;

const PRAGMAS = `
PRAGMA busy_timeout = ${SQLITE_BUSY_MS};
PRAGMA page_size = 8192;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA cache_size = -16384;
PRAGMA wal_autocheckpoint = 2000;
`;
/**
 * The tables of the *Evaluation Tracking* design, with JSON in `data`. Evaluations are found by agent and time through an expression
 * index; windows begin at their `created_at`.
 */
const TABLES = `
CREATE TABLE IF NOT EXISTS agent_evaluations
  (evaluation_id TEXT PRIMARY KEY, data TEXT NOT NULL, created_at TEXT, updated_at TEXT);
CREATE INDEX IF NOT EXISTS agent_evaluations_by_agent
  ON agent_evaluations (json_extract(data, '$.agentId'), created_at);
CREATE INDEX IF NOT EXISTS agent_evaluations_by_time ON agent_evaluations (created_at);
CREATE TABLE IF NOT EXISTS agent_eval_history
  (history_id TEXT PRIMARY KEY, data TEXT NOT NULL, created_at TEXT, updated_at TEXT) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS agent_eval_history_by_agent ON agent_eval_history (json_extract(data, '$.agentId'), created_at);
CREATE INDEX IF NOT EXISTS agent_eval_history_by_time ON agent_eval_history (created_at);
${WRITE_VERSION}`;
const VERSION_THERE = `SELECT name AS data FROM sqlite_master WHERE name = '${VERSION_TABLE}'`;
const INSERT = 'INSERT INTO agent_evaluations VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
const UPSERT = `INSERT INTO agent_eval_history VALUES (?, ?, ?, ?)
  ON CONFLICT (history_id) DO UPDATE SET data = excluded.data, updated_at = excluded.updated_at`;
/** What SQLite says of a row: of an index or a trigger, of its size, of a constraint. */
const OF_ROWS = [
  [1, 'SQLITE_ERROR'],
  [18, 'SQLITE_TOOBIG'],
  [19, 'SQLITE_CONSTRAINT'],
] as const;
const DIALECT = { agent: `json_extract(data, '$.agentId')`, place: () => '?' };
const WINDOWS = 'SELECT data FROM agent_eval_history WHERE history_id IN (SELECT value FROM json_each(?))';

/** What is used of `node:sqlite` and of `better-sqlite3`. */
interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

interface Statement {
  run(...values: string[]): { changes: number | bigint };
  all(...values: string[]): unknown[];
}

type Driver = new (path: string) => Database;

/**
 * Keeps evaluations in a SQLite database: through `node:sqlite` where it exists (Node 22 and later), else through an installed
 * `better-sqlite3` (its version 12 for Node 20). Several processes may write at once. Rejections are `store_error` and name the path.
 */
export function sqliteStore(path: string): EvalStore {
  checkPlace('path', path);
  let driver: Driver | undefined;
  let database: Database | undefined;

  /** Works on the open database; again, after a pause, while another process holds its lock. */
  async function use<R>(work: (database: Database) => R): Promise<R> {
    driver ??= await findDriver();
    const until = Date.now() + BUSY_MS;
    for (;;) {
      try {
        database ??= opened(driver, path);
        return work(database);
      } catch (thrown) {
        if (!hasCode(thrown, 5, 'SQLITE_BUSY') || Date.now() >= until) throw failure(thrown);
      }
      await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * SQLITE_BUSY_MS));
    }
  }

  function ask([sql, values]: SqlStatement): Promise<string[]> {
    return use((database) => texts(database.prepare(sql).all(...values)));
  }

  function failure(thrown: unknown): ReflectError {
    const state = database === undefined ? 'cannot be opened' : 'failed';
    const hint = hasCode(thrown, 14, 'SQLITE_CANTOPEN') ? ': its folder must be there, and not read-only' : '';
    return storeError(`the SQLite database ${path} ${state}: ${describeError(thrown)}${hint}`, thrown);
  }

  return {
    async commit(rows, fold) {
      if (rows.length > 0) await use((database) => write(database, rows, fold));
    },

    evaluations: (query) => ask(evaluationsIn(DIALECT, query)),
    windows: (query) => ask(windowsIn(DIALECT, query)),

    async prune(limits) {
      for (const [sql, values] of prunesIn(DIALECT, limits)) await use((database) => database.prepare(sql).run(...values));
    },

    async close() {
      database?.close();
      database = undefined;
    },
  };
}

/** Named by variables, so that no bundler looks for them. */
const MODULES = { own: 'node:sqlite', installed: 'better-sqlite3' };

async function findDriver(): Promise<Driver> {
  try {
    return ((await import(MODULES.own)) as { DatabaseSync: Driver }).DatabaseSync;
  } catch {
    // This Node has none.
  }
  try {
    return ((await import(MODULES.installed)) as { default: Driver }).default;
  } catch (cause) {
    const install = 'use Node 22 or later, which has node:sqlite, or install better-sqlite3 (its version 12 for Node 20)';
    throw missingSqlite(install, cause);
  }
}

function opened(Driver: Driver, path: string): Database {
  const database = new Driver(path);
  try {
    database.exec(PRAGMAS);
    const ask = (sql: string): string | undefined => texts(database.prepare(sql).all())[0];
    if (ask(VERSION_THERE) === undefined) database.exec(TABLES);
    else checkVersion(ask(VERSION_QUERY));
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** One transaction. IMMEDIATE: what is read is what is written on, also with other writers. */
function write(database: Database, rows: readonly EvaluationRow[], fold: FoldWindows): void {
  const now = iso(Date.now());
  database.exec('BEGIN IMMEDIATE');
  try {
    const insert = database.prepare(INSERT);
    const added = rows.filter((row) => inserted(insert, row, now));
    if (added.length > 0) {
      const ids = [...new Set(added.map(({ historyId }) => historyId))];
      const stored = texts(database.prepare(WINDOWS).all(JSON.stringify(ids)));
      const upsert = database.prepare(UPSERT);
      for (const { historyId, data, startMs } of fold(added, stored)) upsert.run(historyId, data, iso(startMs), now);
    }
    database.exec('COMMIT');
  } catch (thrown) {
    rollback(database);
    throw thrown;
  }
}

/** Whether it was not there yet. */
function inserted(insert: Statement, row: EvaluationRow, now: string): boolean {
  try {
    return Number(insert.run(row.evaluationId, row.data, row.createdAt, now).changes) > 0;
  } catch (thrown) {
    throw OF_ROWS.some(([result, name]) => hasCode(thrown, result, name)) ? refused(thrown, row) : thrown;
  }
}

function rollback(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself.
  }
}

function texts(rows: unknown[]): string[] {
  return (rows as { data: string }[]).map(({ data }) => data);
}

/** Whether SQLite gave this result, in the words of node:sqlite or of better-sqlite3. */
function hasCode(thrown: unknown, result: number, name: string): boolean {
  const { errcode, code } = (thrown ?? {}) as { errcode?: unknown; code?: unknown };
  // The lowest byte of an extended result is the result.
  return (typeof errcode === 'number' && errcode % 256 === result) || (typeof code === 'string' && code.startsWith(name));
}
