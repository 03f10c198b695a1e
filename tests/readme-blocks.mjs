// The blocks of the README that are code, for the tests that run them and those that check their types.

import { readFileSync } from 'node:fs';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** Each with its language, `js` or `ts`, and the line of the README on which it begins. */
export const blocks = [...readme.matchAll(/^```(js|ts)\n([\s\S]*?)^```$/gm)].map(({ 1: language, 2: code, index }) => ({
  language,
  code,
  line: readme.slice(0, index).split('\n').length + 1,
}));
