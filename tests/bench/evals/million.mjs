// A million rows of a week: how fast they go in, whether memory grows, and what the trend of the week costs then.

import { child } from '../child.mjs';
import { median } from '../measure.mjs';
import { digits, time } from '../table.mjs';

/** Seconds that the trend may take, and megabytes that memory may grow by in the second half. */
const STORES = { sqlite: 0.02, postgres: 0.2 };
const GROWTH_MB = 10;

export async function million(places, { million: count, trends }) {
  const rows = [{ section: `${count.toLocaleString('en')} rows of a week` }];
  for (const [name, target] of Object.entries(STORES)) {
    const filled = await child('evals/fill.mjs', [name, await places.fresh(name), count, trends], { flags: ['--expose-gc'] });
    const { seconds, resident, trend, hours } = filled;
    if (hours !== 168) throw new Error(`the trend has ${hours} hours`);
    const megabytes = resident.map((bytes) => bytes / 1e6);
    const half = megabytes.length >> 1;
    // What a process takes at first is not growth; what the second half takes on top of the first is.
    const grown = Math.max(...megabytes.slice(half)) - Math.max(...megabytes.slice(0, half));
    rows.push(
      { what: `${name}: rows a second`, measured: String(Math.round(count / seconds)) },
      {
        what: `${name}: resident memory, growth in the second half`,
        target: `≤ ${GROWTH_MB} MB`,
        measured: `${digits(grown)} MB (${digits(megabytes[0])} MB after a tenth, ${digits(megabytes.at(-1))} MB in the end)`,
        met: grown <= GROWTH_MB,
      },
      {
        what: `${name}: trend of 7 days, one agent`,
        target: `≤ ${time(target)}`,
        measured: `${time(median(trend))} (most ${time(Math.max(...trend))})`,
        met: median(trend) <= target,
      },
    );
  }
  return rows;
}
