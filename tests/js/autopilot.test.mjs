import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, Critic, isReflectError } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { all, columns, deferred, kinds, never, refusals, rejection, settled, thrown, throws, verdict } from './support.mjs';

const goal = { objective: 'Explain the GIL.', successCriteria: ['Two paragraphs', 'A snippet'] };
const met = verdict([true, true]);
const unmet = verdict([true, false], 0.82, ['Add a snippet']);

/** A critic that gives these replies. */
function critic(...replies) {
  return new Critic({ model: scriptedModel(replies) });
}

test('critic: true is a self-check by the model of the run; a Critic with a model is a dedicated reviewer', async () => {
  const model = scriptedModel(['one', unmet, 'two', met]);
  const result = await new Autopilot({ model, goal, critic: true }).run();
  assert.equal(result.accepted, true);
  assert.deepEqual(columns(model.requests, 'purpose', 'iteration'), [
    ['answer', 1],
    ['critique', 1],
    ['answer', 2],
    ['critique', 2],
  ]);
  const [writer, reviewer] = [scriptedModel(['one']), scriptedModel([met])];
  await new Autopilot({ model: writer, goal, critic: new Critic({ model: reviewer }) }).run();
  assert.deepEqual([writer.requests.length, reviewer.requests.length], [1, 1]);
  const lent = scriptedModel(['one', met]);
  await new Autopilot({ model: lent, goal, critic: new Critic({ confidenceThreshold: 0.5 }) }).run();
  assert.equal(lent.remaining, 0);
});

