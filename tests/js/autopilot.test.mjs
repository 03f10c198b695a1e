import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, Critic, isReflectError, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { deferred, kinds, never, refusals, rejection, settled, thrown, verdict } from './support.mjs';

const HEADING = '[critic feedback from prior iteration — address these before concluding]';
const goal = { objective: 'Explain the GIL.', successCriteria: ['Two paragraphs', 'A snippet'] };
const met = verdict([true, true]);
const unmet = verdict([true, false], 0.82, ['Add a snippet']);

/** A critic that gives these replies. */
function critic(...replies) {
  return new Critic({ model: scriptedModel(replies) });
}

async function collect(stream) {
  const steps = [];
  for await (const step of stream) steps.push(step);
  return steps;
}

test('events come in order, with the fields of the seed', async () => {
  const autopilot = new Autopilot({ agent: ({ iteration }) => `output ${iteration}`, goal, critic: critic(unmet, met) });
  const stream = autopilot.stream();
  const steps = await collect(stream);
  assert.deepEqual(kinds(steps), ['iteration', 'critic', 'iteration', 'critic', 'criteria_satisfied', 'done']);
  assert.ok(steps.every((step, at) => step.seq === at && !('kind' in step)));
  const { seq: _, nowMs, ...event } = steps[1];
  assert.ok(Math.abs(nowMs - Date.now()) < 60_000);
  assert.deepEqual(event, {
    type: 'critic',
    iteration: 1,
    criteriaMet: [true, false],
    confidence: 0.82,
    suggestions: ['Add a snippet'],
    reasoning: 'r',
  });
  assert.equal(steps[4].byCritic, true);
  const result = await stream.result;
  assert.deepEqual(result.trace.steps, steps);
  assert.deepEqual(await collect(stream), steps, 'who comes late gets them all');
  const { accepted, acceptedBy, iterations, output, status, stopReason, errors, trace } = result;
  const { judged, criticVerdict } = trace;
  assert.deepEqual(
    { accepted, acceptedBy, iterations, judged, output, status, stopReason, errors },
    {
      accepted: true,
      acceptedBy: 'critic',
      iterations: 2,
      judged: true,
      output: 'output 2',
      status: 'ok',
      stopReason: 'accepted',
      errors: [],
    },
  );
  assert.deepEqual(criticVerdict, { criteriaMet: [true, true], confidence: 0.9, suggestions: [], reasoning: 'r' });
});

test('critic: true is a self-check by the model of the run; a Critic with a model is a dedicated reviewer', async () => {
  const model = scriptedModel(['one', unmet, 'two', met]);
  const result = await new Autopilot({ model, goal, critic: true }).run();
  assert.equal(result.accepted, true);
  assert.deepEqual(
    model.requests.map(({ purpose, iteration }) => [purpose, iteration]),
    [
      ['answer', 1],
      ['critique', 1],
      ['answer', 2],
      ['critique', 2],
    ],
  );
  const [writer, reviewer] = [scriptedModel(['one']), scriptedModel([met])];
  await new Autopilot({ model: writer, goal, critic: new Critic({ model: reviewer }) }).run();
  assert.deepEqual([writer.requests.length, reviewer.requests.length], [1, 1]);
  const lent = scriptedModel(['one', met]);
  await new Autopilot({ model: lent, goal, critic: new Critic({ confidenceThreshold: 0.5 }) }).run();
  assert.equal(lent.remaining, 0);
});

test('the agent is given prompt, iteration, signal, and the suggestions of the last verdict only', async () => {
  const seen = [];
  const agent = (request) => {
    seen.push({ ...request, aborted: request.signal.aborted });
    return `output ${request.iteration}`;
  };
  const replies = [
    verdict([false, false], 0.9, ['First', 'Second']),
    verdict([true, false], 0.9, ['Third']),
    'garbage',
    'garbage',
    met,
  ];
  await new Autopilot({ agent, goal, critic: critic(...replies) }).run();
  assert.deepEqual(
    seen.map(({ iteration, criticFeedback, aborted }) => [iteration, criticFeedback, aborted]),
    [
      [1, [], false],
      [2, ['First', 'Second'], false],
      [3, ['Third'], false],
      [4, [], false],
    ],
  );
  assert.ok(seen[1].prompt.includes(`${HEADING}\n- First\n- Second\n`) && seen[1].prompt.includes('output 1'));
});

