// Finishes the declarations that tsc wrote into a package folder: `node declarations.mjs DIR`.
//
// Those that no entry reaches are dropped, and what only our own code calls. The rest is in `dist/cjs`, so that a type is the same to ES
// modules and to CommonJS: in `dist` a line leads there. A file that leads to types of another package is there twice, since that package may
// have others for each.

import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { reachable } from './exports.mjs';

const folder = resolve(process.argv[2]);
const dist = join(folder, 'dist');
const kept = new Set(await reachable(folder));

for (const name of await readdir(dist, { recursive: true })) {
  const file = join(dist, name);
  if (name.endsWith('.d.ts') && !kept.has(file)) await rm(file);
}
const foreign = new Set();
for (const file of kept) {
  if (file.startsWith(join(dist, 'generated'))) await keepTypes(file);
  await declareDisposable(file);
  const texts = (await reachable(folder, `./${relative(folder, file)}`)).map((other) => readFile(other, 'utf8'));
  if ((await Promise.all(texts)).some((text) => /from '[^.]/.test(text))) foreign.add(file);
}
for (const file of kept) {
  const copy = join(dist, 'cjs', relative(dist, file));
  await mkdir(dirname(copy), { recursive: true });
  await copyFile(file, copy);
  const path = relative(dirname(file), copy).replace(/\.d\.ts$/, '.js');
  if (!foreign.has(file)) await writeFile(file, `export * from '${path.startsWith('.') ? path : `./${path}`}';\n`);
}

/** Classes and functions of the wasm are for our own code. */
async function keepTypes(file) {
  const statements = (await readFile(file, 'utf8')).split(/(?<!\*\/)\n(?=[/a-z])/);
  const types = statements.filter((statement) => !/^export (class|enum|function) /m.test(statement));
  await writeFile(file, types.join('\n'));
}

/** `Symbol.dispose` is newer than ES2022, which our users may compile for. */
async function declareDisposable(file) {
  const text = await readFile(file, 'utf8');
  if (!/Symbol\.(async)?dispose/i.test(text)) return;
  await writeFile(file, `/// <reference lib="esnext.disposable" />\n${text}`);
}
