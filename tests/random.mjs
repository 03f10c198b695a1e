// Numbers by chance that a seed repeats, for programs that make many cases.

/** From 0 up to 1 (mulberry32). */
export function numbers(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Whole numbers below a limit. */
export function wholeNumbers(seed) {
  const next = numbers(seed);
  return (limit) => Math.floor(next() * limit);
}

/** A list in an order by chance (Fisher and Yates). */
export function shuffle(list, next) {
  const order = [...list];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}
