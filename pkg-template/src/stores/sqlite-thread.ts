// The program of a thread that holds one SQLite database. It does what it is told, in turn, and knows nothing of evaluations. The build
// makes one text of it, so that nobody's bundler has to find a second file.
//
// Invariant: no transaction is open between two messages: who sends them may be held up for long, and others wait for the lock.

/** What we use of node:sqlite and of better-sqlite3. */
interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

interface Statement {
  run(...values: SqliteValue[]): { changes: number | bigint };
  all(...values: SqliteValue[]): { data: string }[];
}

export type SqliteValue = string | number;

/** One thing to do. */
export type SqliteStep =
  /** Finds the driver, and opens nothing. */
  | { do: 'find' }
  | { do: 'open'; path: string }
  | { do: 'exec'; sql: string }
  /** The `data` of all rows; with `expected`, nothing that comes behind is done when they are others. */
  | { do: 'all'; sql: string; values: SqliteValue[]; expected?: string[] }
  /** For each `width` values; the numbers of those that changed nothing. With `expected` as above. */
  | { do: 'each'; sql: string; values: SqliteValue[]; width: number; expected?: number[] }
  | { do: 'close' };

export type SqliteResult = string[] | number[];

/** A message: steps, all or none of which are to be done in a transaction, or one by one. */
export interface SqliteAsk {
  steps: SqliteStep[];
  whole: boolean;
}

/**
 * What came of the steps, to the first whose result was not as expected, or what the first that failed threw: errors lose their fields between
 * threads. Without `error` there is no driver.
 */
export type SqliteAnswer =
  | { results: SqliteResult[]; asExpected: boolean }
  | { failed: true; error?: { name: string; message: string; code: unknown; errcode: unknown } };

interface Port {
  on(event: 'message', listener: (ask: SqliteAsk) => void): void;
  postMessage(answer: SqliteAnswer): void;
}

type Constructor = new (path: string) => Database;

/** No literals, so that TypeScript looks for none of them. */
const MODULES = { threads: 'node:worker_threads', modules: 'node:module', own: 'node:sqlite' };

class Holder {
  private readonly Driver: Constructor | undefined;
  private database: Database | undefined;
  private readonly statements = new Map<string, Statement>();

  constructor(Driver: Constructor | undefined) {
    this.Driver = Driver;
  }

  answer({ steps, whole }: SqliteAsk): SqliteAnswer {
    if (this.Driver === undefined) return { failed: true };
    try {
      return whole ? this.wholly(steps) : this.all(steps);
    } catch (thrown) {
      const { name, message, code, errcode } = thrown as Error & { code?: unknown; errcode?: unknown };
      return { failed: true, error: { name, message, code, errcode } };
    }
  }

  /** IMMEDIATE: what is read is what is written on, also with other writers. */
  private wholly(steps: readonly SqliteStep[]): SqliteAnswer {
    const database = this.open();
    database.exec('BEGIN IMMEDIATE');
    let kept = false;
    try {
      const done = this.all(steps);
      if (done.asExpected) database.exec('COMMIT');
      kept = done.asExpected;
      return done;
    } finally {
      if (!kept) rollback(database);
    }
  }

  private all(steps: readonly SqliteStep[]): { results: SqliteResult[]; asExpected: boolean } {
    const results: SqliteResult[] = [];
    for (const step of steps) {
      const result = this.done(step);
      results.push(result);
      if ('expected' in step && step.expected !== undefined && !isSame(result, step.expected))
        return { results, asExpected: false };
    }
    return { results, asExpected: true };
  }

  private done(step: SqliteStep): SqliteResult {
    if (step.do === 'all')
      return this.prepared(step.sql)
        .all(...step.values)
        .map(({ data }) => data);
    if (step.do === 'each') return this.each(step.sql, step.values, step.width);
    if (step.do === 'exec') this.open().exec(step.sql);
    else if (step.do === 'open') this.database = new (this.Driver as Constructor)(step.path);
    else if (step.do === 'close') this.close();
    return [];
  }

  private each(sql: string, values: readonly SqliteValue[], width: number): number[] {
    const statement = this.prepared(sql);
    const unchanged: number[] = [];
    for (let at = 0; at < values.length; at += width)
      if (Number(statement.run(...values.slice(at, at + width)).changes) === 0) unchanged.push(at / width);
    return unchanged;
  }

  private close(): void {
    this.statements.clear();
    this.database?.close();
    this.database = undefined;
  }

  private open(): Database {
    if (this.database === undefined) throw new Error('the database is not open');
    return this.database;
  }

  private prepared(sql: string): Statement {
    const known = this.statements.get(sql) ?? this.open().prepare(sql);
    this.statements.set(sql, known);
    return known;
  }
}

function rollback(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself.
  }
}

/** In whatever order. */
function isSame(found: SqliteResult, expected: SqliteResult): boolean {
  const there = new Set<string | number>(found);
  return found.length === expected.length && expected.every((one) => there.has(one));
}

/** node:sqlite, or what stands in the file of the installed driver. */
async function driver(installed: string | undefined): Promise<Constructor | undefined> {
  try {
    if (installed === undefined) return ((await import(MODULES.own)) as { DatabaseSync: Constructor }).DatabaseSync;
    const { createRequire } = (await import(MODULES.modules)) as { createRequire(from: string): (path: string) => Constructor };
    return createRequire(installed)(installed);
  } catch {
    // It is not there, or not made for this Node.
    return undefined;
  }
}

async function serve(): Promise<void> {
  const { parentPort, workerData } = (await import(MODULES.threads)) as { parentPort: Port; workerData: string | undefined };
  const holder = driver(workerData).then((found) => new Holder(found));
  parentPort.on('message', (ask) => holder.then((known) => parentPort.postMessage(known.answer(ask))));
}

serve();
