// Times contestants side by side: each round lets every one of them work for a while, in turning order, so that what else the machine
// does in a round falls on all of them. Ratios are taken inside a round; what is told is the median over the rounds.

/**
 * Seconds of one unit of work of each contestant, round by round.
 *
 * @param contestants by name: an async function that does some work and returns how many units it did
 * @param plan `ms` a turn; `warm` units before it counts; `clock` gives the seconds of both
 */
export async function interleaved(contestants, { rounds, ms, warm = 0, clock = wallSeconds }) {
  const names = Object.keys(contestants);
  const seconds = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await turn(contestants[name], { ms, least: warm, clock });
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(at + round) % names.length];
      seconds[name].push(await turn(contestants[name], { ms, least: 0, clock }));
    }
  }
  return seconds;
}

async function turn(work, { ms, least, clock }) {
  // No forced collection here: it would also throw away compiled code that the next turn needs.
  const begin = clock();
  let units = 0;
  let spent = 0;
  do {
    units += await work();
    spent = clock() - begin;
  } while (spent < ms / 1000 || units < least);
  return spent / units;
}

function wallSeconds() {
  return performance.now() / 1000;
}

/** What this process has computed so far, all threads: what others do on the machine does not count. */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median over the rounds of `ours / theirs` in the same round. */
export function ratio(ours, theirs) {
  return median(ours.map((value, round) => value / theirs[round]));
}
