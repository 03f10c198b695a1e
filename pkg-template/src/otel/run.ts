// One run as a trace. A callback enters the context of its own span by hand: nothing relies on who called it, or when.

import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { isPlain } from '../check/kind.js';
import { describeError } from '../error.js';
import type { ModelResponse } from '../given-types.js';
import type { CallEvent, Judge, Model, ReflectionStep, ReflectResult, ReflectTask, ResumeTask, Step, Tool } from '../types.js';
import { Content } from './content.js';
import { emit, record } from './global.js';
import * as names from './names.js';

/** The options of {@link traced}, each with its value. */
export interface Traced {
  name: string;
  chatSpans: boolean;
  content: boolean;
}

/** What a critic or a verifier made of a draft. */
interface Judgement {
  name: string;
  draftIndex: number;
  passed?: boolean | undefined;
  score?: number | undefined;
  issues?: readonly string[] | undefined;
  /** Why there is no verdict. */
  error?: string | undefined;
  /** Who judged, where that is known. */
  judge?: Judge | undefined;
}

type AnyTask = ReflectTask<never> | ResumeTask<never>;

export class RunTrace {
  private readonly settings: Traced;
  private readonly content: Content | undefined;
  private readonly span: Span;
  private readonly here: Context;
  private readonly startedMs = performance.now();
  /** Spans of calls that are out: what nobody waits for any more may never end by itself. */
  private readonly open = new Set<Span>();
  /** What a judgement of a draft is recorded with. */
  private readonly drafts = new Map<number, { context: Context; responseId: string | undefined }>();
  /** Drafts that failed a check: whether they are to be revised does not say what their critic thinks. */
  private readonly failing = new Set<number>();
  /** One model stays one, since a model that judges itself is recognised. */
  private readonly models = new Map<Model, Model>();

  constructor(settings: Traced, { redact, input }: Partial<ReflectTask<unknown>>) {
    this.settings = settings;
    if (settings.content) this.content = new Content(redact);
    const attributes = { [names.GEN_AI_OPERATION]: names.OPERATION_RUN, [names.GEN_AI_WORKFLOW]: settings.name };
    const outside = context.active();
    this.span = started(`${names.OPERATION_RUN} ${settings.name}`, SpanKind.INTERNAL, attributes, outside);
    this.here = trace.setSpan(outside, this.span);
    this.say(this.span, (content) => input && { [names.GEN_AI_INPUT]: content.input(input) });
  }

  /** Calls something in the context of the run. */
  within<R>(call: () => R): R {
    return context.with(this.here, call);
  }

  /** The task with callbacks that are traced. What is not a callback is left as it is, for the engine to refuse. */
  task<T extends AnyTask>(task: T): T {
    const { model, critic, tools, onStep, onCall } = task;
    const critics: unknown = Array.isArray(critic) ? critic.map((one) => this.critic(one)) : this.critic(critic);
    return {
      ...task,
      model: this.model(model),
      ...(critic !== undefined && { critic: critics }),
      ...(Array.isArray(tools) && { tools: tools.map((tool: Tool) => this.tool(tool)) }),
      onStep: watched(onStep, (step) => this.step(step)),
      onCall: watched(onCall, (event) => this.call(event)),
    };
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
    for (const span of this.open) this.close(span, { thrown: { code: 'abandoned' } });
    if (result !== undefined) {
      set(this.span, () => resultAttributes(result));
      this.say(this.span, (content) => ({ [names.GEN_AI_OUTPUT]: content.output(result.output) }));
    }
    const error = failure && { [names.ERROR_TYPE]: errorType(failure.thrown) };
    const attributes = { [names.GEN_AI_OPERATION]: names.OPERATION_RUN, [names.GEN_AI_WORKFLOW]: this.settings.name, ...error };
    quietly(() => record((performance.now() - this.startedMs) / 1_000, attributes, this.here));
    this.open.add(this.span);
    this.close(this.span, failure);
  }

  private model<M>(given: M): M {
    if (typeof given !== 'function') return given;
    const model = given as unknown as Model;
    const asked = this.models.get(model) ?? this.asked(model);
    this.models.set(model, asked);
    return asked as unknown as M;
  }

  private critic(given: unknown): unknown {
    if (typeof given !== 'object' || given === null) return this.model(given);
    const { model, tools } = given as { model?: unknown; tools?: unknown };
    const own = { model: this.model(model), ...(Array.isArray(tools) && { tools: tools.map((tool) => this.tool(tool)) }) };
    // The keys of a plain one are checked; any other is still what it was, with this prototype.
    return isPlain(given) ? { ...given, ...own } : Object.create(given, Object.getOwnPropertyDescriptors(own));
  }

