import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The declaration files of a package folder that its ESM entries, or those of one entry, reach by relative imports, in order. */
export async function reachable(folder, entry) {
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const entries = exported({ exports: entry ?? exports }, '.d.ts').filter((file) => !file.startsWith('./dist/cjs/'));
  const files = new Set(entries.map((file) => resolve(folder, file)));
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g)) {
      files.add(resolve(dirname(file), `${specifier}.d.ts`));
    }
  }
  return [...files].sort();
}

/** Every file under `./dist` with this ending that a package.json exports, once, in order. */
export function exported(manifest, ending) {
  const files = new Set();
  const queue = [manifest.exports];
  for (const at of queue) {
    if (typeof at === 'object') queue.push(...Object.values(at));
    else if (at.startsWith('./dist/') && at.endsWith(ending)) files.add(at);
  }
  return [...files].sort();
}
