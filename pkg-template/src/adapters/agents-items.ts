// Items of the OpenAI Agents SDK as messages of the engine, and back, for `reflectedModel`.

import type { AgentInputItem, ModelRequest } from '@openai/agents';
import type { MessageInput, PartInput } from '../given-types.js';
import type { Message } from '../types.js';
import { outputOf } from './agents-reply.js';
import { textOf } from './messages.js';

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
  return [...items, ...addedTo(messages)];
}

/** The messages that the engine wrote. */
export function addedTo(messages: readonly Message[]): AgentInputItem[] {
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
