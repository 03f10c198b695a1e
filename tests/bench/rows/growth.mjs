// Growth: late reflections against early ones, and answers of 1 MB.

import { child } from '../child.mjs';
import { median, ratio } from '../measure.mjs';
import { time, times } from '../table.mjs';

export async function growth({ rounds, ms }) {
  const found = await child('child/growth.mjs', [rounds]);
  const rows = [{ section: 'Growth' }];
  for (const [kind, told] of [
    ['digits', 'drafts that differ in digits'],
    ['words', 'random words'],
  ]) {
    const { second, hundredth } = found[kind];
    const grown = ratio(hundredth, second);
    rows.push({
      what: `the 100th reflection against the 2nd, CPU (${told})`,
      target: '≤ 1.2 ×',
      measured: `${time(median(hundredth))} after ${time(median(second))}`,
      ratio: times(grown),
      met: grown <= 1.2,
    });
  }
  const large = await child('child/large.mjs', [rounds, ms]);
  for (const [kind, told] of [
    ['ascii', 'ASCII'],
    ['unicode', 'not ASCII'],
  ]) {
    const [ours, trip] = [large[`${kind} reflect`], large[`${kind} utf8`]];
    const trips = ratio(ours, trip);
    rows.push({
      what: `1 MB answers (${told}): a model call against a UTF-8 round trip`,
      target: '≤ 1.5 ×',
      measured: `${time(median(ours))}, ${time(median(trip))}`,
      ratio: times(trips),
      met: trips <= 1.5,
    });
  }
  return rows;
}
