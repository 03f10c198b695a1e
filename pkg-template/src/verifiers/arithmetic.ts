import type Fraction from 'fraction.js';
import { checkOptions } from '../check/checks.js';
import type { Check } from '../types.js';
import { comparable, type Manner, Side, type Token, tokens, type Value } from './expression.js';
import { fences } from './fences.js';
import { type Issue, lineOf, quoted, verdict } from './verdict.js';

/**
 * A verifier of the sums that a draft states: `12 * 3 = 35` is wrong, and so is the second sign of `2 + 3 = 5 = 12 / 2`.
 *
 * It knows `+ - * / ^ mod`, brackets, the other signs for them (`×`, `÷`, `20% of 50`), percentages, fractions, money, units, separators of
 * thousands, decimal points and commas, and LaTeX's signs. It works in exact fractions; a number with decimals may be rounded in its last
 * place, a whole number only behind `≈`. It knows no words: `10 / 3 = 3` is wrong also in a line that speaks of rounding, and sums in
 * another base are read as decimal ones. It leaves alone what has a variable, a date, a ratio, a converted unit, a division by zero or
 * anything else that it does not understand, and code in a fence that names its language. A wrong sum that the draft quotes only to correct
 * it is reported too. A draft without any sum passes.
 */
export function arithmetic(options: object = {}): Check {
  checkOptions('arithmetic', options, {});
  return (draft) => {
    const issues: Issue[] = [];
    for (const [from, to] of stretches(draft)) {
      for (const chain of chains(tokens(draft, from, to))) {
        if (issues.length < ENOUGH) issues.push(...faults(draft, chain));
      }
    }
    return verdict(issues);
  };
}

/** Wrong sums beyond which no more are looked for. */
const ENOUGH = 100;

/** Languages of fences that hold text and not code. */
const TEXT = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'math', 'latex', 'tex', 'markdown', 'md']);

/** The stretches of a draft that are not code. */
function* stretches(draft: string): Generator<[number, number]> {
  let from = 0;
  for (const { language, start, end } of fences(draft)) {
    if (TEXT.has(language)) continue;
    yield [from, start];
    from = end;
  }
  yield [from, draft.length];
}

const PLAIN: Manner = { comma: false, percentOfLeft: false };
const COMMA: Manner = { comma: true, percentOfLeft: false };
const MANNERS: readonly Manner[] = [PLAIN, COMMA, { ...PLAIN, percentOfLeft: true }, { ...COMMA, percentOfLeft: true }];

/** Words that make a number behind them another one: a letter alone is a variable. */
const CHANGES = /^(?:(?:.*\/)?[^ai]|(?:arc)?(?:sin|cos|tan)|cot|sec|csc|log|ln|lg|lb|exp|sqrt|cbrt|root|abs|max|min|gcd|lcm)$/iu;

/**
 * Every chain of sums, `2 + 3 = 5 = 10 / 2`. Between two equals signs a side is all that is there; before the first it is the end of
 * what is there, behind the last its beginning.
 */
function* chains(all: readonly Token[]): Generator<Side[]> {
  let chain: Side[] = [];
  let from = 0;
  for (const [at, token] of all.entries()) {
    if (token.kind !== '=') continue;
    if (chain.length === 0) chain = sideBefore(all, from, at);
    from = at + 1;
    const side = chain.length > 0 ? sideAt(all, from) : undefined;
    if (side !== undefined) chain.push(side);
    if (side !== undefined && all[side.end]?.kind === '=') continue;
    if (chain.length > 1) yield chain;
    chain = [];
  }
}

function sideAt(all: readonly Token[], start: number): Side | undefined {
  const side = new Side(all, start, PLAIN);
  const other = side.value === undefined ? new Side(all, start, COMMA) : side;
  return other.value === undefined ? undefined : other;
}

/** The side that ends where an equals sign is, and begins where nothing before it belongs to it. */
function sideBefore(all: readonly Token[], from: number, to: number): Side[] {
  for (let at = from; at < to; at += 1) {
    const side = begins(all, at) ? sideAt(all, at) : undefined;
    if (side?.end === to) return [side];
  }
  return [];
}

function begins(all: readonly Token[], at: number): boolean {
  const [before, token, after] = [all[at - 1], all[at], all[at + 1]];
  const sign = (token?.kind === '-' || token?.kind === '+') && after?.at === token.end;
  if (token === undefined || !(sign || token.kind === 'number' || token.kind === '(')) return false;
  // A bracket or number that touches a word is its argument.
  if (before?.kind === 'word') return before.end < token.at && !CHANGES.test(before.text);
  return before === undefined || ['=', 'break', 'bullet'].includes(before.kind);
}

