import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, Critic, isReflectError } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { columns, deferred, refusals, rejection, settled, thrown, verdict } from './support.mjs';

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

test('an autopilot holds a copy of its settings', async () => {
  const own = { objective: 'o', successCriteria: ['a'] };
  const autopilot = new Autopilot({ agent: ({ prompt }) => prompt, goal: own, budget: { maxIterations: 1 } });
  own.objective = 'changed';
  assert.match((await autopilot.run()).output, /^o\n/);
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
  const sound = new Autopilot({ agent, goal });
  for (const options of [{ runId: '' }, { runId: 7 }, { runId: 'r', id: 'x' }, { runId: 'r', signal: 1 }, null]) {
    assert.equal((await rejection(sound.run(options))).code, 'invalid_task', JSON.stringify(options));
    assert.equal(thrown(() => sound.stream(options)).code, 'invalid_task');
    assert.equal((await rejection(sound.resume('', options))).code, 'invalid_task');
  }
});

const single = { objective: 'o', successCriteria: ['a'] };
const asks = (suggestion) => verdict([false], 0.9, [suggestion]);

/** An autopilot that notes what is asked; `dies` is the iteration in which its agent fails. */
function pilot(asked, { dies, budget = { maxIterations: 4 }, accepts = 0 } = {}) {
  const agent = ({ iteration, criticFeedback }) => {
    asked.push([`agent ${iteration}`, ...criticFeedback]);
    if (iteration === dies) throw new Error('no network');
    return `output ${iteration}`;
  };
  let reviews = 0;
  const model = ({ iteration }) => {
    asked.push([`critic ${iteration}`]);
    reviews += 1;
    return reviews === accepts ? verdict([true], 0.9) : asks(`mend ${iteration}`);
  };
  return new Autopilot({ agent, goal: single, budget, critic: new Critic({ model }) });
}

test('a run that came to its last iteration goes on when there may be more', async () => {
  const first = await pilot([], { budget: { maxIterations: 2 } }).run({ runId: 'r' });
  const asked = [];
  const result = await pilot(asked, { accepts: 2 }).resume(first.snapshot);
  assert.deepEqual(asked, [['agent 3', 'mend 2'], ['critic 3'], ['agent 4', 'mend 3'], ['critic 4']], 'with the feedback it had');
  assert.deepEqual([result.accepted, result.iterations, result.output, result.runId], [true, 4, 'output 4', 'r']);
  assert.equal(result.trace.steps.length, 11, 'steps of the whole run');
  assert.equal(result.usage.byPurpose.agent.calls, 4, 'usage of the whole run');
  assert.equal((await pilot([]).resume(first.snapshot, { runId: 's' })).runId, 's');
});

test('any other run ends again as it did, without a call', async () => {
  const first = await pilot([], { accepts: 1 }).run();
  const asked = [];
  const again = await pilot(asked).resume(first.snapshot);
  assert.deepEqual(asked, []);
  assert.deepEqual([again.output, again.accepted, again.criticVerdict], [first.output, true, first.criticVerdict]);
  const failed = await pilot([], { dies: 2 }).run();
  const { stopReason, iterations } = await pilot(asked).resume(failed.snapshot);
  assert.deepEqual([stopReason, iterations, asked], ['model_error', 1, []]);
});

test('what is resumed must be a snapshot of this goal', async () => {
  const { snapshot } = await pilot([], { budget: { maxIterations: 1 } }).run();
  const other = new Autopilot({ agent: () => 'x', goal: { ...single, objective: 'another' } });
  assert.match((await rejection(other.resume(snapshot))).message, /^the snapshot is of another goal/);
});
