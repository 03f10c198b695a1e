// A provider's own reply that a model function handed on as it came: what is read here would be absent from it, and nobody would notice.

import type { Json } from './types.js';

type Fields = { [key: string]: Json };

/** Where a text stands in replies without `content`, and what to return of them. */
const TEXTS = [
  ['choices', '`choices[0].message.content`'],
  ['output_text', '`{ content: output_text }`'],
  ['text', '`{ content: text }`'],
] as const;
const STOPS = ['finish_reason', 'stop_reason', 'stopReason'];
const ARGUMENTS = ['args', 'input'];
const TOKENS = ['prompt_tokens', 'completion_tokens', 'input_tokens', 'output_tokens', 'promptTokens', 'completionTokens'];
const OWN_TOKENS = ['inputTokens', 'outputTokens', 'totalTokens'];

/**
 * What is wrong with a model's reply that says by another name what is read by ours; nothing for one that does not, whatever else it
 * holds. `given` is what the model function returned, and `reply` that as plain JSON.
 */
export function foreignIn(given: unknown, reply: Json): string | undefined {
  if (!isObject(reply)) return undefined;
  if (!has(reply, 'content')) {
    const text = TEXTS.find(([key]) => has(reply, key) || isGetter(given, key));
    if (text !== undefined) return `the model's reply has \`${text[0]}\` and no \`content\`: return ${text[1]}`;
  }
  const stop = has(reply, 'finishReason') ? undefined : STOPS.find((key) => has(reply, key));
  if (stop !== undefined) return `the model's reply has \`${stop}\` and no \`finishReason\`: return it under this name`;
  const { tool_calls: foreign, toolCalls, usage } = reply;
  if (Array.isArray(foreign) && foreign.length > 0 && !has(reply, 'toolCalls'))
    return `the model's reply has \`tool_calls\` and no \`toolCalls\`: ${CALLS}`;
  if (Array.isArray(toolCalls) && toolCalls.some(isForeignCall)) return CALLS;
  const tokens = isObject(usage) && !OWN_TOKENS.some((key) => has(usage, key)) && TOKENS.find((key) => has(usage, key));
  return tokens ? `the model's \`usage\` has \`${tokens}\`: return \`inputTokens\` and \`outputTokens\`` : undefined;
}

/** What is wrong with a conversation whose messages say by another name what is read by ours. They are not read as JSON would be. */
export function foreignInInput(messages: readonly unknown[]): string | undefined {
  for (const [at, message] of messages.entries()) {
    const fields = (typeof message === 'object' && message !== null ? message : {}) as Fields;
    const { tool_calls: calls } = fields;
    if (Array.isArray(calls) && calls.length > 0 && !has(fields, 'toolCalls'))
      return `\`input[${at}]\` has \`tool_calls\` and no \`toolCalls\`: give each as \`{ id, name, arguments }\` under this name`;
    if (has(fields, 'tool_call_id') && !has(fields, 'toolCallId'))
      return `\`input[${at}]\` has \`tool_call_id\` and no \`toolCallId\`: give it under this name`;
  }
  return undefined;
}

const CALLS = 'return each of `toolCalls` as `{ id, name, arguments }`';

/** One whose name or arguments would not be read. */
function isForeignCall(call: Json): boolean {
  if (!isObject(call)) return false;
  return (!has(call, 'name') && has(call, 'function')) || (!has(call, 'arguments') && ARGUMENTS.some((key) => has(call, key)));
}

function has(fields: Fields, key: string): boolean {
  return fields[key] !== undefined && fields[key] !== null;
}

/** Getters of a class, as of the AI SDK's results, are no part of their JSON. They are not read: one may begin a request. */
function isGetter(given: unknown, key: string): boolean {
  try {
    return Object.getOwnPropertyDescriptor(Object.getPrototypeOf(given), key)?.get !== undefined;
  } catch {
    return false;
  }
}

function isObject(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
