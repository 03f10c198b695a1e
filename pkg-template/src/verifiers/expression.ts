// Reads sums as people write them, in exact fractions: tokens, one parser, and how far a number that was rounded may be off.

import Fraction from 'fraction.js';

export type Kind =
  | 'number'
  | 'operator'
  | 'equals'
  | 'open'
  | 'close'
  | 'percent'
  | 'raised'
  | 'word'
  | 'odd'
  | 'break'
  | 'space';

export interface Token {
  kind: Kind;
  /** In one spelling for each operator and sign. */
  text: string;
  at: number;
  end: number;
}

/** How numbers and percentages are to be read. */
export interface Manner {
  /** Decimals follow a comma, and points separate thousands. */
  comma: boolean;
  /** `100 + 10%` is 110, not 100.1. */
  percentOfLeft: boolean;
}

/** What an expression comes to. */
export interface Value {
  value: Fraction;
  /** Words behind its numbers. */
  units: ReadonlySet<string>;
  /** Added up from numbers with and without a unit. */
  mixed: boolean;
  percent: boolean;
}

/** A number as it is written. */
export interface Literal {
  text: string;
  /** How much it may be off when it was rounded: half of one in its last place, a whole one in front of an ellipsis. */
  off: Fraction;
  decimals: boolean;
  /** It ends in an ellipsis. */
  open: boolean;
}

/** `zero`: it divides by zero. `unknown`: it is not worked out. */
export type Worked = Value | 'zero' | 'unknown';

/** Tokens that one expression may have, brackets that may be open, digits of a number. */
const MAX_TOKENS = 400;
const MAX_DEPTH = 64;
const MAX_DIGITS = 60;
/** Numerators and denominators beyond it are not sums that a text states. */
const MOST = 1e250;
/** Digits from which a number may be one of binary floating point, which is off by this part. */
const FLOAT_DIGITS = 15;
const FLOAT = new Fraction(1n, 10n ** 15n);
const HALF = new Fraction(1, 2);
const HUNDREDTH = new Fraction(1, 100);
/** Scales are a part of how numbers are written. */
const SCALES: { [word: string]: bigint } = { hundred: 2n, thousand: 3n, million: 6n, billion: 9n, trillion: 12n };

const OPERATORS: { [sign: string]: string } = {
  '−': '-',
  '–': '-',
  '×': '*',
  '·': '*',
  '⋅': '*',
  '÷': '/',
  '⁄': '/',
  '∕': '/',
  '**': '^',
  '\\times': '*',
  '\\cdot': '*',
  '\\div': '/',
};
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

