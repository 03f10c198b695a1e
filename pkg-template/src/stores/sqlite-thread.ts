// The program of a thread that holds one SQLite database. It does what it is told, in turn, and knows nothing of evaluations. The build
// makes one text of it, so that nobody's bundler has to find a second file.

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
  /** The `data` of all rows. */
  | { do: 'all'; sql: string; values: SqliteValue[] }
  /** For each `width` values; the numbers of those that changed nothing. */
  | { do: 'each'; sql: string; values: SqliteValue[]; width: number }
  | { do: 'close' };

/** What came of a step, or what it threw: errors lose their fields between threads. Without `error` there is no driver. */
export type SqliteAnswer =
  | { result: string[] | number[] }
  | { failed: true; error?: { name: string; message: string; code: unknown; errcode: unknown } };

interface Port {
  on(event: 'message', listener: (steps: SqliteStep[]) => void): void;
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

  /** Answers each step when it is done. What comes after one that failed is not done, and fails with it. */
  *answers(steps: readonly SqliteStep[]): Generator<SqliteAnswer> {
    let failure: SqliteAnswer | undefined;
    for (const step of steps) {
      const answer = failure ?? this.answer(step);
      if ('failed' in answer) failure = answer;
      yield answer;
    }
  }

  private answer(step: SqliteStep): SqliteAnswer {
    if (this.Driver === undefined) return { failed: true };
    try {
      return { result: this.done(step, this.Driver) };
    } catch (thrown) {
      const { name, message, code, errcode } = thrown as Error & { code?: unknown; errcode?: unknown };
      return { failed: true, error: { name, message, code, errcode } };
    }
  }

  private done(step: SqliteStep, Driver: Constructor): string[] | number[] {
    if (step.do === 'close') this.close();
    else if (step.do === 'open') this.database = new Driver(step.path);
    else if (step.do === 'exec') this.open().exec(step.sql);
    else if (step.do === 'all')
      return this.prepared(step.sql)
        .all(...step.values)
        .map(({ data }) => data);
    else if (step.do === 'each') return this.each(step.sql, step.values, step.width);
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

/** The driver that is there; `installed` is the file of the other one, where there is one. */
async function driver(installed: string | undefined): Promise<Constructor | undefined> {
  const own = await import(MODULES.own).catch(() => undefined);
  if (own !== undefined) return (own as { DatabaseSync: Constructor }).DatabaseSync;
  if (installed === undefined) return undefined;
  const { createRequire } = (await import(MODULES.modules)) as { createRequire(from: string): (path: string) => Constructor };
  try {
    return createRequire(installed)(installed);
  } catch {
    // It is not made for this Node.
    return undefined;
  }
}

async function serve(): Promise<void> {
  const { parentPort, workerData } = (await import(MODULES.threads)) as { parentPort: Port; workerData: string | undefined };
  const holder = driver(workerData).then((found) => new Holder(found));
  parentPort.on('message', async (steps) => {
    for (const answer of (await holder).answers(steps)) parentPort.postMessage(answer);
  });
}

serve();
