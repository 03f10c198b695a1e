// A run of the core, and those of the engine, which cross as numbers and texts.

import type { Answer, ModelAnswer } from '../calls.js';
import { ReflectError } from '../error.js';
import type { Run } from '../generated/reflect_engine.js';
import { apart, jsonText } from '../plain.js';
import { direct } from '../trap.js';
import type { Call, Json, ReflectSettings, ReflectTrace, ToolSchema } from '../types.js';
import { type Entry, entryOf, LogKeeper } from './log.js';
import { frozen, type Memory, memory } from './memory.js';
import { type Context, OpsReader } from './ops.js';
import { type LoggedRun, play, type Saved } from './snapshot.js';
import { verdictOf } from './verdict.js';

/** A call that the core wants, and how it knows it. */
export interface Asked {
  call: Call;
  number: number;
}

/** What the core wants next. */
export type Next<S, R> = { type: 'step'; step: S } | ({ type: 'call' } & Asked) | { type: 'done'; result: R };

/** A run of the core. Poll until it waits or is done, then hand in what calls came to. */
export interface CoreRun<S, R> {
  readonly runId: string;
  /** Everything to look at or to do until the run waits or is done. Empty while the run waits. */
  poll(nowMs: number): Next<S, R>[];
  answer(asked: Asked, answer: Answer, nowMs: number): void;
  /** `unmade`: calls that were asked for, and not made. */
  abort(reason: string, unmade: readonly Asked[], nowMs: number): void;
  free(): void;
}

/** What a run of the engine is made of. */
export interface EngineParts {
  run: Run;
  /** Its name; without one it gets a random one. */
  runId?: string | undefined;
  /** What the run is made of, as JSON, for a snapshot. */
  origin: () => string;
  startedMs: number;
  /** The input of the task, where the core has it as text 0. */
  input?: string | undefined;
  tools?: ReadonlyMap<string, ToolSchema> | undefined;
  /** A reply's `model` is wanted, for its price. */
  priced: boolean;
  /** As the result shows them. */
  settings?: ReflectSettings | undefined;
}

/** Tools by their names, as the model sees them. */
export function schemasOf(tools: readonly ToolSchema[]): ReadonlyMap<string, ToolSchema> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

const NO_TOOLS: ReadonlyMap<string, ToolSchema> = new Map();

/** A run of the engine: of `ReflectEngine`, or of an autopilot. The host keeps its texts, its steps and the log of its inputs. */
export class EngineRun<S, R extends object> implements LoggedRun, Context {
  readonly texts: string[];
  readonly tools: ReadonlyMap<string, ToolSchema>;
  readonly key: string;
  readonly runId: string;
  private readonly run: Run;
  private readonly memory: Memory = memory();
  private readonly reader: OpsReader = new OpsReader(this.memory, this);
  private readonly log: LogKeeper;
  private readonly priced: boolean;
  private settings: ReflectSettings | undefined;
  private readonly steps: S[] = [];

  constructor({ run, runId, origin, startedMs, input, tools = NO_TOOLS, priced, settings }: EngineParts) {
    this.run = run;
    this.texts = input === undefined ? [] : [input];
    this.tools = tools;
    this.priced = priced;
    this.settings = settings;
    this.key = run.key();
    this.runId = runId ?? randomId() ?? this.key;
    this.log = new LogKeeper(origin, { seed: run.seed(), key: this.key, startedMs, runId: this.runId });
  }

  /** Plays the inputs of a saved run, and goes on from there at this time: calls that were out are asked for again. */
  replay(saved: Pick<Saved, 'log' | 'stepsShown'>, over: object | undefined, nowMs: number): void {
    play(this, saved.log);
    const changed = direct(() => this.run.resume(saved.stepsShown, over, nowMs));
    if (changed) this.log.add({ at: nowMs, do: 'restore', value: (over ?? null) as Json });
    this.steps.length = Math.max(0, Math.trunc(saved.stepsShown));
    this.readSettings();
  }

  /** From now on results show the settings as they are now, and not as they were given. */
  readSettings(): void {
    const settings = this.run.settings();
    if (settings !== undefined) this.settings = frozen(JSON.parse(settings) as ReflectSettings);
  }

  resumed(over: Json, nowMs: number): void {
    this.apply({ at: nowMs, do: 'restore', value: over }, () => this.run.resumed(over ?? undefined, nowMs));
  }

  get logged(): number {
    return this.log.length;
  }

  get stepsTaken(): number {
    return this.steps.length;
  }

  snapshotter(stepsShown: number): () => string {
    return () => this.log.snapshot(stepsShown);
  }

  advanced(at: number): void {
    this.log.add({ at, do: 'advance' });
  }

  /** Without `all` the next thing alone. */
  poll(nowMs: number, all = true): Next<S, R>[] {
    return this.read(this.memory.guarded(() => this.run.poll(nowMs, all)));
  }

  answer(asked: Asked, answer: Answer, nowMs: number): void {
    const entry = entryOf(asked.call, answer, nowMs);
    if ('modelAnswer' in answer) {
      this.giveModelAnswer(asked, answer.modelAnswer, entry);
    } else if ('error' in answer) {
      const { code, message } = answer.error;
      this.apply(entry, () => this.run.fail(asked.number, code, message, nowMs));
    } else {
      const verdict = asked.call.kind === 'verify' ? verdictOf(answer.reply) : undefined;
      if (asked.call.kind === 'tool') this.result(asked, answer.reply, entry);
      else if (verdict === undefined || 'issues' in verdict) this.value(asked, answer.reply, entry);
      else this.apply(entry, () => this.run.verdict(asked.number, verdict.passed, verdict.score ?? Number.NaN, nowMs));
    }
  }

