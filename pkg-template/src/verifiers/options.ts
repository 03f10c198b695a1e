// Checks what a developer hands to a built-in verifier: a wrong option is refused when the verifier is made, by name.

import { ReflectError } from '../error.js';
import { describe, isKeyless, isObject, kindOf } from '../kind.js';

/** The error of a wrong option. */
export function refused(message: string): ReflectError {
  return new ReflectError('invalid_settings', message);
}

/** The options as an object that has no other keys than these. */
export function checked(verifier: string, options: unknown, allowedKeys: readonly string[]): { [key: string]: unknown } {
  if (!isObject(options)) {
    throw refused(`the options of \`${verifier}\` must be an object, got ${describe(options)}`);
  }
  if (isKeyless(options)) throw refused(`the options of \`${verifier}\` must be a plain object, got ${kindOf(options)}`);
  for (const key of Object.keys(options)) {
    if (allowedKeys.includes(key)) continue;
    const list = allowedKeys.length === 0 ? 'it takes none' : `known are ${allowedKeys.join(', ')}`;
    throw refused(`unknown option \`${key}\` of \`${verifier}\`; ${list}`);
  }
  return options as { [key: string]: unknown };
}

/** A whole number from 0; `undefined` when it is not given. */
export function wholeNumber(name: string, value: unknown): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)) return value as number | undefined;
  throw refused(`\`${name}\` must be a whole number from 0, got ${describe(value)}`);
}
