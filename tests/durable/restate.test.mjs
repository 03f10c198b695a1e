// `onRestate` with a real Restate server and real workers: what ends a step, a run, a replay. Kills are in kills.test.mjs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { accept, reject, verdict } from '../js/support.mjs';
import { models, restate } from './host.mjs';

/** What is to happen when a call of a run is asked for the first time, by `id:callId`. */
const once = new Map();
let model;
let host;

/** A tool turn, a draft, two rejections by a jury of three, two revisions. */
async function answer({ id, callId, purpose }, asked) {
  const happens = once.get(`${id}:${callId}`);
  once.delete(`${id}:${callId}`);
  await happens?.();
  if (id === 'wrong') return 401;
  if (id === 'hangs' || id === 'slow') return new Promise(() => {});
  if (id === 'long') return { content: 'x'.repeat(1_000) };
  if (callId === 'person') return {};
  if (purpose === 'tool') return { sum: 3 };
  if (id === 'autopilot' && purpose === 'critique') return { content: verdict([callId !== 'critique-1']) };
  if (purpose === 'critique') return { content: /critique-[12]\b/.test(callId) && id !== 'person' ? reject() : accept() };
  const isFirst = asked.filter((question) => question.id === id && question.purpose === 'answer').length === 1;
  const toolCalls = [{ id: 't1', name: 'add', arguments: { a: 1, b: 2 } }];
  return purpose === 'answer' && isFirst && id !== 'person' ? { content: '', toolCalls } : { content: `The text of ${callId}` };
}

before(async () => {
  model = await models(answer);
  host = await restate(model.url);
});
after(async () => {
  await host.stop();
  await model.close();
});

/** How often each call of a run was asked for. */
function countsOf(id) {
  const counts = {};
  for (const { callId } of model.asked.filter((question) => question.id === id)) counts[callId] = (counts[callId] ?? 0) + 1;
  return counts;
}

const arrived = async (id, callId) => {
  while (!countsOf(id)[callId]) await new Promise((resolve) => setTimeout(resolve, 10));
};

let plain;

test('a run is what it is without Restate: tools, a jury, a verifier, a clock; each call is made once', async () => {
  const { status, body } = await host.call('run', { id: 'plain' });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.status, body.acceptedBy, body.iterations, body.timed], ['ok', 'critic', 3, true]);
  plain = { body, counts: countsOf('plain') };
  assert.deepEqual(Object.values(plain.counts), Array(14).fill(1));
});

test('a wrong key is tried four times, and the caller hears the code', async () => {
  const { status, body } = await host.call('run', { id: 'wrong' });
  assert.equal(status, 500);
  assert.match(body.message, /model_error: .*the model said 401/);
  assert.deepEqual(countsOf('wrong'), { 'answer-1': 4 });
});

test('an attempt that takes too long is tried again, and a step that gives too much is named', async () => {
  const retry = { maxRetryAttempts: 2, initialRetryInterval: 10 };
  const slow = await host.call('run', { id: 'slow', options: { callTimeoutMs: 200, retry } });
  assert.match(slow.body.message, /step answer-1 took more than 200 ms/);
  assert.deepEqual(countsOf('slow'), { 'answer-1': 2 });
  const long = await host.call('run', { id: 'long', options: { maxBytes: 500 } });
  assert.match(long.body.message, /step answer-1 gave 1\d\d\d bytes, and `maxBytes` is 500/);
  assert.deepEqual(countsOf('long'), { 'answer-1': 1 });
});

test('a cancel aborts the run', async () => {
  const invocation = await host.send('run', { id: 'hangs' });
  await arrived('hangs', 'answer-1');
  await host.cancel(invocation);
  const { status, body } = await host.result(invocation);
  assert.deepEqual([status, /cancel/i.test(body.message)], [409, true], JSON.stringify(body));
});

for (const [what, id, more, message] of [
  [
    'under other settings',
    'settings',
    { CHANGED: 'settings' },
    /step answer-1 was made for another task, or under other settings/,
  ],
  ['by another version', 'version', {}, /the run began with reflect-engine 0\.\d+\.\d+, and cannot go on with 99\.0\.0/],
])
  test(`a replay ${what} is refused by name, and goes on when the old one is back`, async () => {
    const env = id === 'version' ? { ADAPTER: await otherVersion() } : more;
    once.set(`${id}:answer-2`, () => host.worker.kill().then(() => host.worker.start(env)));
    const invocation = await host.send('run', { id, task: 'plain' });
    let failure = '';
    while (!message.test(failure)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      failure = await host.failure(invocation);
    }
    await host.worker.kill();
    await host.worker.start();
    assert.deepEqual((await host.result(invocation)).body, plain.body);
  });

/** The adapter as a later version of the package would have it. */
async function otherVersion() {
  const file = new URL('../node_modules/reflect-engine/dist/adapters/restate.js', import.meta.url);
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', file), 'utf8'));
  const whole = { entryPoints: [fileURLToPath(file)], bundle: true, format: 'esm', external: ['@restatedev/*'], write: false };
  const [{ text }] = (await build(whole)).outputFiles;
  assert.ok(text.includes(version));
  const other = new URL('other-version.js', file);
  writeFileSync(other, text.replaceAll(version, '99.0.0'));
  return other.href;
}

test('an autopilot is a run of steps, too: after a kill nothing is asked again that was kept', async () => {
  once.set('autopilot:critique-1', () => host.worker.kill().then(() => host.worker.start()));
  const { body } = await host.call('autopilot', { id: 'autopilot' });
  assert.deepEqual(body, { output: 'The text of answer-3', acceptedBy: 'critic' });
  const { 'critique-1': inFlight, ...others } = countsOf('autopilot');
  assert.deepEqual([inFlight, Object.values(others)], [2, [1, 1, 1, 1, 1]]);
});

test('a person’s review is an awakeable between `run` and `resume`', async () => {
  const invocation = await host.send('review', { id: 'person' });
  await arrived('person', 'person');
  await host.worker.kill();
  await host.worker.start();
  const { asked } = model.asked.find(({ id, callId }) => id === 'person' && callId === 'person');
  await host.resolve(asked, { accepted: false, feedback: 'More.' });
  const { body } = await host.result(invocation);
  assert.equal(body.status, 'ok', JSON.stringify(body));
});

test('on Node 20, where the SDK would hang without a word, a worker says what is missing and does not start', () => {
  const [node, worker] = ['../node_modules/node-20/bin/node', './worker.mjs'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const { status, stderr } = spawnSync(node, [worker, 'restate', 'http://127.0.0.1', '0'], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /the Restate SDK needs Node 22: without `Promise\.withResolvers` it hangs/);
});
