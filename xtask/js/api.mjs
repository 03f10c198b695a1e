// Prints the public declarations of a package folder as one text: `node api.mjs DIR`.

import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { reachable } from './reachable.mjs';

const folder = resolve(process.argv[2]);
console.log('// The public declarations of the package. Recorded by `cargo xtask build --record-api`.\n');
for (const file of await reachable(folder)) {
  console.log(`// ---- ${relative(join(folder, 'dist'), file).replaceAll('\\', '/')}`);
  console.log((await readFile(file, 'utf8')).trim());
  console.log();
}
