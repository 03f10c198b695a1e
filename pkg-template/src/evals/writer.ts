// Group commit: rows wait in a queue, a batch of them becomes durable in one transaction, and the caller goes on.
//
// Invariant: rows leave the queue in their order, when they are durable, or when the store names one that it refuses.

import { isReflectError, type ReflectError } from '../error.js';
import { closedTracker, droppedEvaluations, failedStore } from './errors.js';
import { recordOf } from './record.js';
import { HOUR_MS } from './rows.js';
import type { EvalStore, EvaluationRow, RefusedRow } from './store.js';
import { DamagedWindows, evaluatorOf, foldWindows, readWindows, type Window } from './windows.js';

/** Rows that begin a commit at once. */
const GROUP_ROWS = 256;
/** Milliseconds after which fewer begin one. */
const GROUP_MS = 20;
/** Rows of one transaction at most, and characters of their JSON after which it takes no more. */
const MAX_ROWS = 4_096;
const MAX_CHARS = 64_000_000;
/** Milliseconds between attempts on a store that fails: doubled each time, up to the last. */
const RETRY_MS = [100, 10_000] as const;

export function closedError(): ReflectError {
  return closedTracker();
}

/** What a writer is made of. */
export interface WriterParts {
  store: EvalStore;
  now(): number;
  maxQueue: number;
  /** Rows are durable. */
  onCommitted(rows: readonly EvaluationRow[]): void;
  /** The store failed; the rows stay in the queue. */
  onError(error: ReflectError): void;
  /** Rows were dropped: once when that begins, and once more when it ends and there were others; and each that the store refused. */
  onDropped(error: ReflectError): void;
  /** A window that another program wrote is made anew of the evaluations that are there. */
  onDamaged(error: unknown): void;
}

export class Writer {
  committed = 0;
  dropped = 0;
  private readonly parts: WriterParts;
  private readonly earlier: Earlier;
  private readonly queue: EvaluationRow[] = [];
  /** Rows of the next batch that the store has refused. They leave the queue with it. */
  private readonly refused = new Set<EvaluationRow>();
  /** Rows that have entered the queue. */
  private added = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private working: Promise<void> | undefined;
  /** The store has been asked to commit, and has not answered. */
  private isAsked = false;
  private failures = 0;
  /** Why the last row was dropped. */
  private reason: { why: string; cause?: unknown } = { why: '' };
  /** How many dropped rows a flush has reported, and how many `onDropped` has. */
  private flushed = 0;
  private announced = 0;
  private isDropping = false;
  /** Takes nothing more; and does nothing more. */
  private closed = false;
  private ended = false;

  constructor(parts: WriterParts) {
    this.parts = parts;
    this.earlier = new Earlier(parts.store, parts.now);
  }

  get queued(): number {
    return this.queue.length - this.refused.size;
  }

  /** Whether a row from before this time waits for the store. */
  waitsBefore(ms: number): boolean {
    return this.queue.some(({ createdMs }) => createdMs < ms);
  }

  /** False: it was dropped. */
  add(row: EvaluationRow): boolean {
    const { queue, parts } = this;
    if (this.closed || queue.length >= parts.maxQueue) {
      this.drop(this.closed ? closedError().message : `the queue (\`maxQueue\`: ${parts.maxQueue}) was full`);
      return false;
    }
    this.added += 1;
    queue.push(row);
    this.schedule();
    return true;
  }

  /** Adds a row as soon as there is room. Others wait for it too, so that nothing may come between seeing it and taking it. */
  async addWhenRoom(row: EvaluationRow): Promise<void> {
    while (!this.closed && this.queue.length >= this.parts.maxQueue) await this.drain();
    if (this.closed) throw closedError();
    this.add(row);
  }

  /** As {@link drain}; rejects too when rows were dropped since the last flush, or while it waits. */
  async flush(since = this.flushed): Promise<void> {
    await this.drain();
    const loss = this.droppedSince(since);
    this.flushed = this.dropped;
    if (loss !== undefined) throw loss;
  }

  /**
   * Resolves when all rows added before are durable or dropped, whatever comes after them; rejects with `store_error` when the store fails,
   * and keeps them for another attempt.
   */
  async drain(): Promise<void> {
    const last = this.added;
    // An attempt that began before may fail for what is over by now.
    if (this.isAsked) await this.working?.catch(() => {});
    while (this.added - this.queue.length < last) await this.commit();
  }

