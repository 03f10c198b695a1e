// Prints a digest of the public declarations of each subpath of a package folder: `node api.mjs DIR`.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { reachable } from './reachable.mjs';

const folder = resolve(process.argv[2]);
const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
for (const [subpath, entry] of Object.entries(exports)) {
  const hash = createHash('sha256');
  const files = await reachable(folder, entry);
  for (const file of files) hash.update(`${relative(folder, file)} `).update((await readFile(file, 'utf8')).trim());
  if (files.length > 0) console.log(`${hash.digest('hex')} ${subpath}`);
}
