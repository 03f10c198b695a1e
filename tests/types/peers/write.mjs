// Writes our declarations as sources, for tsc: of declarations it checks all, those of every SDK too, or none.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../node_modules/reflect-engine/dist', import.meta.url));
const folder = fileURLToPath(new URL('generated', import.meta.url));
rmSync(folder, { recursive: true, force: true });
for (const name of readdirSync(dist, { recursive: true }).filter((name) => /\.d\.ts$|^cjs.package\.json$/.test(name))) {
  // Those of wasm-bindgen leave out what declarations need not say.
  const text = readFileSync(join(dist, name), 'utf8').replace(/^export (?=class|const|enum|function)/gm, 'export declare ');
  // What adds to the module of another stays a declaration: as a source it must find that as CommonJS, which vitest is not.
  const to = join(folder, /^declare module/m.test(text) ? name : name.replace(/\.d\.ts$/, '.ts'));
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}
