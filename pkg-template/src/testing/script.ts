// Checks the replies of a script: a test that asks for something that is not done would test something else.

import { badSettings } from '../checks.js';
import { describe, isKeyless, isObject, kindOf } from '../kind.js';
import type { ScriptedReply, ScriptedResponse } from './index.js';

const SPEAKING = ['content', 'deltas', 'toolCalls', 'throw'] as const;
const KEYS = [...SPEAKING, 'usage', 'model', 'responseId', 'metadata', 'finishReason', 'delayMs', 'ignoreSignal'] as const;

/** The replies of a script. Throws `invalid_settings`, naming what is none. */
export function repliesOf(script: unknown): ScriptedReply[] {
  if (!Array.isArray(script)) {
    const hint = typeof script === 'string' ? ': write `scriptedModel([text])`' : '';
    throw badSettings(`\`scriptedModel\` takes a list of replies, got ${kindOf(script)}${hint}`);
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
    throw badSettings(
      `\`${name}\` must be a text, a response, an Error, or a function that gives one of these, got ${kindOf(reply)}`,
    );
  }
  const given: Partial<Record<string, unknown>> = { ...reply };
  for (const key of Object.keys(given)) {
    if (!(KEYS as readonly string[]).includes(key))
      throw badSettings(`unknown key \`${name}.${key.slice(0, 80)}\`; known are ${KEYS.join(', ')}`);
  }
  if (SPEAKING.every((key) => given[key] === undefined || given[key] === null)) {
    throw badSettings(`\`${name}\` has none of ${SPEAKING.join(', ')}; an empty draft is \`''\``);
  }
  const { deltas = [], delayMs = 0, ignoreSignal = false } = given;
  if (!Array.isArray(deltas) || !deltas.every((delta) => typeof delta === 'string'))
    throw badSettings(`\`${name}.deltas\` must be a list of strings`);
  if (typeof delayMs !== 'number' || !(delayMs >= 0))
    throw badSettings(`\`${name}.delayMs\` must be a number from 0, got ${describe(delayMs)}`);
  if (typeof ignoreSignal !== 'boolean')
    throw badSettings(`\`${name}.ignoreSignal\` must be true or false, got ${kindOf(ignoreSignal)}`);
  return reply;
}
