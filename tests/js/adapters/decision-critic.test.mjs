// Critics that answer with a probability: decision models of the AI SDK by its real `experimental_decide`, and the first token of a chat model
// by OpenAI's real client.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI from 'openai';
import { Autopilot, Critic, ReflectEngine } from 'reflect-engine';
import { decisionCritic } from 'reflect-engine/ai-sdk/critic';
import { measureCritic } from 'reflect-engine/measure';
import { decisionCritic as chatCritic } from 'reflect-engine/openai';
import { scriptedModel } from 'reflect-engine/testing';
import { replay, traceOf } from 'reflect-engine/trace';
import { accept, column, refusals, reject } from '../support.mjs';
import { provider } from './provider.mjs';

const engine = new ReflectEngine({ maxReflections: 1 });
const drafts = () => scriptedModel(['Blue.', 'Red.']);

/** A decision model with these probabilities, or answers, in turn; `asked` has what came. */
function decisionModel(script) {
  const asked = [];
  return {
    asked,
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'decider-1',
    supportedQuestionTypes: ['boolean'],
    async doDecide(options) {
      asked.push(options);
      const said = script.shift();
      if (said instanceof Error) throw said;
      const answer = typeof said === 'number' ? { type: 'boolean', probability: said } : said;
      return { answers: { right: answer }, usage: { inputTokens: 30, outputTokens: 1 }, warnings: [] };
    },
  };
}

/** First tokens as OpenAI lists them: the one that is taken comes first, and once more among the others. */
const tokens = (odds) => {
  const all = Object.entries(odds).map(([token, p]) => ({ token, logprob: Math.log(p), bytes: null }));
  return [{ ...all[0], top_logprobs: all }];
};

async function chat(context, script, more) {
  const server = await provider(script);
  context.after(server.close);
  const client = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
  return { critic: chatCritic(client, 'fake', more), bodies: () => server.requests.map((body) => JSON.parse(body)) };
}

test('a decision model judges: its probability is in the verdict, the steps, the trace', async () => {
  const model = decisionModel([0.4, 0.93]);
  const result = await engine.run({ input: 'Which colour?', model: drafts(), critic: decisionCritic(model) });
  assert.deepEqual([result.output, result.acceptedBy, result.score], ['Red.', 'critic', 9.3]);
  const { critique, steps, revisionHistory } = result.trace;
  assert.deepEqual([critique.probability, critique.score, critique.issues], [0.93, 9.3, []]);
  assert.deepEqual(column(column(revisionHistory, 'critique'), 'probability'), [0.4, 0.93]);
  const reflections = steps.filter(({ type }) => type === 'reflection');
  assert.deepEqual(column(reflections, 'probability'), [0.4, 0.93]);
  assert.deepEqual([reflections[0].assessment, reflections[0].judge], ['Probability: 0.4.', { model: 'decider-1' }]);
  assert.equal(result.usage.byPurpose.critique.inputTokens, 60);
  const [first] = model.asked;
  assert.match(first.questions.right.instructions, /^You are a strict reviewer\. .*Can the answer be used as it stands\?/s);
  assert.doesNotMatch(first.questions.right.instructions, /JSON/);
  assert.match(first.state[0].text, /Question:\n.*Which colour\?.*Answer to evaluate:\n.*Blue\./s);
  const trace = traceOf(result);
  const looks = trace.calls.filter(({ purpose }) => purpose === 'critique');
  assert.deepEqual(column(column(looks, 'reply'), 'probability'), [0.4, 0.93]);
  assert.deepEqual([trace.task.judges, looks[0].request.responseSchema], [[{ tools: [], probability: true }], undefined]);
  assert.deepEqual(replay(trace).trace.critique, critique);
});

