// What a verifier may return or throw: a verdict in any of its shapes, or a fault that is the verifier's own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expect } from 'expect';
import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { column, drain, never } from './support.mjs';

const durable = { run: async (_, step) => JSON.parse(JSON.stringify(await step())) };

/** One draft and its revision, judged by this verifier alone: by the engine, as a durable host's steps, and by a caller that drives it. */
async function judged(verifier, settings = {}) {
  const given = { strategy: 'classic', maxReflections: 1, budget: { verifierTimeoutMs: 30 }, ...settings };
  const engine = new ReflectEngine(given);
  const play = async (more) => {
    const model = scriptedModel(['one', 'two']);
    const result = await engine.run({ input: 'q', model, critic: false, verifiers: { check: verifier }, ...more });
    return { result, requests: model.requests };
  };
  return [await play({}), ...(verifier === never ? [] : [await play({ durable })])];
}

class AssertionError extends Error {
  name = 'AssertionError';
}

const raises = (make) => () => {
  throw make();
};

test('a verdict in every shape, and a thrown AssertionError, decides over the draft', async () => {
  const cases = [
    [() => true, true],
    [async () => true, true],
    [() => false, false],
    [() => [], true],
    [() => 'Name the year.', false, ['Name the year.']],
    [async () => ['a', 'b'], false, ['a', 'b']],
    [() => Object.freeze(['a']), false, ['a']],
    [() => ({ passed: true, score: 7 }), true],
    [() => ({ passed: false, issues: ['a'] }), false, ['a']],
    [() => ({ passed: true, issues: ['only a hint'] }), true, ['only a hint']],
    [raises(() => new AssertionError('expected 4 to equal 5')), false, ['expected 4 to equal 5']],
    [() => Promise.reject(new AssertionError('late')), false, ['late']],
    [() => assert.fail('not 99 long'), false, ['not 99 long']],
    [raises(() => Object.assign(new Error('Jest’s'), { matcherResult: { pass: false } })), false, ['Jest’s']],
  ];
  for (const [verifier, passed, issues] of cases) {
    for (const { result } of await judged(verifier)) {
      const verdict = result.trace.drafts[0].verifiers.check;
      assert.deepEqual([verdict.passed, verdict.issues, result.accepted], [passed, issues, passed], String(verifier));
      assert.deepEqual(result.errors, [], String(verifier));
    }
  }
});

test('a failed matcher of Jest is a failed check, also a negated one', async () => {
  for (const verifier of [
    (draft) => expect(draft).toBe('zwei'),
    (draft) => expect(draft).not.toBe('one'),
    (draft) => expect(draft).toEqual(2),
  ]) {
    for (const { result } of await judged((draft) => (verifier(draft), true))) {
      const { passed, issues } = result.trace.drafts[0].verifiers.check;
      assert.deepEqual([passed, result.errors, issues.length], [false, [], 1]);
      assert.match(issues[0], /expect.*received/s);
    }
  }
});

const SHAPE = 'a verdict must be true or false, an issue, a list of issues or { passed, issues?, score? }, got';
const BLANK = 'an issue must not be blank; a list without issues passes';
const FAULTS = [
  [raises(() => new TypeError('draft.foo is not a function')), 'draft.foo is not a function'],
  [raises(() => 'a string'), 'a string'],
  [raises(() => Object.assign(new Error('not by name'), { code: 'ERR_ASSERTION' })), 'not by name'],
  [() => undefined, `${SHAPE} nothing`],
  [() => null, `${SHAPE} null`],
  [() => 1, `${SHAPE} a number`],
  [() => ({ ok: true }), '`passed` must be true or false, got nothing'],
  [() => ({ passed: 'yes' }), '`passed` must be true or false, got a string'],
  [() => ({ passed: true, score: '9' }), '`score` must be a number, got a string'],
  [() => '', BLANK],
  [() => ['Name it.', ' \n'], BLANK],
  [() => ['Name it.', 3], 'an issue must be a string, got a number'],
  [() => () => true, `${SHAPE} a function`],
  [never, 'no answer within 30 ms (see `budget.verifierTimeoutMs`)'],
];

test('a broken verifier ends the run with its draft, or has failed it where the settings say so; no model is shown its stack', async () => {
  for (const [verifier, message] of FAULTS) {
    for (const strategy of ['classic', 'keep-best', 'best-of-n'])
      for (const { result, requests } of await judged(verifier, { strategy, ...(strategy === 'best-of-n' && { drafts: 1 }) })) {
        assert.deepEqual([result.output, result.status, result.stopReason], ['one', 'needs_review', 'verifier_error'], message);
        assert.deepEqual(result.reviewReasons, ['verifier_error', 'not_judged'], message);
        assert.deepEqual([column(result.errors, 'message'), requests.length], [[`verifier \`check\`: ${message}`], 1]);
        assert.equal(result.errors[0].callId, 'verify-1.check');
      }
    for (const { result, requests } of await judged(verifier, { onVerifierError: 'revise' })) {
      assert.deepEqual([result.output, result.accepted, result.stopReason], ['two', false, 'max_reflections'], message);
      assert.deepEqual(result.trace.drafts[0].verifiers.check, { passed: false, issues: [`could not run: ${message}`] });
      assert.equal(result.errors[0].message, `verifier \`check\`: ${message}`);
      const shown = JSON.stringify(requests[1].messages);
      assert.ok(shown.includes('could not run') && !shown.includes('verdicts.test.mjs'), shown);
    }
  }
});

test('a durable host is thrown what a broken verifier throws, and stores an AssertionError as a verdict', async () => {
  for (const [error, stored] of [
    [new TypeError('x'), 'threw'],
    [new AssertionError('y'), { reply: { passed: false, issues: ['y'] } }],
  ]) {
    const steps = {};
    const run = async (id, step) => {
      steps[id] = 'threw';
      steps[id] = await step();
      return steps[id];
    };
    const task = { input: 'q', model: scriptedModel(['one', 'two']), critic: false, durable: { run } };
    await new ReflectEngine({ strategy: 'classic', maxReflections: 0 }).run({
      ...task,
      verifiers: { check: raises(() => error) },
    });
    assert.deepEqual(steps['verify-1.check'], stored);
  }
});

test('who drives a run hands in an AssertionError as a verdict', () => {
  for (const [error, stopReason] of [
    [new AssertionError('no'), 'max_reflections'],
    [new Error('no'), 'verifier_error'],
  ]) {
    const run = new ReflectEngine({ strategy: 'classic', maxReflections: 0 }).start({
      input: 'q',
      critic: false,
      verifiers: { check: undefined },
    });
    drain(run);
    run.reply('answer-1', 'one');
    drain(run);
    run.fail('verify-1.check', error);
    assert.equal(drain(run).at(-1).result.stopReason, stopReason);
    run.free();
  }
});
