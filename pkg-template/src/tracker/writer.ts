// Group commit: many rows become durable in one transaction, while the caller goes on.

import { isReflectError, ReflectError, told } from '../error.js';
import type { EvalStore, EvaluationRow, FoldWindows } from '../stores/types.js';

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
}

export class Writer {
  committed = 0;
  dropped = 0;
  private readonly parts: WriterParts;
  private queue: EvaluationRow[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private working: Promise<ReflectError | undefined> | undefined;
  private failures = 0;
  /** Rows that were dropped since the last flush. */
  private untold = 0;

  constructor(parts: WriterParts) {
    this.parts = parts;
  }

  get queued(): number {
    return this.queue.length;
  }

  add(row: EvaluationRow): void {
    if (this.queue.length >= this.parts.maxQueue) {
      this.dropped += 1;
      this.untold += 1;
      return;
    }
    this.queue.push(row);
    if (this.working !== undefined) return;
    if (this.queue.length >= GROUP_ROWS && this.failures === 0) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), GROUP_MS);
  }

  /** Resolves when all that was added is durable; rejects with `store_error` when it is not, and keeps it for another attempt. */
  async flush(): Promise<void> {
    const until = this.committed + this.queue.length;
    while (this.committed < until) {
      const error = await (this.working ?? this.begin());
      if (error !== undefined) throw error;
    }
    if (this.untold > 0) {
      const message = `${this.untold} evaluations were dropped: the queue (\`maxQueue\`: ${this.parts.maxQueue}) was full`;
      this.untold = 0;
      throw new ReflectError('store_error', message);
    }
  }

  private begin(): Promise<ReflectError | undefined> {
    if (this.timer !== undefined) clearTimeout(this.timer);
    this.timer = undefined;
    // A turn later, so that what is added in this one goes along.
    this.working ??= Promise.resolve().then(() => this.work());
    return this.working;
  }

  private async work(): Promise<ReflectError | undefined> {
    try {
      while (this.queue.length > 0) {
        const rows = this.queue.slice(0, MAX_ROWS);
        await this.parts.store.commit(rows, this.parts.fold);
        this.queue = this.queue.slice(rows.length);
        this.committed += rows.length;
        this.failures = 0;
        this.parts.onCommitted(rows);
      }
      return undefined;
    } catch (thrown) {
      const error = failure(thrown);
      const [first, last] = RETRY_MS;
      this.timer = setTimeout(() => this.begin(), Math.min(first * 2 ** this.failures, last));
      // A store that stays away must not keep a process alive.
      (this.timer as { unref?: () => void }).unref?.();
      this.failures += 1;
      this.parts.onError(error);
      return error;
    } finally {
      this.working = undefined;
    }
  }
}

function failure(thrown: unknown): ReflectError {
  // A store is a bundle of its own, with its own copy of the class.
  if (isReflectError(thrown)) return thrown as ReflectError;
  return new ReflectError('store_error', `the store failed: ${told(thrown)}`, { cause: thrown });
}
