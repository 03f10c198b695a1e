import { type Controller, newController, type RunCancellation } from './signal.js';

export type Outcome =
  | { how: 'returned'; value: unknown }
  | { how: 'threw'; error: unknown }
  | { how: 'timeout' }
  | { how: 'aborted' };

/** Timers hold 31 bits of milliseconds; a longer time would fire at once. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Runs a callback as {@link CallbackRace.start} does. It never rejects. */
export function race(work: (turn: CallbackRace) => unknown, ending: RunCancellation, timeoutMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const turn = new CallbackRace();
    turn.start(() => work(turn), ending, timeoutMs, resolve);
  });
}

/** One callback: whether somebody waits for it, and its signal. */
export class CallbackRace {
  /** False once nobody waits for the callback any more. */
  isOpen = true;
  /** Ends the wait, with no timer and no listener left behind; false when it had ended. */
  stop: () => boolean = () => false;
  /** Ends the wait with this error; the callback's signal is aborted. */
  fail: (error: Error) => void = () => {};
  private controller: Controller | undefined;
  private aborted: { reason: unknown } | undefined;

  /** Made when it is first read: a controller costs more than the rest of a call, and many callbacks need none. */
  get signal(): AbortSignal {
    this.controller ??= newController();
    if (this.aborted !== undefined) this.controller.abort(this.aborted.reason);
    return this.controller.signal;
  }

  /**
   * Runs the callback until it settles, the run ends, or the time is over, whichever is first, and hands that one outcome to `arrived`. The
   * signal of an abandoned callback is aborted, and what it returns or throws later is dropped.
   */
  start(work: () => unknown, ending: RunCancellation, timeoutMs: number, arrived: (outcome: Outcome) => void): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (outcome: Outcome): void => {
      if (this.stop()) arrived(outcome);
    };
    const onEnd = (): void => {
      // A reply that came before the end is on its way, and is still taken.
      void Promise.resolve().then(() => settle({ how: 'aborted' }));
      this.abandon(ending.reason);
    };
    this.fail = (error) => {
      settle({ how: 'threw', error });
      this.abandon(error);
    };
    this.stop = () => {
      this.isOpen = false;
      if (timer !== undefined) clearTimeout(timer);
      return ending.listeners.delete(onEnd);
    };

    ending.listeners.add(onEnd);
    if (ending.ended) return onEnd();
    if (timeoutMs <= MAX_TIMER_MS && typeof setTimeout === 'function') {
      timer = setTimeout(() => {
        settle({ how: 'timeout' });
        this.abandon(timeoutReason(timeoutMs));
      }, timeoutMs);
    }
    try {
      const returned = work();
      if (!isThenable(returned)) return settle({ how: 'returned', value: returned });
      Promise.resolve(returned).then(
        (value) => settle({ how: 'returned', value }),
        (error: unknown) => settle({ how: 'threw', error }),
      );
    } catch (error) {
      settle({ how: 'threw', error });
    }
  }

  /** Nobody waits for the callback any more: its signal is aborted. */
  abandon(reason: unknown): void {
    this.isOpen = false;
    this.aborted = { reason };
    this.controller?.abort(reason);
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
