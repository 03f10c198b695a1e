import { newController } from './signal.js';
import type { Ending } from './signal.js';

/** How a callback ended. */
export type Outcome =
  | { how: 'returned'; value: unknown }
  | { how: 'threw'; error: unknown }
  | { how: 'timeout' }
  | { how: 'aborted' };

/** What a callback is given. */
export interface Turn {
  signal: AbortSignal;
  /** False once nobody waits for the callback any more. */
  isOpen(): boolean;
}

/** Timers hold 31 bits of milliseconds; a longer time would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Runs a callback until it settles, the run ends, or the time is over, whichever is first. It never rejects. A callback that is
 * abandoned gets its signal aborted; what it returns or throws later is dropped. No timer and no listener is left behind.
 */
export function race(work: (turn: Turn) => unknown, ending: Ending, timeoutMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const controller = newController();
    let open = true;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const close = (outcome: Outcome): void => {
      if (!open) return;
      open = false;
      if (timer !== undefined) clearTimeout(timer);
      ending.off(onEnd);
      resolve(outcome);
    };
    const onEnd = (): void => {
      close({ how: 'aborted' });
      controller.abort(ending.reason);
    };
    const onTimeout = (): void => {
      close({ how: 'timeout' });
      controller.abort(timeoutReason(timeoutMs));
    };

    if (ending.ended) return onEnd();
    ending.on(onEnd);
    if (timeoutMs <= MAX_TIMER_MS && typeof setTimeout === 'function') timer = setTimeout(onTimeout, timeoutMs);
    try {
      const returned = work({ signal: controller.signal, isOpen: () => open });
      if (isThenable(returned)) {
        Promise.resolve(returned).then(
          (value) => close({ how: 'returned', value }),
          (error: unknown) => close({ how: 'threw', error }),
        );
      } else {
        close({ how: 'returned', value: returned });
      }
    } catch (error) {
      close({ how: 'threw', error });
    }
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

/** As `AbortSignal.timeout` would give it. */
function timeoutReason(ms: number): Error {
  const message = `no answer within ${ms} ms`;
  if (typeof DOMException === 'function') return new DOMException(message, 'TimeoutError');
  return Object.assign(new Error(message), { name: 'TimeoutError' });
}
