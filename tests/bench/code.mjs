// `cargo xtask bench code`: strategies on code tasks. The examples of a task are the verifier; how many returned drafts pass the hidden
// tests is the figure. Beside them what a user writes in ten minutes.
//
//   node code.mjs [--seeds N]
//   node code.mjs --pool (NAME | FILE) [--seeds N] [--only NAME,NAME]
//   node code.mjs --live (--gguf FILE | --base-url URL --model NAME) [--tasks N] [--seeds N] [--only NAME,NAME]
//
// A pool has what a model's drafts, revisions and critiques came to. Without `--pool` all of code/pools and the made ones are played by the
// two loops and by the engine, one table for all; with it every way is. `--live` has a model write the forty tasks in code/tasks.jsonl.

import { parseArgs } from 'node:util';

import { tasks as forty, live, liveModel } from './code/live.mjs';
import { common, play } from './code/play.mjs';
import { allPools, readPool } from './code/pool.mjs';
import { CALLS, unlearned, ways } from './code/ways.mjs';
import { table, wilson } from './items/report.mjs';
import { chosen, wholeNumber } from './table.mjs';

const BASE = 'fifteen lines';
/** In the table of all pools: two loops, one engine, and a new one for each task. */
const [DRAW, REPAIR, ONE, APART] = [BASE, 'repair loop', 'keep-best', 'keep-best apart'];
const { values } = parseArgs({
  options: {
    pool: { type: 'string' },
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
await (values.live || values.pool !== undefined || values.only !== undefined ? everyWay() : everyPool());

/** A table of all ways, on one pool or with a model. */
async function everyWay() {
  const names = [...new Set([BASE, ...chosen(ways, values.only)])];
  const { tasks, start, close, about } = await (values.live ? fromModel() : fromPool(values.pool ?? 'qwen05'));
  const figures = new Map();
  const shown = (name) => row(name, figures.get(name), figures.get(BASE), tasks);
  for (const name of names) {
    figures.set(name, await played(ways[name], tasks, start));
    if (values.live) console.error(`${name}: ${shown(name).slice(1).join('  ')}`);
  }
  await close();
  console.log(`${about}; ${tasks.length} tasks, ${seeds} seeds, at most ${CALLS} calls a task\n`);
  console.log(
    table([
      ['', 'pass %', `above ${BASE}`, 'calls', 'accepted %', 'right of accepted %', 'looks at failed drafts'],
      ...Object.keys(ways).flatMap((name) => (names.includes(name) ? [shown(name)] : [])),
    ]),
  );
  console.log(`\n±: 95 % interval, over ${seeds > 1 ? 'seeds' : 'tasks'}; looks at failed drafts: critique calls a task`);
}

/** A table of all pools: the two loops, and the engine beside the better of them. */
async function everyPool() {
  const rows = [['pool', 'draw again', 'calls', 'repair', 'calls', 'one engine', 'calls', 'above the better', 'a new engine', 'calls']];
  for (const name of Object.keys(allPools())) {
    const { tasks, start } = fromPool(name);
    const sums = {};
    // Engines that have seen nothing of another pool.
    const fresh = unlearned();
    for (const way of [DRAW, REPAIR, ONE, APART]) sums[way] = await played(fresh[way], tasks, start);
    const right = (way) => sums[way].map((sum) => (100 * sum.right) / tasks.length);
    const better = mean(right(DRAW)) >= mean(right(REPAIR)) ? DRAW : REPAIR;
    const cells = (way) => [interval(right(way), tasks), mean(sums[way].map((sum) => sum.calls / tasks.length)).toFixed(2)];
    const above = right(ONE).map((one, at) => one - right(better)[at]);
    rows.push([name, ...cells(DRAW), ...cells(REPAIR), ...cells(ONE), interval(above, tasks, false), ...cells(APART)]);
    console.error(rows.at(-1).join('  '));
  }
  console.log(`pass %, ${seeds} seeds, at most ${CALLS} calls a task\n`);
  console.log(table(rows));
  console.log('\n±: 95 % interval over seeds');
}

function fromPool(name) {
  const made = allPools()[name];
  const tasks = made === undefined ? readPool(name) : made();
  const pool = common(tasks);
  return { tasks, start: (task, seed) => play(task, pool, seed), close: async () => {}, about: name.split('/').at(-1) };
}

async function fromModel() {
  const { ask, close, about } = await liveModel(values);
  const tasks = forty.slice(0, wholeNumber('tasks', values.tasks, forty.length));
  return { tasks, start: (task, seed) => live(task, ask, seed), close, about };
}

/** Sums over the tasks, for each seed. */
async function played(way, tasks, start) {
  const bySeed = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const sum = { right: 0, accepted: 0, rightOfAccepted: 0, calls: 0, looksAtFailed: 0 };
    for (const task of tasks) {
      const one = start(task, seed);
      const { output, accepted } = await way(one, seed);
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

function row(name, all, based, tasks) {
  const share = (sums, key) => sums.map((sum) => sum[key] / tasks.length);
  const right = share(all, 'right').map((one) => 100 * one);
  const base = share(based, 'right').map((one) => 100 * one);
  const [accepted, both] = ['accepted', 'rightOfAccepted'].map((key) => all.reduce((sum, one) => sum + one[key], 0));
  return [
    name,
    interval(right, tasks),
    name === BASE
      ? ''
      : interval(
          right.map((one, at) => one - base[at]),
          tasks,
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
function interval(numbers, tasks, isShare = true) {
  const middle = mean(numbers);
  if (seeds === 1) {
    const [low, high] = wilson((middle * tasks.length) / 100, tasks.length);
    return isShare ? `${middle.toFixed(1)} (${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)})` : middle.toFixed(1);
  }
  const variance = numbers.reduce((sum, number) => sum + (number - middle) ** 2, 0) / (numbers.length - 1);
  return `${middle.toFixed(1)} ±${(1.96 * Math.sqrt(variance / numbers.length)).toFixed(1)}`;
}
