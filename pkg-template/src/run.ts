import { answered, ownArgs } from './calls.js';
import { ReflectError, told } from './error.js';
import type { ReflectRun as CoreRun } from './generated/reflect_engine.js';
import { direct } from './trap.js';
import type { Call, CallError, Output } from './types.js';

/**
 * A run that its host drives. Poll until `wait` or `done`, then hand in replies, in any order:
 *
 * ```js
 * for (let output = run.poll(); output.type !== 'done'; output = run.poll()) {
 *   if (output.type === 'call') calls.push(output.call);
 *   if (output.type === 'wait') for (const call of calls.splice(0)) run.reply(call.callId, await make(call));
 * }
 * ```
 *
 * Methods throw a `ReflectError`: `misuse` when called out of turn, `engine_trap` when the engine trapped; the run is dead then.
 * Times are milliseconds, the host's clock by default. The result of `done` tells a failure as `failure`; nothing is thrown for it.
 * Call `free()` at the end.
 */
export class ReflectRun {
  private core: CoreRun | undefined;
  /** What kind of reply each call that is out wants. */
  private readonly out = new Map<string, Call>();
  private trapped = false;

  /** @internal Use `engine.start` or `engine.restore`. */
  constructor(core: CoreRun) {
    this.core = core;
  }

  /** The next step to show, call to make, or calls to wait for. */
  poll(nowMs: number = Date.now()): Output {
    const output = this.call((core) => core.poll(nowMs));
    if (output.type === 'call') {
      if (output.call.kind === 'tool') output.call.args = ownArgs(output.call);
      this.out.set(output.call.callId, output.call);
    }
    return output;
  }

  /** What a call came to: a model's reply, a tool's result, a verifier's verdict. Made plain JSON first. */
  reply(callId: string, response: unknown, nowMs: number = Date.now()): void {
    const call = this.out.get(callId);
    const answer = call === undefined ? { reply: null } : answered(call, response);
    if ('error' in answer) return this.fail(callId, answer.error, nowMs);
    this.call((core) => core.reply(String(callId), answer.reply, nowMs));
    this.out.delete(callId);
  }

  /** A call failed: `{ code, message }`, or whatever was thrown. */
  fail(callId: string, error: unknown, nowMs: number = Date.now()): void {
    const given = error as Partial<CallError> | null | undefined;
    const code = typeof given?.code === 'string' && !(error instanceof Error) ? given.code : 'model_error';
    this.call((core) => core.fail(String(callId), { code, message: told(error).slice(0, 2_000) }, nowMs));
    this.out.delete(callId);
  }

  /** Ends the run with the best draft so far. */
  abort(reason: unknown = '', nowMs: number = Date.now()): void {
    this.call((core) => core.abort(told(reason), nowMs));
  }

  /** A person's verdict on a finished run: it is accepted, or goes on with the feedback. */
  review(accepted: boolean, feedback?: string, nowMs: number = Date.now()): void {
    this.call((core) => core.review(accepted, feedback, nowMs));
  }

  /** The whole run as JSON: `engine.resume` and `engine.restore` go on from it, in this runtime or another. */
  snapshot(): string {
    return this.call((core) => core.snapshot());
  }

  free(): void {
    this.core?.free();
    this.core = undefined;
  }

  [Symbol.dispose](): void {
    this.free();
  }

  private call<R>(use: (core: CoreRun) => R): R {
    const { core } = this;
    if (core === undefined) {
      throw this.trapped
        ? new ReflectError('engine_trap', 'this run is dead: the engine trapped in it')
        : new ReflectError('misuse', 'this run was freed');
    }
    try {
      return direct(() => use(core));
    } catch (error) {
      if (error instanceof ReflectError && error.code === 'engine_trap') {
        // Its borrow stays taken, and `free` would throw.
        this.core = undefined;
        this.trapped = true;
      }
      throw error;
    }
  }
}
