// Works a side out, in exact fractions. Numbers that may have been rounded on the way are ranges.

import type { Decimals, Literal } from './literal.js';
import { literal } from './literal.js';
import type { Rational } from './rational.js';
import { add, compare, inverse, modulo, multiply, negated, power, tenTo } from './rational.js';
import type { Item, Side } from './sides.js';
import type { Units } from './units.js';
import { combined, sameUnits } from './units.js';

/** How numbers and percentages are to be read. */
export interface Manner {
  decimals: Decimals;
  /** `100 + 10%` is 110, not 100.1. */
  percentOfLeft: boolean;
}

export interface Value {
  /** The same object when the value is exact. */
  low: Rational;
  high: Rational;
  units: Units;
  /** Added up from numbers with and without a unit. */
  mixed: boolean;
  percent: boolean;
}

/** What a side comes to: a value, no number in this manner, a division by zero, or something that is not worked out. */
export type Worked = Value | 'unreadable' | 'zero' | 'unknown';

const HUNDREDTH = tenTo(-2);
const HALF: Rational = { n: 1n, d: 2n };

/** Words that multiply the number before them. */
const SCALES: { [word: string]: number } = { hundred: 2, thousand: 3, million: 6, billion: 9, trillion: 12 };

/** The number of a value item, scaled by `million` and the like; and what other units it has. */
export function stated(item: Item & { kind: 'value' }, decimals: Decimals): [Literal, Units] | undefined {
  const read = literal(item.text, decimals);
  if (read === undefined) return undefined;
  const [first, ...rest] = item.units;
  const [head = '', ...tail] = first?.[0].split(' ') ?? [];
  const zeros = SCALES[head];
  if (first === undefined || zeros === undefined || first[1] !== 1) return [read, item.units];
  const left: Units = tail.length === 0 ? rest : [[tail.join(' '), 1], ...rest];
  const value = multiply(read.value, tenTo(zeros));
  const step = multiply(read.step, tenTo(zeros));
  return value === undefined || step === undefined ? undefined : [{ ...read, value, step, decimals: true }, left];
}

/** Works out a side. Decimals that are `rounded` stand for everything that is rounded to them. */
export function worked({ items }: Side, manner: Manner, rounded: ReadonlySet<string> = new Set()): Worked {
  const stack: Value[] = [];
  for (const item of items) {
    const next = item.kind === 'value' ? leaf(item, manner, rounded) : applied(item.operator, stack, manner);
    if (typeof next === 'string') return next;
    stack.push(next);
  }
  return stack.pop() ?? 'unknown';
}

function leaf(item: Item & { kind: 'value' }, { decimals }: Manner, rounded: ReadonlySet<string>): Worked {
  const read = stated(item, decimals);
  if (read === undefined) return 'unreadable';
  const [{ value, step, open, decimals: fine }, units] = read;
  const exact: Value = { low: value, high: value, units, mixed: false, percent: false };
  const half = multiply(step, HALF);
  const wide = (fine && rounded.has(item.text)) || open;
  const made = wide && half !== undefined ? ranged(exact, add(value, negated(half)), add(value, open ? step : half)) : exact;
  return item.percent && typeof made === 'object' ? percentage(made) : made;
}

function percentage(value: Value): Worked {
  const made = product(value, { ...value, low: HUNDREDTH, high: HUNDREDTH, units: [] });
  return typeof made === 'object' ? { ...made, units: value.units, percent: true } : made;
}

function applied(operator: string, stack: Value[], manner: Manner): Worked {
  const right = stack.pop();
  if (right === undefined) return 'unknown';
  if (operator === '%') return percentage(right);
  if (operator === 'negate') return ranged(right, negated(right.high), negated(right.low));
  const left = stack.pop();
  if (left === undefined) return 'unknown';
  switch (operator) {
    case '+':
      return sum(left, share(left, right, manner));
    case '-': {
      const part = share(left, right, manner);
      return typeof part === 'object' ? sum(left, { ...part, ...swapped(part) }) : part;
    }
    case '*':
      return product(left, right);
    case '/':
      return quotient(left, right);
    case '^':
      return raised(left, right);
    default:
      return exactly(left, right, modulo);
  }
}

function swapped(value: Value): Pick<Value, 'low' | 'high'> {
  const low = negated(value.high);
  return { low, high: value.low === value.high ? low : negated(value.low) };
}

/** A percentage that is added to something else, in the manner of a pocket calculator. */
function share(left: Value, right: Value, { percentOfLeft }: Manner): Worked {
  return percentOfLeft && right.percent && !left.percent ? product(left, { ...right, units: [] }) : right;
}

function sum(left: Value, right: Worked): Worked {
  if (typeof right !== 'object') return right;
  const same = sameUnits(left.units, right.units);
  const bare = left.units.length === 0 || right.units.length === 0;
  const percent = left.percent && right.percent;
  if (!same && !bare) return 'unknown';
  const units = left.units.length === 0 ? right.units : left.units;
  return ranged(
    { ...left, units, mixed: left.mixed || right.mixed || !same, percent },
    add(left.low, right.low),
    add(left.high, right.high),
  );
}

function product(left: Value, right: Value): Worked {
  const units = combined(left.units, right.units, 1);
  const made = { ...left, units, mixed: left.mixed || right.mixed, percent: false };
  if (left.low === left.high && right.low === right.high) {
    const value = multiply(left.low, right.low);
    return value === undefined ? 'unknown' : { ...made, low: value, high: value };
  }
  const corners = [left.low, left.high].flatMap((a) => [right.low, right.high].map((b) => multiply(a, b)));
  if (corners.some((corner) => corner === undefined)) return 'unknown';
  const sorted = (corners as Rational[]).sort(compare);
  return ranged(made, sorted[0], sorted[3]);
}

function quotient(left: Value, right: Value): Worked {
  if (right.low === right.high && right.low.n === 0n) return 'zero';
  const [high, low] = [inverse(right.low), inverse(right.high)];
  // A range around zero has no quotient.
  if (high === undefined || low === undefined || right.low.n < 0n !== right.high.n < 0n) return 'unknown';
  const under = right.low === right.high ? { low: high, high } : { low, high };
  return product(left, { ...right, ...under, units: combined([], right.units, -1) });
}

function raised(base: Value, exponent: Value): Worked {
  if (exponent.units.length > 0 || exponent.low !== exponent.high) return 'unknown';
  if (base.low.n === 0n && exponent.low.n < 0n) return 'zero';
  if (base.low !== base.high && (base.low.n < 0n || exponent.low.n < 0n)) return 'unknown';
  const times = Number(exponent.low.n / exponent.low.d);
  const units = base.units.map(([name, each]) => [name, each * times] as const).filter(([, each]) => each !== 0);
  const low = power(base.low, exponent.low);
  return ranged({ ...base, units, percent: false }, low, base.low === base.high ? low : power(base.high, exponent.low));
}

function exactly(left: Value, right: Value, work: (a: Rational, b: Rational) => Rational | undefined): Worked {
  if (left.low !== left.high || right.low !== right.high) return 'unknown';
  const value = work(left.low, right.low);
  return ranged({ ...left, percent: false }, value, value);
}

function ranged(from: Value, low: Rational | undefined, high: Rational | undefined): Worked {
  if (low === undefined || high === undefined) return 'unknown';
  return { ...from, low, high: from.low === from.high && compare(low, high) === 0 ? low : high };
}
