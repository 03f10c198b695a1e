// Seed 002: the preset for producer and critic, and what of it only the package does; what the loop makes of it is shown natively
// (`tests/core/states.rs`, `memory.rs`, `classic.rs`).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { presets, ReflectEngine, readCritique } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, refusals, rejection, throws } from './support.mjs';

const requirements = [
  'The function has a docstring.',
  'calculate_factorial(0) returns 1.',
  'A negative n raises ValueError.',
  'It accepts an integer n and returns n!.',
];
const input = 'Write a Python function calculate_factorial(n) that handles 0, positive integers, and invalid negative inputs.';

const CODE = 'def calculate_factorial(n):';
const accepts = JSON.stringify({ status: 'accepted', critique: 'Accepted: all requirements are satisfied.', issues: [] });
const revise = (critique = 'Still missing negative input handling.') =>
  JSON.stringify({ status: 'needs_revision', critique, issues: [critique] });

/** A producer and a critic, each with its script, and what came of them. */
async function review(drafts, critiques, { maxIterations = 3, settings = {}, ...task } = {}) {
  const [producer, critic] = [scriptedModel(drafts), scriptedModel(critiques)];
  const preset = presets.producerCritic(maxIterations);
  const advanced = { ...preset.advanced, ...settings.advanced };
  const engine = new ReflectEngine({ ...preset, requirements, ...settings, advanced });
  const ended = engine.run({ input, model: producer, critic, ...task });
  const result = await ended.catch((error) => error.result ?? Promise.reject(error));
  return { result, producer, critic };
}

test('the second draft is accepted, and the history holds both attempts', async () => {
  const { result, producer, critic } = await review([`${CODE} 1`, `${CODE} 2`], [revise(), accepts]);
  assert.deepEqual([result.status, result.iterations, result.output, result.acceptedBy], ['ok', 2, `${CODE} 2`, 'critic']);
  assert.equal(result.trace.critique.reasoning, 'Accepted: all requirements are satisfied.');
  const attempts = result.trace.revisionHistory.map(({ iteration, draftIndex, critique, critiqueStatus }) => [
    iteration,
    result.trace.drafts[draftIndex].text,
    critique.status,
    critiqueStatus,
  ]);
  assert.deepEqual(attempts, [
    [1, `${CODE} 1`, 'needs_revision', 'read'],
    [2, `${CODE} 2`, 'accepted', 'read'],
  ]);
  assert.match(producer.requests[1].messages.at(-1).content, /Still missing negative input handling\./);
  for (const { callId, messages } of [...producer.requests, ...critic.requests]) {
    const shown = messages.map(({ content }) => content).join('\n');
    for (const text of [input, ...requirements.map((each) => `- ${each}`)])
      assert.ok(shown.includes(text), `${callId} lacks ${text}`);
  }
});

test('the producer is told how to mend it, beside the issues', async () => {
  const howTo = 'Negative input is not handled: raise ValueError when n < 0.';
  const asks = (critique) => JSON.stringify({ status: 'needs_revision', critique, issues: ['negative input'] });
  for (const [critique, told] of [
    [howTo, `- Issues: negative input\n- Suggestion: ${howTo}`],
    ['negative input', '- Issues: negative input\n\nPlease revise'],
  ]) {
    const critic = scriptedModel([asks(critique), accepts]);
    const model = scriptedModel(['one', 'two']);
    await new ReflectEngine(presets.producerCritic(2)).run({ input: 'Write it.', model, critic });
    assert.ok(model.requests[1].messages.at(-1).content.includes(told), model.requests[1].messages.at(-1).content);
  }
});

