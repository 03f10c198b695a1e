import { describeWrongKind } from '../check/kind.js';
import { describeError, ReflectError } from '../error.js';
import { missingClient, wrongEncoding } from './errors.js';
import {
  byId,
  checkVersion,
  evaluationsIn,
  HOUR_MS,
  iso,
  prunesIn,
  refused,
  storeError,
  VERSION_QUERY,
  VERSION_TABLE,
  WRITE_VERSION,
  windowsIn,
} from './rows.js';
import type { EvalStore, EvaluationRow, FoldWindows, WindowRow } from './store.js';

/** What is used of a `Pool` of pg. */
export interface PgPool {
  readonly totalCount: number;
  connect(ready: (error: Error | undefined, client: PooledPgClient | undefined) => void): void;
  query(text: string, values?: string[]): Promise<{ rows: unknown[] }>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What is used of a client that a `Pool` of pg lends. */
export interface PooledPgClient extends Pick<PgPool, 'query' | 'on'> {
  release(destroy?: boolean): void;
}

/**
 * The tables of the *Evaluation Tracking* design. `data` is text: `json` would refuse what a text may hold (`\u0000`), and `jsonb` would
 * write it anew. Times are ISO 8601, which sort as texts, and keys are compared byte by byte.
 */
const TABLES = `
CREATE TABLE IF NOT EXISTS agent_evaluations (evaluation_id text COLLATE "C" PRIMARY KEY, agent_id text COLLATE "C" NOT NULL,
  data text NOT NULL, created_at text COLLATE "C" NOT NULL, updated_at text COLLATE "C" NOT NULL);
CREATE TABLE IF NOT EXISTS agent_eval_history (history_id text COLLATE "C" PRIMARY KEY, agent_id text COLLATE "C" NOT NULL,
  data text NOT NULL, created_at text COLLATE "C" NOT NULL, updated_at text COLLATE "C" NOT NULL) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS agent_evaluations_by_agent ON agent_evaluations (agent_id, created_at);
CREATE INDEX IF NOT EXISTS agent_evaluations_by_time ON agent_evaluations (created_at);
CREATE INDEX IF NOT EXISTS agent_eval_history_by_agent ON agent_eval_history (agent_id, created_at);
CREATE INDEX IF NOT EXISTS agent_eval_history_by_time ON agent_eval_history (created_at, agent_id);
${WRITE_VERSION}`;
/** Which process makes the tables: one at a time. The number is `agent_ev` in ASCII. */
const LOCK = 'SELECT pg_advisory_xact_lock(7018690069353424246)';

/** Milliseconds that a transaction waits for a lock. */
const LOCK_MS = 5_000;
/** What is acknowledged is on disk, also where that is switched off, and no lock is waited for endlessly. */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
  SELECT set_config('lock_timeout', '${LOCK_MS}ms', true), set_config('synchronous_commit',
    CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)`;

/** For a user who may only read, and on a replica. */
const BEGIN_READING = `BEGIN READ ONLY; SELECT set_config('lock_timeout', '${LOCK_MS}ms', true)`;

/** Classes of SQLSTATE that are about rows: data, integrity, view's check, program limit, raised by a trigger. */
const OF_ROWS = /^(?:22|23|44|54|P0)/;

const DIALECT = { agent: 'agent_id', place: (at: number): string => `$${at}` };
/** The rows of a statement, as one text of JSON. */
const NEW = 'json_to_recordset($1::text::json) AS new (id text, agent text, data text, created text)';
/** Keeps the rows that are not there yet, and says which. */
const INSERT = `INSERT INTO agent_evaluations (evaluation_id, agent_id, data, created_at, updated_at)
  SELECT id, agent, data, created, $2::text FROM ${NEW}
  ON CONFLICT (evaluation_id) DO NOTHING RETURNING evaluation_id`;
/** Holds windows until the end of the transaction, those that did not exist too, and says what they hold. Empty `data` changes none. */
const UPSERT = `INSERT INTO agent_eval_history AS kept (history_id, agent_id, data, created_at, updated_at)
  SELECT id, agent, data, created, $2::text FROM ${NEW}
  ON CONFLICT (history_id) DO UPDATE SET data = coalesce(nullif(excluded.data, ''), kept.data), updated_at = excluded.updated_at
  RETURNING data`;

/**
 * Keeps evaluations in a PostgreSQL database (from 13 on, of the encoding UTF8) through a `Pool` of `pg`. The pool stays yours: closing the
 * store does not end it.
 *
 * The tables are made in the first schema of the search path. Several processes may write at once. Rejections are `store_error` and name
 * the database. It waits for a lock for 5 seconds.
 */
export function postgresStore(pool: PgPool): EvalStore {
  const { connect, query, totalCount } = (pool ?? {}) as Partial<PgPool>;
  if (typeof connect !== 'function' || typeof query !== 'function' || totalCount === undefined)
    throw new ReflectError('invalid_settings', describeWrongKind('`pool`', 'a Pool of pg', pool));
  ignoreErrors(pool);
  let opening: Promise<void> | undefined;

  async function use<R>(work: () => Promise<R>): Promise<R> {
    opening ??= open(pool);
    const own = opening;
    try {
      await own;
      return await work();
    } catch (thrown) {
      // The next one looks at the tables again: another database may have taken this one's place.
      if (opening === own) opening = undefined;
      throw storeError(`${nameOf(pool)} failed: ${why(thrown)}`, thrown);
    }
  }

  function write(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    const rowsById = byId(rows);
    return use(() =>
      transaction(pool, async (client) => {
        const now = iso(Date.now());
        const ids = await ask(client, INSERT, [json(rowsById.values(), (row) => [row.evaluationId, row.createdAt]), now]);
        const added = ids.flatMap((id) => rowsById.get(id) ?? []);
        if (added.length === 0) return;
        const upsert = (windows: Iterable<WindowRow>): Promise<string[]> =>
          ask(client, UPSERT, [json(windows, ({ historyId, startMs }) => [historyId, iso(startMs)]), now]);
        const windows = await upsert(new Map(added.map((row) => [row.historyId, windowOf(row)])).values());
        const stored = windows.filter((data) => data !== '');
        await upsert(fold(added, stored));
      }),
    );
  }

  /** Halved where a row is refused, until it is alone. */
  async function commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    try {
      await write(rows, fold);
    } catch (thrown) {
      const { code } = ((thrown as Error).cause ?? {}) as { code?: unknown };
      if (!OF_ROWS.test(String(code))) throw thrown;
      if (rows.length === 1) throw refused(thrown, first);
      const middle = Math.ceil(rows.length / 2);
      await commit(rows.slice(0, middle), fold);
      await commit(rows.slice(middle), fold);
    }
  }

  return {
    commit,
    evaluations: (query) => use(() => ask(pool, ...evaluationsIn(DIALECT, query))),
    // As each commit of a new hour reads them, a lock is not waited for longer than there.
    windows: (query) => use(() => transaction(pool, (client) => ask(client, ...windowsIn(DIALECT, query)), BEGIN_READING)),

    async prune(limits) {
      for (const statement of prunesIn(DIALECT, limits))
        await use(() => transaction(pool, (client) => ask(client, ...statement)));
    },

    /** The pool is its owner's to end. */
    async close() {
      opening = undefined;
    },
  };
}

async function open(pool: PgPool): Promise<void> {
  const [encoding] = await ask(pool, `SELECT current_setting('server_encoding')`);
  if (encoding !== 'UTF8') throw wrongEncoding(encoding);
  const isThere = async (table: string): Promise<boolean> =>
    (await ask(pool, `SELECT to_regclass('${table}')::text`))[0] !== null;
  // Where they are already nothing is written, so that a reader needs no other right.
  if (await isThere(VERSION_TABLE)) return checkVersion((await ask(pool, VERSION_QUERY))[0]);
  if (await isThere('agent_eval_history')) return;
  await transaction(pool, async (client) => {
    await ask(client, LOCK);
    await client.query(TABLES);
  });
}

async function transaction<R>(pool: PgPool, work: (client: PooledPgClient) => Promise<R>, begin = BEGIN): Promise<R> {
  const client = await borrow(pool);
  let usable = false;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    usable = true;
    return result;
  } catch (error) {
    const undone = client.query('ROLLBACK').then(() => true);
    usable = await undone.catch(() => false);
    throw error;
  } finally {
    client.release(!usable);
  }
}

/** The first column of the rows. */
async function ask(client: Pick<PgPool, 'query'>, text: string, values?: string[]): Promise<string[]> {
  const { rows } = await client.query(text, values);
  return rows.map((row) => Object.values(row as object)[0] as string);
}

/** Rows for a statement. Everyone goes through keys in the same order, so that no two wait for each other. */
function json<R extends { agentId: string; data: string }>(
  rows: Iterable<R>,
  names: (row: R) => [id: string, created: string],
): string {
  const list = Array.from(rows, (row) => {
    const [id, created] = names(row);
    return { id, agent: row.agentId, data: row.data, created };
  });
  return JSON.stringify(list.sort((a, b) => (a.id < b.id ? -1 : 1)));
}

/** The window that a row falls into, before anything is known of it. */
function windowOf({ historyId, agentId, createdMs }: EvaluationRow): WindowRow {
  return { historyId, agentId, startMs: Math.floor(createdMs / HOUR_MS) * HOUR_MS, data: '' };
}

/** A client of a pool, which is listened to at once: a promise would be too late for an error in the packet that says it is ready. */
function borrow(pool: PgPool): Promise<PooledPgClient> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (client === undefined) return reject(error ?? missingClient());
      ignoreErrors(client);
      resolve(client);
    });
  });
}

const ignored = new WeakSet<object>();

/** A lost connection rejects the next query; as an event that nobody listens to it would end the process. */
function ignoreErrors(emitter: Pick<PgPool, 'on'>): void {
  if (!ignored.has(emitter)) emitter.on('error', () => {});
  ignored.add(emitter);
}

/** What went wrong. A refused connection to several addresses has no words of its own. */
function why(thrown: unknown): string {
  const { message, errors } = (thrown ?? {}) as { message?: unknown; errors?: unknown };
  return message === '' && Array.isArray(errors) ? errors.map(describeError).join('; ') : describeError(thrown);
}

/** The database and where it is, as far as a pool says; no password. */
function nameOf(pool: PgPool): string {
  const { connectionString = '', ...options } = (pool as { options?: Record<string, unknown> }).options ?? {};
  const [, at = options.host && `${options.host}:${options.port}`, database = options.database] =
    /^[^/]*\/\/(?:[^@/]*@)?([^/?]+)\/?([^?]+)?/.exec(String(connectionString)) ?? [];
  return `the Postgres database${database ? ` ${database}` : ''}${at ? ` at ${at}` : ''}`;
}
