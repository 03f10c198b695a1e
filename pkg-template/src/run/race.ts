import { type Controller, type Ending, newController } from './signal.js';

/** How a callback ended. */
export type Outcome =
  | { how: 'returned'; value: unknown }
  | { how: 'threw'; error: unknown }
  | { how: 'timeout' }
  | { how: 'aborted' };

/** What a callback is given. */
export interface Turn {
  readonly signal: AbortSignal;
  /** False once nobody waits for the callback any more. */
  isOpen(): boolean;
}

/** Timers hold 31 bits of milliseconds; a longer time would fire at once. */
export const MAX_TIMER_MS = 2_147_483_647;

/**
 * Runs a callback until it settles, the run ends, or the time is over, whichever is first. It never rejects. A callback that is
 * abandoned gets its signal aborted; what it returns or throws later is dropped. No timer and no listener is left behind.
 */
export function race(work: (turn: Turn) => unknown, ending: Ending, timeoutMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const given = new LazyTurn();
    let timer: ReturnType<typeof setTimeout> | undefined;

    // Only the first outcome counts: a promise is resolved once.
    const close = (outcome: Outcome): void => {
      given.close();
      if (timer !== undefined) clearTimeout(timer);
      ending.off(onEnd);
      resolve(outcome);
    };
    const onEnd = (): void => {
      close({ how: 'aborted' });
      given.abandon(ending.reason);
    };
    const onTimeout = (): void => {
      close({ how: 'timeout' });
      given.abandon(timeoutReason(timeoutMs));
    };

    if (ending.ended) return onEnd();
    ending.on(onEnd);
    if (timeoutMs <= MAX_TIMER_MS && typeof setTimeout === 'function') timer = setTimeout(onTimeout, timeoutMs);
    begin(() => work(given), close);
  });
}

/** Calls a callback; `arrived` is given what came of it, once it settles. */
export function begin(work: () => unknown, arrived: (outcome: Outcome) => void): void {
  try {
    const returned = work();
    if (!isThenable(returned)) return arrived({ how: 'returned', value: returned });
    Promise.resolve(returned).then(
      (value) => arrived({ how: 'returned', value }),
      (error: unknown) => arrived({ how: 'threw', error }),
    );
  } catch (error) {
    arrived({ how: 'threw', error });
  }
}

/** Makes the signal when it is first asked for: a controller costs more than the rest of a call, and many callbacks need none. */
export class LazyTurn implements Turn {
  private open = true;
  private controller: Controller | undefined;
  private aborted: { reason: unknown } | undefined;

  get signal(): AbortSignal {
    this.controller ??= newController();
    if (this.aborted !== undefined) this.controller.abort(this.aborted.reason);
    return this.controller.signal;
  }

  isOpen(): boolean {
    return this.open;
  }

  close(): void {
    this.open = false;
  }

  /** Nobody waits for the callback any more: its signal is aborted, and what it gives later is dropped. */
  abandon(reason: unknown): void {
    this.open = false;
    this.aborted = { reason };
    this.controller?.abort(reason);
  }
}

/** A promise of workerd's remote calls is a function. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return ((typeof value === 'object' && value !== null) || typeof value === 'function') && 'then' in value;
}

/** As `AbortSignal.timeout` would give it. */
export function timeoutReason(ms: number): Error {
  const message = `no answer within ${ms} ms`;
  if (typeof DOMException === 'function') return new DOMException(message, 'TimeoutError');
  return Object.assign(new Error(message), { name: 'TimeoutError' });
}
