// Reads what a run of the engine wants: the list of numbers that `src/js/ops.rs` writes, entry for entry.

import type { AutopilotTrace } from '../autopilot-types.js';
import type { AutopilotStep, RunError, UsageReport } from '../generated/reflect_engine.js';
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
  Revision,
  Step,
  ToolCall,
  ToolSchema,
  Usage,
  VerifierVerdict,
  Why,
} from '../types.js';
import type { Memory } from './memory.js';
import { type AutopilotOutcome, RunResult } from './result.js';

/** What a run wants. */
export type Wanted =
  | { type: 'step'; step: Step | AutopilotStep }
  | { type: 'call'; call: Call; number: number }
  | { type: 'done'; result: HostedResult | AutopilotOutcome };

/** What the reader knows of a run. */
export interface Context {
  /** Texts that the core knows by their numbers. */
  readonly texts: readonly string[];
  readonly tools: ReadonlyMap<string, ToolSchema>;
  /** What every idempotency key begins with. */
  readonly key: string;
  readonly stepsTaken: number;
  readonly runId: string;
  /** Writes the snapshot of the run as it is now, when so many steps were shown. */
  snapshotter(stepsShown: number): () => string;
  /** The loop went on: an entry of the log. */
  advanced(nowMs: number): void;
}

type Steps = Exclude<Wanted, { type: 'call' | 'done' }>['step'];

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
  read(length: number): Wanted[] {
    this.open();
    this.seq = this.run.stepsTaken;
    const end = this.at + length;
    const wanted: Wanted[] = [];
    while (this.at < end) {
      const entry = this.entry(this.number() as Op);
      if (entry !== undefined) wanted.push(entry);
    }
    return wanted;
  }

  /** What is there of one critique. */
  readReading(): Reading {
    this.open();
    return this.reading();
  }

  private open(): void {
    this.at = this.memory.opsAt() / 8;
    this.memory.look();
    this.numbers = this.memory.numbers;
  }

  private entry(op: Op): Wanted | undefined {
    switch (op) {
      case Op.AskModel:
        return { type: 'call', number: this.number(), call: this.model() };
      case Op.RunTool:
        return { type: 'call', number: this.number(), call: this.tool() };
      case Op.Verify:
        return { type: 'call', number: this.number(), call: this.verify() };
      case Op.Result:
        return { type: 'done', result: this.result() };
      case Op.AutopilotResult:
        return { type: 'done', result: this.autopilotResult() };
      case Op.Advance:
        this.run.advanced(this.number());
        return undefined;
      default:
        return { type: 'step', step: this.step(op) };
    }
  }

  private step(op: Exclude<Op, Op.AskModel | Op.RunTool | Op.Verify | Op.Result | Op.AutopilotResult | Op.Advance>): Steps {
    const seq = this.seq++;
    switch (op) {
      case Op.Thought: {
        const step: Steps = { type: 'thought', content: this.rope(), engine: REFLECT, seq, nowMs: 0 };
        put(step, 'why', this.why());
        step.nowMs = this.number();
        return step;
      }
      case Op.Reflection:
        return this.reflection(seq);
      case Op.ToolCall: {
        const toolName = this.text();
        const args = this.carried();
        return { type: 'tool_call', toolName, args, callId: this.text(), engine: REFLECT, seq, nowMs: this.number() };
      }
      case Op.ToolResult: {
        const [toolName, callId, result] = [this.text(), this.text(), this.carried()];
        const step: Steps = { type: 'tool_result', toolName, callId, result, engine: REFLECT, seq, nowMs: 0 };
        put(step, 'error', this.textIf());
        step.nowMs = this.number();
        return step;
      }
      case Op.Response: {
        const step: Steps = { type: 'response', content: this.text(), engine: REFLECT, seq, nowMs: 0 };
        put(step, 'why', this.why());
        step.nowMs = this.number();
        return step;
      }
      case Op.Iteration: {
        const step: Steps = {
          type: 'iteration',
          iteration: this.number(),
          output: this.text(),
          seq,
          nowMs: 0,
        };
        put(step, 'done', this.flagIf());
        put(step, 'criteriaMet', this.flagsIf());
        step.nowMs = this.number();
        return step;
      }
      case Op.Critic: {
        const [iteration, criteriaMet, confidence] = [this.number(), this.flags(), this.number()];
        const [suggestions, reasoning] = [this.texts(), this.text()];
        const step: Steps = {
          type: 'critic',
          iteration,
          criteriaMet,
          confidence,
          suggestions,
          reasoning,
          seq,
          nowMs: 0,
        };
        put(step, 'reason', this.textIf());
        step.nowMs = this.number();
        return step;
      }
      case Op.CriteriaSatisfied: {
        const [iteration, byCritic] = [this.number(), this.flag()];
        return { type: 'criteria_satisfied', iteration, byCritic, seq, nowMs: this.number() };
      }
      case Op.Ended: {
        const [status, accepted, stopReason] = [this.word(), this.flag(), this.word()];
        const [iterations, output] = [this.number(), this.text()];
        const ended = { type: 'done', status, accepted, stopReason, iterations, output };
        return { ...ended, seq, nowMs: this.number() } as Steps;
      }
    }
  }

  private reflection(seq: number): Step {
    const [assessment, needsRevision] = [this.rope(), this.flag()];
    const step = { type: 'reflection', assessment, needsRevision, engine: REFLECT } as Step & { type: 'reflection' };
    put(step, 'critiqueStatus', this.wordIf());
    put(step, 'score', this.numberIf());
    put(step, 'issues', this.textsIf());
    put(step, 'suggestion', this.textIf());
    put(step, 'criteriaMet', this.flagsIf());
    put(step, 'confidence', this.numberIf());
    put(step, 'reason', this.textIf());
    put(step, 'jurors', this.jurorsIf());
    put(step, 'disagreement', this.flagIf());
    put(step, 'critic', this.numberIf());
    step.draftIndex = this.number();
    put(step, 'callId', this.textIf());
    put(step, 'why', this.why());
    step.seq = seq;
    step.nowMs = this.number();
    return step;
  }

  private model(): Call {
    const callId = this.text();
    const call: Call = {
      kind: 'model',
      callId,
      purpose: this.word(),
      iteration: this.number(),
      attempt: this.number(),
      draftIndex: this.number(),
      messages: NONE,
      timeoutMs: 0,
      idempotencyKey: `${this.run.key}/${callId}`,
    };
    put(call, 'critic', this.numberIf());
    put(
      call,
      'drafts',
      this.someOf(() => this.list(() => this.number())),
    );
    call.timeoutMs = this.number();
    const messages: Message[] = [];
    for (let left = this.number(); left > 0; left--) messages.push(this.message());
    call.messages = messages;
    put(call, 'tools', this.tools());
    put(call, 'responseSchema', this.schema());
    put(call, 'criticFeedback', this.textsIf());
    return call;
  }

  private schema(): Record<string, unknown> | undefined {
    const isOurs = (this.numbers[this.at] as number) >= 0 && this.numbers[this.at + 1] === Source.Constant;
    if (!isOurs) return this.carriedIf() as Record<string, unknown> | undefined;
    this.at += 1;
    const [address, length] = [this.numbers[this.at + 1] as number, this.numbers[this.at + 2] as number];
    this.at += 3;
    return this.memory.schema(address, length);
  }

  private tools(): ToolSchema[] | undefined {
    const count = this.number();
    if (count < 0) return undefined;
    const tools: ToolSchema[] = [];
    for (let left = count; left > 0; left--) {
      const tool = this.run.tools.get(this.text());
      // A copy: a model function may change what it is given.
      if (tool !== undefined) tools.push(structured(tool));
    }
    return tools;
  }

  private message(): Message {
    const role = this.word() as Message['role'];
    const pieces = this.number();
    const message: Message = { role, content: pieces < 0 ? this.list(() => this.part()) : this.pieces(pieces) };
    put(message, 'toolCallId', this.textIf());
    put(
      message,
      'toolCalls',
      this.someOf(() => this.list(() => this.toolCall())),
    );
    put(message, 'metadata', this.carriedIf());
    return message;
  }

  private part(): Part {
    const part = this.carried() as Part & { text?: string };
    put(part, 'text', this.textIf());
    return part;
  }

  private toolCall(): ToolCall {
    const call: ToolCall = { id: this.text(), name: this.text(), arguments: this.carried() };
    put(call, 'metadata', this.carriedIf());
    return call;
  }

  private why(): Why | undefined {
    const action = this.wordIf<Why['action']>();
    if (action === undefined) return undefined;
    const draftIndex = this.numberIf();
    const why: Why = { action, ...(draftIndex !== undefined && { draftIndex }), reason: this.text() };
    put(
      why,
      'gains',
      this.someOf(() => this.list(() => this.gain())),
    );
    put(
      why,
      'posterior',
      this.someOf(() => this.list(() => this.belief())),
    );
    put(why, 'pAccept', this.numberIf());
    put(why, 'calibrated', this.flagIf());
    return why;
  }

  private gain(): ExpectedGain {
    const [action, draftIndex] = [this.word<Why['action']>(), this.numberIf()];
    return { action, ...(draftIndex !== undefined && { draftIndex }), gain: this.number() };
  }

  private belief(): Belief {
    const belief: Belief = { draftIndex: this.number(), mean: this.number(), sd: this.number() };
    put(belief, 'expectedScore', this.numberIf());
    return belief;
  }

  private tool(): Call {
    const callId = this.text();
    const [toolName, toolCallId, args] = [this.text(), this.text(), this.carried()];
    const idempotencyKey = `${this.run.key}/${callId}`;
    return { kind: 'tool', callId, toolName, toolCallId, args, timeoutMs: this.number(), idempotencyKey };
  }

  private verify(): Call {
    const callId = this.text();
    const [verifier, draft, draftIndex] = [this.text(), this.text(), this.number()];
    const idempotencyKey = `${this.run.key}/${callId}`;
    return { kind: 'verify', callId, verifier, draft, draftIndex, timeoutMs: this.number(), idempotencyKey };
  }

  private result(): HostedResult {
    const result = new RunResult(this.run.snapshotter(this.seq)) as unknown as HostedResult;
    const trace = {} as ReflectTrace;
    result.output = this.text();
    result.status = this.word();
    result.accepted = this.flag();
    put(result, 'acceptedBy', this.wordIf());
    trace.judged = this.flag();
    result.reviewReasons = this.list(() => this.word());
    result.stopReason = this.word();
    put(result, 'score', this.numberIf());
    result.iterations = this.number();
    trace.reflections = this.number();
    trace.draftIndex = this.number();
    put(trace, 'critique', this.readingIf());
    put(trace, 'critiqueStatus', this.wordIf());
    put(trace, 'jurors', this.jurorsIf());
    put(trace, 'disagreement', this.flagIf());
    trace.drafts = this.list(() => this.draft());
    trace.dropped = this.number();
    trace.revisionHistory = this.list(() => this.revision());
    result.usage = this.usage();
    result.errors = this.list(() => this.error());
    result.runId = this.run.runId;
    result.durationMs = this.number();
    const [strategy, engineVersion, promptVersion] = [this.text(), this.text(), this.text()];
    const requirements = this.list(() => this.text());
    trace.metadata = { strategy, engineVersion, promptVersion, ...(requirements.length > 0 && { requirements }) };
    put(result, 'failure', this.failure());
    result.trace = trace;
    return result;
  }

  private autopilotResult(): AutopilotOutcome {
    const result = new RunResult(this.run.snapshotter(this.seq)) as unknown as AutopilotOutcome;
    const trace = {} as AutopilotTrace;
    result.output = this.text();
    result.status = this.word();
    result.accepted = this.flag();
    put(result, 'acceptedBy', this.wordIf());
    trace.judged = this.flag();
    result.stopReason = this.word();
    result.iterations = this.number();
    if (this.flag()) {
      const [criteriaMet, confidence] = [this.flags(), this.number()];
      trace.criticVerdict = { criteriaMet, confidence, suggestions: this.texts(), reasoning: this.text() };
      put(trace.criticVerdict, 'reason', this.textIf());
    }
    result.usage = this.usage();
    result.errors = this.list(() => this.error());
    result.runId = this.run.runId;
    result.durationMs = this.number();
    put(result, 'failure', this.failure());
    result.trace = trace;
    return result;
  }

  private readingIf(): Reading | undefined {
    return this.flag() ? this.reading() : undefined;
  }

  private reading(): Reading {
    const reading = { status: this.word() } as Reading;
    put(reading, 'score', this.numberIf());
    put(reading, 'needsRevision', this.flagIf());
    reading.issues = this.texts();
    put(reading, 'suggestion', this.textIf());
    put(reading, 'criteriaMet', this.flagsIf());
    put(reading, 'confidence', this.numberIf());
    put(reading, 'suggestions', this.textsIf());
    put(reading, 'reasoning', this.textIf());
    put(reading, 'reason', this.textIf());
    put(reading, 'beside', this.textIf());
    return reading;
  }

  private jurorsIf(): Juror[] | undefined {
    const count = this.number();
    if (count < 0) return undefined;
    const jurors: Juror[] = [];
    for (let left = count; left > 0; left--) {
      const juror = { critic: this.number(), status: this.word() } as Juror;
      put(juror, 'accepted', this.flagIf());
      put(juror, 'score', this.numberIf());
      put(juror, 'needsRevision', this.flagIf());
      put(juror, 'criteriaMet', this.flagsIf());
      put(juror, 'confidence', this.numberIf());
      juror.issues = this.texts();
      put(juror, 'reason', this.textIf());
      put(juror, 'raw', this.textIf());
      jurors.push(juror);
    }
    return jurors;
  }

  private draft(): Draft {
    const draft = { index: this.number(), text: this.text() } as Draft;
    put(draft, 'raw', this.textIf());
    put(draft, 'parent', this.numberIf());
    draft.callId = this.text();
    draft.judged = this.flag();
    put(draft, 'score', this.numberIf());
    put(draft, 'duplicateOf', this.numberIf());
    put(draft, 'oscillation', this.flagIf());
    put(draft, 'lengthGrowth', this.numberIf());
    draft.verifiers = this.verdicts();
    return draft;
  }

  private revision(): Revision {
    const revision = { iteration: this.number(), draftIndex: this.number() } as Revision;
    put(revision, 'critique', this.readingIf());
    put(revision, 'critiqueStatus', this.wordIf());
    put(revision, 'rawCritique', this.textIf());
    put(revision, 'jurors', this.jurorsIf());
    put(revision, 'disagreement', this.flagIf());
    put(revision, 'critic', this.numberIf());
    put(revision, 'callId', this.textIf());
    revision.verifiers = this.verdicts();
    return revision;
  }

  private verdicts(): Record<string, VerifierVerdict> {
    const verdicts: Record<string, VerifierVerdict> = {};
    for (let left = this.number(); left > 0; left--) {
      const name = this.text();
      const verdict: VerifierVerdict = { passed: this.flag() };
      put(verdict, 'issues', this.textsIf());
      put(verdict, 'score', this.numberIf());
      verdicts[name] = verdict;
    }
    return verdicts;
  }

  private usage(): UsageReport {
    const report: UsageReport = { total: this.tokens(), byPurpose: {} };
    for (let left = this.number(); left > 0; left--) {
      const purpose = this.text();
      const used = this.tokens() as UsageReport['byPurpose'][string];
      used.calls = this.number();
      used.failed = this.number();
      report.byPurpose[purpose] = used;
    }
    return report;
  }

  private tokens(): Usage {
    const usage: Usage = {};
    put(usage, 'inputTokens', this.numberIf());
    put(usage, 'outputTokens', this.numberIf());
    put(usage, 'totalTokens', this.numberIf());
    put(usage, 'cachedTokens', this.numberIf());
    put(usage, 'reasoningTokens', this.numberIf());
    put(usage, 'costUsd', this.numberIf());
    put(usage, 'estimated', this.flagIf());
    return usage;
  }

  private error(): RunError {
    const error = { code: this.text(), message: this.text() } as RunError;
    put(error, 'callId', this.textIf());
    error.seq = this.number();
    return error;
  }

  private failure(): HostedResult['failure'] | undefined {
    const [code, message] = [this.textIf(), this.textIf()];
    return code === undefined ? undefined : ({ code, message } as HostedResult['failure']);
  }

  private number(): number {
    return this.numbers[this.at++] as number;
  }

  private numberIf(): number | undefined {
    const number = this.number();
    return Number.isNaN(number) ? undefined : number;
  }

  private flag(): boolean {
    return this.number() === 1;
  }

  private flagIf(): boolean | undefined {
    const number = this.number();
    return Number.isNaN(number) ? undefined : number === 1;
  }

  private list<T>(read: () => T): T[] {
    const list: T[] = [];
    for (let left = this.number(); left > 0; left--) list.push(read());
    return list;
  }

  /** A list that may be absent; its length is NaN then. */
  private someOf<T>(read: () => T[]): T[] | undefined {
    if ((this.numbers[this.at] as number) >= 0) return read();
    this.at += 1;
    return undefined;
  }

  private flags(): boolean[] {
    return this.list(() => this.flag());
  }

  private flagsIf(): boolean[] | undefined {
    return this.someOf(() => this.flags());
  }

  private texts(): string[] {
    return this.list(() => this.text());
  }

  private textsIf(): string[] | undefined {
    return this.someOf(() => this.texts());
  }

  private rope(): string {
    return this.pieces(this.number());
  }

  private pieces(count: number): string {
    let text = '';
    for (let left = count; left > 0; left--) text += this.text();
    return text;
  }

  private text(): string {
    return this.textIf() ?? '';
  }

  private textIf(): string | undefined {
    const source: Source = this.number();
    if (source === Source.Absent) return undefined;
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

  private wordIf<W extends string>(): W | undefined {
    return this.textIf() as W | undefined;
  }

  /** A value that the core only hands on. */
  private carried(): Json {
    return this.carriedIf() ?? null;
  }

  private carriedIf(): Json | undefined {
    const isText = this.number();
    if (isText < 0) return undefined;
    const text = this.text();
    return isText === 1 ? text : parsed(text);
  }
}

const NONE: never[] = [];

/** An absent value leaves no key. */
function put<O, K extends keyof O>(object: O, key: K, value: O[K] | undefined): void {
  if (value !== undefined) object[key] = value;
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

function structured(tool: ToolSchema): ToolSchema {
  return JSON.parse(JSON.stringify(tool)) as ToolSchema;
}
