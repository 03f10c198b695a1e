// What a built-in verifier answers, how it says where, and how it checks a number that it is given.

import { badSettings } from '../check/checks.js';
import { describeWrongValue } from '../check/kind.js';
import type { Check, PartialCheck, VerifierVerdict, WatchingVerifier } from '../types.js';

/** Issues that are named of one draft. */
const MAX_ISSUES = 10;

const MAX_QUOTE = 80;

/** What is wrong, or how it is put into words: only the first ones are, since to find a line takes time. */
export type Issue = string | (() => string);

export function verdict(issues: readonly Issue[]): VerifierVerdict {
  if (issues.length === 0) return { passed: true };
  const named = issues.slice(0, MAX_ISSUES).map((issue) => (typeof issue === 'string' ? issue : issue()));
  const more = issues.length - named.length;
  return { passed: false, issues: more > 0 ? [...named, `and ${more} more`] : named };
}

/** A verifier that may stop a draft while it is written, and can be called by itself. */
export function watching(check: Check, partial: PartialCheck): Check & WatchingVerifier {
  return Object.assign(check, { check, partial });
}

/** The line of a position, from 1. */
export function lineOf(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1)) line += 1;
  return line;
}

export function placeOf(text: string, at: number): string {
  return `line ${lineOf(text, at)}, column ${Math.max(1, at - text.lastIndexOf('\n', at - 1))}`;
}

/** A text on one line, short enough to be read. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
}

/** A whole number from 0; `undefined` when it is not given. */
export function wholeNumber(name: string, value: unknown): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)) return value as number | undefined;
  throw badSettings(describeWrongValue(`\`${name}\``, 'a whole number from 0', value));
}
