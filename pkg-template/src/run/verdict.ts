// What a verifier gave, as a verdict.

import type { Json, VerifierVerdict } from '../types.js';

/** A verdict, with `issues` as they came; nothing for what the core refuses in words. */
export function verdictOf(reply: Json): VerifierVerdict | undefined {
  if (typeof reply === 'boolean') return { passed: reply };
  if (typeof reply === 'string') return { passed: false, issues: [reply] };
  if (Array.isArray(reply)) return { passed: reply.length === 0, issues: reply as string[] };
  if (reply === null || typeof reply !== 'object') return undefined;
  const { passed, issues, score } = reply;
  if (typeof passed !== 'boolean' || typeof (score ?? 0) !== 'number') return undefined;
  return {
    passed,
    ...((issues ?? undefined) !== undefined && { issues: issues as string[] }),
    ...(typeof score === 'number' && { score }),
  };
}
