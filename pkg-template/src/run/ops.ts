// Reads what a run of the engine wants: the list of numbers that `src/js/ops.rs` writes, entry for entry.

import type { AutopilotStep, CriticVerdict, RunError, UsageReport } from '../generated/reflect_engine.js';
import { Op, Source } from '../generated/reflect_engine.js';
import type {
  Belief,
  Call,
  Draft,
  ExpectedGain,
  HostedResult,
  Json,
  Juror,
  Message,
  Part,
  Reading,
  ReflectTrace,
  ReviewReason,
  Revision,
  Step,
  ToolCall,
  ToolSchema,
  Usage,
  VerifierVerdict,
  Why,
} from '../types.js';
import type { AutopilotTrace } from './autopilot-result.js';
import type { Wanted } from './core.js';
import type { Memory } from './memory.js';
import { type AutopilotOutcome, RunResult } from './result.js';

/** What the reader knows of a run. */
export interface Context {
  /** Texts that the core knows by their numbers. */
  readonly texts: readonly string[];
  readonly tools: ReadonlyMap<string, ToolSchema>;
  /** What every idempotency key begins with. */
  readonly key: string;
  readonly stepsTaken: number;
  readonly runId: string;
  /** The snapshot of the run, when so many steps were shown. */
  snapshot(stepsShown: number): string;
}

type Steps = Step | AutopilotStep;
type Entry = Wanted<Steps, HostedResult | AutopilotOutcome>;

const REFLECT = 'reflect' as const;

/** Reads one list. */
export class OpsReader {
  private readonly memory: Memory;
  private readonly run: Context;
  private numbers = new Float64Array();
  private at = 0;
  /** Number of the next step. */
  private seq = 0;

  constructor(memory: Memory, run: Context) {
    this.memory = memory;
    this.run = run;
  }

  /** What the list says that the core wrote last, which has so many numbers. */
  read(length: number): Entry[] {
    this.open();
    this.seq = this.run.stepsTaken;
    const end = this.at + length;
    const entries: Entry[] = [];
    while (this.at < end) entries.push(this.entry(this.number() as Op));
    return entries;
  }

  /** The critique that the core wrote last. */
  readReading(): Reading {
    this.open();
    return this.reading();
  }

  private open(): void {
    this.at = (this.memory.glue.opsAt() >>> 0) / 8;
    this.memory.look();
    this.numbers = this.memory.numbers;
  }

  private entry(op: Op): Entry {
    switch (op) {
      case Op.AskModel:
      case Op.RunTool:
      case Op.Verify:
        return { type: 'call', call: this.call(op) };
      case Op.Result:
        return { type: 'done', result: this.result() };
      case Op.AutopilotResult:
        return { type: 'done', result: this.autopilotResult() };
      default:
        return { type: 'step', step: this.step(op) };
    }
  }

  private step(op: Exclude<Op, Op.AskModel | Op.RunTool | Op.Verify | Op.Result | Op.AutopilotResult>): Steps {
    const seq = this.seq++;
    const nowMs = this.number();
    switch (op) {
      case Op.Thought: {
        const step: Steps = { type: 'thought', content: this.rope(), engine: REFLECT, seq, nowMs };
        this.put(step, 'why', this.why);
        return step;
      }
      case Op.Reflection:
        return this.reflection(seq, nowMs);
      case Op.ToolCall: {
        const [toolName, args, callId] = [this.text(), this.carried(), this.text()];
        return { type: 'tool_call', toolName, args, callId, engine: REFLECT, seq, nowMs };
      }
      case Op.ToolResult: {
        const [toolName, callId, result] = [this.text(), this.text(), this.carried()];
        const step: Steps = { type: 'tool_result', toolName, callId, result, engine: REFLECT, seq, nowMs };
        this.put(step, 'error', this.text);
        return step;
      }
      case Op.Response: {
        const step: Steps = { type: 'response', content: this.text(), engine: REFLECT, seq, nowMs };
        this.put(step, 'why', this.why);
        return step;
      }
      case Op.Iteration: {
        const step: Steps = { type: 'iteration', iteration: this.number(), output: this.text(), seq, nowMs };
        this.put(step, 'done', this.flag);
        this.put(step, 'criteriaMet', this.flags);
        return step;
      }
      case Op.Critic:
        return { type: 'critic', iteration: this.number(), ...this.criticVerdict(), seq, nowMs };
      case Op.CriteriaSatisfied:
        return { type: 'criteria_satisfied', iteration: this.number(), byCritic: this.flag(), seq, nowMs };
      case Op.Ended: {
        const [status, accepted, stopReason] = [this.word(), this.flag(), this.word()];
        const [iterations, output] = [this.number(), this.text()];
        return { type: 'done', status, accepted, stopReason, iterations, output, seq, nowMs } as Steps;
      }
    }
  }

