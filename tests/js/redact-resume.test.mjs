// What the hook takes out of a snapshot, it does not take out of the run: resumed, it is the same run, or the result tells that it is not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine, ResearchLoop } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, reject } from './support.mjs';

const HOOKS = {
  'long numbers': (text) => text.replace(/\d{6,}/g, '[number]'),
  digits: (text) => text.replace(/\d/g, '*'),
  everything: () => '[x]',
  nothing: () => '',
  quotes: (text) => text.replaceAll('"', "'"),
  letters: (text) => text.toUpperCase(),
  throws: () => {
    throw new Error('no');
  },
};
const lookup = {
  name: 'lookup',
  schema: { type: 'object', properties: { account: { type: 'integer' } } },
  execute: () => ({ balance: 5 }),
};
const asks = (args) => ({ content: '', toolCalls: [{ id: 'c1', name: 'lookup', arguments: args }] });

/** Runs, resumes, and compares; gives the run and the value of its snapshot. */
async function same(replies, redact, { settings, ...extra } = {}) {
  const engine = new ReflectEngine({ seed: 1, ...settings });
  const task = { tools: [lookup], redact, ...extra };
  const first = await engine.run({ input: 'What is the balance of 12345678?', model: scriptedModel(replies), ...task });
  const again = await engine.resume(first.snapshot, { model: scriptedModel([]), ...task });
  const end = ({ status, stopReason, acceptedBy, iterations, reflections, draftIndex, revisionHistory }) => ({
    ...{ status, stopReason, acceptedBy, iterations, reflections, draftIndex },
    verdicts: revisionHistory.map(({ critiqueStatus, critique }) => [critiqueStatus, critique?.status, critique?.score]),
  });
  assert.deepEqual(end(again), end(first), String(redact));
  assert.equal(first.errors.filter(({ message }) => message.includes('cannot be resumed as it was')).length, 0);
  return { first, log: JSON.parse(first.snapshot).log };
}

test('arguments that are a text of JSON stay JSON, and each number and text in them is seen', async () => {
  const args = '{"account":12345678,"of":{"name 12345678":["12345678",7,true,null]}}';
  const { first, log } = await same([asks(args), 'The balance is 5.', accept()], HOOKS['long numbers']);
  const [{ arguments: kept }] = log.find(({ value }) => value?.toolCalls).value.toolCalls;
  const seen = { account: '[number]', of: { 'name [number]': ['[number]', 7, true, null] } };
  assert.deepEqual(JSON.parse(kept), seen);
  assert.deepEqual(first.steps[0].args, seen, 'the step shows the same');
});

test('arguments that are no JSON stay none', async () => {
  for (const redact of [() => '{}', () => '', () => '7', HOOKS.digits]) {
    const { log } = await same([asks('{"account": 12'), 'a', accept()], redact);
    assert.ok(log.some(({ value }) => value?.toolCalls));
  }
  await same([asks(' '), 'a', accept()], () => '[x]');
});

test('whatever the hook does, a resumed run has the verdicts of the run', async () => {
  const replies = [
    asks('{"account":12345678}'),
    'The balance is 5 of 7.',
    reject(4, ['9 faults', 'none']),
    'It is five, all in all.',
  ];
  for (const redact of Object.values(HOOKS)) {
    await same([...replies, accept()], redact, { settings: { judgeLast: true } });
    await same([...replies, reject(7), 'Another one altogether.', accept()], redact, { settings: { strategy: 'keep-best' } });
    await same(['a', accept()], redact, { input: [{ role: 'user', content: 'q' }] });
  }
});

