// The task: what is asked for, and the tests that an answer must pass.

import { runCases } from './sandbox.mjs';

export const systemPrompt = 'You are a JavaScript developer. Answer with one code block and nothing else.';

export const input = 'Write a JavaScript function countWords(text) that returns how many words are in a text.';

/** A review that gives nine points, and beside them names a fault. It is made up: real critics do this seldom. */
export const doubtful = `An empty text counts as one word.

{"reasoning": "It splits the text at blanks.", "score": 9, "issues": [], "suggestion": "", "needs_revision": false}`;

const EMPTY = 'Empty strings are not words: filter them out.';

const CASES = [
  { call: "countWords('one two three')", returns: 3 },
  { call: "countWords('one\\ntwo')", returns: 2 },
  { call: "countWords('  one   two ')", returns: 2, why: EMPTY },
  { call: "countWords('')", returns: 0, why: EMPTY },
];

/** @param {AbortSignal} [signal] @returns {Promise<import('./sandbox.mjs').Finding[]>} */
export function test(draft, signal) {
  return runCases(codeOf(draft), 'countWords', CASES, signal);
}

/** The code in a draft: the fenced block that holds the function, else the first one, else everything. */
export function codeOf(draft, name = 'countWords') {
  const blocks = [...draft.matchAll(/^[ \t]*```[^\n]*\n([\s\S]*?)(?:^[ \t]*```|(?![\s\S]))/gm)].map(([, code]) => code);
  const code = blocks.find((block) => block.includes(name)) ?? blocks[0] ?? draft;
  // It runs as a script, where there is nothing to export to.
  return code.replace(/^[ \t]*export\s+(?:default\s+)?(?=async\b|function\b|const\b|let\b)/gm, '').trim();
}