test('settings go into each call, and what each request has of its own is refused', async () => {
  const model = decisionModel([0.9]);
  const providerOptions = { test: { depth: 1 } };
  const critic = decisionCritic(model, { providerOptions, headers: { 'x-a': 'b' } });
  const settings = { critiquePrompt: 'You know this house.', requirements: ['Names the year.'] };
  assert.equal((await engine.run({ input: 'q', model: drafts(), critic, settings })).accepted, true);
  const { providerOptions: sent, headers, questions, abortSignal } = model.asked[0];
  assert.deepEqual([sent, headers['x-a'], abortSignal instanceof AbortSignal], [providerOptions, 'b', true]);
  assert.match(questions.right.instructions, /^You know this house\.\n\nCan the answer .*- Names the year\./s);
  await refusals('invalid_settings', [
    [() => decisionCritic(model, { questions: {} }), /`questions` is not an option of decisionCritic: `critiquePrompt` says/],
    [() => decisionCritic(model, { state: 'q' }), /`state` is not an option/],
    [() => decisionCritic(model, { abortSignal: null }), /`abortSignal` is not an option of decisionCritic/],
    [() => decisionCritic(model, 'fast'), /the options of decisionCritic must be an object, got a string/],
    [
      () => decisionCritic({ modelId: 'm' }),
      /`model` of decisionCritic must have `doDecide`, got an object: give a decision model/,
    ],
  ]);
  decisionCritic('provider/decider');
});

test('a model that declines, or fails, is a critic that failed', async () => {
  for (const said of [{ type: 'refusal' }, new Error('busy')]) {
    const critic = decisionCritic(decisionModel([said, said]), { maxRetries: 0 });
    const result = await engine.run({ input: 'q', model: drafts(), critic, settings: { onUnreadableCritique: 'stop' } });
    assert.deepEqual([result.accepted, result.stopReason, result.output], [false, 'critic_unavailable', 'Blue.']);
  }
});

test('several drafts are judged one by one', async () => {
  const model = decisionModel([0.2, 0.9, 0.5]);
  const task = { input: 'q', model: scriptedModel(['a', 'b', 'c']), critic: decisionCritic(model) };
  const { output, accepted } = await new ReflectEngine({ strategy: 'best-of-n', drafts: 3 }).run(task);
  assert.deepEqual([output, accepted, model.asked.length], ['b', true, 3]);
  for (const { state } of model.asked) assert.equal(state[0].text.match(/to evaluate/g).length, 1);
});

test('a jury takes the mean of the log odds; beside a form each has its vote', async () => {
  const settings = { maxReflections: 0, advanced: { jury: { mode: 'majority' } } };
  const critic = [0.99, 0.9, 0.5].map((p) => decisionCritic(decisionModel([p])));
  const { trace, accepted } = await engine.run({ input: 'q', model: drafts(), critic, settings });
  assert.deepEqual([accepted, trace.critique.probability.toFixed(6)], [true, '0.905861']);
  assert.deepEqual(column(trace.jurors, 'probability'), [0.99, 0.9, 0.5]);
  const mixed = [decisionCritic(decisionModel([0.95])), scriptedModel([reject()])];
  const other = await engine.run({ input: 'q', model: drafts(), critic: mixed, settings: { maxReflections: 0 } });
  assert.deepEqual(
    [other.accepted, other.trace.critique.probability, other.trace.critique.issues],
    [false, undefined, ['too short']],
  );
});

test('the first token of a chat model: yes against no, in any spelling', async (context) => {
  const odds = tokens({ Yes: 0.6, ' yes': 0.1, No: 0.2, no: 0.075, The: 0.025 });
  const { critic, bodies } = await chat(context, [{ text: 'Yes', finish: 'length', logprobs: odds }]);
  const settings = { acceptanceThreshold: 7, maxReflections: 0 };
  const result = await engine.run({ input: 'q', model: drafts(), critic: { ...critic, name: 'odds' }, settings });
  assert.ok(Math.abs(result.trace.critique.probability - 0.7 / 0.975) < 1e-12, String(result.trace.critique.probability));
  assert.deepEqual([result.accepted, result.trace.steps[1].judge.name], [true, 'odds']);
  const [{ messages, ...body }] = bodies();
  assert.deepEqual(body, { model: 'fake', max_completion_tokens: 1, top_logprobs: 20, logprobs: true, stream: false });
  assert.match(messages[0].content, /Reply with one word: yes, or no/);
});

