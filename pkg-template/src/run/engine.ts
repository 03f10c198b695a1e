// A run of the engine, whose texts cross through its memory.

import { isObject, type JsonObject } from '../check/kind.js';
import { jsonText, wellFormed } from '../check/plain.js';
import { ReflectError } from '../error.js';
import type { CoreEngine, Run } from '../generated/reflect_engine.js';
import { engine, wasm } from '../load/index.js';
import { frozen } from '../load/memory.js';
import { callCore } from '../load/trap.js';
import { callAndRead, PLAIN, toWire, WireReader } from '../load/wire.js';
import type {
  BudgetSettings,
  Call,
  HostedResult,
  Json,
  ModelCall,
  ReflectionStep,
  ReflectSettings,
  ReflectTrace,
  Step,
  Usage,
} from '../types.js';
import { type CoreCall, type ModelAnswer, plainAnswer } from './calls.js';
import { CoreRun, type RunParts, VERIFIER_TIMEOUT_MS } from './core.js';
import { draftOf, repliesIn } from './drafts.js';
import { layered } from './result.js';
import type { ParsedSnapshot } from './snapshot.js';
import { type Work, WorkLog, withTexts } from './work.js';

export interface EngineParts extends RunParts<Run> {
  /** A durable host repeats it: without a `runId` its name is its key, the same each time, and not a random one. */
  isDurable?: boolean | undefined;
  /** Its task; the core has an input that is a text as text 0. */
  task?: JsonObject | undefined;
  /** A reply's `model` is needed, for its price. */
  priced: boolean;
  /** As the result shows them. */
  settings?: ReflectSettings | undefined;
}

/** Begins a run of `ReflectEngine`; `task` is a plain `RunTask`. */
export function startRun(
  engine: CoreEngine,
  task: Json,
  seed: number | undefined,
  parts: Omit<EngineParts, 'run' | 'task'>,
): EngineRun<Step, HostedResult> {
  const [numbers, letters] = toWire(task, PLAIN);
  const run = callCore(() => engine.begin(numbers, letters, seed, parts.startedMs));
  // Not spread: V8 makes a hidden class for what is added to each such copy.
  return new EngineRun(Object.assign(parts, { run, task: isObject(task) ? task : {} }));
}

/** Begins a saved run once more, to play its inputs. Checks settings and task anew: throws `invalid_snapshot` or `invalid_settings`. */
export function replayRun(
  { run: made, seed, key, startedMs }: ParsedSnapshot,
  runId: string | undefined,
): EngineRun<Step, HostedResult> {
  const settings = made.settings as ReflectSettings;
  const { task = null } = made;
  const engine = callCore(() => new (wasm().CoreEngine)(...toWire({})).laidOver(...toWire(settings)));
  try {
    return startRun(engine, task, seed, { runId, key, startedMs, priced: true, settings, origin: made });
  } catch (error) {
    if (!(error instanceof ReflectError) || error.code !== 'invalid_task') throw error;
    throw new ReflectError('invalid_snapshot', `the task of the snapshot: ${error.message}`);
  } finally {
    engine.free();
  }
}

/** Whether a call of this purpose asks for a draft. */
function asksForDraft(purpose: string): boolean {
  return purpose === 'answer' || purpose === 'revision' || purpose === 'agent';
}

/** A run of `ReflectEngine`, or of an autopilot. The host keeps its texts, its steps and the log of its inputs. */
export class EngineRun<S, R extends object> extends CoreRun<S, R, Run> {
  readonly #priced: boolean;
  /** The replies to requests for drafts, the latest one for an index last. */
  readonly #draftReplies: { index: number; callId: string; reply: Json }[] = [];
  readonly #works = new WorkLog();
  readonly #task: JsonObject;
  #isFreed = false;
  /** The settings as they are now, of a run that knows them. */
  settings: ReflectSettings | undefined;

  constructor(parts: EngineParts) {
    const { task = {}, priced, settings, runId = parts.isDurable ? undefined : globalThis.crypto?.randomUUID?.() } = parts;
    super(parts, engine().memory, runId);
    if (typeof task.input === 'string') this.texts.push(wellFormed(task.input));
    this.#task = task;
    this.#priced = priced;
    this.settings = settings;
  }

  override get verifierTimeoutMs(): number {
    return this.settings?.budget?.verifierTimeoutMs ?? VERIFIER_TIMEOUT_MS;
  }

  override workOf(draftIndex: number): Work {
    return this.#works.workOf(draftIndex, this.#task, this.steps as Step[]);
  }

  /** What the budget has left for calls beside those of the run, as settings; nothing when it is spent. */
  left(nowMs: number): BudgetSettings | undefined {
    this.#mustLive();
    const limits = callAndRead<number[]>(engine, () => this.run.left(nowMs));
    if (limits.some((left) => left <= 0)) return undefined;
    const keys = ['maxCalls', 'maxTokens', 'maxSeconds', 'maxCostUsd'];
    return Object.fromEntries(keys.map((key, at) => [key, limits[at]]).filter(([, left]) => Number.isFinite(left)));
  }

  override act(action: Json, at: number): void {
    this.#mustLive();
    this.apply({ at, do: 'act', value: action }, () => this.run.act(...toWire(action, PLAIN), at));
    this.takeSteps(at);
  }

  override free(): void {
    this.#isFreed = true;
    super.free();
  }

  #mustLive(): void {
    if (this.#isFreed) throw new ReflectError('misuse', 'the run is over');
  }

  protected override asked(call: Call): void {
    if (call.kind === 'model' && asksForDraft(call.purpose)) this.#works.noteRequest(call);
  }

  override resume(stepsShown: number | undefined, over: object | undefined, nowMs: number): void {
    super.resume(stepsShown, over, nowMs);
    this.readSettings();
  }

