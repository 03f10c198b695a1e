// An entry of a transcript of Codex, as Claude Code would have written it. Of its messages those are read that its screen shows: the others are
// what went to the model, hooks and environment included.

import { isObject, type JsonObject } from '../check/kind.js';
import { argumentsOf } from './messages.js';

export function asOfClaude({ type, payload }: JsonObject): JsonObject | undefined {
  if (!isObject(payload)) return undefined;
  const { item, type: kind, call_id: id, name = 'a tool', arguments: args, input = args, output } = payload as JsonObject;
  if (type === 'event_msg' && kind === 'item_completed' && isObject(item)) {
    const role = { UserMessage: 'user', AgentMessage: 'assistant' }[String(item.type)];
    if (role === undefined) return undefined;
    const content = Array.isArray(item.content) ? item.content.filter((part) => isObject(part)) : [];
    return { type: role, message: { content: content.map(({ text = '' }) => ({ type: 'text', text })) } };
  }
  if (type !== 'response_item' || id === undefined) return undefined;
  const called = { type: 'tool_use', id, name, input: typeof input === 'string' ? argumentsOf(input) : (input ?? null) };
  const result = { type: 'tool_result', tool_use_id: id, content: typeof output === 'string' ? output : JSON.stringify(output) };
  return output === undefined
    ? { type: 'assistant', message: { content: [called] } }
    : { type: 'user', message: { content: [result] } };
}
