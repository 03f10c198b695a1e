// Fails and names the lines when a declaration of a package folder says `any`: `node no-any.mjs DIR`.

import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { reachable } from './reachable.mjs';

const folder = resolve(process.argv[2]);
const found = [];
for (const file of await reachable(folder)) {
  const text = (await readFile(file, 'utf8')).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ''));
  text.split('\n').forEach((line, index) => {
    if (/\bany\b/.test(line.replace(/'[^']*'|"[^"]*"/g, '')))
      found.push(`${relative(folder, file)}:${index + 1}: ${line.trim()}`);
  });
}
if (found.length > 0) {
  console.error(`\`any\` in public declarations:\n${found.join('\n')}`);
  process.exit(1);
}
