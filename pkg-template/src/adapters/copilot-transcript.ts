// An entry of a transcript of Copilot CLI, as Claude Code would have written it.

import { isObject, type JsonObject } from '../check/kind.js';
import type { Json } from '../types.js';

/** An entry, or nothing where it says nothing of the turn. */
export function asOfCopilot({ type, data }: JsonObject): JsonObject | undefined {
  if (typeof type !== 'string' || !isObject(data)) return undefined;
  const { content = '', toolRequests = [], toolCallId: id, result = null, error, success } = data;
  const entry = (type: string, blocks: Json[]): JsonObject => ({ type, message: { role: type, content: blocks } });
  if (type === 'user.message') return entry('user', [{ type: 'text', text: content }]);
  if (type === 'assistant.message') {
    const calls = (Array.isArray(toolRequests) ? toolRequests : []).map((call) => {
      const { toolCallId: id, name, arguments: input } = call as JsonObject;
      return { type: 'tool_use', id, name, input } as Json;
    });
    return entry('assistant', [{ type: 'text', text: content }, ...calls]);
  }
  if (type !== 'tool.execution_complete') return undefined;
  const said = success === false ? (error as JsonObject | undefined)?.message : (result as JsonObject | null)?.content;
  return entry('user', [
    { type: 'tool_result', tool_use_id: id ?? null, content: String(said ?? ''), ...(success === false && { is_error: true }) },
  ]);
}
