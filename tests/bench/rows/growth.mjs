// Growth: late reflections against early ones, and answers of 1 MB.

import { child } from '../child.mjs';
import { median, ratio } from '../measure.mjs';
import { time, times } from '../table.mjs';

const NAMES = {
  reflect: 'reflect-engine: the 100th reflection against the 2nd',
  plain: 'the same loop in plain JS',
};

export async function growth({ rounds, ms }) {
  const late = await child('growth.mjs', [rounds]);
  const rows = [{ section: 'Growth' }];
  for (const [name, what] of Object.entries(NAMES)) {
    const { second, hundredth } = late[name];
    const grown = ratio(hundredth, second);
    const promise = name === 'reflect' ? { target: '≤ 1.2 ×', met: grown <= 1.2 } : {};
    rows.push({ what, measured: `${time(median(hundredth))} after ${time(median(second))}`, ratio: times(grown), ...promise });
  }
  const large = await child('large.mjs', [rounds, ms]);
  for (const [kind, told] of [
    ['ascii', 'ASCII'],
    ['unicode', 'not ASCII'],
  ]) {
    const of = (bytes, what) => large[`${kind} ${bytes} ${what}`];
    const trips = ratio(of(1_000_000, 'reflect'), of(1_000_000, 'utf8'));
    const tenfold = ratio(of(1_000_000, 'reflect'), of(100_000, 'reflect'));
    rows.push(
      {
        what: `1 MB answers (${told}): a model call against a UTF-8 round trip`,
        target: '≤ 3 ×',
        measured: `${time(median(of(1_000_000, 'reflect')))}, ${time(median(of(1_000_000, 'utf8')))}`,
        ratio: times(trips),
        met: trips <= 3,
      },
      {
        what: `1 MB answers (${told}): a model call against 100 KB`,
        target: 'linear: ≤ 12 ×',
        measured: `${time(median(of(1_000_000, 'reflect')))}, ${time(median(of(100_000, 'reflect')))}`,
        ratio: times(tenfold),
        met: tenfold <= 12,
      },
      { what: `1 MB answers (${told}): a model call of the plain loop`, measured: time(median(of(1_000_000, 'plain'))) },
    );
  }
  return rows;
}
