/**
 * A gate in the loop of Genkit's `generate`, as a middleware.
 * @packageDocumentation
 */

import {
  type GenerateMiddleware,
  type GenerateMiddlewareDef,
  type GenerateResponseData,
  generateMiddleware,
  type MessageData,
} from 'genkit';
import { endingOf } from '../check/observed.js';
import type { Gate, SubmittedReply } from '../engine/gate.js';
import type { MessageInput, ToolRecordInput } from '../given-types.js';
import type { ReflectResult, Usage } from '../types.js';
import { checkGate, type GatedOptions } from './check.js';
import { sumOf } from './messages.js';

export interface ReflectMiddlewareOptions extends GatedOptions {
  /** The name of the middleware, as Genkit registers it. Default: `reflect`. */
  name?: string | undefined;
}

type Generate = NonNullable<GenerateMiddlewareDef['generate']>;
type Model = NonNullable<GenerateMiddlewareDef['model']>;
type Tool = NonNullable<GenerateMiddlewareDef['tool']>;
type Turn = Parameters<Generate>[0];

/**
 * A middleware for `use: [checked()]` of `generate`. What is missing goes back to the model, with the conversation and the tools, until the
 * answer is accepted or the budget is spent. `message.metadata.reflect` says how the gate ended. A text that nobody accepted is returned,
 * too: check its `status`.
 */
export function reflectMiddleware(options: ReflectMiddlewareOptions): GenerateMiddleware {
  checkGate('reflectMiddleware', options, { name: 'string' });
  const { engine, task, name = 'reflect' } = options;
  return generateMiddleware({ name, description: 'Judges answers, and sends back what is missing' }, () => {
    // Genkit makes one of these for each `generate`, and asks it before every turn: the first one is around all others.
    let turn: Turn | undefined;
    let usage: Usage = {};
    let gate: Gate | undefined;
    const openGate = (messages: MessageData[], signal: AbortSignal | undefined): Gate => {
      gate ??= engine.gate({ ...task, input: messages.flatMap(plain), signal });
      return gate;
    };
    const tool: Tool = async (request, context, next) => {
      if (!task.actions || turn === undefined) return next(request, context);
      const { name, ref, input } = request.toolRequest;
      const verdict = await openGate(turn.request.messages, context.abortSignal).mayCall(name, input);
      return verdict.allow ? next(request, context) : { toolResponse: { name, ref, output: verdict.feedback } };
    };
    const model: Model = async (request, context, next) => {
      const reply = await next(request, context);
      usage = sumOf([usage, usageOf(reply.usage)]);
      return reply;
    };
    const generate: Generate = async (params, context, next) => {
      const isFirst = turn === undefined;
      turn = params;
      if (!isFirst) return next(params, context);
      const submitted: SubmittedReply<Answer>[] = [];
      /** Where the stream is: the index of the model's last message. */
      let index = 0;
      const { onChunk } = context;
      const watched: typeof context = onChunk
        ? {
            ...context,
            onChunk: (chunk) => {
              if (chunk.role !== 'tool') index = chunk.index ?? index;
              onChunk(chunk);
            },
          }
        : context;
      const reject = (): void => onChunk?.({ index, role: 'model', content: [], custom: { reflect: { status: 'rejected' } } });

      /** The last text that was streamed is the one that is returned. */
      function settle(gate: Gate, result: ReflectResult, isOpen = false): Answer {
        const { reply, isExact } = gate.findReply(submitted, result.output);
        const isShown = isExact && !isOpen && reply === submitted.at(-1)?.reply;
        if (!isShown) {
          if (!isOpen) reject();
          onChunk?.({ index: index + 1, role: 'model', content: [{ text: result.output }] });
        }
        const answer = answerWith(reply, result, isExact);
        return submitted.length > 1 || isOpen ? withHistory(answer) : answer;
      }

      function withHistory<R extends { request?: Answer['request'] }>(reply: R): R {
        return reply.request && turn
          ? { ...reply, request: { ...reply.request, messages: withoutMarked(turn.request.messages) } }
          : reply;
      }

      /** The best draft is returned; the first reply fails as it does without a gate. */
      async function fail(error: unknown): Promise<Answer> {
        if (gate === undefined || submitted.length === 0 || context.abortSignal?.aborted) throw error;
        return settle(gate, await gate.fail(error), true);
      }

      for (;;) {
        const from = turn.request.messages.length;
        let reply: Awaited<ReturnType<Generate>>;
        try {
          reply = await next(turn, watched);
        } catch (error) {
          return fail(error);
        }
        if (isRequest(reply)) return submitted.length > 0 ? withHistory(reply) : reply;
        if (!isAnswer(reply)) return submitted.length === 0 ? reply : fail(new Error('the model gave no text'));
        submitted.push({ text: textOf(reply.message), reply });
        const last: Turn = turn;
        const { messages } = last.request;
        gate = openGate(messages.slice(0, from), context.abortSignal);
        const behind = messages.slice(from).flatMap(evidence);
        const verdict = await gate.submit(textOf(reply.message), { evidence: behind, usage, finishReason: reply.finishReason });
        usage = {};
        if (verdict.done) return settle(gate, verdict.result);
        reject();
        const feedback: MessageData = { role: 'user', content: [{ text: verdict.feedback }] };
        const request = {
          ...last.request,
          messages: [...messages, marked(reply.message, 'rejected'), marked(feedback, 'feedback')],
        };
        turn = { request, currentTurn: 0, messageIndex: last.messageIndex + 1 };
      }
    };
    return { model, generate, tool };
  });
}

