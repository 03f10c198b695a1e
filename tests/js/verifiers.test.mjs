// Built-in verifiers: tables of what is right, what is wrong, what only looks wrong, and hostile drafts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { arithmetic, jsonFences, length, matchesSchema, mustContain, mustNotContain } from 'reflect-engine/verifiers';
import { z } from 'zod';
import { refusals } from './support.mjs';

const signal = new AbortController().signal;
const say = (verifier, draft) => verifier(draft, { signal });

test('a wrong option is refused by name', async () => {
  const twice = { $defs: { a: { $id: 'https://x/y' }, b: { $id: 'https://x/y', type: 'string' } } };
  const cases = [
    [() => length({ unit: 'lines', max: 1 }), "`unit` must be one of 'characters', 'words', got \"lines\""],
    [() => length({ max: 1 }), "`unit` must be one of 'characters', 'words', got nothing"],
    [() => length({ unit: 'words' }), '`length` needs `min` or `max`'],
    [() => length({ unit: 'words', min: 2, max: 1 }), '`min` must not exceed `max`, got 2 and 1'],
    [() => length({ unit: 'words', max: 1.5 }), '`max` must be a whole number from 0, got 1.5'],
    [() => length({ unit: 'words', max: Number.NaN }), '`max` must be a whole number from 0, got NaN'],
    [() => length({ unit: 'words', min: '1' }), '`min` must be a number, got a string'],
    [() => length({ unit: 'words', maximum: 1 }), '`maximum` is not an option of length; there are min, max, unit'],
    [() => length(), 'the options of length must be an object, got nothing: write `{ … }`'],
    [() => length([]), 'the options of length must be an object, got a list: write `{ … }`'],
    [() => mustContain(''), '`mustContain` takes no empty string: every draft contains it'],
    [() => mustContain([]), '`mustContain` needs at least one string or RegExp, got an empty list'],
    [() => mustContain(3), '`mustContain` takes strings and RegExps, got 3'],
    [() => mustNotContain([/a/, null]), '`mustNotContain` takes strings and RegExps, got null'],
    [() => jsonFences({ min: -1 }), '`min` must be a whole number from 0, got -1'],
    [() => jsonFences(null), 'the options of jsonFences must be an object, got null: write `{ … }`'],
    [() => arithmetic({ digits: 2 }), '`digits` is not an option of arithmetic; there are none'],
    [() => arithmetic('2 + 2 = 4'), 'the options of arithmetic must be an object, got a string: write `{ … }`'],
    [() => matchesSchema('string'), '`schema` must be a Standard Schema or a JSON Schema, got "string"'],
    [() => matchesSchema(), '`schema` must be a Standard Schema or a JSON Schema, got nothing'],
    [() => matchesSchema(twice), /^`schema` cannot/],
  ];
  await refusals('invalid_settings', cases);
});

test('lengths are counted in characters as people see most of them, and in words', () => {
  const count = (text, unit) => {
    const [, found] = / (\d+) /.exec(say(length({ min: 1_000, unit }), text).issues[0]);
    return Number(found);
  };
  const cases = [
    ['', 0, 0],
    ['one two', 7, 2],
    ['  one\n\ttwo — three ', 19, 3],
    ['naïve café', 10, 2],
    ['😀 ok', 4, 1],
    ['\ud83d', 1, 0],
    ["it's 3.5 km", 11, 3],
    ['我喜欢猫', 4, 4],
    ['ひらがなカナ ok', 9, 7],
    ['- * —', 5, 0],
  ];
  for (const [text, characters, words] of cases) {
    assert.equal(count(text, 'characters'), characters, text);
    assert.equal(count(text, 'words'), words, text);
  }
  const exactly = length({ min: 2, max: 2, unit: 'words' });
  assert.deepEqual(say(exactly, 'one two'), { passed: true });
  assert.deepEqual(say(exactly, 'one'), { passed: false, issues: ['too short: 1 words, at least 2 are wanted'] });
  assert.deepEqual(say(exactly, 'one two three'), { passed: false, issues: ['too long: 3 words, at most 2 are allowed'] });
  assert.equal(say(length({ max: 0, unit: 'characters' }), '').passed, true);
});

test('wanted and unwanted texts are looked for as they stand, patterns anew each time', () => {
  const wanted = mustContain(['a.b', /\bcat\b/gi]);
  for (let turn = 0; turn < 3; turn += 1) {
    assert.deepEqual(say(wanted, 'a.b CAT'), { passed: true });
    assert.deepEqual(say(wanted, 'axb cats'), { passed: false, issues: ['must contain "a.b"', 'must contain /\\bcat\\b/gi'] });
  }
  const unwanted = mustNotContain(['TODO', /as an ai/i]);
  assert.deepEqual(say(unwanted, 'todo'), { passed: true });
  assert.deepEqual(say(unwanted, 'x\nTODO y TODO\nAs an AI'), {
    passed: false,
    issues: [
      'must not contain "TODO": line 2, column 1, "TODO"',
      'must not contain "TODO": line 2, column 8, "TODO"',
      'must not contain /as an ai/i: line 3, column 1, "As an AI"',
    ],
  });
  const sticky = /x/y;
  sticky.lastIndex = 5;
  assert.equal(say(mustContain(sticky), 'x').passed, true);
  assert.equal(say(mustContain(/(?:)/), '').passed, true);
  assert.equal(say(mustNotContain(/x*/), 'aaa').issues.length, 3);
});

