// The longest block of the event loop, in milliseconds of CPU, of a few tries the best, as JSON: `block.mjs TRIES`.

import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { Reflector } from 'reflect-engine/research';
import { median } from '../measure.mjs';

const tries = Number(process.argv[2]);
const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 1, 22);
const AGENTS = 50;
const METRICS = ['answer_relevance', 'context_relevance', 'groundedness', 'coherence', 'faithfulness', 'context_precision'];
/** Facts that are added at once, as the docs say. */
const PART = 1_000;

const found = {};
for (const windows of [5_000, 40_000]) found[`statistics ${windows}`] = await statistics(windows);
for (const facts of [25_000, 100_000]) found[`facts ${facts}`] = await added(facts);
console.log(JSON.stringify(found));

/** Of the statistics of all agents. */
async function statistics(windows) {
  const evals = new EvalTracker({ store: memoryStore(), now: () => NOW, regressions: false, maxQueue: windows });
  for (let n = 0; n < windows; n += 1) {
    const scores = Object.fromEntries(METRICS.map((metric, at) => [metric, ((n * 7 + at) % 100) / 100]));
    evals.record({ agentId: `AGENT_${n % AGENTS}`, scores, createdAt: NOW - HOUR_MS * (1 + Math.floor(n / AGENTS)) });
  }
  await evals.flush();
  const measured = await best(() => evals.getSystemEvalStats());
  await evals.close();
  return measured;
}

/** Of facts in batches, with a turn between them. */
function added(count) {
  const facts = Array.from({ length: count }, (_, n) =>
    n % 2 ? { path: 'maker', value: `Maker ${n}`, sourceId: `s${n}` } : { path: 'price', value: n, sourceId: `s${n}` },
  );
  return best(async () => {
    const reflector = new Reflector({ maker: { type: 'text', many: false }, price: 'number' });
    for (let at = 0; at < count; at += PART) {
      reflector.add(facts.slice(at, at + PART));
      await new Promise(setImmediate);
    }
    reflector.free();
  });
}

/** The least of the longest blocks, since a collection of garbage may fall into any; and the CPU time of the work. */
async function best(work) {
  const blocks = [];
  const cpu = [];
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const before = process.cpuUsage();
    blocks.push(await longest(work));
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1_000);
  }
  return { block: Math.min(...blocks), cpu: median(cpu) };
}

async function longest(work) {
  // What others do on the machine at the same time is no block of ours.
  const cpuNow = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  let [last, most, isOver] = [cpuNow(), 0, false];
  const tick = () => {
    const now = cpuNow();
    most = Math.max(most, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isOver = true;
  await new Promise(setImmediate);
  return most;
}
