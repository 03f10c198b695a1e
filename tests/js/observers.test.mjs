import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, never, reject } from './support.mjs';

const engine = new ReflectEngine({ advanced: { seed: 1 } });

function run(observers) {
  const model = scriptedModel([{ deltas: ['first'] }, reject(), { deltas: ['second'] }, accept()]);
  return engine.run({ input: 'q', model, ...observers });
}

const plain = ({ steps, output, status }) => ({ steps: steps.map(({ nowMs, ...step }) => step), output, status });

test('an observer that throws, rejects or never returns cannot stop or reorder a run', async () => {
  const undisturbed = plain(await run({}));
  const faults = {
    throws: () => {
      throw new Error('observer');
    },
    rejects: async () => {
      throw new Error('observer');
    },
    'rejects with undefined': () => Promise.reject(),
    'throws what cannot be read': () => {
      throw Object.defineProperty({}, 'message', {
        get() {
          throw new Error('getter');
        },
      });
    },
    hangs: never,
    'returns a thenable that throws': () => ({
      // biome-ignore lint/suspicious/noThenProperty: that is what is tested
      then() {
        throw new Error('observer');
      },
    }),
  };
  for (const [name, fault] of Object.entries(faults)) {
    for (const observer of ['onStep', 'onDraft']) {
      const result = await run({ [observer]: fault, ...(observer === 'onStep' ? {} : { onStep() {} }) });
      assert.deepEqual(plain(result), undisturbed, `${observer} ${name}`);
      const noted = result.errors.filter(({ code }) => code === 'callback_error');
      const expected = name === 'hangs' ? 0 : observer === 'onStep' ? 5 : 4;
      assert.equal(noted.length, expected, `${observer} ${name}`);
      for (const { message } of noted) assert.match(message, new RegExp(`^\`${observer}\` failed: `));
    }
  }
});

test('faults of observers are noted in the order of the steps', async () => {
  let steps = 0;
  const onStep = () => {
    steps += 1;
    if (steps === 2) throw new Error('second');
  };
  const { errors } = await run({ onStep });
  assert.deepEqual(errors, [{ code: 'callback_error', message: '`onStep` failed: second', seq: 2 }]);
});

test('faults of observers stand among the errors of the run where they happened', async () => {
  const model = scriptedModel(['a', reject(), new Error('down')]);
  const onStep = ({ type }) => {
    if (type !== 'reflection') throw new Error(type);
  };
  const { errors } = await engine.run({ input: 'q', model, onStep });
  const told = errors.map(({ code, message }) => (code === 'callback_error' ? message : code));
  const failed = (type) => `\`onStep\` failed: ${type}`;
  assert.deepEqual(told, [failed('thought'), failed('thought'), 'model_error', failed('response')]);
  assert.deepEqual(
    errors.map(({ seq }) => seq),
    [1, 3, 3, 4],
  );
});

test('an observer cannot change what the run does by changing what it is shown', async () => {
  const onStep = (step) => {
    step.type = 'response';
    step.content = 'mine';
    step.score = 10;
  };
  const result = await run({ onStep });
  assert.equal(result.steps[0].type, 'thought');
  assert.equal(result.output, 'second');
});

test('what an observer or a reader does to a step is nothing to the others', async () => {
  const spoil = (value) => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      spoil(value[key]);
      value[key] = key === 'seq' ? value[key] : -1;
    }
  };
  const task = () => ({ input: 'q', model: scriptedModel([{ deltas: ['first'] }, reject(), { deltas: ['second'] }, accept()]) });
  const undisturbed = plain(await engine.run(task()));
  const events = [];
  const onDraft = ({ type, score, issues }) => events.push({ type, score, issues });
  await engine.run({ ...task(), onDraft, onStep: spoil });
  const stream = engine.stream({ ...task(), onDraft, onStep: spoil });
  for await (const step of stream) spoil(step);
  const read = [];
  for await (const { nowMs, ...step } of stream) read.push(step);
  assert.deepEqual(read, undisturbed.steps);
  assert.deepEqual(plain(await stream.result), undisturbed);
  const rejected = { type: 'draft.rejected', score: 4, issues: ['too short'] };
  assert.deepEqual(
    events.filter(({ type }) => type === 'draft.rejected'),
    [rejected, rejected],
  );
});
