// What ends a run or a wait early: abort signals, also on hosts that have none (a bare isolate), and deadlines.

/** Why a run ends early, who is told, and how long its callbacks may take. One for each run. */
export class RunCancellation {
  ended = false;
  reason: unknown = undefined;
  readonly listeners: { onRunEnd(): void }[] = [];
  readonly deadlines = new Deadlines();

  /** Ends the run; later reasons are dropped. */
  end(reason: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.reason = reason;
    for (const listener of [...this.listeners]) listener.onRunEnd();
    this.deadlines.clear();
  }
}

/** Takes an item out of a list of few; whether it was there. A set of so few costs V8 more: it shrinks and grows with each. */
export function removeItem<I>(list: I[], item: I): boolean {
  const last = list.length - 1;
  if (last < 0) return false;
  const at = list[last] === item ? last : list.lastIndexOf(item);
  if (at < 0) return false;
  if (at === last) list.pop();
  else list.splice(at, 1);
  return true;
}

/** Timers hold 31 bits of milliseconds; a longer time would fire at once. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Something that waits for so long at most. */
interface Waiting {
  deadlineMs: number;
  onDeadline(): void;
}

/** When waits end, by one timer for all of them: most end long before. */
export class Deadlines {
  #waits: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer goes off: not later than any deadline. */
  #first = Number.POSITIVE_INFINITY;
  #longestMs = 0;

  add(wait: Waiting, ms: number): void {
    if (ms > MAX_TIMER_MS || typeof setTimeout !== 'function') return;
    const deadline = Date.now() + ms;
    this.#longestMs = Math.max(this.#longestMs, ms);
    wait.deadlineMs = deadline;
    this.#waits.push(wait);
    if (deadline < this.#first) this.#set(deadline, ms);
  }

  delete(wait: Waiting): boolean {
    return removeItem(this.#waits, wait);
  }

  clear(): void {
    this.#waits = [];
    this.rest();
  }

  /** Leaves no timer behind if nobody waits. Not with every wait that ends: the next one begins at once. */
  rest(): void {
    if (this.#waits.length > 0 || this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#first = Number.POSITIVE_INFINITY;
  }

  #set(deadline: number, ms: number): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#first = deadline;
    this.#timer = setTimeout(() => this.#end(deadline), ms);
  }

  /** It is this time, also where a test replaced the timers alone. */
  #end(time: number): void {
    this.#timer = undefined;
    this.#first = Number.POSITIVE_INFINITY;
    for (const wait of this.#waits.filter(({ deadlineMs }) => deadlineMs <= time)) if (this.delete(wait)) wait.onDeadline();
    const next = Math.min(...this.#waits.map(({ deadlineMs }) => deadlineMs));
    // A clock that was set back makes no wait longer than twice its time.
    if (next < this.#first) this.#set(next, Math.min(this.#longestMs, next - Math.max(time, Date.now())));
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
  readonly #listeners = new Set<Listener>();

  addEventListener(type: string, listener: Listener): void {
    if (type === 'abort') this.#listeners.add(listener);
  }

  removeEventListener(_type: string, listener: Listener): void {
    this.#listeners.delete(listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  fire(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const event = { type: 'abort', target: this } as unknown as Event;
    for (const listener of [this.onabort, ...this.#listeners]) {
      try {
        if (typeof listener === 'function') listener(event);
        else listener?.handleEvent(event);
      } catch {
        // As with the host's own signals, a listener that throws stops nobody.
      }
    }
  }
}