test('a schema is held against the whole draft', async () => {
  for (const schema of [
    z.object({ age: z.number() }),
    { type: 'object', required: ['age'], properties: { age: { type: 'number' } } },
  ]) {
    const verifier = matchesSchema(schema);
    assert.deepEqual(await say(verifier, '{"age": 3}'), { passed: true });
    assert.deepEqual(await say(verifier, '```json\n{"age": 3}\n```'), { passed: true });
    assert.match((await say(verifier, '{"age": "3"}')).issues[0], /age: /);
    assert.match((await say(verifier, 'age: 3')).issues[0], /^the answer must be JSON and nothing else: /);
  }
});

test('fences that are marked as JSON must parse, and it is told where they do not', () => {
  const verifier = jsonFences();
  const passes = [
    'no fence',
    '```json\n{"a": [1, 2.5e3, "\\u00e9", null, true]}\n```',
    '~~~JSON title="x"\n1\n~~~',
    '````json\n"```"\n````',
    '- item\n  ```json\n  [1]\n  ```',
    '> ```json\n> {"a":\n> 1}\n> ```',
    '```js\n{a: 1,}\n```',
    '```\nnot json\n```',
    '```jsonc\n{ // x\n}\n```',
    'inline ```json {} ``` is no fence',
  ];
  for (const draft of passes) assert.deepEqual(say(verifier, draft), { passed: true }, draft);
  const broken = [
    '{"a": 1,}',
    '[1, 2,\n]',
    '{\n"a" 1}',
    "{'a': 1}",
    '{"a": NaN}',
    '{"a": 1',
    '1 2',
    '[1 2]',
    '"a\nb"',
    '"\\d"',
    '"a',
    '',
  ];
  for (const body of broken) {
    const { passed, issues } = say(verifier, `x\n\n\`\`\`json\n${body}\n\`\`\``);
    assert.deepEqual([passed, issues.length], [false, 1], body);
    assert.match(issues[0], /^the `json` code fence at line 3 does not parse: ./, body);
  }
  for (const draft of ['```json\n{}', '```json\n{}\n~~~']) {
    assert.deepEqual(say(verifier, draft), { passed: false, issues: ['the `json` code fence at line 1 is not closed'] }, draft);
  }
  assert.deepEqual(say(jsonFences({ min: 1 }), 'none').issues, ['must contain at least 1 `json` code fence, has 0']);
  assert.equal(say(verifier, '```json\nx\n```\n'.repeat(50)).issues.at(-1), 'and 40 more');
});

/** Drafts with right sums, and with wrong ones and what is told of them. */
const sums = readFileSync(new URL('../fixtures/arithmetic.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

for (const title of new Set(sums.map((sum) => sum.title))) {
  test(`sums: ${title}`, () => {
    for (const { draft, issues } of sums.filter((sum) => sum.title === title))
      assert.deepEqual(say(arithmetic(), draft), issues.length === 0 ? { passed: true } : { passed: false, issues }, draft);
  });
}

test('one line of 8 MB of list or quote marks is read without a stack overflow', () => {
  for (const mark of ['- ', '> ', '1. ']) {
    assert.equal(say(jsonFences(), mark.repeat(8_000_000 / mark.length)).passed, true, mark);
    assert.equal(say(jsonFences(), `> \`\`\`json\n${mark.repeat(8_000_000 / mark.length)}`).passed, false, mark);
  }
});

test('hostile drafts are read to the end', () => {
  const verifiers = [
    arithmetic(),
    jsonFences({ min: 1 }),
    length({ max: 1, unit: 'words' }),
    mustContain(['no such text', /no such/]),
  ];
  const numbers = ['1+', '(', '1=', '2^', '9', '1/3+', '12 * 3 = 35\n', '1 234 567 ', '2(', '5 km/', '50% of '];
  const parts = [...numbers, '*', '- ', '```json\n', '> ', ' '];
  for (const part of parts) {
    for (const lead of ['', '2 + 3 = ', '```json\n"']) {
      const draft = lead + part.repeat(100_000 / part.length);
      for (const verifier of verifiers) assert.ok((say(verifier, draft).issues ?? []).length <= 11);
    }
  }
  assert.equal(say(arithmetic(), `${'9'.repeat(50)} + 1 = 1${'0'.repeat(50)}`).passed, true);
  assert.equal(say(arithmetic(), `${'9'.repeat(50)} + 1 = 2${'0'.repeat(50)}`).passed, false);
  assert.equal(say(arithmetic(), '2^2^2^2^2^2^2^2 = 1').passed, true, 'what is too large is left alone');
});
