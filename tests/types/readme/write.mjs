// Writes every block of the README as a TypeScript file, for tsc: what a reader copies into a strict project must compile, too.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { blocks } from '../../readme-blocks.mjs';

const folder = new URL('generated/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const { line, code } of blocks) writeFileSync(new URL(`line-${line}.ts`, folder), code);
