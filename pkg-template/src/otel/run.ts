// One run as a trace. A callback enters the context of its own span by hand: nothing relies on who called it, or when. Names that begin with
// `gen_ai.` and `error.` are of the semantic conventions of OpenTelemetry for generative AI, version 0.1.0, in which all of them are still in
// development, and in which a workflow's name is that of an agent. Those that begin with `reflect.` are ours.

import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { isPlain } from '../check/kind.js';
import { overlay } from '../check/overlay.js';
import type { Gate, GateTask } from '../engine/gate.js';
import { describeError, ignored } from '../error.js';
import type { ModelResponse } from '../given-types.js';
import type { CallEvent, Judge, Model, ReflectResult, ReflectTask, ResumeTask, Step, Tool } from '../types.js';
import { Content } from './content.js';
import { emit, record } from './global.js';

export interface Traced {
  name: string;
  chatSpans: boolean;
  content: boolean;
  onEvaluation?: ((evaluation: TracedEvaluation) => void) | undefined;
}

/** What a critic or a verifier made of a draft, or how a run ended. */
export interface TracedEvaluation {
  /** `critique`, in a jury `critique.judge-1` and so on, or the name of the verifier; of a run `accepted`. */
  name: string;
  kind: 'critic' | 'verifier' | 'run';
  runId: string;
  /** Number of the draft; of a run how many there were. */
  iteration: number;
  /** Of a critic points, `0..=10`; of a verifier `0..=1`, and 1 or 0 where it gives none. */
  score?: number | undefined;
  /** Of a run: whether it was accepted. */
  passed?: boolean | undefined;
  /** Issues; only with `content`, and as `redact` leaves them. Of a run who accepted it, else why it ended. */
  explanation?: string | undefined;
  /** Why there is no verdict: `no_json`, `verifier_error`. */
  error?: string | undefined;
  /** Who judged, where that is known. */
  judge?: Judge | undefined;
  /** Of the span of the draft or the run; absent without an SDK. */
  traceId?: string | undefined;
  spanId?: string | undefined;
}

/** A judgement before it is recorded. */
type Judgement = Pick<TracedEvaluation, 'name' | 'kind' | 'passed' | 'score' | 'error' | 'judge'> & {
  draftIndex: number;
  issues: readonly string[] | undefined;
};

type AnyTask = ReflectTask<never> | ResumeTask<never> | Partial<GateTask<never>>;

export class RunTrace {
  private readonly settings: Traced;
  private readonly content: Content | undefined;
  private readonly span: Span;
  /** Where calls are made: in the run, or in the submission of a draft that is being judged. */
  private here: Context;
  /** The first span of the run, where that began in another process, or as another gate. */
  private readonly first: SpanContext | undefined;
  private readonly startMs = performance.now();
  /** Spans of calls that are out: what nobody waits for any more may never end by itself. */
  private readonly open = new Set<Span>();
  /** What a judgement of a draft is recorded with. */
  private readonly drafts = new Map<number, { context: Context; responseId?: string | undefined }>();
  /** Drafts that failed a check: whether they are to be revised does not say what their critic thinks. */
  private readonly failing = new Set<number>();
  private runId = '';
  /** One model stays one, since a model that judges itself is recognised. */
  private readonly models = new Map<Model, Model>();

  /** `snapshot`: of a gate that goes on, in the trace in which it was opened. */
  constructor(settings: Traced, { redact, input }: Partial<ReflectTask<unknown>>, snapshot?: string) {
    this.settings = settings;
    if (settings.content) this.content = new Content(redact);
    const attributes = { 'gen_ai.operation.name': 'invoke_workflow', 'gen_ai.agent.name': settings.name };
    this.first = spanIn(snapshot);
    const outside = this.first === undefined ? context.active() : trace.setSpanContext(context.active(), this.first);
    this.span = started(`invoke_workflow ${settings.name}`, SpanKind.INTERNAL, attributes, outside);
    this.here = trace.setSpan(outside, this.span);
    this.open.add(this.span);
    this.say(this.span, (content) => input && { 'gen_ai.input.messages': content.input(input) });
  }

  within<R>(call: () => R): R {
    return context.with(this.here, call);
  }

  /** The task with callbacks that are traced. What is not a callback is left as it is, for the engine to refuse. */
  task<T extends AnyTask>(task: T): T {
    const { model, critic, tools, onStep, onCall } = task as Partial<ReflectTask<never>>;
    const critics: unknown = Array.isArray(critic) ? critic.map((one) => this.critic(one)) : this.critic(critic);
    return {
      ...task,
      ...(model !== undefined && { model: this.model(model) }),
      ...(critic !== undefined && { critic: critics }),
      ...(Array.isArray(tools) && { tools: tools.map((tool: Tool) => this.tool(tool)) }),
      onStep: observed(onStep, (step) => this.step(step)),
      onCall: observed(onCall, (event) => this.call(event)),
    };
  }

