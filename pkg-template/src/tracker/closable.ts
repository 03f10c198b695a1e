// A store that a tracker has closed stays closed.

import { ReflectError } from '../error.js';
import type { EvalStore } from '../stores/types.js';

export const CLOSED = 'the tracker is closed';

export function closedError(): ReflectError {
  return new ReflectError('store_error', CLOSED);
}

/**
 * The same store, which waits with its end for what is under way, and which nothing reaches after that: it would be opened anew. A method
 * that throws at once rejects.
 */
export function closable(store: EvalStore): EvalStore {
  const underWay = new Set<Promise<unknown>>();
  let closed = false;
  const use = <R>(work: () => Promise<R>): Promise<R> => {
    if (closed) return Promise.reject(closedError());
    const used = (async () => work())();
    const done = (): void => {
      underWay.delete(used);
    };
    underWay.add(used);
    used.then(done, done);
    return used;
  };
  return {
    commit: (rows, fold) => use(() => store.commit(rows, fold)),
    evaluations: (query) => use(() => store.evaluations(query)),
    windows: (query) => use(() => store.windows(query)),
    prune: (limits) => use(() => store.prune(limits)),
    async close() {
      closed = true;
      await Promise.allSettled([...underWay]);
      await store.close();
    },
  };
}
