// A SQLite database in a thread of its own: what it writes and waits for, the disk above all, holds nobody up here.

import program from 'program:stores/sqlite-thread';
import { ReflectError } from '../error.js';
import type { SqliteAnswer, SqliteAsk, SqliteResult, SqliteStep } from './sqlite-thread.js';

/** What we use of a worker of node:worker_threads. */
interface Thread {
  on(event: 'message', listener: (answer: SqliteAnswer) => void): void;
  on(event: 'error', listener: (thrown: unknown) => void): void;
  on(event: 'exit', listener: (code: number) => void): void;
  postMessage(ask: SqliteAsk): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

interface ThreadOptions {
  eval: true;
  name: string;
  workerData: unknown;
  execArgv: string[];
  env?: Record<string, string | undefined>;
}

interface Modules {
  isBuiltin(name: string): boolean;
  createRequire(from: string): { resolve(name: string): string };
}

type Done = Exclude<SqliteAnswer, { failed: true }>;

interface Waiting {
  resolve(done: Done): void;
  reject(thrown: unknown): void;
}

/** No literals, so that no bundler looks for them. */
const MODULES = { threads: 'node:worker_threads', modules: 'node:module', process: 'node:process', own: 'node:sqlite' };

export class SqliteDatabase {
  private why: unknown;
  private readonly thread: Thread;
  /** In the order in which they were asked for, and are answered. */
  private readonly waiting: Waiting[] = [];

  private constructor(thread: Thread) {
    this.thread = thread;
    // A process ends when there is nothing else to do.
    thread.unref();
    thread.on('message', (answer) => this.answered(answer));
    thread.on('error', (thrown) => this.end(thrown));
    thread.on('exit', (code) => this.end(new Error(`its thread has ended with code ${code}`)));
  }

  static async start(): Promise<SqliteDatabase> {
    const modules = (await import(MODULES.modules)) as Modules;
    const { cwd, env } = (await import(MODULES.process)) as { cwd(): string; env: Record<string, string | undefined> };
    const { Worker } = (await import(MODULES.threads)) as { Worker: new (program: string, options: ThreadOptions) => Thread };
    const installed = modules.isBuiltin(MODULES.own) ? undefined : installedIn(modules, cwd);
    // What a process loads first, for itself, is not for this thread: it might make a store, too.
    const thread = new Worker(program, {
      eval: true,
      name: 'SQLite',
      workerData: installed,
      execArgv: [],
      ...withoutOptions(env),
    });
    const database = new SqliteDatabase(thread);
    try {
      await database.do({ do: 'find' });
      return database;
    } catch (thrown) {
      await thread.terminate();
      throw thrown;
    }
  }

  /** It does nothing more. */
  get ended(): boolean {
    return this.why !== undefined;
  }

  /** Does one thing after another, to the first that fails, and gives what comes of each. */
  async do(...steps: SqliteStep[]): Promise<SqliteResult[]> {
    return (await this.ask({ steps, whole: false })).results;
  }

  /** Does all in one transaction, or none: when one fails, or a result is not as expected, which is the last of the results then. */
  whole(...steps: SqliteStep[]): Promise<Done> {
    return this.ask({ steps, whole: true });
  }

  async close(): Promise<void> {
    if (this.ended) return;
    await this.do({ do: 'close' });
    this.why = new Error('it is closed');
    await this.thread.terminate();
  }

  private async ask(ask: SqliteAsk): Promise<Done> {
    const { thread, waiting } = this;
    if (this.ended) throw this.why;
    if (waiting.length === 0) thread.ref();
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      thread.postMessage(ask);
    });
  }

  private answered(answer: SqliteAnswer): void {
    const asked = this.waiting.shift();
    if (this.waiting.length === 0) this.thread.unref();
    if (!('failed' in answer)) asked?.resolve(answer);
    else asked?.reject(answer.error === undefined ? noDriver() : Object.assign(new Error(answer.error.message), answer.error));
  }

  private end(why: unknown): void {
    this.why ??= why;
    for (const { reject } of this.waiting.splice(0)) reject(this.why);
  }
}

/** The file of better-sqlite3, as seen from here or, for a bundle that stands elsewhere than where it was made, from the working folder. */
function installedIn({ createRequire }: Modules, cwd: () => string): string | undefined {
  for (const place of [() => import.meta.url, () => `${cwd()}/`]) {
    try {
      return createRequire(place()).resolve('better-sqlite3');
    } catch {
      // It is not there.
    }
  }
  return undefined;
}

/** The environment, but for options of Node; nothing where it may not be read. */
function withoutOptions(env: Record<string, string | undefined>): { env?: Record<string, string | undefined> } {
  try {
    return env.NODE_OPTIONS === undefined ? {} : { env: { ...env, NODE_OPTIONS: '' } };
  } catch {
    return {};
  }
}

function noDriver(): ReflectError {
  const message =
    'no SQLite: use Node 22 or later, which has node:sqlite, or install better-sqlite3 (its version 12 for Node 20)';
  return new ReflectError('store_error', message);
}
