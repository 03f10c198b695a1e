import Fraction from 'fraction.js';
import { checkOptions } from '../checks.js';
import type { Verifier } from '../types.js';
import { comparable, Expression, type Literal, type Manner, type Token, tokens, type Value, type Worked } from './expression.js';
import { fences } from './fences.js';
import type { Issue } from './verdict.js';
import { lineOf, quoted, verdict } from './verdict.js';

/**
 * A verifier of the sums that a draft states: `12 * 3 = 35` is wrong, and so is the second sign of `2 + 3 = 5 = 12 / 2`.
 *
 * It knows `+ - * / ^ mod`, brackets, the signs and words for them (`×`, `÷`, `times`), percentages, fractions, money, units, separators
 * of thousands, decimal points and commas, and LaTeX's signs. It works in exact fractions; a number with decimals may be rounded in its
 * last place, a whole number only behind `≈`. It knows no words: `10 / 3 = 3` is wrong also in a line that speaks of rounding, and sums in
 * another base are read as decimal ones. What holds a variable, a date, a converted unit or anything else that it does not understand is
 * left alone, and so is code in a fence that names its language. A wrong sum that the draft quotes only to correct it is reported too. A
 * draft without any sum passes.
 */
export function arithmetic(options: object = {}): Verifier {
  checkOptions('arithmetic', options, {});
  return (draft) => {
    const issues: Issue[] = [];
    for (const [from, to] of stretches(draft)) {
      const all = tokens(draft, from, to);
      for (const chain of chains(all)) issues.push(...faults(draft, all, chain));
      if (issues.length > ENOUGH) break;
    }
    return verdict(issues);
  };
}

/** Wrong sums beyond which no more are looked for. */
const ENOUGH = 100;

/** Languages of fences that hold text and not code. */
const TEXT = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'math', 'latex', 'tex', 'markdown', 'md']);

/** A line, with those that go on with an equals sign. */
const LINE = /[^\n]+(?:\n[ \t]*&?[ \t]*(?:[=≈]|\\approx)[^\n]*)*/g;
const EQUALS = /[=≈≃≅]|\\approx/;

