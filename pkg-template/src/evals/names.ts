// What names may hold, so that every database keeps them alike, and how what may not be is refused.

import { isReflectError, ReflectError, told } from '../error.js';
import { kindOf } from '../kind.js';

/** Names are in the keys and indexes of databases, which have their limits. */
export const MAX_AGENT_CHARS = 200;
export const MAX_ID_CHARS = 300;
/** Half a surrogate pair is no text: it would come back from a database, and from the core, as another character. */
export const LONE = /\p{Cs}/u;

export function checkName(key: string, name: string, most = Number.POSITIVE_INFINITY): void {
  if (name.length > most) throw bad(`\`${key}\` must have at most ${most} characters, got ${name.length}`);
  if (name.includes('\0') || LONE.test(name)) throw wrong(key, 'a text without U+0000 and halves of surrogate pairs', name);
}

/** An agent that is asked for. One that no evaluation can have is refused by every store alike. */
export function checkAgent(agentId: unknown): void {
  if (typeof agentId !== 'string' || agentId === '') throw wrong('agentId', 'a string that is not empty', agentId);
  checkName('agentId', agentId);
}

/** What is read of a caller's objects: whatever they throw is `invalid_task`. */
export function readable<R>(what: string, read: () => R): R {
  try {
    return read();
  } catch (thrown) {
    if (isReflectError(thrown)) throw thrown;
    const [why = ''] = told(thrown).split('\n');
    throw new ReflectError('invalid_task', `${what} cannot be read: ${why}`, { cause: thrown });
  }
}

export function wrong(key: string, wanted: string, came: unknown): ReflectError {
  const got = typeof came === 'number' ? String(came) : typeof came === 'string' ? `"${came.slice(0, 60)}"` : kindOf(came);
  return bad(`\`${key}\` must be ${wanted}, got ${got}`);
}

export function bad(message: string): ReflectError {
  return new ReflectError('invalid_task', message);
}