  private reflection(seq: number, nowMs: number): Step {
    const [assessment, needsRevision] = [this.rope(), this.flag()];
    const step = { type: 'reflection', assessment, needsRevision, engine: REFLECT } as Step & { type: 'reflection' };
    this.put(step, 'critiqueStatus', this.word);
    this.put(step, 'score', this.number);
    this.put(step, 'issues', this.texts);
    this.put(step, 'suggestion', this.text);
    this.put(step, 'criteriaMet', this.flags);
    this.put(step, 'confidence', this.number);
    this.put(step, 'reason', this.text);
    this.put(step, 'jurors', this.jurors);
    this.put(step, 'disagreement', this.flag);
    this.put(step, 'critic', this.number);
    step.draftIndex = this.number();
    this.put(step, 'callId', this.text);
    this.put(step, 'why', this.why);
    step.seq = seq;
    step.nowMs = nowMs;
    return step;
  }

  private call(op: Op.AskModel | Op.RunTool | Op.Verify): Call {
    const callId = this.text();
    const timeoutMs = this.number();
    const idempotencyKey = `${this.run.key}/${callId}`;
    switch (op) {
      case Op.AskModel:
        return this.model(callId, timeoutMs, idempotencyKey);
      case Op.RunTool: {
        const [toolName, toolCallId, args] = [this.text(), this.text(), this.carried()];
        return { kind: 'tool', callId, toolName, toolCallId, args, timeoutMs, idempotencyKey };
      }
      case Op.Verify: {
        const [verifier, draft, draftIndex] = [this.text(), this.text(), this.number()];
        return { kind: 'verify', callId, verifier, draft, draftIndex, timeoutMs, idempotencyKey };
      }
    }
  }

  private model(callId: string, timeoutMs: number, idempotencyKey: string): Call {
    const call: Call = {
      kind: 'model',
      callId,
      purpose: this.word(),
      iteration: this.number(),
      attempt: this.number(),
      draftIndex: this.number(),
      messages: this.list(this.message),
      timeoutMs,
      idempotencyKey,
    };
    this.put(call, 'critic', this.number);
    this.put(call, 'n', this.number);
    this.put(call, 'drafts', () => this.list(this.number));
    this.put(call, 'tools', this.tools);
    this.put(call, 'responseSchema', this.schema);
    this.put(call, 'criticFeedback', this.texts);
    return call;
  }

  private schema(): Record<string, unknown> {
    const source = this.numbers[this.at + 1] as Source;
    if (source !== Source.Constant) return this.carried() as Record<string, unknown>;
    const [address, length] = [this.numbers[this.at + 2] as number, this.numbers[this.at + 3] as number];
    this.at += 4;
    return this.memory.schema(address, length);
  }

  private tools(): ToolSchema[] {
    const tools = this.list(this.text).flatMap((name) => this.run.tools.get(name) ?? []);
    // A copy: a model function may change what it is given.
    return JSON.parse(JSON.stringify(tools)) as ToolSchema[];
  }

  private message(): Message {
    const role = this.word() as Message['role'];
    const message: Message = { role, content: this.maybe(this.rope) ?? this.list(this.part) };
    this.put(message, 'toolCallId', this.text);
    this.put(message, 'toolCalls', () => this.list(this.toolCall));
    this.put(message, 'metadata', this.carried);
    return message;
  }

  private part(): Part {
    const part = this.carried() as Part & { text?: string };
    this.put(part, 'text', this.text);
    return part;
  }

  private toolCall(): ToolCall {
    const call: ToolCall = { id: this.text(), name: this.text(), arguments: this.carried() };
    this.put(call, 'metadata', this.carried);
    return call;
  }

  private why(): Why {
    const action = this.word<Why['action']>();
    const draftIndex = this.maybe(this.number);
    const why: Why = { action, ...(draftIndex !== undefined && { draftIndex }), reason: this.text() };
    this.put(why, 'gains', () => this.list(this.gain));
    this.put(why, 'posterior', () => this.list(this.belief));
    this.put(why, 'pAccept', this.number);
    this.put(why, 'calibrated', this.flag);
    return why;
  }

