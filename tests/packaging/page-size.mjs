// Prints the bytes, as gzip, of the scripts of a page with `ReflectEngine` alone, built by Vite, which must be within their cap:
// `node page-size.mjs CONSUMER`.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, version } from 'vite';

/** Bytes: the design's cap. Its goal is 150,000. */
const MOST = 175_000;

const root = join(process.argv[2], 'sites/engine-alone');
await mkdir(root, { recursive: true });
await writeFile(
  join(root, 'index.html'),
  `<script type="module">
  import { ReflectEngine } from 'reflect-engine';
  document.title = (await new ReflectEngine().run({ input: 'q', model: () => 'a' })).output;
</script>`,
);
await build({ root, configFile: false, logLevel: 'error' });
const built = join(root, 'dist');
const scripts = (await readdir(built, { recursive: true })).filter((name) => name.endsWith('.js'));
const sizes = await Promise.all(scripts.map(async (name) => gzipSync(await readFile(join(built, name)), { level: 9 }).length));
const size = sizes.reduce((sum, size) => sum + size, 0);
console.log(`a page with ReflectEngine alone, built by Vite: ${size} bytes gzip, and at most ${MOST} are allowed`);
if (size <= MOST) console.log(`ok ${version}`);
