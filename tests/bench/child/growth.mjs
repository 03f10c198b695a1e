// CPU seconds of the 2nd and of the 100th reflection of a run under the default strategy, round by round, as JSON: `growth.mjs ROUNDS`. The
// drafts are random words, or differ in their digits alone.
//
// A reflection lasts from the request for one critique to the request for the next.

import { reflectLoop } from '../loops/reflect.mjs';
import { cpuSeconds, median } from '../measure.mjs';
import { CRITIQUE } from '../workload.mjs';

const LAST = 100;
/** Runs before it counts, and runs of one round. */
const WARM = 10;
const RUNS = 5;
const LETTERS = 1020;

const rounds = Number(process.argv[2]);
// The last draft is judged too, so that the 100th reflection ends with a request like every other.
const reflect = reflectLoop({ maxReflections: LAST, budget: { maxCalls: 1000 }, advanced: { judgeLast: true } });
/** A draft that came before is not judged again: none comes twice. Those with digits have the same digits but for their order. */
const DRAFTS = { digits: (n) => 'x'.repeat(LETTERS) + String(n).padStart(3, '0') + String(999 - n).padStart(3, '0'), words };
const found = {};
for (const [kind, make] of Object.entries(DRAFTS)) {
  const drafts = Array.from({ length: LAST + 2 }, (_, n) => make(n));
  const [second, hundredth] = [[], []];
  for (let run = 0; run < WARM; run++) await critiqueTimes(drafts);
  for (let round = 0; round < rounds; round++) {
    const [early, late] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      const times = await critiqueTimes(drafts);
      if (times.length <= LAST) throw new Error(`it asked for ${times.length} critiques`);
      // Three neighbours each, since a single one is too short for the clock.
      for (const at of [0, 1, 2]) early.push(times[at + 1] - times[at]);
      for (const at of [LAST - 3, LAST - 2, LAST - 1]) late.push(times[at + 1] - times[at]);
    }
    second.push(median(early));
    hundredth.push(median(late));
  }
  found[kind] = { second, hundredth };
}
console.log(JSON.stringify(found));

/** When each critique was asked for. */
async function critiqueTimes(drafts) {
  const times = [];
  let next = 0;
  await reflect(({ purpose }) => {
    if (purpose !== 'critique') return drafts[next++];
    times.push(cpuSeconds());
    return CRITIQUE;
  });
  return times;
}

/** Words of a generator that this number seeds. */
function words(n) {
  let state = n + 1;
  let text = '';
  while (text.length < LETTERS) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += `${state.toString(36)} `;
  }
  return text;
}
