// `cargo xtask bench code`: strategies on code tasks whose drafts, revisions and critiques a real model wrote before. The examples of a
// task are the verifier; how many returned drafts pass the hidden tests is the figure. Beside them what a user writes in ten minutes.
//
//   node code.mjs [--pool FILE] [--revisions-work | --revisions-never] [--seeds N] [--only NAME,NAME]
//
// Without `--pool` the logs beside the checkout are played. The other two are made pools: in one each revision mends a fault, in the
// other none does.

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { common, play } from './code/play.mjs';
import { mending, readPool, stubborn } from './code/pool.mjs';
import { CALLS, ways } from './code/ways.mjs';
import { table } from './items/report.mjs';
import { chosen } from './table.mjs';

const LOGGED = new URL('../../../shared/replay/humaneval_qwen05.jsonl', import.meta.url);
const { values } = parseArgs({
  options: {
    pool: { type: 'string' },
    'revisions-work': { type: 'boolean' },
    'revisions-never': { type: 'boolean' },
    seeds: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
});
const seeds = Number(values.seeds);
if (!Number.isInteger(seeds) || seeds < 2 || seeds > 1_000)
  throw new Error(`--seeds must be a whole number from 2 to 1000, not ${values.seeds}`);
const tasks = values['revisions-work']
  ? mending()
  : values['revisions-never']
    ? stubborn()
    : readPool(values.pool ?? fileURLToPath(LOGGED));
const pool = common(tasks);
const names = chosen(ways, values.only);
const BASE = 'fifteen lines';

const figures = new Map();
for (const name of new Set([BASE, ...names])) figures.set(name, await played(name));
console.log(`${tasks.length} tasks, ${seeds} seeds, at most ${CALLS} calls a task; ±: 95 % interval over seeds\n`);
console.log(
  table([
    ['', 'pass %', `above ${BASE}`, 'calls', 'accepted %', 'right of accepted %', 'looks at failed drafts'],
    ...names.map((name) => row(name, figures.get(name))),
  ]),
);

/** Figures of each seed. */
async function played(name) {
  const bySeed = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const sum = { right: 0, accepted: 0, rightOfAccepted: 0, calls: 0, looksAtFailed: 0 };
    for (const task of tasks) {
      const one = play(task, pool, seed);
      const { output, accepted } = await ways[name](one, seed);
      const right = one.worth(output);
      sum.right += right;
      sum.accepted += accepted;
      sum.rightOfAccepted += accepted && right;
      sum.calls += one.tally.calls;
      sum.looksAtFailed += one.tally.looksAtFailed;
    }
    bySeed.push(sum);
  }
  return bySeed;
}

function row(name, all) {
  const share = (each) => all.map((sum) => each(sum) / tasks.length);
  const right = share(({ right }) => 100 * right);
  const base = figures.get(BASE).map((sum) => (100 * sum.right) / tasks.length);
  const [accepted, both] = ['accepted', 'rightOfAccepted'].map((key) => all.reduce((sum, one) => sum + one[key], 0));
  return [
    name,
    interval(right),
    interval(right.map((share, at) => share - base[at])),
    mean(share(({ calls }) => calls)).toFixed(2),
    ((100 * accepted) / (all.length * tasks.length)).toFixed(1),
    accepted === 0 ? '-' : ((100 * both) / accepted).toFixed(1),
    mean(share(({ looksAtFailed }) => looksAtFailed)).toFixed(2),
  ];
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Mean over seeds, and what it may be off by. */
function interval(numbers) {
  const middle = mean(numbers);
  const variance = numbers.reduce((sum, number) => sum + (number - middle) ** 2, 0) / (numbers.length - 1);
  return `${middle.toFixed(1)} ±${(1.96 * Math.sqrt(variance / numbers.length)).toFixed(1)}`;
}
