// The answer in a draft, in one form, for the task's `answer`. It is found by its form, without the words of any language.

import { badSettings, checkOptions, mustBe } from '../check/checks.js';
import { describeWrongKind } from '../check/kind.js';
import type { AnswerOf } from '../types.js';
import { unplainAnswer } from './errors.js';
import { fences } from './fences.js';

/** A number: a sign that no operator is, its digits and their separators, an exponent. */
const NUMBER =
  /(?:(?<![\p{L}\p{N})\]}])([-−+]))?[$€£¥]?(?<![A-Za-z_\d]|\d[.,])(\.?\d[\d.,]*)(?:[eE]([+-]?\d{1,3})(?![A-Za-z\d]))?/gu;
/** What makes of the number behind it, or before it, a part of another one: a fraction, a power, a root, a group of three digits, an exponent. */
const BEFORE = /(?:[\^_√]|\p{N} ?[/⁄:] ?|\}\{)$/u;
const GROUP = /\p{N}[ \u00a0\u2009\u202f'’]\d{3}(?!\d)/u;
const AFTER = /^(?:\p{N}|[_^]|[eE][-+]?\d|[xXbBoO][\da-fA-F])/u;

/** Thousands are separated by commas, in threes; decimals follow a point. */
const DIGITS = /^(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d+))?$/;

/** A number in a text, as its sign, digits and exponent were found. */
export type FoundNumber = RegExpExecArray;

export function numbersIn(text: string): Iterable<FoundNumber> {
  return text.matchAll(NUMBER);
}

/** Whether a number is part of another one: a fraction, a power, a group of digits. */
export function isPart(match: FoundNumber, text: string): boolean {
  const { 0: found, index } = match;
  const [before, after] = [text.slice(Math.max(0, index - 4), index), text.slice(index + found.length, index + found.length + 4)];
  return BEFORE.test(before) || AFTER.test(after) || GROUP.test(before.slice(-2) + found + after);
}

/** A number in one form, with commas between thousands and a point before decimals, or the other way round (`swapped`). */
export function numberText([, sign, mantissa = '', exponent = '0']: FoundNumber, swapped = false): string | undefined {
  const letters = swapped ? mantissa.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ',')) : mantissa;
  const [, whole = '', decimals = ''] = DIGITS.exec(letters.replace(/[.,]{1,8}$/, '')) ?? [];
  const digits = (whole.replaceAll(',', '') + decimals).replace(/^0+/, '');
  if (whole + decimals === '') return undefined;
  if (digits === '') return '0';
  const value = plainly(digits, Number(exponent) - decimals.length);
  return sign === '-' || sign === '−' ? `-${value}` : value;
}

/**
 * The last number of a draft: 1,000 and 1000.0 and 1e3 are one answer. Commas separate thousands and a point decimals; signs of currencies
 * and of percent are left out. A draft whose last number has another form, such as `1.2.3` or `1,5`, has no answer; nor
 * has one whose last number is a part of another: `1/6`, `12 000`, `0xFF`, `1e1000`, `10²`.
 */
export function finalNumber(): AnswerOf {
  return (draft) => {
    let last: FoundNumber | undefined;
    for (const found of numbersIn(draft)) last = found;
    return last === undefined || isPart(last, draft) ? undefined : numberText(last);
  };
}

/** Digits times a power of ten, without an exponent and without zeros that say nothing. */
function plainly(digits: string, power: number): string {
  if (power >= 0) return digits + '0'.repeat(power);
  const padded = digits.padStart(1 - power, '0');
  const point = padded.length + power;
  let end = padded.length;
  while (end > point && padded[end - 1] === '0') end -= 1;
  return padded.slice(0, point) + (end === point ? '' : `.${padded.slice(point, end)}`);
}

/** The last line of a draft that is not blank; letter case and the amount of white space do not matter. */
export function lastLine(): AnswerOf {
  return (draft) => {
    const text = draft.trimEnd();
    const line = text.slice(text.lastIndexOf('\n') + 1).trim();
    return line.normalize('NFC').toLowerCase().replace(/\s+/g, ' ') || undefined;
  };
}

/** The output of code that failed; none is JSON. */
const FAILED = '!';

export interface CodeOutputsOptions<I> {
  /**
   * Runs the code of a draft on one of the inputs, in a sandbox of yours, and returns its output as plain JSON. An error is an output, too:
   * this input fails.
   */
  run(code: string, input: I, context: { signal: AbortSignal }): unknown;
}

/**
 * The outputs of a draft's code on these inputs; nobody needs to know the right ones: programs that do the same are one answer. The code is
 * the first fenced block of a draft, or the whole draft when it has none. Code that fails on every input is no answer.
 */
export function codeOutputs<I>(inputs: readonly I[], options: CodeOutputsOptions<I>): AnswerOf {
  if (!Array.isArray(inputs) || inputs.length === 0)
    throw badSettings(describeWrongKind('`inputs` of codeOutputs', 'a list of at least one input', inputs));
  checkOptions('codeOutputs', options, { run: 'function' });
  mustBe('run', options.run, 'function', badSettings);
  return async (draft, context) => {
    const code = fences(draft)[0]?.body ?? draft;
    const outputs: string[] = [];
    for (const input of inputs as readonly I[]) {
      context.signal.throwIfAborted();
      const output = await (async () => options.run(code, input, context))().then(jsonOf, () => FAILED);
      outputs.push(output);
    }
    return outputs.every((output) => output === FAILED) ? undefined : `[${outputs.join()}]`;
  };
}

function jsonOf(output: unknown): string {
  try {
    return JSON.stringify(output ?? null) ?? 'null';
  } catch (cause) {
    throw unplainAnswer(cause);
  }
}
