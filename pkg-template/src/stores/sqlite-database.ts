// A SQLite database in a thread of its own: what it writes and waits for, the disk above all, holds nobody up here.

import program from 'program:stores/sqlite-thread';
import { ReflectError } from '../error.js';
import type { SqliteAnswer, SqliteStep } from './sqlite-thread.js';

/** What we use of a worker of node:worker_threads. */
interface Thread {
  on(event: 'message', listener: (answer: SqliteAnswer) => void): void;
  on(event: 'error', listener: (thrown: unknown) => void): void;
  on(event: 'exit', listener: (code: number) => void): void;
  postMessage(steps: readonly SqliteStep[]): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

type ThreadConstructor = new (program: string, options: { eval: true; workerData: unknown; name: string }) => Thread;

interface Waiting {
  resolve(result: string[] | number[]): void;
  reject(thrown: unknown): void;
}

/** No literals, so that no bundler looks for them. */
const MODULES = { threads: 'node:worker_threads', modules: 'node:module', process: 'node:process' };

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
    const { Worker } = (await import(MODULES.threads)) as { Worker: ThreadConstructor };
    const database = new SqliteDatabase(new Worker(program, { eval: true, workerData: await installed(), name: 'SQLite' }));
    await database.do({ do: 'find' });
    return database;
  }

  /** It does nothing more. */
  get ended(): boolean {
    return this.why !== undefined;
  }

  /** Does one thing after another, to the first that fails, and gives what comes of each as it comes. */
  begin(...steps: SqliteStep[]): Promise<string[] | number[]>[] {
    const { thread, waiting } = this;
    if (!this.ended) thread.postMessage(steps);
    if (waiting.length === 0) thread.ref();
    const results = steps.map(() => {
      if (this.ended) return Promise.reject(this.why);
      return new Promise<string[] | number[]>((resolve, reject) => waiting.push({ resolve, reject }));
    });
    // Whoever waits for one of them need not wait for the others.
    for (const result of results) result.catch(() => {});
    return results;
  }

  /** The same, all of it. */
  do(...steps: SqliteStep[]): Promise<(string[] | number[])[]> {
    return Promise.all(this.begin(...steps));
  }

  async close(): Promise<void> {
    if (this.ended) return;
    await this.do({ do: 'close' });
    this.why = new Error('it is closed');
    await this.thread.terminate();
  }

  private answered(answer: SqliteAnswer): void {
    const asked = this.waiting.shift();
    if (this.waiting.length === 0) this.thread.unref();
    if ('result' in answer) asked?.resolve(answer.result);
    else asked?.reject(answer.error === undefined ? noDriver() : Object.assign(new Error(answer.error.message), answer.error));
  }

  private end(why: unknown): void {
    this.why ??= why;
    for (const { reject } of this.waiting.splice(0)) reject(this.why);
  }
}

/** The file of better-sqlite3, as seen from here or, for a bundle that stands elsewhere than where it was made, from the working folder. */
async function installed(): Promise<string | undefined> {
  const { createRequire } = (await import(MODULES.modules)) as { createRequire(from: string): { resolve(name: string): string } };
  const { cwd } = (await import(MODULES.process)) as { cwd(): string };
  for (const place of [import.meta.url, `${cwd()}/`]) {
    try {
      return createRequire(place).resolve('better-sqlite3');
    } catch {
      // It is not there.
    }
  }
  return undefined;
}

function noDriver(): ReflectError {
  const message =
    'no SQLite: use Node 22 or later, which has node:sqlite, or install better-sqlite3 (its version 12 for Node 20)';
  return new ReflectError('store_error', message);
}
