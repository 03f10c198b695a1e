import { ownArgs } from './calls.js';
import { ReflectError, told } from './error.js';
import type { ReflectRun as CoreRun } from './generated/reflect_engine.js';
import { plain } from './plain.js';
import { direct } from './trap.js';
import type { CallError, Output } from './types.js';

/** Characters of one reply, as JSON. */
const MAX_REPLY_CHARS = 16_777_216;

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
  private why = 'it was freed';

  /** @internal Use `engine.start`. */
  constructor(core: CoreRun) {
    this.core = core;
  }

  /** The next step to show, call to make, or calls to wait for. */
  poll(nowMs: number = Date.now()): Output {
    const output = this.call((core) => core.poll(nowMs));
    if (output.type === 'call' && output.call.kind === 'tool') output.call.args = ownArgs(output.call);
    return output;
  }

  /** What a call came to: a model's reply, a tool's result, a verifier's verdict. Made plain JSON first. */
  reply(callId: string, response: unknown, nowMs: number = Date.now()): void {
    const { value, cut } = plain(response, MAX_REPLY_CHARS);
    if (cut) return this.fail(callId, { code: 'bad_response', message: `the reply is larger than ${MAX_REPLY_CHARS} characters` }, nowMs);
    this.call((core) => core.reply(String(callId), value, nowMs));
  }

  /** A call failed: `{ code, message }`, or whatever was thrown. */
  fail(callId: string, error: unknown, nowMs: number = Date.now()): void {
    const given = error as Partial<CallError> | null | undefined;
    const code = typeof given?.code === 'string' && !(error instanceof Error) ? given.code : 'model_error';
    this.call((core) => core.fail(String(callId), { code, message: told(error).slice(0, 2_000) }, nowMs));
  }

  /** Ends the run with the best draft so far. */
  abort(reason: unknown = '', nowMs: number = Date.now()): void {
    this.call((core) => core.abort(told(reason), nowMs));
  }

  /** The whole run as JSON: `engine.resume` goes on from it, in this runtime or another. */
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
    if (core === undefined) throw new ReflectError('misuse', `this run is over: ${this.why}`);
    try {
      return direct(() => use(core));
    } catch (error) {
      if (error instanceof ReflectError && error.code === 'engine_trap') {
        // Its borrow stays taken, and `free` would throw.
        this.core = undefined;
        this.why = 'the engine trapped in it';
      }
      throw error;
    }
  }
}
