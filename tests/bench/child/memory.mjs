// Bytes of resident memory after each tenth of `memory.mjs RUNS` runs on one engine, as JSON. Needs --expose-gc.

import { reflectLoop } from '../loops/reflect.mjs';
import { answersOf, instantModel } from '../workload.mjs';

const AT_ONCE = 50;
const runs = Number(process.argv[2]);
const answers = answersOf(1024);
const reflect = reflectLoop({ maxReflections: 1 });

const resident = [];
for (let tenth = 0; tenth < 10; tenth++) {
  for (let run = 0; run < runs / 10; run += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => reflect(instantModel(answers))));
  }
  // Twice, with a turn of the event loop for what is freed by finalizers.
  for (let sweep = 0; sweep < 2; sweep++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  resident.push(process.memoryUsage().rss);
}
console.log(JSON.stringify(resident));
