// What is learned of runs by `engine.calibrate`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { numbers } from '../random.mjs';
import { refusals } from './support.mjs';

// Seeds are random, and decide in which runs a way that lost is tried again: here the number of tasks alone does.
crypto.getRandomValues = (bytes) => bytes.fill(1);

/** A run whose first draft fails, and whose next one passes. */
function played() {
  let written = 0;
  const model = () => `draft ${++written}`;
  const tests = (draft) => draft === 'draft 2' || `${draft} fails`;
  return new ReflectEngine({ advanced: { seed: 1 } }).run({ input: 'Q?', model, critic: false, verifiers: { tests } });
}

test('an engine learns from results, and says what it knows as plain JSON', async () => {
  const engine = new ReflectEngine();
  const before = engine.calibration();
  assert.deepEqual(before, { version: 1, tasks: 0, revision: [0.25, 0.75], fresh: [0.5, 1.25], informedFresh: [0.5, 1.25] });
  const result = await played();
  engine.calibrate(result);
  assert.equal(engine.calibration().tasks, 1);
  engine.calibrate([result, await played()]);
  const after = engine.calibration();
  assert.equal(after.tasks, 3);
  assert.ok(after.informedFresh[0] > before.informedFresh[0], 'a draft that was told of the failure passed');
  assert.deepEqual(JSON.parse(JSON.stringify(after)), after);
  const other = new ReflectEngine({ advanced: { calibration: after } });
  assert.deepEqual(other.calibration(), after);
});

test('what is no result is refused by name, and nothing of the list is learned', async () => {
  const engine = new ReflectEngine();
  const good = await played();
  const [first] = good.trace.drafts;
  const changed = (changes) => ({ ...good, trace: { ...good.trace, ...changes } });
  const cyclic = { ...good, critique: {} };
  cyclic.critique.self = cyclic;
  const cases = [
    ...[null, 3, 'x', {}, { drafts: 1 }].map((wrong) => [wrong, /a result must have a list/]),
    [changed({ drafts: [{ ...first, parent: Number.POSITIVE_INFINITY }] }), /^`parent` must be a finite number, got /],
    ...[cyclic, { ...good, critique: { n: 1n } }].map((wrong) => [wrong, /^a result must be plain JSON: /]),
  ];
  const both = cases.flatMap(([wrong, message]) => [wrong, [good, wrong]].map((given) => [given, message]));
  await refusals('invalid_task', both, (given) => engine.calibrate(given));
  await refusals('invalid_task', [[() => engine.calibrate(Number.NaN), 'the value must be a finite number, got NaN']]);
  assert.equal(engine.calibration().tasks, 0);
  engine.free();
  assert.throws(() => engine.calibration(), /free/);
});

test('a result with a bigint or a cycle in its object teaches all the same', async () => {
  const engine = new ReflectEngine();
  const object = { n: 1n };
  object.self = object;
  engine.calibrate({ ...(await played()), object, metadata: { loss: Number.NaN } });
  assert.equal(engine.calibration().tasks, 1);
});

/** Runs a task whose drafts all fail, but the first revision where `mends`; gives what each call was for, and the result. */
async function failing(engine, { mends = false, ...more } = {}) {
  let written = 0;
  const model = ({ purpose }) => `${purpose} ${written++}`;
  const tests = (draft) => (mends && draft.startsWith('revision')) || 'it fails';
  const result = await engine.run({ input: 'q', model, critic: false, verifiers: { tests }, ...more });
  const asked = result.trace.drafts.slice(1).map(({ parent }) => (parent === undefined ? 'anew' : 'revised'));
  return { asked, result };
}

const six = (settings) => new ReflectEngine({ maxReflections: 5, budget: { maxCalls: 6 }, ...settings });

test('an engine finds out in its own runs whether revisions help, and a run that must repeat itself is not touched by that', async () => {
  const engine = six();
  const { asked, result } = await failing(engine, { mends: true });
  assert.deepEqual(asked, ['anew', 'revised']);
  assert.deepEqual((await failing(engine, { mends: true })).asked, ['revised'], 'the second run knows');
  assert.deepEqual((await failing(engine, { mends: true, settings: { maxReflections: 4 } })).asked, ['revised']);
  const { revision, tasks } = engine.calibration();
  assert.deepEqual([revision, tasks], [[1, 0.75], 3], 'a quarter each of what three runs came to');
  for (const more of [{ settings: { advanced: { seed: 1 } } }, { durable: { run: (_, work) => work(), seed: 7 } }])
    assert.deepEqual((await failing(engine, { mends: true, ...more })).asked, asked);
  const gated = six();
  const gate = gated.gate({ input: 'q', verifiers: { tests: (draft) => draft === 'right' || 'it fails' } });
  for (const draft of ['wrong', 'worse', 'right']) await gate.submit(draft);
  assert.deepEqual((await failing(gated, { mends: true })).asked, asked, 'a gate tells of its host');
  const seeded = six({ advanced: { seed: 1 } });
  for (const _ of [1, 2]) assert.deepEqual((await failing(seeded, { mends: true })).asked, asked);
  assert.deepEqual(seeded.calibration(), six().calibration(), 'runs with a seed are not counted');
  engine.calibrate(result);
  assert.deepEqual(
    engine.calibration().revision,
    [0.5, 0.75],
    'a result that is given counts once, and not beside what was counted',
  );
});

