// Abort signals, also on hosts that have none (a bare isolate).

/** Why a run ends early, and who is told. One for each run. */
export class RunCancellation {
  ended = false;
  reason: unknown = undefined;
  readonly listeners = new Set<() => void>();

  /** Ends the run; later reasons are dropped. */
  end(reason: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.reason = reason;
    for (const listener of [...this.listeners]) listener();
  }
}

/** Passes a signal's abort on to `ending`. The returned function ends that, and the last one removes the listener. */
export function follow(signal: AbortSignal | undefined, ending: RunCancellation): () => void {
  if (signal?.aborted) ending.end(signal.reason);
  if (signal === undefined || ending.ended) return () => {};
  const following = followers.get(signal) ?? new Followers(signal);
  if (following.size === 0) signal.addEventListener('abort', following.listener);
  followers.set(signal, following.add(ending));
  return () => {
    following.delete(ending);
    if (following.size === 0) signal.removeEventListener('abort', following.listener);
  };
}

class Followers extends Set<RunCancellation> {
  readonly listener: () => void;

  constructor(signal: AbortSignal) {
    super();
    this.listener = () => {
      for (const ending of [...this]) ending.end(signal.reason);
    };
  }
}

/** Who follows a signal: one listener serves all runs, since a host warns of many. */
const followers = new WeakMap<AbortSignal, Followers>();

/** What we use of an `AbortController`. */
export type Controller = Pick<AbortController, 'abort' | 'signal'>;

/** A controller of the host, or one with the same face where the host has none. */
export function newController(): Controller {
  if (typeof AbortController === 'function') return new AbortController();
  const plain = new PlainSignal();
  return { signal: plain as unknown as AbortSignal, abort: (reason) => plain.fire(reason) };
}

type Listener = ((event: Event) => void) | { handleEvent(event: Event): void };

class PlainSignal {
  aborted = false;
  reason: unknown = undefined;
  onabort: ((event: Event) => void) | null = null;
  private readonly listeners = new Set<Listener>();

  addEventListener(type: string, listener: Listener): void {
    if (type === 'abort') this.listeners.add(listener);
  }

  removeEventListener(_type: string, listener: Listener): void {
    this.listeners.delete(listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  fire(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const event = { type: 'abort', target: this } as unknown as Event;
    for (const listener of [this.onabort, ...this.listeners]) {
      try {
        if (typeof listener === 'function') listener(event);
        else listener?.handleEvent(event);
      } catch {
        // As with the host's own signals, a listener that throws stops nobody.
      }
    }
  }
}
