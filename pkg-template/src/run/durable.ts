// Runs calls as steps of a durable host. Engine timeouts are off here: a step may sleep for a week.

import { kindOf } from '../check/kind.js';
import { checkTime } from '../check/timed.js';
import { describeError, ignored, ReflectError } from '../error.js';
import type { Call, Durable } from '../types.js';
import { type Answer, answerFromOutcome, type OpenCall, replyFromValue, thrownAnswer } from './calls.js';
import { type Outcome, race } from './race.js';
import type { RunCancellation } from './signal.js';

const NO_TIMEOUT = Number.POSITIVE_INFINITY;

/**
 * Makes calls as steps: one after another, or together if the host can wait for several. When a callback throws, its step throws, so that
 * the host's own retries apply; an error that no retry can fix is stored as an answer.
 */
export class DurableSteps {
  #tail: Promise<unknown> = Promise.resolve();

  readonly #durable: Durable;
  readonly #ending: RunCancellation;
  readonly #begins: (call: OpenCall) => void;

  /** `begins` hears of each call whose step begins. */
  constructor(durable: Durable, ending: RunCancellation, begins: (call: OpenCall) => void) {
    this.#durable = durable;
    this.#ending = ending;
    this.#begins = begins;
  }

  /** Hands the outcome of each call to `arrived`; a `returned` one holds what {@link storedAnswer} reads. */
  start(calls: readonly OpenCall[], arrived: (call: OpenCall, outcome: Outcome) => void): void {
    if (calls.length > 1 && this.#durable.all !== undefined) {
      void this.#together(calls).then((outcomes) => {
        for (const [at, call] of calls.entries()) arrived(call, outcomes[at] ?? { how: 'aborted' });
      });
    } else {
      for (const call of calls) {
        const outcome = this.#tail.then(() => race(() => this.#step(call), this.#ending, NO_TIMEOUT));
        this.#tail = outcome.then((came) => arrived(call, came));
      }
    }
  }

  async #together(calls: readonly OpenCall[]): Promise<Outcome[]> {
    const steps: Promise<Answer>[] = [];
    const waitForAll = (): unknown => {
      for (const call of calls) {
        const step = this.#step(call);
        steps.push(step);
        // An `all` that waits for one after another sees a failed one late. A host's own kind of promise may count who waits for it.
        if (isPlain(step)) ignored(step);
      }
      return this.#durable.all?.(steps);
    };
    const all = await race(waitForAll, this.#ending, NO_TIMEOUT);
    if (all.how === 'returned' && Array.isArray(all.value) && all.value.length === calls.length) {
      return Array.from(all.value, (value: unknown) => ({ how: 'returned', value }));
    }
    // Nobody may wait for the steps any longer: one that fails must not be an unhandled rejection.
    for (const step of steps) ignored(step);
    if (all.how === 'returned') {
      const got = Array.isArray(all.value) ? `a list of ${all.value.length}` : kindOf(all.value);
      const error = new ReflectError('misuse', `\`durable.all\` must give a list of ${calls.length} answers, got ${got}`);
      return calls.map(() => ({ how: 'threw', error }));
    }
    if (all.how !== 'threw') return calls.map(() => all);
    // A step failed: each is waited for, in order, so that a repeated run does the same.
    const outcomes: Outcome[] = [];
    for (const [at] of calls.entries()) {
      const step = steps[at];
      outcomes.push(step === undefined ? all : await race(() => step, this.#ending, NO_TIMEOUT));
    }
    return outcomes;
  }

  /** What the host's `run` returned, untouched: `all` may need the host's own kind of promise. */
  #step(call: OpenCall): Promise<Answer> {
    const { callId, idempotencyKey } = call.call;
    const fn = async (): Promise<Answer> => {
      try {
        const answer = call.toldFaults(replyFromValue(call.call, await stoppable(call)));
        // A host keeps the reply alone: `plain` is made of it.
        return 'reply' in answer ? { reply: answer.reply } : answer;
      } catch (thrown) {
        const answer = thrownAnswer(call.call, thrown);
        if (answer !== undefined) return call.toldFaults(answer);
        throw thrown;
      } finally {
        call.partials?.end();
      }
    };
    call.begun = true;
    this.#begins(call);
    return this.#durable.run(callId, fn, { idempotencyKey });
  }
}

/** What a call gives, unless it is made to fail before. */
function stoppable(call: OpenCall): Promise<unknown> {
  return new Promise((resolve, reject) => {
    call.fail = (error) => {
      reject(error);
      call.abandon(error);
    };
    Promise.resolve(call.work()).then(resolve, reject);
  });
}

/** A native promise, which does not notice that somebody waits for it. */
function isPlain(promise: unknown): boolean {
  if (!(promise instanceof Promise) || Object.getPrototypeOf(promise) !== Promise.prototype) return false;
  return !Object.hasOwn(promise, 'then') && !Object.hasOwn(promise, 'constructor');
}

/** The time of a run, in milliseconds: a durable host's own, or one that stands still, so that a repeated run is the same. */
export function timeOf(durable: Durable | undefined): number {
  if (durable === undefined) return Date.now();
  let now: unknown;
  try {
    now = durable.now?.() ?? 0;
  } catch (cause) {
    throw new ReflectError('misuse', `\`durable.now\` failed: ${describeError(cause)}`, { cause });
  }
  const ms = checkTime('durable.now', now);
  if (!Number.isFinite(ms))
    throw new ReflectError('misuse', `\`durable.now\` must be a finite number of milliseconds, got ${ms}`);
  return ms;
}

/**
 * The seed of a run. Nothing is random for a durable host, which repeats the run: without a seed of the host or of the settings (`setting`)
 * it is a hash of what the run is about, so that the fences of two tasks differ.
 */
export function seedOf<S>(durable: Durable | undefined, setting: S, ...about: unknown[]): S | number {
  if (durable === undefined) return setting;
  return durable.seed ?? setting ?? hashOf(JSON.stringify(about));
}

/** FNV-1a, of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * Refuses a time limit for a durable host without a clock: a clock that stands still would never end a run. Budgets are laid over each
 * other key by key, so any of them may set the limit.
 */
export function requireClock(
  durable: Durable | undefined,
  ...budgets: ({ maxSeconds?: number | undefined } | undefined)[]
): void {
  if (durable === undefined || durable.now !== undefined) return;
  if (budgets.every((budget) => budget?.maxSeconds === undefined)) return;
  throw new ReflectError(
    'invalid_task',
    '`budget.maxSeconds` needs `durable.now`: without it the clock of a durable run does not move',
  );
}

/** The answer that a step stored: this engine's own, but read back from someone's database. */
export function storedAnswer(call: Call, outcome: Outcome): Answer {
  if (outcome.how !== 'returned') return answerFromOutcome(call, outcome);
  // A table gives `null` for an absent field.
  const stored = outcome.value as { reply?: unknown; error?: unknown } | null | undefined;
  const error = stored?.error ?? undefined;
  if (error === undefined) return replyFromValue(call, stored?.reply, true);
  if (typeof error === 'object' && 'code' in error && 'message' in error)
    return { error: { code: String(error.code), message: String(error.message) } };
  const message = `a step of the durable host gave back an \`error\` that is not { code, message }, got ${kindOf(error)}`;
  return { error: { code: 'misuse', message } };
}