test('a chat model without odds, or that says neither, is a critic that failed', async (context) => {
  const cases = [
    [{ text: 'Yes' }, /the server gave no `logprobs` of fake: take a model that reports them/],
    [
      { text: 'I am 97 % sure', logprobs: tokens({ I: 0.9, yes: 0.1 }) },
      /says neither yes nor no: its first tokens are \["I","yes"\]/,
    ],
  ];
  for (const [said, message] of cases) {
    const { critic } = await chat(context, [said, said], { top_logprobs: 5 });
    const result = await engine.run({ input: 'q', model: drafts(), critic, settings: { onUnreadableCritique: 'stop' } });
    assert.equal(result.accepted, false);
    assert.match(result.errors[0].message, message);
  }
});

test('a text that sounds sure has no probability', async () => {
  const sure = accept().replace('{', '{"confidence": 0.97, ');
  const { trace } = await engine.run({ input: 'q', model: drafts(), critic: scriptedModel([sure]) });
  assert.deepEqual([trace.critique.confidence, trace.critique.probability], [0.97, undefined]);
  for (const probability of [1.5, Number.NaN, '0.9', Promise.resolve(0.9)]) {
    const said = () => ({ content: 'Yes', probability });
    const result = await engine.run({ input: 'q', model: drafts(), critic: { model: said, probability: true } });
    assert.equal(result.accepted, false);
    assert.match(result.errors[0].message, /probability/);
  }
});

test('what such a critic cannot do is refused by name', async () => {
  const critic = decisionCritic(decisionModel([]));
  const tools = [{ name: 'look', execute: () => 1 }];
  const run = (critic, settings) => () => engine.run({ input: 'q', model: drafts(), critic, settings });
  await refusals('invalid_task', [
    [run({ ...critic, tools }), /a critic that answers with a `probability` calls no `tools`/],
    [run({ ...critic, probability: 'yes' }), /`critic\.probability` must be a boolean, got a string/],
    [run(critic, { advanced: { evidence: 'quotes' } }), /leave out `advanced\.evidence`/],
  ]);
  assert.throws(
    () => new Autopilot({ model: drafts(), criteria: ['a'], critic: new Critic({ model: critic, criteria: ['a'] }) }),
    {
      code: 'invalid_settings',
    },
  );
});

test('a run that is taken up again asks it as before', async () => {
  const model = decisionModel([0.4]);
  const begun = await engine.run({ input: 'q', model: drafts(), critic: decisionCritic(model), settings: { maxReflections: 0 } });
  const more = decisionModel([0.9]);
  const settings = { maxReflections: 1 };
  const result = await engine.resume(begun.snapshot, {
    model: scriptedModel(['Red.']),
    critic: decisionCritic(more),
    settings,
    review: { accepted: false, feedback: 'Another.' },
  });
  assert.deepEqual([result.accepted, result.output], [true, 'Red.']);
  assert.doesNotMatch(more.asked[0].questions.right.instructions, /JSON/);
});

test('`measureCritic` tells its probabilities, and by how much they are off', async () => {
  const odds = [0.9, 0.9, 0.2, 0.2, 0.7, 0.7];
  const labelled = [true, false, true].map((correct, at) => ({ input: `q${at}`, draft: 'd', correct }));
  const of = { d0: [], d1: [], d2: [] };
  const critic = decisionCritic({
    ...decisionModel([]),
    doDecide: async ({ state }) => {
      const at = /q(\d)/.exec(state[0].text)[1];
      of[`d${at}`].push(1);
      return { answers: { right: { type: 'boolean', probability: odds[2 * Number(at)] } }, warnings: [] };
    },
  });
  const measured = await measureCritic(critic, [...labelled, { ...labelled[0], draft: 'e' }]);
  assert.deepEqual(column(measured.labelled, 'probability'), [0.9, 0.2, 0.7, 0.9]);
  assert.deepEqual(column(measured.labelled, 'accepted'), [undefined, undefined, undefined, undefined]);
  assert.ok(Math.abs(measured.brier.value - (0.01 + 0.04 + 0.09 + 0.01) / 4) < 1e-12);
  assert.equal(measured.calls, 8, 'twice each, and no pairs');
  assert.deepEqual([measured.sensitivity.count, measured.specificity.count], [2, 1]);
});
