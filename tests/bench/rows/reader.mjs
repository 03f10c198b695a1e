// The critique reader: natively (tests/bench/native.rs, built in release) and through the package.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readCritique } from 'reflect-engine';
import { interleaved, median, ratio } from '../measure.mjs';
import { time, times } from '../table.mjs';
import { CRITIQUE } from '../workload.mjs';

export async function reader({ rounds, ms }) {
  const native = await measured();
  const js = await interleaved(
    { ours: repeat(() => readCritique(CRITIQUE, {})), parse: repeat(() => JSON.parse(CRITIQUE)) },
    { rounds, ms },
  );
  const large = Object.entries(native.large).sort((a, b) => b[1] - a[1]);
  const slow = large.filter(([, seconds]) => seconds > 1);
  return [
    { section: 'Critique reader' },
    {
      what: `${native.bytes} bytes, native`,
      target: '≤ 2 µs',
      measured: time(native.read),
      ratio: `${times(native.read / native.serde)} serde_json`,
      met: native.read <= 2e-6,
    },
    {
      what: `${CRITIQUE.length} bytes, readCritique`,
      measured: time(median(js.ours)),
      ratio: `${times(ratio(js.ours, js.parse))} JSON.parse`,
    },
    {
      what: `10 MB, native: the slowest of ${large.length} kinds (${large[0][0]})`,
      target: '≤ 1 s',
      measured: time(large[0][1]),
      met: slow.length === 0,
    },
    ...slow
      .slice(1)
      .map(([kind, seconds]) => ({ what: `10 MB, native: ${kind}`, target: '≤ 1 s', measured: time(seconds), met: false })),
    { what: 'the loop natively, for each model call', measured: time(native.loopCall) },
  ];
}

function repeat(work) {
  return async () => {
    for (let at = 0; at < 100; at++) work();
    return 100;
  };
}

async function measured() {
  const cargo = process.env.CARGO ?? 'cargo';
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const { stdout } = await promisify(execFile)(cargo, ['bench', '--quiet', '--package', 'reflect-engine', '--bench', 'native'], {
    cwd: root,
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout);
}
