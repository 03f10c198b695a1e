/**
 * Agents of the AI SDK (version 6 or 7) with a gate.
 * @packageDocumentation
 */

import type { LanguageModelV3StreamPart as Piece } from '@ai-sdk/provider';
import type { Agent, generateText, LanguageModelUsage, ModelMessage } from 'ai';
import { badSettings } from '../check/checks.js';
import { endingOf } from '../check/observed.js';
import type { Gate, SubmittedReply } from '../engine/gate.js';
import { describeError } from '../error.js';
import type { MessageInput, ToolRecordInput } from '../given-types.js';
import type { ReflectResult, Screen, Usage } from '../types.js';
import { checkClient, checkGate, type GatedOptions, MISSING_WRITER, NO_TEXT } from './check.js';
import type { DataWriter } from './reply.js';
import { asReasoning, isWaiting } from './reply.js';

export type { GatedOptions } from './check.js';
export type { DataWriter, ShownDraft } from './reply.js';

export interface GatedStreamOptions extends GatedOptions {
  /**
   * How `stream` shows drafts while they are written, before the answer: as reasoning, as parts `data-reflect` (with `writer`), or not.
   * Default: `reasoning`.
   */
  drafts?: 'reasoning' | 'data' | 'none' | undefined;
  /** The writer of `createUIMessageStream`, for `drafts: 'data'`. */
  writer?: DataWriter | undefined;
}

type Instructions = string | { content: string };
type Asked = { prompt?: string | ModelMessage[]; messages?: ModelMessage[]; abortSignal?: AbortSignal };

/** An agent of the AI SDK. Its results have the gate's result as `reflection`. Check its `status`: an unaccepted text is returned, too. */
export type Gated<A extends AnyAgent> = Pick<A, 'version' | 'id' | 'tools'> & {
  generate(options: Parameters<A['generate']>[0]): Promise<Awaited<ReturnType<A['generate']>> & { reflection?: ReflectResult }>;
  stream(
    options: Parameters<A['stream']>[0],
  ): Promise<Awaited<ReturnType<A['stream']>> & { reflection: Promise<ReflectResult | undefined> }>;
};
type AnyAgent = Pick<Agent, 'version' | 'id' | 'tools'> & {
  [How in 'generate' | 'stream']: (options: never) => PromiseLike<object>;
};

/**
 * An agent of the AI SDK (version 6 or 7) whose answers are judged. What is missing goes back into its own loop, tools and all, until the
 * answer is accepted or the budget is spent. Each draft is one `generate`, or `stream`, of the agent. A stream shows at once what tools do,
 * and the text when it is known. A reply that waits for somebody (an approval, a tool that runs elsewhere) goes through unjudged.
 */
export function gated<A extends AnyAgent>(agent: A, options: GatedStreamOptions): Gated<A> {
  checkClient(['gated', 'agent', 'generate', 'a `ToolLoopAgent` of ai 6 or 7'], agent);
  checkGate('gated', options, { drafts: ['reasoning', 'data', 'none'], writer: 'object' });
  const { engine, task, drafts = 'reasoning', writer } = options;
  if (drafts === 'data' && !writer) throw badSettings(MISSING_WRITER);
  const { settings } = agent as { settings?: { toolApproval?: Approval } };
  // The SDK of version 6 would run its tools unasked.
  if (task.actions && !(settings && 'onEnd' in settings)) throw badSettings('`actions` need a `ToolLoopAgent` of ai 7');
  const inner = agent as unknown as Record<'generate' | 'stream', (options: object) => PromiseLike<AgentReply>>;

  function openGate(how: 'generate' | 'stream', { prompt = [], messages, ...more }: Asked): GatedRun {
    const given = messages ?? (typeof prompt === 'string' ? [{ role: 'user' as const, content: prompt }] : prompt);
    const turns = withoutDrafts(given);
    const systemPrompt = task.systemPrompt ?? instructionsOf(agent);
    const gate = engine.gate({ ...task, systemPrompt, input: turns.flatMap(plain), signal: more.abortSignal });
    const guard = task.actions && { toolApproval: approvalOf(gate, settings?.toolApproval) };
    return openRun(gate, turns, async (messages) => inner[how]({ ...more, ...guard, messages }), more.abortSignal);
  }

  function screenOf(give: (part: StreamPart) => void): Screen['draft'] {
    if (drafts === 'data')
      return engine.drafts((data) => writer?.write({ type: 'data-reflect', id: `draft-${data.draft}`, data }));
    return drafts === 'reasoning' ? asReasoning((piece) => give(streamPart(piece))) : () => {};
  }

  async function stream(asked: Asked): Promise<AgentReply> {
    const run = openGate('stream', asked);
    const first = await run.begin();
    const shared = shareStream();
    const { give, close } = shared;
    const returned = run.judgeReplies(first, showReplies(give, screenOf(give), task.redact));
    returned
      .catch((error: unknown) => give(asked.abortSignal?.aborted ? { type: 'abort' } : { type: 'error', error }))
      .finally(close);
    return liveReply(first, returned, shared);
  }

  async function generate(asked: Asked): Promise<AgentReply> {
    const run = openGate('generate', asked);
    return run.judgeReplies(await run.begin());
  }

  const { version, id, tools } = agent;
  return { version, id, tools, generate, stream } as unknown as Gated<A>;
}