  private gain(): ExpectedGain {
    const [action, draftIndex] = [this.word<Why['action']>(), this.maybe(this.number)];
    return { action, ...(draftIndex !== undefined && { draftIndex }), gain: this.number() };
  }

  private belief(): Belief {
    const belief: Belief = { draftIndex: this.number(), mean: this.number(), sd: this.number() };
    this.put(belief, 'expectedScore', this.number);
    return belief;
  }

  private result(): HostedResult {
    const result = this.begun<HostedResult>('ReflectResult');
    const trace = {} as ReflectTrace;
    result.output = this.text();
    result.status = this.word();
    result.accepted = this.flag();
    this.put(result, 'acceptedBy', this.word);
    trace.judged = this.flag();
    result.reviewReasons = this.list<ReviewReason>(this.word);
    result.stopReason = this.word();
    this.put(result, 'score', this.number);
    this.put(result, 'confidence', this.number);
    result.iterations = this.number();
    trace.reflections = this.number();
    trace.draftIndex = this.number();
    this.put(trace, 'critique', this.reading);
    this.put(trace, 'critiqueStatus', this.word);
    this.put(trace, 'jurors', this.jurors);
    this.put(trace, 'disagreement', this.flag);
    trace.drafts = this.list(this.draft);
    trace.dropped = this.number();
    trace.revisionHistory = this.list(this.revision);
    result.usage = this.usage();
    result.errors = this.list(this.error);
    result.runId = this.run.runId;
    result.durationMs = this.number();
    const [strategy, engineVersion, promptVersion] = [this.text(), this.text(), this.text()];
    const requirements = this.list(this.text);
    trace.metadata = { strategy, engineVersion, promptVersion, ...(requirements.length > 0 && { requirements }) };
    this.put(result, 'failure', this.failure);
    result.trace = trace;
    return result;
  }

  private autopilotResult(): AutopilotOutcome {
    const result = this.begun<AutopilotOutcome>('AutopilotResult');
    const trace = {} as AutopilotTrace;
    result.output = this.text();
    result.status = this.word();
    result.accepted = this.flag();
    this.put(result, 'acceptedBy', this.word);
    trace.judged = this.flag();
    result.reviewReasons = this.list<ReviewReason>(this.word);
    result.stopReason = this.word();
    result.iterations = this.number();
    this.put(result, 'criticVerdict', this.criticVerdict);
    result.usage = this.usage();
    result.errors = this.list(this.error);
    result.runId = this.run.runId;
    result.durationMs = this.number();
    this.put(result, 'failure', this.failure);
    result.trace = trace;
    return result;
  }

  /** A result without its fields: its snapshot is of the run as it is now. */
  private begun<R>(name: string): R {
    const { run, seq } = this;
    return new RunResult(name, () => run.snapshot(seq)) as R;
  }

  private criticVerdict(): CriticVerdict {
    const [criteriaMet, confidence] = [this.flags(), this.number()];
    const verdict: CriticVerdict = { criteriaMet, confidence, suggestions: this.texts(), reasoning: this.text() };
    this.put(verdict, 'reason', this.text);
    return verdict;
  }

  private reading(): Reading {
    const reading = { status: this.word() } as Reading;
    this.put(reading, 'score', this.number);
    this.put(reading, 'needsRevision', this.flag);
    reading.issues = this.texts();
    this.put(reading, 'suggestion', this.text);
    this.put(reading, 'criteriaMet', this.flags);
    this.put(reading, 'confidence', this.number);
    this.put(reading, 'suggestions', this.texts);
    this.put(reading, 'reasoning', this.text);
    this.put(reading, 'reason', this.text);
    this.put(reading, 'beside', this.text);
    return reading;
  }

  private jurors(): Juror[] {
    return this.list(this.juror);
  }

  private juror(): Juror {
    const juror = { critic: this.number(), status: this.word() } as Juror;
    this.put(juror, 'accepted', this.flag);
    this.put(juror, 'score', this.number);
    this.put(juror, 'needsRevision', this.flag);
    this.put(juror, 'criteriaMet', this.flags);
    this.put(juror, 'confidence', this.number);
    juror.issues = this.texts();
    this.put(juror, 'reason', this.text);
    this.put(juror, 'raw', this.text);
    return juror;
  }