  private asked(model: Model): Model {
    return async (request) => {
      const { callId, purpose, iteration, attempt } = request;
      const isDraft = purpose === 'answer' || purpose === 'revision';
      const keep = (reply: Partial<ModelResponse>, place: Context): void => {
        const draft = { context: place, responseId: reply.responseId ?? undefined };
        for (let at = 0; isDraft && at < (request.n ?? 1); at++) this.drafts.set(iteration - 1 + at, draft);
      };
      if (!this.settings.chatSpans) {
        const reply = await context.with(this.here, () => model(request));
        quietly(() => keep(reply as Partial<ModelResponse>, this.here));
        return reply;
      }
      const attributes = {
        [names.GEN_AI_OPERATION]: names.OPERATION_CHAT,
        [names.REFLECT_CALL_ID]: callId,
        [names.REFLECT_PURPOSE]: purpose,
        [names.REFLECT_ITERATION]: iteration,
        [names.REFLECT_ATTEMPT]: attempt,
        ...(request.n !== undefined && { [names.GEN_AI_CHOICES]: request.n }),
      };
      return this.spanned(names.OPERATION_CHAT, SpanKind.CLIENT, attributes, async (span, place) => {
        this.say(span, (content) => ({ [names.GEN_AI_INPUT]: content.input(request.messages) }));
        const reply = await model(request);
        set(span, () => {
          const fields = (typeof reply === 'string' ? {} : reply) as Partial<ModelResponse>;
          keep(fields, place);
          if (fields.model) span.updateName(`${names.OPERATION_CHAT} ${fields.model}`);
          return replyAttributes(fields);
        });
        this.say(span, (content) => ({ [names.GEN_AI_OUTPUT]: content.output(reply) }));
        return reply;
      });
    };
  }

