// Group commit: rows wait in a queue, a batch of them becomes durable in one transaction, and the caller goes on.
//
// Invariant: a row leaves the queue when it is durable, or when the store refuses it alone although it takes others.

import { isReflectError, ReflectError, told } from '../error.js';
import type { Row } from './record.js';
import { isOfStore } from './refusal.js';
import type { EvalStore, EvaluationRow, FoldWindows } from './store.js';

/** Rows that begin a commit at once. */
const GROUP_ROWS = 256;
/** Milliseconds after which fewer begin one. */
const GROUP_MS = 20;
/** Rows of one transaction at most. */
const MAX_ROWS = 4_096;
/** Milliseconds between attempts on a store that fails: doubled each time, up to the last. */
const RETRY_MS = [100, 10_000] as const;
/** Rows refused alone, with none taken between them, after which the store is believed to be away. */
const MAX_REFUSALS = 64;

const CLOSED = 'the tracker is closed';

export function closedError(): ReflectError {
  return new ReflectError('store_error', CLOSED);
}

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

/** Waits for all rows up to a number. */
interface Waiter {
  until: number;
  resolve(): void;
  reject(error: ReflectError): void;
}

/** Why rows were dropped. */
interface Reason {
  why: string;
  cause?: unknown;
}

export class Writer {
  committed = 0;
  dropped = 0;
  /** Those of the dropped that the store refused. */
  refused = 0;
  private readonly parts: WriterParts;
  private readonly queue: Row[] = [];
  /** In the order in which they came, which is that of their rows. */
  private waiters: Waiter[] = [];
  /** Rows that were added: the number of the next one. */
  private added = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private working: Promise<void> | undefined;
  private failures = 0;
  /** Where in the queue the next batch begins: behind rows that were just refused alone. */
  private from = 0;
  /** Why the last row was dropped, and the last one that the store refused; how many were dropped for that one reason. */
  private reason: Reason = { why: '' };
  private refusal: Reason = { why: '' };
  private sameReason = 0;
  /** Of the dropped, those that a flush has reported, and those that `onDropped` has. */
  private flushed = 0;
  private announced = 0;
  private isDropping = false;
  /** Takes nothing more; and does nothing more. */
  private closed = false;
  private ended = false;

  constructor(parts: WriterParts) {
    this.parts = parts;
  }

  get queued(): number {
    return this.queue.length;
  }

