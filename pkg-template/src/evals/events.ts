// Those who listen to a tracker. What one of them throws stops nobody.

import { bad } from '../check/checks.js';
import { isPromise } from '../check/kind.js';
import { core } from '../load/statistics.js';
import type { EvalEvents } from './types.js';

type Listener = (event: never) => unknown;

export class Events {
  private readonly listeners = new Map<string, Set<Listener>>([
    ['agent:eval:regression', new Set()],
    ['error', new Set()],
  ]);

  on(name: keyof EvalEvents, listener: Listener): () => void {
    const listeners = this.listeners.get(name);
    if (listeners === undefined) throw bad(core().unknownWord('event', String(name), [...this.listeners.keys()].join('\n')));
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<E extends keyof EvalEvents>(name: E, event: EvalEvents[E]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) this.call(() => listener(event as never), name !== 'error');
  }

  /** Calls a function of the user's; what it throws or rejects with becomes an `error`, once. */
  call(listener: () => unknown, report = true): void {
    const failed = (thrown: unknown): void => {
      if (report) this.emit('error', thrown);
    };
    try {
      const result = listener();
      if (isPromise(result)) Promise.resolve(result).catch(failed);
    } catch (thrown) {
      failed(thrown);
    }
  }
}
