// The task: what is asked for, and the tests that an answer must pass.

import { runCases } from './sandbox.mjs';

export const systemPrompt = 'You are a JavaScript developer. Answer with one code block and nothing else.';

export const input =
  'Write a JavaScript function largest(numbers) that returns the largest number of a list, and 0 for an empty list.';

/** The function that is asked for. */
export const NAME = 'largest';

export const CASES = [
  { call: 'largest([1, 5, 2])', returns: 5 },
  { call: 'largest([-3, -1])', returns: -1 },
  { call: 'largest([7])', returns: 7 },
  { call: 'largest([])', returns: 0, why: 'An empty list has no largest number: return 0 for it.' },
];

/** @param {AbortSignal} [signal] @returns {Promise<import('./sandbox.mjs').Finding[]>} */
export function test(draft, signal) {
  return runCases(codeOf(draft), NAME, CASES, signal);
}

/** The code in a draft: the fenced block that holds the function, else the first one, else everything. */
export function codeOf(draft, name = NAME) {
  const blocks = [...draft.matchAll(/^[ \t]*```[^\n]*\n([\s\S]*?)(?:^[ \t]*```|(?![\s\S]))/gm)].map(([, code]) => code);
  const code = blocks.find((block) => block.includes(name)) ?? blocks[0] ?? draft;
  // It runs as a script, where there is nothing to export to.
  return code.replace(/^[ \t]*export\s+(?:default\s+)?(?=async\b|function\b|const\b|let\b)/gm, '').trim();
}