/** The lines outside of code that may hold a sum. */
function* stretches(draft: string): Generator<[number, number]> {
  const code = fences(draft).filter(({ language }) => !TEXT.has(language));
  let next = 0;
  for (const { index, 0: line } of draft.matchAll(LINE)) {
    while ((code[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next += 1;
    const isCode = (code[next]?.start ?? Number.POSITIVE_INFINITY) <= index;
    if (!isCode && EQUALS.test(line)) yield [index, index + line.length];
  }
}

const PLAIN: Manner = { comma: false, percentOfLeft: false };
const MANNERS: readonly Manner[] = [
  PLAIN,
  { comma: false, percentOfLeft: true },
  { comma: true, percentOfLeft: false },
  { comma: true, percentOfLeft: true },
];

/** Names that make a number behind them another one. */
const FUNCTION = /^(?:(?:arc)?(?:sin|cos|tan)|cot|sec|csc|log|ln|lg|lb|exp|sqrt|cbrt|root|abs|max|min|gcd|lcm|lim|det)$/i;

/**
 * Every chain of sums, `2 + 3 = 5 = 10 / 2`. Between two equals signs a side is all that is there; before the first it is the end of
 * what is there, behind the last its beginning.
 */
function* chains(all: readonly Token[]): Generator<Expression[]> {
  let chain: Expression[] = [];
  let from = 0;
  for (const [at, token] of all.entries()) {
    if (token.kind !== 'equals') continue;
    if (chain.length === 0) chain = sideBefore(all, from, at);
    const side = sideAt(all, at + 1, token.text === '≈');
    from = at + 1;
    if (side !== undefined && chain.length > 0) chain.push(side);
    if (side !== undefined && all[side.end]?.kind === 'equals') {
      if (chain.length === 0) chain = [side];
      continue;
    }
    const last = chain.at(-1);
    if (last !== undefined && last === side) last.unsure ||= isChanged(all, last.end);
    if (chain.length > 1) yield chain;
    chain = [];
  }
}

function sideAt(all: readonly Token[], from: number, about: boolean): Expression | undefined {
  for (const manner of [PLAIN, { ...PLAIN, comma: true }]) {
    const side = new Expression(all, from, manner);
    side.about = about;
    const value = side.read();
    if (value === undefined) return undefined;
    if (value !== 'unknown') return side;
  }
  return undefined;
}

/** The side that ends where an equals sign is, and begins where nothing before it belongs to it. */
function sideBefore(all: readonly Token[], from: number, to: number): Expression[] {
  for (let at = from; at < to; at += 1) {
    if (!begins(all, at)) continue;
    const side = sideAt(all, at, false);
    if (side?.end === to) return [side];
  }
  return [];
}

function begins(all: readonly Token[], at: number): boolean {
  const [token, before, earlier] = [all[at], all[at - 1], all[at - 2]];
  const sign = token?.kind === 'operator' && (token.text === '-' || token.text === '+') && all[at + 1]?.at === token.end;
  if (token === undefined || !(sign || token.kind === 'number' || token.kind === 'open')) return false;
  switch (before?.kind) {
    case undefined:
    case 'equals':
      return true;
    case 'break':
      // What follows the colon of a ratio is not a sum of its own.
      return !(before.text === ':' && earlier?.kind === 'number');
    case 'word':
      // A letter alone is a variable, and what touches a word is its argument.
      return before.end < token.at && (before.text.length > 1 || /[aI]/.test(before.text)) && !FUNCTION.test(before.text);
    default:
      return false;
  }
}

/** Whether what follows a side may change it: `3!`, `3 (mod 12)`, `3 remainder 1`, `3 feet 2`. */
function isChanged(all: readonly Token[], to: number): boolean {
  const [before, token, after] = [all[to - 1], all[to], all[to + 1]];
  const attached = token?.at === before?.end;
  switch (token?.kind) {
    case 'odd':
      return true;
    case 'open':
      return attached || after?.kind === 'operator';
    case 'number':
      return before?.kind !== 'word' || after?.kind !== 'operator';
    case 'break':
      return attached && (token.text === '!' || (token.text === ':' && after?.at === token.end));
    default:
      return false;
  }
}

/** What is wrong with a chain: each side against the one before it, and against the first. */
function faults(draft: string, all: readonly Token[], chain: readonly Expression[]): Issue[] {
  const [first, ...rest] = chain;
  if (first === undefined) return [];
  let sums = first.operators;
  const issues: Issue[] = [];
  let before = first;
  for (const side of rest) {
    const left = before;
    before = side;
    sums += side.operators;
    if (sums === 0) continue;
    const others = [left, ...(left === first ? [] : [first]), ...dashed(first)];
    if (others.every((other) => differ(draft, other, side))) issues.push(() => describe(draft, all, left, side));
  }
  return issues;
}

/** The side with the dash before it as a sign, which may be a bullet too. */
function dashed({ all, start }: Expression): Expression[] {
  const bullet = all[start - 1];
  if (bullet?.kind !== 'break' || !/^[-–]$/.test(bullet.text)) return [];
  const side = sideAt(
    [...all.slice(0, start - 1), { ...bullet, kind: 'operator', text: '-' }, ...all.slice(start)],
    start - 1,
    false,
  );
  return side === undefined ? [] : [side];
}

/** Whether two sides say different things in every manner in which both can be read. */
function differ(draft: string, left: Expression, right: Expression): boolean {
  if (left.unsure || right.unsure || [left, right].some((side) => isRange(draft, side))) return false;
  let different = false;
  for (const manner of MANNERS) {
    const [a, b] = [worked(left, manner), worked(right, manner)];
    if (a === 'unknown' || b === 'unknown') continue;
    if (a === 'zero' || b === 'zero') {
      // What is divided by zero equals nothing.
      if (a === b) return false;
      different = true;
      continue;
    }
    if (!comparable(a, b) || isSame(left, right, a, b, manner)) return false;
    different = true;
  }
  return different;
}

/** `10-12 = 3 pages` may be from … to …. */
function isRange(draft: string, { all, start, end }: Expression): boolean {
  const range = /^(\d+)[-–](\d+)$/.exec(draft.slice(all[start]?.at, all[end - 1]?.end));
  return range !== null && Number(range[1]) < Number(range[2]);
}

function worked({ all, start }: Expression, manner: Manner, moved?: number): Worked {
  return new Expression(all, start, manner, moved).read() ?? 'unknown';
}

/** What "about" allows: one part in twenty. */
const ABOUT = new Fraction(1, 20);
const HUNDRED = new Fraction(100);

/** Whether two values are the same, given how numbers are rounded when they are written down. */
function isSame(left: Expression, right: Expression, a: Value, b: Value, manner: Manner): boolean {
  const off = a.value.sub(b.value).abs();
  if (off.n === 0n || (right.about && off.lte(a.value.abs().mul(ABOUT)))) return true;
  // `5 / 20 * 100 = 25%`: the sum has done the per cent already.
  const also = isAlone(right) && b.percent ? [off, a.value.sub(b.value.mul(HUNDRED)).abs().div(HUNDRED)] : [off];
  const [one, other] = [isAlone(left), isAlone(right)];
  const literals = new Set(left.literals.map(({ text }) => text));
  // Decimals that the left side does not have may be rounded on the way: `10 / 3 + 1 = 3.33 + 1`.
  const fresh = ({ decimals, text }: Literal): boolean => decimals && !one && !literals.has(text);
  const slack = [
    slackOf(left, a, manner, ({ decimals, open }) => open || (one && (decimals || a.percent))),
    slackOf(right, b, manner, (each) => each.open || (other ? each.decimals || b.percent || right.about : fresh(each))),
  ].reduce((sum, part) => sum.add(part));
  return also.some((distance) => distance.lte(slack));
}

/** How far a side may be off when these numbers of it are rounded ones. */
function slackOf(side: Expression, whole: Value, manner: Manner, counts: (literal: Literal) => boolean): Fraction {
  let slack = new Fraction(0);
  for (const [at, literal] of side.literals.slice(0, MAX_ROUNDED).entries()) {
    if (!counts(literal)) continue;
    const moved = worked(side, manner, at);
    if (typeof moved === 'object') slack = slack.add(moved.value.sub(whole.value).abs());
  }
  return slack;
}

/** Numbers of a side whose rounding is looked at. */
const MAX_ROUNDED = 20;

function isAlone({ literals, operators }: Expression): boolean {
  return literals.length === 1 && operators === 0;
}

function describe(draft: string, all: readonly Token[], before: Expression, side: Expression): string {
  const span = (side: Expression): [number, number] => [all[side.start]?.at ?? 0, lastOf(all, side.end)];
  const [[start, middle], [next, end]] = [span(before), span(side)];
  const value = worked(before, PLAIN);
  const words = quoted(draft.slice(start, middle));
  const is =
    typeof value === 'object' ? `${words} is ${written(value.value)}` : value === 'zero' ? `${words} divides by zero` : '';
  const right = is !== '' && (before.operators > 0 || value === 'zero') ? `: ${is}` : '';
  return `line ${lineOf(draft, start)}: \`${words} ${side.about ? '≈' : '='} ${quoted(draft.slice(next, end))}\` is wrong${right}`;
}

/** Where a side ends; of the last side without the words behind it, which may be a unit or not. */
function lastOf(all: readonly Token[], to: number): number {
  let last = to - 1;
  while (all[to]?.kind !== 'equals' && !['number', 'close', 'percent', 'raised'].includes(all[last]?.kind ?? 'close')) last -= 1;
  return all[last]?.end ?? 0;
}

/** As a person writes it: at most six decimals, with an ellipsis when there are more. */
function written(value: Fraction): string {
  const cut = value.abs().floor(6);
  return `${value.s < 0n ? '-' : ''}${cut.toString()}${cut.equals(value.abs()) ? '' : '…'}`;
}
