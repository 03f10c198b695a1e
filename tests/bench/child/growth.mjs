// Seconds of the 2nd and of the 100th reflection of a run, round by round, as JSON: `growth.mjs ROUNDS`.
//
// A reflection lasts from the request for one critique to the request for the next.

import { reflectLoop } from '../loops/reflect.mjs';
import { median } from '../measure.mjs';
import { answersOf, instantModel, isCritique } from '../workload.mjs';

const LAST = 100;
/** Runs before it counts, and runs of one round. */
const WARM = 10;
const RUNS = 5;

const rounds = Number(process.argv[2]);
// A draft that came before is not judged again.
const answers = answersOf(1024, undefined, LAST + 2);
// The last draft is judged too, so that the 100th reflection ends with a request like every other.
const reflect = reflectLoop({ maxReflections: LAST, advanced: { judgeLast: true } });
const found = { second: [], hundredth: [] };
for (let run = 0; run < WARM; run++) await critiqueTimes();
for (let round = 0; round < rounds; round++) {
  const [second, hundredth] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const times = await critiqueTimes();
    if (times.length <= LAST) throw new Error(`it asked for ${times.length} critiques`);
    // Three neighbours each, since a single one is too short for the clock.
    for (const at of [0, 1, 2]) second.push(times[at + 1] - times[at]);
    for (const at of [LAST - 3, LAST - 2, LAST - 1]) hundredth.push(times[at + 1] - times[at]);
  }
  found.second.push(median(second) / 1000);
  found.hundredth.push(median(hundredth) / 1000);
}
console.log(JSON.stringify(found));

/** When each critique was asked for. */
async function critiqueTimes() {
  const times = [];
  const model = instantModel(answers);
  let turn = 0;
  await reflect((request) => {
    if (isCritique(turn++)) times.push(performance.now());
    return model(request);
  });
  return times;
}
