// Records a week of evaluations in a process of its own: `fill.mjs STORE PLACE ROWS TRENDS`. Writes, as JSON, how long it took, the
// resident memory after each twentieth from the second on, and seconds of the trend.

import { EvalTracker } from 'reflect-engine/evals';
import { evaluation, NOW } from './evaluation.mjs';
import { storeAt } from './places.mjs';

const [name, place] = process.argv.slice(2);
const [rows, trends] = process.argv.slice(4).map(Number);
const WEEK_MS = 7 * 24 * 3_600_000;
/** Rows that wait at most. */
const BURST = 10_000;

// Time goes with the rows. Regressions are not looked for: in a week of minutes that would be a good part of the work.
const begin = NOW - (NOW % 3_600_000) - WEEK_MS + 3_600_000;
let now = begin;
const evals = new EvalTracker({ store: await storeAt(name, place), now: () => now, regressions: false });
const resident = [];
const started = performance.now();
for (let n = 0; n < rows; n += 1) {
  now = begin + Math.floor(((n + 0.5) / rows) * WEEK_MS);
  evals.record(evaluation(n, now));
  if (n % BURST === BURST - 1) await evals.flush();
  if (n % (rows / 20) === rows / 20 - 1 && n > rows / 12) {
    await evals.flush();
    globalThis.gc();
    resident.push(process.memoryUsage.rss());
  }
}
await evals.flush();
const seconds = (performance.now() - started) / 1_000;
const trend = [];
let hours = 0;
for (let n = 0; n < trends; n += 1) {
  const at = performance.now();
  hours = (await evals.getEvalTrend(`AGENT_${n % 20}`)).length;
  trend.push((performance.now() - at) / 1_000);
}
await evals.close();
console.log(JSON.stringify({ seconds, resident, trend, hours }));
