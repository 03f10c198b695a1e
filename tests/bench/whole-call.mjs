// What a whole model call costs in Node, in instructions that valgrind counts: the core, the border, the pump, the promises and the garbage.
// Two processes play runs of 10 reflections on an instant model, one so many more than the other; the difference counts. Some warm-up of the
// compilers stays in it, more of it with `--quick`, as in CI. V8 compiles and collects by counts and not by the clock here, so most runs
// differ by some 0.1 %, whatever runs beside them; one on a busy machine was 8 % above. Above a cap it fails. `whole-call.mjs play LOOP WARM
// RUNS` plays.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { plainLoop } from './loops/plain.mjs';
import { reflectLoop } from './loops/reflect.mjs';
import { answersOf, callsOf, instantModel } from './workload.mjs';

/** No goal: what it cost when it was measured last, and some. */
const MOST = 210_000;
const WITHOUT_CLOCK = ['--predictable', '--random-seed=1', '--hash-seed=1'];
const [REFLECTIONS, BYTES] = [10, 1024];

/** Instructions of a process that plays so many runs after the first ones. */
async function instructions(loop, warm, runs) {
  const valgrind = [
    '--tool=cachegrind',
    '--cache-sim=no',
    '--smc-check=all-non-file',
    '--cachegrind-out-file=/dev/null',
    process.execPath,
  ];
  const play = [...WITHOUT_CLOCK, fileURLToPath(import.meta.url), 'play', loop, String(warm), String(runs)];
  const { stderr } = await promisify(execFile)('valgrind', [...valgrind, ...play]);
  return Number(/I +refs: +([\d,]+)/.exec(stderr)[1].replaceAll(',', ''));
}

/** One after the other: other tests run beside this. */
async function each(loop, warm, runs) {
  const few = await instructions(loop, warm, 0);
  const many = await instructions(loop, warm, runs);
  return Math.round((many - few) / (runs * callsOf(REFLECTIONS)));
}

const [mode, loop, warm, runs] = process.argv.slice(2);
if (mode === 'play') {
  const answers = answersOf(BYTES);
  const settings = { maxReflections: REFLECTIONS, advanced: { judgeLast: false, select: 'latest' } };
  const run = loop === 'plain' ? (model) => plainLoop(model, { maxReflections: REFLECTIONS }) : reflectLoop(settings);
  for (let at = 0; at < Number(warm) + Number(runs); at++) await run(instantModel(answers));
} else if (mode === '--quick') {
  report(await each('reflect', 400, 400));
} else {
  const ours = await each('reflect', 1_000, 400);
  report(ours, `; a plain loop ${await each('plain', 1_000, 400)}`);
}

function report(ours, plain = '') {
  console.log(`${ours} instructions a whole model call in Node ${process.versions.node} (cap ${MOST})${plain}`);
  if (!(ours <= MOST)) process.exit(1);
}
