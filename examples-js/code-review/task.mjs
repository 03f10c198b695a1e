// The task: what is asked for, and the tests that an answer must pass.

import { runCases } from './sandbox.mjs';

export const systemPrompt = 'You are a JavaScript developer. Answer with one code block and nothing else.';

export const input =
  'Write a JavaScript function sumRange(a, b) that returns the sum of all integers from a to b, both included. ' +
  'Either may be the larger one.';

/** The function that is asked for. */
export const NAME = 'sumRange';

export const CASES = [
  { call: 'sumRange(1, 4)', returns: 10 },
  { call: 'sumRange(3, 3)', returns: 3 },
  { call: 'sumRange(-2, 2)', returns: 0 },
  { call: 'sumRange(4, 1)', returns: 10, why: 'Count from the smaller one to the larger one.' },
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