  private draft(): Draft {
    const draft = { index: this.number(), text: this.text() } as Draft;
    this.put(draft, 'raw', this.text);
    this.put(draft, 'parent', this.number);
    this.put(draft, 'told', this.flag);
    draft.callId = this.text();
    draft.judged = this.flag();
    this.put(draft, 'score', this.number);
    this.put(draft, 'duplicateOf', this.number);
    this.put(draft, 'oscillation', this.flag);
    this.put(draft, 'lengthGrowth', this.number);
    this.put(draft, 'answer', this.text);
    draft.verifiers = this.map(this.verdict);
    return draft;
  }

  private revision(): Revision {
    const revision = { iteration: this.number(), draftIndex: this.number() } as Revision;
    this.put(revision, 'critique', this.reading);
    this.put(revision, 'critiqueStatus', this.word);
    this.put(revision, 'rawCritique', this.text);
    this.put(revision, 'jurors', this.jurors);
    this.put(revision, 'disagreement', this.flag);
    this.put(revision, 'critic', this.number);
    this.put(revision, 'callId', this.text);
    revision.verifiers = this.map(this.verdict);
    return revision;
  }

  private verdict(): VerifierVerdict {
    const verdict: VerifierVerdict = { passed: this.flag() };
    this.put(verdict, 'issues', this.texts);
    this.put(verdict, 'score', this.number);
    return verdict;
  }

  private usage(): UsageReport {
    return { total: this.tokens(), byPurpose: this.map(this.used) };
  }

  private used(): UsageReport['byPurpose'][string] {
    const used = this.tokens() as UsageReport['byPurpose'][string];
    used.calls = this.number();
    used.failed = this.number();
    return used;
  }

  private tokens(): Usage {
    const usage: Usage = {};
    this.put(usage, 'inputTokens', this.number);
    this.put(usage, 'outputTokens', this.number);
    this.put(usage, 'totalTokens', this.number);
    this.put(usage, 'cachedTokens', this.number);
    this.put(usage, 'reasoningTokens', this.number);
    this.put(usage, 'costUsd', this.number);
    this.put(usage, 'estimated', this.flag);
    return usage;
  }

  private error(): RunError {
    const error = { code: this.text(), message: this.text() } as RunError;
    this.put(error, 'callId', this.text);
    error.seq = this.number();
    return error;
  }

  private failure(): NonNullable<HostedResult['failure']> {
    const failure: NonNullable<HostedResult['failure']> = { code: this.word(), message: this.text() };
    this.put(failure, 'callId', this.text);
    return failure;
  }

  private number(): number {
    return this.numbers[this.at++] as number;
  }

  private flag(): boolean {
    return this.number() === 1;
  }

  /** What may be absent: one NaN then. */
  private maybe<T>(read: () => T): T | undefined {
    if (!Number.isNaN(this.numbers[this.at])) return read.call(this);
    this.at += 1;
    return undefined;
  }

  /** An absent value leaves no key. */
  private put<O, K extends keyof O>(object: O, key: K, read: () => Exclude<O[K], undefined>): void {
    const value = this.maybe(read);
    if (value !== undefined) object[key] = value;
  }

  private list<T>(read: () => T): T[] {
    const list: T[] = [];
    for (let left = this.number(); left > 0; left--) list.push(read.call(this));
    return list;
  }

  private map<T>(read: () => T): Record<string, T> {
    const map: Record<string, T> = {};
    for (let left = this.number(); left > 0; left--) map[this.text()] = read.call(this);
    return map;
  }

  private flags(): boolean[] {
    return this.list(this.flag);
  }

  private texts(): string[] {
    return this.list(this.text);
  }

  private rope(): string {
    let text = '';
    for (let left = this.number(); left > 0; left--) text += this.text();
    return text;
  }

  private text(): string {
    const source: Source = this.number();
    const first = this.number();
    const second = this.number();
    switch (source) {
      case Source.Constant:
        return this.memory.constant(first, second);
      case Source.Memory:
        return this.memory.text(first, second);
      case Source.Host: {
        const text = this.run.texts[first] as string;
        const units = this.number();
        return units === text.length ? text : text.substring(second, second + units);
      }
    }
  }

  /** One of the words of a type, as the core has it. */
  private word<W extends string>(): W {
    return this.text() as W;
  }

  /** A value that the core only hands on. */
  private carried(): Json {
    const isText = this.flag();
    const text = this.text();
    return isText ? text : parsed(text);
  }
}

/** A model may have written a key `__proto__`, to set a prototype. */
function parsed(text: string): Json {
  return (text.includes('__proto__') ? JSON.parse(text, withoutProto) : JSON.parse(text)) as Json;
}

function withoutProto(this: unknown, key: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== '__proto__'));
  }
  return key === '__proto__' ? undefined : value;
}
