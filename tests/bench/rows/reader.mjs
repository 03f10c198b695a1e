// The critique reader: natively (tests/bench/native.rs, built in release), and as the package has it.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { child } from '../child.mjs';
import { time, times } from '../table.mjs';

/** Where the work is below this, its growth cannot be told from what else the machine does. */
const MEASURABLE = 0.01;

export async function reader() {
  const native = await measured();
  const wasm = await hostile();
  return [
    { section: 'Critique reader' },
    {
      what: `${native.bytes} bytes, native`,
      target: '≤ 2 µs',
      measured: time(native.read),
      ratio: `${times(native.read / native.serde)} serde_json`,
      met: native.read <= 2e-6,
    },
    ...slowest('10 MB, native', native.large),
    ...slowest('10 MB, in the package, CPU', wasm.seconds),
    {
      what: 'memory of all of them, 5 → 10 MB',
      target: '≤ 2.3 ×',
      measured: `${(wasm.rss[1] / 1e6).toFixed(0)} MB`,
      ratio: times(wasm.rss[1] / wasm.rss[0]),
      met: wasm.rss[1] / wasm.rss[0] <= 2.3,
    },
  ];
}

/** Rows of the kind that took longest, and of the one that grew most; each has its seconds for 5 and for 10 MB. */
function slowest(what, kinds) {
  const list = Object.entries(kinds).map(([kind, [half, whole]]) => ({
    kind,
    whole,
    growth: half < MEASURABLE ? 0 : whole / half,
  }));
  const [slow] = list.toSorted((a, b) => b.whole - a.whole);
  const [grown] = list.toSorted((a, b) => b.growth - a.growth);
  return [
    {
      what: `${what}: the slowest of ${list.length} kinds (${slow.kind})`,
      target: '≤ 1 s',
      measured: time(slow.whole),
      met: slow.whole <= 1,
    },
    {
      what: `${what}, 5 → 10 MB: the steepest (${grown.kind})`,
      target: '< 2.3 ×',
      measured: time(grown.whole),
      ratio: times(grown.growth),
      met: grown.growth < 2.3,
    },
  ];
}

/** `readCritique` on hostile critiques, a process for each size, so that the memory of each is seen. */
async function hostile() {
  const flags = ['--expose-gc'];
  const half = await child('child/reader.mjs', [5e6], { flags });
  const { seconds, rss } = await child('child/reader.mjs', [1e7], { flags });
  return { seconds, rss: [half.rss, rss] };
}

async function measured() {
  const cargo = process.env.CARGO ?? 'cargo';
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const { stdout } = await promisify(execFile)(cargo, ['bench', '--quiet', '--package', 'reflect-bench', '--bench', 'native'], {
    cwd: root,
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout);
}
