// Prints the size of a file in bytes as JSON: raw, gzip, brotli (both at their best level).

import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const bytes = readFileSync(process.argv[2]);
const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
console.log(JSON.stringify({ raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotli.length }));
