import type { Verifier } from '../types.js';
import { fences } from './fences.js';
import { checked } from './options.js';
import { agreement, negatedFirst } from './sums/agree.js';
import { written } from './sums/rational.js';
import type { Side } from './sums/sides.js';
import { chains } from './sums/sides.js';
import type { Token } from './sums/tokens.js';
import { tokens } from './sums/tokens.js';
import { worked } from './sums/value.js';
import type { Issue } from './verdict.js';
import { lineOf, quoted, verdict } from './verdict.js';

/**
 * A verifier of the sums that a draft states: `12 * 3 = 35` is wrong, and so is the second sign of `2 + 3 = 5 = 12 / 2`.
 *
 * It knows `+ - * / ^ mod`, brackets, the signs and words that stand for them (`×`, `÷`, `times`), percentages, fractions, money, units,
 * separators of thousands, decimal points and commas, and LaTeX's signs. It works in exact fractions; a number with decimals may be
 * rounded in its last place, a whole number only where the line speaks of rounding. What holds a variable, a date, a converted unit or
 * anything else that it does not understand is left alone, and so is code in a fence that names its language. A wrong sum that the draft
 * quotes only to correct it is reported too. A draft without any sum passes.
 */
export function arithmetic(options: object = {}): Verifier {
  checked('arithmetic', options, []);
  return (draft) => {
    const issues: Issue[] = [];
    for (const [from, to] of stretches(draft)) {
      const found = tokens(draft, from, to);
      for (const chain of chains(found)) issues.push(...faults(draft, found, chain));
      if (issues.length > ENOUGH) break;
    }
    return verdict(issues);
  };
}

/** Wrong sums beyond which no more are looked for. */
const ENOUGH = 100;

/** Languages of fences that hold text and not code. */
const TEXT = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'math', 'latex', 'tex', 'markdown', 'md']);

/** What says that two things are equal. */
const EQUALS = /=|≈|≃|≅|\\approx|\bequals\b/g;

/** The lines outside of code that may hold a sum, with those that go on with an equals sign. Mostly they are few. */
function* stretches(draft: string): Generator<[number, number]> {
  const code = fences(draft).filter(({ language }) => !TEXT.has(language));
  let [done, next] = [0, 0];
  EQUALS.lastIndex = 0;
  for (let found = EQUALS.exec(draft); found !== null; found = EQUALS.exec(draft)) {
    while ((code[next]?.end ?? Number.POSITIVE_INFINITY) <= found.index) next += 1;
    const skipped = code[next];
    if (skipped !== undefined && skipped.start <= found.index) {
      done = skipped.end;
    } else {
      const from = Math.max(done, lineStart(draft, found.index));
      done = lineEnd(draft, found.index);
      yield [from, done];
    }
    EQUALS.lastIndex = done;
  }
}

/** Where the line begins, or the one before it when this one goes on with an equals sign. */
function lineStart(draft: string, at: number): number {
  const start = draft.lastIndexOf('\n', at) + 1;
  const goesOn = start > 0 && /^[ \t&]*$/.test(draft.slice(start, at));
  return goesOn ? draft.lastIndexOf('\n', start - 2) + 1 : start;
}

/** Where the line ends, or the last of those that go on with an equals sign. */
function lineEnd(draft: string, at: number): number {
  for (let end = draft.indexOf('\n', at); ; end = draft.indexOf('\n', end + 1)) {
    if (end === -1) return draft.length;
    let next = end + 1;
    while (' \t&'.includes(draft[next] ?? '.')) next += 1;
    if (!'=≈≃≅\\'.includes(draft[next] ?? '.')) return end;
  }
}

/** Lines that speak of rounding, and lines whose sums are not those of whole decimal numbers. */
const ROUNDING = /\b(?:round|approx|about|roughly|nearest|truncat|floor|ceil|whole|integer|estimat)/i;
const OTHER = /\((?:mod|base)\b|\bmodulo\b|\b(?:binary|hex|hexadecimal|octal|boolean|xor)\b|\bbase[- ]?\d|≡/i;

/** Characters around a sum that are looked at for such words. */
const AROUND = 200;

/** What is wrong with a chain: each side against the one before it, and against the first. */
function faults(draft: string, found: readonly Token[], chain: readonly Side[]): Issue[] {
  const first = chain[0];
  const last = chain.at(-1);
  const [start, end] = [found[first?.from ?? 0]?.at ?? 0, found[(last?.to ?? 1) - 1]?.end ?? 0];
  let line: string | undefined;
  let sums = first?.operators ?? 0;
  const issues: Issue[] = [];
  for (const [index, side] of chain.entries()) {
    const before = chain[index - 1];
    sums += index === 0 ? 0 : side.operators;
    if (before === undefined || first === undefined || sums === 0) continue;
    const agrees = (loose: boolean): boolean =>
      [before, ...(index > 1 ? [first] : []), ...(isDashed(found, first) ? [negatedFirst(before)] : [])].some(
        (other) => agreement(other, side, loose) !== 'different',
      );
    if (agrees(false)) continue;
    line ??= lineAround(draft, start, end);
    if (OTHER.test(line) || (ROUNDING.test(line) && agrees(true))) continue;
    issues.push(() => told(draft, found, before, side));
  }
  return issues;
}

/** The line of a sum, as far as it is near. */
function lineAround(draft: string, start: number, end: number): string {
  const before = draft.slice(Math.max(0, start - AROUND), start);
  const after = draft.slice(end, end + AROUND);
  return before.slice(before.lastIndexOf('\n') + 1) + draft.slice(start, end) + (after.split('\n', 1)[0] ?? '');
}

/** Whether a dash stands before a side, as a bullet or as a sign. */
function isDashed(found: readonly Token[], side: Side): boolean {
  return /^[-−–]$/.test(found[side.from - 1]?.text ?? '');
}

function told(draft: string, found: readonly Token[], before: Side, side: Side): string {
  const span = ({ from, to }: Side): [number, number] => [found[from]?.at ?? 0, found[to - 1]?.end ?? 0];
  const [[start, middle], [next, end]] = [span(before), span(side)];
  const value = worked(before, { decimals: 'point', percentOfLeft: false });
  const words = quoted(draft.slice(start, middle));
  const is = typeof value === 'object' ? `${words} is ${written(value.low)}` : value === 'zero' ? `${words} divides by zero` : '';
  const right = is !== '' && (before.operators > 0 || value === 'zero') ? `: ${is}` : '';
  return `line ${lineOf(draft, start)}: \`${words} ${side.about ? '≈' : '='} ${quoted(draft.slice(next, end))}\` is wrong${right}`;
}
