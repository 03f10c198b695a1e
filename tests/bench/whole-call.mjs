// What a whole model call costs in Node, in instructions that valgrind counts: the core, the border, the pump, the promises and the garbage.
// A process plays runs of 10 reflections on an instant model; valgrind counts after the first ones: after 1,000, when compilers still work,
// and after 8,000, when they are done. With `--quick`, as in CI, it is after 400. V8 compiles and collects by counts and not by the clock here, so most runs differ by some 0.1 %,
// whatever runs beside them; one on a busy machine was 8 % above. Above a cap it fails. `whole-call.mjs play LOOP WARM RUNS` plays; it writes
// a line before and after what counts, and waits for an answer.

import { execFile, spawn } from 'node:child_process';
import { readSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { plainLoop } from './loops/plain.mjs';
import { reflectLoop } from './loops/reflect.mjs';
import { answersOf, callsOf, instantModel } from './workload.mjs';

/** No goal: what it cost when it was measured last, and some. */
const MOST = 130_000;
const WITHOUT_CLOCK = ['--predictable', '--random-seed=1', '--hash-seed=1'];
const [REFLECTIONS, BYTES] = [10, 1024];

/** Instructions of a call, after so many runs. Without counting, valgrind is twice as fast. */
async function measure(loop, warm, runs) {
  const valgrind = ['--tool=callgrind', '--instr-atstart=no', '--callgrind-out-file=/dev/null', '--smc-check=all-non-file'];
  const play = [...WITHOUT_CLOCK, fileURLToPath(import.meta.url), 'play', loop, String(warm), String(runs)];
  const child = spawn('valgrind', [...valgrind, process.execPath, ...play]);
  const printed = text(child.stderr);
  for await (const line of createInterface(child.stdout)) {
    await promisify(execFile)('vgdb', [`--pid=${child.pid}`, 'instrumentation', line]);
    child.stdin.write('\n');
  }
  const count = Number(/I +refs: +([\d,]+)/.exec(await printed)?.[1].replaceAll(',', ''));
  return Math.round(count / (runs * callsOf(REFLECTIONS)));
}

/** Has the parent turn counting `on` or `off`. */
function turn(word) {
  writeSync(1, `${word}\n`);
  readSync(0, Buffer.alloc(1));
}

const [mode, loop, warm, runs] = process.argv.slice(2);
if (mode === 'play') {
  const answers = answersOf(BYTES);
  const settings = { maxReflections: REFLECTIONS, advanced: { judgeLast: false, select: 'latest' } };
  const run = loop === 'plain' ? (model) => plainLoop(model, { maxReflections: REFLECTIONS }) : reflectLoop(settings);
  for (let at = 0; at < Number(warm); at++) await run(instantModel(answers));
  turn('on');
  for (let at = 0; at < Number(runs); at++) await run(instantModel(answers));
  turn('off');
} else if (mode === '--quick') {
  report(await measure('reflect', 400, 100));
} else {
  const ours = await measure('reflect', 1_000, 400);
  report(ours, `; after 8,000 runs ${await measure('reflect', 8_000, 400)}; a plain loop ${await measure('plain', 1_000, 400)}`);
}

function report(ours, others = '') {
  console.log(`${ours} instructions a whole model call in Node ${process.versions.node} (cap ${MOST})${others}`);
  if (!(ours <= MOST)) process.exit(1);
}