test('what an odd agent returns is refused in words; claims are read by type and never by truthiness', async () => {
  const cases = [
    [undefined, /^agent-1: the agent must return a string or \{ output: string \}, got nothing/],
    [null, /got null$/],
    [42, /got a number$/],
    [['x'], /got a list/],
    [{ text: 'x' }, /got an object$/],
    [{ output: 7 }, /got an object$/],
    [{ output: 'x', done: 'no' }, /^agent-1: `done` must be true or false, got a string/],
    [{ output: 'x', done: 1 }, /^agent-1: `done`/],
    [{ output: 'x', criteriaMet: 'all' }, /^agent-1: `criteriaMet` must be a list of booleans, got a string/],
    [{ output: 'x', criteriaMet: ['false'] }, /^agent-1: `criteriaMet`/],
    [{ output: 'x', finish_reason: 'length' }, /^agent-1: the agent's reply has `finish_reason` in place of `finishReason`$/],
    [{ output: 'x', criteria_met: [true] }, /in place of `criteriaMet`/],
    [{ output: 'x', finishReason: 7 }, /^agent-1: `finishReason` must be a string, got a number/],
    [{ output: 'x', usage: { inputTokens: -1 } }, /^agent-1: `usage.inputTokens` must be a number from 0/],
  ];
  for (const [reply, message] of cases) {
    const error = await rejection(new Autopilot({ agent: () => reply, goal }).run());
    assert.deepEqual([error.code, error.result.status, error.result.errors[0].code], ['model_error', 'failed', 'bad_response']);
    assert.match(error.message, message);
    assert.ok(!('cause' in error), 'nobody threw');
  }
  for (const fine of [
    { output: 'x', done: null, criteriaMet: undefined },
    { output: 'x', extra: 1n, finishReason: null },
    { output: 'x', finish_reason: 'stop', finishReason: 'stop', stop_reason: null },
  ]) {
    assert.equal((await new Autopilot({ agent: () => fine, goal, budget: { maxIterations: 1 } }).run()).output, 'x');
  }
});

test('an agent that throws ends the run with what there is', async () => {
  const boom = new Error('boom');
  const failing = (from) => (request) => {
    if (request.iteration >= from) throw boom;
    return 'x';
  };
  const error = await rejection(new Autopilot({ agent: failing(1), goal }).run());
  assert.ok(isReflectError(error));
  assert.deepEqual(
    [error.code, error.message, error.cause, error.result.stopReason],
    ['model_error', 'agent-1: boom', boom, 'model_error'],
  );
  const later = await new Autopilot({ agent: failing(2), goal, critic: critic(unmet) }).run();
  assert.deepEqual([later.status, later.output, later.stopReason], ['needs_review', 'x', 'model_error']);
  assert.deepEqual(later.criticVerdict.criteriaMet, [true, false]);
  assert.deepEqual([later.errors[0].code, later.errors[0].callId], ['model_error', 'agent-2']);
});

test('an agent that hangs is left behind when its time is over, and its late answer is dropped', async () => {
  const late = deferred();
  let signal;
  const agent = (request) => {
    signal = request.signal;
    return late.promise;
  };
  const error = await rejection(new Autopilot({ agent, goal, budget: { maxSeconds: 0.2 } }).run());
  assert.equal(error.result.errors[0].code, 'timeout');
  assert.equal(signal.aborted, true);
  late.reject(new Error('too late'));
  await settled();
});

test('usage of agents is counted, estimated where it is not told, and limited', async () => {
  const usage = { inputTokens: 100, outputTokens: 50, costUsd: 0.2 };
  const agent = () => ({ output: 'x', usage });
  const result = await new Autopilot({ agent, goal, budget: { maxIterations: 10, maxTokens: 300 } }).run();
  assert.deepEqual([result.stopReason, result.iterations, result.usage.byPurpose.agent.calls], ['max_tokens', 2, 2]);
  assert.deepEqual([result.usage.total.totalTokens, result.usage.total.estimated], [300, undefined]);
  const cost = await new Autopilot({ agent, goal, budget: { maxCostUsd: 0.5 }, prices: {} }).run();
  assert.deepEqual([cost.stopReason, cost.iterations], ['max_cost', 3]);
  const plain = await new Autopilot({ agent: () => 'four characters', goal, budget: { maxIterations: 1 } }).run();
  assert.deepEqual([plain.usage.total.estimated, plain.usage.total.outputTokens], [true, 4]);
  const spent = { model: 'm', usage: { inputTokens: 1e6 } };
  for (const inner of [{ model: () => ({ content: 'x', ...spent }) }, { agent: () => ({ output: 'x', ...spent }) }]) {
    const priced = new Autopilot({ ...inner, goal, budget: { maxCostUsd: 5 }, prices: { m: { input: 2, output: 8 } } });
    assert.deepEqual([(await priced.run()).stopReason, (await priced.run()).iterations], ['max_cost', 3]);
  }
});

test('an abort rejects at once with what there is, whoever hangs', async () => {
  const reason = new Error('the user left');
  for (const hang of ['agent 1', 'agent 2', 'critic', 'load', 'save']) {
    const begun = deferred();
    const stall = (name, value) => (name === hang ? (begun.resolve(), never()) : value);
    const controller = new AbortController();
    const saved = [];
    const autopilot = new Autopilot({
      agent: ({ iteration }) => stall(`agent ${iteration}`, `output ${iteration}`),
      goal,
      critic: new Critic({ model: () => stall('critic', unmet) }),
      checkpoint: { load: () => stall('load', null), save: (...all) => stall('save', saved.push(all)) },
    });
    const going = rejection(autopilot.run({ runId: 'r', signal: controller.signal }));
    await begun.promise;
    controller.abort(reason);
    const error = await going;
    assert.deepEqual([error.name, error.code, error.cause], ['AbortError', 'aborted', reason], hang);
    const { result } = error;
    const has = hang !== 'agent 1' && hang !== 'load';
    assert.deepEqual(
      [result.stopReason, result.status, result.output],
      ['aborted', has ? 'needs_review' : 'failed', has ? 'output 1' : ''],
      hang,
    );
    assert.equal(saved.length, hang === 'agent 2' || hang === 'save' ? 1 : 0, 'an aborted run is not saved');
  }
});

test('one autopilot runs many times, also at once, and holds a copy of its settings', async () => {
  const own = { objective: 'o', successCriteria: ['a'] };
  const autopilot = new Autopilot({ agent: ({ prompt }) => prompt, goal: own, budget: { maxIterations: 1 } });
  own.objective = 'changed';
  const results = await Promise.all([1, 2, 3].map(() => autopilot.run()));
  assert.ok(results.every(({ output }) => output.startsWith('o\n')));
});

test('wrong settings and options are refused by name', async () => {
  const agent = () => 'x';
  const cases = [
    [{ goal }, /^exactly one of `model` and `agent` must be given, got none/],
    [{ goal, agent, model: agent }, /^exactly one of `model` and `agent` must be given, got both/],
    [{ goal, agent, critic: true }, /^`critic` has no model: with an `agent` give a Critic/],
    [{ goal, agent, critic: new Critic() }, /^`critic` has no model/],
    [{ goal, agent, critic: { model: agent } }, /^`critic` must be true, false or a Critic, got an object/],
    [{ goal, agent, critic: 'yes' }, /^`critic` must be true, false or a Critic, got a string/],
    [{ goal, agent: 'x' }, /^`agent` must be a function, got a string/],
    [{ goal, model: {} }, /^`model` must be a function, got an object/],
    [{ goal, agent, tools: [] }, /^`tools` are for a `model`/],
    [
      { goal, model: agent, tools: [{ name: 'a', schema: { type: 'object', maxProperties: Number.NaN }, execute: agent }] },
      /^the schemas of `tools` must be plain JSON/,
    ],
    [{ goal, agent, budget: { maxIterations: Number.NaN } }, /^`budget.maxIterations` must be an integer from 1 to 500, got NaN/],
    [{ goal, agent, checkpoint: { load: agent } }, /^`checkpoint` must be \{ load\(runId\), save\(runId, snapshot\) \}/],
    [{ goal: null, agent }, /^`goal` must be an object, got null/],
    [{ goal: { ...goal, objective: ' ' }, agent }, /^`goal.objective` must be a string that is not blank/],
    [{ goal: { objective: 'o' }, agent }, /^`goal` must be \{ objective: string, successCriteria: string\[\] \}/],
    [{ goal: { ...goal, successCriteria: [] }, agent }, /^`goal.successCriteria` must hold 1 to 1000 criteria, got 0/],
    [{ goal: { ...goal, successCriteria: ['a', 3] }, agent }, /^`goal.successCriteria` must be a list of strings/],
    [{ goal: { objectives: 'o' }, agent }, /^unknown setting `goal.objectives`, did you mean `goal.objective`\?/],
    [{ goal, agent, budget: { maxIterations: 1.5 } }, /^`budget.maxIterations` must be an integer from 1 to 500, got 1.5/],
    [
      { goal, agent, budget: { maxIteration: 3 } },
      /^unknown setting `budget.maxIteration`, did you mean `budget.maxIterations`\?/,
    ],
    [{ goal, agent, budget: { maxSeconds: -1 } }, /^`budget.maxSeconds` must be a number from 0.001/],
    [undefined, /^the settings of an autopilot must be an object, got nothing/],
    [{ goal, agent, rounds: 3 }, /^unknown setting `rounds`, did you mean `budget.maxIterations`\?$/],
    [{ goal, agent, criteria: 3 }, /^unknown setting `criteria`, did you mean `goal.successCriteria`\?$/],
    ...['budget.maxIterations', 'budget.maxTokens', 'goal.objective', 'goal.successCriteria'].map((place) => {
      const word = place.split('.')[1];
      return [{ goal, agent, [word]: 3 }, new RegExp(`^\`${word}\` is \`${place}\`$`)];
    }),
  ];
  await refusals('invalid_settings', cases, (settings) => new Autopilot(settings));
  const saving = new Autopilot({ agent, goal, checkpoint: { load: () => null, save: () => {} } });
  for (const options of [{}, { runId: '' }, { runId: 7 }, { runId: 'r', id: 'x' }, { runId: 'r', signal: 1 }, null]) {
    assert.equal((await rejection(saving.run(options))).code, 'invalid_task', JSON.stringify(options));
    assert.equal(thrown(() => saving.stream(options)).code, 'invalid_task');
  }
});

const single = { objective: 'o', successCriteria: ['a'] };
const asks = (suggestion) => verdict([false], 0.9, [suggestion]);

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
    return reviews === accepts ? verdict([true], 0.9) : asks(`mend ${iteration}`);
  };
  return new Autopilot({ agent, goal: single, budget, checkpoint, critic: new Critic({ model }) });
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
  const steps = await all(stream);
  const result = await stream.result;
  const asked = before.map(([who]) => who);
  assert.deepEqual(asked, ['agent 1', 'critic 1', 'agent 2', 'critic 2', 'agent 3']);
  assert.deepEqual(after, [['agent 3', 'mend 2'], ['critic 3'], ['agent 4', 'mend 3'], ['critic 4']]);
  assert.deepEqual([result.accepted, result.iterations, result.output], [true, 4, 'output 4']);
  const here = ['iteration', 'critic', 'iteration', 'critic', 'criteria_satisfied', 'done'];
  assert.deepEqual(kinds(steps), here, 'steps of this process');
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
  assert.deepEqual([again.output, again.accepted, again.criticVerdict], [first.output, true, first.criticVerdict]);
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
  const fails = throws(boom);
  for (const save of [fails, () => Promise.reject(boom)]) {
    const result = await pilot({ load: () => null, save }, [], { budget: { maxIterations: 2 } }).run({ runId: 'r' });
    assert.deepEqual([result.iterations, result.stopReason], [2, 'max_iterations']);
    assert.deepEqual(columns(result.errors, 'code', 'message', 'seq'), [
      ['checkpoint_error', '`checkpoint.save` failed: disk full', 2],
      ['checkpoint_error', '`checkpoint.save` failed: disk full', 5],
    ]);
  }
  for (const load of [fails, () => Promise.reject(boom)]) {
    const asked = [];
    const error = await rejection(pilot({ load, save: () => {} }, asked).run({ runId: 'r' }));
    assert.deepEqual([error.code, error.cause, asked], ['invalid_snapshot', boom, []]);
  }
});