type Approval = Parameters<typeof generateText>[0]['toolApproval'];
type Asking = { toolCall: { toolName: string; toolCallId: string; input: unknown }; toolsContext?: { [tool: string]: unknown } };

/** What is allowed goes on to the agent's own approvals. */
function approvalOf(gate: Gate, own: Approval) {
  return async (asking: Asking) => {
    const { toolName, toolCallId, input } = asking.toolCall;
    const verdict = await gate.mayCall(toolName, input);
    if (!verdict.allow) return { type: 'denied', reason: verdict.feedback };
    if (typeof own === 'function') return own(asking as never);
    const one = own?.[toolName];
    return typeof one === 'function'
      ? one(input as never, { ...asking, toolCallId, toolContext: asking.toolsContext?.[toolName] } as never)
      : one;
  };
}

/** The instructions that a `ToolLoopAgent` was made with: its types do not show them. */
function instructionsOf(agent: object): string | undefined {
  const { settings } = agent as { settings?: { instructions?: Instructions | Instructions[] } };
  const given = [settings?.instructions ?? []].flat();
  return given.map((one) => (typeof one === 'string' ? one : one.content)).join('\n\n') || undefined;
}

/** A piece of a language model as a part of the SDK's own stream. */
function streamPart(piece: Piece): StreamPart {
  return piece.type === 'reasoning-delta' ? { ...piece, text: piece.delta } : (piece as StreamPart);
}

function plain({ role, content }: ModelMessage): MessageInput[] {
  const text = typeof content === 'string' ? content : content.map((part) => ('text' in part ? part.text : '')).join('');
  return role === 'tool' || text === '' ? [] : [{ role, content: text }];
}

type Awaitable<T> = T | PromiseLike<T>;
type Part = { type: string; providerExecuted?: boolean; providerOptions?: { reflect?: object } };
type ToolPart = Part & { toolCallId: string; toolName: string; input: unknown; output?: unknown; error?: unknown };

/** What is read of a step, of version 6 or 7. */
interface AgentStep {
  text: string;
  finishReason: string;
  content?: Part[];
  toolCalls?: { providerExecuted?: boolean }[];
  response?: { messages?: ModelMessage[] };
}

/** A part of a stream of the AI SDK. */
interface StreamPart extends Part {
  id?: string;
  text?: string;
  error?: unknown;
  providerMetadata?: object;
}

/** What is read of a reply, whole or streamed. */
interface AgentReply {
  steps: Awaitable<AgentStep[]>;
  totalUsage: Awaitable<LanguageModelUsage>;
  response: Awaitable<{ messages?: ModelMessage[] }>;
  responseMessages?: Awaitable<ModelMessage[]>;
  /** Of version 7; that of version 6 is `fullStream`. */
  stream?: ReadableStream<StreamPart>;
  fullStream?: ReadableStream<StreamPart>;
  reflection?: ReflectResult;
}

/** What became of a reply, which may not be the last one when it is returned. */
type Judgement =
  | { type: 'rejected'; issues: string[] }
  | { type: 'unjudged'; reply: AgentReply }
  | { type: 'returned'; reply: AgentReply; isExact: boolean; result: ReflectResult };

/** Sees each reply as it begins, and what became of it. */
interface ReplyWatch {
  show(reply: AgentReply): Promise<void>;
  tell(end: Judgement): void;
}

