// The pump of one run: shows the steps that the core took, begins the calls that it wants, and hands in what comes of them.
//
// Each run has a loop of its own, an `async` function that waits and begins calls itself. So every callback (model, tool, verifier,
// observer, durable host, clock) sees the async context (`AsyncLocalStorage`) in which its own run was begun.

import { refusalIn } from '../check/refusal.js';
import { describeError, type ReflectError } from '../error.js';
import type { CallEvent } from '../types.js';
import type { Callbacks } from './callbacks.js';
import { ABORTED, type Answer, badReply, concluded, OpenCall } from './calls.js';
import type { CoreRun } from './core.js';
import type { DraftTracker } from './drafts.js';
import { DurableSteps, storedAnswer, timeOf } from './durable.js';
import { CallObserver } from './observer.js';
import type { Outcome } from './race.js';
import type { Ending } from './signal.js';

/** What a pump is made of. */
export interface PumpParts<S, R> {
  core: CoreRun<S, R>;
  callbacks: Callbacks;
  ending: Ending;
  onStep?: ((step: S) => void) | undefined;
  onCall?: ((event: CallEvent) => void) | undefined;
  drafts?: DraftTracker | undefined;
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
  /** Why there is no time any more. */
  clockFault: ReflectError | undefined;
  private readonly core: CoreRun<S, R>;
  private readonly ending: Ending;
  private readonly parts: PumpParts<S, R>;
  private readonly durable: DurableSteps | undefined;
  private readonly observer: CallObserver | undefined;
  /** Calls that the core waits for. */
  private readonly open = new Set<OpenCall>();
  private arrivals: Arrival[] = [];
  private wake: (() => void) | undefined;
  private lastMs = 0;
  /** The core knows that the run ends. */
  private cutOff = false;

  constructor(parts: PumpParts<S, R>) {
    this.parts = parts;
    this.core = parts.core;
    this.ending = parts.ending;
    const { durable } = parts.callbacks;
    const begins = (call: OpenCall): void => this.observer?.begins(call, this.lastMs);
    if (durable !== undefined) this.durable = new DurableSteps(durable, parts.ending, begins);
    if (parts.onCall !== undefined) this.observer = new CallObserver(parts.onCall, parts.core.runId);
  }

  /** Drives the run to its end. Rejects with what the core throws: an error of ours, or a trap. */
  async run(): Promise<R> {
    const onEnd = (): void => this.end();
    this.ending.on(onEnd);
    try {
      for (;;) {
        const wanted = this.poll();
        if ('result' in wanted) return wanted.result;
        this.begin(wanted.calls);
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
      this.ending.off(onEnd);
      for (const call of this.open) call.stop();
    }
  }

  /** Takes everything from the core until it waits, and shows the steps: the calls that it wants, or its result. */
  private poll(): { calls: OpenCall[] } | { result: R } {
    for (;;) {
      if (this.mustEnd()) this.cut();
      const calls: OpenCall[] = [];
      for (const next of this.core.poll(this.now())) {
        if (next.type === 'step') this.show(next.step);
        else if (next.type === 'done') return { result: next.result };
        else calls.push(new OpenCall(next, this.parts.callbacks, this.core.runId, this.parts.drafts));
      }
      for (const call of calls) this.open.add(call);
      // Somebody who was shown a step may have ended the run.
      if (!this.mustEnd()) return { calls };
    }
  }

  private show(step: S): void {
    this.parts.drafts?.step(step as never);
    this.parts.onStep?.(step);
  }

  private mustEnd(): boolean {
    return this.ending.ended && !this.cutOff;
  }

  /** Tells the core that the run ends, and which calls it asked for nobody has begun: of a draft behind a gate nobody knows. */
  private cut(): void {
    const { reason } = this.ending;
    this.cutOff = true;
    const unmade = [...this.open].filter((call) => !call.begun || call.isUntimed);
    this.open.clear();
    const now = this.now();
    this.observer?.stops(ABORTED, now);
    this.core.abort(reason === undefined ? '' : describeError(reason), unmade, now);
  }

  /** The run is ended from outside. Steps of a durable host are raced by themselves, and their calls not. */
  private end(): void {
    if (this.durable !== undefined) for (const call of this.open) call.abandon(this.ending.reason);
    this.wake?.();
  }

  /** Begins calls, all at once if the host can. */
  private begin(calls: OpenCall[]): void {
    if (calls.length === 0) return;
    if (this.durable === undefined) for (const call of calls) this.beginOne(call);
    else this.durable.start(calls, (call, outcome) => this.arrive(call, outcome));
  }

  private beginOne(call: OpenCall): void {
    // The callback of another call, or an observer, may have ended the run.
    if (this.ending.ended) return;
    this.observer?.begins(call, this.lastMs);
    if (this.ending.ended) return;
    const timeoutMs = call.isUntimed ? Number.POSITIVE_INFINITY : call.call.timeoutMs;
    call.start(
      () => call.work(),
      this.ending,
      timeoutMs,
      (outcome) => this.arrive(call, outcome),
    );
  }

  /** A call came to something. What is wrong with a reply, also that it throws when it is looked at, is the failure of that call. */
  private arrive(call: OpenCall, outcome: Outcome): void {
    if (this.ending.ended && outcome.how !== 'returned') return;
    const conclude = this.durable === undefined ? concluded : storedAnswer;
    let answer: Answer;
    try {
      answer = conclude(call.call, outcome);
    } catch (thrown) {
      answer = badReply(`what the callback gave cannot be read: ${describeError(thrown)}`);
    }
    call.close();
    this.arrivals.push({ call, outcome, answer });
    this.wake?.();
  }

  private handIn({ call, outcome, answer }: Arrival): void {
    if (outcome.how === 'threw' && refusalIn(outcome.error) === undefined) this.causes.set(call.call.callId, outcome.error);
    call.deltas?.close('reply' in answer ? answer.reply : undefined);
    this.open.delete(call);
    const now = this.now();
    this.observer?.ends(call, answer, now);
    this.core.answer(call, answer, now);
  }

  /** Without a clock a run cannot go on: it ends, at the last time that there was, with what it has. */
  private now(): number {
    try {
      this.lastMs = Math.max(this.lastMs, timeOf(this.parts.callbacks.durable));
    } catch (thrown) {
      if (!this.ending.ended) this.clockFault = thrown as ReflectError;
      this.ending.end(thrown);
    }
    return this.lastMs;
  }
}
