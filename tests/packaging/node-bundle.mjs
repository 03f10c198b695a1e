// Bundles a program for Node that says `require`, in one file, and runs it where nothing else is: `node node-bundle.mjs CONSUMER`.

import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import webpack from 'webpack';

const consumer = process.argv[2];
const entry = join(consumer, 'cjs.cjs');
const out = join(consumer, '../reflect-engine-bundled');
await rm(out, { recursive: true, force: true });
await mkdir(out);
try {
  await build({ entryPoints: [entry], bundle: true, platform: 'node', outfile: join(out, 'esbuild.cjs'), logLevel: 'error' });
  const output = { path: out, filename: 'webpack.cjs', chunkFormat: false };
  const plugins = [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })];
  const stats = await new Promise((resolve, reject) => {
    webpack({ mode: 'production', target: 'node', context: consumer, entry, output, plugins }, (error, done) =>
      error ? reject(error) : resolve(done),
    );
  });
  if (stats.hasErrors()) throw new Error(stats.toString());
  for (const bundler of ['esbuild', 'webpack']) {
    const printed = execFileSync(process.execPath, [join(out, `${bundler}.cjs`)], { cwd: out, encoding: 'utf8' });
    if (!printed.startsWith('ok ')) throw new Error(`${bundler}: ${printed}`);
  }
} finally {
  await rm(out, { recursive: true, force: true });
}
console.log(`ok ${process.versions.node}`);