// No pattern can go back over more than one run of characters, and so the whole takes linear time. The first that matches counts.
const PATTERNS: readonly (readonly [Kind, RegExp])[] = [
  // A line that goes on with the equals sign, as in worked solutions, is not a new one.
  ['space', /\r?\n[ \t]*(?:&[ \t]*)?(?=(?:[=≈]|\\approx)(?!=))|[ \t\u00a0\u2009\u202f`{}]+/y],
  [
    'odd',
    /(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d))(?![\d./-]\d|\d)|\d{1,4}:\d\d|0[xob][\da-f]+|\d+(?:['’]\d+)+/iy,
  ],
  ['number', /[$€£¥]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:[eE][+-]?\d{1,3}(?![\p{L}\p{N}]))?(?:\.{3}|…)?[$€£¥]?/uy],
  ['odd', /[a-z][a-z0-9+.-]{1,20}:\/\/\S+|\.{2,}|[…±∓√∑∫∞¼-¾⅐-⅞]/iy],
  ['equals', /\\approx(?![a-z])|[≈≃≅]|=(?![=>~])/y],
  ['operator', /mod(?![\p{L}\p{N}_])|\\(?:times|cdot|div)(?![a-z])/uy],
  ['percent', /\\?%/y],
  ['space', /\\(?:left|right|quad|text|boxed|mathrm|mathbf|textbf)(?![a-z])|\\[,;:! $()[\]]/y],
  ['odd', /\\[a-zA-Z]+/y],
  ['word', /[\p{L}_°][\p{L}\p{M}\p{Nd}_]*/uy],
  ['break', /[!<>:+\-*/~&|^?=]?=+>?|<[-=]*>?|-+>|--+|>+/y],
  ['operator', /\*\*|[+\-−–*×·⋅/÷∕⁄^]/y],
  ['raised', /[⁰¹²³⁴⁵⁶⁷⁸⁹]+/y],
  ['open', /\(/y],
  ['close', /\)/y],
];

/** Every token of a stretch of text, in order. */
export function tokens(text: string, from: number, to: number): Token[] {
  const all: Token[] = [];
  for (let at = from; at < to; ) {
    const token = special(text, at, all.at(-1)) ?? plain(text, at);
    if (token.kind !== 'space') all.push(token);
    at = token.end;
  }
  return all;
}

function plain(text: string, at: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match === undefined) continue;
    const spelt = kind === 'raised' ? [...match].map((digit) => RAISED.indexOf(digit)).join('') : (OPERATORS[match] ?? match);
    return { kind, text: kind === 'equals' && match !== '=' ? '≈' : spelt, at, end: at + match.length };
  }
  return { kind: 'break', text: text[at] ?? '', at, end: at + 1 };
}

/** An `x` that multiplies, a star that is emphasis, a mark that is a bullet: what is on both sides of it decides. */
function special(text: string, at: number, before: Token | undefined): Token | undefined {
  const sign = text[at] ?? '';
  if (sign === 'x' || sign === 'X') {
    const operand = before !== undefined && ['number', 'close', 'percent'].includes(before.kind);
    const times =
      operand && /^[ \t]{0,2}$/.test(text.slice(before.end, at)) && /^.[ \t]{0,2}[$€£¥]?[\d(]/.test(text.slice(at, at + 5));
    return times ? { kind: 'operator', text: '*', at, end: at + 1 } : undefined;
  }
  if (!/^[-–+*]$/.test(sign)) return undefined;
  const starts = before === undefined || before.text === '\n';
  if (starts && /\s/.test(text[at + 1] ?? ' ')) return { kind: 'break', text: sign, at, end: at + 1 };
  const end = at + (text[at + 1] === '*' ? 2 : 1);
  const isSpace = (character: string | undefined): boolean => /\s/.test(character ?? ' ');
  const emphasis = sign === '*' && isSpace(text[at - 1]) !== isSpace(text[end]);
  const multiplies =
    end === at + 1 && ['number', 'close', 'percent'].includes(before?.kind ?? '') && /[\d(]/.test(text[end] ?? '');
  return emphasis && !multiplies ? { kind: 'space', text: '', at, end } : undefined;
}

/** A number of this text in this manner. */
function literal(written: string, { comma }: Manner): (Literal & { value: Fraction }) | undefined {
  const text = written.replace(/[$€£¥]/g, '');
  const [mantissa = '', exponent = '0'] = text.replace(/\.{3}$|…$/, '').split(/[eE]/);
  // Groups of three, or of two as in India, and the last one of three.
  const number = comma ? /^(\d{1,3}(?:\.\d{2,3})*\.\d{3}|\d*)(?:,(\d+))?$/ : /^(\d{1,3}(?:,\d{2,3})*,\d{3}|\d*)(?:\.(\d+))?$/;
  const [, groups, part = ''] = number.exec(mantissa) ?? [];
  const digits = (groups ?? '').replace(/\D/g, '') + part;
  // A leading zero is a number's in a date, a code or another base.
  const zero = /^0\d/.test(groups ?? '');
  if (groups === undefined || zero || digits.length > MAX_DIGITS || Math.abs(Number(exponent)) > MAX_DIGITS) return undefined;
  const step = new Fraction(10).pow(Number(exponent) - part.length) as Fraction;
  const value = new Fraction(BigInt(digits)).mul(step);
  const open = /(?:\.{3}|…)$/.test(text);
  const rounded = open ? step : step.mul(HALF);
  const float = digits.length >= FLOAT_DIGITS ? value.mul(FLOAT) : rounded;
  return { text, value, off: float.gt(rounded) ? float : rounded, decimals: part !== '', open };
}

/** Reads one expression, by precedence climbing. */
export class Expression {
  /** The tokens that it is read from; its first one, and the one behind its last. */
  readonly all: readonly Token[];
  readonly start: number;
  end: number;
  operators = 0;
  readonly literals: Literal[] = [];
  /** It can be read in two ways, or is followed by something that may change it. */
  unsure = false;
  /** It follows a sign of about equal. */
  about = false;
  private readonly manner: Manner;
  private readonly moved: number | undefined;
  private depth = 0;

  /** The literal `moved` is read as if it were a bit larger, to see what its rounding does to the whole. */
  constructor(all: readonly Token[], start: number, manner: Manner, moved?: number) {
    this.all = all;
    this.start = start;
    this.end = start;
    this.manner = manner;
    this.moved = moved;
  }

  /** `undefined` where none begins. */
  read(): Worked | undefined {
    try {
      return this.sum();
    } catch (thrown) {
      if (thrown === NONE) return undefined;
      if (thrown === UNKNOWN || thrown === ZERO) {
        this.skip();
        return thrown === ZERO ? 'zero' : 'unknown';
      }
      throw thrown;
    }
  }

  private get token(): Token | undefined {
    return this.end - this.start < MAX_TOKENS ? this.all[this.end] : undefined;
  }

  /** What cannot be worked out is still read to its end. */
  private skip(): void {
    while (this.token !== undefined && this.token.kind !== 'equals' && this.token.kind !== 'break') this.end += 1;
  }

  private sum(): Value {
    let left = this.product();
    for (let sign = this.token; sign?.kind === 'operator' && (sign.text === '+' || sign.text === '-'); sign = this.token) {
      this.take();
      const right = this.product();
      const share = this.manner.percentOfLeft && right.percent && !left.percent ? left.value.mul(right.value) : right.value;
      const value = sign.text === '+' ? left.value.add(share) : left.value.sub(share);
      const same = sameUnits(left.units, right.units);
      if (!same && left.units.size > 0 && right.units.size > 0) throw UNKNOWN;
      const units = left.units.size > 0 ? left.units : right.units;
      left = kept({ value, units, mixed: left.mixed || right.mixed || !same, percent: left.percent && right.percent });
    }
    return left;
  }

  private product(): Value {
    let left = this.factor();
    let divided = false;
    for (;;) {
      const operator = this.multiplies();
      if (operator === undefined) return left;
      // What `6/2(1+2)` means is open.
      if (operator === '') this.unsure ||= divided;
      divided ||= operator === '/';
      if (operator === '') this.operators += 1;
      else this.take();
      const right = this.factor();
      if (operator === '/' && right.value.n === 0n) throw ZERO;
      const whole = (of: Value): boolean => of.value.d === 1n && of.value.s >= 0n;
      if (operator === 'mod' && !(whole(left) && whole(right) && right.value.n > 0n)) throw UNKNOWN;
      const value =
        operator === 'mod'
          ? left.value.mod(right.value)
          : operator === '/'
            ? left.value.div(right.value)
            : left.value.mul(right.value);
      left = kept({ value, units: new Set([...left.units, ...right.units]), mixed: left.mixed || right.mixed, percent: false });
    }
  }

  /** The operator that goes on with a product: `''` where a bracket has none. */
  private multiplies(): string | undefined {
    const [sign, before, after] = [this.token, this.all[this.end - 1], this.all[this.end + 1]];
    if (sign?.kind === 'operator' && ['*', '/', 'mod'].includes(sign.text)) return sign.text;
    if (sign?.kind === 'percent' && after !== undefined && ['number', 'open'].includes(after.kind)) return 'mod';
    const part = before?.kind === 'percent' || this.all[this.end - 2]?.text === '/';
    if (sign?.text === 'of' && part && after?.kind === 'number') return '*';
    const attached = sign?.kind === 'open' && sign.at === before?.end && (before.kind === 'number' || before.kind === 'close');
    return attached ? '' : undefined;
  }

  private factor(): Value {
    const sign = this.token;
    if (sign?.kind === 'operator' && (sign.text === '-' || sign.text === '+')) {
      this.end += 1;
      this.deeper();
      const of = this.factor();
      this.depth -= 1;
      return sign.text === '-' ? { ...of, value: of.value.neg() } : of;
    }
    let base = this.operand();
    const mark = this.token;
    if (mark?.kind === 'raised') {
      this.take();
      base = raised(base, new Fraction(mark.text));
    } else if (mark?.kind === 'operator' && mark.text === '^') {
      this.take();
      this.deeper();
      base = raised(base, this.factor().value);
      this.depth -= 1;
    }
    return this.quantity(base);
  }

  private operand(): Value {
    const token = this.token;
    this.end += 1;
    if (token?.kind === 'number') return this.number(token);
    if (token?.kind !== 'open') throw NONE;
    this.deeper();
    const inside = this.sum();
    if (this.token?.kind !== 'close') throw NONE;
    this.end += 1;
    this.depth -= 1;
    return { ...inside, percent: false };
  }

  private number(token: Token): Value {
    const read = literal(token.text, this.manner);
    if (read === undefined) throw UNKNOWN;
    const scale = new Fraction(10n ** (SCALES[this.token?.text ?? ''] ?? 0n));
    if (scale.n > 1n) this.end += 1;
    const moved = this.moved === this.literals.length ? read.value.add(read.off) : read.value;
    this.literals.push({ ...read, off: read.off.mul(scale), decimals: read.decimals || scale.n > 1n });
    return { value: moved.mul(scale), units: NO_UNITS, mixed: false, percent: false };
  }

  /** The percent sign and the unit behind an operand. */
  private quantity(base: Value): Value {
    const after = this.all[this.end + 1];
    let { value, percent } = base;
    if (this.token?.kind === 'percent' && !(after !== undefined && ['number', 'open'].includes(after.kind))) {
      this.end += 1;
      value = value.mul(HUNDREDTH);
      percent = true;
    }
    const units = new Set(base.units);
    // One word, and one it is divided by: `km/h`.
    if (this.token?.kind === 'word' && this.token.text !== 'of') this.unit(units);
    const [slash, per] = [this.token, this.all[this.end + 1]];
    if (slash?.text === '/' && per?.kind === 'word' && per.at === slash.end) {
      this.end += 1;
      this.unit(units);
    }
    return { ...base, value, percent, units };
  }

  private unit(units: Set<string>): void {
    const word = this.token?.text ?? '';
    units.add(word.toLowerCase().replace(/(?<=..)s$/, ''));
    this.unsure ||= /\d/.test(word);
    this.end += 1;
    if (this.token?.kind === 'raised') this.end += 1;
  }

  private take(): void {
    this.operators += 1;
    this.end += 1;
  }

  private deeper(): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw UNKNOWN;
  }
}

const NO_UNITS: ReadonlySet<string> = new Set();
const NONE = new Error('no expression');
const UNKNOWN = new Error('not worked out');
const ZERO = new Error('divides by zero');

function raised(base: Value, exponent: Fraction): Value {
  const times = exponent.valueOf();
  if (base.value.n === 0n && times < 0) throw ZERO;
  const size = Math.max(Number(base.value.n), Number(base.value.d)) ** Math.abs(times);
  const value = exponent.d === 1n && size < MOST ? base.value.pow(times) : null;
  if (value === null) throw UNKNOWN;
  return { ...base, value, percent: false };
}

function kept(value: Value): Value {
  if (Number(value.value.n) > MOST || Number(value.value.d) > MOST) throw UNKNOWN;
  return value;
}

function sameUnits(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((unit) => b.has(unit));
}

/** Whether values can be compared: nothing was converted, and no letter is a variable. */
export function comparable(a: Value, b: Value): boolean {
  if (sameUnits(a.units, b.units)) return true;
  const long = [...a.units, ...b.units].every((unit) => [...unit].length > 1);
  const within = [...a.units].every((unit) => b.units.has(unit)) || [...b.units].every((unit) => a.units.has(unit));
  return long && within && a.mixed === b.mixed;
}
