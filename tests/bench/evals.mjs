// `cargo xtask bench evals`: what an evaluation costs, and what a million of them: durable rows a second against bare inserts, in the same
// run; `record()` for its caller; the trend of a week and memory over 1,000,000 rows; many processes that report to one.
//
// Ends with 0 unless something broke. `--quick` measures less of everything, `--only rows,record,million,fleet` takes these parts only.

import { parseArgs } from 'node:util';
import { fleet } from './evals/fleet.mjs';
import { million } from './evals/million.mjs';
import { Places } from './evals/places.mjs';
import { recordTime } from './evals/record.mjs';
import { rowsASecond } from './evals/rows.mjs';
import { chosen, report } from './table.mjs';

const PARTS = { rows: rowsASecond, record: recordTime, million, fleet };
const WHOLE = { rounds: 7, ms: 1_000, calls: 200_000, million: 1_000_000, trends: 50 };
const QUICK = { rounds: 2, ms: 300, calls: 20_000, million: 50_000, trends: 10 };

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
const names = chosen(PARTS, values.only);
const places = await Places.open();
try {
  await report(PARTS, names, (part) => part(places, values.quick ? QUICK : WHOLE), '');
} finally {
  await places.close();
}