  /** The same gate, each of whose submissions has a span, and whose snapshot says in which trace it goes on. */
  gate<T>(gate: Gate<T>): Gate<T> {
    const root = this.here;
    let judged: Promise<unknown> = Promise.resolve();
    const submit: Gate<T>['submit'] = (draft, submission) => {
      const verdict = this.spanned(`submit ${this.settings.name}`, SpanKind.INTERNAL, {}, async (span, place) => {
        this.here = place;
        this.say(span, (content) => ({ 'gen_ai.output.messages': content.output(draft) }));
        const verdict = await gate.submit(draft, submission).finally(() => {
          this.here = root;
        });
        set(span, () => ({ 'reflect.done': verdict.done, ...(verdict.done && outcomeOf(verdict.result)) }));
        return verdict;
      });
      const before = judged;
      judged = verdict.catch(() => {}).then(() => before);
      // Who has the result finds its whole trace.
      return verdict.then((verdict) => (verdict.done ? over.then(() => verdict) : verdict));
    };
    const snapshot = (): string => {
      // It may go on elsewhere, and nobody says that this one is left.
      this.close(this.span);
      return withSpan(gate.snapshot, this.first ?? this.span.spanContext());
    };
    const over = this.ended(gate.ended.finally(() => judged)).then(
      () => {},
      () => {},
    );
    return overlay(gate, {
      submit,
      get snapshot() {
        return snapshot();
      },
    });
  }

  /** The end of the run, of which this is the promise. */
  async ended<R extends ReflectResult<unknown>>(result: Promise<R>): Promise<R> {
    try {
      const made = await result;
      this.finished(made);
      return made;
    } catch (thrown) {
      this.failed(thrown);
      throw thrown;
    }
  }

  /** The run did not come to a result, or never began. */
  failed(thrown: unknown): void {
    this.finished((thrown as { result?: ReflectResult<unknown> } | null)?.result, { thrown });
  }

  private finished(result: ReflectResult<unknown> | undefined, failure?: { thrown: unknown }): void {
    for (const span of this.open) if (span !== this.span) this.close(span, { thrown: { code: 'abandoned' } });
    if (result !== undefined) {
      const { runId, iterations: iteration, accepted: passed, acceptedBy, stopReason } = result;
      const said = { score: Number(passed), passed, explanation: acceptedBy ?? stopReason };
      this.tell({ name: 'accepted', kind: 'run', runId, iteration, ...said }, this.here);
      if (this.open.has(this.span)) {
        set(this.span, () => outcomeOf(result));
        this.say(this.span, (content) => ({ 'gen_ai.output.messages': content.output(result.output) }));
      }
    }
    const error = failure && { 'error.type': errorType(failure.thrown) };
    const attributes = { 'gen_ai.operation.name': 'invoke_workflow', 'gen_ai.agent.name': this.settings.name, ...error };
    quietly(() => record((performance.now() - this.startMs) / 1_000, attributes, this.here));
    this.close(this.span, failure);
  }

  private model<M>(model: M): M {
    if (typeof model !== 'function') return model;
    const original = model as unknown as Model;
    const spanned = this.models.get(original) ?? this.spannedModel(original);
    this.models.set(original, spanned);
    return spanned as unknown as M;
  }

  private critic(critic: unknown): unknown {
    if (typeof critic !== 'object' || critic === null) return this.model(critic);
    const { model, tools } = critic as { model?: unknown; tools?: unknown };
    const own = { model: this.model(model), ...(Array.isArray(tools) && { tools: tools.map((tool) => this.tool(tool)) }) };
    // The keys of a plain one are checked; any other is still what it was, with this prototype.
    return isPlain(critic) ? { ...critic, ...own } : Object.create(critic, Object.getOwnPropertyDescriptors(own));
  }