test('an agent’s own word ends a run without a critic, and accepts nothing', async () => {
  const reply = { output: 'x', done: true, criteriaMet: [true, true] };
  const alone = await new Autopilot({ agent: () => reply, goal, critic: false, budget: { maxIterations: 2 } }).run();
  assert.deepEqual([alone.accepted, alone.status, alone.stopReason, alone.iterations], [false, 'needs_review', 'agent_done', 1]);
  assert.equal(alone.trace.steps.find(({ type }) => type === 'criteria_satisfied').byCritic, false);
});

test('an output that the agent’s own model did not end is not accepted', async () => {
  for (const finishReason of ['length', 'tool-calls', 'content_filter']) {
    const agent = ({ iteration }) =>
      iteration === 1 ? { output: 'Let me see', finishReason } : { output: 'Seen', finishReason: 'stop' };
    const { accepted, output, iterations } = await new Autopilot({ agent, goal, critic: critic(met, met) }).run();
    assert.deepEqual({ accepted, output, iterations }, { accepted: true, output: 'Seen', iterations: 2 });
  }
});

test('what an odd agent returns is refused in words; claims are read by type and never by truthiness', async () => {
  const cases = [
    [undefined, /^the agent must return a string or \{ output: string \}, got nothing/],
    [null, /got null$/],
    [42, /got a number$/],
    [['x'], /got a list/],
    [{ text: 'x' }, /got an object$/],
    [{ output: 7 }, /got an object$/],
    [{ output: 'x', done: 'no' }, /^`done` must be true or false, got a string/],
    [{ output: 'x', done: 1 }, /^`done`/],
    [{ output: 'x', criteriaMet: 'all' }, /^`criteriaMet` must be a list of booleans, got a string/],
    [{ output: 'x', criteriaMet: ['false'] }, /^`criteriaMet`/],
    [{ output: 'x', finish_reason: 'length' }, /^the agent's reply has `finish_reason` in place of `finishReason`$/],
    [{ output: 'x', criteria_met: [true] }, /in place of `criteriaMet`/],
    [{ output: 'x', finishReason: 7 }, /^`finishReason` must be a string, got a number/],
    [{ output: 'x', usage: { inputTokens: -1 } }, /^`usage.inputTokens` must be a number from 0/],
  ];
  for (const [reply, message] of cases) {
    const error = await rejection(new Autopilot({ agent: () => reply, goal }).run());
    assert.deepEqual([error.code, error.result.status, error.result.errors[0].code], ['model_error', 'failed', 'bad_response']);
    assert.match(error.message, message);
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
    ['model_error', 'boom', boom, 'model_error'],
  );
  const later = await new Autopilot({ agent: failing(2), goal, critic: critic(unmet) }).run();
  assert.deepEqual([later.status, later.output, later.stopReason], ['needs_review', 'x', 'model_error']);
  assert.deepEqual(later.trace.criticVerdict.criteriaMet, [true, false]);
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

test('the inner model has tools', async () => {
  const add = tool({ name: 'add', schema: { type: 'object' }, execute: ({ a, b }) => a + b });
  const model = scriptedModel([
    { content: '', toolCalls: [{ name: 'add', arguments: { a: 17, b: 26 } }] },
    ({ messages }) => `It is ${messages.at(-1).content}.`,
    met,
  ]);
  const result = await new Autopilot({ model, tools: [add], goal, critic: true }).run();
  assert.deepEqual([result.output, result.accepted, result.iterations], ['It is 43.', true, 1]);
  assert.deepEqual(kinds(result.trace.steps), ['tool_call', 'tool_result', 'iteration', 'critic', 'criteria_satisfied', 'done']);
  assert.equal(model.requests[0].tools[0].name, 'add');
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

test('a stream is aborted by its own hand, and when it is left with `await using`', async () => {
  const stream = new Autopilot({ agent: never, goal }).stream();
  stream.abort('enough');
  assert.equal((await rejection(stream.result)).code, 'aborted');
  assert.equal((await rejection(collect(stream))).code, 'aborted');
  const other = new Autopilot({ agent: never, goal }).stream();
  await other[Symbol.asyncDispose]();
  assert.equal((await rejection(other.result)).name, 'AbortError');
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
    [
      { goal: { ...goal, success_criteria: [] }, agent },
      /^unknown setting `goal\.success_criteria`, did you mean `goal\.successCriteria`/,
    ],
    [{ goal, agent, budget: { maxIterations: Number.NaN } }, /^`budget.maxIterations` must be an integer from 1 to 500, got NaN/],
    [{ goal, agent, checkpoint: { load: agent } }, /^`checkpoint` must be \{ load\(runId\), save\(runId, snapshot\) \}/],
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
