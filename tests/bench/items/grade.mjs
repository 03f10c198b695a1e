// Whether an answer is right, and what a check can say of it that does not know the right one.

import { isDeepStrictEqual } from 'node:util';

/**
 * Strict in what counts and fair in how it is said: talk around the answer is forgiven. Of a number the last one in the text counts, of a
 * list the last line with numbers, of JSON what is from the first brace to the last.
 *
 * @param {import('./items.mjs').Item} item
 * @param {string} text
 */
export function isRight({ kind, answer }, text) {
  if (kind === 'json') return isDeepStrictEqual(objectIn(text), answer);
  if (kind === 'sort')
    return isDeepStrictEqual(
      text
        .split('\n')
        .map(numbersIn)
        .findLast((line) => line.length > 0),
      answer,
    );
  return numbersIn(text).at(-1) === answer;
}

/**
 * A verifier of form and of what the question gives away: it never works the answer out.
 *
 * @param {import('./items.mjs').Item} item
 * @returns {import('reflect-engine').Verifier}
 */
export function formVerifier(item) {
  return (draft) => {
    const issues = faultsOf(item, draft.trim());
    return { passed: issues.length === 0, issues };
  };
}

/**
 * A verifier that knows the answer, and says no more than right or wrong: what no check in the world outdoes.
 *
 * @param {import('./items.mjs').Item} item
 * @returns {import('reflect-engine').Verifier}
 */
export function oracle(item) {
  return (draft) => (isRight(item, draft) ? { passed: true } : { passed: false, issues: ['the answer is wrong'] });
}

function faultsOf({ kind, given }, text) {
  if (kind === 'json') return objectFaults(given, text);
  const numbers = numbersIn(text);
  if (kind === 'sort') {
    const faults = /^\d+(, ?\d+)*$/.test(text) ? [] : ['the answer must be the numbers alone, with commas between them'];
    const same = isDeepStrictEqual(numbers.toSorted(ascending), given.toSorted(ascending));
    return same ? faults : [...faults, `the answer must hold each of the ${given.length} numbers of the question once`];
  }
  if (!/^\d+$/.test(text)) return ['the answer must be one whole number and nothing else'];
  const [number] = numbers;
  if (kind === 'count') return number <= given.length ? [] : ['a word has no more of a letter than it has letters'];
  return number > Math.max(...given) ? [] : ['a sum of positive numbers is more than each of them'];
}

/** Keys and types, which the question names; the values it does not compare. */
function objectFaults(shape, text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return ['the answer must be one JSON object and nothing else, without a code fence'];
  }
  if (found === null || typeof found !== 'object' || Array.isArray(found)) return ['the answer must be a JSON object'];
  const wrong = Object.keys(shape).filter((key) => typeof found[key] !== typeof shape[key]);
  const extra = Object.keys(found).filter((key) => !(key in shape));
  return [
    ...wrong.map((key) => `the key "${key}" must be a ${typeof shape[key]}`),
    ...extra.map((key) => `the key "${key.slice(0, 40)}" was not asked for`),
  ];
}

function objectIn(text) {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

function numbersIn(text) {
  return (text.match(/((?<!\d)-)?\d+(\.\d+)?/g) ?? []).map(Number);
}

function ascending(a, b) {
  return a - b;
}
