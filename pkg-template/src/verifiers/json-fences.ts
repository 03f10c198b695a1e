import { checkOptions } from '../check/checks.js';
import { describeError } from '../error.js';
import type { Verifier } from '../types.js';
import { fences } from './fences.js';
import type { Issue } from './verdict.js';
import { lineOf, verdict, wholeNumber } from './verdict.js';

export interface JsonFencesOptions {
  /** How many such fences there must be, a whole number from 0. Default 0: a draft without any passes. */
  min?: number | undefined;
}

/**
 * A verifier that fails when a code fence that is marked as `json` does not hold exactly one JSON value. Fences of other languages, and
 * those without one, are not looked at. Why a fence does not parse is in the words of the runtime's `JSON.parse`.
 */
export function jsonFences(options: JsonFencesOptions = {}): Verifier {
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
