// Reads the unit behind a number, `km/h`, `apples`, `m²`, and counts units with, so that nothing is compared that was converted.

import type { Token } from './tokens.js';

/** Words of one unit, such as `red apples`. */
const MAX_WORDS = 3;

/** Words behind a number that are no unit. */
const STOPS = new Set(
  `a about after all also altogether an and are as at because before but by do does each exactly find for from gives get has have hence
  here if in into is it its left means more must new not now of off on only or out over per plus remain remaining since so some than that the
  then there therefore these they this those thus to together too total under up was we were when where which while will with would you`.split(
    /\s+/,
  ),
);

const IRREGULAR: { [word: string]: string } = {
  feet: 'foot',
  inches: 'inch',
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
};

/** A unit, as names with exponents. */
export type Units = readonly (readonly [string, number])[];

/** Whether a word ends what belongs to a number. */
export function stops(word: string): boolean {
  return STOPS.has(word.toLowerCase());
}

/** The unit at this token, and the token behind it. */
export function unitAfter(tokens: readonly Token[], from: number): [Units, number] {
  const words: string[] = [];
  let at = from;
  for (let token = tokens[at]; token?.kind === 'word' && words.length < MAX_WORDS; token = tokens[at]) {
    if (stops(token.text)) break;
    words.push(token.text);
    at += 1;
  }
  const name = words.map(singular).join(' ');
  const units: (readonly [string, number])[] = [];
  if (name !== '') {
    const exponent = exponentAt(tokens, at);
    units.push([name, exponent?.[0] ?? 1]);
    at = exponent?.[1] ?? at;
  }
  const [mark, below] = [tokens[at], tokens[at + 1]];
  const under = mark?.text === '/' ? mark.end === below?.at : mark?.text === 'per';
  if (under && below?.kind === 'word' && !stops(below.text)) {
    const exponent = exponentAt(tokens, at + 2);
    units.push([singular(below.text), -(exponent?.[0] ?? 1)]);
    at = exponent?.[1] ?? at + 2;
  }
  return [units, at];
}

/** `²`, or `^2` without blanks, behind a unit. */
function exponentAt(tokens: readonly Token[], at: number): [number, number] | undefined {
  const [mark, number] = [tokens[at], tokens[at + 1]];
  if (mark === undefined || mark.at !== tokens[at - 1]?.end) return undefined;
  if (mark.kind === 'raised') return [Number(mark.text), at + 1];
  const caret = mark.text === '^' && number?.kind === 'number' && number.at === mark.end && /^\d$/.test(number.text);
  return caret ? [Number(number.text), at + 2] : undefined;
}

function singular(word: string): string {
  if ([...word].length < 3) return word;
  const low = word.toLowerCase();
  const known = IRREGULAR[low];
  if (known !== undefined) return known;
  return low.replace(/(?:(?<=[sx]|ch|sh)es|(?<!s)s)$/, '').replace(/ie$/, 'y');
}

/** The units of a product; `sign` is -1 for a quotient. */
export function combined(a: Units, b: Units, sign: 1 | -1): Units {
  const sums = new Map(a);
  for (const [name, exponent] of b) sums.set(name, (sums.get(name) ?? 0) + sign * exponent);
  return [...sums].filter(([, exponent]) => exponent !== 0);
}

export function sameUnits(a: Units, b: Units): boolean {
  return a.length === b.length && a.every(([name, exponent]) => b.some(([n, e]) => n === name && e === exponent));
}

/** Whether numbers with these units can be held against each other: nothing was converted, no letter is a variable. */
export function comparable(a: Units, b: Units): boolean {
  if (sameUnits(a, b)) return true;
  const names = (units: Units): string[] => units.map(([name]) => name);
  const [left, right] = [names(a), names(b)];
  const long = [...left, ...right].every((name) => [...name].length > 1);
  const within = left.every((name) => right.includes(name)) || right.every((name) => left.includes(name));
  return long && within;
}
