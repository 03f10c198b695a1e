import type { ReflectErrorCode, ReflectResult } from './types.js';

/** Characters of a thrown object that is not an error. */
const MAX_CHARS = 1_000;

/** `instanceof` fails across copies of a package; a registered symbol does not. */
const MARKER = Symbol.for('reflect-engine.error');

/** What a {@link ReflectError} may carry. */
export interface ReflectErrorOptions<R = ReflectResult<unknown>> {
  cause?: unknown;
  result?: R;
}

/**
 * Every error of this package. Test with {@link isReflectError}, then switch on `code`.
 *
 * `name` is `'AbortError'` when the code is `'aborted'`, else `'ReflectError'`. `cause` is what your own callback threw, or the signal's
 * reason, untouched. `result` is there when a run had begun: it holds the drafts, steps, usage and a snapshot. It is not enumerable, so
 * that a log of the error stays short.
 */
export class ReflectError<R = ReflectResult<unknown>> extends Error {
  /** @internal */
  static override readonly name: string = 'ReflectError';
  override readonly name: 'ReflectError' | 'AbortError';
  readonly code: ReflectErrorCode;
  declare readonly result?: R;

  constructor(code: ReflectErrorCode, message: string, options: ReflectErrorOptions<R> = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = code === 'aborted' ? 'AbortError' : 'ReflectError';
    this.code = code;
    // Neither is printed: a result holds every draft, step and the snapshot.
    if (options.result !== undefined) Object.defineProperty(this, 'result', { value: options.result });
    Object.defineProperty(this, MARKER, { value: true });
  }
}

/**
 * True for a {@link ReflectError} of any copy or version of this package. `R` is the type of its `result`: a `ReflectResult`, or an
 * `AutopilotResult` when an autopilot rejected.
 */
export function isReflectError<R = ReflectResult<unknown>>(error: unknown): error is ReflectError<R> {
  try {
    return typeof error === 'object' && error !== null && (error as { [MARKER]?: unknown })[MARKER] === true;
  } catch {
    // What throws when it is looked at is not an error of ours.
    return false;
  }
}

/** What was thrown, in words. Anything can be thrown, also what throws when it is read. */
export function describeError(thrown: unknown): string {
  try {
    if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
      const { message } = thrown;
      if (typeof message === 'string' && message !== '') return message;
    }
    const text = String(thrown);
    // `{ error: { message } }`, as some clients throw.
    return text.startsWith('[object ') ? (JSON.stringify(thrown) ?? text).slice(0, MAX_CHARS) : text;
  } catch {
    return 'something that cannot be shown';
  }
}

/** What this reads; `undefined` if it throws, as a value from outside may. */
export function safely<V>(read: () => V): V | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The value of a JSON text; `undefined` where it is none. */
export function parseJson(text: string): unknown {
  return safely(() => JSON.parse(text) as unknown);
}

/** Nobody waits for what was given: a promise that rejects must not end the process. */
export function ignored(value: unknown): void {
  Promise.resolve(value).catch(() => {});
}

/** Adds a `case` for every member of a union, or does not compile. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected ${JSON.stringify(value)}`);
}
