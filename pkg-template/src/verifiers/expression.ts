// Reads sums as people write them, in exact fractions: tokens, and one parser.

import Fraction from 'fraction.js';

/** Tokens that one side may have, brackets and signs that may be open, digits of a number. */
const MAX_TOKENS = 400;
const MAX_DEPTH = 64;
const MAX_DIGITS = 60;
/** Numerators and denominators beyond it are not sums that a text states. */
const MOST = 1e250;
/** The part by which a number of binary floating point may be off. */
const FLOAT = new Fraction(1n, 10n ** 15n);
const HALF = new Fraction(1, 2);
/** Scales are a part of how numbers are written. */
const SCALES: { [word: string]: number } = { hundred: 2, thousand: 3, million: 6, billion: 9, trillion: 12 };

/** A number: its digits and their separators, an exponent, an ellipsis. */
const NUMBER = /[$€£¥]?(\d+(?:[.,]\d+)*|\.\d+)(?:[eE]([+-]?\d{1,3})(?![\p{L}\p{N}]))?(\.{3}|…)?[$€£¥]?/uy;

// No pattern can go back over more than one run of characters, and so the whole takes linear time. The first that matches counts.
const PATTERNS = [
  // A line that goes on with the equals sign, as in worked solutions, is not a new one.
  ['space', /\r?\n[ \t]*(?:&[ \t]*)?(?=(?:[=≈]|\\approx)(?!=))|[ \t\u00a0\u2009\u202f`{}]+/y],
  // The mark of a list; a dash may be a sign as well.
  ['bullet', /[-–](?<=^[ \t]*.)(?!\S)/my],
  ['break', /[+*](?<=^[ \t]*.)(?!\S)/my],
  // Dates, times, numbers of another base or with apostrophes.
  [
    'odd',
    /(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d))(?![\d./-]\d|\d)|\d{1,4}:\d\d|0[xob][\da-f]+|\d+(?:['’]\d+)+/iy,
  ],
  ['number', NUMBER],
  ['odd', /[a-z][a-z0-9+.-]{1,20}:\/\/\S+|\.{2,}|[…±∓√∑∫∞¼-¾⅐-⅞]/iy],
  // A factorial, a ratio, the modulus of a congruence.
  ['odd', /(?<=[\d)])!(?!=)|(?<=\d ?):(?= ?\d)|\( ?\\?p?mod(?![\p{L}\p{N}_])/uy],
  ['=', /\\approx(?![a-z])|[≈≃≅]|=(?![=>~])/y],
  ['mod', /mod(?![\p{L}\p{N}_])|\\?%(?=[ \t]*(?:[$€£¥]?\d|\())/uy],
  ['%', /\\?%/y],
  // What multiplies only where it is: an `x`, an `of`, a star that touches one number.
  ['*', /(?<=[\d)%][ \t]{0,2})[xX](?=[ \t]{0,2}[$€£¥]?[\d(])/y],
  ['*', /(?<=(?:%|\/ ?\d{1,9})[ \t])of(?=[ \t][$€£¥]?\d)/y],
  ['*', /(?<=[\d)%][ \t]{1,2})\*(?=[\d(])/y],
  // Emphasis.
  ['space', /(?<!\S)\*{1,2}(?=[^\s*])|(?<=[^\s*])\*{1,2}(?!\S)/y],
  ['space', /\\(?:left|right|quad|text|boxed|mathrm|mathbf|textbf)(?![a-z])|\\[,;:! $()[\]]/y],
  ['scale', /(?:hundred|thousand|million|billion|trillion)(?![\p{L}\p{N}_])/uy],
  // A word, which may be a unit: `km`, `km/h`, `/hour`.
  ['word', /\/?[\p{L}_°][\p{L}\p{M}\p{Nd}_]*(?:\/\p{L}+)?/uy],
  ['break', /[!<>:+\-*/~&|^?=]?=+>?|<[-=]*>?|-+>|--+|>+/y],
  ['^', /\*\*|\^/y],
  ['*', /[*×·⋅]|\\(?:times|cdot)(?![a-z])/y],
  ['/', /[/÷⁄∕]|\\div(?![a-z])/y],
  ['odd', /\\[a-zA-Z]+/y],
  ['+', /\+/y],
  ['-', /[-−–]/y],
  ['raised', /[⁰¹²³⁴⁵⁶⁷⁸⁹]+/y],
  // A bracket that multiplies what it touches, and any other.
  ['touching', /(?<=[\d)])\(/y],
  ['(', /\(/y],
  [')', /\)/y],
] as const;

/** What a token is; an operator by its one spelling. */
type Kind = (typeof PATTERNS)[number][0];

export interface Token {
  kind: Kind;
  text: string;
  at: number;
  end: number;
}

/** Every token of a stretch of text, in order. */
export function tokens(text: string, from: number, to: number): Token[] {
  const all: Token[] = [];
  for (let at = from; at < to; ) {
    const token = tokenAt(text, at);
    if (token.kind !== 'space') all.push(token);
    at = token.end;
  }
  return all;
}

function tokenAt(text: string, at: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) return { kind, text: match, at, end: at + match.length };
  }
  return { kind: 'break', text: '', at, end: at + 1 };
}

/** How numbers and percentages are to be read. */
export interface Manner {
  /** Decimals follow a comma, and points separate thousands. */
  comma: boolean;
  /** `100 + 10%` is 110, not 100.1. */
  percentOfLeft: boolean;
}

/** A number as it is written. */
interface Literal {
  text: string;
  value: Fraction;
  /** How much it may be off when it was rounded: half of one in its last place, a whole one in front of an ellipsis. */
  off: Fraction;
  /** It has decimals or a scale, and so it may be a rounded one. */
  decimals: boolean;
  /** It ends in an ellipsis. */
  open: boolean;
}

/** What a side comes to. */
export interface Value {
  value: Fraction;
  /** Words behind its numbers. */
  units: ReadonlySet<string>;
  /** Added up from numbers with and without a unit. */
  mixed: boolean;
  percent: boolean;
}

const UNREAD = new Error('not worked out');

/** A number of this text in this manner. */
function literal(text: string, scale: string, { comma }: Manner): Literal {
  NUMBER.lastIndex = 0;
  const [, mantissa = '', exponent = '0', ellipsis] = NUMBER.exec(text) ?? [];
  // Groups of three, or of two as in India, and the last one of three.
  const number = comma ? /^(\d{1,3}(?:\.\d{2,3})*\.\d{3}|\d*)(?:,(\d+))?$/ : /^(\d{1,3}(?:,\d{2,3})*,\d{3}|\d*)(?:\.(\d+))?$/;
  const [, groups = '0?', part = ''] = number.exec(mantissa) ?? [];
  const digits = groups.replace(/[.,]/g, '') + part;
  // A leading zero is a number's in a date, a code or another base.
  if (/^0./.test(groups) || digits.length > MAX_DIGITS || Math.abs(Number(exponent)) > MAX_DIGITS) throw UNREAD;
  const step = new Fraction(10).pow(Number(exponent) + (SCALES[scale] ?? 0) - part.length) as Fraction;
  const value = new Fraction(BigInt(digits)).mul(step);
  const open = ellipsis !== undefined;
  const off = step.mul(open ? 1 : HALF).add(value.mul(FLOAT));
  return { text, value, off, decimals: part !== '' || scale !== '', open };
}

/** What the operators do, where that can be worked out. */
const WORKED: Record<'+' | '-' | '*' | 'touching' | '/' | 'mod' | '^', (a: Fraction, b: Fraction) => Fraction | null> = {
  '+': (a, b) => a.add(b),
  '-': (a, b) => a.sub(b),
  '*': (a, b) => a.mul(b),
  touching: (a, b) => a.mul(b),
  '/': (a, b) => (b.n === 0n ? null : a.div(b)),
  mod: (a, b) => (a.d === 1n && b.d === 1n && a.gte(0) && b.gt(0) ? a.mod(b) : null),
  '^': power,
};

function power(a: Fraction, b: Fraction): Fraction | null {
  const times = b.valueOf();
  const size = Math.max(Number(a.n), Number(a.d)) ** Math.abs(times);
  return b.d === 1n && size < MOST && !(a.n === 0n && times < 0) ? a.pow(times) : null;
}

/** One side of an equals sign, read by precedence climbing. */
export class Side {
  /** The tokens that it is read from; its first one, and the one behind its last. */
  readonly all: readonly Token[];
  readonly start: number;
  end: number;
  operators = 0;
  readonly literals: Literal[] = [];
  /** `undefined` where no side begins, or it is not worked out. */
  readonly value: Value | undefined;
  private readonly manner: Manner;
  private readonly moved: number | undefined;

  /** The literal `moved` is read as if it were a bit larger, to see what its rounding does to the whole. */
  constructor(all: readonly Token[], start: number, manner: Manner, moved?: number) {
    this.all = all;
    this.start = start;
    this.end = start;
    this.manner = manner;
    this.moved = moved;
    try {
      this.value = this.sum(0);
    } catch (thrown) {
      if (thrown !== UNREAD) throw thrown;
    }
  }

  private get next(): Kind | undefined {
    return this.end - this.start < MAX_TOKENS ? this.all[this.end]?.kind : undefined;
  }

  /** The next token, if it is one of these. */
  private take(...kinds: Kind[]): Token | undefined {
    if (this.next === undefined || !kinds.includes(this.next)) return undefined;
    this.end += 1;
    return this.all[this.end - 1];
  }

  private sum(depth: number): Value {
    let left = this.product(depth);
    for (let sign = this.next; sign === '+' || sign === '-'; sign = this.next) {
      this.end += 1;
      left = this.joined(left, sign, this.product(depth));
    }
    return left;
  }

  private product(depth: number): Value {
    let left = this.factor(depth);
    let divided = false;
    for (let sign = this.next; sign === '*' || sign === '/' || sign === 'mod' || sign === 'touching'; sign = this.next) {
      // What `6/2(1+2)` means is open.
      if (divided && sign === 'touching') throw UNREAD;
      divided ||= sign === '/';
      if (sign !== 'touching') this.end += 1;
      left = this.joined(left, sign, this.factor(depth));
    }
    return left;
  }

  private factor(depth: number): Value {
    if (depth > MAX_DEPTH) throw UNREAD;
    const sign = this.take('-', '+', 'bullet');
    if (sign !== undefined) {
      const of = this.factor(depth + 1);
      return sign.kind === '+' ? of : { ...of, value: of.value.neg() };
    }
    let base = this.operand(depth);
    const raised = this.take('raised', '^');
    if (raised?.kind === 'raised') base = this.joined(base, '^', plain(new Fraction(raised.text.normalize('NFKC'))));
    if (raised?.kind === '^') base = this.joined(base, '^', this.factor(depth + 1));
    if (this.take('%') !== undefined) base = { ...base, value: base.value.div(100), percent: true };
    const unit = this.take('word')?.text ?? '';
    if (unit !== '') this.take('raised');
    // `3 R1`, `2 H2O`.
    if (/\d/.test(unit)) throw UNREAD;
    const words = unit.toLowerCase().match(/[^/]+/g) ?? [];
    return { ...base, units: new Set([...base.units, ...words.map((word) => word.replace(/(?<=..)s$/, ''))]) };
  }

  private operand(depth: number): Value {
    const token = this.take('number', '(', 'touching');
    if (token === undefined) throw UNREAD;
    if (token.kind === 'number') {
      const read = literal(token.text, this.take('scale')?.text ?? '', this.manner);
      this.literals.push(read);
      return plain(this.moved === this.literals.length - 1 ? read.value.add(read.off) : read.value);
    }
    const inside = this.sum(depth + 1);
    if (this.take(')') === undefined) throw UNREAD;
    return inside;
  }

  private joined(left: Value, sign: keyof typeof WORKED, right: Value): Value {
    this.operators += 1;
    const adds = sign === '+' || sign === '-';
    const [more, less] = [hasOther(left, right), hasOther(right, left)];
    if (adds && more && less) throw UNREAD;
    const ofLeft = adds && this.manner.percentOfLeft && right.percent && !left.percent;
    const value = WORKED[sign](left.value, ofLeft ? left.value.mul(right.value) : right.value);
    if (value === null || Number(value.n) > MOST || Number(value.d) > MOST) throw UNREAD;
    return {
      value,
      units: new Set([...left.units, ...right.units]),
      mixed: left.mixed || right.mixed || (adds && (more || less)),
      percent: adds && left.percent && right.percent,
    };
  }
}

function plain(value: Fraction): Value {
  return { value, units: new Set(), mixed: false, percent: false };
}

/** Whether one has a unit that the other lacks. */
function hasOther(one: Value, other: Value): boolean {
  return [...one.units].some((unit) => !other.units.has(unit));
}

/** Whether values can be compared: nothing was converted, and no letter is a variable. */
export function comparable(a: Value, b: Value): boolean {
  const [more, less] = [hasOther(a, b), hasOther(b, a)];
  const long = [...a.units, ...b.units].every((unit) => [...unit].length > 1);
  return (!more && !less) || (!(more && less) && long && a.mixed === b.mixed);
}
