// The pump of one run: asks the core what to do, shows the steps, begins the calls, and hands back what comes of them.
//
// Each run has a loop of its own, an `async` function that waits and begins calls itself. So every callback (model, tool, verifier,
// observer, durable host, clock) sees the async context (`AsyncLocalStorage`) in which its own run was begun.

import { type Answer, concluded, prepare } from '../calls.js';
import type { DraftTracker } from '../drafts.js';
import { DurableSteps, storedAnswer, timeOf } from '../durable.js';
import { type ReflectError, told } from '../error.js';
import type { CallError, Output } from '../generated/reflect_engine.js';
import { apart, utf8, written } from '../plain.js';
import type { Outcome } from '../race.js';
import type { Ending } from '../signal.js';
import { TapeReader } from '../tape.js';
import type { Callbacks } from '../task.js';
import type { Call } from '../types.js';
import { Clock, OpenCall } from './call.js';

/** What a run of the core does: poll it, hand in what calls came to, end it. */
export interface CoreRun {
  poll(nowMs: number, all: boolean): ReturnType<import('../generated/reflect_engine.js').ReflectRun['poll']>;
  reply(callId: string, response: string, nowMs: number, content?: Uint8Array): void;
  fail(callId: string, code: string, message: string, nowMs: number): void;
  abort(reason: string, nowMs: number, unmade?: string[]): void;
  snapshot(): string;
  free(): void;
}

/** What a pump is made of. */
export interface PumpParts<S> {
  core: CoreRun;
  callbacks: Callbacks;
  ending: Ending;
  onStep(step: S): void;
  drafts?: DraftTracker | undefined;
  /** Is waited for before calls are begun; what it gives, if anything, is why they cannot be made, or the milliseconds that are left. */
  before?: ((calls: readonly Call[]) => Promise<CallError | number> | undefined) | undefined;
}

/** What a call came to, and the call. */
interface Arrival {
  call: OpenCall;
  outcome: Outcome;
  answer: Answer;
}

/** `S` is a step of the run, `R` its result as the core gives it. */
export class Pump<S, R> {
  /** What callbacks threw, by call: the cause, should the run fail for it. */
  readonly causes = new Map<string, unknown>();
  readonly core: CoreRun;
  readonly ending: Ending;
  /** Why there is no time any more. */
  clockFault: ReflectError | undefined;
  private readonly parts: PumpParts<S>;
  private readonly tape = new TapeReader();
  private readonly durable: DurableSteps | undefined;
  /** Calls that the core waits for. */
  private readonly open = new Set<OpenCall>();
  private readonly clock = new Clock(this.open, (call) => this.arrive(call, { how: 'timeout' }));
  private arrivals: Arrival[] = [];
  private wake: (() => void) | undefined;
  private lastMs = 0;
  /** The core was told that the run ends. */
  private cutOff = false;

  constructor(parts: PumpParts<S>) {
    this.parts = parts;
    this.core = parts.core;
    this.ending = parts.ending;
    const { durable } = parts.callbacks;
    if (durable !== undefined) this.durable = new DurableSteps(durable, parts.ending);
  }

  /** Drives the run to its end. Rejects with what the core throws: an error of ours, or a trap. */
  async run(): Promise<R> {
    const onEnd = (): void => this.end();
    this.ending.on(onEnd);
    try {
      for (;;) {
        const asked = this.poll();
        if (!Array.isArray(asked)) return asked.result;
        const begun = this.begin(asked);
        if (begun !== undefined) await begun;
        if (this.arrivals.length === 0 && !this.mustEnd()) {
          await new Promise<void>((wake) => {
            this.wake = wake;
          });
        }
        const { arrivals } = this;
        this.arrivals = [];
        for (const arrival of arrivals) this.handIn(arrival);
      }
    } finally {
      this.clock.stop();
      this.ending.off(onEnd);
    }
  }

