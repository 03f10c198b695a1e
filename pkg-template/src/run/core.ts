// A run of the core, and the log of its inputs: a snapshot is written from it, and read back by playing it to a new run.

import { isObject, type JsonObject } from '../check/kind.js';
import { jsonText } from '../check/plain.js';
import { short } from '../check/refusal.js';
import { ReflectError } from '../error.js';
import type { Run } from '../generated/decision.js';
import type { Memory } from '../load/memory.js';
import { callCore } from '../load/trap.js';
import { PLAIN, toWire, WireReader } from '../load/wire.js';
import type { Call, Json, RunError } from '../types.js';
import type { Answer, CoreCall, ModelAnswer } from './calls.js';
import { type GivenEntry, InputLog } from './input-log.js';
import { removeItem } from './signal.js';
import type { Work } from './work.js';

/** What the core wants next. */
export type Next<S, R> = { type: 'step'; step: S } | ({ type: 'call' } & CoreCall) | { type: 'done'; result: R };

export const FORMAT = 'reflect-engine/run';
export const VERSION = 1;

/** The default of `verifierTimeoutMs`. */
export const VERIFIER_TIMEOUT_MS = 60_000;

const NO_WORK: Work = { input: '', messages: [], toolCalls: [], evidence: [] };

export interface RunParts<W> {
  run: W;
  /** Its name; without one that is its key. */
  runId?: string | undefined;
  /** What every idempotency key begins with, for a run that was saved. */
  key?: string | undefined;
  startedMs: number;
  /** What the run is made of, for a snapshot; nothing for a run that nobody goes on with. */
  origin?: Json | undefined;
}

/** Poll until it waits or is done, then hand in the answers. Subclasses say how a reply is handed in. */
export abstract class CoreRun<S, R, W extends Run = Run> {
  readonly runId: string;
  protected readonly run: W;
  readonly log = new InputLog();
  readonly steps: S[] = [];
  /** Calls that are out. */
  readonly out: CoreCall[] = [];
  /** Told when a step came that no call led to. */
  watcher: { onAct(): void } | undefined;
  /** What was noted of replies, for the errors of the result. */
  readonly #notes: RunError[] = [];
  /** Steps of a saved run that were not shown yet. */
  #unshown: S[] = [];
  /** Texts that the core knows by their numbers. */
  protected readonly texts: string[] = [];
  readonly #reader: WireReader;
  readonly #key: string;
  readonly #seed: number;
  #nextNumber = 0;
  /** The input that the core is given, and may trap over. */
  #latest: GivenEntry | undefined;

  readonly #startedMs: number;
  readonly #origin: Json;

  /** `memory` is the memory of its wasm. */
  constructor(
    parts: RunParts<W>,
    protected readonly memory: Memory,
    runId: string | undefined = parts.runId,
  ) {
    const { run, key, startedMs, origin = {} } = parts;
    this.#startedMs = startedMs;
    this.#origin = origin;
    if (key !== undefined) run.setKey(key);
    this.run = run;
    this.#reader = new WireReader(memory, this.texts);
    this.#seed = run.seed();
    this.#key = run.key();
    this.runId = runId ?? this.#key;
  }

  /** The setting that limits the time of a verifier. */
  readonly verifierLimit: string = 'verifierTimeoutMs';

  /** Milliseconds that a verifier may take. */
  get verifierTimeoutMs(): number {
    return VERIFIER_TIMEOUT_MS;
  }

  /** What was done for a draft. */
  workOf(_draftIndex: number): Work {
    return NO_WORK;
  }

  /** The core asks for a call. */
  protected asked(_call: Call): void {}

  /** Adds to the core's result what is kept here. */
  protected completed(result: R): R {
    return Object.assign(result as object, { steps: this.steps.slice() }) as R;
  }

  /** Everything to look at or to do until the run waits or is done; without `all` the next thing alone. Empty while the run waits. */
  poll(nowMs: number, all = true): Next<S, R>[] {
    const unshown = this.#unshown.length === 0 ? [] : this.#unshown.splice(0, all ? this.#unshown.length : 1);
    const list = all || unshown.length === 0 ? this.#readNext(nowMs, all) : [];
    if (unshown.length > 0) list.unshift(...unshown.map((step): Next<S, R> => ({ type: 'step', step })));
    for (const next of list) {
      if (next.type === 'step') this.steps.push(next.step);
      else if (next.type === 'call') {
        next.number = this.#nextNumber++;
        this.out.push(next);
        this.asked(next.call);
      } else next.result = this.#noted(this.completed(next.result));
    }
    return list;
  }

  answer(wanted: CoreCall, answer: Answer, at: number): void {
    const { callId: call } = wanted.call;
    if ('error' in answer) {
      const { code, message } = answer.error;
      this.apply({ at, do: 'fail', call, code, message }, () => this.run.fail(wanted.number, code, message, at));
    } else {
      const { reply: value, plain } = answer;
      if (isObject(value) && Array.isArray(value.partialFaults))
        for (const fault of value.partialFaults) {
          const { code, message } = isObject(fault) ? fault : {};
          const told = code === 'timeout' ? code : 'verifier_error';
          this.#notes.push({ code: told, message: short(String(message)), callId: call, seq: this.steps.length });
        }
      if (isObject(value) && typeof value.schemaRefused === 'string') {
        const message = `the server refused a JSON Schema, and is asked without one from now on: ${value.schemaRefused}`;
        this.#notes.push({ code: 'no_response_schema', message: short(message), seq: this.steps.length });
      }
      this.apply({ at, do: 'reply', call, value }, () => this.reply(wanted, value, at, plain));
    }
    removeItem(
      this.out,
      this.out.find(({ number }) => number === wanted.number),
    );
  }

