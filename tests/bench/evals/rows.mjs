// Durable rows a second: each row flushed before the next is recorded, against the writer, on the same kind of store, taking turns.

import { EvalTracker } from 'reflect-engine';
import { interleaved, median, ratio } from '../measure.mjs';
import { digits } from '../table.mjs';
import { evaluation, NOW } from './evaluation.mjs';
import { storeAt } from './places.mjs';

const STORES = { sqlite: 50, 'pg Pool': 50, postgres: 50, jsonl: undefined };
/** Rows that are recorded before one waits for them. */
const BURST = 8_192;

export async function rowsASecond(places, { rounds, ms }) {
  const contestants = {};
  const trackers = [];
  for (const name of Object.keys(STORES)) {
    for (const burst of [1, BURST]) {
      const store = await storeAt(name, await places.fresh(name));
      const evals = new EvalTracker({ store, now: () => NOW });
      trackers.push(evals);
      let n = 0;
      contestants[`${name} ${burst}`] = async () => {
        for (let row = 0; row < burst; row += 1) evals.record(evaluation((n += 1)));
        await evals.flush();
        return burst;
      };
    }
  }
  const seconds = await interleaved(contestants, { rounds, ms });
  for (const evals of trackers) await evals.close();
  const rows = [{ section: 'Durable rows a second, row by row against the writer' }];
  for (const [name, target] of Object.entries(STORES)) {
    const [single, ours] = [seconds[`${name} 1`], seconds[`${name} ${BURST}`]];
    const gain = ratio(single, ours);
    rows.push({
      what: name,
      target: target === undefined ? '' : `≥ ${target} ×`,
      measured: `${Math.round(1 / median(single))} against ${Math.round(1 / median(ours))}`,
      ratio: `${digits(gain)} ×`,
      ...(target === undefined ? {} : { met: gain >= target }),
    });
  }
  return rows;
}
