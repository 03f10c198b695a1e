// The pump of one run: shows the steps that the core took, begins the calls that it wants, and hands in what comes of them.
//
// Each run has a loop of its own, an `async` function that waits and begins calls itself. So every callback (model, tool, verifier,
// observer, durable host, clock) sees the async context (`AsyncLocalStorage`) in which its own run was begun.

import { describeError, type ReflectError } from '../error.js';
import type { CallEvent, DraftEvent, Step } from '../types.js';
import type { Callbacks } from './callbacks.js';
import { ABORTED, type Answer, answerFromOutcome, badReply, endOf, nameOf, OpenCall, thrownAnswer } from './calls.js';
import type { CoreRun } from './core.js';
import type { DraftTracker } from './drafts.js';
import { DurableSteps, storedAnswer, timeOf } from './durable.js';
import type { Outcome } from './race.js';
import { type RunCancellation, removeItem } from './signal.js';

/** What a run is watched by, and what may end it. */
export interface Observers<S = Step> {
  onStep?: ((step: S) => void) | undefined;
  onDraft?: ((event: DraftEvent) => void) | undefined;
  onCall?: ((event: CallEvent) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface PumpParts<S, R> {
  core: CoreRun<S, R>;
  callbacks: Callbacks;
  ending: RunCancellation;
  watch: Observers<S>;
  drafts?: DraftTracker | undefined;
}

const NO_CAUSES: ReadonlyMap<string, unknown> = new Map();

/** `S` is a step of the run, `R` its result as the core gives it. */
export class Pump<S, R> {
  /** What callbacks threw, by call: the cause, should the run fail for it. */
  causes: ReadonlyMap<string, unknown> = NO_CAUSES;
  /** Why the clock failed. */
  clockFault: ReflectError | undefined;
  readonly #durable: DurableSteps | undefined;
  /** Calls that the core waits for. */
  #open: OpenCall[] = [];
  #arrivals: { call: OpenCall; answer: Answer }[] = [];
  #wake: (() => void) | undefined;
  #lastMs = 0;
  /** Of the last model call: tools run for the draft that it writes. */
  #iteration = 0;
  /** The core knows that the run ends. */
  #cutOff = false;

  readonly #parts: PumpParts<S, R>;
  readonly #watch: Observers<S>;

  /** `watch`: who is told, in the place of that in the parts. */
  constructor(parts: PumpParts<S, R>, watch: Observers<S>) {
    this.#parts = parts;
    this.#watch = watch;
    const { durable } = parts.callbacks;
    if (durable !== undefined) this.#durable = new DurableSteps(durable, parts.ending, (call) => this.#emitCallStart(call));
  }

  /** Drives the run to its end. Rejects with what the core throws: an error of ours, or a trap. */
  async run(): Promise<R> {
    const { core, callbacks, ending, drafts } = this.#parts;
    ending.listeners.push(this);
    core.watcher = this;
    try {
      for (;;) {
        if (this.#mustEnd()) this.#cut();
        const calls: OpenCall[] = [];
        for (const next of core.poll(this.#now())) {
          if (next.type === 'done') return next.result;
          if (next.type === 'call') calls.push(new OpenCall(next, callbacks, core, drafts));
          else {
            drafts?.step(next.step as never);
            this.#watch.onStep?.(next.step);
          }
        }
        for (const call of calls) this.#open.push(call);
        // Somebody who was shown a step may have ended the run.
        if (this.#mustEnd()) continue;
        this.#begin(calls);
        if (this.#arrivals.length === 0 && !this.#mustEnd()) {
          ending.deadlines.rest();
          await new Promise<void>((wake) => {
            this.#wake = wake;
          });
        }
        const arrivals = this.#arrivals;
        this.#arrivals = [];
        for (const { call, answer } of arrivals) this.#handIn(call, answer);
      }
    } finally {
      removeItem(ending.listeners, this);
      for (const call of this.#open) call.stop();
      ending.deadlines.rest();
    }
  }

  onAct(): void {
    this.#wake?.();
  }

  #mustEnd(): boolean {
    return this.#parts.ending.ended && !this.#cutOff;
  }

  /** Tells the core that the run ends, and which calls were not begun; nobody knows whether a draft behind a gate was. */
  #cut(): void {
    const { core, ending } = this.#parts;
    const unmade = this.#open.filter((call) => !call.begun || call.isUntimed);
    this.#cutOff = true;
    const now = this.#now();
    for (const call of this.#open) this.#emitCallEnd(call, { error: ABORTED }, now);
    this.#open = [];
    core.abortRun(ending.reason === undefined ? '' : describeError(ending.reason), unmade, now);
  }

  /** The run is ended from outside. Steps of a durable host are raced, their calls are not. */
  onRunEnd(): void {
    if (this.#durable !== undefined) for (const call of this.#open) call.abandon(this.#parts.ending.reason);
    this.#wake?.();
  }

  /** Begins calls, all at once if the host can. */
  #begin(calls: OpenCall[]): void {
    const { ending } = this.#parts;
    if (this.#durable !== undefined) return this.#durable.start(calls, (call, outcome) => this.#arrive(call, outcome));
    for (const call of calls) {
      // The callback of another call, or an observer, may have ended the run.
      if (!ending.ended) this.#emitCallStart(call);
      if (ending.ended) return;
      const timeoutMs = call.isUntimed ? Number.POSITIVE_INFINITY : call.call.timeoutMs;
      call.start(
        () => call.work(),
        ending,
        timeoutMs,
        (outcome) => this.#arrive(call, outcome),
      );
    }
  }

  /** A call has ended. A wrong reply, also one that throws when it is read, is the failure of that call. */
  #arrive(call: OpenCall, outcome: Outcome): void {
    if (this.#parts.ending.ended && outcome.how !== 'returned') return;
    if (outcome.how === 'threw' && thrownAnswer(call.call, outcome.error) === undefined)
      this.causes = new Map(this.causes).set(call.call.callId, outcome.error);
    let answer: Answer;
    try {
      answer =
        this.#durable === undefined
          ? call.toldFaults(answerFromOutcome(call.call, outcome, this.#parts.core.verifierLimit))
          : storedAnswer(call.call, outcome);
    } catch (thrown) {
      answer = badReply(`what the callback gave cannot be read: ${describeError(thrown)}`);
    }
    call.isOpen = false;
    call.partials?.end();
    this.#arrivals.push({ call, answer });
    this.#wake?.();
  }

  #handIn(call: OpenCall, answer: Answer): void {
    call.deltas?.close('reply' in answer ? answer.reply : undefined);
    removeItem(this.#open, call);
    const now = this.#now();
    this.#emitCallEnd(call, answer, now);
    this.#parts.core.answer(call, answer, now);
  }

  #emitCallStart(call: OpenCall): void {
    if (call.call.kind === 'model') this.#iteration = call.call.iteration;
    call.beganMs = this.#lastMs;
    this.#watch.onCall?.(this.#event('start', call));
  }

  #emitCallEnd(call: OpenCall, answer: Answer, nowMs: number): void {
    const { beganMs } = call;
    // It was never begun.
    if (beganMs === undefined) return;
    call.beganMs = undefined;
    this.#watch.onCall?.({ ...this.#event('end', call), durationMs: nowMs - beganMs, ...endOf(call.call, answer) });
  }

  #event(type: CallEvent['type'], { call }: OpenCall): CallEvent {
    return { type, runId: this.#parts.core.runId, ...nameOf(call, this.#iteration) };
  }

  /** Without a clock a run cannot go on: it ends at the last known time, with what it has. */
  #now(): number {
    const { callbacks, ending } = this.#parts;
    try {
      this.#lastMs = Math.max(this.#lastMs, timeOf(callbacks.durable));
    } catch (thrown) {
      if (!ending.ended) this.clockFault = thrown as ReflectError;
      ending.end(thrown);
    }
    return this.#lastMs;
  }
}
