// `cargo xtask bench code`: strategies on code tasks. The examples of a task are the verifier; how many returned drafts pass the hidden
// tests is the figure. Beside them what a user writes in ten minutes.
//
//   node code.mjs [--pool FILE | --revisions-work | --revisions-never] [--seeds N] [--only NAME,NAME]
//   node code.mjs --live (--gguf FILE | --base-url URL --model NAME) [--tasks N] [--seeds N] [--only NAME,NAME]
//
// A pool has what a model's drafts, revisions and critiques came to; without `--pool` it is the one in the logs beside the checkout. Two
// are made: in one each revision mends a fault, in the other none does. `--live` has a model write the forty tasks in code/tasks.jsonl.

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { tasks as forty, live, liveModel } from './code/live.mjs';
import { common, play } from './code/play.mjs';
import { mending, readPool, stubborn } from './code/pool.mjs';
import { CALLS, ways } from './code/ways.mjs';
import { table, wilson } from './items/report.mjs';
import { chosen, wholeNumber } from './table.mjs';

const LOGGED = new URL('../../../shared/replay/humaneval_qwen05.jsonl', import.meta.url);
const BASE = 'fifteen lines';
const { values } = parseArgs({
  options: {
    pool: { type: 'string' },
    'revisions-work': { type: 'boolean' },
    'revisions-never': { type: 'boolean' },
    live: { type: 'boolean' },
    gguf: { type: 'string' },
    'base-url': { type: 'string' },
    model: { type: 'string' },
    tasks: { type: 'string', default: `${forty.length}` },
    seeds: { type: 'string' },
    only: { type: 'string' },
  },
});
const seeds = wholeNumber('seeds', values.seeds ?? (values.live ? '1' : '20'), 1_000);
const names = [...new Set([BASE, ...chosen(ways, values.only)])];
const { tasks, start, close, about } = await (values.live ? fromModel() : fromPool());
const figures = new Map();
for (const name of names) {
  figures.set(name, await played(name));
  if (values.live) console.error(`${name}: ${row(name, figures.get(name)).slice(1).join('  ')}`);
}
await close();
console.log(`${about}; ${tasks.length} tasks, ${seeds} seeds, at most ${CALLS} calls a task\n`);
console.log(
  table([
    ['', 'pass %', `above ${BASE}`, 'calls', 'accepted %', 'right of accepted %', 'looks at failed drafts'],
    ...Object.keys(ways).flatMap((name) => (names.includes(name) ? [row(name, figures.get(name))] : [])),
  ]),
);
console.log(`\n±: 95 % interval, over ${seeds > 1 ? 'seeds' : 'tasks'}; looks at failed drafts: critique calls a task`);

function fromPool() {
  const made = values['revisions-work'] ? mending() : values['revisions-never'] ? stubborn() : undefined;
  const file = values.pool ?? fileURLToPath(LOGGED);
  const tasks = made ?? readPool(file);
  const pool = common(tasks);
  const about = made === undefined ? file.split('/').at(-1) : 'a made pool';
  return { tasks, start: (task, seed) => play(task, pool, seed), close: async () => {}, about };
}

async function fromModel() {
  const { ask, close, about } = await liveModel(values);
  const tasks = forty.slice(0, wholeNumber('tasks', values.tasks, forty.length));
  return { tasks, start: (task, seed) => live(task, ask, seed), close, about };
}

/** Sums over the tasks, for each seed. */
async function played(name) {
  const bySeed = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const sum = { right: 0, accepted: 0, rightOfAccepted: 0, calls: 0, looksAtFailed: 0 };
    for (const task of tasks) {
      const one = start(task, seed);
      const { output, accepted } = await ways[name](one, seed);
      const right = await one.worth(output);
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
  const share = (sums, key) => sums.map((sum) => sum[key] / tasks.length);
  const right = share(all, 'right').map((one) => 100 * one);
  const base = share(figures.get(BASE), 'right').map((one) => 100 * one);
  const [accepted, both] = ['accepted', 'rightOfAccepted'].map((key) => all.reduce((sum, one) => sum + one[key], 0));
  return [
    name,
    interval(right),
    name === BASE
      ? ''
      : interval(
          right.map((one, at) => one - base[at]),
          false,
        ),
    mean(share(all, 'calls')).toFixed(2),
    ((100 * accepted) / (seeds * tasks.length)).toFixed(1),
    accepted === 0 ? '-' : ((100 * both) / accepted).toFixed(1),
    mean(share(all, 'looksAtFailed')).toFixed(2),
  ];
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Mean over seeds, and what it may be off by; of one seed by the number of tasks, where it is a share of them. */
function interval(numbers, isShare = true) {
  const middle = mean(numbers);
  if (seeds === 1) {
    const [low, high] = wilson((middle * tasks.length) / 100, tasks.length);
    return isShare ? `${middle.toFixed(1)} (${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)})` : middle.toFixed(1);
  }
  const variance = numbers.reduce((sum, number) => sum + (number - middle) ** 2, 0) / (numbers.length - 1);
  return `${middle.toFixed(1)} ±${(1.96 * Math.sqrt(variance / numbers.length)).toFixed(1)}`;
}
