// A run from its start to its promise: driven by its pump, watched, and settled by the one rule of failure.

import { copied } from '../check/plain.js';
import { describeError, ReflectError } from '../error.js';
import { faultOf } from '../load/trap.js';
import type { HostedResult, RunError } from '../types.js';
import { Pump, type PumpParts } from './pump.js';
import { type Redaction, type Report, withResult } from './redact.js';
import { follow } from './signal.js';

const MAX_ERROR_CHARS = 2_000;

/** What decides whether a run that has ended rejects. */
export type Ended = Pick<HostedResult, 'errors' | 'failure'> & { status: string } & { stopReason: string };

/**
 * Drives a run to its end and frees it. `finish` makes the result of the core's outcome. With `status: 'failed'`, after an abort, and after
 * a trap if there was a draft, the promise rejects with a `ReflectError` that carries the result.
 */
export async function runToEnd<S extends object, C extends Ended, R>(
  parts: PumpParts<S, C> & { faults?: Faults },
  finish: (outcome: C, faults: Faults) => R | Promise<R>,
): Promise<R> {
  const { core, ending, watch } = parts;
  const { redaction } = parts.callbacks;
  const noted = parts.faults ?? new Faults(redaction);
  const guarded = { onStep: noted.guarded('onStep', watch.onStep), onCall: noted.guarded('onCall', watch.onCall) };
  const pump = new Pump(parts, guarded);
  const unfollow = follow(watch.signal, ending);
  try {
    let outcome: C;
    try {
      outcome = await pump.run();
    } catch (thrown) {
      const error = faultOf(thrown);
      // A trapped run stays borrowed, so `free` would throw.
      if (error.code !== 'engine_trap') core.free();
      const left = error.code === 'engine_trap' ? core.salvageResult(error) : undefined;
      throw left === undefined ? error : withResult(error, await finish(left, noted), redaction);
    }
    core.free();
    keepCauses(outcome.errors, pump.causes);
    const result = await finish(outcome, noted);
    const error = refusal<R>(outcome, result, pump.causes, ending.reason);
    // The error tells it.
    if (outcome.failure !== undefined) delete outcome.failure;
    if (pump.clockFault !== undefined) throw withResult(pump.clockFault, result, redaction);
    if (error !== undefined) throw error;
    return result;
  } finally {
    unfollow();
  }
}

/** Gives the errors of calls what their callbacks threw. It is not enumerable, so JSON and copies of a result have none. */
function keepCauses(errors: readonly RunError[], causes: ReadonlyMap<string, unknown>): void {
  for (const error of errors) {
    const { callId = '' } = error;
    if (causes.has(callId)) Object.defineProperty(error, 'cause', { value: causes.get(callId) });
  }
}

/** The one rule of failure (see `ReflectError`): what a run rejects with, if it does. */
function refusal<R>(
  { errors, failure, status, stopReason }: Ended,
  result: R,
  causes: ReadonlyMap<string, unknown>,
  reason: unknown,
): ReflectError<R> | undefined {
  if (stopReason === 'aborted') {
    // With a draft the run has not failed, and its reason is among the errors.
    const why = failure ?? errors.filter(({ code }) => code === 'aborted').at(-1);
    return new ReflectError('aborted', why?.message ?? 'the run was aborted', { cause: reason, result });
  }
  if (status !== 'failed') return undefined;
  const why = failure?.message ?? 'the run failed';
  const callId = failure?.callId ?? '';
  // "Connection error." alone does not say whose.
  const message = callId === '' ? why : `${callId}: ${why}`;
  const cause = causes.has(callId) ? { cause: causes.get(callId) } : {};
  return new ReflectError(failure?.code ?? 'model_error', message, { ...cause, result });
}

/**
 * Shows a run to its observers, redacted if there is a hook, and notes errors of observers and other callbacks. Observers cannot stop or
 * reorder a run, and nobody waits for their promises.
 */
export class Faults {
  #noted: RunError[] = [];
  #steps = 0;

  readonly #redaction: Redaction | undefined;

  constructor(redaction?: Redaction) {
    this.#redaction = redaction;
  }

  /** Wraps an observer: it never throws, and gets copies of steps, which it may change. */
  guarded<E extends object>(name: string, observe: ((event: E) => unknown) | undefined): ((event: E) => void) | undefined {
    if (observe === undefined) return undefined;
    const failed = (thrown: unknown): void => this.note(`\`${name}\` failed`, thrown);
    return (event) => {
      const isStep = 'seq' in event;
      if (isStep) this.#steps = Number(event.seq) + 1;
      try {
        const own = this.#redaction?.step(event) ?? (isStep ? copied(event) : event);
        const returned = observe(own) as { then?: unknown } | null | undefined;
        if (typeof returned?.then === 'function') returned.then(undefined, failed);
      } catch (thrown) {
        failed(thrown);
      }
    };
  }

  /** Notes an error of a callback; `what` says which one, and where. */
  note(what: string, thrown: unknown): void {
    const message = `${what}: ${describeError(thrown).slice(0, MAX_ERROR_CHARS)}`;
    this.#noted.push({ code: 'callback_error', message, seq: this.#steps });
  }

  /** Adds them to a result, in the order of the steps, then redacts its texts and the steps of its trace. */
  tell(result: Report, trace?: { steps: unknown[] }): void {
    if (this.#noted.length > 0) {
      result.errors.unshift(...this.#noted);
      result.errors.sort((a, b) => a.seq - b.seq);
    }
    if (trace !== undefined) this.#redaction?.result(result, trace);
  }
}
