// `onDbos` with a real DBOS and PostgreSQL: what ends a step, and what ends a run. Kills are in kills.test.mjs.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onDbos } from 'reflect-engine/dbos';
import { accept, deferred } from '../js/support.mjs';
import { dbos, models } from './host.mjs';

let model;
let host;
const once = new Map();
const closed = deferred();

before(async () => {
  const answer = async ({ id, callId, purpose }) => {
    const happens = once.get(`${id}:${callId}`);
    once.delete(`${id}:${callId}`);
    await happens?.();
    if (id === 'wrong') return 401;
    if (id === 'slow' || id === 'hangs') return new Promise(() => {});
    return { content: purpose === 'critique' ? accept() : `The text of ${callId}` };
  };
  model = await models(answer, ({ id }) => id === 'hangs' && closed.resolve());
  host = await dbos(model.url);
});
after(async () => {
  await host?.stop();
  await model.close();
});

const asked = (id) => model.asked.filter((question) => question.id === id).map(({ callId }) => callId);

test('a wrong key is tried four times, and the caller hears the code', async () => {
  await assert.rejects(host.finished('run', { id: 'wrong' }), /the model said 401/);
  assert.deepEqual(asked('wrong'), Array(4).fill('answer-1'));
});

test('an attempt that takes too long is tried as often as the options say', async () => {
  const options = { timeoutMS: 200, maxAttempts: 2, intervalSeconds: 0.01 };
  await assert.rejects(host.finished('run', { id: 'slow', options }), /answer-1.*exceeded.* 200/);
  assert.deepEqual(asked('slow'), Array(2).fill('answer-1'));
});

test('a cancel aborts the run and the call that is out', async () => {
  const arrived = deferred();
  once.set('hangs:answer-1', arrived.resolve);
  const handle = await host.start('run', { id: 'hangs' });
  await arrived.promise;
  await host.client.cancelWorkflow('hangs');
  await assert.rejects(handle.getResult({ pollingIntervalMs: 20 }), /cancelled/);
  await closed.promise;
  assert.deepEqual(asked('hangs'), ['answer-1']);
});

test('a replay under other settings is refused by name', async () => {
  once.set('settings:critique-1.judge-2', () => host.worker.kill().then(() => host.worker.start({ CHANGED: 'settings' })));
  const message = /step answer-1 was made for another task, or under other settings/;
  await assert.rejects(host.finished('run', { id: 'settings' }), message);
  assert.equal(asked('settings').filter((callId) => callId === 'answer-1').length, 1);
});

test('outside of a workflow it says what is missing', async () => {
  await assert.rejects(onDbos(), /`onDbos` needs a workflow of DBOS around it/);
});