test('a store that never settles holds no run longer than its budget', async () => {
  const hangs = () => new Promise(() => {});
  const run = (checkpoint, budget) => new Autopilot({ agent: () => 'x', goal: single, budget, checkpoint }).run({ runId: 'r' });
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

  const message = '`checkpoint.load` gave nothing within 50 ms';
  const limits = [{ maxSeconds: 0.05 }, { callTimeoutMs: 50 }].map((budget) => [budget, message]);
  await refusals('invalid_snapshot', limits, (budget) => run({ load: hangs, save: () => {} }, budget));
});

test('what the store takes is of the time of the run', async () => {
  const waits = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const checkpoint = { load: () => waits(80), save: () => {} };
  const agent = async () => (await waits(40), 'x');
  const result = await new Autopilot({ agent, goal: single, budget: { maxSeconds: 0.2 }, checkpoint }).run({ runId: 'r' });
  assert.equal(result.stopReason, 'max_seconds');
  assert.ok(result.iterations <= 3, String(result.iterations));
});

test('what is loaded must be a snapshot of this goal', async () => {
  const kept = store();
  await pilot(kept, [], { budget: { maxIterations: 1 } }).run({ runId: 'r' });
  const other = new Autopilot({ agent: () => 'x', goal: { ...single, objective: 'another' }, checkpoint: kept });
  assert.match((await rejection(other.run({ runId: 'r' }))).message, /^the snapshot is of another goal/);
  for (const snapshot of ['', '{}', 'nonsense', 7, {}, true]) {
    const { code } = await rejection(pilot(store(snapshot), []).run({ runId: 'r' }));
    assert.equal(code, 'invalid_snapshot', JSON.stringify(snapshot));
  }
});
