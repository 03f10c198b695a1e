import { badSettings } from '../check/checks.js';
import { describe } from '../check/kind.js';

/** A whole number from 0; `undefined` when it is not given. */
export function wholeNumber(name: string, value: unknown): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)) return value as number | undefined;
  throw badSettings(`\`${name}\` must be a whole number from 0, got ${describe(value)}`);
}
