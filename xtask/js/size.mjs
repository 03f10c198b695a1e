// Prints the sizes of the code in a package folder (as ESM), in bytes and as JSON: raw, gzip, brotli (both at their best level).

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = resolve(process.argv[2]);
const files = readdirSync(folder, { recursive: true }).filter((name) =>
  /^dist\/(?!cjs|workerd).*\.js$|\.wasm$|^view\.html$/.test(name),
);
const sizes = files.sort().map((name) => {
  const bytes = readFileSync(join(folder, name));
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  return { name, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotli.length };
});
console.log(JSON.stringify(sizes));