test('what ends without an acceptance needs review, and says why', async () => {
  const contradicts = JSON.stringify({ status: 'accepted', critique: 'x', issues: ['y'] });
  for (const [raw, reason, why] of [
    [revise(), 'rejected_by_critic', /^max_iterations reached before acceptance$/],
    [contradicts, 'contradictory_critique', /^the critique could not be read: contradictory /],
    ['It is nearly CODE_IS_PERFECT.', 'unreadable_critique', /^the critique could not be read: /],
    ['<html>502 Bad Gateway</html>', 'unreadable_critique', /^the critique could not be read: no_json /],
  ]) {
    const { result } = await review([CODE], [raw], { maxIterations: 1 });
    assert.deepEqual([result.status, result.accepted, result.output], ['needs_review', false, CODE], raw);
    assert.ok(result.reviewReasons.includes(reason), `${result.reviewReasons}`);
    assert.match(result.errors[0].message, why);
  }
  assert.equal((await review([CODE], ['CODE_IS_PERFECT'])).result.accepted, true);
});

test('failure case: a draft is asked about with its text and a signal, and what is no answer is no yes', async () => {
  const seen = [];
  const usable = async (draft, { signal }) => {
    seen.push([draft, signal.aborted]);
    return true;
  };
  assert.equal((await review([CODE], [accepts], { usable })).result.accepted, true);
  assert.deepEqual(seen, [[CODE, false]]);
  const { result } = await review([CODE, CODE], [accepts], { usable: throws(new Error('parser')) });
  assert.deepEqual([result.status, result.stopReason], ['failed', 'empty_draft']);
  assert.equal(result.errors.filter(({ callId }) => callId?.startsWith('usable-')).length, 2);
  const odd = { 'a string': () => 'yes', nothing: async () => {}, 'a number': () => 1 };
  for (const [got, usable] of Object.entries(odd)) {
    const model = scriptedModel([CODE]);
    const { code, message, result } = await rejection(new ReflectEngine({ strategy: 'classic' }).run({ input, model, usable }));
    const misuse = { code: 'misuse', message: `\`usable\` must return true or false, got ${got}` };
    assert.deepEqual({ code, message }, { ...misuse, message: `usable-1: ${misuse.message}` });
    assert.deepEqual(result.errors, [{ ...misuse, callId: 'usable-1', seq: result.errors[0].seq }]);
  }
  const refused = () => new ReflectEngine({ strategy: 'classic' }).run({ input, model: scriptedModel([]), usable: true });
  await refusals('invalid_task', [[refused, '`usable` must be a function, got a boolean']]);
});

test('failure case: the context does not grow with the number of drafts, and history is capped', async () => {
  const maxIterations = 40;
  const drafts = Array.from({ length: maxIterations }, (_, n) => `${CODE} ${n} ${'x'.repeat(2_000)}`);
  const critiques = drafts.map((_, n) => revise(`fault ${n} ${'y'.repeat(500)}`));
  const settings = { advanced: { history: { maxDrafts: 5 } } };
  const { result, producer, critic } = await review(drafts, critiques, { maxIterations, settings });
  const size = ({ messages }) => JSON.stringify(messages).length;
  for (const { requests } of [producer, critic]) {
    assert.ok(size(requests.at(-1)) < size(requests[1]) + 6_000, `${size(requests[1])}, then ${size(requests.at(-1))}`);
  }
  assert.equal(result.iterations, maxIterations);
  assert.equal(result.trace.drafts.length + result.trace.dropped, maxIterations);
  assert.ok(result.trace.drafts.length <= 6 && result.trace.revisionHistory.length <= 6);
  assert.equal(result.output, drafts.at(-1));
});

test('the preset takes a limit, and says which', async () => {
  assert.equal(presets.producerCritic().maxReflections, 2);
  assert.equal(presets.producerCritic(1).maxReflections, 0);
  const wrong = { 0: 0, '-1': -1, 2.5: 2.5, 102: 102, NaN: Number.NaN, '"3"': '3', null: null, 'an object': {} };
  const cases = Object.entries(wrong).map(([came, given]) => [
    given,
    `\`maxIterations\` must be an integer from 1 to 101, got ${came}`,
  ]);
  await refusals('invalid_settings', cases, presets.producerCritic);
});