  private spannedModel(model: Model): Model {
    return async (request) => {
      const { callId, purpose, iteration, attempt, n } = request;
      const isDraft = purpose === 'answer' || purpose === 'revision';
      const keep = (reply: Partial<ModelResponse>, place: Context): void => {
        const draft = { context: place, responseId: reply.responseId ?? undefined };
        for (let at = 0; isDraft && at < (n ?? 1); at++) this.drafts.set(iteration - 1 + at, draft);
      };
      if (!this.settings.chatSpans) {
        const reply = await context.with(this.here, () => model(request));
        quietly(() => keep(reply as Partial<ModelResponse>, this.here));
        return reply;
      }
      const attributes = {
        'gen_ai.operation.name': 'chat',
        'reflect.call.id': callId,
        'reflect.call.purpose': purpose,
        'reflect.iteration': iteration,
        'reflect.call.attempt': attempt,
        ...(n !== undefined && { 'gen_ai.request.choice.count': n }),
      };
      return this.spanned('chat', SpanKind.CLIENT, attributes, async (span, place) => {
        keep({}, place);
        this.say(span, (content) => ({ 'gen_ai.input.messages': content.input(request.messages) }));
        const reply = await model(request);
        set(span, () => {
          const fields = (typeof reply === 'string' ? {} : reply) as Partial<ModelResponse>;
          keep(fields, place);
          const { model, responseId, finishReason, usage } = fields;
          if (model) span.updateName(`chat ${model}`);
          return {
            'gen_ai.request.model': model,
            'gen_ai.response.id': responseId,
            'gen_ai.response.finish_reasons': finishReason ? [finishReason] : undefined,
            'gen_ai.usage.input_tokens': usage?.inputTokens,
            'gen_ai.usage.output_tokens': usage?.outputTokens,
            'gen_ai.usage.cache_read.input_tokens': usage?.cachedTokens,
          };
        });
        this.say(span, (content) => ({ 'gen_ai.output.messages': content.output(reply) }));
        return reply;
      });
    };
  }

  private tool(tool: Tool): Tool {
    if (typeof tool?.execute !== 'function') return tool;
    const execute: Tool['execute'] = (args, call) => {
      const attributes = {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool.name,
        'gen_ai.tool.call.id': call.toolCallId,
        'reflect.call.id': call.callId,
      };
      return this.spanned(`execute_tool ${tool.name}`, SpanKind.INTERNAL, attributes, async (span) => {
        this.say(span, (content) => ({ 'gen_ai.tool.call.arguments': content.json(args) }));
        const result = await tool.execute(args, call);
        this.say(span, (content) => ({ 'gen_ai.tool.call.result': content.json(result) }));
        return result;
      });
    };
    return Object.create(tool, { execute: { value: execute, enumerable: true } }) as Tool;
  }

  /** Makes a call under a span of its own. */
  private async spanned<R>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    call: (span: Span, place: Context) => Promise<R>,
  ): Promise<R> {
    const span = started(name, kind, attributes, this.here);
    const place = trace.setSpan(this.here, span);
    this.open.add(span);
    try {
      const value = await context.with(place, () => call(span, place));
      this.close(span);
      return value;
    } catch (thrown) {
      this.close(span, { thrown });
      throw thrown;
    }
  }

  private close(span: Span, failure?: { thrown: unknown }): void {
    if (!this.open.delete(span)) return;
    quietly(() => {
      if (failure !== undefined) {
        const message = this.content?.text(describeError(failure.thrown));
        span.setAttribute('error.type', errorType(failure.thrown));
        span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
      }
      span.end();
    });
  }

  private step(step: Step): void {
    if (step.type !== 'reflection' || step.critiqueStatus === undefined) return;
    const { draftIndex, judge, jurors, critiqueStatus, needsRevision, score, issues } = step;
    for (const { critic, judge, accepted, score, issues, status, reason } of jurors ?? []) {
      const error = accepted === undefined ? (reason ?? status) : undefined;
      const name = `critique.judge-${critic + 1}`;
      this.judged({ name, kind: 'critic', draftIndex, passed: accepted, score, issues, error, judge });
    }
    if (jurors !== undefined) return;
    const isRead = critiqueStatus === 'read' || critiqueStatus === 'contradictory';
    const isClear = isRead && !(needsRevision && this.failing.has(draftIndex));
    const error = isRead ? undefined : (step.reason ?? critiqueStatus);
    const passed = isClear ? !needsRevision : undefined;
    this.judged({ name: 'critique', kind: 'critic', draftIndex, passed, score, issues, error, judge });
  }

  private call({ type, purpose, callId, runId, iteration, verdict, stoppedBy, error }: CallEvent): void {
    this.runId = runId;
    if (type !== 'end') return;
    const draftIndex = iteration - 1;
    if (stoppedBy !== undefined) this.stop(draftIndex, stoppedBy);
    else if (purpose !== 'verify') return;
    const { passed, score = passed === undefined ? undefined : Number(passed), issues } = verdict ?? {};
    if (passed !== true) this.failing.add(draftIndex);
    // `verify-1.unit.tests`, `usable-1`.
    const name = stoppedBy ?? callId.replace(/^[^.]*\.|-\d+$/, '');
    this.judged({ name, kind: 'verifier', draftIndex, passed, score, issues, error: error?.code });
  }

  /** A verifier stopped the draft that a call wrote: the abort of that call is no fault. */
  private stop(draftIndex: number, verifier: string): void {
    const { context: place } = this.drafts.get(draftIndex) ?? {};
    const span = this.settings.chatSpans && place && trace.getSpan(place);
    if (!span) return;
    set(span, () => ({ 'reflect.stopped_by': verifier }));
    this.close(span);
  }

  /** Records it in the context of the draft. Of its words, `redact` has seen them where there is one. */
  private judged({ draftIndex, issues, ...said }: Judgement): void {
    const { context: place = this.here, responseId } = this.drafts.get(draftIndex) ?? {};
    const explanation = this.content && issues?.length ? issues.join('\n') : undefined;
    const { passed, judge } = said;
    const iteration = draftIndex + 1;
    const attributes = present({
      'gen_ai.evaluation.name': said.name,
      'gen_ai.evaluation.score.value': said.score,
      'gen_ai.evaluation.score.label': passed === undefined ? undefined : passed ? 'pass' : 'fail',
      'gen_ai.evaluation.explanation': explanation,
      'error.type': said.error,
      'gen_ai.response.id': responseId,
      'reflect.judge.kind': said.kind,
      'reflect.judge.name': judge?.name,
      'reflect.judge.model': judge?.model,
      'reflect.iteration': iteration,
    });
    quietly(() => emit('gen_ai.evaluation.result', attributes, place));
    this.tell({ ...said, runId: this.runId, iteration, explanation }, place);
  }

  private tell(evaluation: TracedEvaluation, place: Context): void {
    const span = trace.getSpanContext(place);
    const { traceId, spanId } = (span && isSpanContextValid(span) && span) || {};
    quietly(() => ignored(this.settings.onEvaluation?.({ ...evaluation, traceId, spanId })));
  }

  private say(span: Span, attributes: (content: Content) => Attributes | undefined | ''): void {
    const { content } = this;
    if (content !== undefined) set(span, () => attributes(content) || {});
  }
}

