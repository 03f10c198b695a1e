// Code fences: a verifier of those that hold JSON, and how they are found.

import { checkOptions } from '../check/checks.js';
import { describeError } from '../error.js';
import type { Check } from '../types.js';
import { type Issue, lineOf, verdict, wholeNumber } from './verdict.js';

export interface JsonFencesOptions {
  /** Least number of such fences, a whole number from 0. Default 0: a draft without any passes. */
  min?: number | undefined;
}

/**
 * A verifier that fails when a code fence marked as `json` does not hold exactly one JSON value. Other fences are not looked at. The issue
 * says in the words of the runtime's `JSON.parse` why a fence does not parse.
 */
export function jsonFences(options: JsonFencesOptions = {}): Check {
  checkOptions('jsonFences', options, { min: 'number' });
  const min = wholeNumber('min', options.min) ?? 0;
  return (draft) => {
    const all = fences(draft).filter(({ language }) => language === 'json');
    const issues: Issue[] = all.flatMap(({ body, start, closed }) => {
      const fault = closed ? faultOf(body) : 'is not closed';
      return fault === undefined ? [] : [() => `the \`json\` code fence at line ${lineOf(draft, start)} ${fault}`];
    });
    if (all.length < min) {
      issues.unshift(`must contain at least ${min} \`json\` code ${min === 1 ? 'fence' : 'fences'}, has ${all.length}`);
    }
    return verdict(issues);
  };
}

function faultOf(body: string): string | undefined {
  try {
    JSON.parse(body);
    return undefined;
  } catch (thrown) {
    return `does not parse: ${describeError(thrown)}`;
  }
}

/** @internal One code fence. */
export interface Fence {
  /** The first word behind the opening marks, in lower case; empty when there is none. */
  language: string;
  /** Where its opening line begins, and where the line behind its closing one does. */
  start: number;
  end: number;
  /** What is in it, without the marks of a quote. */
  body: string;
  closed: boolean;
}

// Lists and quotes are read to a depth of 32: a repetition without an end overflows the stack of some engines on a line of megabytes.
const OPENING = /^([ \t]*(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+){0,32})(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s`]*)/;
const CLOSING = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;
const QUOTE = /^[ \t]*(?:>[ \t]?){1,32}/;

/** @internal All fences of a text, in order, as CommonMark has them, also in lists and quotes. One that is never closed ends with the text. */
export function fences(text: string): Fence[] {
  const all: Fence[] = [];
  let open: { fence: Fence; marks: string; inQuote: boolean; lines: string[] } | undefined;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const next = newline === -1 ? text.length : newline + 1;
    const line = text.slice(at, newline === -1 ? next : newline).replace(/\r$/, '');
    if (open === undefined) {
      const [, before = '', marks, language = ''] = OPENING.exec(line) ?? [];
      if (marks !== undefined) {
        const fence = { language: language.toLowerCase(), start: at, end: text.length, body: '', closed: false };
        open = { fence, marks, inQuote: before.includes('>'), lines: [] };
        all.push(fence);
      }
    } else {
      const marks = CLOSING.exec(line)?.[1];
      if (marks !== undefined && marks[0] === open.marks[0] && marks.length >= open.marks.length) {
        Object.assign(open.fence, { body: open.lines.join('\n'), closed: true, end: next });
        open = undefined;
      } else {
        open.lines.push(open.inQuote ? line.replace(QUOTE, '') : line);
      }
    }
    at = next;
  }
  if (open !== undefined) open.fence.body = open.lines.join('\n');
  return all;
}
