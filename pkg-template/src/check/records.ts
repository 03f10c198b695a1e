// Tool calls that a host or a model made itself, and what they gave.

import type { ToolRecordInput } from '../given-types.js';
import type { Json, Message } from '../types.js';
import { isObject, kindOf } from './kind.js';

const KEYS = ['id', 'name', 'arguments', 'result', 'error'];
const FORM = 'must be { id, name, arguments, result } or { …, error }, or a text';

/** What is wrong with one, or with a text in its place. */
export function recordFault(record: Json): string | undefined {
  if (typeof record === 'string') return undefined;
  if (!isObject(record)) return `${FORM}, got ${kindOf(record)}`;
  const other = Object.keys(record).find((key) => !KEYS.includes(key));
  if (other !== undefined) return `has \`${other}\`, which no record of a call has; known are ${KEYS.join(', ')}`;
  if (typeof record.name !== 'string') return `${FORM}, got an object without \`name\``;
  for (const key of ['id', 'error'] as const)
    if (typeof (record[key] ?? '') !== 'string') return `must have a text as \`${key}\`, got ${kindOf(record[key])}`;
  return undefined;
}

/** A call and what it gave, as messages. */
export function messagesOf({ id = '', name, arguments: args, result, error }: ToolRecordInput): Message[] {
  const text = error ?? (typeof result === 'string' ? result : (JSON.stringify(result) ?? ''));
  return [
    { role: 'assistant', content: '', toolCalls: [{ id, name, arguments: args as Json }] },
    { role: 'tool', toolCallId: id, content: text, ...(error !== undefined && { metadata: { isError: true } }) },
  ];
}

/** The text of a message, of its parts one after the other. */
export function textOf({ content }: Pick<Message, 'content'>, between = ''): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part && typeof part.text === 'string' ? part.text : '')).join(between);
}
