// Group commit: many rows become durable in one transaction, while the caller goes on.

import { isReflectError, ReflectError, told } from '../error.js';
import type { EvalStore, EvaluationRow, FoldWindows } from '../stores/types.js';
import { CLOSED, closedError } from './closable.js';

/** Rows that begin a commit at once. */
const GROUP_ROWS = 256;
/** Milliseconds after which fewer begin one. */
const GROUP_MS = 20;
/** Rows of one transaction at most. */
const MAX_ROWS = 4_096;
/** Milliseconds between attempts on a store that fails: doubled each time, up to the last. */
const RETRY_MS = [100, 10_000] as const;

/** What a writer is made of. */
export interface WriterParts {
  store: EvalStore;
  fold: FoldWindows;
  maxQueue: number;
  /** Rows are durable. */
  onCommitted(rows: readonly EvaluationRow[]): void;
  /** The store failed; the rows stay in the queue. */
  onError(error: ReflectError): void;
  /** Rows were dropped: once when that begins, and once more when it ends and there were others. */
  onDropped(error: ReflectError): void;
}

export class Writer {
  committed = 0;
  dropped = 0;
  private readonly parts: WriterParts;
  private queue: EvaluationRow[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private working: Promise<ReflectError | undefined> | undefined;
  private failures = 0;
  /** Of the dropped, those that came after the end, those that a flush has told, and those that `onDropped` has. */
  private late = 0;
  private flushed = 0;
  private said = 0;
  private dropping = false;
  /** Takes nothing more; and does nothing more. */
  private closed = false;
  private ended = false;

  constructor(parts: WriterParts) {
    this.parts = parts;
  }

  get queued(): number {
    return this.queue.length;
  }

  add(row: EvaluationRow): void {
    if (this.closed || this.queue.length >= this.parts.maxQueue) return this.drop();
    this.queue.push(row);
    if (this.working !== undefined) return;
    if (this.queue.length >= GROUP_ROWS && this.failures === 0) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), GROUP_MS);
  }

  /** As {@link written}; rejects too when rows were dropped that no flush before this one has told. */
  async flush(): Promise<void> {
    const told = this.flushed;
    await this.written();
    if (this.dropped === told) return;
    this.flushed = this.dropped;
    throw this.loss(told);
  }

  /** Resolves when all that was added is durable; rejects with `store_error` when it is not, and keeps it for another attempt. */
  async written(): Promise<void> {
    const until = this.committed + this.queue.length;
    while (this.committed < until) {
      const error = await (this.working ?? this.begin());
      if (error !== undefined) throw error;
    }
  }

  /** Resolves when one more row can be added. */
  async room(): Promise<void> {
    while (!this.closed && this.queue.length >= this.parts.maxQueue) await this.written();
    if (this.closed) throw closedError();
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

  private drop(): void {
    this.dropped += 1;
    if (this.closed) this.late += 1;
    if (this.closed ? this.late > 1 : this.dropping) return;
    this.dropping = true;
    // A little later, so that it is told how many there are.
    queueMicrotask(() => this.say());
  }

  private say(): void {
    if (this.dropped === this.said) return;
    const error = this.loss(this.said);
    this.said = this.dropped;
    this.parts.onDropped(error);
  }

  /** What was dropped, but for the first so many. */
  private loss(from: number): ReflectError {
    const count = this.dropped - from;
    const full = count > this.late ? [`the queue (\`maxQueue\`: ${this.parts.maxQueue}) was full`] : [];
    const late = this.late > 0 ? [CLOSED] : [];
    return new ReflectError('store_error', `${count} evaluations were dropped: ${[...full, ...late].join(', and then ')}`);
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
    let error: ReflectError | undefined;
    while (this.queue.length > 0 && error === undefined) error = await this.commit(this.queue.slice(0, MAX_ROWS));
    this.working = undefined;
    return error;
  }

  private async commit(rows: EvaluationRow[]): Promise<ReflectError | undefined> {
    try {
      await this.parts.store.commit(rows, this.parts.fold);
    } catch (thrown) {
      const error = failure(thrown);
      this.later();
      this.parts.onError(error);
      return error;
    }
    this.queue = this.queue.slice(rows.length);
    this.committed += rows.length;
    this.failures = 0;
    this.dropping = false;
    this.say();
    this.parts.onCommitted(rows);
    return undefined;
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
