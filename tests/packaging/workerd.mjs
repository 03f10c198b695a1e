// Runs the smoke worker in workerd: `node workerd.mjs CONSUMER`. Bundled as wrangler does: with the `workerd`
// condition, and the `.wasm` as a module of its own.

import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';

const consumer = process.argv[2];
const out = join(consumer, 'sites/workerd');
await build({
  entryPoints: [join(consumer, 'worker.mjs')],
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  conditions: ['workerd', 'worker', 'browser'],
  loader: { '.wasm': 'copy' },
  assetNames: '[name]',
  logLevel: 'warning',
});
const files = (await readdir(out)).sort();
// Only the wasm of what is imported: the engine, and evaluations.
if (files.join() !== 'reflect_engine_bg.wasm,statistics_bg.wasm,worker.mjs') throw new Error(`the bundle is ${files}`);

const worker = new Miniflare({
  host: '127.0.0.1',
  port: 0,
  cf: false,
  compatibilityDate: '2026-01-01',
  modules: true,
  modulesRoot: out,
  modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
  scriptPath: join(out, 'worker.mjs'),
});
try {
  const response = await worker.dispatchFetch('http://worker.test/');
  const text = await response.text();
  if (response.status !== 200 || text !== 'ok') throw new Error(text);
  const headers = { 'x-key': 'k' };
  const [closed, stats, head] = await Promise.all([
    worker.dispatchFetch('http://worker.test/api/evals/stats'),
    worker.dispatchFetch('http://worker.test/api/evals/stats', { headers }),
    worker.dispatchFetch('http://worker.test/api/evals/stats', { headers, method: 'HEAD' }),
  ]);
  const statuses = [closed, stats, head].map(({ status }) => status).join();
  if (statuses !== '403,200,200' || (await stats.json()).evalCount !== 1) throw new Error(`the evaluation server: ${statuses}`);
} finally {
  await worker.dispose();
}
console.log(`ok ${createRequire(import.meta.url)('workerd/package.json').version}`);
