// What newcomers stumbled over.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Critic, ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { z } from 'zod';
import { accept, never, rejection, thrown } from './support.mjs';

const engine = new ReflectEngine({ advanced: { seed: 1 } });
const fails = (task) => engine.run({ input: 'q', model: () => 'a', ...task }).then(assert.fail, (error) => error);

test('a schema that hangs ends with its timeout, and the run with it', async () => {
  const outputSchema = { '~standard': { version: 1, vendor: 'own', validate: never } };
  const settings = { maxReflections: 0, budget: { verifierTimeoutMs: 30 } };
  const result = await engine.run({ input: 'q', model: () => '{"a": 1}', outputSchema, settings, critic: false });
  assert.equal(result.accepted, false);
  assert.equal('object' in result, false);
});

test('a draft that is no JSON is told the schema', async () => {
  const model = scriptedModel(['no', '{"d": 1}']);
  const result = await engine.run({ input: 'q', model, critic: false, outputSchema: z.object({ d: z.number() }) });
  assert.deepEqual(result.object, { d: 1 });
  assert.match(model.requests[1].messages.at(-1).content, /JSON Schema: \{.*"d":\{"type":"number"\}/);
});

test('tools with the schema key of another library are refused by name', async () => {
  const execute = () => 1;
  const error = await fails({ tools: [{ name: 't', inputSchema: z.object({}), execute }] });
  assert.match(error.message, /tool `t` has `inputSchema`: here it is called `schema`/);
});

test('a Standard Schema as `parameters` is told as JSON Schema', async () => {
  const model = scriptedModel(['a', accept()]);
  const tools = [{ name: 't', parameters: z.object({ city: z.string() }), execute: () => 1 }];
  await engine.run({ input: 'q', model, tools });
  assert.equal(model.requests[0].tools[0].parameters.properties.city.type, 'string');
});

test('a Critic as the critic of an engine is refused, not half used', async () => {
  const error = await fails({ critic: new Critic({ model: () => 'a' }) });
  assert.equal(error.code, 'invalid_task');
  assert.match(error.message, /`Autopilot`/);
});

test('many runs on one signal add one listener, and leave none', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...given) => {
    listeners += 1;
    add(...given);
  };
  signal.removeEventListener = (...given) => {
    listeners -= 1;
    remove(...given);
  };
  const runs = Array.from({ length: 30 }, () => engine.run({ input: 'q', model: scriptedModel(['a', accept()]), signal }));
  assert.equal(listeners, 1);
  await Promise.all(runs);
  assert.equal(listeners, 0);
  const late = Array.from({ length: 3 }, () => engine.run({ input: 'q', model: never, signal }).catch((error) => error.code));
  controller.abort();
  assert.deepEqual(await Promise.all(late), ['aborted', 'aborted', 'aborted']);
  assert.equal(listeners, 0);
});

test('a promise inside a tool result that rejects does not end the process', async () => {
  const seen = [];
  const note = (reason) => seen.push(reason);
  process.on('unhandledRejection', note);
  const execute = () => ({ p: Promise.reject(new Error('late')) });
  const model = scriptedModel([{ content: '', toolCalls: [{ name: 't', arguments: {} }] }, 'a', accept()]);
  await engine.run({ input: 'q', model, tools: [{ name: 't', schema: { type: 'object' }, execute }] });
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', note);
  assert.deepEqual(seen, []);
});

test('`drafts` without the strategy that writes several is refused by name, before any call', async () => {
  const error = thrown(() => new ReflectEngine({ drafts: 4 }));
  assert.equal(error.code, 'invalid_settings');
  assert.match(error.message, /^`drafts` is a setting of `strategy: 'best-of-n'`, and the strategy is 'classic'$/);
  const model = scriptedModel([]);
  const late = await rejection(new ReflectEngine().run({ input: 'q', model, settings: { drafts: 4 } }));
  assert.deepEqual([late.code, late.message, model.requests.length], [error.code, error.message, 0]);
});
