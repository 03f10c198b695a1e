import type { Verifier } from '../types.js';
import { fences } from './fences.js';
import { jsonFault } from './json-fault.js';
import { checked, wholeNumber } from './options.js';
import type { Issue } from './verdict.js';
import { columnOf, lineOf, verdict } from './verdict.js';

export interface JsonFencesOptions {
  /** How many such fences there must be, a whole number from 0. Default 0: a draft without any passes. */
  min?: number | undefined;
}

/**
 * A verifier that fails when a code fence that is marked as `json` does not hold exactly one JSON value. Fences of other languages, and
 * those without one, are not looked at.
 */
export function jsonFences(options: JsonFencesOptions = {}): Verifier {
  const min = wholeNumber('min', checked('jsonFences', options, ['min']).min, 0) ?? 0;
  return (draft) => {
    const all = fences(draft).filter(({ language }) => language === 'json');
    const issues: Issue[] = all.flatMap(({ body, bodyStart, start, closed }) => {
      const where = (): string => `the \`json\` code fence at line ${lineOf(draft, start)}`;
      if (!closed) return [() => `${where()} is not closed`];
      const fault = jsonFault(body);
      if (fault === undefined) return [];
      const line = (): number => lineOf(draft, bodyStart) + lineOf(body, fault.at) - 1;
      return [() => `${where()} does not parse: ${fault.what} (line ${line()}, column ${columnOf(body, fault.at)})`];
    });
    if (all.length < min) {
      issues.unshift(`must contain at least ${min} \`json\` code ${min === 1 ? 'fence' : 'fences'}, has ${all.length}`);
    }
    return verdict(issues);
  };
}
