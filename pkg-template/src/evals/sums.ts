// Sums of scores between windows, which hold them as stores keep them, and the core, which adds them up: as numbers.

import { isObject } from '../kind.js';
import { core } from '../load/statistics.js';
import { direct } from '../trap.js';

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

/** Digits that a number holds whole. A sum crosses as three such. */
const DIGITS = 15;
/** Numbers of sums, and of a total. */
const SUMS = 9;
const TOTAL = SUMS + 3;

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
    if ('sum' in part) this.parts.push(series, ...numbersOf(part));
    else for (const score of part) this.scores.push(series, score);
  }

  /** What each series holds. */
  total(): Total[] {
    const [parts, scores] = [new Float64Array(this.parts), new Float64Array(this.scores)];
    return rowsOf(
      direct(() => core().totalScores(this.count, parts, scores)),
      TOTAL,
    ).map(totalOf);
  }
}

/** As the core reads sums. */
export function numbersOf({ count, sum, sumSquares, min, max }: Sums): number[] {
  return [count, ...limbsOf(sum), ...limbsOf(sumSquares), min, max];
}

function totalOf(row: readonly number[]): Total {
  const [count, min, max] = [row[0], row[7], row[8]] as [number, number, number];
  const [avg, least, greatest] = row.slice(SUMS).map((figure) => (Number.isNaN(figure) ? null : figure)) as (number | null)[];
  const sums = { count, sum: textOf(row.slice(1, 4)), sumSquares: textOf(row.slice(4, 7)), min, max };
  return { sums, avg: avg ?? null, min: least ?? null, max: greatest ?? null };
}

/** Numbers in rows of so many. */
export function rowsOf(numbers: Float64Array, width: number): number[][] {
  return Array.from({ length: numbers.length / width }, (_, row) => [...numbers.subarray(row * width, (row + 1) * width)]);
}

/** A whole number in limbs of fifteen digits, the highest first, each with its sign. */
function limbsOf(text: string): number[] {
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.slice(sign < 0 ? 1 : 0);
  const limbs = [digits.slice(0, -2 * DIGITS), digits.slice(-2 * DIGITS, -DIGITS), digits.slice(-DIGITS)];
  return limbs.map((limb) => sign * Number(limb));
}

function textOf(limbs: readonly number[]): string {
  const digits = limbs.map((limb) => String(Math.abs(limb)).padStart(DIGITS, '0')).join('');
  return (limbs.some((limb) => limb < 0) ? '-' : '') + digits.replace(/^0+(?=\d)/, '');
}

/** Whether these are sums, as a store gave them back. */
export function isSums(given: unknown): given is Sums {
  if (!isObject(given)) return false;
  const { count, sum, sumSquares, min, max } = given;
  return [count, min, max].every(Number.isSafeInteger) && [sum, sumSquares].every((text) => /^-?\d{1,39}$/.test(String(text)));
}
