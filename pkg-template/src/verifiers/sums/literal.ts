// Reads a number as it is written: separators of thousands, decimals in two traditions, fractions in one character, an ellipsis.

import type { Rational } from './rational.js';
import { add, multiply, tenTo } from './rational.js';

/** Whether the decimals stand behind a point or behind a comma; the other one separates thousands. */
export type Decimals = 'point' | 'comma';

/** A number and how exactly it is stated. */
export interface Literal {
  value: Rational;
  /** The worth of one in its last place: 0.01 for `3.14`. */
  step: Rational;
  /** Whether it has decimals. */
  decimals: boolean;
  /** It ends in `…`. */
  open: boolean;
}

/** Digits that a number may have. */
const MAX_DIGITS = 60;
/** Exponents of ten that are read. */
const MAX_SCALE = 60;

const FRACTIONS: { [character: string]: readonly [bigint, bigint] } = {
  '½': [1n, 2n],
  '⅓': [1n, 3n],
  '⅔': [2n, 3n],
  '¼': [1n, 4n],
  '¾': [3n, 4n],
  '⅕': [1n, 5n],
  '⅖': [2n, 5n],
  '⅗': [3n, 5n],
  '⅘': [4n, 5n],
  '⅙': [1n, 6n],
  '⅛': [1n, 8n],
  '⅜': [3n, 8n],
  '⅝': [5n, 8n],
  '⅞': [7n, 8n],
};

const BLANKS = /[ '’\u00a0\u2009\u202f]/g;

/** A number of this text in this tradition; `undefined` when it has none there. */
export function literal(text: string, tradition: Decimals): Literal | undefined {
  const open = /(?:\.{3}|…)$/.test(text);
  const bare = text.replace(/\.{3}$|…$/, '');
  const plain = bare.replace(BLANKS, '');
  // Blanks and apostrophes stand between groups of three only.
  if (plain !== bare && !/^\d{1,3}(?:[ '’\u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?$/.test(bare)) return undefined;
  const fraction = FRACTIONS[plain.at(-1) ?? ''];
  if (fraction !== undefined) return mixed(plain.slice(0, -1), fraction);
  const [mantissa = '', exponent = '0'] = plain.split(/[eE]/);
  const [whole, part] = tradition === 'point' ? split(mantissa, '.', ',') : split(mantissa, ',', '.');
  if (whole === undefined || whole.length + part.length > MAX_DIGITS || Math.abs(Number(exponent)) > MAX_SCALE) return undefined;
  // A leading zero is a number's in a date, a code or another base.
  if (whole.length > 1 && whole.startsWith('0')) return undefined;
  const step = tenTo(Number(exponent) - part.length);
  const value = multiply({ n: BigInt(`${whole}${part}`), d: 1n }, step);
  return value === undefined ? undefined : { value, step, decimals: part !== '', open };
}

function mixed(whole: string, [n, d]: readonly [bigint, bigint]): Literal | undefined {
  if (!/^\d{0,15}$/.test(whole)) return undefined;
  const value = add({ n: BigInt(whole === '' ? '0' : whole), d: 1n }, { n, d });
  return value === undefined ? undefined : { value, step: { n: 1n, d: 1n }, decimals: false, open: false };
}

/** Whole part and decimals, as digits. */
function split(text: string, point: string, separator: string): [string | undefined, string] {
  const [whole = '', part = '', more] = text.split(point);
  if (more !== undefined || part.includes(separator)) return [undefined, ''];
  const groups = whole.split(separator);
  // Groups of three, or of two as in India, and the last one of three.
  const [first = '', ...rest] = groups;
  const grouped =
    rest.length === 0 || (/^\d{1,3}$/.test(first) && rest.at(-1)?.length === 3 && rest.every((g) => /^\d{2,3}$/.test(g)));
  return grouped ? [groups.join('') || '0', part] : [undefined, ''];
}
