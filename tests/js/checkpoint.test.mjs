// An autopilot that is stopped goes on in another process: here, another Autopilot over the same store.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, Critic } from 'reflect-engine';
import { rejection, verdict } from './support.mjs';

const goal = { objective: 'o', successCriteria: ['a'] };
const unmet = (suggestion) => verdict([false], 0.9, [suggestion]);

/** A store that remembers every save. */
function store(first) {
  const saves = first === undefined ? [] : [first];
  return {
    saves,
    load: async () => saves.at(-1),
    save: async (runId, snapshot) => {
      assert.equal(runId, 'r');
      saves.push(snapshot);
    },
  };
}

/** An autopilot over this store that notes what is asked; `dies` names an iteration in which the process ends. */
function pilot(checkpoint, asked, { dies, budget = { maxIterations: 4 }, accepts = 0 } = {}) {
  const agent = ({ iteration, criticFeedback }) => {
    asked.push([`agent ${iteration}`, ...criticFeedback]);
    if (iteration === dies) throw new Error('the process ended');
    return `output ${iteration}`;
  };
  let reviews = 0;
  const model = ({ iteration }) => {
    asked.push([`critic ${iteration}`]);
    reviews += 1;
    return reviews === accepts ? verdict([true], 0.9) : unmet(`mend ${iteration}`);
  };
  return new Autopilot({ agent, goal, budget, checkpoint, critic: new Critic({ model }) });
}

test('a run is saved after each iteration and at its end', async () => {
  const kept = store();
  const result = await pilot(kept, [], { budget: { maxIterations: 3 } }).run({ runId: 'r' });
  assert.equal(kept.saves.length, 3);
  assert.equal(kept.saves.at(-1), result.snapshot);
  assert.deepEqual(result.errors, []);
});

test('a restarted run goes on where it stood, with the feedback it had, and repeats no iteration', async () => {
  const kept = store();
  const [before, after] = [[], []];
  const died = await pilot(kept, before, { dies: 3 }).run({ runId: 'r' });
  assert.deepEqual([died.stopReason, died.iterations], ['model_error', 2]);
  const stream = pilot(kept, after, { accepts: 2 }).stream({ runId: 'r' });
  const kinds = [];
  for await (const { type } of stream) kinds.push(type);
  const result = await stream.result;
  assert.deepEqual(
    before.map(([who]) => who),
    ['agent 1', 'critic 1', 'agent 2', 'critic 2', 'agent 3'],
  );
  assert.deepEqual(after, [['agent 3', 'mend 2'], ['critic 3'], ['agent 4', 'mend 3'], ['critic 4']]);
  assert.deepEqual([result.accepted, result.iterations, result.output], [true, 4, 'output 4']);
  assert.deepEqual(kinds, ['iteration', 'critic', 'iteration', 'critic', 'criteria_satisfied', 'done'], 'steps of this process');
  assert.equal(result.trace.steps.length, 10, 'steps of the whole run');
  assert.equal(result.usage.byPurpose.agent.calls, 4, 'usage of the whole run');
});

test('a finished run gives its result again, without a call and without another save', async () => {
  const kept = store();
  const first = await pilot(kept, [], { accepts: 1 }).run({ runId: 'r' });
  const [saves, asked] = [kept.saves.length, []];
  const again = await pilot(kept, asked).run({ runId: 'r' });
  assert.deepEqual(asked, []);
  assert.equal(kept.saves.length, saves);
  assert.deepEqual([again.output, again.accepted, again.trace.criticVerdict], [first.output, true, first.trace.criticVerdict]);
});

test('a run that its budget stopped goes on under a larger one', async () => {
  const kept = store();
  const stopped = await pilot(kept, [], { budget: { maxIterations: 4, maxCalls: 5 } }).run({ runId: 'r' });
  assert.deepEqual([stopped.stopReason, stopped.iterations], ['max_calls', 3]);
  const same = await pilot(kept, [], { budget: { maxIterations: 4, maxCalls: 5 } }).run({ runId: 'r' });
  assert.equal(same.stopReason, 'max_calls', 'calls of the first process count');
  const asked = [];
  const result = await pilot(kept, asked, { budget: { maxIterations: 4, maxCalls: 20 } }).run({ runId: 'r' });
  assert.deepEqual([result.stopReason, result.iterations], ['max_iterations', 4]);
  assert.deepEqual(asked[0], ['agent 3', 'mend 2']);
});

