// The critique reader, natively (tests/bench/native.rs, built in release).

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { time, times } from '../table.mjs';

export async function reader() {
  const native = await measured();
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
      what: `10 MB, native: the slowest of ${large.length} kinds (${large[0][0]})`,
      target: '≤ 1 s',
      measured: time(large[0][1]),
      met: slow.length === 0,
    },
    ...slow
      .slice(1)
      .map(([kind, seconds]) => ({ what: `10 MB, native: ${kind}`, target: '≤ 1 s', measured: time(seconds), met: false })),
  ];
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