  /** Takes everything from the core until it waits: the calls that it asks for, or its result. */
  private poll(): OpenCall[] | { result: R } {
    for (;;) {
      if (this.mustEnd()) this.cut();
      const asked: OpenCall[] = [];
      for (const output of this.tape.read(this.core.poll(this.now(), true)) as Output<S, R>[]) {
        if (output.type === 'step') this.show(output.step);
        else if (output.type === 'done') return { result: output.result };
        else if (output.type === 'call') asked.push(new OpenCall(prepare(output.call, this.parts.callbacks, this.parts.drafts)));
      }
      for (const call of asked) this.open.add(call);
      // Somebody who was shown a step may have ended the run.
      if (!this.mustEnd()) return asked;
    }
  }

  private show(step: S): void {
    this.parts.drafts?.step(step as never);
    this.parts.onStep(step);
  }

  private mustEnd(): boolean {
    return this.ending.ended && !this.cutOff;
  }

  /** Tells the core that the run ends, and which calls were asked for and never begun. */
  private cut(): void {
    const { reason } = this.ending;
    this.cutOff = true;
    const unmade = [...this.open].filter((call) => !call.begun).map((call) => call.task.call.callId);
    this.open.clear();
    this.core.abort(reason === undefined ? '' : told(reason), this.now(), unmade);
  }

  /** The run is ended from outside: nobody waits for its calls any more. */
  private end(): void {
    for (const call of this.open) if (call.begun) call.abandon(this.ending.reason);
    this.wake?.();
  }

  /** Begins calls, all at once if the host can; after `before` has been waited for, where there is something to wait for. */
  private begin(calls: OpenCall[]): Promise<void> | undefined {
    const before = calls.length === 0 ? undefined : this.parts.before?.(calls.map(({ task }) => task.call));
    if (before !== undefined) return this.beginAfter(before, calls);
    if (this.durable === undefined) for (const call of calls) this.beginOne(call);
    else if (calls.length > 0) this.durable.start(calls, (call, outcome) => this.arrive(call, outcome));
    return undefined;
  }

  private async beginAfter(before: Promise<CallError | number>, calls: OpenCall[]): Promise<void> {
    const left = await before;
    for (const call of calls) {
      if (typeof left !== 'number') this.settle(call, { how: 'aborted' }, { error: left });
      else {
        call.task.call.timeoutMs = Math.min(call.task.call.timeoutMs, left);
        this.beginOne(call);
      }
    }
  }

  private beginOne(call: OpenCall): void {
    // The callback of another call may have ended the run.
    if (this.ending.ended) return;
    this.clock.start(call);
    call.make((outcome) => this.arrive(call, outcome));
  }

  /** A call came to something. What is wrong with a reply, also that it throws when it is looked at, is the failure of that call. */
  private arrive(call: OpenCall, outcome: Outcome): void {
    if (!call.isOpen()) return;
    const conclude = this.durable === undefined ? concluded : storedAnswer;
    let answer: Answer;
    try {
      answer = conclude(call.task.call, outcome);
    } catch (thrown) {
      answer = concluded(call.task.call, { how: 'threw', error: thrown });
    }
    if (outcome.how === 'timeout') call.timeOut();
    this.settle(call, outcome, answer);
  }

  private settle(call: OpenCall, outcome: Outcome, answer: Answer): void {
    call.close();
    this.arrivals.push({ call, outcome, answer });
    this.wake?.();
  }

  private handIn({ call, outcome, answer }: Arrival): void {
    const { call: asked, deltas } = call.task;
    if (outcome.how === 'threw') this.causes.set(asked.callId, outcome.error);
    deltas?.close('reply' in answer ? answer.reply : undefined);
    // What comes after the end is late: the core is told of the end instead.
    if (this.ending.ended) return;
    this.open.delete(call);
    if ('error' in answer) return this.core.fail(asked.callId, answer.error.code, answer.error.message, this.now());
    const { reply, content } = apart(asked.kind, answer.reply);
    this.core.reply(asked.callId, written(reply), this.now(), utf8(content));
    this.tape.knows(content);
  }

  /** Without a clock a run cannot go on: it ends, at the last time that there was, with what it has. */
  private now(): number {
    try {
      this.lastMs = timeOf(this.parts.callbacks.durable);
    } catch (thrown) {
      if (!this.ending.ended) this.clockFault = thrown as ReflectError;
      this.ending.end(thrown);
    }
    return this.lastMs;
  }
}
