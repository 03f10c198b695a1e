// Prints a digest of the public declarations of each subpath of a package folder: `node api.mjs DIR`. Fails and names the lines when one of
// them says `any`.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { reachable } from './exports.mjs';

const folder = resolve(process.argv[2]);
const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
const found = new Set();
for (const [subpath, entry] of Object.entries(exports)) {
  const hash = createHash('sha256');
  const files = await reachable(folder, entry);
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    hash.update(`${relative(folder, file)} `).update(text.trim());
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ''));
    for (const [at, line] of code.split('\n').entries()) {
      if (/\bany\b/.test(line.replace(/'[^']*'|"[^"]*"/g, ''))) found.add(`${relative(folder, file)}:${at + 1}: ${line.trim()}`);
    }
  }
  if (files.length > 0) console.log(`${hash.digest('hex')} ${subpath}`);
}
if (found.size > 0) {
  console.error(`\`any\` in public declarations:\n${[...found].join('\n')}`);
  process.exit(1);
}
