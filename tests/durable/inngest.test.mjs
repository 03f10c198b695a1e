// The adapter for Inngest under its real SDK: by its own test engine, and over HTTP from a worker, for a stand-in of its executor (host.mjs).
// Kills one after another are in kills.test.mjs; here a worker is killed while a jury is asked at once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { InngestTestEngine } from '@inngest/test';
import { Inngest } from 'inngest';
import { ReflectEngine } from 'reflect-engine';
import { onInngest, reflecting } from 'reflect-engine/inngest';
import { accept, refusals, reject } from '../js/support.mjs';
import { inngest, models } from './host.mjs';

const engine = new ReflectEngine({ maxReflections: 1 });
const JURY = ['judge-1', 'judge-2', 'judge-3'];
const CALLS = ['answer-1', 'critique-1', 'revision-1', 'critique-2'].flatMap((name) =>
  name.startsWith('critique') ? JURY.map((judge) => `${name}.${judge}`) : [name],
);

/** A function that reflects, and the calls that its model was asked. */
function reflected(options) {
  const calls = [];
  const model = ({ callId, purpose, iteration }) => {
    calls.push(callId);
    if (purpose !== 'critique') return `Draft ${iteration}.`;
    return iteration === 1 ? reject() : accept();
  };
  const client = new Inngest({ id: 'tests', isDev: true, logger: { info() {}, warn() {}, error() {}, debug() {} } });
  const answer = client.createFunction(
    { id: 'answer', triggers: [{ event: 'asked' }] },
    reflecting(async (context) => {
      const task = { input: context.event.data.input, model, critic: [model, model, model] };
      const { output, status, iterations } = await engine.run({ ...task, ...(await onInngest(context, options)) });
      return { output, status, iterations };
    }),
  );
  const events = [{ name: 'asked', data: { input: 'Name a prime.' } }];
  return { host: new InngestTestEngine({ function: answer, events }), calls };
}

test('options that are none are refused', async () => {
  const context = { step: { run: (_, fn) => fn() } };
  await refusals('invalid_settings', [
    [() => onInngest(context, { all: true }), /^`all` is not an option of onInngest; there are parallel, maxBytes/],
    [() => onInngest(context, { maxBytes: '1 MB' }), '`maxBytes` must be a number, got a string'],
  ]);
});

test('under the test engine of Inngest a run with a jury asks each call once, though the function runs once for each step', async () => {
  const { host, calls } = reflected();
  const { result, error } = await host.execute();
  assert.equal(error, undefined);
  assert.deepEqual(result, { output: 'Draft 2.', status: 'ok', iterations: 2 });
  assert.deepEqual(calls, CALLS);
});

// Each branch of a parallel step goes on by itself there, as on a server for a function without `optimizeParallelism`.
test('with `parallel`, what follows the jury is asked by each branch of the test engine', async () => {
  const { host, calls } = reflected({ parallel: true });
  const { result } = await host.execute();
  assert.equal(result.output, 'Draft 2.');
  assert.equal(calls.filter((name) => name === 'revision-1').length, 3);
});

const once = new Map();
let [model, host] = [];

/** A tool turn, a draft, two rejections by a jury of three, two revisions. */
async function answer({ id, callId, purpose }) {
  const happens = once.get(`${id}:${callId}`);
  once.delete(`${id}:${callId}`);
  await happens?.();
  if (id === 'wrong') return 401;
  if (id === 'long') return { content: 'x'.repeat(1_000) };
  if (purpose === 'tool') return { sum: 3 };
  if (purpose === 'critique') return { content: /critique-[12]\b/.test(callId) ? reject() : accept() };
  const toolCalls = [{ id: 't1', name: 'add', arguments: { a: 1, b: 2 } }];
  return callId === 'answer-1' && id !== 'review' ? { content: '', toolCalls } : { content: `The text of ${callId}` };
}

before(async () => {
  model = await models(answer);
  host = await inngest(model.url);
});
after(async () => {
  await host?.stop();
  await model?.close();
});

const callsOf = (id) => model.asked.filter((question) => question.id === id).map(({ callId }) => callId);
const keysOf = (id) => Object.fromEntries(model.asked.filter((one) => one.id === id).map(({ callId, key }) => [callId, key]));
const failureOf = (promise) =>
  promise.then(
    (value) => assert.fail(JSON.stringify(value)),
    (error) => error,
  );
const SEED = 7;

let plain;

test('over HTTP a run asks each call once', async () => {
  const result = await host.finished('run', { id: 'plain', task: 'a', seed: SEED });
  assert.deepEqual([result.status, result.acceptedBy, result.iterations, result.timed], ['ok', 'critic', 3, true]);
  plain = { result, keys: keysOf('plain') };
  assert.equal(new Set(callsOf('plain')).size, callsOf('plain').length);
});

test('a worker that is killed while a jury is asked at once: the same result and keys, no finished call again', async () => {
  const moments = ['critique-1.judge-1', 'critique-1.judge-3', 'revision-1', 'critique-2.judge-2'];
  const kept = [];
  const look = async (callId) => {
    await host.worker.kill();
    kept.push({ names: new Set(host.runs.get('parallel').names), at: callsOf('parallel').length, callId });
    await host.worker.start();
  };
  for (const callId of moments) once.set(`parallel:${callId}`, () => look(callId));
  const result = await host.finished('run', { id: 'parallel', task: 'a', seed: SEED, options: { parallel: true } });
  assert.deepEqual(result, plain.result);
  assert.deepEqual(keysOf('parallel'), plain.keys);
  assert.equal(kept.length, moments.length);
  for (const { names, at } of kept)
    for (const callId of callsOf('parallel').slice(at)) assert.ok(!names.has(callId), `${callId} was asked again`);
});

test('a wrong key is tried four times, and the function ends by the code', async () => {
  const error = await failureOf(host.finished('run', { id: 'wrong' }));
  assert.match(error.message, /^model_error: .*the model said 401/);
  assert.equal(error.isFinal, true);
  assert.deepEqual(callsOf('wrong'), Array(4).fill('answer-1'));
});

test('a step that gives too much is named, and made once', async () => {
  const error = await failureOf(host.finished('run', { id: 'long', options: { maxBytes: 500 } }));
  assert.match(error.message, /step answer-1 gave 1\d\d\d bytes, and `maxBytes` is 500/);
  assert.deepEqual(callsOf('long'), ['answer-1']);
});

test('a run that goes on under other settings is refused by name, and its steps stay', async () => {
  once.set('changed:revision-1', async () => {
    await host.worker.kill();
    await host.worker.start({ CHANGED: 'changed' });
  });
  const error = await failureOf(host.finished('run', { id: 'changed', task: 'a' }));
  assert.match(error.message, /step answer-1 was made for another task, or under other settings/);
  assert.equal(error.isFinal, true);
  await host.worker.kill();
  await host.worker.start();
});

test('a review is an event that the function waits for', async () => {
  const result = await host.finished('review', { id: 'review', review: { accepted: true } });
  assert.deepEqual([result.status, result.acceptedBy], ['ok', 'human']);
  assert.equal(new Set(callsOf('review')).size, callsOf('review').length);
});
