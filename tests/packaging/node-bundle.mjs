// Bundles a program for Node that says `require` and runs it where nothing else is: `node node-bundle.mjs CONSUMER`. esbuild and webpack take
// the ES modules and make one file; ncc takes CommonJS and puts the wasm beside its file.

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ncc from '@vercel/ncc';
import { build } from 'esbuild';
import webpack from 'webpack';

const consumer = process.argv[2];
const entry = join(consumer, 'cjs.cjs');
const out = await mkdtemp(join(tmpdir(), 'reflect-engine-bundled-'));
try {
  await build({ entryPoints: [entry], bundle: true, platform: 'node', outfile: join(out, 'esbuild.cjs'), logLevel: 'error' });
  // Whoever names conditions loses `module`, and takes what is for Node: in a bundle it finds no file.
  const contents = `import { ReflectEngine } from 'reflect-engine'; import { scriptedModel } from 'reflect-engine/testing';
    import { smoke } from './smoke.mjs'; smoke({ ReflectEngine, scriptedModel }).then(() => console.log('ok'));`;
  for (const [format, ending] of [
    ['esm', 'mjs'],
    ['cjs', 'cjs'],
  ]) {
    const options = { bundle: true, platform: 'node', conditions: ['node'], format, outfile: join(out, `named.${ending}`) };
    const { warnings } = await build({ stdin: { contents, resolveDir: consumer }, ...options, logLevel: 'error' });
    if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'));
  }
  const output = { path: out, filename: 'webpack.cjs', chunkFormat: false };
  const plugins = [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })];
  const stats = await new Promise((resolve, reject) => {
    webpack({ mode: 'production', target: 'node', context: consumer, entry, output, plugins }, (error, done) =>
      error ? reject(error) : resolve(done),
    );
  });
  if (stats.hasErrors()) throw new Error(stats.toString());
  const { code, assets } = await ncc(entry, { cache: false, quiet: true });
  await writeFile(join(out, 'ncc.cjs'), code);
  for (const [name, { source }] of Object.entries(assets)) await writeFile(join(out, name), source);
  for (const file of ['esbuild.cjs', 'named.mjs', 'named.cjs', 'webpack.cjs', 'ncc.cjs']) {
    const printed = execFileSync(process.execPath, [join(out, file)], { cwd: out, encoding: 'utf8' });
    if (!printed.startsWith('ok')) throw new Error(`${file}: ${printed}`);
  }
} finally {
  await rm(out, { recursive: true });
}
console.log(`ok ${process.versions.node}`);