test('the preset takes words that accept, and a list of faults beside them', async () => {
  const sentinels = ['FINE'];
  const settings = presets.producerCritic(2, { sentinels });
  sentinels[0] = 'OTHER';
  for (const [critiques, accepted] of [
    [['FINE'], true],
    [['CODE_IS_PERFECT'], false],
    [['- no docstring\n- n = 0 fails', 'FINE'], true],
  ]) {
    const model = scriptedModel(['one', 'two']);
    const result = await new ReflectEngine(settings).run({ input: 'q', model, critic: scriptedModel(critiques) });
    assert.deepEqual([result.accepted, result.iterations], [accepted, critiques.length], `${critiques}`);
  }
  assert.deepEqual(presets.producerCritic(3, { sentinels: [] }).advanced.sentinels, []);
  await refusals('invalid_settings', [
    [() => presets.producerCritic(3, { sentinels: 'OK' }), /^`sentinels` must be/],
    [
      () => presets.producerCritic(3, { sentinel: ['OK'] }),
      '`sentinel` is not an option of presets.producerCritic; there are sentinels',
    ],
    [() => new ReflectEngine(presets.producerCritic(3, { sentinels: [1] })), /^`advanced.sentinels` must be a list of strings/],
    [() => presets.producerCritic(3, ['OK']), /^the options of presets.producerCritic must be an object, got a list/],
  ]);
});

const lines = readFileSync(new URL('../fixtures/verdicts.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const cases = lines.map((line) => JSON.parse(line)).filter(({ by_policy }) => by_policy !== undefined);

async function run(settings, { schema, input, config }) {
  const criteria =
    schema === 'criteria' ? { criteria: Array.from({ length: config.n_criteria }, (_, n) => `criterion ${n}`) } : {};
  const met = JSON.stringify({ criteria_met: [true, true, true], confidence: 1, suggestions: [], reasoning: 'yes' });
  const model = scriptedModel(['first', input, 'second', schema === 'criteria' ? met : accept()]);
  const result = await new ReflectEngine({ ...settings, ...criteria }).run({ input: 'q', model });
  return { result, revised: model.requests.some(({ purpose }) => purpose === 'revision') };
}

/** What each policy's word means for a run: whether it revises, and whether it may accept the first draft. */
const policies = {
  seed004: { settings: presets.agentlib, accepted: 'ends' },
  seed002: {
    settings: { ...presets.producerCritic(), advanced: { ...presets.producerCritic().advanced, critiqueFormat: 'score' } },
    invalid: 'ends',
  },
  conservative: {
    settings: { ...presets.agentlib, advanced: { ...presets.agentlib.advanced, onContradiction: 'revise' } },
    needs_revision: 'revises',
  },
  // A confidence off its scale counts as none, so both of its cases go on.
  shipit: { settings: presets.criteria, needs_revision: 'revises', accepted: 'revises' },
};

test('each case with a policy does in a run what its seed says', async () => {
  assert.equal(cases.length, 18);
  for (const each of cases) {
    for (const [policy, word] of Object.entries(each.by_policy)) {
      const { settings, ...meaning } = policies[policy];
      const { result, revised } = await run(settings, each);
      const title = `${each.id} under ${policy}`;
      assert.equal(revised, meaning[word] === 'revises', title);
      if (revised) continue;
      assert.equal(result.output, 'first', title);
      const onContradiction = settings.advanced?.onContradiction;
      const reading = readCritique(each.input, { critiqueFormat: 'score', onContradiction });
      assert.equal(result.accepted, reading.status === 'accepted', title);
      assert.equal(result.accepted, policy === 'seed004' && each.expect.code === 'contradictory', title);
      if (!result.accepted) assert.equal(result.status, 'needs_review', title);
    }
  }
});

test('a lead-in in other scripts is read past, and a word of more letters is none', () => {
  const score = (before) => readCritique(before + accept(), { critiqueFormat: 'score' }).status;
  assert.deepEqual(['以下是我的评估：', 'Voici mon évaluation : ', '평가: '].map(score), Array(3).fill('accepted'));
  assert.deepEqual(['以下是坏的：', 'évaluationé : ', '评é: '].map(score), Array(3).fill('unclear'));
  const word = (text) => readCritique(text, { critiqueFormat: 'status', sentinels: ['好'] }).reason;
  assert.deepEqual(['很好。', '½好', '(好)', '这 好 吗'].map(word), ['no_json', 'no_json', 'beside', 'beside']);
});
