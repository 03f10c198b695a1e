// One of several processes that write to one store: `node writer.mjs STORE FOLDER NUMBER`. Prints the ids of each flush once it is
// acknowledged.
import { join } from 'node:path';
import { EvalTracker } from 'reflect-engine';

const [name, folder, number] = process.argv.slice(2);
const NOW = Date.parse('2026-02-22T12:34:56.789Z');
const store =
  name === 'jsonl'
    ? (await import('reflect-engine/stores/jsonl')).jsonlStore(join(folder, 'evals.jsonl'))
    : (await import('reflect-engine/stores/sqlite')).sqliteStore(join(folder, 'evals.db'));
const evals = new EvalTracker({ store, now: () => NOW });
for (let flush = 0; flush < 10; flush += 1) {
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
