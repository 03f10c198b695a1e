// `cargo xtask bench`: DESIGN §7's rows on time, growth, cold start, size, memory and blocks, side by side with others in one run.
//
// Ends with 0 unless something broke: a number that is missed is printed, not failed. `--quick` measures less of everything, `--only
// engine,size` takes these rows only.

import { parseArgs } from 'node:util';
import { block } from './rows/block.mjs';
import { coldStart } from './rows/cold-start.mjs';
import { engineTime } from './rows/engine-time.mjs';
import { growth } from './rows/growth.mjs';
import { memory } from './rows/memory.mjs';
import { observe } from './rows/observe.mjs';
import { reader } from './rows/reader.mjs';
import { size } from './rows/size.mjs';
import { chosen, report } from './table.mjs';

const ROWS = { engine: engineTime, growth, start: coldStart, size, memory, reader, observe, block };

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
const plan = values.quick ? { rounds: 3, ms: 100, starts: 3, runs: 10_000 } : { rounds: 15, ms: 300, starts: 15, runs: 100_000 };
await report(ROWS, chosen(ROWS, values.only), (row) => row(plan), `; medians of ${plan.rounds} interleaved rounds`);
