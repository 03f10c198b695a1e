// Where gates are between two drafts, for hosts that do not keep them.

/**
 * Keeps gates between calls, as texts by handle: a `Map`, or a store that several processes share. A gate that is gone is no error. What is
 * in it is believed: nobody who is judged may write there.
 */
export interface GateStore {
  get(handle: string): string | undefined | Promise<string | undefined>;
  set(handle: string, snapshot: string): unknown;
  delete(handle: string): unknown;
  /** `get` and `delete` in one step, for a store that several processes share: without it two of them may take the same gate. */
  take?(handle: string): string | undefined | Promise<string | undefined>;
}

/** Handles that are being taken from a store that cannot do it in one step. */
const taking = new WeakMap<GateStore, Set<string>>();

/** Takes a gate out of its store. Of several who ask for it at the same time one gets it. */
export async function takeGate(store: GateStore, handle: string): Promise<string | undefined> {
  if (store.take !== undefined) return store.take(handle);
  const busy = taking.get(store) ?? new Set();
  taking.set(store, busy);
  if (busy.has(handle)) return undefined;
  busy.add(handle);
  try {
    const snapshot = await store.get(handle);
    if (snapshot !== undefined) await store.delete(handle);
    return snapshot;
  } finally {
    busy.delete(handle);
  }
}

/** How long the store of this process keeps a gate that nobody uses, and how many characters of all of them: the oldest leave first. */
const KEPT_MS = 3_600_000;
const KEPT_CHARS = 67_108_864;

/** A store in this process. */
export function gatesInMemory(): GateStore {
  const kept = new Map<string, { snapshot: string; at: number }>();
  let chars = 0;
  const remove = (handle: string): void => {
    chars -= kept.get(handle)?.snapshot.length ?? 0;
    kept.delete(handle);
  };
  const tidy = (): void => {
    for (const [handle, { at }] of kept) {
      if (chars <= KEPT_CHARS && Date.now() - at < KEPT_MS) return;
      remove(handle);
    }
  };
  return {
    get(handle) {
      tidy();
      return kept.get(handle)?.snapshot;
    },
    set(handle, snapshot) {
      remove(handle);
      kept.set(handle, { snapshot, at: Date.now() });
      chars += snapshot.length;
      tidy();
    },
    delete: remove,
  };
}
