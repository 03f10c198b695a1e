// Items of the OpenAI Agents SDK as messages of the engine, and back, for `reflectedModel`.

import type { AgentInputItem, ModelRequest, ModelResponse } from '@openai/agents';
import type { MessageInput, PartInput } from '../given-types.js';
import type { Message } from '../types.js';
import { schemaOf, textOf } from './messages.js';

/** Texts and tool turns of a request, each with where it is there; whatever else is in it the engine need not know. */
export function messagesOf(request: ModelRequest): MessageInput[] {
  return originalsOf(request).flatMap((item, at): MessageInput[] => {
    const metadata = { at };
    if (item.type === 'function_call') {
      const toolCalls = [{ id: item.callId, name: item.name, arguments: item.arguments }];
      return [{ role: 'assistant', content: '', toolCalls, metadata }];
    }
    if (item.type === 'function_call_result') {
      const content = typeof item.output === 'string' ? item.output : JSON.stringify(item.output);
      return [{ role: 'tool', toolCallId: item.callId, content, metadata }];
    }
    if (!('role' in item) || (item.role !== 'user' && item.role !== 'assistant')) return [];
    const content = typeof item.content === 'string' ? item.content : item.content.map(partOf);
    return [{ role: item.role, content, metadata }];
  });
}

function partOf(part: { type: string; text?: string }): PartInput {
  return part.text === undefined ? part : { type: 'text', text: part.text };
}

/** The items of a request as they were, with what the engine added to the question behind it, and then the messages that it wrote. */
export function itemsOf(request: ModelRequest, messages: readonly Message[]): AgentInputItem[] {
  const at = ({ metadata }: Message): unknown => (metadata as { at?: number } | undefined)?.at;
  const items = originalsOf(request).map((item, place) => {
    const message = messages.find((message) => message.role === 'user' && at(message) === place);
    return message === undefined ? item : longer(item, textOf(message.content));
  });
  return [...items, ...engineMessagesAsItems(messages)];
}

/** The messages that the engine wrote. */
export function engineMessagesAsItems(messages: readonly Message[]): AgentInputItem[] {
  return messages.filter(({ metadata }) => !metadata).map(itemOf);
}

function originalsOf({ input }: ModelRequest): AgentInputItem[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input;
}

/** An item of the user whose text goes on. */
function longer(item: AgentInputItem, whole: string): AgentInputItem {
  if (!('role' in item) || item.role !== 'user') return item;
  const { content } = item;
  const before = typeof content === 'string' ? content : textOf(content.map(partOf) as Message['content']);
  if (whole === before) return item;
  const text = whole.slice(before.length);
  return { ...item, content: typeof content === 'string' ? content + text : [...content, { type: 'input_text', text }] };
}

function itemOf({ role, content }: Message): AgentInputItem {
  if (role === 'assistant') return outputOf(textOf(content));
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const items = parts.map((part) => (part.type === 'text' ? { ...part, type: 'input_text' } : part));
  return { role: 'user', content: items } as AgentInputItem;
}

export function outputOf(text: string): ModelResponse['output'][number] {
  return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] };
}

export function replyText({ output }: Pick<ModelResponse, 'output'>): string {
  const parts = output.flatMap((item) => ('role' in item && item.role === 'assistant' ? item.content : []));
  return parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
}

/** Output items that do not stop a reply from being a final answer. */
const BESIDE: readonly (string | undefined)[] = ['message', 'reasoning', undefined];

/** Whether a reply is an answer, be it an empty one: nothing that somebody else is to run. */
export function isFinal(reply: ModelResponse): boolean {
  return reply.output.every(({ type }) => BESIDE.includes(type));
}

/** No tool may be called any more, and providers want to see those that were. The stored conversation is not added to. */
export function asRevision({ conversationId, systemInstructions, ...request }: ModelRequest, isFree = false): ModelRequest {
  const toolChoice = request.tools.length > 0 && { toolChoice: 'none' };
  const outputType = isFree && { outputType: 'text' as const };
  return { ...request, handoffs: [], modelSettings: { ...request.modelSettings, ...toolChoice }, ...outputType };
}

/** Settings of an answer that are no critic's. */
const OF_ANSWER = 'toolChoice parallelToolCalls maxTokens temperature topP frequencyPenalty presencePenalty'.split(' ');

export function asCritique(
  { conversationId, previousResponseId, prompt, systemInstructions, ...request }: ModelRequest,
  schema?: object,
): ModelRequest {
  const { providerData: { stop, seed, ...providerData } = {}, ...settings } = request.modelSettings;
  const kept = Object.entries({ ...settings, providerData }).filter(([key]) => !OF_ANSWER.includes(key));
  const form = schema && ({ type: 'json_schema', ...schemaOf({ ...schema }, 'critique') } as ModelRequest['outputType']);
  return { ...request, modelSettings: Object.fromEntries(kept), tools: [], handoffs: [], outputType: form ?? 'text' };
}