  private tool(tool: Tool): Tool {
    if (typeof tool?.execute !== 'function') return tool;
    const execute: Tool['execute'] = (args, call) => {
      const attributes = {
        [names.GEN_AI_OPERATION]: names.OPERATION_TOOL,
        [names.GEN_AI_TOOL]: tool.name,
        [names.GEN_AI_TOOL_CALL_ID]: call.toolCallId,
        [names.REFLECT_CALL_ID]: call.callId,
      };
      return this.spanned(`${names.OPERATION_TOOL} ${tool.name}`, SpanKind.INTERNAL, attributes, async (span) => {
        this.say(span, (content) => ({ [names.GEN_AI_TOOL_ARGUMENTS]: content.json(args) }));
        const result = await tool.execute(args, call);
        this.say(span, (content) => ({ [names.GEN_AI_TOOL_RESULT]: content.json(result) }));
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

  /** Ends a span, once. */
  private close(span: Span, failure?: { thrown: unknown }): void {
    if (!this.open.delete(span)) return;
    quietly(() => {
      if (failure !== undefined) {
        const message = this.content?.text(describeError(failure.thrown));
        span.setAttribute(names.ERROR_TYPE, errorType(failure.thrown));
        span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
      }
      span.end();
    });
  }

  private step(step: Step): void {
    if (step.type !== 'reflection' || step.critiqueStatus === undefined) return;
    for (const judgement of this.judgements(step)) this.judged(judgement);
  }

  /** What each critic said. */
  private judgements(step: ReflectionStep): Judgement[] {
    const { draftIndex, critic, judge, jurors, critiqueStatus, needsRevision, score, issues } = step;
    const nameOf = (number: number): string => `critique.judge-${number + 1}`;
    if (jurors !== undefined)
      return jurors.map(({ critic, judge, accepted, score, issues, status, reason }) => {
        const error = accepted === undefined ? (reason ?? status) : undefined;
        return { name: nameOf(critic), draftIndex, passed: accepted, score, issues, error, judge };
      });
    const isRead = critiqueStatus === 'read' || critiqueStatus === 'contradictory';
    const isTold = isRead && !(needsRevision && this.failing.has(draftIndex));
    const name = critic === undefined ? 'critique' : nameOf(critic);
    const error = isRead ? undefined : (step.reason ?? critiqueStatus);
    return [{ name, draftIndex, passed: isTold ? !needsRevision : undefined, score, issues, error, judge }];
  }

  /** What a verifier said, where this is the end of its call. */
  private call({ type, purpose, callId, iteration, verdict, error }: CallEvent): void {
    if (type !== 'end' || purpose !== 'verify') return;
    const draftIndex = iteration - 1;
    const [kind = '', ...name] = callId.split('.');
    const { passed, score = passed === undefined ? undefined : Number(passed), issues } = verdict ?? {};
    if (passed !== true) this.failing.add(draftIndex);
    const named = name.join('.') || kind.replace(/-\d+$/, '');
    this.judged({ name: named, draftIndex, passed, score, issues, error: error?.code });
  }

  /** Records it in the context of the draft. Of its words, `redact` has seen them where there is one. */
  private judged({ name, draftIndex, passed, score, issues, error, judge }: Judgement): void {
    const { context: place = this.here, responseId } = this.drafts.get(draftIndex) ?? {};
    const attributes = {
      [names.GEN_AI_EVALUATION]: name,
      ...(score !== undefined && { [names.GEN_AI_SCORE]: score }),
      ...(passed !== undefined && { [names.GEN_AI_LABEL]: passed ? 'pass' : 'fail' }),
      ...(this.content && issues && issues.length > 0 && { [names.GEN_AI_EXPLANATION]: issues.join('\n') }),
      ...(error !== undefined && { [names.ERROR_TYPE]: error }),
      ...(responseId !== undefined && { [names.GEN_AI_RESPONSE_ID]: responseId }),
      ...(judge?.name !== undefined && { [names.REFLECT_JUDGE]: judge.name }),
      ...(judge?.model !== undefined && { [names.REFLECT_JUDGE_MODEL]: judge.model }),
      [names.REFLECT_ITERATION]: draftIndex + 1,
    };
    quietly(() => emit({ eventName: names.EVALUATION_EVENT, attributes, context: place }));
  }

  private say(span: Span, attributes: (content: Content) => Attributes | undefined | ''): void {
    const { content } = this;
    if (content !== undefined) set(span, () => attributes(content) || {});
  }
}

function started(name: string, kind: SpanKind, attributes: Attributes, parent: Context): Span {
  const none = (): Span => trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
  return quietly(() => trace.getTracer('reflect-engine').startSpan(name, { kind, attributes }, parent)) ?? none();
}

function set(span: Span, attributes: () => Attributes): void {
  quietly(() => span.setAttributes(attributes()));
}

/** What a trace is made with cannot change a run: an exporter that throws, a reply that cannot be read. */
function quietly<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** An observer behind ours, which sees the same. */
function watched<E>(given: ((event: E) => void) | undefined, observe: (event: E) => void): (event: E) => void {
  if (given !== undefined && typeof given !== 'function') return given;
  return (event) => {
    observe(event);
    return given?.(event);
  };
}

function replyAttributes({ model, responseId, finishReason, usage }: Partial<ModelResponse>): Attributes {
  return present({
    [names.GEN_AI_MODEL]: model,
    [names.GEN_AI_RESPONSE_ID]: responseId,
    [names.GEN_AI_FINISH_REASONS]: finishReason ? [finishReason] : undefined,
    [names.GEN_AI_INPUT_TOKENS]: usage?.inputTokens,
    [names.GEN_AI_OUTPUT_TOKENS]: usage?.outputTokens,
    [names.GEN_AI_CACHED_TOKENS]: usage?.cachedTokens,
  });
}

function resultAttributes(result: ReflectResult<unknown>): Attributes {
  const { total } = result.usage;
  return present({
    [names.REFLECT_RUN_ID]: result.runId,
    [names.REFLECT_STATUS]: result.status,
    [names.REFLECT_ACCEPTED_BY]: result.acceptedBy,
    [names.REFLECT_STOP_REASON]: result.stopReason,
    [names.REFLECT_ITERATIONS]: result.iterations,
    [names.REFLECT_SCORE]: result.score,
    [names.GEN_AI_INPUT_TOKENS]: total.inputTokens,
    [names.GEN_AI_OUTPUT_TOKENS]: total.outputTokens,
  });
}

function present(attributes: Record<string, Attributes[string] | null>): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null),
  ) as Attributes;
}

/** A word for what was thrown: its code, or the name of its class. */
function errorType(thrown: unknown): string {
  const words = quietly(() => {
    const { code, name } = thrown as { code?: unknown; name?: unknown };
    return [code, name];
  });
  return words?.find((word): word is string => typeof word === 'string' && word !== '') ?? names.OTHER_ERROR;
}
