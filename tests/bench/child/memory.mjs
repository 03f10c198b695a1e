// Bytes of memory, as JSON: `memory.mjs RUNS`. Needs --expose-gc.

import { setTimeout as sleep } from 'node:timers/promises';
import { ReflectEngine } from 'reflect-engine';
import { reflectLoop } from '../loops/reflect.mjs';
import { answersOf, instantModel } from '../workload.mjs';

const AT_ONCE = 50;
const OPEN = 2_000;
const SUSPENDED = 10_000;
const runs = Number(process.argv[2]);
const answers = answersOf(1024);
const never = () => new Promise(() => {});

const reflect = reflectLoop({ maxReflections: 1 });
const some = async (count, task) => {
  for (let run = 0; run < count; run += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => reflect(instantModel(answers), task)));
  }
};

await some(10_000);
const before = await settled();
const open = new AbortController();
const going = Array.from({ length: OPEN }, () => reflect(never, { signal: open.signal }));
const openRun = ((await settled()).all - before.all) / OPEN;
open.abort();
await Promise.allSettled(going);

const resident = [];
for (let tenth = 0; tenth < 10; tenth++) {
  await some(runs / 10);
  resident.push((await settled()).rss);
}

const settledHeap = (await settled()).all;
await some(30_000, { signal: new AbortController().signal });
const oneSignal = (await settled()).all - settledHeap;

// Runs of which a durable host has nothing to say any more: nobody holds them.
const tasks = [];
const engine = new ReflectEngine();
for (let run = 0; run < SUSPENDED; run++) {
  const task = { input: 'q', model: () => 'a', durable: { run: never } };
  tasks.push(new WeakRef(task.durable));
  engine.run(task);
  if (run % AT_ONCE === 0) await sleep(0);
}
const suspended = (await settled()).all - settledHeap;
const left = tasks.filter((task) => task.deref() !== undefined).length;

console.log(JSON.stringify({ openRun, resident, oneSignal, suspended, left }));

/** What is left of heap and buffers once a few collections found nothing more; twice, with a turn for what finalizers free. */
async function settled() {
  for (let sweep = 0; sweep < 3; sweep++) {
    globalThis.gc();
    await sleep(50);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, all: heapUsed + external };
}
