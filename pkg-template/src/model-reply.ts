// What a model returns. One sentence says it for whatever a model returns instead: what is not read would be lost, and nobody would notice.

import { isPlain, kindOf } from './kind.js';
import type { Json } from './types.js';

type Fields = { [key: string]: Json };

const WANTED =
  'the model must return a string or { content, toolCalls: [{ id, name, arguments }], finishReason, usage: { inputTokens, outputTokens } }';
const KEYS = ['content', 'toolCalls', 'finishReason', 'usage'];
const TOKENS = ['inputTokens', 'outputTokens', 'totalTokens'];
/** Keys of a reply that are told, at most. */
const MAX_KEYS = 5;

/** What is wrong with a model's reply; other keys beside ours are let through. `given` is what it returned, `reply` that as plain JSON. */
export function replyFault(given: unknown, reply: Json): string | undefined {
  if (!isObject(reply)) return undefined;
  const { toolCalls, usage, finishReason } = reply;
  const asks = Array.isArray(toolCalls) && toolCalls.length > 0;
  const keys = Object.keys(reply).filter((key) => has(reply, key) && key !== 'toolCalls');
  const other = misspelt(reply, KEYS) ?? (isObject(usage) ? misspelt(usage, TOKENS) : undefined);
  const says = (what: string): string => `${WANTED}, got ${what}`;
  if (other !== undefined) return says(other);
  if ((reply.content ?? null) === null && !asks && (keys.length > 0 || !isPlain(given)))
    return says(withKeys(kindOf(given), keys));
  if (asks && !toolCalls.every(isCall)) return says('a tool call without `name` or `arguments`');
  if (!asks && isToolCalls(finishReason)) return says(`\`finishReason: '${String(finishReason)}'\` without \`toolCalls\``);
  const tokens = isObject(usage) ? Object.keys(usage).filter((key) => has(usage, key)) : [];
  return tokens.length > 0 && !tokens.some((key) => TOKENS.includes(key)) ? says(withKeys('a `usage`', tokens)) : undefined;
}

/** A key that is one of these but for case and separators, where that one is absent: `finish_reason` in place of `finishReason`. */
export function misspelt(fields: object, ours: readonly string[]): string | undefined {
  const held = fields as Fields;
  for (const key of Object.keys(held)) {
    const meant = ours.find((one) => one !== key && one.toLowerCase() === key.replace(/[_-]/g, '').toLowerCase());
    if (meant !== undefined && has(held, key) && (held[meant] ?? null) === null) return `\`${key}\` in place of \`${meant}\``;
  }
  return undefined;
}

function withKeys(what: string, keys: readonly string[]): string {
  const told = keys.slice(0, MAX_KEYS).map((key) => `\`${key}\``);
  return told.length === 0 ? what : `${what} with ${told.join(', ')}`;
}

/** The model asks for tools; what it says before would be taken for its answer. */
function isToolCalls(finishReason: Json | undefined): boolean {
  return typeof finishReason === 'string' && finishReason.replace(/[_-]/g, '').toLowerCase() === 'toolcalls';
}

function isCall(call: Json): boolean {
  return isObject(call) && has(call, 'name') && 'arguments' in call;
}

/** Null and an empty list are as absent. */
function has(fields: Fields, key: string): boolean {
  const held = fields[key];
  return held !== undefined && held !== null && !(Array.isArray(held) && held.length === 0);
}

function isObject(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
