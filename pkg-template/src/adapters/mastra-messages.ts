// Messages of Mastra as messages of the engine.

import type { MastraDBMessage } from '@mastra/core/agent';
import { messagesOf as turnOf } from '../check/records.js';
import type { MessageInput, ToolRecordInput } from '../given-types.js';

type Part = MastraDBMessage['content']['parts'][number];

function isText(part: Part): part is Extract<Part, { type: 'text' }> {
  return part.type === 'text';
}

const joined = (parts: readonly Part[]): string => parts.flatMap((part) => (isText(part) ? [part.text] : [])).join('');

/** Where the answer begins in the last message: behind its tool turns, and what was said in them. */
function startOf({ content }: MastraDBMessage): number {
  const types = content.parts.map(({ type }) => type);
  return Math.max(types.lastIndexOf('tool-invocation'), types.lastIndexOf('step-start')) + 1;
}

/** The text of the last message, behind its tool turns. */
export function answerOf(messages: readonly MastraDBMessage[]): string {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? joined(last.content.parts.slice(startOf(last))) : '';
}

/** The messages with another answer, and with metadata. */
export function withAnswer(messages: MastraDBMessage[], text: string, metadata: { [key: string]: unknown }): MastraDBMessage[] {
  const last = messages.at(-1);
  const isSame = answerOf(messages) === text;
  if (last === undefined) {
    const content = { format: 2 as const, parts: [{ type: 'text' as const, text }], metadata };
    return [{ id: crypto.randomUUID(), role: 'assistant', createdAt: new Date(), content }];
  }
  const from = startOf(last);
  const beside = last.content.parts.filter((part, at) => at < from || !isText(part));
  const { content: _, ...content } = last.content;
  const answered = isSame ? last.content : { ...content, parts: [...beside, { type: 'text' as const, text }] };
  const all = { ...last.content.metadata, ...metadata };
  return [...messages.slice(0, -1), { ...last, content: { ...answered, metadata: all } }];
}

export function callsOf({ content }: MastraDBMessage): ToolRecordInput[] {
  return content.parts.flatMap((part): ToolRecordInput[] => {
    if (part.type !== 'tool-invocation') return [];
    const { toolCallId: id, toolName: name, args, state, result, isError, errorText } = part.toolInvocation as Called;
    const call = { id, name, arguments: args };
    if (state === 'output-error' || (state === 'result' && isError))
      return [{ ...call, error: errorText ?? JSON.stringify(result) }];
    return state === 'result' ? [{ ...call, result }] : [];
  });
}

/** A call, as newer versions of Mastra have it, too. */
interface Called {
  toolCallId: string;
  toolName: string;
  args: unknown;
  state: string;
  result?: unknown;
  isError?: boolean;
  errorText?: string;
}

/** A conversation without its answer. */
export function messagesOf(messages: readonly MastraDBMessage[]): MessageInput[] {
  return messages.flatMap((message, at): MessageInput[] => {
    const { role, content } = message;
    if (role !== 'user' && role !== 'assistant') return [];
    const isAnswer = role === 'assistant' && at === messages.length - 1;
    const text = joined(content.parts);
    return [...callsOf(message).flatMap(turnOf), ...(isAnswer || text === '' ? [] : [{ role, content: text }])];
  });
}

/** The system prompt that an agent was asked with. */
export function systemOf(messages: readonly { content: unknown }[]): string | undefined {
  return messages.flatMap(({ content }) => (typeof content === 'string' ? [content] : [])).join('\n\n') || undefined;
}
