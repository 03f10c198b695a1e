// What names may hold, so that every database keeps them alike, and how what may not be is refused.

import { badSettings } from '../check/checks.js';
import { describeWrongKind, describeWrongValue } from '../check/kind.js';
import { ReflectError } from '../error.js';
import { longName } from './errors.js';

/** Names are in the keys and indexes of databases, which have their limits. */
export const MAX_AGENT_CHARS = 200;
export const MAX_ID_CHARS = 300;
/** Half a surrogate pair is not a text: it would come back from a database, and from the core, as another character. */
const NO_NAME = /\0|\p{Cs}/u;

/** Refuses where a store or a service is, when that is no text, or an empty one. */
export function checkPlace(key: string, place: unknown): void {
  if (typeof place !== 'string' || place === '')
    throw badSettings(describeWrongKind(`\`${key}\``, 'a string that is not empty', place));
}

export function checkName(key: string, name: unknown, most = Number.POSITIVE_INFINITY): asserts name is string {
  if (typeof name !== 'string' || name === '') throw wrong(key, 'a string that is not empty', name);
  if (name.length > most) throw longName(key, most, name.length);
  if (NO_NAME.test(name)) throw wrong(key, 'a text without U+0000 and halves of surrogate pairs', name);
}

export function wrong(key: string, wanted: string, came: unknown, code?: 'invalid_settings'): ReflectError {
  return new ReflectError(code ?? 'invalid_task', describeWrongValue(`\`${key}\``, wanted, came));
}
