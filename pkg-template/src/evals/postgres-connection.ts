// One way to speak to PostgreSQL through whichever client someone has: a Pool of pg, or the sql of postgres.

import { ReflectError } from '../error.js';
import { kindOf } from '../kind.js';

/** What is used of a client that a `Pool` of pg lends. */
export interface PooledPgClient {
  query(text: string, values?: string[]): Promise<{ rows: unknown[] }>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  release(destroy?: boolean): void;
}

/** What is used of a `Pool` of pg. */
export interface PgPool {
  readonly totalCount: number;
  connect(ready: (error: Error | undefined, client: PooledPgClient | undefined) => void): void;
  query(text: string, values?: string[]): Promise<{ rows: unknown[] }>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What is used of the `sql` of postgres. */
export interface PostgresSql {
  unsafe(text: string, values?: string[]): { raw(): PromiseLike<unknown> };
  begin(options: string, work: (sql: Pick<PostgresSql, 'unsafe'>) => Promise<void>): Promise<unknown>;
}

/** Asks, with `$1` for the first value; the first column of the rows, whatever a client calls it. */
export type Query = (text: string, values?: string[]) => Promise<unknown[]>;

/** Someone's client. */
export interface Connection {
  /** For a sentence; no password. */
  readonly name: string;
  query: Query;
  /** What `work` asks is one transaction, of what is committed. When it rejects nothing was written, or the connection was lost. */
  transaction<R>(work: (query: Query) => Promise<R>): Promise<R>;
}

/** Milliseconds that a transaction waits for a lock. */
const LOCK_MS = 5_000;
const COMMITTED = 'ISOLATION LEVEL READ COMMITTED READ WRITE';
/** For one transaction: what is acknowledged is on disk, also where that is switched off, and no lock is waited for endlessly. */
const SAFE = `SELECT set_config('lock_timeout', '${LOCK_MS}ms', true), set_config('synchronous_commit',
  CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)`;

/** Throws `invalid_settings` for what is no client. */
export function connectionOf(client: PgPool | PostgresSql): Connection {
  const has = (...names: string[]): boolean =>
    client !== null &&
    (typeof client === 'object' || typeof client === 'function') &&
    names.every((name) => typeof (client as unknown as Record<string, unknown>)[name] === 'function');
  if (has('unsafe', 'begin')) return throughSql(client as PostgresSql);
  if (!has('connect', 'query', 'on') || !('totalCount' in client)) {
    const wanted = 'a Pool of pg, or the sql of postgres';
    throw new ReflectError('invalid_settings', `\`client\` must be ${wanted}, got ${kindOf(client)}`);
  }
  // A lost connection rejects the next query; as an event that nobody listens to it would end the process.
  ignoreErrors(client);
  return throughPool(client);
}

function throughSql(sql: PostgresSql): Connection {
  return {
    name: nameOf((sql as { options?: unknown }).options),
    query: async (text, values) => decoded(await sql.unsafe(text, values).raw()),
    async transaction<R>(work: (query: Query) => Promise<R>): Promise<R> {
      let result: { of: R } | undefined;
      let lost: { error: unknown } | undefined;
      const ended = sql.begin(COMMITTED, async (own) => {
        const query: Query = async (text, values) => {
          try {
            return decoded(await own.unsafe(text, values).raw());
          } catch (error) {
            // After an answer of this severity it goes on listening; after any other, and without an answer, it is gone.
            if ((error as { severity?: unknown } | null)?.severity === 'ERROR') throw error;
            lost = { error };
            // `begin` would answer an error with a rollback, and writing that to what is gone ends the process. It rejects by itself.
            return new Promise(ignore);
          }
        };
        await query(SAFE);
        result = { of: await work(query) };
      });
      await ended.catch((error: unknown) => {
        throw lost === undefined ? error : lost.error;
      });
      if (result === undefined) throw new Error('the transaction did nothing');
      return result.of;
    },
  };
}

function throughPool(pool: PgPool): Connection {
  return {
    name: nameOf((pool as { options?: unknown }).options),
    query: async (text, values) => first(await pool.query(text, values)),
    async transaction(work) {
      const client = await borrow(pool);
      let usable = false;
      try {
        await client.query(`BEGIN ${COMMITTED}; ${SAFE}`);
        const result = await work(async (text, values) => first(await client.query(text, values)));
        await client.query('COMMIT');
        usable = true;
        return result;
      } catch (error) {
        await client.query('ROLLBACK').then(() => {
          usable = true;
        }, ignore);
        throw error;
      } finally {
        client.release(!usable);
      }
    },
  };
}

/** A client of a pool, which is listened to at once: a promise would be too late for an error in the packet that says it is ready. */
function borrow(pool: PgPool): Promise<PooledPgClient> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (client === undefined) return reject(error ?? new Error('the pool lent no client'));
      ignoreErrors(client);
      resolve(client);
    });
  });
}

/** Of what pg gives, which for several statements at once is a list without rows. */
function first({ rows = [] }: { rows?: unknown[] }): unknown[] {
  return rows.map((row) => Object.values(row as object)[0]);
}

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Of the bytes that postgres gives: names, values and rows are left alone by its `transform`, which may make anything of them. */
function decoded(rows: unknown): unknown[] {
  return (rows as { 0?: Uint8Array | null }[]).map(({ 0: bytes }) => (bytes instanceof Uint8Array ? UTF_8.decode(bytes) : bytes));
}

const ignoring = new WeakSet<object>();

function ignoreErrors(emitter: { on(event: 'error', listener: () => void): unknown }): void {
  if (!ignoring.has(emitter)) emitter.on('error', ignore);
  ignoring.add(emitter);
}

function ignore(): void {}

/** The database and where it is, as far as a client tells. */
function nameOf(options: unknown): string {
  const { database, host, port, connectionString } = (options ?? {}) as Record<string, unknown>;
  const [, url, path] =
    typeof connectionString === 'string' ? (/^[^/]*\/\/(?:[^@/]*@)?([^/?]*)\/?([^?]*)/.exec(connectionString) ?? []) : [];
  const name = database ?? (path === '' ? undefined : path);
  const at =
    url ?? (host === undefined ? undefined : [host, port].map((part) => (Array.isArray(part) ? part[0] : part)).join(':'));
  return `the Postgres database${name === undefined ? '' : ` ${String(name)}`}${at === undefined ? '' : ` at ${at}`}`;
}