test('a run that came to its last iteration goes on when there are more, and only then', async () => {
  const kept = store();
  const few = { budget: { maxIterations: 2 } };
  const first = await pilot(kept, [], few).run({ runId: 'r' });
  for (const budget of [{ maxIterations: 2 }, { maxIterations: 1 }]) {
    const asked = [];
    const again = await pilot(kept, asked, { budget }).run({ runId: 'r' });
    assert.deepEqual([again.stopReason, again.output, asked], ['max_iterations', 'output 2', []]);
  }
  assert.equal(kept.saves.at(-1), first.snapshot);
  const asked = [];
  const more = await pilot(kept, asked, { budget: { maxIterations: 5 }, accepts: 2 }).run({ runId: 'r' });
  assert.deepEqual(asked, [['agent 3', 'mend 2'], ['critic 3'], ['agent 4', 'mend 3'], ['critic 4']]);
  assert.deepEqual([more.accepted, more.iterations, more.output], [true, 4, 'output 4']);
  assert.equal(more.usage.byPurpose.agent.calls, 4, 'usage of the whole run');
  // It is over for good, and what was saved on the way can be taken up too.
  const over = await pilot(kept, asked, { budget: { maxIterations: 9 } }).run({ runId: 'r' });
  assert.deepEqual([over.accepted, over.output, asked.length], [true, 'output 4', 4]);
  const late = await pilot(store(kept.saves.at(-2)), asked, { budget: { maxIterations: 4 }, accepts: 1 }).run({ runId: 'r' });
  assert.deepEqual([late.accepted, late.iterations, asked.length], [true, 4, 6]);
});

test('the next iteration waits for the save', async () => {
  const order = [];
  const checkpoint = {
    load: () => null,
    save: async () => {
      order.push('save');
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push('saved');
    },
  };
  await pilot(checkpoint, order, { budget: { maxIterations: 2 } }).run({ runId: 'r' });
  assert.deepEqual(order.flat(), ['agent 1', 'critic 1', 'save', 'saved', 'agent 2', 'mend 1', 'critic 2', 'save', 'saved']);
});

test('a save that fails is noted and does not stop the run; a load that fails does', async () => {
  const boom = new Error('disk full');
  const fails = () => {
    throw boom;
  };
  for (const save of [fails, () => Promise.reject(boom)]) {
    const result = await pilot({ load: () => null, save }, [], { budget: { maxIterations: 2 } }).run({ runId: 'r' });
    assert.deepEqual([result.iterations, result.stopReason], [2, 'max_iterations']);
    assert.deepEqual(
      result.errors.map(({ code, message, seq }) => [code, message, seq]),
      [
        ['checkpoint_error', '`checkpoint.save` failed: disk full', 2],
        ['checkpoint_error', '`checkpoint.save` failed: disk full', 5],
      ],
    );
  }
  for (const load of [fails, () => Promise.reject(boom)]) {
    const asked = [];
    const error = await rejection(pilot({ load, save: () => {} }, asked).run({ runId: 'r' }));
    assert.deepEqual([error.code, error.cause, asked], ['invalid_snapshot', boom, []]);
  }
});

test('a store that never settles holds no run longer than its budget', async () => {
  const hangs = () => new Promise(() => {});
  const run = (checkpoint, budget) => new Autopilot({ agent: () => 'x', goal, budget, checkpoint }).run({ runId: 'r' });
  const saving = { load: () => undefined, save: hangs };
  const codes = ({ errors }) => errors.map(({ code }) => code);

  const ended = await run(saving, { maxSeconds: 0.1 });
  assert.deepEqual([ended.stopReason, ended.output, ended.status], ['max_seconds', 'x', 'needs_review']);
  assert.deepEqual(codes(ended), ['checkpoint_error', 'max_seconds']);
  assert.deepEqual([ended.iterations, ended.usage.byPurpose.agent.calls], [1, 1], 'no call is made that has no time');

  const slow = await run(saving, { callTimeoutMs: 20, maxIterations: 3 });
  assert.deepEqual([slow.stopReason, slow.iterations], ['max_iterations', 3]);
  assert.deepEqual(codes(slow), ['checkpoint_error', 'checkpoint_error', 'checkpoint_error']);
  assert.equal(slow.errors[0].message, '`checkpoint.save` failed: no end within 20 ms');

  const last = await run(saving, { maxSeconds: 0.1, maxIterations: 1 });
  assert.deepEqual([last.stopReason, codes(last)], ['max_iterations', ['checkpoint_error']], 'nor when it has ended');

  for (const budget of [{ maxSeconds: 0.05 }, { callTimeoutMs: 50 }]) {
    const error = await rejection(run({ load: hangs, save: () => {} }, budget));
    assert.deepEqual([error.code, error.message], ['invalid_snapshot', '`checkpoint.load` gave nothing within 50 ms']);
  }
});

test('what the store takes is of the time of the run', async () => {
  const waits = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const checkpoint = { load: () => waits(80), save: () => {} };
  const agent = async () => (await waits(40), 'x');
  const result = await new Autopilot({ agent, goal, budget: { maxSeconds: 0.2 }, checkpoint }).run({ runId: 'r' });
  assert.equal(result.stopReason, 'max_seconds');
  assert.ok(result.iterations <= 3, String(result.iterations));
});

test('what is loaded must be a snapshot of this goal', async () => {
  const kept = store();
  await pilot(kept, [], { budget: { maxIterations: 1 } }).run({ runId: 'r' });
  const other = new Autopilot({ agent: () => 'x', goal: { ...goal, objective: 'another' }, checkpoint: kept });
  assert.match((await rejection(other.run({ runId: 'r' }))).message, /^the snapshot is of another goal/);
  for (const snapshot of ['', '{}', 'nonsense', 7, {}, true]) {
    const error = await rejection(pilot(store(snapshot), []).run({ runId: 'r' }));
    assert.equal(error.code, 'invalid_snapshot', JSON.stringify(snapshot));
  }
});
