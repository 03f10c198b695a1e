// Checks the replies of a script: a test that asks for something that is not done would test something else.

import { ReflectError } from '../error.js';
import { isKeyless, isObject, kindOf } from '../kind.js';
import type { ScriptedReply, ScriptedResponse } from './index.js';

const SPEAKING = ['content', 'deltas', 'toolCalls', 'throw'] as const;
const KEYS = [...SPEAKING, 'usage', 'model', 'responseId', 'metadata', 'finishReason', 'delayMs', 'ignoreSignal'] as const;
/** What people call them, in small letters. */
const USUAL: Readonly<Record<string, (typeof KEYS)[number]>> = {
  text: 'content',
  message: 'content',
  output: 'content',
  reply: 'content',
  chunks: 'deltas',
  stream: 'deltas',
  tools: 'toolCalls',
  error: 'throw',
  reject: 'throw',
  stopreason: 'finishReason',
  tokens: 'usage',
  wait: 'delayMs',
  ms: 'delayMs',
};
/** Letters that a known key may be away from what was written. */
const NEAR = 2;

/** The replies of a script. Throws `invalid_settings`, naming what is none. */
export function repliesOf(script: unknown): ScriptedReply[] {
  if (!Array.isArray(script)) {
    const hint = typeof script === 'string' ? ': write `scriptedModel([text])`' : '';
    throw refused(`\`scriptedModel\` takes a list of replies, got ${kindOf(script)}${hint}`);
  }
  return Array.from(script, (reply: unknown, at) =>
    typeof reply === 'function' ? (reply as ScriptedReply) : replyOf(reply, at),
  );
}

/** A reply that is there. Throws `invalid_settings` for what is none. */
export function replyOf(reply: unknown, at: number): string | ScriptedResponse | Error {
  const name = `script[${at}]`;
  if (typeof reply === 'string' || reply instanceof Error) return reply;
  if (!isObject(reply) || isKeyless(reply)) {
    throw refused(
      `\`${name}\` must be a text, a response, an Error, or a function that gives one of these, got ${kindOf(reply)}`,
    );
  }
  const given: Partial<Record<string, unknown>> = { ...reply };
  for (const key of Object.keys(given)) {
    if (!(KEYS as readonly string[]).includes(key)) throw refused(unknown(name, key));
  }
  if (SPEAKING.every((key) => given[key] === undefined || given[key] === null)) {
    throw refused(`\`${name}\` has none of ${SPEAKING.join(', ')}; an empty draft is \`''\``);
  }
  const { deltas = [], delayMs = 0, ignoreSignal = false } = given;
  if (!Array.isArray(deltas) || !deltas.every((delta) => typeof delta === 'string'))
    throw refused(`\`${name}.deltas\` must be a list of strings`);
  if (typeof delayMs !== 'number' || !(delayMs >= 0))
    throw refused(`\`${name}.delayMs\` must be a number from 0, got ${typeof delayMs === 'number' ? delayMs : kindOf(delayMs)}`);
  if (typeof ignoreSignal !== 'boolean')
    throw refused(`\`${name}.ignoreSignal\` must be true or false, got ${kindOf(ignoreSignal)}`);
  return reply;
}

function refused(message: string): ReflectError {
  return new ReflectError('invalid_settings', message);
}

function unknown(name: string, key: string): string {
  const word = letters(key);
  const meant = Object.hasOwn(USUAL, word) ? USUAL[word] : nearest(word);
  const rest = meant === undefined ? `; known are ${KEYS.join(', ')}` : `, did you mean \`${name}.${meant}\`?`;
  return `unknown key \`${name}.${key.slice(0, 80)}\`${rest}`;
}

function letters(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .slice(0, 80);
}

/** The known key that begins as a word does, or is spelled nearly so. */
function nearest(word: string): string | undefined {
  const begun = KEYS.find((key) => word.length > 2 && (letters(key).startsWith(word) || word.startsWith(letters(key))));
  return begun ?? KEYS.find((key) => distance(word, letters(key)) <= NEAR);
}

/** How many letters must be put in, taken out or replaced to make one word of another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [at, above] of row.slice(1).entries()) {
      const replaced = (row[at] ?? 0) + (to[at] === letter ? 0 : 1);
      next.push(Math.min(replaced, above + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
