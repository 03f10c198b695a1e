// One of several processes that write to one store: `node writer.mjs STORE PLACE NUMBER [FLUSHES]`, where the place is a folder or the URL of a
// database. Prints the ids of each flush once it is
// acknowledged.
import { join } from 'node:path';
import { EvalTracker } from 'reflect-engine';

const [name, place, number, flushes = '10'] = process.argv.slice(2);
const NOW = Date.parse('2026-02-22T12:34:56.789Z');
const STORES = {
  jsonl: async () => (await import('reflect-engine/stores/jsonl')).jsonlStore(join(place, 'evals.jsonl')),
  sqlite: async () => (await import('reflect-engine/stores/sqlite')).sqliteStore(join(place, 'evals.db')),
};
const store = name in STORES ? await STORES[name]() : (await import('./postgres.mjs')).opened(name, place);
const evals = new EvalTracker({ store, now: () => NOW, warn: () => {} });
for (let flush = 0; flush < Number(flushes); flush += 1) {
  const ids = [];
  for (let n = 0; n < 40; n += 1) {
    const scores = { m: ((n * 7 + Number(number)) % 11) / 10, other: n % 2 === 0 ? 0.1 : null };
    ids.push(evals.record({ agentId: n % 3 === 0 ? 'B' : 'A', scores, createdAt: NOW - (n % 5) * 3_600_000 }));
  }
  await evals.flush();
  process.stdout.write(`${JSON.stringify(ids)}\n`);
  await new Promise((resolve) => setImmediate(resolve));
}
await evals.close();
