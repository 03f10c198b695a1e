// Those who listen to a tracker. What one of them throws stops nobody.

import { isPromise } from '../kind.js';
import type { EvalEvents } from './types.js';

type Listeners = { [E in keyof EvalEvents]: Set<(event: EvalEvents[E]) => unknown> };

export class Events {
  private readonly listeners: Listeners = { 'agent:eval:regression': new Set(), error: new Set() };

  has(name: unknown): name is keyof EvalEvents {
    return typeof name === 'string' && Object.hasOwn(this.listeners, name);
  }

  on<E extends keyof EvalEvents>(name: E, listener: (event: EvalEvents[E]) => unknown): () => void {
    const listeners: Set<(event: EvalEvents[E]) => unknown> = this.listeners[name];
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<E extends keyof EvalEvents>(name: E, event: EvalEvents[E]): void {
    const listeners: Set<(event: EvalEvents[E]) => unknown> = this.listeners[name];
    for (const listener of [...listeners]) this.call(listener, event, name !== 'error');
  }

  /** Calls a function of the user's; what it throws or rejects with becomes an `error`, once. */
  call<V>(listener: (event: V) => unknown, event: V, report = true): void {
    const failed = (thrown: unknown): void => {
      if (report) this.emit('error', thrown);
    };
    try {
      const given = listener(event);
      if (isPromise(given)) Promise.resolve(given).catch(failed);
    } catch (thrown) {
      failed(thrown);
    }
  }
}
