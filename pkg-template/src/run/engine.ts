// A run of the engine, which crosses as numbers and texts.

import { isPlain } from '../check/kind.js';
import { apart, jsonText } from '../check/plain.js';
import { ReflectError } from '../error.js';
import type { CoreEngine, Run } from '../generated/reflect_engine.js';
import { wasm } from '../load/index.js';
import { direct } from '../load/trap.js';
import type { HostedResult, Json, ReflectionStep, ReflectSettings, ReflectTrace, Step, ToolSchema } from '../types.js';
import type { Answer, ModelAnswer } from './calls.js';
import { type Asked, CoreRun, type Entry, type RunParts, type Wanted } from './core.js';
import { draftOf, repliesIn } from './drafts.js';
import { frozen, type Memory, memory } from './memory.js';
import { type Context, OpsReader } from './ops.js';
import { RunResult } from './result.js';
import type { Saved } from './snapshot.js';
import type { TaskWire } from './task.js';
import { verdictOf } from './verdict.js';

/** What a run of the engine is made of. */
export interface EngineParts extends RunParts<Run> {
  /** It is repeated by a durable host: without a name of its own it has the same one each time, and not a random one. */
  isDurable?: boolean | undefined;
  /** The input of the task, where the core has it as text 0. */
  input?: string | undefined;
  tools?: readonly ToolSchema[] | undefined;
  /** A reply's `model` is wanted, for its price. */
  priced: boolean;
  /** As the result shows them. */
  settings?: ReflectSettings | undefined;
}

/** Begins a run of `ReflectEngine`. */
export function begun(
  engine: CoreEngine,
  { input, rest, critics, verifiers, usable, answer, tools }: TaskWire,
  seed: number | undefined,
  { runId, isDurable, key, startedMs, origin, priced, settings }: Omit<EngineParts, 'run' | 'input' | 'tools'>,
): EngineRun<Step, HostedResult> {
  const bytes = input === undefined ? undefined : memory().write(input);
  const units = input?.length ?? 0;
  const names = verifiers.length === 0 ? undefined : verifiers;
  const run = direct(() => engine.begin(bytes, units, rest, critics, names, usable, answer, seed, startedMs));
  return new EngineRun({ run, runId, isDurable, key, startedMs, origin, input, tools, priced, settings });
}

/**
 * Begins a saved run of `ReflectEngine` once more, before its inputs are played to it: its settings and its task are checked anew. Throws `invalid_snapshot`, or
 * `invalid_settings`.
 */
export function begunAs({ run: made, seed, key, startedMs }: Saved, runId: string | undefined): EngineRun<Step, HostedResult> {
  const settings = made.settings as ReflectSettings;
  const { task = null } = made;
  const { input, tools } = (isPlain(task) ? task : {}) as { input?: Json; tools?: Json };
  const text = typeof input === 'string' ? input : undefined;
  const schemas = (tools ?? []) as unknown as ToolSchema[];
  const wire = { input: text, rest: task, critics: 0, verifiers: [], usable: false, answer: false, tools: schemas };
  const engine = direct(() => new (wasm().CoreEngine)(undefined).laidOver(settings));
  try {
    return begun(engine, wire, seed, { runId, key, startedMs, priced: true, settings, origin: () => jsonText(made) });
  } catch (error) {
    if (!(error instanceof ReflectError) || error.code !== 'invalid_task') throw error;
    throw new ReflectError('invalid_snapshot', `the task of the snapshot: ${error.message}`);
  } finally {
    engine.free();
  }
}

/** Purposes of the calls that give a draft. */
const WRITES: readonly string[] = ['answer', 'revision', 'agent'];

const NO_TOOLS: ReadonlyMap<string, ToolSchema> = new Map();

/** A run of `ReflectEngine`, or of an autopilot. The host keeps its texts, its steps and the log of its inputs. */
export class EngineRun<S, R extends object> extends CoreRun<S, R, Run> implements Context {
  readonly texts: string[];
  /** By their names. */
  readonly tools: ReadonlyMap<string, ToolSchema>;
  private readonly memory: Memory = memory();
  private readonly reader: OpsReader = new OpsReader(this.memory, this);
  private readonly priced: boolean;
  /** The latest reply to a request for a draft, by its index. */
  private readonly written = new Map<number, { callId: string; reply: Json }>();
  private settings: ReflectSettings | undefined;

  constructor(parts: EngineParts) {
    const { input, tools = [], priced, settings, runId = parts.isDurable ? undefined : randomId() } = parts;
    super(parts, memory().raw, runId);
    this.texts = input === undefined ? [] : [input];
    this.tools = tools.length === 0 ? NO_TOOLS : new Map(tools.map((tool) => [tool.name, tool]));
    this.priced = priced;
    this.settings = settings;
  }

  override resume(stepsShown: number, over: object | undefined, nowMs: number): void {
    super.resume(stepsShown, over, nowMs);
    this.readSettings();
  }

  /** From now on results show the settings as they are now, and not as they were given. */
  readSettings(): void {
    const settings = this.run.settings();
    if (settings !== undefined) this.settings = frozen(JSON.parse(settings) as ReflectSettings);
  }