  /** That rows were dropped since there were so many, with the last reason; nothing without any. */
  droppedSince(before: number): ReflectError | undefined {
    const count = this.dropped - before;
    if (count === 0) return undefined;
    const { why, cause } = this.reason;
    return droppedEvaluations(count, why, cause);
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

  /** Has the queue committed: at once where a group waits, else after a while; after a failure only then. */
  private schedule(): void {
    if (this.working !== undefined || this.queue.length === 0 || this.ended) return;
    const begin = (): void => void this.commit().catch(() => {});
    if (this.failures === 0 && this.queue.length >= GROUP_ROWS) return begin();
    if (this.timer !== undefined) return;
    const [first, last] = RETRY_MS;
    this.timer = setTimeout(begin, this.failures === 0 ? GROUP_MS : Math.min(first * 2 ** (this.failures - 1), last));
    // A store that stays away must not keep a process alive.
    if (this.failures > 0) (this.timer as { unref?: () => void }).unref?.();
  }

  /** Commits one batch, or waits for the one that is under way. */
  private commit(): Promise<void> {
    if (this.ended) return Promise.reject(closedError());
    clearTimeout(this.timer);
    this.timer = undefined;
    this.working ??= this.batch().finally(() => {
      this.working = undefined;
      this.isAsked = false;
      this.schedule();
    });
    return this.working;
  }

  /** A row that the store refuses by its name is dropped, and the others of its batch are committed again. */
  private async batch(): Promise<void> {
    // A turn later, so that what is added in this one goes along.
    await undefined;
    this.isAsked = true;
    const { queue, refused, parts } = this;
    const batch = queue.slice(0, sizeOfBatch(queue));
    const rows = batch.filter((row) => !refused.has(row));
    try {
      if (rows.length > 0) {
        await this.earlier.learnHours(rows);
        await this.store(rows);
      }
    } catch (thrown) {
      const error = failure(thrown);
      const row = rows.find(({ evaluationId }) => evaluationId === (thrown as RefusedRow | null)?.evaluationId);
      if (row !== undefined) {
        refused.add(row);
        this.announce();
        this.drop(`the store refused ${row.evaluationId}: ${error.message}`, error);
        return this.announce();
      }
      this.failures += 1;
      parts.onError(error);
      throw error;
    }
    queue.splice(0, batch.length);
    refused.clear();
    this.committed += rows.length;
    this.failures = 0;
    this.isDropping = false;
    this.announce();
    if (rows.length > 0) parts.onCommitted(rows);
  }

  private async store(rows: readonly EvaluationRow[]): Promise<void> {
    const { store, onDamaged } = this.parts;
    let damaged: DamagedWindows | undefined;
    try {
      await store.commit(rows, (added, stored) => {
        try {
          return foldWindows(added, stored, this.earlier);
        } catch (thrown) {
          // A store throws it as an error of its own.
          if (thrown instanceof DamagedWindows) damaged = thrown;
          throw thrown;
        }
      });
    } catch (thrown) {
      if (damaged === undefined) throw thrown;
      for (const error of damaged.damage) onDamaged(error);
      const evaluations = (await Promise.all(damaged.hours.map((hour) => evaluationsOf(store, hour)))).flat();
      await store.commit(rows, (added, stored) => foldWindows(added, stored, this.earlier, evaluations));
    }
  }

  private drop(why: string, cause?: unknown): void {
    this.dropped += 1;
    this.reason = { why, cause };
    // A little later, so that it says how many there are.
    if (!this.isDropping) queueMicrotask(() => this.announce());
    this.isDropping = true;
  }

  private announce(): void {
    const loss = this.droppedSince(this.announced);
    this.announced = this.dropped;
    if (loss !== undefined) this.parts.onDropped(loss);
  }
}

/** The evaluations of an agent's hour that a store holds. What is not one is skipped. */
async function evaluationsOf(
  store: EvalStore,
  { historyId, agentId, createdMs }: Pick<EvaluationRow, 'historyId' | 'agentId' | 'createdMs'>,
): Promise<EvaluationRow[]> {
  const startMs = Math.floor(createdMs / HOUR_MS) * HOUR_MS;
  const rows: EvaluationRow[] = [];
  for (let before = { createdMs: startMs + HOUR_MS, evaluationId: '!' }; ; ) {
    const page = await store.evaluations({ agentId, limit: MAX_ROWS, before });
    const found = page.flatMap((data) => {
      try {
        const { evaluationId, createdAt } = recordOf(data);
        return { evaluationId, agentId, createdMs: Date.parse(createdAt), createdAt, historyId, data };
      } catch {
        return [];
      }
    });
    rows.push(...found.filter((row) => row.createdMs >= startMs));
    const last = found.at(-1);
    if (last === undefined || last.createdMs < startMs || page.length < MAX_ROWS) return rows;
    before = last;
  }
}

/** How many rows make the next batch. */
function sizeOfBatch(queue: readonly EvaluationRow[]): number {
  let [rows, chars] = [0, 0];
  for (const { data } of queue) {
    if (rows === MAX_ROWS || chars >= MAX_CHARS) break;
    rows += 1;
    chars += data.length;
  }
  return rows;
}

/** What a store threw, as an error of ours. */
function failure(thrown: unknown): ReflectError {
  // A store is a bundle of its own, with its own copy of the class.
  if (isReflectError(thrown)) return thrown as ReflectError;
  return failedStore(thrown);
}

/** Hours back from now of which a stored window holds its trend: what is imported of days ago is compared when it is asked for. */
const LATE_HOURS = 24;
/** Hours before that are read: mostly there is one to compare with; else as many as may be. */
const NEAR_HOURS = 24;
const FAR_HOURS = 336;
/** Hours of an agent that may get rows at the same time: the one that ends, and the one that begins. */
const KEPT_HOURS = 2;

/** What the hours before say of an agent, so that a stored hour can hold how its scores go. */
class Earlier {
  private readonly store: EvalStore;
  private readonly now: () => number;
  /** By agent: its newest hours, the newest first, each with the last window of each evaluator before it, in order of their hours. */
  private readonly agents = new Map<string, { hour: number; windows: Window[] }[]>();

