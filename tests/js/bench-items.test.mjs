// The parts of `cargo xtask bench items` that need no model: the tasks, their grading, the checks, the intervals.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formVerifier, isRight, oracle } from '../bench/items/grade.mjs';
import { makeItems } from '../bench/items/items.mjs';
import { wilson } from '../bench/items/report.mjs';

const sum = { kind: 'sum', input: 'What is 47 + 38?', answer: 85, given: [47, 38] };
const count = { kind: 'count', input: 'How many e in tree?', answer: 2, given: 'tree' };
const sort = { kind: 'sort', input: 'Sort 9, 4, 7.', answer: [4, 7, 9], given: [9, 4, 7] };
const anna = { name: 'Anna', age: 34 };
const json = { kind: 'json', input: 'Anna is 34.', answer: anna, given: anna };

/** What a text is graded, and what the check of form says of it. */
const texts = [
  [sum, '85', true, true],
  [sum, '47 + 38 = 85.', true, false],
  [sum, '86', false, true],
  [sum, '12', false, false],
  [sum, '85 is the sum of 47 and 38', false, false],
  [sum, '85.5', false, false],
  [sum, '-85', false, false],
  [sum, '', false, false],
  [count, '2', true, true],
  [count, '3', false, true],
  [count, '5', false, false],
  [count, 'two', false, false],
  [sort, '4, 7, 9', true, true],
  [sort, '9, 4, 7\nSorted: 4,7,9\nDone.', true, false],
  [sort, '4-7-9', true, false],
  [sort, '9, 7, 4', false, true],
  [sort, '4, 7', false, false],
  [sort, '4, 7, 9, 9', false, false],
  [json, '{"age": 34, "name": "Anna"}', true, true],
  [json, '```json\n{"name": "Anna", "age": 34}\n```', true, false],
  [json, '{"name": "Anna", "age": 35}', false, true],
  [json, '{"name": "Anna", "age": "34"}', false, false],
  [json, '{"name": "Anna", "age": 34, "city": "Rome"}', false, false],
  [json, '[34]', false, false],
  [json, 'null', false, false],
];

test('answers are graded by what they say, and checked by how they say it', () => {
  for (const [item, text, right, formed] of texts) {
    assert.equal(isRight(item, text), right, `${item.kind}: ${text}`);
    assert.equal(oracle(item)(text).passed, right);
    const { passed, issues } = formVerifier(item)(text);
    assert.equal(passed, formed, `${item.kind}: ${text}`);
    assert.equal(issues.length === 0, formed);
  }
});

test('items follow from the seed, and their own answers are right and well formed', () => {
  const items = makeItems(60);
  assert.deepEqual(items, makeItems(60));
  assert.notDeepEqual(items, makeItems(60, 2));
  assert.deepEqual(items.slice(0, 30), makeItems(30));
  assert.deepEqual([...new Set(items.map(({ kind }) => kind))].toSorted(), ['count', 'json', 'sort', 'sum']);
  for (const item of items) {
    const text = item.kind === 'json' ? JSON.stringify(item.answer) : String(item.answer);
    assert.ok(isRight(item, text), item.name);
    assert.deepEqual(formVerifier(item)(text).issues, [], item.name);
  }
});

test('a check of form knows no answer: it passes wrong ones of the right form', () => {
  const wrong = { sum: (a) => a + 1, count: (a) => a + 1, sort: (a) => a.toReversed(), json: (a) => ({ ...a, name: 'Nobody' }) };
  for (const item of makeItems(60)) {
    const other = wrong[item.kind](item.answer);
    const text = item.kind === 'json' ? JSON.stringify(other) : String(other);
    assert.ok(formVerifier(item)(text).passed, item.name);
    assert.ok(!isRight(item, text), item.name);
  }
});

test('intervals are those of Wilson', () => {
  const rounded = (hits, of) => wilson(hits, of).map((bound) => Number(bound.toFixed(4)));
  assert.deepEqual(rounded(5, 10), [0.2366, 0.7634]);
  assert.deepEqual(rounded(0, 10), [0, 0.2775]);
  assert.deepEqual(rounded(60, 60), [0.9398, 1]);
  assert.deepEqual(rounded(0, 0), [0, 1]);
});