  /** From here on results show the settings as they are now. */
  readSettings(): void {
    const settings = new WireReader(engine().memory).readValue<ReflectSettings | null>(this.run.settings());
    if (settings !== null) this.settings = frozen(settings);
  }

  /** Like `review`, but a run that cannot be reviewed stays as it is. */
  mayReview(accepted: boolean, nowMs: number): void {
    try {
      callCore(() => this.review(accepted, undefined, nowMs));
    } catch (thrown) {
      if (!(thrown instanceof ReflectError) || thrown.code !== 'misuse') throw thrown;
    }
  }

  /** The draft with the best score in the steps, else the latest. */
  salvageResult(error: ReflectError): R | undefined {
    const latest = new Map(this.#draftReplies.map((reply) => [reply.index, reply]));
    const drafts = [...latest.values()].flatMap(({ index, callId, reply }) => {
      const text = draftOf(reply);
      return text === '' ? [] : [{ index, text, callId, ...this.#lookAt(index), verifiers: {} }];
    });
    if (drafts.length === 0) return undefined;
    const points = ({ score = -1 }: { score?: number }): number => score;
    const best = drafts.reduce((best, next) => (points(next) >= points(best) ? next : best));
    const flat = {
      ...this.trapResult(error),
      output: best.text,
      ...(best.score !== undefined && { score: best.score }),
      iterations: drafts.length,
      judged: best.judged,
      drafts,
      draftIndex: best.index,
      reflections: drafts.length - 1,
      dropped: 0,
      revisionHistory: [],
    };
    return this.#complete(layered<R>(flat, this.#resultName, this.runId, () => this.snapshot()));
  }

  /** The last critique of a draft in the steps. */
  #lookAt(draftIndex: number): { judged: boolean; score?: number } {
    const looks = (this.steps as Step[]).filter((step) => step.type === 'reflection' && step.draftIndex === draftIndex);
    const look = looks.at(-1) as ReflectionStep | undefined;
    return { judged: look !== undefined, ...(look?.score !== undefined && { score: look.score }) };
  }

  /** A text crosses without a tree. Contents and tool results are among the texts. */
  protected override reply(wanted: CoreCall, reply: Json, at: number, plain?: ModelAnswer): void {
    const { call, number } = wanted;
    if (call.kind === 'model') {
      const { callId, draftIndex, purpose } = call;
      const replies = repliesIn(reply);
      // Before the core has them, which may trap over them.
      if (asksForDraft(purpose))
        for (const [at, one] of replies.entries()) {
          this.#draftReplies.push({ index: draftIndex + at, callId, reply: one });
          this.#works.noteReply(draftIndex + at, one);
        }
      for (const one of replies) this.#modelReply(call, number, one, at, plain ?? plainAnswer(one));
    } else if (call.kind === 'tool') {
      const isJson = typeof reply !== 'string';
      const text = isJson ? jsonText(reply) : reply;
      this.run.toolResult(number, isJson, this.memory.write(text), text.length, this.texts.length, at);
      this.texts.push(text);
    } else super.reply(wanted, reply, at);
  }

  #modelReply({ purpose }: ModelCall, number: number, reply: Json, at: number, answer: ModelAnswer | undefined): void {
    // The model is needed for the price, and to say who judges.
    const tellsModel = answer?.model !== undefined && (this.#priced || purpose === 'critique');
    const content = isObject(reply) ? reply.content : reply;
    const text = typeof content === 'string' ? content : undefined;
    const place = this.texts.length;
    if (answer === undefined || tellsModel) {
      this.run.reply(number, ...toWire(withTexts(reply), PLAIN), text === undefined ? undefined : place, at);
    } else {
      const { usage = {} } = answer;
      const { inputTokens, outputTokens, totalTokens, cachedTokens, reasoningTokens, costUsd }: Usage = usage;
      this.run.replyText(
        number,
        this.memory.write(answer.content),
        answer.content.length,
        place,
        inputTokens ?? Number.NaN,
        outputTokens ?? Number.NaN,
        totalTokens ?? Number.NaN,
        cachedTokens ?? Number.NaN,
        reasoningTokens ?? Number.NaN,
        costUsd ?? Number.NaN,
        finishOf(answer.finishReason),
        at,
      );
    }
    // The text of a plain answer was checked already.
    if (text !== undefined) this.texts.push(answer === undefined ? wellFormed(text) : text);
  }

  /** The snapshot of the result is of the run as it is now. */
  protected override completed(result: R): R {
    const { length } = this.steps;
    return this.#complete(layered<R>(result, this.#resultName, this.runId, () => this.snapshot(length)));
  }

  get #resultName(): string {
    return this.settings === undefined ? 'AutopilotResult' : 'ReflectResult';
  }

  #complete(result: R): R {
    const { trace } = result as unknown as RunOutcome<S>;
    trace.steps = this.steps.slice();
    if (this.settings !== undefined) trace.settings = this.settings;
    const { drafts, draftIndex, metadata } = trace;
    const returned = drafts?.find(({ index }) => index === draftIndex);
    const reply = returned && this.log.replyTo(returned.callId);
    if (metadata !== undefined && typeof reply === 'object' && reply !== null && 'model' in reply && reply.model !== undefined) {
      metadata.model = reply.model;
    }
    return result;
  }
}

/** What the core says of a finish reason, which mostly is that of the reply before. */
function finishOf(reason = ''): number {
  if (reason !== last.reason) last = { reason, finish: wasm().readFinish(reason) };
  return last.finish;
}

let last = { reason: '', finish: 0 };

interface RunOutcome<S> {
  trace: Partial<Pick<ReflectTrace, 'drafts' | 'draftIndex' | 'metadata' | 'settings'>> & { steps: S[] };
}