  constructor(store: EvalStore, now: () => number) {
    this.store = store;
    this.now = now;
  }

  /** Reads what the hours of these rows are compared with, once for each new hour of an agent. A store that fails leaves them without. */
  async learnHours(rows: readonly EvaluationRow[]): Promise<void> {
    const oldest = Math.floor(this.now() / HOUR_MS) - LATE_HOURS;
    for (const [agentId, [newest]] of this.agents) if ((newest?.hour ?? oldest) < oldest) this.agents.delete(agentId);
    const missing = new Map<string, [agentId: string, hour: number]>();
    for (const { agentId, createdMs, historyId } of rows) {
      const hour = Math.floor(createdMs / HOUR_MS);
      const read = this.agents.get(agentId) ?? [];
      const isOld = hour < oldest || hour < (read[KEPT_HOURS - 1]?.hour ?? hour);
      if (!isOld && read.every((each) => each.hour !== hour)) missing.set(historyId, [agentId, hour]);
    }
    await Promise.all([...missing.values()].map((window) => this.learn(...window)));
  }

  private async learn(agentId: string, hour: number): Promise<void> {
    try {
      const near = await this.lastOf(agentId, hour - NEAR_HOURS, hour);
      const windows = near.length > 0 ? near : await this.lastOf(agentId, hour - FAR_HOURS, hour - NEAR_HOURS);
      const hours = [...(this.agents.get(agentId) ?? []), { hour, windows }].sort((a, b) => b.hour - a.hour);
      this.agents.set(agentId, hours.slice(0, KEPT_HOURS));
    } catch {
      // The next batch tries again.
    }
  }

  /** What this hour of an agent is compared with; nothing where it is not known. */
  windowsBefore({ agentId, hour }: Pick<Window, 'agentId' | 'hour'>): readonly Window[] | undefined {
    return this.agents.get(agentId)?.find((each) => each.hour === hour)?.windows;
  }

  /** A window has changed: what comes after it, within two weeks, is compared with that. */
  changed({ agentId, hour, series }: Window): void {
    for (const later of this.agents.get(agentId) ?? []) {
      if (hour >= later.hour || hour < later.hour - FAR_HOURS) continue;
      later.windows = [...later.windows.filter((window) => window.hour !== hour), { agentId, hour, series }];
      later.windows.sort((a, b) => a.hour - b.hour);
    }
  }

  /** The last window of each evaluator, in order of their hours. */
  private async lastOf(agentId: string, from: number, to: number): Promise<Window[]> {
    const stored = await this.store.windows({ agentId, fromMs: from * HOUR_MS, toMs: to * HOUR_MS });
    const seen = new Set<string>();
    const last: Window[] = [];
    for (const { hour, series } of readWindows(stored, () => {}).reverse()) {
      const names = series.map(evaluatorOf);
      const newest = series.filter((_, at) => !seen.has(names[at] ?? ''));
      for (const name of names) seen.add(name);
      if (newest.length > 0) last.unshift({ agentId, hour, series: newest });
    }
    return last;
  }
}
