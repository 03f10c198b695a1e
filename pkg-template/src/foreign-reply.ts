// A provider's own reply that a model function handed on as it came: what is read here would be absent from it, and nobody would notice.

import { kindOf } from './kind.js';
import type { Json } from './types.js';

type Fields = { [key: string]: Json };

/** Where a text stands in replies without `content`, and what to return of them. */
const TEXTS = [
  ['choices', '`choices[0].message.content`'],
  ['output_text', '`{ content: output_text }`'],
  ['text', '`{ content: text }`'],
  ['candidates', '`{ content }` with the text of `candidates[0].content.parts`'],
  ['message', '`{ content: message.content }`'],
  ['response', '`{ content: response }`'],
  ['refusal', "`{ content: refusal, finishReason: 'refusal' }`"],
] as const;
/** Keys of a reply that are told, at most. */
const MAX_KEYS = 5;
/** Finish reasons, as letters: the model asks for tools. */
const TOOL_STOPS = ['toolcall', 'toolcalls', 'tooluse', 'functioncall', 'functioncalls'];
/** Types of content parts, as letters: the same. What the provider runs itself, as Anthropic's `server_tool_use`, is none of them. */
const TOOL_PARTS = ['toolcall', 'tooluse', 'functioncall'];
/** What others call `finishReason`. */
export const STOPS = ['finish_reason', 'stop_reason', 'stopReason'];
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
    const unknown = unknownIn(given, reply);
    if (unknown !== undefined) return unknown;
  }
  const stop = has(reply, 'finishReason') ? undefined : STOPS.find((key) => has(reply, key));
  if (stop !== undefined) return `the model's reply has \`${stop}\` and no \`finishReason\`: return it under this name`;
  const { tool_calls: foreign, toolCalls, usage } = reply;
  if (Array.isArray(foreign) && foreign.length > 0 && !has(reply, 'toolCalls'))
    return `the model's reply has \`tool_calls\` and no \`toolCalls\`: ${CALLS}`;
  if (Array.isArray(toolCalls) && toolCalls.some(isForeignCall)) return CALLS;
  const lost = Array.isArray(toolCalls) && toolCalls.length > 0 ? undefined : lostCall(reply);
  if (lost !== undefined) return lost;
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

/** A reply that says nothing by a name that is known. */
function unknownIn(given: unknown, reply: Fields): string | undefined {
  if (isStream(given)) return 'the model returned a stream: read it to its end, and return its text';
  if (given instanceof Object && Object.getOwnPropertyDescriptor(given, 'content')?.value !== undefined && !('content' in reply))
    return `the model returned ${kindOf(given)}, whose JSON has no \`content\`: return \`{ content: reply.content }\``;
  const keys = Object.keys(reply).filter((key) => has(reply, key) && key !== 'toolCalls');
  if (keys.length === 0 || has(reply, 'toolCalls')) return undefined;
  const known = keys.slice(0, MAX_KEYS).map((key) => `\`${key}\``);
  return `the model must return a string or { content }, got ${kindOf(given)} with ${known.join(', ')}`;
}

/** A generator that is not asynchronous, too. */
function isStream(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  if (Symbol.iterator in given && 'next' in given && typeof given.next === 'function') return true;
  return Symbol.asyncIterator in given || ('body' in given && 'json' in given && typeof given.json === 'function');
}

/** Tools that the model asks for and nobody would run: what it says before it would be taken for its answer. */
function lostCall({ finishReason, content }: Fields): string | undefined {
  if (Array.isArray(content)) {
    const at = content.findIndex(isCallPart);
    if (at >= 0) return `\`content[${at}]\` of the model's reply is a tool call and \`toolCalls\` is absent: ${CALLS}`;
  }
  if (!TOOL_STOPS.includes(letters(finishReason))) return undefined;
  return `the model's reply has \`finishReason: '${String(finishReason)}'\` and no \`toolCalls\`: ${CALLS}`;
}

/** One for the caller to run. The AI SDK marks those that the provider has run. */
function isCallPart(part: Json): boolean {
  if (!isObject(part) || part.providerExecuted === true) return false;
  return TOOL_PARTS.includes(letters(part.type)) || has(part, 'functionCall');
}

function letters(said: Json | undefined): string {
  return typeof said === 'string' ? said.toLowerCase().replace(/[^a-z]/g, '') : '';
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
