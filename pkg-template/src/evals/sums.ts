// Sums of scores between windows, which hold them as stores keep them, and the core, which adds them up: as numbers.

import { isObject } from '../check/kind.js';
import { core, instance } from '../load/statistics.js';
import { callAndRead } from '../load/wire.js';

/** Sums as a window holds them: in billionths, and the large ones as texts, which no reader rounds. */
export interface Sums {
  count: number;
  sum: string;
  sumSquares: string;
  min: number;
  max: number;
}

/** Sums, and the figures that they come to; `null` without scores. */
export interface Total {
  sums: Sums;
  avg: number | null;
  min: number | null;
  max: number | null;
}

/** Digits that a number holds whole. A sum crosses as three such limbs, the highest first, each with its sign. */
const DIGITS = 15;
/** A total as the core gives it. */
type CoreTotal = [
  sums: [number, number, number, number, number, number, number, number, number],
  avg: number | null,
  min: number | null,
  max: number | null,
];

/** Adds up scores, and sums of them, by series, which are numbered from 0. */
export class Totals {
  private count = 0;
  private readonly parts: number[] = [];
  private readonly scores: number[] = [];

  /** The number of a new series. */
  series(): number {
    return this.count++;
  }

  add(series: number, part: Sums | readonly number[]): void {
    if ('sum' in part) {
      this.parts.push(series);
      addSums(this.parts, part);
    } else for (const score of part) this.scores.push(series, score);
  }

  /** What each series holds. */
  total(): Total[] {
    const [parts, scores] = [new Float64Array(this.parts), new Float64Array(this.scores)];
    return callAndRead<CoreTotal[]>(instance, () => core().totalScores(this.count, parts, scores)).map(totalOf);
  }
}

/** Adds sums to numbers, as the core reads them. */
export function addSums(numbers: number[], { count, sum, sumSquares, min, max }: Sums): void {
  numbers.push(count);
  for (const text of [sum, sumSquares]) {
    if (text.length <= DIGITS) {
      numbers.push(0, 0, Number(text));
      continue;
    }
    const sign = text.startsWith('-') ? -1 : 1;
    const digits = text.slice(sign < 0 ? 1 : 0);
    const limbs = [digits.slice(0, -2 * DIGITS), digits.slice(-2 * DIGITS, -DIGITS), digits.slice(-DIGITS)];
    for (const limb of limbs) numbers.push(sign * Number(limb));
  }
  numbers.push(min, max);
}

function totalOf([[count, s1, s2, s3, q1, q2, q3, least, most], avg, min, max]: CoreTotal): Total {
  return { sums: { count, sum: textOf(s1, s2, s3), sumSquares: textOf(q1, q2, q3), min: least, max: most }, avg, min, max };
}

function textOf(high: number, middle: number, low: number): string {
  if (high === 0 && middle === 0) return String(low + 0);
  const digits = [high, middle, low].map((limb) => String(Math.abs(limb)).padStart(DIGITS, '0')).join('');
  return ((high || middle) < 0 ? '-' : '') + digits.replace(/^0+/, '');
}

/** Whether these are sums, as a store gave them back. */
export function isSums(value: unknown): value is Sums {
  if (!isObject(value)) return false;
  const { count, sum, sumSquares, min, max } = value;
  const isWhole = (text: unknown) => typeof text === 'string' && /^-?\d{1,39}$/.test(text);
  return [count, min, max].every(Number.isSafeInteger) && isWhole(sum) && isWhole(sumSquares);
}
