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
const NOTHING = new Fraction(0);
/** Scales are a part of how numbers are written. */
const SCALES: { [word: string]: number } = { hundred: 2, thousand: 3, million: 6, billion: 9, trillion: 12 };

/** A number: its digits and their separators, an exponent, an ellipsis. */
const NUMBER = /[$€£¥]?(\d+(?:[.,]\d+)*|\.\d+)(?:[eE]([+-]?\d{1,3})(?![\p{L}\p{N}]))?(\.{3}|…)?[$€£¥]?/uy;

// No pattern can go back over more than one run of characters, and so the whole takes linear time. The first that matches counts.
const PATTERNS = [
  // A line that goes on with the equals sign, as in worked solutions, is not a new one.
  ['space', /\r?\n[ \t]*(?:&[ \t]*)?(?=(?:[=≈]|\\approx)(?!=))|[ \t\u00a0\u2009\u202f`{}]+/y],
  // The mark of a list, which may be a sign as well.
  ['bullet', /[-–+*](?<=^[ \t]*.)(?!\S)/my],
  // Dates; times, numbers of another base or with apostrophes.
  ['odd', /(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d))(?![\d./-]\d|\d)/y],
  ['odd', /\d{1,4}:\d\d|0[xob][\da-f]+|\d+(?:['’]\d+)+/iy],
  ['number', NUMBER],
  ['odd', /[a-z][a-z0-9+.-]{1,20}:\/\/\S+|\.{2,}|[…±∓√∑∫∞¼-¾⅐-⅞]/iy],
  // A factorial, a ratio, two signs at once.
  ['odd', /(?<=[\d)])!(?!=)|:(?<=(?<![\p{L}\d])\d+[$€£¥]? ?.|\) .)(?= ?[\d(+−-])|(?<=[\d)])--(?=[\d(])/uy],
  ['=', /\\approx(?![a-z])|[≈≃≅]|=(?![=>~])/y],
  ['mod', /mod(?![\p{L}\p{N}_])|\\?%(?=[ \t]*(?:[$€£¥]?\d|\())/uy],
  ['%', /\\?%/y],
  // These multiply between numbers only.
  ['*', /(?<=[\d)%][$€£¥]?[ \t]{0,2})(?:[xX](?=[ \t]{0,2}[$€£¥]?[\d(])|\*(?=[\d(]))/y],
  ['*', /(?<=(?:%|\/ ?\d{1,9})[ \t])of(?=[ \t][$€£¥]?\d)/y],
  // Emphasis.
  ['space', /(?<!\S)\*{1,2}(?=[^\s*])|(?<=[^\s*])\*{1,2}(?!\S)/y],
  ['space', /\\(?:left|right|quad|text|boxed|mathrm|mathbf|textbf)(?![a-z])|\\[,;:! $()[\]]/y],
  ['break', /of(?![\p{L}_])/uy],
  ['scale', /(?:hundred|thousand|million|billion|trillion)(?![\p{L}\p{N}_])/uy],
  // A word, which may be a unit: `km`, `km/h`, `/hour`.
  ['word', /\/?[\p{L}_°][\p{L}\p{M}_]*(?:\/\p{L}+)?/uy],
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

export interface Manner {
  /** Decimals follow a comma, and points separate thousands. */
  comma: boolean;
  /** `100 + 10%` is 110, not 100.1. */
  percentOfLeft: boolean;
}

export interface Value {
  value: Fraction;
  /** How far it may be off, because numbers were rounded. */
  slack: Fraction;
  /** Words behind its numbers. */
  units: ReadonlySet<string>;
  /** Added up from numbers with and without a unit. */
  mixed: boolean;
  percent: boolean;
}

const UNREAD = new Error('not worked out');
/** The unit of what can be read in two ways, or was converted: it equals none. */
const UNCLEAR = '';

/** `null` where it cannot be worked out. */
const WORKED: Record<'+' | '-' | '*' | '/' | 'mod' | '^', (a: Fraction, b: Fraction) => Fraction | null> = {
  '+': (a, b) => a.add(b),
  '-': (a, b) => a.sub(b),
  '*': (a, b) => a.mul(b),
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
  /** Its numbers, as they are written. */
  readonly numbers: string[] = [];
  operators = 0;
  /** It follows a sign of about equal. */
  readonly about: boolean;
  /** `undefined` where no side begins, or it is not worked out. */
  readonly value: Value | undefined;
  private readonly manner: Manner;
  private readonly exact: readonly string[];

  /** The numbers that are `exact` were not rounded. */
  constructor(all: readonly Token[], start: number, manner: Manner, exact: readonly string[] = []) {
    this.all = all;
    this.start = start;
    this.end = start;
    this.manner = manner;
    this.exact = exact;
    this.about = all[start - 1]?.kind === '=' && all[start - 1]?.text !== '=';
    try {
      this.value = this.sum(0);
    } catch (thrown) {
      if (thrown !== UNREAD) throw thrown;
    }
  }

  private take<K extends Kind>(...kinds: K[]): K | undefined {
    if (this.end - this.start > MAX_TOKENS) throw UNREAD;
    const taken = kinds.find((kind) => kind === this.all[this.end]?.kind);
    if (taken !== undefined) this.end += 1;
    return taken;
  }

  /** The text of the token that was taken last. */
  private get text(): string {
    return this.all[this.end - 1]?.text ?? '';
  }

  private sum(depth: number): Value {
    let left = this.product(depth);
    for (let sign = this.take('+', '-'); sign !== undefined; sign = this.take('+', '-')) {
      left = this.joined(left, sign, this.product(depth));
    }
    return left;
  }

  private product(depth: number): Value {
    let left = this.factor(depth);
    let divided = false;
    for (;;) {
      const sign = this.take('*', '/', 'mod', 'touching');
      if (sign === undefined) return left;
      // `6/2(1+2)` can mean two things.
      if (divided && sign === 'touching') left = { ...left, units: new Set([...left.units, UNCLEAR]) };
      divided ||= sign === '/';
      if (sign === 'touching') this.end -= 1;
      left = this.joined(left, sign === 'touching' ? '*' : sign, this.factor(depth));
    }
  }

  private factor(depth: number): Value {
    if (depth > MAX_DEPTH) throw UNREAD;
    const sign = this.take('-', '+', 'bullet');
    if (sign !== undefined) {
      const of = this.factor(depth + 1);
      return sign === '+' ? of : { ...of, value: of.value.neg() };
    }
    let base = this.operand(depth);
    if (this.take('raised') !== undefined) base = this.joined(base, '^', plain(new Fraction(this.text.normalize('NFKC'))));
    else if (this.take('^') !== undefined) base = this.joined(base, '^', plain(this.factor(depth + 1).value));
    if (this.take('%') !== undefined) base = { ...base, value: base.value.div(100), slack: base.slack.div(100), percent: true };
    if (this.take('word') === undefined) return base;
    const words = this.text.toLowerCase().match(/[^/]+/g) ?? [];
    this.take('raised');
    return { ...base, units: new Set([...base.units, ...words.map((word) => word.replace(/(?<=..)s$/, ''))]) };
  }

  private operand(depth: number): Value {
    const token = this.take('number', '(', 'touching');
    if (token === 'number') return this.number(this.text);
    const inside = token && this.sum(depth + 1);
    if (inside === undefined || this.take(')') === undefined) throw UNREAD;
    return inside;
  }

  private number(text: string): Value {
    this.numbers.push(text);
    const scale = this.take('scale') === undefined ? 0 : (SCALES[this.text] ?? 0);
    NUMBER.lastIndex = 0;
    const [, mantissa = '', exponent = '0', ellipsis] = NUMBER.exec(text) ?? [];
    // Groups of three, or of two as in India, and the last one of three.
    const plainly = this.manner.comma ? mantissa.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ',')) : mantissa;
    const [, groups = '0?', part = ''] = /^(\d{1,3}(?:,\d{2,3})*,\d{3}|\d*)(?:\.(\d+))?$/.exec(plainly) ?? [];
    const digits = groups.replaceAll(',', '') + part;
    // A leading zero is a number's in a date, a code or another base.
    if (/^0./.test(groups) || digits.length > MAX_DIGITS || Math.abs(Number(exponent)) > MAX_DIGITS) throw UNREAD;
    const step = new Fraction(10).pow(Number(exponent) + scale - part.length) as Fraction;
    const value = new Fraction(BigInt(digits)).mul(step);
    // Decimals may be rounded in their last place; so may the number in front of `million` or `%`, and any behind `≈`.
    const rough = part !== '' || scale > 0 || this.about || this.all[this.end]?.kind === '%';
    if (ellipsis === undefined && (!rough || this.exact.includes(text))) return plain(value);
    return plain(value, step.div(ellipsis === undefined ? 2 : 1).add(value.mul(FLOAT)));
  }

  private joined(left: Value, sign: keyof typeof WORKED, right: Value): Value {
    this.operators += 1;
    const adds = sign === '+' || sign === '-';
    const differs = hasOther(left, right) || hasOther(right, left);
    const converted = adds && differs && left.units.size > 0 && right.units.size > 0;
    const ofLeft = adds && this.manner.percentOfLeft && right.percent && !left.percent;
    const work = (a: Fraction, b: Fraction): Fraction | null => WORKED[sign](a, ofLeft ? a.mul(b) : b);
    const value = work(left.value, right.value);
    if (value === null || Number(value.n) > MOST || Number(value.d) > MOST) throw UNREAD;
    const off = (moved: Fraction | null): Fraction => moved?.sub(value).abs() ?? NOTHING;
    return {
      value,
      slack: off(work(left.value.add(left.slack), right.value)).add(off(work(left.value, right.value.add(right.slack)))),
      units: new Set([...left.units, ...right.units, ...(converted ? [UNCLEAR] : [])]),
      mixed: left.mixed || right.mixed || (adds && differs),
      percent: adds && left.percent && right.percent,
    };
  }
}

function plain(value: Fraction, slack = NOTHING): Value {
  return { value, slack, units: new Set(), mixed: false, percent: false };
}

/** Whether one has a unit that the other lacks. */
function hasOther(one: Value, other: Value): boolean {
  return [...one.units].some((unit) => unit === UNCLEAR || !other.units.has(unit));
}

/** Whether values can be compared: nothing was converted, and no letter is a variable. */
export function comparable(a: Value, b: Value): boolean {
  const [more, less] = [hasOther(a, b), hasOther(b, a)];
  const long = [...a.units, ...b.units].every((unit) => [...unit].length > 1);
  return (!more && !less) || (!(more && less) && long && a.mixed === b.mixed);
}
