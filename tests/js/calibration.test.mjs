// What is learned of runs by `engine.calibrate`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { refusals } from './support.mjs';

const words = ['apples grow on trees', 'rivers carve deep valleys', 'copper wires carry current', 'planets circle their stars'];

/** A run whose drafts are all told apart, each given these points by the critic. */
async function played(points, settings = {}) {
  let written = 0;
  const model = async () => `${words[written++ % words.length]} ${written}`;
  const critic = async () => JSON.stringify({ score: points, issues: ['short'], suggestion: 'more', needs_revision: points < 8 });
  return new ReflectEngine({ strategy: 'adaptive', advanced: { seed: 1, ...settings?.advanced } }).run({
    input: 'Q?',
    model,
    critic,
  });
}

test('an engine learns from results, and says what it knows as plain JSON', async () => {
  const engine = new ReflectEngine({ strategy: 'adaptive', advanced: { seed: 1 } });
  const before = engine.calibration();
  assert.equal(before.tasks, 0);
  const result = await played(9);
  engine.calibrate(result);
  assert.equal(engine.calibration().tasks, 1);
  engine.calibrate([result, await played(9)]);
  const after = engine.calibration();
  assert.equal(after.tasks, 3);
  assert.ok(after.mean[2] > before.mean[2], 'a critic that gives 9 to everything is kinder than was thought');
  assert.deepEqual(JSON.parse(JSON.stringify(after)), after);
  const other = new ReflectEngine({ strategy: 'adaptive', advanced: { calibration: after } });
  assert.deepEqual(other.calibration(), after);
});

test('what a person says of a run outranks what its critic said', async () => {
  const results = await Promise.all(Array.from({ length: 30 }, () => played(9)));
  const [critic, person] = [new ReflectEngine(), new ReflectEngine()];
  critic.calibrate(results);
  person.calibrate(results.map((result) => ({ ...result, truth: { points: 3 } })));
  const kindness = (engine) => engine.calibration().mean[2];
  assert.ok(kindness(person) > kindness(critic) + 0.5, 'a critic that gave 9 to what is worth 3 is kind');
  assert.equal(person.calibration().outcomes, 30);
});

test('what is no result is refused by name, and nothing of the list is learned', async () => {
  const engine = new ReflectEngine();
  const good = await played(9);
  const {
    drafts: [first],
    revisionHistory: [look],
  } = good.trace;
  const unscored = [{ ...look, critique: { ...look.critique, score: Number.NaN } }];
  const changed = (changes) => ({ ...good, trace: { ...good.trace, ...changes } });
  const cyclic = { ...good, critique: {} };
  cyclic.critique.self = cyclic;
  const cases = [
    ...[null, 3, 'x', {}, { drafts: 1 }].map((wrong) => [wrong, /a result must have a list/]),
    [changed({ revisionHistory: unscored }), /^`score` must be a finite number, got /],
    [changed({ drafts: [{ ...first, parent: Number.POSITIVE_INFINITY }] }), /^`parent` must be a finite number, got /],
    [{ ...good, truth: { points: Number.NaN } }, /^`points` must be a finite number, got /],
    ...[
      [{}, 'nothing'],
      [5, 'nothing'],
      [{ points: 10.5 }, '10.5'],
      [{ points: '9' }, 'a string'],
    ].map(([truth, came]) => [{ ...good, truth }, `\`truth.points\` of a result must be a number from 0 to 10, got ${came}`]),
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
  engine.calibrate({ ...(await played(9)), object, metadata: { loss: Number.NaN } });
  assert.equal(engine.calibration().tasks, 1);
});
