// A run from its start to its promise: driven by its pump, watched, and settled by the one rule of failure.

import { describeError, ReflectError } from '../error.js';
import { faultOf } from '../load/trap.js';
import type { CallEvent, DraftEvent, HostedResult, RunError, Step } from '../types.js';
import { Pump, type PumpParts } from './pump.js';
import { type Redaction, type Told, withResult } from './redact.js';
import { type Ending, follow } from './signal.js';

const MAX_ERROR_CHARS = 2_000;

/** What a run is watched by, and what may end it. */
export interface Watch<S = Step> {
  onStep?: ((step: S) => void) | undefined;
  onDraft?: ((event: DraftEvent) => void) | undefined;
  onCall?: ((event: CallEvent) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** What decides whether a run that has ended rejects. */
export type Ended = Pick<HostedResult, 'errors' | 'failure'> & { status: string } & { stopReason: string };

/**
 * Drives a run to its end and frees it. `finish` makes the result of what the core gave; with `status: 'failed'` and after an
 * abort the promise rejects with a `ReflectError` that carries it, and so after a trap, where there was a draft.
 */
export async function runToEnd<S, C extends Ended, R>(
  parts: PumpParts<S, C>,
  signal: AbortSignal | undefined,
  finish: (outcome: C) => R | Promise<R>,
): Promise<R> {
  const pump = new Pump(parts);
  const unfollow = follow(signal, parts.ending);
  try {
    return await settled(pump, finish);
  } finally {
    unfollow();
  }
}

async function settled<S, C extends Ended, R>(pump: Pump<S, C>, finish: (outcome: C) => R | Promise<R>): Promise<R> {
  const { core, callbacks, ending } = pump;
  let outcome: C;
  try {
    outcome = await pump.run();
  } catch (thrown) {
    const error = faultOf(thrown);
    // A trapped run's borrow stays taken, and its `free` would throw.
    if (error.code !== 'engine_trap') core.free();
    const left = error.code === 'engine_trap' ? core.remains(error) : undefined;
    throw left === undefined ? error : withResult(error, await finish(left), callbacks.redaction);
  }
  core.free();
  // `finish` may redact what the outcome says.
  const callId = outcome.failure?.callId;
  const cause = callId !== undefined && pump.causes.has(callId) ? { cause: pump.causes.get(callId) } : {};
  const result = await finish(outcome);
  const error = refusal<R>(outcome, result, callId, cause, ending);
  // The error tells it.
  if (outcome.failure !== undefined) delete outcome.failure;
  if (pump.clockFault !== undefined) throw withResult(pump.clockFault, result, callbacks.redaction);
  if (error !== undefined) throw error;
  return result;
}

/** The one rule of failure (see `ReflectError`): what a run rejects with, if it does. */
function refusal<R>(
  core: Ended,
  result: R,
  callId: string | undefined,
  cause: { cause?: unknown },
  ending: Ending,
): ReflectError<R> | undefined {
  const { errors, failure } = core;
  if (core.stopReason === 'aborted') {
    // With a draft the run has not failed, and its reason is among the errors.
    const why = failure ?? errors.filter(({ code }) => code === 'aborted').at(-1);
    return new ReflectError('aborted', why?.message ?? 'the run was aborted', { cause: ending.reason, result });
  }
  if (core.status !== 'failed') return undefined;
  const why = failure?.message ?? 'the run failed';
  // "Connection error." alone says nothing of whose.
  const message = callId === undefined ? why : `${callId}: ${why}`;
  return new ReflectError(failure?.code ?? 'model_error', message, { ...cause, result });
}

/**
 * Shows a run to its observers, redacted where a hook wants it, and notes what they, and other callbacks, throw. They cannot stop or
 * reorder a run, and a promise of an observer is not waited for.
 */
export class Faults {
  private readonly redaction: Redaction | undefined;
  private noted: RunError[] = [];
  private steps = 0;

  constructor(redaction?: Redaction) {
    this.redaction = redaction;
  }

  /** An observer that never throws; without one, one that does nothing. */
  guarded<E extends object>(name: string, observe: ((event: E) => unknown) | undefined): (event: E) => void {
    if (observe === undefined) return () => {};
    return (event) => {
      if ('seq' in event) this.steps = Number(event.seq) + 1;
      try {
        const shown = this.redaction === undefined ? event : this.redaction.step(event);
        const returned = observe(shown) as { then?: unknown } | null | undefined;
        if (typeof returned?.then === 'function')
          returned.then(undefined, (thrown: unknown) => this.note(`\`${name}\` failed`, thrown));
      } catch (thrown) {
        this.note(`\`${name}\` failed`, thrown);
      }
    };
  }

  /** Notes what a callback threw: `what` says which, and where. */
  note(what: string, thrown: unknown, code: RunError['code'] = 'callback_error'): void {
    const message = `${what}: ${describeError(thrown).slice(0, MAX_ERROR_CHARS)}`;
    this.noted.push({ code, message, seq: this.steps });
  }

  /** Adds them to a result, in the order of the steps; what is told of it is then redacted, and so are the steps of its trace. */
  tell(result: Told, trace?: { steps: unknown[] }): void {
    if (this.noted.length > 0) {
      result.errors.unshift(...this.noted);
      result.errors.sort((a, b) => a.seq - b.seq);
    }
    if (trace !== undefined) this.redaction?.result(result, trace);
  }
}