/** One run of an agent behind a gate. */
interface GatedRun {
  /** The first reply, as it comes without a gate. */
  begin(): PromiseLike<AgentReply>;
  /** Asks the agent until a reply is not sent back. */
  judgeReplies(first: AgentReply, watch?: ReplyWatch): Promise<AgentReply>;
}

function openRun(
  gate: Gate,
  messages: ModelMessage[],
  ask: (messages: ModelMessage[]) => PromiseLike<AgentReply>,
  signal: AbortSignal | undefined,
): GatedRun {
  const submitted: SubmittedReply<AgentReply>[] = [];

  const begin = (): PromiseLike<AgentReply> => ask([...messages]);

  async function judgeReplies(first: AgentReply, watch?: ReplyWatch): Promise<AgentReply> {
    for (let next: AgentReply | undefined = first; ; next = undefined) {
      const end = await judgeNext(next, watch);
      watch?.tell(end);
      if (end.type !== 'rejected') return end.reply;
    }
  }

  async function judgeNext(begun: AgentReply | undefined, watch: ReplyWatch | undefined): Promise<Judgement> {
    let reply: AgentReply;
    let steps: AgentStep[];
    try {
      reply = begun ?? (await begin());
      await watch?.show(reply);
      steps = await reply.steps;
    } catch (error) {
      return failRun(error);
    }
    const last = steps.at(-1);
    const text = last?.text ?? '';
    const isEmpty = !text.trim();
    if (waitsForHost(last) || (isEmpty && submitted.length === 0)) {
      await rewriteReply(reply);
      return { type: 'unjudged', reply };
    }
    if (isEmpty) return failRun(new Error(NO_TEXT));
    const evidence = steps.flatMap(({ content = [] }) => content.flatMap(recordOf));
    submitted.push({ text, reply });
    const verdict = await gate.submit(text, {
      evidence,
      usage: usageOf(await reply.totalUsage),
      finishReason: last?.finishReason,
    });
    if (verdict.done) return settleReply(verdict.result);
    messages.push(...(await messagesOf(reply)), { role: 'user', content: verdict.feedback });
    return { type: 'rejected', issues: verdict.issues };
  }

  /** The best draft is returned; the first reply fails as it does without a gate. */
  async function failRun(error: unknown): Promise<Judgement> {
    if (submitted.length === 0 || signal?.aborted) throw error;
    return settleReply(await gate.fail(error));
  }

  async function settleReply(result: ReflectResult): Promise<Judgement> {
    const { reply, isExact } = gate.findReply(submitted, result.output);
    await rewriteReply(reply, isExact ? undefined : result.output);
    Object.defineProperty(reply, 'reflection', { value: result, configurable: true });
    return { type: 'returned', reply, isExact, result };
  }

  /** Puts the tool turns of the other replies before those of this one, and `output` in the place of its text. */
  async function rewriteReply(reply: AgentReply, output?: string): Promise<void> {
    const others = submitted.filter((each) => each.reply !== reply);
    if (others.length === 0 && output === undefined) return;
    const earlier = await Promise.all(others.map((each) => toolTurnsOf(each.reply)));
    const answered = (turns: ModelMessage[]): ModelMessage[] =>
      output === undefined ? turns : replaceLast(turns, (message) => withText(message, output));
    const all = [...earlier.flatMap(({ messages }) => messages), ...answered(await messagesOf(reply))];
    const given = await reply.response;
    // The response of version 6 has the messages of all steps.
    const response = { ...given, messages: reply.responseMessages === undefined ? all : answered(given.messages ?? []) };
    const answer = output === undefined ? {} : { text: output };
    const own = replaceLast(await reply.steps, (step) => stepWith(step, { response, ...answer }));
    const steps = [...earlier.flatMap((turns) => turns.steps), ...own];
    const isStream = 'then' in reply.steps;
    const values = { ...answer, response, responseMessages: all, steps: isStream ? Promise.resolve(steps) : steps };
    Object.defineProperties(reply, Object.getOwnPropertyDescriptors(values));
  }

  return { begin, judgeReplies };
}

/** Whether somebody else must run or approve something. */
function waitsForHost(step: AgentStep | undefined): boolean {
  return step?.finishReason === 'tool-calls' || (step?.toolCalls ?? []).some(({ providerExecuted }) => !providerExecuted);
}

function replaceLast<T>(list: readonly T[], change: (last: T) => T): T[] {
  return list.map((each, at) => (at === list.length - 1 ? change(each) : each));
}

