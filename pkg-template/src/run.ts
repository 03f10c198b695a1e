import { answered, FAILED, ownArgs } from './calls.js';
import { ReflectError, told } from './error.js';
import type { ReflectRun as CoreRun } from './generated/reflect_engine.js';
import { isPromise, kindOf } from './kind.js';
import { apart, utf8, written } from './plain.js';
import type { Redaction } from './redact.js';
import { TapeReader } from './tape.js';
import { checkReview } from './task.js';
import { timed } from './timed.js';
import { direct } from './trap.js';
import type { Call, CallError, Output, ReflectRun } from './types.js';

/** The {@link ReflectRun} that `engine.start` gives: the core's own, with replies made plain and traps contained. */
export class HostedRun implements ReflectRun {
  private core: CoreRun | undefined;
  /** What kind of reply each call that is out wants. */
  private readonly out = new Map<string, Call>();
  private readonly tape = new TapeReader();
  private readonly redaction: Redaction | undefined;
  private trapped = false;

  constructor(core: CoreRun, redaction?: Redaction) {
    this.core = core;
    this.redaction = redaction;
  }

  poll(nowMs: number = Date.now()): Output {
    const now = timed('nowMs', nowMs);
    const [output] = this.call((core) => this.tape.read(core.poll(now, false)));
    if (output === undefined) throw new ReflectError('misuse', 'the run has nothing to say');
    if (output.type === 'step' && this.redaction !== undefined) output.step = this.redaction.step(output.step);
    if (output.type === 'done') this.redaction?.result(output.result);
    if (output.type === 'call') {
      if (output.call.kind === 'tool') output.call.args = ownArgs(output.call);
      this.out.set(output.call.callId, output.call);
    }
    return output;
  }

  reply(callId: string, response: unknown, nowMs: number = Date.now()): void {
    const now = timed('nowMs', nowMs);
    const id = named(callId);
    awaited(response);
    const call = this.out.get(id);
    const answer = call === undefined ? { reply: null } : answered(call, response);
    if ('error' in answer) return this.fail(id, answer.error, now);
    const { reply, content } = apart(call?.kind, answer.reply);
    this.call((core) => core.reply(id, written(reply), now, utf8(content)));
    this.tape.knows(content);
    this.out.delete(id);
  }

  fail(callId: string, error: unknown, nowMs: number = Date.now()): void {
    const now = timed('nowMs', nowMs);
    const id = named(callId);
    const code = codeIn(error) ?? FAILED[this.out.get(id)?.kind ?? 'model'];
    this.call((core) => core.fail(id, code, told(error).slice(0, 2_000), now));
    this.out.delete(id);
  }

  abort(reason: unknown = '', nowMs: number = Date.now()): void {
    const now = timed('nowMs', nowMs);
    this.call((core) => core.abort(told(reason), now));
  }

  review(accepted: boolean, feedback?: string, nowMs: number = Date.now()): void {
    checkReview({ accepted, feedback });
    const now = timed('nowMs', nowMs);
    this.call((core) => core.review(accepted, feedback, now));
  }

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

/** What is no name would be a trap inside the core. */
/** The code that a host tells of a call that failed; what was thrown has none of ours. */
function codeIn(error: unknown): string | undefined {
  try {
    const { code } = (error ?? {}) as Partial<CallError>;
    return typeof code === 'string' && !(error instanceof Error) ? code : undefined;
  } catch {
    return undefined;
  }
}

function named(callId: unknown): string {
  if (typeof callId === 'string') return callId;
  throw new ReflectError('misuse', `\`callId\` must be a string, got ${kindOf(callId)}`);
}

/** Nothing is lost: the call is still out. */
export function awaited(response: unknown): void {
  if (isPromise(response))
    throw new ReflectError('misuse', '`response` must be the answer itself, got a promise: wait for it first');
}
