import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReflectError, ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';

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

test('what was learned changes what the next run of that engine does', async () => {
  const lenient = await Promise.all(Array.from({ length: 60 }, () => played(9)));
  const engine = new ReflectEngine({ strategy: 'adaptive' });
  engine.calibrate(lenient);
  const accepted = async (calibration) => {
    const result = await played(9, calibration && { advanced: { calibration } });
    return result.trace.steps.at(-1).why.pAccept;
  };
  assert.notEqual(await accepted(engine.calibration()), await accepted(undefined));
});

test('what is no result is refused by name, and nothing of the list is learned', async () => {
  const engine = new ReflectEngine();
  const good = await played(9);
  for (const wrong of [null, 3, 'x', {}, { drafts: 1 }, [good, {}]]) {
    assert.throws(
      () => engine.calibrate(wrong),
      (error) => isReflectError(error) && error.code === 'invalid_task' && /a result must have a list/.test(error.message),
    );
  }
  assert.equal(engine.calibration().tasks, 0);
  engine.free();
  assert.throws(() => engine.calibration(), /free/);
});

test('a number that JSON cannot hold is refused, and taken for no score', async () => {
  const engine = new ReflectEngine();
  const good = await played(9);
  const [look] = good.trace.revisionHistory;
  const unscored = [{ ...look, critique: { ...look.critique, score: Number.NaN } }];
  const changed = (changes) => ({ ...good, trace: { ...good.trace, ...changes } });
  for (const [wrong, field] of [
    [changed({ revisionHistory: unscored }), 'score'],
    [changed({ drafts: [{ ...good.trace.drafts[0], parent: Number.POSITIVE_INFINITY }] }), 'parent'],
    [{ ...good, truth: { points: Number.NaN } }, 'points'],
  ]) {
    assert.throws(
      () => engine.calibrate([good, wrong]),
      ({ code, message }) => code === 'invalid_task' && message.startsWith(`\`${field}\` must be a finite number, got `),
    );
  }
  assert.equal(engine.calibration().tasks, 0);
});

test('what is no JSON is refused, and nothing of the list is learned', async () => {
  const engine = new ReflectEngine();
  const good = await played(9);
  const cyclic = { ...good, critique: {} };
  cyclic.critique.self = cyclic;
  for (const wrong of [cyclic, { ...good, critique: { n: 1n } }]) {
    assert.throws(
      () => engine.calibrate([good, wrong]),
      (error) => isReflectError(error) && error.code === 'invalid_task' && /^a result must be plain JSON: /.test(error.message),
    );
  }
  assert.equal(engine.calibration().tasks, 0);
});

test('a result with a bigint or a cycle in its object teaches all the same', async () => {
  const engine = new ReflectEngine();
  const object = { n: 1n };
  object.self = object;
  engine.calibrate({ ...(await played(9)), object, metadata: { loss: Number.NaN } });
  assert.equal(engine.calibration().tasks, 1);
  assert.throws(() => engine.calibrate(Number.NaN), {
    code: 'invalid_task',
    message: 'what stands alone must be a finite number, got NaN',
  });
});

test('a scripted run under classic teaches too', async () => {
  const model = scriptedModel(['first', '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}']);
  const result = await new ReflectEngine().run({ input: 'Q?', model });
  const engine = new ReflectEngine();
  engine.calibrate(result);
  assert.equal(engine.calibration().tasks, 1);
});
