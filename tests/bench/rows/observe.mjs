// What it costs to count a run in a monitor, against the run: a draft, one revision, two critiques. CPU time, all threads.

import { ReflectEngine } from 'reflect-engine';
import { LoopMonitor } from 'reflect-engine/monitor';
import { scriptedModel } from 'reflect-engine/testing';
import { cpuSeconds, interleaved, median, ratio } from '../measure.mjs';
import { time, times } from '../table.mjs';
import { answersOf, CRITIQUE, QUESTION } from '../workload.mjs';

const MOST = 0.5;
/** Runs of one piece of work. */
const RUNS = 50;
const ACCEPTANCE = JSON.stringify({ score: 9, issues: [], suggestion: '', needs_revision: false });

export async function observe({ rounds, ms }) {
  const engine = new ReflectEngine();
  const [first, second] = answersOf(1_000);
  const run = () => engine.run({ input: QUESTION, model: scriptedModel([first, CRITIQUE, second, ACCEPTANCE]) });
  let results = [];
  const contestants = {
    run: async () => {
      results = [];
      for (let n = 0; n < RUNS; n++) results.push(await run());
      return RUNS;
    },
    observe: async () => {
      const monitor = new LoopMonitor();
      for (const result of results) monitor.observe(result);
      monitor.free();
      return RUNS;
    },
  };
  const seconds = await interleaved(contestants, { rounds, ms, warm: 1_000, clock: cpuSeconds });
  const share = ratio(seconds.observe, seconds.run);
  return [
    { section: 'A monitor (CPU)' },
    { what: 'a run of four calls', measured: time(median(seconds.run)) },
    {
      what: 'monitor.observe',
      target: `≤ ${times(MOST)}`,
      measured: time(median(seconds.observe)),
      ratio: times(share),
      met: share <= MOST,
    },
  ];
}
