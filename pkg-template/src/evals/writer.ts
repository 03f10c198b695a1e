// Group commit: rows wait in a queue, a batch of them becomes durable in one transaction, and the caller goes on.
//
// Invariant: rows leave the queue in their order, when they are durable, or when the store names one that it refuses.

import { isReflectError, ReflectError, told } from '../error.js';
import type { EvalStore, EvaluationRow, FoldWindows, RefusedRow } from './store.js';

/** Rows that begin a commit at once. */
const GROUP_ROWS = 256;
/** Milliseconds after which fewer begin one. */
const GROUP_MS = 20;
/** Rows of one transaction at most. */
const MAX_ROWS = 4_096;
/** Milliseconds between attempts on a store that fails: doubled each time, up to the last. */
const RETRY_MS = [100, 10_000] as const;

export function closedError(): ReflectError {
  return new ReflectError('store_error', 'the tracker is closed');
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

export class Writer {
  committed = 0;
  dropped = 0;
  private readonly parts: WriterParts;
  private readonly queue: EvaluationRow[] = [];
  private readonly waiters: Waiter[] = [];
  /** Rows that were added. */
  private added = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private working: Promise<void> | undefined;
  private failures = 0;
  /** Why the last row was dropped. */
  private reason: { why: string; cause?: unknown } = { why: '' };
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
  add(row: EvaluationRow): boolean {
    const { queue, parts } = this;
    if (this.closed || queue.length >= parts.maxQueue) {
      this.dropped += 1;
      this.reason = { why: this.closed ? closedError().message : `the queue (\`maxQueue\`: ${parts.maxQueue}) was full` };
      // A little later, so that it says how many there are.
      if (!this.isDropping) queueMicrotask(() => this.announce());
      this.isDropping = true;
      return false;
    }
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
    const loss = this.lossSince(since);
    this.flushed = this.dropped;
    if (loss !== undefined) throw loss;
  }

  /**
   * Resolves when all rows added before are durable or dropped, whatever comes after them; rejects with `store_error` when the store fails,
   * and keeps them for another attempt.
   */
  async written(): Promise<void> {
    if (this.queue.length === 0) return;
    if (this.ended) throw closedError();
    const settled = new Promise<void>((resolve, reject) => {
      this.waiters.push({ until: this.added, resolve, reject });
    });
    this.begin();
    await settled;
  }

  /** When the first evaluation of each agent is from that waits. */
  earliest(): Map<string, number> {
    const found = new Map<string, number>();
    for (const { agentId, createdMs } of this.queue) found.set(agentId, Math.min(found.get(agentId) ?? createdMs, createdMs));
    return found;
  }

  /** Adds a row as soon as there is room. Others wait for it too, so that nothing may come between seeing it and taking it. */
  async put(row: EvaluationRow): Promise<void> {
    while (!this.closed && this.queue.length >= this.parts.maxQueue) await this.written();
    if (this.closed) throw closedError();
    this.add(row);
  }

  /** That rows were dropped since there were so many, with the last reason; nothing without any. */
  lossSince(before: number): ReflectError | undefined {
    const count = this.dropped - before;
    if (count === 0) return undefined;
    const { why, cause } = this.reason;
    return new ReflectError('store_error', `${count} evaluations were dropped: ${why}`, cause === undefined ? {} : { cause });
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

  private begin(): void {
    if (this.ended || this.working !== undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    // A turn later, so that what is added in this one goes along.
    this.working = Promise.resolve().then(() => this.work());
  }

  /** Commits the queue, batch after batch. A row that the store refuses is dropped, and the others of its batch are committed again. */
  private async work(): Promise<void> {
    let error: ReflectError | undefined;
    while (error === undefined && this.queue.length > 0) {
      const rows = this.queue.slice(0, MAX_ROWS);
      try {
        await this.parts.store.commit(rows, this.parts.fold);
      } catch (thrown) {
        const refused = rows.findIndex(({ evaluationId }) => evaluationId === (thrown as RefusedRow | null)?.evaluationId);
        if (refused === -1) error = failure(thrown);
        else this.refuse(refused, failure(thrown));
        continue;
      }
      this.done(rows);
    }
    this.working = undefined;
    if (error !== undefined) this.failed(error);
  }

  private done(rows: readonly EvaluationRow[]): void {
    this.queue.splice(0, rows.length);
    this.committed += rows.length;
    this.failures = 0;
    this.isDropping = false;
    this.announce();
    this.parts.onCommitted(rows);
    this.release();
  }

  private refuse(at: number, error: ReflectError): void {
    this.announce();
    const [row] = this.queue.splice(at, 1);
    this.dropped += 1;
    this.reason = { why: `the store refused ${row?.evaluationId}: ${error.message}`, cause: error };
    this.announce();
    // Behind others it is waited for with them.
    if (at === 0) this.release();
  }

  private announce(): void {
    const loss = this.lossSince(this.announced);
    this.announced = this.dropped;
    if (loss !== undefined) this.parts.onDropped(loss);
  }

  /** Those that wait for no row of the queue. */
  private release(): void {
    const left = this.added - this.queue.length;
    while ((this.waiters[0]?.until ?? Number.POSITIVE_INFINITY) <= left) this.waiters.shift()?.resolve();
  }

  private fail(error: ReflectError): void {
    for (const { reject } of this.waiters.splice(0)) reject(error);
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

/** What a store threw, as an error of ours. */
export function failure(thrown: unknown): ReflectError {
  // A store is a bundle of its own, with its own copy of the class.
  if (isReflectError(thrown)) return thrown as ReflectError;
  return new ReflectError('store_error', `the store failed: ${told(thrown)}`, { cause: thrown });
}
