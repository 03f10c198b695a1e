// A run that its caller drives.

import { mustBeReview } from '../check/checks.js';
import { describeWrongKind, isPromise } from '../check/kind.js';
import { checkTime } from '../check/timed.js';
import { describeError, ReflectError, safely } from '../error.js';
import { callCore } from '../load/trap.js';
import type { CallError, HostedResult, Output, ReflectRun, Step } from '../types.js';
import { type CoreCall, failed, ownArgs, replyFromValue } from './calls.js';
import type { EngineRun } from './engine.js';
import { type Redaction, withResult } from './redact.js';

type Core = EngineRun<Step, HostedResult>;

/** The {@link ReflectRun} that `engine.start` gives: the core's own, with replies made plain, traps contained and texts redacted. */
export class HostedReflectRun implements ReflectRun {
  /** The trap that ended the run, with the result so far. */
  #trap: ReflectError<unknown> | undefined;
  /** The run waited when it was polled last. */
  #drained = false;
  #over = false;

  #core: Core | undefined;
  readonly #redaction: Redaction | undefined;

  constructor(core: Core | undefined, redaction?: Redaction) {
    this.#core = core;
    this.#redaction = redaction;
  }

  poll(nowMs: number = Date.now()): Output {
    const now = checkTime('nowMs', nowMs);
    const [next] = this.#call((core) => core.poll(now, false));
    this.#drained = next === undefined;
    this.#over = next?.type === 'done';
    if (next === undefined) return { type: 'wait', callIds: this.#call(({ out }) => out.map(({ call }) => call.callId)) };
    if (next.type === 'step' && this.#redaction !== undefined) next.step = this.#redaction.step(next.step);
    if (next.type === 'done') this.#redaction?.result(next.result, next.result.trace);
    if (next.type !== 'call') return next;
    const { call } = next;
    if (call.kind === 'tool') call.args = ownArgs(call);
    return { type: 'call', call };
  }

  reply(callId: string, response: unknown, nowMs: number = Date.now()): void {
    const now = checkTime('nowMs', nowMs);
    // Nothing is lost: the call is still out.
    if (isPromise(response))
      throw new ReflectError('misuse', '`response` must be the answer itself, got a promise: wait for it first');
    const wanted = this.#awaited(callId);
    const answer = replyFromValue(wanted.call, response);
    this.#call((core) => core.answer(wanted, answer, now));
  }

  fail(callId: string, error: unknown, nowMs: number = Date.now()): void {
    const now = checkTime('nowMs', nowMs);
    const wanted = this.#awaited(callId);
    // An `Error` has none of our codes.
    const code = safely(() => !(error instanceof Error) && (error as Partial<CallError> | null | undefined)?.code);
    const message = describeError(error).slice(0, 2_000);
    const answer = typeof code === 'string' ? { error: { code, message } } : failed(wanted.call, error);
    this.#call((core) => core.answer(wanted, answer, now));
  }

  abort(reason: unknown = '', nowMs: number = Date.now()): void {
    const now = checkTime('nowMs', nowMs);
    this.#call((core) => core.abortRun(describeError(reason), [], now));
  }

  review(accepted: boolean, feedback?: string, nowMs: number = Date.now()): void {
    mustBeReview({ accepted, feedback });
    const now = checkTime('nowMs', nowMs);
    this.#call((core) => core.review(accepted, feedback, now));
  }

  snapshot(): string {
    return this.#call((core) => core.snapshot());
  }

  free(): void {
    this.#core?.free();
    this.#core = undefined;
  }

  [Symbol.dispose](): void {
    this.free();
  }

  #awaited(callId: unknown): CoreCall {
    // Anything but a string would be a trap inside the core.
    if (typeof callId !== 'string') throw new ReflectError('misuse', describeWrongKind('`callId`', 'a string', callId));
    const wanted = this.#call(({ out }) => out.find(({ call }) => call.callId === callId));
    if (wanted !== undefined) return wanted;
    const why = this.#over ? ': the run is over' : this.#drained ? '' : ': poll until the run waits before handing in replies';
    throw new ReflectError('misuse', `call \`${callId.slice(0, 80)}\` is not awaited${why}`);
  }

  #call<V>(use: (core: Core) => V): V {
    const core = this.#core;
    if (core === undefined) {
      throw this.#trap ?? new ReflectError('misuse', 'this run was freed');
    }
    try {
      return callCore(() => use(core));
    } catch (error) {
      if (!(error instanceof ReflectError) || error.code !== 'engine_trap') throw error;
      // The run stays borrowed, so `free` would throw.
      this.#core = undefined;
      const left = core.salvageResult(error);
      if (left !== undefined) this.#redaction?.result(left, left.trace);
      this.#trap = withResult(error, left, this.#redaction);
      throw this.#trap;
    }
  }
}
