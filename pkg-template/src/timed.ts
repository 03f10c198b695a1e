import { ReflectError } from './error.js';
import { kindOf } from './kind.js';

/** A time in milliseconds. Throws `misuse` for what is no number: inside the core it would be a trap. */
export function timed(name: string, ms: unknown): number {
  if (typeof ms === 'number') return ms;
  throw new ReflectError('misuse', `\`${name}\` must be a number of milliseconds, got ${kindOf(ms)}`);
}
