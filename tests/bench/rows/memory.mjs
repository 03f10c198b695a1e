// Memory: many runs on one engine, 50 at a time.

import { child } from '../child.mjs';
import { digits } from '../table.mjs';

export async function memory({ runs }) {
  const resident = await child('memory.mjs', [runs], { flags: ['--expose-gc'] });
  const [first, last] = [resident[0], resident.at(-1)];
  const grown = (last - first) / 1e6;
  const thousands = (count) => count.toLocaleString('en');
  return [
    { section: `Memory: ${thousands(runs)} runs on one engine` },
    {
      what: `resident memory, growth after the first ${thousands(runs / 10)}`,
      target: '≤ 10 MB',
      measured: `${grown < 0 ? '−' : ''}${digits(Math.abs(grown))} MB (${digits(first / 1e6)} to ${digits(last / 1e6)} MB)`,
      met: grown <= 10,
    },
  ];
}
