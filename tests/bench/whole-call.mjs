// What a whole model call costs in Node, in instructions that callgrind counts: the core, the border, the pump, the promises and the garbage.
// Two processes play runs of 10 reflections on an instant model, one so many more than the other; the difference counts. Some warm-up of the
// compilers stays in it. Above a cap it fails. `whole-call.mjs play RUNS` plays.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { plainLoop } from './loops/plain.mjs';
import { reflectLoop } from './loops/reflect.mjs';
import { answersOf, callsOf, instantModel } from './workload.mjs';

/** No goal: what it cost when it was measured last, and some. */
const MOST = 235_000;
const [REFLECTIONS, BYTES, WARM, RUNS] = [10, 1024, 1_000, 400];

/** Instructions of a process that plays so many runs beyond the first thousand. */
async function instructions(loop, runs) {
  const valgrind = ['--tool=callgrind', '--smc-check=all-non-file', '--callgrind-out-file=/dev/null', process.execPath];
  const play = ['--single-threaded', fileURLToPath(import.meta.url), 'play', loop, String(runs)];
  const { stderr } = await promisify(execFile)('valgrind', [...valgrind, ...play]);
  return Number(/Collected : (\d+)/.exec(stderr)[1]);
}

async function each(loop) {
  const [few, many] = await Promise.all([0, RUNS].map((runs) => instructions(loop, runs)));
  return Math.round((many - few) / (RUNS * callsOf(REFLECTIONS)));
}

const [mode, loop, runs] = process.argv.slice(2);
if (mode === 'play') {
  const answers = answersOf(BYTES);
  const settings = { maxReflections: REFLECTIONS, advanced: { judgeLast: false, select: 'latest' } };
  const run = loop === 'plain' ? (model) => plainLoop(model, { maxReflections: REFLECTIONS }) : reflectLoop(settings);
  for (let at = 0; at < WARM + Number(runs); at++) await run(instantModel(answers));
} else {
  const [ours, plain] = [await each('reflect'), await each('plain')];
  console.log(`${ours} instructions a whole model call in Node ${process.versions.node} (cap ${MOST}); a plain loop ${plain}`);
  if (!(ours <= MOST)) process.exit(1);
}
