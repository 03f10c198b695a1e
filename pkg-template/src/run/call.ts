// One call that is out, and the timer of a run for whichever of its calls is due first.

import type { Task } from '../calls.js';
import { isThenable, type Outcome, type Turn, timeoutReason } from '../race.js';
import { type Controller, newController } from '../signal.js';
import type { Call } from '../types.js';
import type { Asked } from './core.js';

/** A call that the core waits for. Its callback gets a signal, which is made when it is first read. */
export class OpenCall implements Asked, Turn {
  readonly call: Call;
  readonly number: number;
  readonly task: Task;
  /** Its callback was called, or its step was asked for. */
  begun = false;
  /** The time from which nobody waits for it any more. */
  dueMs = Number.POSITIVE_INFINITY;
  private open = true;
  private controller: Controller | undefined;
  private aborted: { reason: unknown } | undefined;

  constructor({ call, number }: Asked, task: Task) {
    this.call = call;
    this.number = number;
    this.task = task;
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = newController();
      if (this.aborted !== undefined) this.controller.abort(this.aborted.reason);
    }
    return this.controller.signal;
  }

  isOpen(): boolean {
    return this.open;
  }

  /** Calls the callback; `arrived` is told what came of it. */
  make(arrived: (outcome: Outcome) => void): void {
    this.begun = true;
    try {
      const returned = this.task.work(this);
      if (!isThenable(returned)) return arrived({ how: 'returned', value: returned });
      Promise.resolve(returned).then(
        (value) => arrived({ how: 'returned', value }),
        (error: unknown) => arrived({ how: 'threw', error }),
      );
    } catch (error) {
      arrived({ how: 'threw', error });
    }
  }

  close(): void {
    this.open = false;
  }

  /** Nobody waits for it any more: its signal is aborted, and what it gives later is dropped. */
  abandon(reason: unknown): void {
    this.open = false;
    this.aborted = { reason };
    this.controller?.abort(reason);
  }

  timeOut(): void {
    this.abandon(timeoutReason(this.call.timeoutMs));
  }
}

/** Timers hold 31 bits of milliseconds; a longer time would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** One timer for all calls of a run: it is set for the call that is due first, and set again when it has fired. */
export class Clock {
  private readonly open: ReadonlySet<OpenCall>;
  private readonly late: (call: OpenCall) => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private timerMs = Number.POSITIVE_INFINITY;

  constructor(open: ReadonlySet<OpenCall>, late: (call: OpenCall) => void) {
    this.open = open;
    this.late = late;
  }

  /** Watches a call from now on. */
  start(call: OpenCall): void {
    const { timeoutMs } = call.call;
    if (timeoutMs > MAX_TIMER_MS || typeof setTimeout !== 'function') return;
    call.dueMs = steadyMs() + timeoutMs;
    if (call.dueMs < this.timerMs) this.set(call.dueMs, timeoutMs);
  }

  stop(): void {
    if (this.timer !== undefined) clearTimeout(this.timer);
    this.timer = undefined;
  }

  private set(dueMs: number, inMs: number): void {
    if (this.timer !== undefined) clearTimeout(this.timer);
    this.timerMs = dueMs;
    this.timer = setTimeout(() => this.fired(), Math.max(1, inMs));
  }

  private fired(): void {
    this.timer = undefined;
    this.timerMs = Number.POSITIVE_INFINITY;
    const now = steadyMs();
    let next = Number.POSITIVE_INFINITY;
    for (const call of [...this.open]) {
      // A timer may be early by a part of a millisecond.
      if (call.isOpen() && call.dueMs - now < 1) this.late(call);
      else if (call.isOpen()) next = Math.min(next, call.dueMs);
    }
    if (next !== Number.POSITIVE_INFINITY) this.set(next, next - now);
  }
}

/** Milliseconds of a clock that is not set back, where the host has one. */
function steadyMs(): number {
  return typeof performance === 'object' ? performance.now() : Date.now();
}
