// Whether two sides of an equals sign say the same, given how numbers are rounded when they are written down.

import type { Literal } from './literal.js';
import type { Rational } from './rational.js';
import { compare, distance, multiply, tenTo } from './rational.js';
import type { Item, Side } from './sides.js';
import { comparable } from './units.js';
import type { Manner, Value } from './value.js';
import { stated, worked } from './value.js';

/** `unknown`: it cannot be told, and so is not said to be wrong. */
export type Agreement = 'same' | 'different' | 'unknown';

const MANNERS: readonly Manner[] = [
  { decimals: 'point', percentOfLeft: false },
  { decimals: 'point', percentOfLeft: true },
  { decimals: 'comma', percentOfLeft: false },
  { decimals: 'comma', percentOfLeft: true },
];

const HALF: Rational = { n: 1n, d: 2n };
/** What "about" allows: one part in twenty. */
const ABOUT: Rational = { n: 1n, d: 20n };
/** Sums of binary floating point are off by this part; they are quoted with all their digits. */
const FLOAT: Rational = tenTo(-15);
/** Digits from which a number may be one of binary floating point. */
const FLOAT_DIGITS = 15;

/** Two sides in every manner of reading: different only when no manner lets them agree. `loose`: the text speaks of rounding. */
export function agreement(left: Side, right: Side, loose: boolean): Agreement {
  if (left.unsure || right.unsure) return 'unknown';
  let told: Agreement = 'unknown';
  for (const manner of MANNERS) {
    const plain = manner.decimals === 'point' && !manner.percentOfLeft;
    if (!plain && !applies(manner, left) && !applies(manner, right)) continue;
    const said = inManner(left, right, manner, loose);
    if (said === 'same' || said === 'unknown') return said;
    if (said === 'different') told = 'different';
  }
  return told;
}

/** Whether a manner can make a difference to a side. */
function applies({ decimals, percentOfLeft }: Manner, side: Side): boolean {
  if (decimals === 'comma' && !values(side).some(({ text }) => /[.,]/.test(text))) return false;
  return !percentOfLeft || side.items.some((item) => (item.kind === 'value' ? item.percent : item.operator === '%'));
}

function inManner(left: Side, right: Side, manner: Manner, loose: boolean): Agreement | 'unreadable' {
  const [a, b] = [worked(left, manner), worked(right, manner)];
  if (a === 'unreadable' || b === 'unreadable') return 'unreadable';
  if (a === 'unknown' || b === 'unknown') return 'unknown';
  // What is divided by zero equals nothing.
  if (a === 'zero' || b === 'zero') return a === b ? 'unknown' : 'different';
  if (overlap(a, b)) return 'same';
  if (right.about && near(a, b, ABOUT)) return 'same';
  const [one, other] = [alone(left, manner), alone(right, manner)];
  if ((other !== undefined && rounds(a, b, other, loose)) || (one !== undefined && rounds(b, a, one, loose))) return 'same';
  if (one === undefined && other === undefined && throughRounding(left, right, manner)) return 'same';
  if (grouped(left) || grouped(right) || asRange(left, right) || asRange(right, left)) return 'unknown';
  const mixed = a.mixed !== b.mixed && a.units.length !== b.units.length;
  return comparable(a.units, b.units) && !mixed ? 'different' : 'unknown';
}

function overlap(a: Value, b: Value): boolean {
  return compare(a.low, b.high) <= 0 && compare(b.low, a.high) <= 0;
}

function near(a: Value, b: Value, part: Rational): boolean {
  const allowed = multiply(part, distance(a.low, { n: 0n, d: 1n }));
  return allowed !== undefined && compare(distance(a.low, b.low), allowed) <= 0;
}

/** The number of a side that is nothing but a number. */
function alone(side: Side, { decimals }: Manner): (Literal & { percent: boolean }) | undefined {
  const [first, second, third] = side.items;
  const only = second === undefined || (second.kind === 'operator' && second.operator === 'negate' && third === undefined);
  if (first?.kind !== 'value' || !only) return undefined;
  const read = stated(first, decimals)?.[0];
  return read === undefined ? undefined : { ...read, percent: first.percent };
}

/** Whether `exact` is written as the number `shown`: rounded to its decimals, or as so many per cent. */
function rounds(exact: Value, shown: Value, written: Literal & { percent: boolean }, loose: boolean): boolean {
  const share = written.percent ? tenTo(-2) : tenTo(0);
  const step = multiply(written.step, share);
  if (step === undefined) return false;
  const off = gap(exact, shown);
  const half = multiply(step, HALF);
  const fine = written.decimals || written.percent;
  if (half !== undefined && fine && compare(off, half) <= 0) return true;
  if ((loose || written.open) && compare(off, step) < 0) return true;
  if (String(written.value.n).length >= FLOAT_DIGITS && near(exact, shown, FLOAT)) return true;
  // `5 / 20 * 100 = 25%`: the sum has done the per cent already.
  return (
    written.percent &&
    rounds(exact, { ...shown, low: written.value, high: written.value }, { ...written, percent: false, decimals: true }, loose)
  );
}

/** How far two values are apart. */
function gap(a: Value, b: Value): Rational {
  if (overlap(a, b)) return { n: 0n, d: 1n };
  return compare(a.low, b.high) > 0 ? distance(a.low, b.high) : distance(b.low, a.high);
}

/** Decimals that the left side does not have may be rounded on the way: `10 / 3 + 1 = 3.33 + 1`. */
function throughRounding(left: Side, right: Side, manner: Manner): boolean {
  const known = new Set(values(left).map(({ text }) => text));
  const rounded = new Set(
    values(right)
      .map(({ text }) => text)
      .filter((text) => !known.has(text)),
  );
  const [a, b] = [worked(left, manner), worked(right, manner, rounded)];
  return typeof a === 'object' && typeof b === 'object' && overlap(a, b);
}

function values(side: Side): (Item & { kind: 'value' })[] {
  return side.items.filter((item) => item.kind === 'value');
}

/** A number whose groups stand apart by blanks may be several numbers. */
function grouped(side: Side): boolean {
  return values(side).some(({ text }) => text.includes(' '));
}

/** `10-12 = 3 pages`: from a smaller number to a larger one, and blanks around the equals sign only. */
function asRange(side: Side, other: Side): boolean {
  if (!side.range) return false;
  const [first, second] = values(side);
  const spaced = other.from > side.from && (values(other)[0]?.token.at ?? 0) > (second?.token.end ?? 0) + 1;
  return spaced && Number(first?.text) < Number(second?.text);
}

/** The side with its first number below zero, for a dash in front that may be a bullet or a sign. */
export function negatedFirst(side: Side): Side {
  const [first, ...rest] = side.items;
  return first === undefined ? side : { ...side, items: [first, { kind: 'operator', operator: 'negate' }, ...rest] };
}
