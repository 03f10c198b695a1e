// Times contestants side by side: each round lets every one of them work for a while, in turning order, so that what else the machine
// does in a round falls on all of them. Ratios are taken inside a round; what is told is the median over the rounds.

/**
 * Seconds of one unit of work of each contestant, round by round.
 *
 * @param contestants by name: an async function that does some work and returns how many units it did
 */
export async function interleaved(contestants, { rounds, ms }) {
  const names = Object.keys(contestants);
  const seconds = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await turn(contestants[name], ms * 2); // warm: compiled and cached before it counts
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(at + round) % names.length];
      seconds[name].push(await turn(contestants[name], ms));
    }
  }
  return seconds;
}

async function turn(work, ms) {
  globalThis.gc?.();
  const begin = performance.now();
  let units = 0;
  let now = begin;
  do {
    units += await work();
    now = performance.now();
  } while (now - begin < ms);
  return (now - begin) / 1000 / units;
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
