// Group commit: many rows become durable in one transaction, while the caller goes on.
//
// Invariant: a row leaves the queue when it is durable, or when the store refuses it for good: it alone, three times, while others go in.

import { isReflectError, ReflectError, told } from '../error.js';
import type { EvalStore, EvaluationRow, FoldWindows } from '../stores/types.js';
import { closedError } from './closable.js';
import { Losses, type Lost } from './losses.js';
import type { Row } from './record.js';
import { mayBeOfRows } from './refusal.js';

/** Rows that begin a commit at once. */
const GROUP_ROWS = 256;
/** Milliseconds after which fewer begin one. */
const GROUP_MS = 20;
/** Rows of one transaction at most. */
const MAX_ROWS = 4_096;
/** Milliseconds between attempts on a store that fails: doubled each time, up to the last. */
const RETRY_MS = [100, 10_000] as const;
/** Refusals after which a group is looked through for a row that the store does not take. */
const PATIENCE = 3;
/** Refusals of a row alone, since others of its group went in, after which it is dropped. */
const REFUSALS = 3;

/** What a writer is made of. */
export interface WriterParts {
  store: EvalStore;
  fold: FoldWindows;
  maxQueue: number;
  /** Rows are durable. */
  onCommitted(rows: readonly EvaluationRow[]): void;
  /** The store failed; the rows stay in the queue. */
  onError(error: ReflectError): void;
  /** Rows were dropped: once when that begins, and once more when it ends and there were others; and each that the store refused. */
  onDropped(error: ReflectError): void;
}

/** Why rows are still there. */
interface Failure {
  error: ReflectError;
  isOfRows: boolean;
}

