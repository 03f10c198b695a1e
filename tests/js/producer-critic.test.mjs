// Seed 002: producer and critic. Each of its test ideas and failure cases is a test by name. Producer and critic are scripted; no
// network, no key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presets, ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { rejection, thrown } from './support.mjs';

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

const lines = (result) => result.errors.map(({ message }) => message);

// Test ideas.

test('happy path: the first draft is accepted and nothing is revised', async () => {
  const { result, producer, critic } = await review([`${CODE} 1`], [accepts]);
  assert.deepEqual([result.status, result.accepted, result.iterations, result.acceptedBy], ['ok', true, 1, 'critic']);
  assert.equal(result.trace.critique.reasoning, 'Accepted: all requirements are satisfied.');
  assert.deepEqual([producer.requests.length, critic.requests.length], [1, 1]);
  assert.deepEqual([result.errors, result.reviewReasons], [[], []]);
});

test('reflection loop: the second draft is accepted and the history holds both attempts', async () => {
  const { result, producer } = await review([`${CODE} 1`, `${CODE} 2`], [revise(), accepts]);
  assert.deepEqual([result.status, result.iterations, result.output], ['ok', 2, `${CODE} 2`]);
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
  const told = producer.requests[1].messages.at(-1).content;
  assert.match(told, /Still missing negative input handling\./);
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

test('max_iterations stops the loop with needs_review', async () => {
  for (const maxIterations of [1, 2, 3, 7]) {
    const many = Array.from({ length: 20 }, (_, n) => `${CODE} ${n}`);
    const { result } = await review(many, Array(20).fill(revise()), { maxIterations });
    assert.deepEqual([result.status, result.accepted, result.stopReason], ['needs_review', false, 'max_reflections']);
    assert.equal(result.iterations, maxIterations);
    assert.equal(result.output, many[maxIterations - 1], 'the latest draft');
    assert.equal(result.trace.judged, true, 'every draft is judged, the last too');
    assert.deepEqual(lines(result), ['max_iterations reached before acceptance']);
    assert.equal(result.trace.revisionHistory.length, maxIterations);
    assert.equal(result.trace.critique.reasoning, 'Still missing negative input handling.');
  }
});

test('blank input fails without a call to producer or critic', async () => {
  for (const blank of ['', ' \n\t']) {
    const { result, producer, critic } = await review(['x'], [accepts], {
      input: blank,
      settings: { advanced: { deriveRequirements: true } },
    });
    assert.deepEqual([result.status, result.stopReason], ['failed', 'invalid_input']);
    assert.deepEqual([producer.requests.length, critic.requests.length], [0, 0]);
    assert.deepEqual(lines(result), ['`input` must not be blank']);
  }
});

const MALFORMED = {
  'no status': JSON.stringify({ critique: 'looks fine' }),
  'an unknown status': JSON.stringify({ status: 'maybe', critique: 'hm' }),
  'a status of another type': JSON.stringify({ status: true }),
  'cut off': '{"status": "accepted", "critique": "all re',
  'nothing at all': '',
  'two that differ': `${accepts}\n${revise()}`,
  'the form itself': '{"status": "<accepted|needs_revision>", "critique": "<text>"}',
  'a verdict and a word': `${accepts} Fine.`,
};

test('malformed critic output is invalid, recorded in errors with its raw words, and needs review', async () => {
  for (const [name, raw] of Object.entries(MALFORMED)) {
    const { result, producer } = await review([`${CODE} 1`, 'never'], [raw]);
    assert.deepEqual([result.status, result.accepted, result.stopReason], ['needs_review', false, 'unreadable_critique'], name);
    assert.equal(result.output, `${CODE} 1`, name);
    assert.ok(['invalid', 'unclear'].includes(result.trace.critique.status), name);
    assert.equal(result.trace.revisionHistory[0].rawCritique, raw, name);
    const quoted = raw === '' ? '' : ` ("${raw.slice(0, 60)}`;
    assert.equal(result.errors.length, 1, name);
    assert.ok(lines(result)[0].startsWith(`the critique could not be read: ${result.trace.critique.reason}${quoted}`), name);
    assert.deepEqual([result.errors[0].code, result.errors[0].callId], ['unreadable_critique', 'critique-1'], name);
    assert.ok(result.reviewReasons.includes('unreadable_critique'), name);
    assert.equal(producer.requests.length, 1, name);
  }
});

test('iteration counts drafts only, and never exceeds max_iterations', async () => {
  const script = ['', `${CODE} 1`, '', `${CODE} 2`];
  const { result } = await review(script, [revise(), revise()], { maxIterations: 2 });
  assert.deepEqual([result.iterations, result.trace.drafts.length], [2, 2], 'an empty reply is no draft');
  const { result: unread } = await review([`${CODE} 1`, `${CODE} 2`], ['{}', '{}', accepts], {
    maxIterations: 2,
    settings: { onUnreadableCritique: 'retry' },
  });
  assert.deepEqual([unread.iterations, unread.accepted], [1, true], 'a critique is no draft');
});

test('the final state always tells status, output, draft, critique status and history', async () => {
  const endings = {
    accepted: [[`${CODE} 1`], [accepts]],
    'out of iterations': [Array(3).fill(CODE), Array(3).fill(revise())],
    invalid: [[CODE], ['fine']],
    'critic down': [[CODE], [new Error('down')]],
    'producer down at once': [[new Error('down')], []],
    'producer down later': [[CODE, new Error('down')], [revise()]],
    'no draft': [['', ''], []],
  };
  for (const [name, [drafts, critiques]] of Object.entries(endings)) {
    const { result } = await review(drafts, critiques);
    assert.ok(['ok', 'needs_review', 'failed'].includes(result.status), name);
    assert.equal(typeof result.output, 'string', name);
    const current = result.trace.drafts.find(({ index }) => index === result.trace.draftIndex);
    assert.equal(current?.text ?? '', result.output, name);
    assert.ok(Array.isArray(result.trace.revisionHistory), name);
    assert.equal(result.trace.critiqueStatus, result.trace.revisionHistory.at(-1)?.critiqueStatus, name);
    assert.equal(result.status === 'ok', result.accepted, name);
    assert.equal(result.errors.length > 0, result.status !== 'ok', name);
  }
});

test('producer and critic are fakes, and nothing asks the network', async () => {
  const { fetch } = globalThis;
  globalThis.fetch = () => assert.fail('the network was asked');
  try {
    const { result } = await review([`${CODE} 1`], [accepts], { settings: { advanced: { deriveRequirements: true } } });
    assert.equal(result.accepted, true);
  } finally {
    globalThis.fetch = fetch;
  }
});

test('the factorial fixture asks for docstring, n == 0 and negative input, of producer and critic', async () => {
  const { producer, critic } = await review([`${CODE} 1`, `${CODE} 2`], [revise(), accepts]);
  for (const { callId, messages } of [...producer.requests, ...critic.requests]) {
    const shown = messages.map(({ content }) => content).join('\n');
    for (const requirement of requirements) assert.ok(shown.includes(`- ${requirement}`), `${callId} lacks ${requirement}`);
    assert.ok(shown.includes(input), callId);
  }
});

// Failure cases that are no test idea above.

test('failure case: no draft, prose without code, or an unusable draft', async () => {
  const usable = (draft) => draft.includes('def ');
  const first = await review(['I can do that!', `${CODE} 1`], [accepts], { usable });
  assert.deepEqual([first.result.status, first.result.output, first.result.iterations], ['ok', `${CODE} 1`, 1]);
  assert.deepEqual(lines(first.result), ['the model gave no usable draft; it is asked once more']);
  const never = await review(['Sure!', 'Of course!', `${CODE} late`], [accepts], { usable });
  assert.deepEqual([never.result.status, never.result.stopReason], ['failed', 'empty_draft']);
  assert.deepEqual(lines(never.result).at(-1), 'the model gave no usable draft, twice');
  assert.equal(never.critic.requests.length, 0);
  const later = await review([`${CODE} 1`, 'Sure!', 'Done!'], [revise()], { usable });
  assert.deepEqual([later.result.status, later.result.output], ['needs_review', `${CODE} 1`]);
  assert.ok(later.result.reviewReasons.includes('empty_draft'));
});

test('failure case: a draft is asked about with its text and a signal, and what is no answer is no yes', async () => {
  const seen = [];
  const usable = async (draft, { signal }) => {
    seen.push([draft, signal.aborted]);
    return true;
  };
  assert.equal((await review([CODE], [accepts], { usable })).result.accepted, true);
  assert.deepEqual(seen, [[CODE, false]]);
  const throws = () => {
    throw new Error('parser');
  };
  const { result } = await review([CODE, CODE], [accepts], { usable: throws });
  assert.deepEqual([result.status, result.stopReason], ['failed', 'empty_draft']);
  assert.equal(result.errors.filter(({ callId }) => callId?.startsWith('usable-')).length, 2);
  const odd = { 'a string': () => 'yes', nothing: async () => {}, 'a number': () => 1 };
  for (const [got, usable] of Object.entries(odd)) {
    const model = scriptedModel([CODE]);
    const { code, message, result } = await rejection(new ReflectEngine({ strategy: 'classic' }).run({ input, model, usable }));
    const misuse = { code: 'misuse', message: `\`usable\` must return true or false, got ${got}` };
    assert.deepEqual({ code, message }, misuse);
    assert.deepEqual(result.errors, [{ ...misuse, callId: 'usable-1', seq: result.errors[0].seq }]);
  }
  const refused = await rejection(
    new ReflectEngine({ strategy: 'classic' }).run({ input, model: scriptedModel([]), usable: true }),
  );
  assert.equal(refused.message, '`usable` must be a function, got a boolean');
});

test('failure case: a page is told that an unusable draft is gone', async () => {
  const events = [];
  const onDraft = ({ type, draftIndex, text }) => events.push([type, draftIndex, text]);
  const usable = (draft) => draft.includes('def ');
  await review([{ deltas: ['Sure!'] }, { deltas: [CODE] }], [accepts], { usable, onDraft });
  assert.deepEqual(events, [
    ['draft.delta', 0, undefined],
    ['draft.rejected', 0, undefined],
    ['draft.delta', 0, undefined],
    ['draft.accepted', 0, CODE],
  ]);
  events.length = 0;
  await review([{ deltas: ['Sure!'] }, { deltas: ['Ok!'] }], [], { usable, onDraft });
  assert.deepEqual(
    events.map(([type]) => type),
    ['draft.delta', 'draft.rejected', 'draft.delta', 'draft.rejected'],
  );
});

test('failure case: a critique that contradicts itself needs review', async () => {
  for (const raw of [
    JSON.stringify({ status: 'accepted', critique: 'x', issues: ['y'] }),
    JSON.stringify({ status: 'accepted', issues: 'y' }),
  ]) {
    const { result } = await review([CODE], [raw]);
    assert.deepEqual(
      [result.status, result.accepted, result.trace.critiqueStatus],
      ['needs_review', false, 'contradictory'],
      raw,
    );
    assert.ok(result.reviewReasons.includes('contradictory_critique'));
    assert.equal(result.trace.revisionHistory[0].rawCritique, raw);
  }
});

test('failure case: the producer ignores a critique; it stays in the history and is named as repeated', async () => {
  const { result, producer } = await review(
    [CODE, CODE, CODE],
    [revise('No docstring.'), revise('no docstring'), revise('No docstring')],
  );
  assert.deepEqual(
    result.trace.revisionHistory.map(({ critique }) => critique.issues[0]),
    ['No docstring.', 'no docstring', 'No docstring'],
  );
  const told = producer.requests.map(({ messages }) => messages.at(-1).content);
  assert.doesNotMatch(told[1], /Named before/);
  assert.match(told[2], /- Named before and still not mended: no docstring \(named 2 times\)/);
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

test('failure case: provider errors and rate limits are captured in errors and surfaced', async () => {
  const limited = () => Object.assign(new Error('429 rate limit'), { status: 429 });
  const { result } = await review([CODE], [limited()]);
  assert.deepEqual([result.status, result.output, result.stopReason], ['needs_review', CODE, 'model_error']);
  assert.deepEqual(lines(result), ['429 rate limit']);
  assert.ok(result.reviewReasons.includes('model_error'));
  const revising = await review([CODE, limited()], [revise()]);
  assert.deepEqual([revising.result.status, revising.result.output], ['needs_review', CODE]);
  const cause = limited();
  const engine = new ReflectEngine(presets.producerCritic());
  const error = await rejection(engine.run({ input, model: scriptedModel([cause]) }));
  assert.deepEqual([error.code, error.result.status, error.cause], ['model_error', 'failed', cause]);
});

test('failure case: generated code is carried, never executed', async () => {
  const draft = 'globalThis.executed = true; import("node:fs"); process.exit(1); def f(): pass';
  const { result } = await review([draft], [accepts], { verifiers: { short: (text) => ({ passed: text.length < 200 }) } });
  assert.equal(result.output, draft);
  assert.equal(globalThis.executed, undefined);
});

test('failure case: deterministic checks that contradict the critic ask for a person', async () => {
  const fails = () => ({ passed: false, issues: ['factorial(0) gave 0'] });
  const passes = () => ({ passed: true });
  const trusting = await review([CODE, CODE], [accepts, accepts], { maxIterations: 2, verifiers: { fixture: fails } });
  assert.deepEqual([trusting.result.status, trusting.result.accepted], ['needs_review', false]);
  for (const reason of ['verifier_failed', 'critic_and_verifier_disagree']) {
    assert.ok(trusting.result.reviewReasons.includes(reason), reason);
  }
  assert.match(trusting.producer.requests[1].messages.at(-1).content, /- fixture: failed: factorial\(0\) gave 0/);
  const strict = await review([CODE], [revise()], { maxIterations: 1, verifiers: { fixture: passes } });
  assert.ok(strict.result.reviewReasons.includes('critic_and_verifier_disagree'));
});

test('failure case: a person reviews what the critic left unresolved', async () => {
  const settings = { ...presets.producerCritic(1), requirements };
  const first = await new ReflectEngine(settings).run({
    input,
    model: scriptedModel([`${CODE} 1`]),
    critic: scriptedModel([revise()]),
  });
  assert.deepEqual([first.status, first.reviewReasons.includes('rejected_by_critic')], ['needs_review', true]);

  const accepted = await new ReflectEngine({ strategy: 'classic' }).resume(first.snapshot, {
    model: scriptedModel([]),
    review: { accepted: true },
  });
  assert.deepEqual([accepted.status, accepted.acceptedBy, accepted.output], ['ok', 'human', `${CODE} 1`]);
  assert.equal(accepted.trace.revisionHistory.length, 1, 'the trail is kept');

  const producer = scriptedModel([`${CODE} 2`]);
  const critic = scriptedModel([accepts]);
  const review = { accepted: false, feedback: 'Raise ValueError for negative n.' };
  const again = await new ReflectEngine({ strategy: 'classic' }).resume(first.snapshot, { model: producer, critic, review });
  assert.deepEqual([again.status, again.acceptedBy, again.output, again.iterations], ['ok', 'critic', `${CODE} 2`, 2]);
  assert.match(producer.requests[0].messages.at(-1).content, /- Review: Raise ValueError for negative n\./);
  assert.match(critic.requests[0].messages.at(-1).content, /earlier reviews named.*Still missing negative input handling/s);

  const unread = await new ReflectEngine(settings).run({
    input,
    model: scriptedModel([`${CODE} 1`]),
    critic: scriptedModel(['{}']),
  });
  const believed = await new ReflectEngine({ strategy: 'classic' }).resume(unread.snapshot, {
    model: scriptedModel([]),
    review: { accepted: true },
  });
  assert.deepEqual([believed.status, believed.acceptedBy, believed.reviewReasons], ['ok', 'human', []]);
});

// What the preset and the task may be.

test('the sentinel of the chapter accepts when it is the whole reply, and only then', async () => {
  assert.equal((await review([CODE], ['CODE_IS_PERFECT'])).result.accepted, true);
  const { result } = await review([CODE], ['It is nearly CODE_IS_PERFECT.'], { maxIterations: 1 });
  assert.deepEqual([result.accepted, result.trace.critique.status], [false, 'unclear']);
});

test('requirements are derived by one call when none are given', async () => {
  const producer = scriptedModel(['{"requirements": ["Has a docstring.", "Returns 1 for 0."]}', `${CODE} 1`]);
  const critic = scriptedModel([accepts]);
  const events = [];
  const engine = new ReflectEngine({
    ...presets.producerCritic(),
    advanced: { ...presets.producerCritic().advanced, deriveRequirements: true },
  });
  const result = await engine.run({ input, model: producer, critic, onDraft: ({ type }) => events.push(type) });
  assert.deepEqual(
    producer.requests.map(({ callId, purpose }) => [callId, purpose]),
    [
      ['requirements-1', 'requirements'],
      ['answer-1', 'answer'],
    ],
  );
  assert.equal(producer.requests[0].onDelta, undefined, 'no draft is written there');
  for (const { messages } of [producer.requests[1], critic.requests[0]]) {
    assert.match(messages.map(({ content }) => content).join('\n'), /- Has a docstring\.\n- Returns 1 for 0\./);
  }
  assert.deepEqual(result.trace.metadata.requirements, ['Has a docstring.', 'Returns 1 for 0.']);
  assert.deepEqual(events, ['draft.accepted']);
});

test('the preset takes a limit, and says which', () => {
  assert.equal(presets.producerCritic().maxReflections, 2);
  assert.equal(presets.producerCritic(1).maxReflections, 0);
  for (const [wrong, came] of [
    [0, '0'],
    [-1, '-1'],
    [2.5, '2.5'],
    [102, '102'],
    [Number.NaN, 'NaN'],
    ['3', '"3"'],
    [null, 'null'],
    [{}, 'an object'],
  ]) {
    const error = thrown(() => presets.producerCritic(wrong));
    assert.equal(error.code, 'invalid_settings');
    assert.equal(error.message, `\`maxIterations\` must be an integer from 1 to 101, got ${came}`);
  }
});
