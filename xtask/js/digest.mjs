// Prints one digest of files, and of all files in folders: `node digest.mjs PATH…`.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const hash = createHash('sha256');
for (const path of process.argv.slice(2)) {
  const inside = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).sort() : [''];
  for (const file of inside.map((name) => join(path, name)).filter((name) => statSync(name).isFile()))
    hash.update(`${file} `).update(readFileSync(file));
}
console.log(hash.digest('hex'));
