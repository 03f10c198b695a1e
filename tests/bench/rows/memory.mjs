// Memory: an open run, many runs on one engine, on one signal, and runs that a durable host forgot.

import { child } from '../child.mjs';
import { digits, kilobytes } from '../table.mjs';

export async function memory({ runs }) {
  const { openRun, resident, oneSignal, suspended, left } = await child('child/memory.mjs', [runs], { flags: ['--expose-gc'] });
  const thousands = (count) => count.toLocaleString('en');
  const megabytes = (bytes) => `${bytes < 0 ? '−' : ''}${digits(Math.abs(bytes) / 1e6)} MB`;
  const grown = resident.at(-1) - resident[0];
  const range = `${megabytes(resident[0])} to ${megabytes(resident.at(-1))}`;
  return [
    { section: 'Memory' },
    { what: 'an open run, with its question', target: '≤ 12 KB', measured: kilobytes(openRun), met: openRun <= 12_000 },
    {
      what: `${thousands(runs)} runs on one engine, growth after the first ${thousands(runs / 10)}`,
      target: '≤ 10 MB',
      measured: `${megabytes(grown)} (${range})`,
      met: grown <= 10e6,
    },
    { what: '30,000 runs on one signal', measured: megabytes(oneSignal) },
    { what: '10,000 suspended durable runs', measured: `${megabytes(suspended)}, ${left} of them left` },
  ];
}
