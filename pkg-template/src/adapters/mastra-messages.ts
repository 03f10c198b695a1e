// Messages of Mastra as messages of the engine.

import type { MastraDBMessage } from '@mastra/core/agent';
import type { MessageInput } from '../given-types.js';

type Part = MastraDBMessage['content']['parts'][number];

function isText(part: Part): part is Extract<Part, { type: 'text' }> {
  return part.type === 'text';
}

const joined = (parts: readonly Part[]): string => parts.flatMap((part) => (isText(part) ? [part.text] : [])).join('');

/** Where the answer begins in the last message: behind its tool turns. */
function startOf({ content }: MastraDBMessage): number {
  return content.parts.map(({ type }) => type).lastIndexOf('tool-invocation') + 1;
}

/** The text of the last message, behind its tool turns. */
export function answerOf(messages: readonly MastraDBMessage[]): string {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? joined(last.content.parts.slice(startOf(last))) : '';
}

/** The messages with another answer; the same where it did not change. */
export function withAnswer(messages: MastraDBMessage[], text: string): MastraDBMessage[] {
  const last = messages.at(-1);
  if (last === undefined || answerOf(messages) === text) return messages;
  const from = startOf(last);
  const beside = last.content.parts.filter((part, at) => at < from || !isText(part));
  const { content: _, ...content } = last.content;
  return [...messages.slice(0, -1), { ...last, content: { ...content, parts: [...beside, { type: 'text', text }] } }];
}

/** A conversation without its answer. */
export function messagesOf(messages: readonly MastraDBMessage[]): MessageInput[] {
  return messages.flatMap(({ role, content }, at): MessageInput[] => {
    if (role !== 'user' && role !== 'assistant') return [];
    const turns = content.parts.flatMap((part): MessageInput[] => {
      if (part.type !== 'tool-invocation' || part.toolInvocation.state !== 'result') return [];
      const { toolCallId, toolName: name, args, result } = part.toolInvocation;
      const call = { id: toolCallId, name, arguments: args };
      const said: unknown = typeof result === 'string' ? result : JSON.stringify(result);
      return [
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', toolCallId, content: String(said) },
      ];
    });
    const isAnswer = at === messages.length - 1;
    const text = joined(content.parts);
    return [...turns, ...(isAnswer || text === '' ? [] : [{ role, content: text }])];
  });
}
