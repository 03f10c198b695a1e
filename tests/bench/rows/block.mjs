// How long the event loop is blocked at most by what takes long in all.

import { child } from '../child.mjs';
import { time, times } from '../table.mjs';

/** Milliseconds. */
const MOST = 50;

export async function block({ rounds }) {
  const found = await child('child/block.mjs', [Math.min(rounds, 5)]);
  const row = (what, { block, cpu }, before) => ({
    what,
    target: `≤ ${MOST} ms`,
    measured: `${time(block / 1_000)}, in all ${time(cpu / 1_000)} CPU`,
    ratio: before === undefined ? '' : `${times(cpu / before.cpu)} CPU`,
    met: block <= MOST,
  });
  return [
    { section: 'Longest block of the event loop' },
    row('statistics of 5,000 windows', found['statistics 5000']),
    row('statistics of 40,000 windows', found['statistics 40000'], found['statistics 5000']),
    row('25,000 facts, by 1,000', found['facts 25000']),
    row('100,000 facts, by 1,000', found['facts 100000'], found['facts 25000']),
  ];
}
