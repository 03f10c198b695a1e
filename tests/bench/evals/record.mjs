// What `record()` costs its caller.

import { EvalTracker } from 'reflect-engine/evals';
import { median } from '../measure.mjs';
import { time } from '../table.mjs';
import { evaluation, NOW } from './evaluation.mjs';
import { storeAt } from './places.mjs';

/** Calls that are timed together, and calls between two flushes. */
const GROUP = 20;
const BURST = 2_000;

export async function recordTime(places, { calls }) {
  const rows = [{ section: 'record(), for its caller' }];
  for (const name of ['memory', 'sqlite', 'postgres']) {
    const evals = new EvalTracker({ store: await storeAt(name, await places.fresh(name)), now: () => NOW });
    const groups = [];
    const given = Array.from({ length: GROUP }, (_, n) => evaluation(n));
    // What is recorded before it counts lets the compiler see the code.
    for (let call = -BURST * 5; call < calls; call += GROUP) {
      const begin = performance.now();
      for (const one of given) evals.record(one);
      if (call >= 0) groups.push((performance.now() - begin) / 1_000 / GROUP);
      if (call % BURST === 0) await evals.flush();
    }
    await evals.close();
    groups.sort((a, b) => a - b);
    const [middle, late] = [median(groups), groups[Math.floor(groups.length * 0.99)]];
    rows.push({ what: name, target: '≤ 10 µs', measured: `${time(middle)} (99 of 100: ${time(late)})`, met: middle <= 10e-6 });
  }
  return rows;
}
