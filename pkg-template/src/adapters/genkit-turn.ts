// Messages of Genkit as those of a gate, for `reflectMiddleware`.

import type { GenerateResponseData, MessageData } from 'genkit';
import { endingOf } from '../check/observed.js';
import type { MessageInput, ToolRecordInput } from '../given-types.js';
import type { ReflectResult, Usage } from '../types.js';

export type Answer = GenerateResponseData & { message: MessageData };

/** Whether somebody is to run something. */
export function isRequest({ message }: GenerateResponseData): boolean {
  return message?.content.some(({ toolRequest }) => toolRequest) ?? false;
}

/** Whether a reply has a text, and nothing that somebody is to run. */
export function isAnswer(reply: GenerateResponseData): reply is Answer {
  return textOf(reply.message).trim() !== '' && !isRequest(reply);
}

/** A reply that is returned: with the text that was judged, how the gate ended, and the tokens of all calls. */
export function answerWith(reply: Answer, result: ReflectResult, isExact: boolean): Answer {
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

export function usageOf(usage: GenerateResponseData['usage'] = {}): Usage {
  const { inputTokens, outputTokens, cachedContentTokens: cachedTokens, thoughtsTokens: reasoningTokens } = usage;
  return { inputTokens, outputTokens, cachedTokens, reasoningTokens };
}

/** A message that is no part of the history after the gate. */
export function marked(message: MessageData, status: 'rejected' | 'feedback'): MessageData {
  return { ...message, metadata: { ...message.metadata, reflect: { status } } };
}

export function withoutMarked(messages: readonly MessageData[]): MessageData[] {
  return messages.filter(({ metadata }) => {
    const { status } = (metadata?.reflect ?? {}) as { status?: string };
    return status !== 'rejected' && status !== 'feedback';
  });
}

export function textOf(message: MessageData | undefined): string {
  return message?.content.map(({ text = '' }) => text).join('') ?? '';
}

export function plain(message: MessageData): MessageInput[] {
  const content = textOf(message);
  const role = message.role === 'model' ? 'assistant' : message.role;
  return role === 'tool' || content === '' ? [] : [{ role, content }];
}

export function evidence({ content }: MessageData, at: number, all: MessageData[]): ToolRecordInput[] {
  const calls = all[at - 1]?.content ?? [];
  return content.flatMap(({ toolResponse }) => {
    if (!toolResponse) return [];
    const { ref, name, output: result } = toolResponse;
    const call = calls.find(({ toolRequest }) => toolRequest?.name === name && toolRequest.ref === ref);
    return { id: ref ?? name, name, arguments: call?.toolRequest?.input ?? {}, result };
  });
}
