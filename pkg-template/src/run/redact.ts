// Takes secrets out of what is shown of a run: each text of its steps, events and errors. The snapshot, drafts and output hold the real
// texts.

import { kindOf } from '../check/kind.js';
import { parseJson, ReflectError } from '../error.js';
import type { Json, RunError } from '../types.js';

/** Stands for a text that could not be redacted. */
const FAILED = '[redacted]';

/** Keys of words of the engine, which programs compare. */
const WORDS: ReadonlySet<string> = new Set(
  'type engine role runId callId purpose code status critiqueStatus acceptedBy stopReason reviewReasons action reason path repairTargets'.split(
    ' ',
  ),
);
/** Where a result keeps the hook that redacted it, for a trace. */
export const REDACTION = Symbol.for('reflect-engine.redaction');

/** Below these keys is what a model or a tool wrote, under any keys. */
const FOREIGN: ReadonlySet<string> = new Set(['args', 'result']);

export interface Report {
  errors: RunError[];
  failure?: { message: string };
}

/** Lets a hook see every text before it is shown. A hook that throws, or gives no text, leaves `[redacted]`. */
export class Redaction {
  /** Why the hook failed first. */
  #fault: string | undefined;

  readonly #hook: (text: string) => string;

  constructor(hook: (text: string) => string) {
    this.#hook = hook;
  }

  /** A copy of a step or an event. */
  step<S>(step: S): S {
    return this.#within(step as Json, false) as S;
  }

  /** In place: the steps of a trace, and the errors and the failure of its result. */
  result(result: Report, trace: { steps: unknown[] }): void {
    trace.steps = trace.steps.map((step) => this.step(step));
    for (const error of result.errors) error.message = this.text(error.message);
    if (result.failure !== undefined) result.failure.message = this.text(result.failure.message);
    Object.defineProperty(result, REDACTION, { value: this, configurable: true });
    if (this.#fault === undefined) return;
    result.errors.push({ code: 'callback_error', message: `\`redact\` failed: ${this.#fault}`, seq: trace.steps.length });
  }

  /** One text. A list or an object of JSON is seen value by value first: the hook would not find what JSON escapes. */
  text(text: string): string {
    const inside = containerIn(text);
    if (inside === undefined) return this.#seen(text);
    try {
      const seen = JSON.stringify(this.#within(inside, true));
      return this.#seen(seen === JSON.stringify(inside) ? text : seen);
    } catch {
      // Only the stack can overflow here.
      this.#fault ??= 'a text of JSON is nested too deeply';
      return FAILED;
    }
  }

  #seen(text: string): string {
    try {
      const redacted: unknown = this.#hook(text);
      if (typeof redacted === 'string') return redacted;
      if (redacted instanceof Promise) redacted.catch(() => {});
      this.#fault ??= `it must return a string, got ${redacted instanceof Promise ? 'a promise' : kindOf(redacted)}`;
    } catch {
      // What it throws may hold the very text.
      this.#fault ??= 'it threw';
    }
    return FAILED;
  }

  /** A copy of plain JSON with every text seen by the hook, keys as they are. */
  #within(value: Json, isForeign: boolean): Json {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#within(item, isForeign));
    if (typeof value !== 'object' || value === null) return value;
    const entry = ([key, item]: [string, Json]): [string, Json] =>
      !isForeign && WORDS.has(key) ? [key, item] : [key, this.#within(item, isForeign || FOREIGN.has(key))];
    return Object.fromEntries(Object.entries(value).map(entry));
  }
}

function containerIn(text: string): Json | undefined {
  return /^\s*[[{]/.test(text) ? (parseJson(text) as Json | undefined) : undefined;
}

/** An error with the result of the run that it ended, and its message redacted. */
export function withResult<R>(error: ReflectError, result: R, redaction: Redaction | undefined): ReflectError<R> {
  const cause = 'cause' in error ? { cause: error.cause } : {};
  return new ReflectError(error.code, redaction?.text(error.message) ?? error.message, { ...cause, result });
}
