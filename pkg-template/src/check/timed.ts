import { ReflectError } from '../error.js';
import { describeWrongKind } from './kind.js';

/** What a promise gives; rejects with this message where it takes longer. */
export function inTime<T>(promise: Promise<T>, ms: number, late: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), ms);
  });
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

/** A time in milliseconds. Throws `misuse` for what is not a number: inside the core it would be a trap. */
export function checkTime(name: string, ms: unknown): number {
  if (typeof ms === 'number') return ms;
  throw new ReflectError('misuse', describeWrongKind(`\`${name}\``, 'a number of milliseconds', ms));
}