/** A rejected reply without its text. */
async function toolTurnsOf(reply: AgentReply): Promise<{ steps: AgentStep[]; messages: ModelMessage[] }> {
  const messages = await messagesOf(reply);
  const last = messages.at(-1);
  const kept = last && typeof last.content !== 'string' ? (last.content as Part[]).filter(isToolPart) : [];
  const answer = kept.length > 0 ? [{ ...last, content: kept } as ModelMessage] : [];
  return { steps: (await reply.steps).slice(0, -1), messages: [...messages.slice(0, -1), ...answer] };
}

function isToolPart({ type }: Part): boolean {
  return type.startsWith('tool-');
}

function stepWith(step: AgentStep, values: { text?: string; response: object }): AgentStep {
  const { text } = values;
  const content = text !== undefined && { content: partsWith(step.content ?? [], text) };
  const own = Object.getOwnPropertyDescriptors({ ...step, ...values, ...content });
  return Object.create(Object.getPrototypeOf(step), own) as AgentStep;
}

function withText(message: ModelMessage, text: string): ModelMessage {
  if (message.role !== 'assistant') return message;
  const content = typeof message.content === 'string' ? text : partsWith(message.content, text);
  return { ...message, content } as ModelMessage;
}

/** The provider's own id of a text leads to the whole reply, so it goes. */
function partsWith<P extends { type: string }>(parts: readonly P[], text: string): P[] {
  return [...parts.filter(({ type }) => type !== 'text'), { type: 'text', text } as unknown as P];
}

async function messagesOf(reply: AgentReply): Promise<ModelMessage[]> {
  return (await reply.responseMessages) ?? (await reply.response).messages ?? [];
}

function recordOf(part: Part): ToolRecordInput[] {
  const { type, toolCallId: id, toolName: name, input, output, error } = part as ToolPart;
  const call = { id, name, arguments: input };
  if (type === 'tool-result') return [{ ...call, result: output ?? null }];
  return type === 'tool-error' ? [{ ...call, error: describeError(error) }] : [];
}

function usageOf({ inputTokens, outputTokens, inputTokenDetails, outputTokenDetails }: LanguageModelUsage): Usage {
  return {
    inputTokens,
    outputTokens,
    cachedTokens: inputTokenDetails?.cacheReadTokens,
    reasoningTokens: outputTokenDetails?.reasoningTokens,
  };
}

/** A conversation without drafts that a page kept as reasoning. */
function withoutDrafts(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return [message];
    const content = message.content.filter((part) => part.type !== 'reasoning' || !part.providerOptions?.reflect);
    return content.length === 0 && message.content.length > 0 ? [] : [{ ...message, content }];
  });
}

/** The parts of a reply that are given when it is judged. */
interface HeldParts {
  /** Those of a text that may be the answer. */
  answer: StreamPart[];
  stepEnd?: StreamPart;
  finish?: StreamPart;
}

