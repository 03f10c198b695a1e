/** The few of node:assert/strict that a page needs. */
export const assert = {
  ok(value, what = 'it is false') {
    if (!value) throw new Error(what);
  },
  equal(got, expected, what = '') {
    if (!Object.is(got, expected)) throw new Error(`${what}: expected ${shown(expected)}, got ${shown(got)}`);
  },
  deepEqual(got, expected, what = '') {
    if (!same(got, expected)) throw new Error(`${what}: expected ${shown(expected)}, got ${shown(got)}`);
  },
  match(text, pattern) {
    if (!pattern.test(text)) throw new Error(`expected ${pattern}, got ${shown(text)}`);
  },
};

function same(a, b) {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return keys.length === others.length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

function shown(value) {
  return JSON.stringify(value) ?? String(value);
}
