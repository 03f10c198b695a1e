// `cargo xtask bench guarantee`: how often a promised error is broken, in worlds whose error is known and in splits of public logs.
//
//   node guarantee.mjs [--worlds N] [--splits N]

import { parseArgs } from 'node:util';
import { drift, guarantee } from 'reflect-engine/measure';
import { numbers } from '../random.mjs';
import { LOGS, trySplit } from './guarantee/logs.mjs';
import { errorFrom, KINDS, labelsOf } from './guarantee/worlds.mjs';
import { table, wilson } from './items/report.mjs';
import { wholeNumber } from './table.mjs';

const { values } = parseArgs({ options: { worlds: { type: 'string' }, splits: { type: 'string' } } });
const worlds = wholeNumber('worlds', values.worlds ?? '200', 100_000);
const splits = wholeNumber('splits', values.splits ?? '2000', 100_000);

const percent = (share) => (Number.isNaN(share) ? '' : `${(100 * share).toFixed(1)} %`);
const share = (count, of) => {
  const [low, high] = wilson(count, of);
  return of === 0 ? '' : `${percent(count / of)} (${percent(low)} to ${percent(high)})`;
};

console.log(`${worlds} worlds of each kind; at most 10 % wrong is promised, with a confidence of 95 %\n`);
const kinds = Object.entries(KINDS).map(([kind, make]) => {
  const random = numbers(53);
  let [abstained, broken, naive, alarms, missed, promised] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < worlds; at += 1) {
    const world = make(random);
    const promise = guarantee(labelsOf(random, world.levels, world.labels, world), { wrong: 0.1 });
    // Labels of single drafts, for a loop that revises until its judge is pleased.
    const single = world.single && guarantee(labelsOf(random, world.single, world.labels), { wrong: 0.1 });
    if (single && errorFrom(world.levels, single.threshold) > 0.1) naive += 1;
    if (promise === undefined) {
      abstained += 1;
      continue;
    }
    promised += 1;
    if (errorFrom(world.levels, promise.threshold) > 0.1) broken += 1;
    if (drift(promise, labelsOf(random, world.levels, world.labels, world)).alarm) alarms += 1;
    if (world.later && !drift(promise, labelsOf(random, world.later, world.labels, world)).alarm) missed += 1;
  }
  const noticed = kind === 'drift' ? percent(1 - missed / promised) : '';
  const wrongly = kind === 'revised to please' ? percent(naive / worlds) : '';
  return [kind, percent(abstained / worlds), share(broken, worlds), percent(alarms / promised), noticed, wrongly];
});
const heads = [
  'world',
  'no promise',
  'broken',
  'false alarms of drift',
  'drift noticed',
  'broken, had single drafts been labelled',
];
console.log(`${table([heads, ...kinds])}\n`);

console.log(`${splits} splits of public logs; a confidence of 95 %\n`);
const logs = Object.entries(LOGS).map(([name, log]) => {
  const { wrong, labels: count } = log;
  const [groups, random] = [log.groups(), numbers(53)];
  let [abstained, above, beyond, luck] = [0, 0, 0, 0];
  const [errors, shares] = [[], []];
  for (let at = 0; at < splits; at += 1) {
    const { isLucky, accepted, error, found } = trySplit(groups, log, random);
    if (isLucky) luck += 1;
    if (accepted === undefined) {
      abstained += 1;
      continue;
    }
    errors.push(error);
    shares.push(found);
    if (error > wrong) above += 1;
    if (error > wrong + 1.645 * Math.sqrt((wrong * (1 - wrong)) / accepted)) beyond += 1;
  }
  const mean = (all) => percent(all.reduce((sum, one) => sum + one, 0) / all.length);
  return [
    name,
    `${count}, ${wrong}`,
    percent(abstained / splits),
    share(above, splits),
    percent(beyond / splits),
    mean(errors),
    mean(shares),
    percent(luck / splits),
  ];
});
console.log(
  table([
    [
      'log',
      'labels, wrong',
      'no promise',
      'above it in the rest',
      'beyond its binomial error',
      'wrong there',
      'right ones accepted',
      'shuffled: promised',
    ],
    ...logs,
  ]),
);