/** Shows the replies of a run in one stream. */
function showReplies(
  give: (part: StreamPart) => void,
  draft: Screen['draft'],
  redact: ((text: string) => string) | undefined,
): ReplyWatch {
  const all = new Map<AgentReply, HeldParts>();
  let last: HeldParts = { answer: [] };

  const pass = (part: StreamPart | undefined): void => {
    if (part !== undefined) give(part);
  };

  /** Gives parts that belong to no draft. */
  function release({ answer }: HeldParts): void {
    if (answer.length > 0) draft(all.size, 'rejected', {});
    for (const part of answer.splice(0)) give(part);
  }

  /** Shows a reply while it comes. Throws the error that the stream tells. */
  async function show(reply: AgentReply): Promise<void> {
    const held: HeldParts = { answer: [] };
    last = held;
    all.set(reply, held);
    // A step that calls a tool is no answer.
    let mayAnswer = true;
    let failure: { error: unknown } | undefined;
    for await (const part of streamOf(reply)) {
      const { type } = part;
      if (type === 'error') failure ??= { error: part.error };
      else if (type === 'finish') held.finish = part;
      else if (type === 'start-step') {
        mayAnswer = true;
        give(part);
      } else if (mayAnswer && isWaiting(part)) {
        mayAnswer = false;
        release(held);
        give(part);
      } else if (mayAnswer && /^(text-|source$|file$)/.test(type)) {
        held.answer.push(part);
        if (isDelta(part) && !redact) draft(all.size, 'writing', { delta: part.text ?? '' });
      } else if (mayAnswer && type === 'finish-step') held.stepEnd = part;
      else if (type !== 'abort' && (type !== 'start' || all.size === 1)) give(part);
    }
    if (failure) throw failure.error;
    // A redacted text is shown when it is whole.
    if (redact && held.answer.length > 0) {
      const text = held.answer.filter(isDelta).map((part) => part.text);
      draft(all.size, 'writing', { delta: redact(text.join('')) });
    }
  }

  /** Shows what became of the last reply. */
  function tell(end: Judgement): void {
    if (end.type === 'rejected') {
      draft(all.size, 'judged', { issues: end.issues });
      return pass(last.stepEnd);
    }
    if (end.type === 'unjudged') {
      release(last);
      pass(last.stepEnd);
      return pass(last.finish);
    }
    const { result, reply, isExact } = end;
    const { acceptedBy, stopReason, score } = result;
    const returned = [...all.keys()].indexOf(reply) + 1;
    for (let other = 1; other <= all.size; other += 1) if (other !== returned) draft(other, 'rejected', {});
    draft(returned, acceptedBy === undefined ? 'returned' : 'accepted', { acceptedBy, stopReason, score });
    const { answer, stepEnd, finish } = all.get(reply) ?? last;
    for (const part of isExact && answer.length > 0 ? answer : answerWith(answer, result)) give(part);
    pass(stepEnd && { ...stepEnd, providerMetadata: { ...stepEnd.providerMetadata, reflect: endingOf(result) } });
    pass(finish);
  }

  return { show, tell };
}

/** A stream that anybody may read, as often as they like, while it comes. */
interface SharedStream {
  give(part: StreamPart): void;
  close(): void;
  read(): ReadableStream<StreamPart>;
}

function shareStream(): SharedStream {
  let controller!: ReadableStreamDefaultController<StreamPart>;
  let source = new ReadableStream<StreamPart>({ start: (own) => void (controller = own) });
  return {
    give: (part) => controller.enqueue(part),
    close: () => controller.close(),
    read() {
      const [own, rest] = source.tee();
      source = rest;
      // A branch of a tee that is cancelled waits for the other one; behind a transform nobody does.
      return own.pipeThrough(new TransformStream());
    },
  };
}

/** A reply of the SDK whose stream is `shared`, and whose other values are those of the reply that is returned. */
function liveReply(first: AgentReply, returned: Promise<AgentReply>, shared: SharedStream): AgentReply {
  return new Proxy(first, {
    get(target, key) {
      if (key === 'stream' || key === 'fullStream') return shared.read();
      if (key === 'textStream') return shared.read().pipeThrough(textOnly());
      const value: unknown = Reflect.get(target, key);
      const later = returned.then((reply) => Reflect.get(reply, key) as unknown);
      later.catch(() => {}); // Whoever waits for it gets the error.
      if (value instanceof ReadableStream) return laterStream(later as Promise<ReadableStream>);
      if (isPromise(value)) value.then(undefined, () => {});
      else if (key !== 'reflection') return value;
      return later;
    },
  });
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | undefined)?.then === 'function';
}

function textOnly(): TransformStream<StreamPart, string> {
  return new TransformStream({
    transform: (part, controller) => {
      if (isDelta(part)) controller.enqueue(part.text ?? '');
    },
  });
}

function streamOf({ stream, fullStream }: AgentReply): AsyncIterable<StreamPart> {
  return (stream ?? fullStream ?? []) as unknown as AsyncIterable<StreamPart>;
}

function isDelta({ type }: StreamPart): boolean {
  return type === 'text-delta';
}

/** The parts of a reply with another text. */
function answerWith(parts: readonly StreamPart[], { output }: ReflectResult): StreamPart[] {
  const id = 'answer';
  const text = [
    { type: 'text-start', id },
    { type: 'text-delta', id, text: output },
    { type: 'text-end', id },
  ];
  return [...text, ...parts.filter(({ type }) => !type.startsWith('text-'))];
}

function laterStream(source: Promise<ReadableStream>): ReadableStream {
  const { readable, writable } = new TransformStream();
  source.then((stream) => stream.pipeTo(writable)).catch((error: unknown) => writable.abort(error).catch(() => {}));
  return readable;
}
