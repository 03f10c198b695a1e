// Writes every block of the README and of docs/ as a TypeScript file, for tsc: what a reader copies into a strict project must compile, too.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { blocks } from '../../pages.mjs';

const folder = new URL('generated/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const { path, line, code } of blocks) {
  const page = path.replace(/^.*\/|\.md$/g, '');
  writeFileSync(new URL(`${page}-line-${line}.ts`, folder), code);
}