  /** As `review`, where a run that cannot be reviewed goes on as it is. */
  mayReview(accepted: boolean, nowMs: number): void {
    try {
      direct(() => this.review(accepted, undefined, nowMs));
    } catch (thrown) {
      if (!(thrown instanceof ReflectError) || thrown.code !== 'misuse') throw thrown;
    }
  }

  override answer(asked: Asked, answer: Answer, at: number): void {
    const { call } = asked;
    // Before the core has it, which may trap over it.
    if (call.kind === 'model' && WRITES.includes(call.purpose) && !('error' in answer)) {
      const reply = 'modelAnswer' in answer ? (answer.modelAnswer as unknown as Json) : answer.reply;
      for (const [at, each] of repliesIn(reply).entries())
        this.written.set(call.draftIndex + at, { callId: call.callId, reply: each });
    }
    super.answer(asked, answer, at);
  }

  /** The draft with the best score that was shown, else the latest. */
  remains(error: ReflectError): R | undefined {
    const drafts = [...this.written].flatMap(([index, { callId, reply }]) => {
      const text = draftOf(reply);
      return text === '' ? [] : [{ index, text, callId, ...this.lookAt(index), verifiers: {} }];
    });
    const [first, ...others] = drafts;
    if (first === undefined) return undefined;
    const points = ({ score = -1 }: { score?: number }): number => score;
    const best = others.reduce((best, next) => (points(next) >= points(best) ? next : best), first);
    const trace = {
      judged: best.judged,
      drafts,
      draftIndex: best.index,
      reflections: drafts.length - 1,
      dropped: 0,
      revisionHistory: [],
    };
    const name = this.settings === undefined ? 'AutopilotResult' : 'ReflectResult';
    const result = Object.assign(new RunResult(name, () => this.snapshot()), {
      ...this.trapped(error),
      output: best.text,
      ...(best.score !== undefined && { score: best.score }),
      iterations: drafts.length,
      runId: this.runId,
      trace,
    }) as unknown as R;
    this.complete(result);
    return result;
  }

  /** What was shown last of a critic's look at a draft. */
  private lookAt(draftIndex: number): { judged: boolean; score?: number } {
    const looks = (this.steps as Step[]).filter((step) => step.type === 'reflection' && step.draftIndex === draftIndex);
    const look = looks.at(-1) as ReflectionStep | undefined;
    return { judged: look !== undefined, ...(look?.score !== undefined && { score: look.score }) };
  }

  protected look(nowMs: number, all: boolean): Wanted<S, R>[] {
    const length = this.run.poll(nowMs, all);
    return length === 0 ? [] : (this.reader.read(length) as Wanted<S, R>[]);
  }

  protected give(asked: Asked, answer: Exclude<Answer, { error: unknown }>, entry: Entry): void {
    if ('modelAnswer' in answer) return this.giveModelAnswer(asked, answer.modelAnswer, entry);
    const { reply } = answer;
    const verdict = asked.call.kind === 'verify' ? verdictOf(reply) : undefined;
    if (asked.call.kind === 'tool') this.giveResult(asked, reply, entry);
    else if (verdict === undefined || 'issues' in verdict) this.giveValue(asked, reply, entry);
    else this.apply(entry, () => this.run.verdict(asked.number, verdict.passed, verdict.score ?? Number.NaN, entry.at));
  }

  /** A model's text: nothing crosses but its letters and numbers. */
  private giveModelAnswer(asked: Asked, answer: ModelAnswer | string, entry: Entry): void {
    const { content, usage, finishReason, model } = typeof answer === 'string' ? { ...NOTHING, content: answer } : answer;
    if (this.priced && model !== undefined) return this.giveValue(asked, answer as unknown as Json, entry);
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
  private giveValue({ call: { kind }, number }: Asked, given: Json, entry: Entry): void {
    this.apply(entry, () => {
      for (const one of kind === 'model' ? repliesIn(given) : [given]) {
        const { reply, content } = apart(kind, one);
        const text = content === undefined ? undefined : this.texts.length;
        const bytes = content === undefined ? 0 : this.memory.write(content);
        this.run.replyValue(number, reply, text, bytes, content?.length ?? 0, entry.at);
        if (content !== undefined) this.texts.push(content);
      }
    });
  }

  /** What a tool gave: a text, or anything else as JSON. */
  private giveResult(asked: Asked, given: Json, entry: Entry): void {
    const isJson = typeof given !== 'string';
    const text = isJson ? jsonText(given) : given;
    const bytes = this.memory.write(text);
    this.apply(entry, () => this.run.toolResult(asked.number, isJson, bytes, text.length, this.texts.length, entry.at));
    this.texts.push(text);
  }

  protected override complete(result: R): void {
    const { trace } = result as unknown as RunOutcome<S>;
    trace.steps = this.steps.slice();
    if (this.settings !== undefined) trace.settings = this.settings;
    const { drafts, draftIndex, metadata } = trace;
    const returned = drafts?.find(({ index }) => index === draftIndex);
    const entry = this.log.find((entry) => entry.do === 'reply' && entry.call === returned?.callId);
    const reply = entry?.do === 'reply' ? entry.value : undefined;
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
