// Settings that are laid over each other, and what is known by more than one of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { reject } from './support.mjs';

const prices = { m: { input: 1e6, output: 1e6 } };
const usage = { inputTokens: 1, outputTokens: 1 };
const model = async ({ purpose, callId }) => ({ content: purpose === 'critique' ? reject() : callId, model: 'm', usage });
const limited = { budget: { maxCostUsd: 3 }, advanced: { prices } };
const timeout = { budget: { callTimeoutMs: 1000 } };

/** A snapshot of a run that waits for its first call. */
function waiting(settings) {
  const run = new ReflectEngine(settings).start({ input: 'q' });
  assert.deepEqual([run.poll().type, run.poll().type], ['call', 'wait']);
  return run.snapshot();
}

test('a group of settings that a task gives leaves the rest of the group of the engine standing, in every method', async () => {
  const engine = new ReflectEngine(limited);
  assert.equal((await engine.run({ input: 'q', model, settings: timeout })).stopReason, 'max_cost');
  assert.equal((await engine.resume(waiting(), { model, settings: timeout })).stopReason, 'max_cost');
  assert.equal((await new ReflectEngine().resume(waiting(limited), { model, settings: timeout })).stopReason, 'max_cost');

  const run = engine.restore(waiting(), timeout);
  const calls = [];
  let output = run.poll();
  for (; output.type !== 'done'; output = run.poll()) {
    if (output.type === 'call') calls.push(output.call);
    if (output.type === 'wait') for (const call of calls.splice(0)) run.reply(call.callId, await model(call));
  }
  assert.equal(output.result.stopReason, 'max_cost');
});

test('the seed of a durable host goes before the setting, which goes before none', async () => {
  const keyOf = async (seed, own, task) => {
    const keys = [];
    const spy = (request) => (keys.push(request.idempotencyKey), model(request));
    const durable = { run: async (_name, fn) => fn(), ...(own === undefined ? {} : { seed: own }) };
    const settings = task === undefined ? {} : { settings: { advanced: { seed: task } } };
    await new ReflectEngine({ advanced: { seed } }).run({ input: 'q', model: spy, durable, ...settings });
    return keys[0];
  };
  assert.notEqual(await keyOf(7, 5), await keyOf(7, 6), 'two runs with seeds of their own');
  assert.notEqual(await keyOf(7, 5), await keyOf(7));
  assert.equal(await keyOf(7), await keyOf(7));
  assert.notEqual(await keyOf(7), await keyOf(8), 'the setting is the default');
  assert.notEqual(await keyOf(7, undefined, 8), await keyOf(7, undefined, 9), 'that of the task');
});
