// What an agent of LangChain did since it was last told something, for `reflectMiddleware`.

import { AIMessage, type BaseMessage, ToolMessage } from 'langchain';
import { evidenceOf } from '../engine/gates.js';
import type { MessageInput } from '../given-types.js';
import type { Message, Usage } from '../types.js';
import { sumOf } from './messages.js';

export interface Turn {
  input: MessageInput[];
  id: string | undefined;
  /** Nothing where a tool has the last word. */
  text: string;
  evidence: Message[];
  usage: Usage | undefined;
}

export function turnOf(messages: readonly BaseMessage[]): Turn {
  const from = lastOf(messages, 'human') + 1;
  const turn = messages.slice(from);
  const at = lastOf(turn, 'ai');
  const { id, text = '' } = turn[at] ?? {};
  return {
    input: messages.slice(0, from).flatMap(plain),
    id,
    text: at === turn.length - 1 ? text : '',
    evidence: turn.slice(0, Math.max(at, 0)).flatMap(evidence),
    usage: usageOf(turn),
  };
}

function lastOf(messages: readonly BaseMessage[], type: string): number {
  return messages.map((message) => message.type).lastIndexOf(type);
}

const ROLES: { readonly [type: string]: 'user' | 'assistant' | 'system' } = { human: 'user', ai: 'assistant', system: 'system' };

function plain({ type, text }: BaseMessage): MessageInput[] {
  const role = ROLES[type];
  return role === undefined || text === '' ? [] : [{ role, content: text }];
}

function evidence(message: BaseMessage, _: number, turn: readonly BaseMessage[]): Message[] {
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
  return calls.flatMap(({ id = '', name, args }) => {
    const result = turn.find((other) => ToolMessage.isInstance(other) && other.tool_call_id === id);
    return result === undefined ? [] : evidenceOf({ id, name, args, result: result.text });
  });
}

function usageOf(turn: readonly BaseMessage[]): Usage | undefined {
  const all = turn.flatMap((message) => (AIMessage.isInstance(message) ? (message.usage_metadata ?? []) : []));
  const tokens = all.map(({ input_tokens: inputTokens, output_tokens: outputTokens }) => ({ inputTokens, outputTokens }));
  return all.length > 0 ? sumOf(tokens) : undefined;
}
