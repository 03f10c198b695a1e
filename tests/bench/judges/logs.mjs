// Logs, and shares of what is in them: what belongs to one task is not independent, so tasks are what an interval counts.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The lines of a log in this folder. */
export function linesOf(name) {
  const text = gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, import.meta.url))).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/**
 * A share of things, from the counts of each task, with its 95 % interval: that of a ratio whose tasks are drawn by chance.
 * @param {{ hits: number, of: number }[]} tasks
 */
export function shareOf(tasks) {
  const counted = tasks.filter(({ of }) => of > 0);
  const sum = (key) => counted.reduce((all, task) => all + task[key], 0);
  const [hits, of] = [sum('hits'), sum('of')];
  const value = hits / of;
  const squares = counted.reduce((all, task) => all + (task.hits - value * task.of) ** 2, 0);
  const half = (1.959964 * Math.sqrt((squares * counted.length) / Math.max(1, counted.length - 1))) / of;
  return { value, of, half };
}

/** Lists of what has the same key. */
export function groupsBy(list, keyOf) {
  const groups = new Map();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups.values()];
}

/** `81.0 ± 3.4`, in percent. */
export function percent({ value, half }) {
  return `${(100 * value).toFixed(1)} ± ${(100 * half).toFixed(1)}`;
}
