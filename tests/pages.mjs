// The README, SKILL.md and the pages of docs/, and their blocks that are code, for the tests that run them and those that check their types.

import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const docs = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'));

/** Each with its path from the root of the repository, and of the package. */
export const pages = ['README.md', 'SKILL.md', ...docs.map((name) => `docs/${name}`)].map((path) => {
  const url = new URL(path, root);
  return { path, url, text: readFileSync(url, 'utf8') };
});

/**
 * Each with its language, `js` or `ts`, its page, and the line of the page on which it begins. Its `file`, where its first line names one: it
 * needs a server, and is run by a test of its own.
 */
export const blocks = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/^```(js|ts)\n([\s\S]*?)^```$/gm)].map(({ 1: language, 2: code, index }) => ({
    language,
    code,
    path,
    file: /^\/\/ (\S+\.ts)\n/.exec(code)?.[1],
    line: text.slice(0, index).split('\n').length + 1,
  })),
);