type Answer = GenerateResponseData & { message: MessageData };

/** Whether somebody is to run something. */
function isRequest({ message }: GenerateResponseData): boolean {
  return message?.content.some(({ toolRequest }) => toolRequest) ?? false;
}

/** Whether a reply has a text, and nothing that somebody is to run. */
function isAnswer(reply: GenerateResponseData): reply is Answer {
  return textOf(reply.message).trim() !== '' && !isRequest(reply);
}

/** A reply that is returned: with the text that was judged, how the gate ended, and the tokens of all calls. */
function answerWith(reply: Answer, result: ReflectResult, isExact: boolean): Answer {
  const { message, usage } = reply;
  const content = isExact
    ? message.content
    : [...message.content.filter(({ text }) => text === undefined), { text: result.output }];
  const metadata = { ...message.metadata, reflect: { ...endingOf(result), usage: result.usage.total } };
  return { ...reply, usage: { ...usage, ...tokensOf(result.usage.total) }, message: { ...message, content, metadata } };
}

function tokensOf({ inputTokens, outputTokens, totalTokens, cachedTokens, reasoningTokens, estimated }: Usage) {
  if (estimated) return {};
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(totalTokens !== undefined && { totalTokens }),
    ...(cachedTokens !== undefined && { cachedContentTokens: cachedTokens }),
    ...(reasoningTokens !== undefined && { thoughtsTokens: reasoningTokens }),
  };
}

function usageOf(usage: GenerateResponseData['usage'] = {}): Usage {
  const { inputTokens, outputTokens, cachedContentTokens: cachedTokens, thoughtsTokens: reasoningTokens } = usage;
  return { inputTokens, outputTokens, cachedTokens, reasoningTokens };
}

/** A message that is no part of the history after the gate. */
function marked(message: MessageData, status: 'rejected' | 'feedback'): MessageData {
  return { ...message, metadata: { ...message.metadata, reflect: { status } } };
}

function withoutMarked(messages: readonly MessageData[]): MessageData[] {
  return messages.filter(({ metadata }) => {
    const { status } = (metadata?.reflect ?? {}) as { status?: string };
    return status !== 'rejected' && status !== 'feedback';
  });
}

function textOf(message: MessageData | undefined): string {
  return message?.content.map(({ text = '' }) => text).join('') ?? '';
}

function plain(message: MessageData): MessageInput[] {
  const content = textOf(message);
  const role = message.role === 'model' ? 'assistant' : message.role;
  return role === 'tool' || content === '' ? [] : [{ role, content }];
}

function evidence({ content }: MessageData, at: number, all: MessageData[]): ToolRecordInput[] {
  const calls = all[at - 1]?.content ?? [];
  return content.flatMap(({ toolResponse }) => {
    if (!toolResponse) return [];
    const { ref, name, output: result } = toolResponse;
    const call = calls.find(({ toolRequest }) => toolRequest?.name === name && toolRequest.ref === ref);
    return { id: ref ?? name, name, arguments: call?.toolRequest?.input ?? {}, result };
  });
}
