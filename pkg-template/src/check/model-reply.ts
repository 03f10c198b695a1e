// Checks the shape of a model's reply, and explains in one sentence what is wrong. Unread keys would be lost silently.

import type { Json } from '../types.js';
import { isObject, isPlain, type JsonObject, kindOf } from './kind.js';
import { recordFault } from './records.js';

const WANTED =
  'must return a string or { content, toolCalls: [{ id, name, arguments }], finishReason, usage: { inputTokens, outputTokens } }';
const SEVERAL =
  '`contents` must hold 1 to `n` texts, or { content, finishReason?, metadata? }, where `n` is asked for; nothing else is said beside';
const KEYS = ['content', 'contents', 'toolCalls', 'toolResults', 'probability', 'finishReason', 'usage'];
const TOKENS = ['inputTokens', 'outputTokens', 'totalTokens'];
/**
 * Where OpenAI's servers, and the many that speak as they do, report what we call so. `input_tokens` is not read: some that write it leave
 * out what came from a cache.
 */
const SPELLED: Readonly<Record<string, readonly [string, string?]>> = {
  inputTokens: ['prompt_tokens'],
  outputTokens: ['completion_tokens'],
  totalTokens: ['total_tokens'],
  cachedTokens: ['prompt_tokens_details', 'cached_tokens'],
  reasoningTokens: ['completion_tokens_details', 'reasoning_tokens'],
};
/** Keys of a reply that are named, at most. */
const MAX_KEYS = 5;

/** A reply whose usage is in our spelling, where it was in OpenAI's. */
export function withUsage(given: Json): Json {
  const reply = withoutGaps(given);
  if (!isObject(reply) || !isObject(reply.usage)) return reply;
  const usage = { ...reply.usage };
  if (!has(usage, 'prompt_tokens') && !has(usage, 'completion_tokens')) return reply;
  for (const [ours, [key, inside]] of Object.entries(SPELLED)) {
    const part = usage[key];
    const count = inside === undefined ? part : isObject(part) ? part[inside] : undefined;
    if (!has(usage, ours) && count !== undefined) usage[ours] = count;
  }
  return { ...reply, usage };
}

/** A reply to a request for several completions, without those that came to nothing: the others are drafts all the same. */
function withoutGaps(reply: Json): Json {
  if (!isObject(reply) || !Array.isArray(reply.contents)) return reply;
  const there = reply.contents.filter((one) => ((isObject(one) ? one.content : one) ?? null) !== null);
  return there.length === 0 ? reply : { ...reply, contents: there };
}

/**
 * What is wrong with a model's reply to a request for `n` completions; other keys beside ours are let through. `given` is what it returned,
 * `reply` that as plain JSON.
 */
export function replyFault(who: string, value: unknown, reply: Json, n = 0): string | undefined {
  if (!isObject(reply)) return undefined;
  const { toolCalls, toolResults, usage, contents = null } = reply;
  const says = (what: string): string => `${who} ${WANTED}, got ${what}`;
  const other = misspelt(reply, KEYS) ?? (isObject(usage) ? misspelt(usage, TOKENS) : undefined);
  if (other !== undefined) return says(other);
  const asks = Array.isArray(toolCalls) && toolCalls.length > 0;
  const keys = Object.keys(reply).filter((key) => has(reply, key) && key !== 'toolCalls');
  if (contents !== null) {
    const fit = Array.isArray(contents) && contents.length > 0 && contents.length <= n && contents.every(isText);
    return fit && !has(reply, 'content') && !asks ? undefined : SEVERAL;
  }
  if ((reply.content ?? null) === null && !asks && (keys.length > 0 || !isPlain(value))) {
    const named = keys.slice(0, MAX_KEYS).map((key) => `\`${key}\``);
    return says(`${kindOf(value)}${named.length > 0 ? ` with ${named.join(', ')}` : ''}`);
  }
  if (asks && !toolCalls.every(isCall)) return says('a tool call without `name` or `arguments`');
  const results = Array.isArray(toolResults) ? toolResults.map(recordFault) : [];
  const at = results.findIndex((fault) => fault !== undefined);
  return at === -1 ? undefined : `${who} returned \`toolResults[${at}]\`, which ${results[at]}`;
}

/** A key that is one of these but for case and separators, where that one is absent: `finish_reason` in place of `finishReason`. */
export function misspelt(fields: object, ours: readonly string[]): string | undefined {
  const entries = fields as JsonObject;
  for (const key of Object.keys(entries)) {
    const meant = ours.find((one) => one !== key && one.toLowerCase() === key.replace(/[_-]/g, '').toLowerCase());
    if (meant !== undefined && has(entries, key) && (entries[meant] ?? null) === null)
      return `\`${key}\` in place of \`${meant}\``;
  }
  return undefined;
}

function isText(one: Json): boolean {
  return typeof (isObject(one) ? one.content : one) === 'string';
}

function isCall(call: Json): boolean {
  return isObject(call) && has(call, 'name') && 'arguments' in call;
}

/** Null and an empty list are as absent. */
function has(fields: JsonObject, key: string): boolean {
  const value = fields[key];
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}
