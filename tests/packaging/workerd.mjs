// Runs the smoke worker in workerd: `node workerd.mjs CONSUMER`.

import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { workerd } from '../workerd.mjs';

const consumer = process.argv[2];
const out = join(consumer, 'sites/workerd');
const worker = await workerd(join(consumer, 'worker.mjs'), out);
const files = (await readdir(out)).sort();
// Only the wasm of what is imported: the engine, and evaluations.
if (files.join() !== 'reflect_engine_bg.wasm,statistics_bg.wasm,worker.mjs') throw new Error(`the bundle is ${files}`);

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