test('one revision that fails does not end the tries, and many do', async () => {
  const engine = six();
  const tries = async () => (await failing(engine)).asked.includes('revised');
  const passesAnew = async () => {
    let written = 0;
    const model = ({ purpose }) => `${purpose} ${written++}`;
    await engine.run({ input: 'q', model, critic: false, verifiers: { tests: (draft) => draft === 'answer 3' || 'it fails' } });
  };
  await passesAnew();
  assert.deepEqual(engine.calibration().revision, [0.25, 1], 'one revision was tried, and failed');
  assert.equal(await tries(), true);
  for (let run = 0; run < 12; run += 1) await passesAnew();
  assert.equal(await tries(), false);
});

/** Points above six draws: of a task's drafts that are written anew its share passes, of revisions none. */
async function drawn(engine, settings, words, tasks) {
  const chance = numbers(7);
  let [right, owed, calls] = [0, 0, 0];
  for (let task = 0; task < tasks; task += 1) {
    const share = chance() < 0.5 ? 0.1 : 0.5;
    const draws = Array.from({ length: 6 }, () => chance() < share);
    owed += draws.includes(true);
    const model = ({ purpose }) => {
      calls += 1;
      return purpose !== 'revision' && draws.shift() ? 'right' : `wrong ${calls}`;
    };
    const tests = (draft) => draft === 'right' || words(draft);
    const { accepted } = await engine.run({ input: `task ${task}`, model, critic: false, verifiers: { tests }, settings });
    right += accepted;
  }
  return (100 * (right - owed)) / tasks;
}

for (const [name, words] of [
  ['says the same of each draft', () => 'a test failed'],
  ['says what came out', (draft) => `expected 3, got ${draft.slice(6)}`],
])
  test(`one engine does as well as drawing where revisions never pass and a check ${name}`, async () => {
    const points = await drawn(six(), {}, words, 300);
    assert.ok(points > -2, `${points.toFixed(1)} points beside six draws`);
  });

test('what tasks of one key teach changes nothing for those of another', async () => {
  const engine = six();
  const keyed = (key) => ({ settings: { advanced: { calibration: { key } } } });
  for (let run = 0; run < 30; run += 1) await failing(engine, { mends: true, ...keyed('a') });
  assert.deepEqual((await failing(engine, { mends: true, ...keyed('a') })).asked, ['revised']);
  assert.deepEqual(engine.calibration(), six().calibration());
  assert.deepEqual(engine.calibration('b'), { ...six().calibration(), key: 'b' });
  const { asked, result } = await failing(engine, { mends: true, ...keyed('b') });
  assert.deepEqual(asked, ['anew', 'revised']);
  assert.equal(engine.calibration('b').tasks, 1);
  const points = await drawn(engine, keyed('c').settings, (draft) => `got ${draft}`, 300);
  assert.ok(points > -2, `${points.toFixed(1)} points beside six draws`);
  const other = six();
  other.calibrate([result, result]);
  assert.deepEqual([other.calibration().tasks, other.calibration('b').tasks, other.calibration('a').tasks], [0, 2, 0]);
  await refusals('invalid_settings', [
    [() => engine.calibration(5), '`advanced.calibration.key` must be a string that is not blank, got 5'],
  ]);
});

test('an engine with a key counts for it, and a task may bring the counts of its own', async () => {
  const known = { ...six().calibration(), key: 'a', tasks: 9, revision: [9, 1] };
  const engine = six({ advanced: { calibration: known } });
  assert.deepEqual((await failing(engine, { mends: true })).asked, ['revised']);
  assert.deepEqual([engine.calibration().key, engine.calibration('a').tasks], ['a', 10]);
  const begins = { advanced: { calibration: { ...known, key: 'b', tasks: 5 } } };
  assert.deepEqual((await failing(engine, { mends: true, settings: begins })).asked, ['revised']);
  assert.deepEqual([engine.calibration('b').tasks, engine.calibration('a').tasks], [6, 10]);
  const other = { settings: { advanced: { calibration: { key: 'c' }, seed: 1 } } };
  assert.deepEqual((await failing(engine, { mends: true, ...other })).asked, ['anew', 'revised']);
});

test('an engine keeps the counts of the thousand keys used last', async () => {
  const engine = six();
  const run = (key) => failing(engine, { mends: true, settings: { advanced: { calibration: { key: `${key}` } } } });
  await run('first');
  for (let key = 0; key < 998; key += 1) await run(key);
  await run('first');
  for (const key of ['one', 'two']) await run(key);
  assert.deepEqual([engine.calibration('first').tasks, engine.calibration('0').tasks, engine.calibration('1').tasks], [2, 0, 1]);
});

test('a run goes on from its snapshot with what its engine had counted when it began', async () => {
  const engine = six();
  await failing(engine, { mends: true });
  const aborting = new AbortController();
  const stops = (draft) => {
    aborting.abort();
    return `${draft} fails`;
  };
  const task = { input: 'q', model: () => 'draft', critic: false, signal: aborting.signal, verifiers: { tests: stops } };
  const error = await engine.run(task).catch((thrown) => thrown);
  assert.equal(error.code, 'aborted');
  const other = {
    model: ({ purpose }) => purpose,
    critic: false,
    verifiers: { tests: (draft) => draft === 'revision' || 'fails' },
  };
  const resumed = await new ReflectEngine().resume(error.result.snapshot, other);
  assert.deepEqual([resumed.output, resumed.iterations], ['revision', 2]);
});