function started(name: string, kind: SpanKind, attributes: Attributes, parent: Context): Span {
  const span = quietly(() => trace.getTracer('reflect-engine').startSpan(name, { kind, attributes }, parent));
  return span ?? trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
}

function set(span: Span, attributes: () => MaybeAttributes): void {
  quietly(() => span.setAttributes(present(attributes())));
}

type MaybeAttributes = Record<string, Attributes[string] | null>;

function outcomeOf(result: ReflectResult<unknown>): MaybeAttributes {
  return {
    'reflect.run.id': result.runId,
    'reflect.status': result.status,
    'reflect.accepted_by': result.acceptedBy,
    'reflect.stop_reason': result.stopReason,
    'reflect.iterations': result.iterations,
    'reflect.score': result.score,
    'gen_ai.usage.input_tokens': result.usage.total.inputTokens,
    'gen_ai.usage.output_tokens': result.usage.total.outputTokens,
  };
}

/** A snapshot that names a span, as the header `traceparent` does. An engine does not read it. */
function withSpan(snapshot: string, span: SpanContext): string {
  if (!isSpanContextValid(span)) return snapshot;
  const { traceId, spanId, traceFlags } = span;
  return `{"traceparent":"00-${traceId}-${spanId}-0${traceFlags & 1}",${snapshot.slice(1)}`;
}

function spanIn(snapshot: unknown): SpanContext | undefined {
  const named = typeof snapshot === 'string' && /"traceparent":\s*"00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])"/.exec(snapshot);
  if (!named) return undefined;
  const [, traceId = '', spanId = '', traceFlags] = named;
  return { traceId, spanId, traceFlags: Number(traceFlags), isRemote: true };
}

/** Nothing that fails in a trace changes the run: an exporter that throws, a reply that cannot be read. */
function quietly<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** An observer behind ours, which sees the same. */
function observed<E>(callback: ((event: E) => void) | undefined, observe: (event: E) => void): (event: E) => void {
  if (callback !== undefined && typeof callback !== 'function') return callback;
  return (event) => {
    observe(event);
    return callback?.(event);
  };
}

function present(attributes: MaybeAttributes): Attributes {
  const entries = Object.entries(attributes).filter(([, value]) => (value ?? undefined) !== undefined);
  return Object.fromEntries(entries) as Attributes;
}

/** A word for what was thrown: its code, or the name of its class. */
function errorType(thrown: unknown): string {
  const words = quietly(() => ['code', 'name'].map((key) => (thrown as { [key: string]: unknown })[key]));
  return words?.find((word): word is string => typeof word === 'string' && word !== '') ?? '_OTHER';
}
