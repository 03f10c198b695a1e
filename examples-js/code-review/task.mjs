// The task: what is asked for, what must be true of it, and how that is checked without a model.

import { runCases } from './sandbox.mjs';

export const systemPrompt = 'You are a JavaScript developer. Answer with one code block and nothing else.';

export const input = 'Write a JavaScript function calculateFactorial(n) that returns the factorial of n.';

/** The seed fixes the random marks around quoted text, so that a recorded conversation fits the next run. */
export const settings = {
  requirements: [
    'A doc comment (/** ... */) stands right above the function and tells what it does',
    'calculateFactorial(0) returns 1',
    'calculateFactorial(n) returns n! for positive integers',
    'It throws an Error when n is negative',
  ],
  maxReflections: 3,
  onUnreadableCritique: 'retry',
  advanced: { critiqueFormat: 'score', judgeLast: true, onContradiction: 'revise', seed: 2 },
};

const CASES = [
  { call: 'calculateFactorial(0)', returns: 1 },
  { call: 'calculateFactorial(1)', returns: 1 },
  { call: 'calculateFactorial(5)', returns: 120 },
  { call: 'calculateFactorial(12)', returns: 479_001_600 },
  { call: 'calculateFactorial(-1)', throws: true },
  { call: 'calculateFactorial(-20)', throws: true },
];

/** @param {AbortSignal} [signal] @returns {Promise<import('./sandbox.mjs').Finding[]>} */
export async function check(draft, signal) {
  const code = codeOf(draft);
  return [commented(code), ...(await runCases(code, 'calculateFactorial', CASES, signal))];
}

/** The code in a draft: the fenced block that holds the function, else the first one, else everything. */
export function codeOf(draft) {
  const blocks = [...draft.matchAll(/^[ \t]*```[^\n]*\n([\s\S]*?)(?:^[ \t]*```|(?![\s\S]))/gm)].map(([, code]) => code);
  const code = blocks.find((block) => block.includes('calculateFactorial')) ?? blocks[0] ?? draft;
  // It runs as a script, where there is nothing to export to.
  return code.replace(/^[ \t]*export\s+(?:default\s+)?(?=async\b|function\b|const\b|let\b)/gm, '').trim();
}

function commented(code) {
  const comment = /\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*(?:async\s+)?(?:function|const|let|var)\s+calculateFactorial\b/;
  const issue = 'Put a doc comment, /** ... */, right above the function.';
  return { title: 'a doc comment stands above it', passed: comment.test(code), found: 'there is none', issue };
}
