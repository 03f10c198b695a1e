// One call that is out, and the timer of a run for whichever of its calls is due first.

import type { Call } from '../types.js';
import type { Task } from './calls.js';
import type { Asked } from './core.js';
import { begin, LazyTurn, MAX_TIMER_MS, type Outcome, timeoutReason } from './race.js';

/** A call that the core waits for. */
export class OpenCall extends LazyTurn implements Asked {
  readonly call: Call;
  readonly number: number;
  readonly task: Task;
  /** Its callback was called, or its step was asked for. */
  begun = false;
  /** It came to nothing so far, and what it comes to is wanted. */
  isAwaited = true;
  /** The time from which nobody waits for it any more. */
  dueMs = Number.POSITIVE_INFINITY;

  constructor({ call, number }: Asked, task: Task) {
    super();
    this.call = call;
    this.number = number;
    this.task = task;
  }

  /** Calls the callback; `arrived` is given what came of it. */
  make(arrived: (outcome: Outcome) => void): void {
    this.begun = true;
    begin(() => this.task.work(this), arrived);
  }

  timeOut(): void {
    this.abandon(timeoutReason(this.call.timeoutMs));
  }
}

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
    // It may wait for ever: no timer that is left holds the run, or the process.
    if (call.task.untimed === true) return this.stop();
    if (timeoutMs > MAX_TIMER_MS || typeof setTimeout !== 'function') return;
    call.dueMs = steadyMs() + timeoutMs;
    if (call.dueMs < this.timerMs) this.set(call.dueMs, timeoutMs);
  }

  stop(): void {
    if (this.timer !== undefined) clearTimeout(this.timer);
    this.timer = undefined;
    this.timerMs = Number.POSITIVE_INFINITY;
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