export class Writer {
  committed = 0;
  private readonly parts: WriterParts;
  private readonly losses: Losses;
  private queue: Row[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private working: Promise<ReflectError | undefined> | undefined;
  private failures = 0;
  /** Rows of the next commit at most: fewer while one is looked for that the store does not take. */
  private most = MAX_ROWS;
  private attempts = 0;
  /** Rows that were refused alone: how many were committed when their group was refused, and how often since others of it were. */
  private readonly suspects = new WeakMap<Row, { since: number; times: number }>();
  /** Whatever brings the search for refused rows further. */
  private progress = 0;
  /** Of the dropped, those that a flush has told, and those that `onDropped` has. */
  private flushed: Lost;
  private said: Lost;
  private dropping = false;
  /** Takes nothing more; and does nothing more. */
  private closed = false;
  private ended = false;

  constructor(parts: WriterParts) {
    this.parts = parts;
    this.losses = new Losses(parts.maxQueue);
    this.flushed = this.losses.all;
    this.said = this.losses.all;
  }

  get queued(): number {
    return this.queue.length;
  }

  get dropped(): number {
    return this.losses.count;
  }

  /** False: it was dropped. */
  add(row: Row): boolean {
    if (this.closed || this.queue.length >= this.parts.maxQueue) {
      this.drop();
      return false;
    }
    this.queue.push(row);
    if (this.working !== undefined) return true;
    if (this.queue.length >= GROUP_ROWS && this.failures === 0) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), GROUP_MS);
    return true;
  }

  /** As {@link written}; rejects too when rows were dropped that no flush before this one has told. */
  async flush(): Promise<void> {
    const told = this.flushed;
    await this.written();
    const loss = this.losses.since(told);
    if (loss === undefined) return;
    this.flushed = this.losses.all;
    throw loss;
  }

  /**
   * Resolves when all that was added is durable, or refused for good; rejects with `store_error` when it is neither, and keeps it for
   * another attempt.
   */
  async written(): Promise<void> {
    const until = this.settled + this.queue.length;
    while (this.settled < until) {
      const error = await (this.working ?? this.begin());
      if (error !== undefined) throw error;
    }
  }

  /** Adds a row as soon as there is room. Others wait for it too, so that nothing may come between seeing it and taking it. */
  async put(row: Row): Promise<void> {
    while (!this.closed && this.queue.length >= this.parts.maxQueue) await this.written();
    if (this.closed) throw closedError();
    this.add(row);
  }

  /** What the store refused from now on. */
  refusals(): () => ReflectError | undefined {
    const { refused } = this.losses.all;
    return () => this.losses.since({ ...this.losses.all, refused });
  }

  /** The last flush: what comes later is dropped, and what it could not write is not tried again. */
  async close(): Promise<void> {
    this.closed = true;
    try {
      await this.flush();
    } finally {
      this.ended = true;
      clearTimeout(this.timer);
    }
  }

  /** Rows that have left the queue. */
  private get settled(): number {
    return this.committed + this.losses.all.refused;
  }

  private drop(): void {
    const first = this.closed ? this.losses.all.late === 0 : !this.dropping;
    this.losses.add(this.closed ? 'late' : 'full');
    if (!first) return;
    this.dropping = true;
    // A little later, so that it is told how many there are.
    queueMicrotask(() => this.say());
  }

  private say(): void {
    const loss = this.losses.since(this.said);
    this.said = this.losses.all;
    if (loss !== undefined) this.parts.onDropped(loss);
  }

  private begin(): Promise<ReflectError | undefined> {
    if (this.ended) return Promise.resolve(closedError());
    if (this.timer !== undefined) clearTimeout(this.timer);
    this.timer = undefined;
    // A turn later, so that what is added in this one goes along.
    this.working ??= Promise.resolve().then(() => this.work());
    return this.working;
  }

  private async work(): Promise<ReflectError | undefined> {
    let failure: Failure | undefined;
    while (this.queue.length > 0 && failure === undefined) {
      const [before, rows] = [this.progress, this.queue.slice(0, this.most)];
      failure = await this.commit(rows);
      if (failure === undefined) this.most = Math.min(2 * this.most, MAX_ROWS);
      if (failure === undefined && this.most === MAX_ROWS) this.attempts = 0;
      if (failure?.isOfRows !== true) continue;
      this.attempts += 1;
      if (this.attempts < PATIENCE && !this.closed) continue;
      failure = await this.search(rows, failure);
      // There is no later.
      if (this.closed && this.progress > before) failure = undefined;
    }
    if (failure !== undefined) {
      this.later();
      this.parts.onError(failure.error);
    }
    this.working = undefined;
    return failure?.error;
  }

  private async commit(rows: readonly Row[]): Promise<Failure | undefined> {
    const written = rows.map((row) => row.written());
    try {
      await this.parts.store.commit(written, this.parts.fold);
    } catch (thrown) {
      return { error: failure(thrown), isOfRows: mayBeOfRows(thrown) };
    }
    this.remove(rows);
    this.committed += rows.length;
    this.failures = 0;
    this.dropping = false;
    this.say();
    this.parts.onCommitted(written);
    return undefined;
  }

  /** Commits what can be of rows that were refused together; what it gives is why not all are. */
  private async search(rows: readonly Row[], why: Failure, since = this.committed): Promise<Failure | undefined> {
    const [row] = rows;
    if (rows.length === 1 && row !== undefined) return this.suspect(row, why, since);
    const middle = Math.ceil(rows.length / 2);
    if (middle < this.most) this.progress += 1;
    this.most = Math.min(middle, this.most);
    const halves = [rows.slice(0, middle), rows.slice(middle)];
    const refused: [readonly Row[], Failure][] = [];
    for (const half of halves) {
      const failure = await this.commit(half);
      if (failure !== undefined) refused.push([half, failure]);
      if (failure?.isOfRows === false) return failure;
    }
    const [[half, failure] = []] = refused;
    if (half === undefined || failure === undefined) return undefined;
    if (refused.length === 1) return this.search(half, failure, since);
    // Perhaps the store is away, and each attempt on it may take long: fewer the next time.
    if (this.committed > since) for (const one of rows) this.suspects.set(one, this.suspects.get(one) ?? { since, times: 0 });
    return failure;
  }

  /** A row was refused alone. Those behind it go first, to show that it is not the store. */
  private suspect(row: Row, why: Failure, since: number): Failure | undefined {
    const known = this.suspects.get(row) ?? { since, times: 0 };
    this.suspects.set(row, known);
    this.remove([row]);
    if (this.committed > known.since) {
      known.times += 1;
      this.progress += 1;
    }
    if (known.times < REFUSALS) {
      this.queue.push(row);
      return why;
    }
    this.say();
    this.losses.refuse(row.evaluationId, why.error);
    this.say();
    return undefined;
  }

  /** They stand together, mostly in front. */
  private remove(rows: readonly Row[]): void {
    const [first] = rows;
    if (first !== undefined) this.queue.splice(this.queue.indexOf(first), rows.length);
  }

  /** Tries again by itself. */
  private later(): void {
    const [first, last] = RETRY_MS;
    const wait = Math.min(first * 2 ** this.failures, last);
    this.failures += 1;
    if (this.ended) return;
    this.timer = setTimeout(() => this.begin(), wait);
    // A store that stays away must not keep a process alive.
    (this.timer as { unref?: () => void }).unref?.();
  }
}

/** What a store threw, as an error of ours. */
export function failure(thrown: unknown): ReflectError {
  // A store is a bundle of its own, with its own copy of the class.
  if (isReflectError(thrown)) return thrown as ReflectError;
  return new ReflectError('store_error', `the store failed: ${told(thrown)}`, { cause: thrown });
}