test('critiques in every form, in prose, unreadable and taken back keep their verdict', async () => {
  const criteria = { form: 'criteria', criteria: ['short', 'true'] };
  const met = '{"criteria_met": [true, true], "confidence": 0.9, "suggestions": [], "reasoning": "it has 2"}';
  const cases = [
    [{}, 'Score: 9/10\nNeeds revision: no'],
    [{}, 'Score: 3/10. Needs work.'],
    [{}, 'no verdict at all 7'],
    [{}, `${accept()} but line 12 is wrong`],
    [{ form: 'status' }, '{"status": "accepted", "critique": "fine", "issues": ["line 12"]}'],
    [{}, '{"score": 9, "issues": [], "suggestion": "It needs more work: 4 of 5.", "needs_revision": false}'],
    [{}, '{"score": 9, "issues": [], "suggestion": "", "needs_revision": true}'],
    [{ strategy: 'keep-best' }, '{"score": 9, "issues": [], "suggestion": "", "needs_revision": true}'],
    [{ acceptanceThreshold: 3 }, '{"score": "3/10", "issues": ["1"], "suggestion": "", "needs_revision": false}'],
    [{ form: 'status', sentinels: ['CODE_IS_PERFECT'] }, 'CODE_IS_PERFECT'],
    [{ form: 'status' }, '{"status": "accepted", "critique": ""}'],
    [{ form: 'status' }, '{"status": "needs_revision", "critique": "line 12 is wrong"}'],
    [criteria, met],
    [criteria, met.replace('[true, true]', '[true, false]')],
    [criteria, met.replace('0.9', '0.1')],
    [{}, { content: '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false', finishReason: 'length' }],
    [{}, { content: [{ type: 'text', text: accept() }] }],
  ];
  for (const [settings, critique] of cases) {
    for (const redact of Object.values(HOOKS)) {
      await same(['The draft 1.', critique], redact, { settings: { maxReflections: 0, judgeLast: true, ...settings } });
    }
  }
});

test('a jury and derived requirements are resumed as they were', async () => {
  const said = [accept(), reject(3, ['1 fault']), accept(10)];
  const settings = { maxReflections: 0, judgeLast: true, jury: { mode: 'majority' } };
  for (const redact of Object.values(HOOKS)) {
    await same(['a'], redact, { settings, critic: said.map((critique) => scriptedModel([critique])) });
    const { log } = await same(['["has 12345678", "is short"]', 'a', accept()], redact, {
      settings: { deriveRequirements: true },
    });
    const { value } = log.find(({ call }) => call?.startsWith('requirements'));
    assert.equal(JSON.parse(value.content ?? value).length, 2);
  }
});

test('where the hook takes out what the run went by, the result tells so', async () => {
  const redact = (text) => (text.length > 4_000 ? '[long]' : text);
  const settings = { budget: { maxTokens: 1_000 } };
  const model = scriptedModel(['x '.repeat(4_000)]);
  const { errors, stopReason } = await new ReflectEngine().run({ input: 'q', model, redact, settings });
  assert.equal(stopReason, 'max_tokens');
  const [told, ...others] = errors.filter(({ code }) => code === 'callback_error').map(({ message }) => message);
  assert.match(told, /^`redact` took out what the run went by, and its snapshot cannot be resumed as it was: /);
  assert.equal(others.length, 0);
});

test('an answer of a research loop that is an object stays one', async () => {
  const loop = new ResearchLoop({ canonicalModel: { price: 'required' }, evaluator: false, seed: 1 });
  const research = ({ path }) => [{ path, value: 'cheap', sourceId: 'a' }];
  const redact = HOOKS['long numbers'];
  const first = await loop.run({ query: 'q', research, compose: () => ({ account: 12345678 }), redact });
  assert.deepEqual(first.object, { account: 12345678 });
  const again = await loop.resume(first.snapshot, { research, compose: () => '', redact });
  assert.deepEqual(again.object, { account: '[number]' });
});

test('what a person refused stays refused, though the hook takes out what it says', async () => {
  const redact = (text) => text.replaceAll('SECRET99', '[key]');
  for (const strategy of ['classic', 'keep-best', 'best-of-n', 'adaptive']) {
    const engine = new ReflectEngine({ strategy });
    const model = async ({ purpose }) => (purpose === 'critique' ? accept(9.5) : ' The key is SECRET99.');
    const first = await engine.run({ input: 'q', model, redact });
    assert.ok(!first.snapshot.includes('SECRET99'));
    let { snapshot } = first;
    // Twice: the digest outlives a snapshot that is redacted once more.
    for (const feedback of ['no', undefined]) {
      const review = { accepted: false, ...(feedback === undefined ? {} : { feedback }) };
      const again = await engine.resume(snapshot, { model, redact, review });
      assert.deepEqual([again.accepted, again.errors], [false, []], strategy);
      if (strategy !== 'classic') assert.equal(again.drafts.at(-1).duplicateOf, 0, strategy);
      snapshot = again.snapshot;
      assert.ok(!snapshot.includes('SECRET99'));
    }
    const other = async ({ purpose }) => (purpose === 'critique' ? accept(9.5) : 'The key is SECRET98.');
    const task = { model: other, redact: (text) => text.replace(/SECRET\d+/g, '[key]'), review: { accepted: false } };
    const last = await engine.resume(snapshot, task);
    assert.equal(last.output, 'The key is SECRET98.', `${strategy}: another text is another`);
  }
});
