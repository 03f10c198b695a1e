// What a rule says of an action or of a decision.

import { kindOf } from '../check/kind.js';
import type { Json } from '../types.js';
import { areIssues, badResponse, verdictOf } from './calls.js';

/** What a rule says against it, if anything. A rule that returns nothing may have forgotten a `return`: then this throws. */
export function concernsOf(name: string, said: unknown): string[] {
  const verdict = said === null ? { passed: true } : verdictOf(said as Json);
  const issues: unknown = verdict?.issues ?? [];
  if (verdict === undefined || !areIssues(issues))
    throw badResponse(`it returned ${kindOf(said)}: return true, or a sentence that says what is wrong`);
  if (verdict.passed) return [];
  return issues.length > 0 ? issues : [`the rule \`${name}\` forbids it`];
}
