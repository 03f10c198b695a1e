// Verifiers of what a draft says: its numbers, links and quotations come from what tools gave.

import { badSettings, checkOptions } from '../check/checks.js';
import { describeWrongValue } from '../check/kind.js';
import { textOf } from '../check/records.js';
import { parseJson } from '../error.js';
import type { Check, VerifierContext } from '../types.js';
import { type FoundNumber, isPart, numbersIn, numberText } from './answers.js';
import { hasAnswered } from './calls.js';
import { type Issue, lineOf, quoted, verdict } from './verdict.js';

export interface NumbersFromToolsOptions {
  /** How far a number may be from the one that a tool gave, as a share of it: 0.01 is one per cent. Default 0. */
  tolerance?: number | undefined;
  /** Other numbers that a draft may name. */
  also?: readonly number[] | undefined;
  /** Allows what one `+`, `−`, `×` or `÷` of two known numbers gives; with decimals it may be rounded in its last place. Default false. */
  derived?: boolean | undefined;
}

/** Numbers from which others may be derived: nearly anything is a sum of two among thousands. */
const MAX_OPERANDS = 200;
/** What is off by less is a rounding of binary fractions. */
const EXACT = 1e-12;

/** ISO dates, with or without a time. */
const DATE = /(?<![\p{N}.-])(\d{4})-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\p{N}-])/gu;
/** What may be the marker of an entry of a list. */
const MARKER = /^([ \t>#*+-]{0,32}\(?)(\d{1,4})(?=[.)]\**[ \t]+\S)/gmu;
/** A fraction, a time, a ratio, a date of another form. */
const RATIO = /(?<![\p{L}\p{N}.,])\d[\d.,]*(?:[/⁄:]\d[\d.,]*)+/gu;
/** Digits in groups of three with spaces or apostrophes between them. */
const GROUPS = /(?<![\p{N}.,])\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?![\p{N}])/gu;

/** Digits of other scripts than ours, and characters that are a fraction. */
const FOREIGN = /(?![0-9])\p{Nd}|\p{No}/gu;
/** Separators of Arabic digits: before decimals, between thousands. */
const SEPARATORS: Readonly<Record<string, string>> = { '٫': '.', '٬': ',' };

/**
 * A verifier of drafts that report: every number of the draft stands in a tool's result, in what the user wrote (the input), or in `also`.
 * `1,000`, `1000.0` and `1.000,00` are one number; a loss of 5 may be told of -5. Markers of lists and ISO dates are left out. What is no
 * plain number (`1/6`, `08:30`, `1.2.3`) must stand there as it is written. Digits of every script are read, and `½` as `1/2`. Numbers in
 * words are not, nor what follows a Latin letter, which may be a name (`v2`, `B12`, `EUR7`). Each number that stands nowhere is named.
 */
export function numbersFromTools(options: NumbersFromToolsOptions = {}): Check {
  const { tolerance = 0, also = [], derived = false } = options ?? {};
  if (!Array.isArray(also)) throw badSettings(describeWrongValue('`also`', 'a list of numbers', also));
  checkOptions('numbersFromTools', options, { tolerance: 'number', also: 'object', derived: 'boolean' });
  if (!(tolerance >= 0 && tolerance <= 1)) throw badSettings(describeWrongValue('`tolerance`', 'a share from 0 to 1', tolerance));
  for (const [at, number] of (also as unknown[]).entries())
    if (!Number.isFinite(number)) throw badSettings(describeWrongValue(`\`also[${at}]\``, 'a finite number', number));
  return (written, { evidence, input }) => {
    const draft = withOurDigits(written);
    const known = new KnownNumbers([...evidence.map((text) => wordsIn(text)), ...askedIn(input)], also, tolerance, derived);
    const issues: Issue[] = [];
    const [named, read] = [new Set<string>(), new Set<string>()];
    const name = (number: string, at: number): void => {
      if (named.has(number)) return;
      named.add(number);
      const more = known.tooMany ? ` (none is derived: more than ${MAX_OPERANDS} numbers are known)` : '';
      issues.push(
        () =>
          `line ${lineOf(draft, at)}: ${number} stands in no tool's result, nor in the input${more}: look it up, or leave it out`,
      );
    };
    const dateless = withoutMarkers(draft.replace(DATE, blankOut)).replace(RATIO, (ratio, at: number) => {
      if (!known.runs.has(trimRun(ratio))) name(trimRun(ratio), at);
      return blankOut(ratio);
    });
    const text = dateless.replace(GROUPS, (group, at: number) => {
      const parts = group.split(SPACES);
      if (!known.has(Number(parts.join(''))) && !parts.every((part) => known.has(Number(part)))) name(group, at);
      return blankOut(group);
    });
    for (const found of numbersIn(text)) {
      const { 0: number, index } = found;
      const isWhole = !isPart(found, text);
      if (isWhole && read.has(number)) continue;
      if (isWhole) read.add(number);
      const readings = isWhole ? readingsOf(found, true) : [];
      if (readings.length > 0) {
        if (!known.hasReading(readings)) name(number.replace(/[.,]+$/, ''), index);
        continue;
      }
      // A list without spaces: each of it.
      const isList = isWhole && number.split(',').every((part) => part === '' || (/^\d+$/.test(part) && known.has(Number(part))));
      const run = runAt(text, index);
      if (!isList && !known.runs.has(run)) name(run, index);
    }
    return verdict(issues);
  };
}

/** A number as it may be meant, and the decimals that it is written with. */
interface NumberReading {
  value: number;
  decimals: number;
}

/** Commas stand between thousands if they can, else before decimals; in a draft points may stand between thousands, too. */
function readingsOf(found: FoundNumber, inDraft = false): NumberReading[] {
  const [, , mantissa = ''] = found;
  const [point, comma] = [numberText(found), numberText(found, true)];
  const all: NumberReading[] = [];
  const decimalsBehind = (mark: RegExp): number => mark.exec(mantissa)?.[1]?.length ?? 0;
  if (point !== undefined) all.push({ value: Number(point), decimals: decimalsBehind(/\.(\d+)[.,]*$/) });
  if (comma !== undefined && (point === undefined || (inDraft && !mantissa.includes(','))))
    all.push({ value: Number(comma), decimals: decimalsBehind(/,(\d+)[.,]*$/) });
  return all;
}

/** The numbers that a draft may name. */
class KnownNumbers {
  /** What has digits, as it is written. */
  readonly runs = new Set<string>();
  /** There are too many to derive others from them. */
  readonly tooMany: boolean;
  private readonly counts = new Map<number, number>();
  private readonly sorted: Float64Array;
  private derivedOnes: Float64Array | undefined;

  constructor(
    texts: readonly string[],
    also: readonly number[],
    private readonly tolerance: number,
    private readonly derived: boolean,
  ) {
    for (const text of texts) this.readNumbers(withOurDigits(text).replace(DATE, '$1'));
    for (const number of also) this.add(number);
    const numbers = [...this.counts.keys()];
    // A loss of 5 may be told of -5.
    this.sorted = Float64Array.from([...numbers, ...numbers.map(Math.abs)]).sort();
    this.tooMany = derived && numbers.length > MAX_OPERANDS;
  }

  has(value: number): boolean {
    return isNear(this.sorted, value, this.tolerance, 0);
  }

  /** Whether one of these is known, or comes of two that are. */
  hasReading(readings: readonly NumberReading[]): boolean {
    if (readings.some(({ value }) => this.has(value))) return true;
    if (!this.derived || this.tooMany) return false;
    this.derivedOnes ??= this.derive();
    const all = this.derivedOnes;
    const slackOf = (decimals: number): number => (decimals === 0 ? 0 : 0.5 * 10 ** -decimals);
    return readings.some(({ value, decimals }) => isNear(all, value, this.tolerance, slackOf(decimals)));
  }

  private readNumbers(text: string): void {
    for (const [run] of text.matchAll(RUN)) if (/\p{N}/u.test(run)) this.runs.add(trimRun(run));
    for (const [group] of text.matchAll(GROUPS)) this.add(Number(group.replace(SPACES, '')));
    for (const found of numbersIn(text)) {
      const values = readingsOf(found).map(({ value }) => value);
      // A list without spaces: each of it.
      if (/^\d+(?:,\d+)+$/.test(found[0]) && !/^\d{1,3}(?:,\d{3})+$/.test(found[0]))
        values.push(...found[0].split(',').map(Number));
      for (const value of values) this.add(value);
    }
  }

  private add(value: number): void {
    if (Number.isFinite(value)) this.counts.set(value, (this.counts.get(value) ?? 0) + 1);
  }

  private derive(): Float64Array {
    const numbers = [...this.counts.keys()];
    const results = numbers.flatMap((a, at) =>
      numbers.slice(at).flatMap((b) => {
        if (a === b && (this.counts.get(a) ?? 0) < 2) return [];
        return [a + b, a - b, b - a, a * b, a / b, b / a];
      }),
    );
    return Float64Array.from(results.filter(Number.isFinite)).sort();
  }
}

/** Whether a number of a sorted list is this one, or off by no more than a share of itself, or this much. */
function isNear(sorted: Float64Array, value: number, share: number, slack: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  const isClose = (one = Number.NaN): boolean => Math.abs(one - value) <= Math.max(share, EXACT) * Math.abs(one) + slack;
  return isClose(sorted[low]) || isClose(sorted[low - 1]);
}

/**
 * A verifier of drafts that say where they have it from: every link of the draft, and every quotation of four words or more, stands in a
 * tool's result or in the input, and at least one thing is cited from a tool: a link, a quotation, or the tool's name or the id of its call
 * in brackets, `[price]`. Quotations are compared without regard to white space.
 */
export function citesTools(options: object = {}): Check {
  checkOptions('citesTools', options, {});
  return (draft, { evidence, input, toolCalls }) => {
    const given = new Source(evidence.map((text) => wordsIn(text)));
    const asked = new Source(askedIn(input));
    const links = linksIn(draft);
    const quotations = [...draft.matchAll(QUOTATION)].flatMap(({ 0: found, index }) => {
      const text = flatten(found.slice(1, -1));
      return text.split(' ').length < QUOTED_WORDS ? [] : { text, index };
    });
    if (quotations.length > MAX_QUOTATIONS) return verdict([`it has more than ${MAX_QUOTATIONS} quotations: quote what matters`]);
    const inTools = [...links.filter(({ text }) => given.links.has(text)), ...quotations.filter(({ text }) => given.has(text))];
    const issues = [
      ...links.filter(({ text }) => !given.links.has(text) && !asked.links.has(text)),
      ...quotations.filter(({ text }) => !given.has(text) && !asked.has(text)),
    ].map(({ text, index }) => (): string => {
      return `line ${lineOf(draft, index)}: "${quoted(text)}" stands in no tool's result, nor in the input`;
    });
    if (issues.length > 0) return verdict(issues);
    const names = new Set(toolCalls.filter(hasAnswered).flatMap(({ id, name }) => [id, name]));
    const isNamed = [...draft.matchAll(BRACKETS)].some(([, name = '']) => names.has(name));
    if (isNamed || inTools.length > 0) return verdict([]);
    if (evidence.length === 0) return verdict(['nothing was looked up: call a tool, and cite what it gives']);
    const how = [...names].at(-1) ?? 'name';
    return verdict([
      `cite what a tool gave: by a link or a quotation of its result, or by the tool's name in brackets, [${how}]`,
    ]);
  };
}

/** Where links and quotations may come from. */
class Source {
  readonly links: ReadonlySet<string>;
  private readonly text: string;

  constructor(texts: readonly string[]) {
    this.text = flatten(texts.join('\n'));
    this.links = new Set(linksIn(this.text).map(({ text }) => text));
  }

  has(quotation: string): boolean {
    return this.text.includes(quotation);
  }
}

function linksIn(text: string): { text: string; index: number }[] {
  return [...text.matchAll(LINK)].map(({ 0: link, index }) => ({ text: link.replace(/[.,;:!?]{1,8}$/, ''), index }));
}

/** Words of a quotation: fewer may be a name or a word that is meant otherwise. */
const QUOTED_WORDS = 4;
/** Each is looked for in all that tools gave. */
const MAX_QUOTATIONS = 200;
const LINK = /https?:\/\/[^\s<>"'`()[\]{}]+/gu;
const QUOTATION = /"[^"\n]{1,2000}"|“[^“”\n]{1,2000}”|„[^„“”\n]{1,2000}[“”]|«[^«»\n]{1,2000}»|「[^「」\n]{1,2000}」/gu;
const BRACKETS = /\[([^[\]\n]{1,200})\]/gu;
const SPACES = /[ \u00a0\u2009\u202f'’]/gu;
/** What stands together, such as `1/6` or `08:30`. */
const RUN = /[^\s,;|"“”()[\]{}<>=]{1,80}/gu;

function runAt(text: string, at: number): string {
  const before = /[^\s,;|"“”()[\]{}<>=]*$/u.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? '';
  return trimRun(before + (/^[^\s,;|"“”()[\]{}<>=]*/u.exec(text.slice(at, at + 40))?.[0] ?? ''));
}

function trimRun(run: string): string {
  return run.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/** Unicode says what a digit is, but not which: those of a script stand together, in their order. */
function withOurDigits(text: string): string {
  const plain = text.replace(FOREIGN, (character) => {
    if (!isDigit(character)) return fractionOf(character);
    const code = character.codePointAt(0) ?? 0;
    let before = 0;
    while (isDigit(String.fromCodePoint(code - before - 1))) before += 1;
    return String(before % 10);
  });
  return plain.replace(/(?<=\d)[٫٬](?=\d)/gu, (mark) => SEPARATORS[mark] ?? mark);
}

function isDigit(character: string): boolean {
  return /^\p{Nd}$/u.test(character);
}

/** `1/2` of `½`, apart from a whole number before it. */
function fractionOf(character: string): string {
  const parts = /^(\d+)⁄(\d+)$/.exec(character.normalize('NFKC'));
  return parts === null ? character : ` ${parts[1]}/${parts[2]}`;
}

function blankOut(text: string): string {
  return ' '.repeat(text.length);
}

/** The markers of a list count up from 1: `12. ` alone is none. */
function withoutMarkers(draft: string): string {
  const counted = new Set<number>();
  return draft.replace(MARKER, (whole, before: string, digits: string) => {
    const number = Number(digits);
    if (number !== 1 && !counted.has(number - 1)) return whole;
    counted.add(number);
    return before + blankOut(digits);
  });
}

/** What the user wrote. What an assistant said before is no source. */
function askedIn(input: VerifierContext['input']): string[] {
  if (typeof input === 'string') return [input];
  return input.filter(({ role }) => role === 'user').map((message) => textOf(message, '\n'));
}

/** Nestings of JSON in texts of JSON that are read, as in the results of MCP. */
const NESTED = 3;

/** A result as words: of JSON its texts and numbers, a line each. */
function wordsIn(text: string, depth = 0): string {
  if (depth > NESTED || !/^\s*[[{"]/.test(text) || parseJson(text) === undefined) return text;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs) ?? [];
  return tokens.map((token) => (token.startsWith('"') ? wordsIn(JSON.parse(token) as string, depth + 1) : token)).join('\n');
}

function flatten(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