  /** False: it was dropped. */
  add(row: Row): boolean {
    const { queue, parts } = this;
    if (this.closed || queue.length >= parts.maxQueue) {
      this.drop(this.closed ? CLOSED : `the queue (\`maxQueue\`: ${parts.maxQueue}) was full`);
      return false;
    }
    row.at = this.added;
    this.added += 1;
    queue.push(row);
    if (this.working !== undefined) return true;
    if (queue.length >= GROUP_ROWS && this.failures === 0) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), GROUP_MS);
    return true;
  }

  /** As {@link written}; rejects too when rows were dropped since the last flush, or while it waits. */
  async flush(since = this.flushed): Promise<void> {
    await this.written();
    if (this.dropped === since) return;
    this.flushed = this.dropped;
    throw this.loss(since);
  }

  /**
   * Resolves when all rows added before are durable or dropped, whatever comes after them; rejects with `store_error` when the store fails,
   * and keeps them for another attempt.
   */
  async written(): Promise<void> {
    if (this.first >= this.added) return;
    if (this.ended) throw closedError();
    const settled = this.settled();
    this.begin();
    await settled;
  }

  /** When the first evaluation of each agent is from that waits. */
  earliest(): Map<string, number> {
    const found = new Map<string, number>();
    for (const { record, createdMs } of this.queue)
      found.set(record.agentId, Math.min(found.get(record.agentId) ?? createdMs, createdMs));
    return found;
  }

  /** Adds a row as soon as there is room. Others wait for it too, so that nothing may come between seeing it and taking it. */
  async put(row: Row): Promise<void> {
    while (!this.closed && this.queue.length >= this.parts.maxQueue) await this.written();
    if (this.closed) throw closedError();
    this.add(row);
  }

  /** The rows that the store refused since there were so many; nothing without any. */
  refusedSince(before: number): ReflectError | undefined {
    return this.refused === before ? undefined : lossOf(this.refused - before, this.refusal, this.refused - before === 1);
  }

  /** The last flush: what comes later is dropped, and what it could not write is not tried again. */
  async close(): Promise<void> {
    this.closed = true;
    const since = this.flushed;
    try {
      // What fails of what is under way is tried once more.
      await this.working;
      await this.flush(since);
    } finally {
      this.ended = true;
      clearTimeout(this.timer);
      this.fail(closedError());
    }
  }

  /** The number of the first row that waits. */
  private get first(): number {
    return this.queue[0]?.at ?? this.added;
  }

  private settled(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiters.push({ until: this.added - 1, resolve, reject });
    });
  }

  /** Those that wait for no row of the queue. */
  private release(): void {
    const { first } = this;
    const still = this.waiters.findIndex(({ until }) => until >= first);
    for (const { resolve } of this.waiters.splice(0, still < 0 ? this.waiters.length : still)) resolve();
  }

  private fail(error: ReflectError): void {
    for (const { reject } of this.waiters.splice(0)) reject(error);
  }

  private count(reason: Reason): void {
    this.dropped += 1;
    this.sameReason = reason.why === this.reason.why ? this.sameReason + 1 : 1;
    this.reason = reason;
  }

  private drop(why: string): void {
    this.count({ why });
    if (this.isDropping) return;
    this.isDropping = true;
    // A little later, so that it says how many there are.
    queueMicrotask(() => this.announce());
  }

  private announce(): void {
    const since = this.announced;
    this.announced = this.dropped;
    if (this.dropped > since) this.parts.onDropped(this.loss(since));
  }

  private loss(since: number): ReflectError {
    const count = this.dropped - since;
    return lossOf(count, this.reason, count <= this.sameReason);
  }

  private begin(): void {
    if (this.ended || this.working !== undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    // A turn later, so that what is added in this one goes along.
    this.working = Promise.resolve().then(() => this.work());
  }

  /**
   * Commits the queue, batch after batch. A batch that is refused is halved, down to one row. A row that is refused alone is passed
   * over; it is dropped when others were taken since its first refusal: the store works, and does not take this one.
   */
  private async work(): Promise<void> {
    const { queue } = this;
    /** How many rows were durable when a row was first refused. */
    const refusedAt = new Map<Row, number>();
    let [most, refusals] = [MAX_ROWS, 0];
    let error: ReflectError | undefined;
    if (this.from >= queue.length) this.from = 0;
    while (this.from < queue.length && refusals < MAX_REFUSALS) {
      const rows = queue.slice(this.from, this.from + most);
      const thrown = await this.commit(rows);
      if (thrown === undefined) {
        [this.from, most, refusals, error] = [0, Math.min(2 * most, MAX_ROWS), 0, undefined];
        continue;
      }
      error = failure(thrown.thrown);
      if (isOfStore(thrown.thrown)) break;
      for (const row of rows) if (!refusedAt.has(row)) refusedAt.set(row, this.committed);
      const [row] = rows;
      if (rows.length > 1 || row === undefined) {
        most = Math.ceil(rows.length / 2);
        continue;
      }
      refusals += 1;
      // One for each time that others are taken: the store may go away meanwhile. There is no later at the end.
      if ((refusals === 1 || this.closed) && this.committed > (refusedAt.get(row) ?? this.committed)) {
        this.refuse(row, error);
        error = undefined;
      } else {
        this.from += 1;
      }
    }
    this.working = undefined;
    if (error !== undefined) this.failed(error);
  }

  private async commit(rows: readonly Row[]): Promise<{ thrown: unknown } | undefined> {
    let written: EvaluationRow[];
    try {
      written = rows.map((row) => row.written());
      await this.parts.store.commit(written, this.parts.fold);
    } catch (thrown) {
      return { thrown };
    }
    this.queue.splice(this.from, rows.length);
    this.committed += rows.length;
    this.failures = 0;
    this.isDropping = false;
    this.announce();
    this.parts.onCommitted(written);
    this.release();
    return undefined;
  }

  /** The row at the front of the batch is dropped. */
  private refuse({ evaluationId }: Row, error: ReflectError): void {
    this.announce();
    this.queue.splice(this.from, 1);
    this.refused += 1;
    this.refusal = { why: `the store refused ${evaluationId}: ${error.message}`, cause: error };
    this.count(this.refusal);
    this.announce();
    this.release();
  }

  /** Tries again by itself, after a while. */
  private failed(error: ReflectError): void {
    const [first, last] = RETRY_MS;
    const wait = Math.min(first * 2 ** this.failures, last);
    this.failures += 1;
    if (!this.ended) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.begin(), wait);
      // A store that stays away must not keep a process alive.
      (this.timer as { unref?: () => void }).unref?.();
    }
    this.parts.onError(error);
    this.fail(error);
  }
}

function lossOf(count: number, { why, cause }: Reason, isSame: boolean): ReflectError {
  const message = `${count} evaluations were dropped: ${why}${isSame ? '' : ' (the last reason of several)'}`;
  return new ReflectError('store_error', message, cause === undefined ? {} : { cause });
}

/** What a store threw, as an error of ours. */
export function failure(thrown: unknown): ReflectError {
  // A store is a bundle of its own, with its own copy of the class.
  if (isReflectError(thrown)) return thrown as ReflectError;
  return new ReflectError('store_error', `the store failed: ${told(thrown)}`, { cause: thrown });
}