/** What is wrong with a chain: each side against the one before it, and against the first. */
function faults(draft: string, chain: readonly Side[]): Issue[] {
  const issues: Issue[] = [];
  let sums = 0;
  for (const [at, side] of chain.entries()) {
    sums += side.operators;
    const [first, before] = [chain[0], chain[at - 1]];
    if (first === undefined || before === undefined || sums === 0) continue;
    // A dash before the first may be a bullet or a sign.
    const dashed = /^[-–]$/.test(first.all[first.start - 1]?.text ?? '') ? sideAt(first.all, first.start - 1) : undefined;
    const others = [before, first, dashed ?? first];
    if (others.every((other) => differ(draft, other, side))) issues.push(() => describe(draft, before, side));
  }
  return issues;
}

/** Whether two sides say different things in every manner in which both can be read. */
function differ(draft: string, left: Side, right: Side): boolean {
  if (isUnsure(draft, left) || isUnsure(draft, right)) return false;
  // A sum is exact; one that goes on with it may round decimals that it brings: `10 / 3 + 1 = 3.33 + 1`.
  const exact = isAlone(left) ? right : left;
  let different = false;
  for (const manner of MANNERS) {
    const [a, b] = [worked(left, manner, exact), worked(right, manner, exact)];
    if (a === undefined || b === undefined) continue;
    if (!comparable(a, b) || isSame(a, b, right)) return false;
    different = true;
  }
  return different;
}

/** What a side comes to; a number alone may be rounded, and of others those that are not `exact`. */
function worked(side: Side, manner: Manner, exact: Side): Value | undefined {
  return new Side(side.all, side.start, manner, isAlone(side) ? [] : exact.numbers).value;
}

function isAlone({ numbers, operators }: Side): boolean {
  return numbers.length === 1 && operators === 0;
}

/** Whether two values are the same, given how numbers are rounded when they are written down. */
function isSame(a: Value, b: Value, right: Side): boolean {
  const off = a.value.sub(b.value).abs();
  // `5 / 20 * 100 = 25%`: the sum has done the per cent already.
  const also = isAlone(right) && b.percent ? a.value.div(100).sub(b.value).abs() : off;
  const slack = a.slack.add(b.slack);
  // About the same: off by at most one part in twenty.
  return off.lte(slack) || also.lte(slack) || (right.about && off.lte(a.value.abs().div(20)));
}

/** Whether it may be something else: `10-12` from … to …, and what goes on as `3!`, `3 (mod 12)`, `3 remainder 1`, `3 feet 2`. */
function isUnsure(draft: string, { all, start, end }: Side): boolean {
  const [last, next, after] = [all[end - 1], all[end], all[end + 1]];
  const range = /^(\d+)[-–](\d+)$/.exec(draft.slice(all[start]?.at, last?.end));
  if (range !== null && Number(range[1]) < Number(range[2])) return true;
  const isOperator = /^(?:[-+*/^]|mod)$/.test(after?.kind ?? '');
  // `10 and 3 * 3 = 9` goes on with another sum.
  if (next?.kind === 'number') return last?.kind !== 'word' || last.end === next.at || !isOperator;
  return next?.kind === 'odd' || (next?.kind === '(' && isOperator);
}

function describe(draft: string, before: Side, side: Side): string {
  const { all } = side;
  const start = all[before.start]?.at ?? 0;
  const left = quoted(draft.slice(start, all[before.end - 1]?.end));
  // A word behind the last side may be a unit or not.
  const isWord = all[side.end]?.kind !== '=' && all[side.end - 1]?.kind === 'word';
  const right = quoted(draft.slice(all[side.start]?.at, all[side.end - (isWord ? 2 : 1)]?.end));
  const value = before.operators > 0 ? worked(before, PLAIN, before) : undefined;
  const is = value === undefined ? '' : `: ${left} is ${decimalOf(value.value)}`;
  return `line ${lineOf(draft, start)}: \`${left} ${side.about ? '≈' : '='} ${right}\` is wrong${is}`;
}

/** As a person writes it: at most six decimals, with an ellipsis when there are more. */
function decimalOf(value: Fraction): string {
  const cut = value.abs().floor(6);
  return `${value.s < 0n ? '-' : ''}${cut.toString()}${cut.equals(value.abs()) ? '' : '…'}`;
}
