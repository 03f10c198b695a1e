// Writes a library's code that spells out every public type, for tsc with `declaration`: who infers a type of ours must be able to emit its
// name. As ESM and as CommonJS.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { typesOf } from './names.mjs';

const home = new URL('../../node_modules/reflect-engine/', import.meta.url);
const { name, exports } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8'));
// tsc writes all members of what this gives, each with the name of its type.
const lines = ['declare function open<T>(): { [K in keyof T]: T[K] };'];
for (const [path, entry] of Object.entries(exports)) {
  const declared = entry.import?.types;
  if (declared === undefined) continue;
  const module = path.replace(/\W+/g, '_');
  const types = typesOf(new URL(declared, home));
  if (path === '.' && !(types.has('ReflectResult') && types.has('Usage')))
    throw new Error(`not all types of ${declared} are found`);
  lines.push(
    '',
    `import * as ${module} from '${path.replace('.', name)}';`,
    `export const of${module} = open<typeof ${module}>();`,
  );
  for (const [type, { kind, needed }] of types) {
    const given = needed === 0 ? '' : `<${Array(needed).fill('any').join(', ')}>`;
    lines.push(`export const ${type}${module} = open<${module}.${type}${given}>();`);
    if (kind === 'class')
      lines.push(`export const new${type}${module} = open<ConstructorParameters<typeof ${module}.${type}>>();`);
  }
}
const folder = new URL('generated/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const ending of ['mts', 'cts']) writeFileSync(new URL(`all.${ending}`, folder), `${lines.join('\n')}\n`);