  /** Adds what was noted here to the errors of a result, in the order of the steps. */
  #noted(result: R): R {
    const { errors } = result as { errors?: RunError[] };
    if (this.#notes.length === 0 || errors === undefined) return result;
    errors.unshift(...this.#notes);
    errors.sort((a, b) => a.seq - b.seq);
    return result;
  }

  /** Hands in what a call gave; `plain` as an `Answer` has it. */
  protected reply({ number }: CoreCall, value: Json, at: number, _plain?: ModelAnswer): void {
    this.run.reply(number, ...toWire(value, PLAIN), undefined, at);
  }

  /** All replies, including the one over which the core trapped; a text as the `content` of a reply. */
  protected get replies(): JsonObject[] {
    const entries = this.log.entries();
    if (this.#latest !== undefined) entries.push(this.#latest);
    return entries.flatMap((entry) => {
      if (entry.do !== 'reply') return [];
      return [isObject(entry.value) ? entry.value : { content: entry.value }];
    });
  }

  /** `unmade`: calls that were asked for, and not made. The log has those that were: the core may want more that nobody was given. */
  abortRun(message: string, unmade: readonly CoreCall[], at: number): void {
    const numbers = Uint32Array.from(unmade, ({ number }) => number);
    const made = this.out.filter(({ number }) => !numbers.includes(number)).map(({ call }) => call.callId);
    this.apply({ at, do: 'abort', message, made }, () => this.run.abort(message, numbers, at));
    this.out.length = 0;
  }

  /** Shows an action of whoever writes, which was judged. Only behind a gate. */
  act(_action: Json, _at: number): void {
    throw new ReflectError('misuse', 'it takes no actions');
  }

  #readNext(nowMs: number, all: boolean): Next<S, R>[] {
    const reader = this.#reader;
    reader.openMap(this.#guarded(() => this.run.poll(nowMs, all)));
    const list: Next<S, R>[] = [];
    while (reader.goesOn()) {
      const type = reader.next() as Next<S, R>['type'] | 'advance';
      const value = reader.next();
      // The core numbers its calls as they come; the number is set where they are.
      if (type === 'call') list.push({ type, call: value as Call, number: 0 });
      else if (type === 'advance') this.log.advance(value as number);
      else list.push(type === 'step' ? { type, step: value as S } : { type, result: value as R });
    }
    return list;
  }

  /** Takes the steps that an input led to; the next poll gives them first. */
  protected takeSteps(nowMs: number): void {
    this.#unshown.push(...this.#readNext(nowMs, true).flatMap((next) => (next.type === 'step' ? next.step : [])));
    this.watcher?.onAct();
  }

  review(accepted: boolean, feedback: string | undefined, at: number): void {
    this.apply({ at, do: 'review', accepted, message: feedback ?? null }, () => this.run.review(accepted, feedback, at));
  }

  /** Goes on after the inputs of a saved run were played: calls that were out are asked for again. */
  resume(stepsShown: number | undefined, over: object | undefined, nowMs: number): void {
    const count = stepsShown ?? this.steps.length;
    const changed = callCore(() => this.run.resume(count, ...toWire(over ?? null), nowMs));
    if (changed) this.log.push({ at: nowMs, do: 'restore', value: (over ?? null) as Json });
    this.out.length = 0;
    this.#unshown = this.steps.splice(Math.max(0, Math.trunc(count)));
  }

  /** Plays that it was restored at this time, with these settings laid over. */
  resumed(over: Json, at: number): void {
    this.apply({ at, do: 'restore', value: over }, () => this.run.resumed(...toWire(over), at));
  }

  /** The result of a run in which the core trapped, from what is known here; none without a text. */
  abstract salvageResult(error: ReflectError): R | undefined;

  /** What such a result holds, whatever the loop. */
  protected trapResult({ code, message }: ReflectError) {
    return {
      status: 'needs_review',
      accepted: false,
      reviewReasons: [],
      stopReason: code,
      usage: { total: {}, byPurpose: {} },
      errors: [{ code, message, seq: this.steps.length }],
      durationMs: (this.log.entries().at(-1)?.at ?? this.#startedMs) - this.#startedMs,
    };
  }

  /** The run as versioned JSON; `stepsShown` is the number of steps that were shown. */
  snapshot(stepsShown: number = this.steps.length): string {
    const inputs = { startedMs: this.#startedMs, runId: this.runId, shown: stepsShown, log: this.log.entries() };
    const made = { format: FORMAT, version: VERSION, run: this.#origin, seed: this.#seed, key: this.#key, ...inputs };
    return jsonText(made as unknown as Json);
  }

  free(): void {
    this.run.free();
  }

  /** Hands an input to the core, and logs it when the core took it. */
  protected apply(entry: GivenEntry, tell: () => void): void {
    this.#latest = entry;
    this.#guarded(tell);
    this.#latest = undefined;
    this.log.push(entry);
  }

  #guarded<V>(call: () => V): V {
    try {
      return call();
    } catch (thrown) {
      this.memory.restoreStack();
      throw thrown;
    }
  }
}
