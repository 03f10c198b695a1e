// One of several processes that write to one store: `node writer.mjs STORE PLACE NUMBER [FLUSHES]`, where the place is a folder or the URL
// of a database. Prints the ids of each flush once it is acknowledged.
import { join } from 'node:path';
import { EvalTracker } from 'reflect-engine/evals';
import { NOW, write } from './conformance.mjs';

const [name, place, number, flushes = '10'] = process.argv.slice(2);
const STORES = {
  sqlite: async () => (await import('reflect-engine/evals/sqlite')).sqliteStore(join(place, 'evals.db')),
};
const store = name in STORES ? await STORES[name]() : (await import('./postgres.mjs')).opened(place);
const evals = new EvalTracker({ store, now: () => NOW, warn: () => {} });
const onFlushed = (ids) => process.stdout.write(`${JSON.stringify(ids)}\n`);
await write(evals, Number(number), { flushes: Number(flushes), onFlushed });
await evals.close();
