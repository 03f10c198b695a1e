import { type Controller, newController, type RunCancellation, removeItem } from './signal.js';

export type Outcome =
  | { how: 'returned'; value: unknown }
  | { how: 'threw'; error: unknown }
  | { how: 'timeout' }
  | { how: 'aborted' };

/** Runs a callback as {@link CallbackRace.start} does. It never rejects. */
export function race(work: (turn: CallbackRace) => unknown, ending: RunCancellation, timeoutMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const turn = new CallbackRace();
    turn.start(
      () => work(turn),
      ending,
      timeoutMs,
      (outcome) => {
        ending.deadlines.rest();
        resolve(outcome);
      },
    );
  });
}

/** One callback: whether somebody waits for it, and its signal. */
export class CallbackRace {
  /** False once nobody waits for the callback any more. */
  isOpen = true;
  deadlineMs = 0;
  #controller: Controller | undefined;
  #aborted: { reason: unknown } | undefined;
  #ending: RunCancellation | undefined;
  #timeoutMs = 0;
  #arrived: ((outcome: Outcome) => void) | undefined;

  /** Made when it is first read: a controller costs more than the rest of a call, and many callbacks need none. */
  get signal(): AbortSignal {
    this.#controller ??= newController();
    if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason);
    return this.#controller.signal;
  }

  /**
   * Runs the callback until it settles, the run ends, or the time is over, whichever is first, and hands that one outcome to `arrived`. The
   * signal of an abandoned callback is aborted, and what it returns or throws later is dropped.
   */
  start(work: () => unknown, ending: RunCancellation, timeoutMs: number, arrived: (outcome: Outcome) => void): void {
    this.#ending = ending;
    this.#timeoutMs = timeoutMs;
    this.#arrived = arrived;
    ending.listeners.push(this);
    if (ending.ended) return this.onRunEnd();
    ending.deadlines.add(this, timeoutMs);
    try {
      const returned = work();
      if (!isThenable(returned)) return this.#settle({ how: 'returned', value: returned });
      Promise.resolve(returned).then(
        (value) => this.#settle({ how: 'returned', value }),
        (error: unknown) => this.#settle({ how: 'threw', error }),
      );
    } catch (error) {
      this.#settle({ how: 'threw', error });
    }
  }

  /** Ends the wait, with no deadline and no listener left behind; false when it had ended. */
  stop(): boolean {
    this.isOpen = false;
    this.#ending?.deadlines.delete(this);
    return this.#ending !== undefined && removeItem(this.#ending.listeners, this);
  }

  /** Ends the wait with this error; the callback's signal is aborted. */
  fail(error: Error): void {
    this.#settle({ how: 'threw', error });
    this.abandon(error);
  }

  onRunEnd(): void {
    // A reply that came before the end is on its way, and is still taken.
    void Promise.resolve().then(() => this.#settle({ how: 'aborted' }));
    this.abandon(this.#ending?.reason);
  }

  onDeadline(): void {
    this.#settle({ how: 'timeout' });
    this.abandon(timeoutReason(this.#timeoutMs));
  }

  #settle(outcome: Outcome): void {
    if (this.stop()) this.#arrived?.(outcome);
  }

  /** Nobody waits for the callback any more: its signal is aborted. */
  abandon(reason: unknown): void {
    this.isOpen = false;
    this.#aborted = { reason };
    this.#controller?.abort(reason);
  }
}

/** A promise of workerd's remote calls is a function. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return ((typeof value === 'object' && value !== null) || typeof value === 'function') && 'then' in value;
}

/** As `AbortSignal.timeout` would give it. */
function timeoutReason(ms: number): Error {
  const message = `no answer within ${ms} ms`;
  if (typeof DOMException === 'function') return new DOMException(message, 'TimeoutError');
  return Object.assign(new Error(message), { name: 'TimeoutError' });
}
