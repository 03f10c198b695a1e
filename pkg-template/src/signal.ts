// Abort signals, also on hosts that have none (a bare isolate).

/** Why a run is to end early, and who wants to know. One for each run. */
export class Ending {
  ended = false;
  reason: unknown = undefined;
  private readonly listeners = new Set<() => void>();

  /** Ends the run; later reasons are dropped. */
  end(reason: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.reason = reason;
    for (const listener of [...this.listeners]) listener();
    this.listeners.clear();
  }

  on(listener: () => void): void {
    this.listeners.add(listener);
  }

  off(listener: () => void): void {
    this.listeners.delete(listener);
  }
}

/** Passes a signal's abort on to `ending`, with one listener; the returned function takes it away. */
export function follow(signal: AbortSignal | undefined, ending: Ending): () => void {
  if (signal === undefined) return () => {};
  const listener = (): void => ending.end(signal.reason);
  if (signal.aborted) {
    listener();
    return () => {};
  }
  signal.addEventListener('abort', listener);
  return () => signal.removeEventListener('abort', listener);
}

/** What we use of an `AbortController`. */
export interface Controller {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
}

/** A controller of the host, or one with the same face where the host has none. */
export function newController(): Controller {
  return typeof AbortController === 'function' ? new AbortController() : new PlainController();
}

type Listener = ((event: Event) => void) | { handleEvent(event: Event): void };

class PlainController implements Controller {
  private readonly plain = new PlainSignal();

  get signal(): AbortSignal {
    return this.plain as unknown as AbortSignal;
  }

  abort(reason: unknown): void {
    this.plain.fire(reason);
  }
}

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
