// Group commit: many rows become durable in one transaction, while the caller goes on.
//
// Invariant: a row is let go of when it is durable, or when the store refuses it for good: it alone, three times, while others go in.

import { isReflectError, ReflectError, told } from '../error.js';
import type { EvalStore, EvaluationRow, FoldWindows } from '../stores/types.js';
import { closedError } from './closable.js';
import { Losses, type Lost } from './losses.js';
import type { Row } from './record.js';
import { mayBeOfRows } from './refusal.js';
import { Search } from './search.js';
import { Suspects } from './suspects.js';
import { Waiters } from './waiters.js';

/** Rows that begin a commit at once. */
const GROUP_ROWS = 256;
/** Milliseconds after which fewer begin one. */
const GROUP_MS = 20;
/** Milliseconds between attempts on a store that fails: doubled each time, up to the last. */
const RETRY_MS = [100, 10_000] as const;
/** Refusals after which a group is looked through for a row that the store does not take. */
const PATIENCE = 3;
/** Refusals of a row alone, since others of its group went in, after which it is dropped. */
const REFUSALS = 3;
/** Rows that stand aside and are tried after each group that goes in. */
const BESIDE = 4;

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
  private readonly queue: Row[] = [];
  private readonly suspects = new Suspects();
  private readonly search = new Search();
  private readonly waiters = new Waiters();
  /** Rows that were added: the number of the next one. */
  private added = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** For those that stand aside. */
  private again: ReturnType<typeof setTimeout> | undefined;
  private working: Promise<void> | undefined;
  private failures = 0;
  private attempts = 0;
  /** Why a row was refused alone, the last time. */
  private refusal: ReflectError | undefined;
  /** Whether a row that stood aside went in, or is nearer to its end, this time. */
  private progress = false;
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
    return this.queue.length + this.suspects.count;
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
    row.at = this.added;
    this.added += 1;
    this.queue.push(row);
    if (this.working !== undefined) return true;
    if (this.queue.length >= GROUP_ROWS && this.failures === 0) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), GROUP_MS);
    return true;
  }

  /** As {@link written}; rejects too when rows were dropped that no flush before this one has told. */
  async flush(told = this.flushed): Promise<void> {
    await this.written();
    const loss = this.losses.since(told);
    if (loss === undefined) return;
    this.flushed = this.losses.all;
    throw loss;
  }

  /**
   * Resolves when all that was added before is durable, or refused for good, whatever comes after it; rejects with `store_error` when it
   * is neither, and keeps it for another attempt.
   */
  async written(): Promise<void> {
    if (this.first >= this.added) return;
    if (this.ended) throw closedError();
    this.suspects.want();
    const settled = this.waiters.wait(this.added - 1);
    this.begin();
    await settled;
  }

  /** As {@link written}, without haste. */
  async quiet(): Promise<void> {
    if (this.first < this.added && !this.ended) await this.waiters.wait(this.added - 1);
  }

  /** When the first evaluation of each agent is from that is not settled. */
  earliest(): Map<string, number> {
    const found = new Map<string, number>();
    for (const { record, createdMs } of [...this.queue, ...this.suspects.all])
      found.set(record.agentId, Math.min(found.get(record.agentId) ?? createdMs, createdMs));
    return found;
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
    const told = this.flushed;
    try {
      // What fails of what is under way is tried once more.
      await this.working;
      await this.flush(told);
    } finally {
      this.ended = true;
      clearTimeout(this.timer);
      clearTimeout(this.again);
      this.waiters.failed(Number.POSITIVE_INFINITY, closedError());
    }
  }

  /** The number of the first row that is not settled. */
  private get first(): number {
    return Math.min(this.queue[0]?.at ?? this.added, this.suspects.first);
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

  private begin(): void {
    if (this.ended || this.working !== undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    // A turn later, so that what is added in this one goes along.
    this.working = Promise.resolve().then(() => this.work());
  }

  private async work(): Promise<void> {
    let failure: Failure | undefined;
    this.search.begin();
    while (failure === undefined) {
      if (this.queue.length > 0) failure = await this.group();
      else if (this.suspects.isDue) failure = await this.retry();
      else break;
    }
    this.working = undefined;
    this.suspects.rest();
    if (failure !== undefined) this.failed(failure.error);
    else if (this.suspects.count > 0) this.laterAgain();
    // Whoever still waits waits for those that stand aside.
    if (this.refusal !== undefined) this.waiters.failed(Number.POSITIVE_INFINITY, this.refusal);
  }

  /** Commits rows of the queue. What it gives ends the attempts for now. */
  private async group(): Promise<Failure | undefined> {
    const { queue, search, suspects } = this;
    const { from, count } = search.next(queue.length);
    const rows = queue.slice(from, from + count);
    if (search.isWhole) this.ahead(rows[0], count, 2 * count);
    const why = await this.commit(rows, () => queue.splice(from, count));
    if (why === undefined) {
      search.took(from, count);
      if (search.isWhole && suspects.count === 0) this.attempts = 0;
      return this.beside();
    }
    if (!why.isOfRows) return why;
    for (const row of rows) row.refusedAt ??= this.committed;
    this.attempts += 1;
    if (this.attempts < PATIENCE && !this.closed) return why;
    const [row] = rows;
    if (rows.length > 1 || row === undefined) {
      search.refused(count);
    } else {
      const failure = await this.aside(row, from, why);
      if (failure !== undefined) return failure;
    }
    return search.isHopeless(this.closed) ? why : undefined;
  }

  /** Writes the next group's rows bit by bit while the store is at work on the one that begins with `first`. */
  private ahead(first: Row | undefined, from: number, to: number): void {
    if (from >= Math.min(to, this.queue.length)) return;
    setTimeout(() => {
      if (this.queue[0] !== first) return;
      try {
        for (const row of this.queue.slice(from, from + GROUP_ROWS)) row.written();
      } catch {
        // One that cannot be written is told when it is its turn.
        return;
      }
      this.ahead(first, from + GROUP_ROWS, to);
    });
  }

  /** While others wait, a few of those that stand aside. */
  private async beside(): Promise<Failure | undefined> {
    let failure: Failure | undefined;
    // At the end they come when all others are in.
    if (this.closed) return undefined;
    for (let n = 0; n < BESIDE && this.suspects.isDue && failure === undefined; n += 1) failure = await this.retry();
    return failure;
  }

  /** A row of the queue was refused alone. */
  private async aside(row: Row, from: number, { error }: Failure): Promise<Failure | undefined> {
    const { queue, search, suspects } = this;
    this.refusal = error;
    while (suspects.isFull && !this.closed && this.othersWentIn(suspects.next())) {
      const failure = await this.retry();
      if (failure !== undefined) return failure;
    }
    if (suspects.isFull && !this.closed) {
      search.elsewhere();
      return undefined;
    }
    queue.splice(from, 1);
    suspects.add(row);
    search.found(from);
    return undefined;
  }

  /** Tries a row that stands aside. */
  private async retry(): Promise<Failure | undefined> {
    const { suspects } = this;
    const row = suspects.next();
    if (row === undefined) return undefined;
    const why = await this.commit([row], () => suspects.remove());
    if (why?.isOfRows === false) return why;
    const known = this.othersWentIn(row);
    if (why === undefined || known) this.progress = true;
    if (why !== undefined) {
      this.refusal = why.error;
      if (known) row.refusals += 1;
      if (row.refusals >= REFUSALS) this.refuse(row, why.error);
      else suspects.putBack(this.closed);
      // Perhaps the store is away, and each attempt on it may take long.
      if (!known && !this.closed) suspects.enough();
    }
    if (suspects.isOver && suspects.count > 0) this.passed();
    return undefined;
  }

  /** Those that stand aside were tried, and there are some left. */
  private passed(): void {
    if (this.closed && this.progress) {
      this.progress = false;
      this.suspects.want();
      return;
    }
    const { refusal } = this;
    if (refusal === undefined) return;
    this.parts.onError(refusal);
    this.waiters.failed(this.queue[0]?.at ?? Number.POSITIVE_INFINITY, refusal);
  }

  /** It is not the store: it took others since this one was refused. */
  private othersWentIn(row: Row | undefined): boolean {
    return row?.refusedAt !== undefined && this.committed > row.refusedAt;
  }

  private refuse(row: Row, error: ReflectError): void {
    this.suspects.remove();
    this.say();
    this.losses.refuse(row.evaluationId, error);
    this.say();
    this.waiters.settled(this.first);
  }

  private async commit(rows: readonly Row[], leave: () => unknown): Promise<Failure | undefined> {
    let written: EvaluationRow[];
    try {
      written = rows.map((row) => row.written());
      await this.parts.store.commit(written, this.parts.fold);
    } catch (thrown) {
      return { error: failure(thrown), isOfRows: mayBeOfRows(thrown) };
    }
    leave();
    this.committed += rows.length;
    this.failures = 0;
    this.dropping = false;
    this.say();
    this.parts.onCommitted(written);
    this.waiters.settled(this.first);
    return undefined;
  }

  private failed(error: ReflectError): void {
    this.later();
    this.parts.onError(error);
    this.waiters.failed(Number.POSITIVE_INFINITY, error);
  }

  /** Tries again by itself. */
  private later(): void {
    const [first, last] = RETRY_MS;
    const wait = Math.min(first * 2 ** this.failures, last);
    this.failures += 1;
    if (this.ended) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.suspects.want();
      this.begin();
    }, wait);
    // A store that stays away must not keep a process alive.
    (this.timer as { unref?: () => void }).unref?.();
  }

  private laterAgain(): void {
    if (this.closed || this.again !== undefined) return;
    this.again = setTimeout(() => {
      this.again = undefined;
      this.suspects.want();
      this.begin();
    }, this.suspects.wait(this.progress));
    this.progress = false;
    (this.again as { unref?: () => void }).unref?.();
  }
}

/** What a store threw, as an error of ours. */
export function failure(thrown: unknown): ReflectError {
  // A store is a bundle of its own, with its own copy of the class.
  if (isReflectError(thrown)) return thrown as ReflectError;
  return new ReflectError('store_error', `the store failed: ${told(thrown)}`, { cause: thrown });
}