  abort(reason: string, unmade: readonly Asked[], nowMs: number): void {
    const entry: Entry = { at: nowMs, do: 'abort', message: reason, unmade: unmade.map(({ call }) => call.callId) };
    this.apply(entry, () =>
      this.run.abort(
        reason,
        Uint32Array.from(unmade, ({ number }) => number),
        nowMs,
      ),
    );
  }

  review(accepted: boolean, feedback: string | undefined, nowMs: number): void {
    const entry: Entry = { at: nowMs, do: 'review', accepted, message: feedback ?? null };
    this.apply(entry, () => this.run.review(accepted, feedback, nowMs));
  }

  /** The same, where a run that cannot be reviewed goes on as it is. */
  mayReview(accepted: boolean, nowMs: number): void {
    try {
      direct(() => this.review(accepted, undefined, nowMs));
    } catch (thrown) {
      if (!(thrown instanceof ReflectError) || thrown.code !== 'misuse') throw thrown;
    }
  }

  /** The time from which no more calls are made, for an autopilot. */
  endsMs(): number {
    return this.run.endsMs();
  }

  snapshot(): string {
    return this.log.snapshot(this.steps.length);
  }

  free(): void {
    this.run.free();
  }

  /** A model's text: nothing crosses but its letters and numbers. */
  private giveModelAnswer(asked: Asked, answer: ModelAnswer | string, entry: Entry): void {
    const { content, usage, finishReason, model } = typeof answer === 'string' ? { ...NOTHING, content: answer } : answer;
    if (this.priced && model !== undefined) return this.value(asked, answer as unknown as Json, entry);
    const finish = finishReason === undefined ? 0 : this.memory.finishCode(finishReason);
    const text = this.texts.length;
    const bytes = this.memory.write(content);
    const { inputTokens, outputTokens, totalTokens, cachedTokens, reasoningTokens, costUsd } = usage ?? NO_USAGE;
    this.apply(entry, () =>
      this.run.reply(
        asked.number,
        bytes,
        content.length,
        text,
        inputTokens ?? Number.NaN,
        outputTokens ?? Number.NaN,
        totalTokens ?? Number.NaN,
        cachedTokens ?? Number.NaN,
        reasoningTokens ?? Number.NaN,
        costUsd ?? Number.NaN,
        finish,
        entry.at,
      ),
    );
    this.texts.push(content);
  }

  /** A reply with more in it than a text. */
  private value(asked: Asked, given: Json, entry: Entry): void {
    const { reply, content } = apart(asked.call.kind, given);
    const text = content === undefined ? undefined : this.texts.length;
    const bytes = content === undefined ? 0 : this.memory.write(content);
    const units = content?.length ?? 0;
    this.apply(entry, () => this.run.replyValue(asked.number, reply, text, bytes, units, entry.at));
    if (content !== undefined) this.texts.push(content);
  }

  /** What a tool gave: a text, or anything else as JSON. */
  private result(asked: Asked, given: Json, entry: Entry): void {
    const isJson = typeof given !== 'string';
    const text = isJson ? jsonText(given) : given;
    const bytes = this.memory.write(text);
    this.apply(entry, () => this.run.toolResult(asked.number, isJson, bytes, text.length, this.texts.length, entry.at));
    this.texts.push(text);
  }

  /** Tells the core, and keeps it in the log when it was taken. */
  private apply(entry: Entry, tell: () => void): void {
    this.memory.guarded(tell);
    this.log.add(entry);
  }

  private read(length: number): Next<S, R>[] {
    if (length === 0) return [];
    const wanted = this.reader.read(length) as unknown as Next<S, R>[];
    for (const item of wanted) {
      if (item.type === 'step') this.steps.push(item.step);
      else if (item.type === 'done') {
        this.complete(item.result as unknown as RunOutcome<S>);
      }
    }
    return wanted;
  }

  /** Adds to a result what the host keeps of the run. */
  private complete({ trace }: RunOutcome<S>): void {
    trace.steps = this.steps.slice();
    if (this.settings !== undefined) trace.settings = this.settings;
    const { drafts, draftIndex, metadata } = trace;
    const returned = drafts?.find(({ index }) => index === draftIndex);
    const reply = returned === undefined ? undefined : this.log.replyTo(returned.callId);
    if (metadata !== undefined && typeof reply === 'object' && reply !== null && 'model' in reply && reply.model !== undefined) {
      metadata.model = reply.model;
    }
  }
}

/** What of a result is completed here. */
interface RunOutcome<S> {
  trace: Partial<Pick<ReflectTrace, 'drafts' | 'draftIndex' | 'metadata' | 'settings'>> & { steps: S[] };
}

/** A random name, where the host can make one. */
function randomId(): string | undefined {
  return typeof crypto === 'object' && typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : undefined;
}

const NO_USAGE: NonNullable<ModelAnswer['usage']> = {};
const NOTHING: Omit<ModelAnswer, 'content'> = {};
