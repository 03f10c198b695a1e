// The replies of a gated agent of the AI SDK: what is submitted, which one is returned, and what its result holds.

import type { LanguageModelUsage, ModelMessage } from 'ai';
import type { Gate, SubmittedReply } from '../engine/gate.js';
import { describeError } from '../error.js';
import type { ToolRecordInput } from '../given-types.js';
import type { ReflectResult, Usage } from '../types.js';

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
export interface StreamPart extends Part {
  id?: string;
  text?: string;
  error?: unknown;
  providerMetadata?: object;
}

/** What is read of a reply, whole or streamed. */
export interface AgentReply {
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
export type Judgement =
  | { type: 'rejected'; issues: string[] }
  | { type: 'unjudged'; reply: AgentReply }
  | { type: 'returned'; reply: AgentReply; isExact: boolean; result: ReflectResult };

/** Sees each reply as it begins, and what became of it. */
export interface ReplyWatch {
  show(reply: AgentReply): Promise<void>;
  tell(end: Judgement): void;
}

/** One run of an agent behind a gate. */
export interface GatedRun {
  /** The first reply, as it comes without a gate. */
  begin(): PromiseLike<AgentReply>;
  /** Asks the agent until a reply is not sent back. */
  judgeReplies(first: AgentReply, watch?: ReplyWatch): Promise<AgentReply>;
}

export function openRun(
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
    if (isEmpty) return failRun(new Error('the agent gave no text'));
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
export function withoutDrafts(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return [message];
    const content = message.content.filter((part) => part.type !== 'reasoning' || !part.providerOptions?.reflect);
    return content.length === 0 && message.content.length > 0 ? [] : [{ ...message, content }];
  });
}
