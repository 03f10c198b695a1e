// `chatModel`, with the real client: what `conform` does not look at.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI from 'openai';
import { ReflectEngine } from 'reflect-engine';
import { chatModel, responsesModel } from 'reflect-engine/openai';
import { z } from 'zod';
import { accept, column, rejection } from '../support.mjs';
import { provider } from './provider.mjs';

const classic = new ReflectEngine({ strategy: 'classic' });
const USAGE = { inputTokens: 100, outputTokens: 20, cachedTokens: 64 };

/** A model that is answered from the script until the test ends; `bodies` gives what it asked. */
async function served(context, script, more) {
  const server = await provider(script.map((said) => ({ ...said, usage: USAGE })));
  context.after(server.close);
  const client = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
  const bodies = () => server.requests.map((body) => JSON.parse(body));
  return { client, model: chatModel(client, 'fake', { temperature: 0, ...more }), bodies };
}

test('a server that takes no JSON Schema is asked for what it takes, where a schema is wanted', async (context) => {
  for (const response_format of [{ type: 'json_object' }, undefined]) {
    const { model, bodies } = await served(context, [{ text: 'Blue.' }, { text: accept() }], { response_format });
    assert.equal((await classic.run({ input: 'q', model })).accepted, true);
    assert.deepEqual(column(bodies(), 'response_format'), [undefined, response_format]);
  }
});

test('a model of the Responses API that does not reason is not asked for its reasoning', async (context) => {
  const script = ['Blue.', accept(), 'Blue.', accept()].map((text) => ({ text }));
  const { client, bodies } = await served(context, script);
  for (const more of [undefined, { include: [] }])
    await new ReflectEngine().run({ input: 'q', model: responsesModel(client, 'fake', more) });
  assert.deepEqual(column(bodies(), 'include'), [['reasoning.encrypted_content'], ['reasoning.encrypted_content'], [], []]);
});

test('a server that says with status 200 what is wrong is heard', async (context) => {
  const { model } = await served(context, [{ body: { error: { message: 'model not loaded' } } }]);
  const { code, message } = await rejection(classic.run({ input: 'q', model }));
  assert.equal(code, 'model_error');
  assert.match(message, /the server gave no choice: \{"error":\{"message":"model not loaded"/);
});

/** A stream of these chunks, each the fields of one choice or a whole chunk, then its end. */
const streamed = (...chunks) => ({
  events: [
    ...chunks.map((chunk) => (chunk.error ? chunk : { choices: [{ index: 0, finish_reason: null, ...chunk }] })),
    '[DONE]',
  ],
});
const END = { delta: {}, finish_reason: 'stop' };
const onDraft = () => {};

test('fields of a stream that are null or absent are as good as empty', async (context) => {
  const said = { delta: { content: 'Blue.' } };
  for (const chunks of [
    [{ delta: { content: 'Blue.', reasoning_content: null, tool_calls: null } }, END],
    [said, { delta: null }, END],
    [said, { finish_reason: 'stop' }],
  ]) {
    const { model } = await served(context, [streamed(...chunks), { text: accept() }]);
    const { output, status, errors } = await classic.run({ input: 'q', model, onDraft });
    assert.deepEqual([output, status, errors], ['Blue.', 'ok', []]);
  }
});

test('an error inside a stream is that of its call, in the words of the server', async (context) => {
  const error = { message: 'server overloaded' };
  const { model } = await served(context, [streamed({ delta: { content: 'Bl' } }, { error })]);
  assert.equal((await rejection(classic.run({ input: 'q', model, onDraft }))).message, `answer-1: ${error.message}`);
  // A client that hands chunks on as they come.
  const create = async function* () {
    yield { error };
  };
  const bare = chatModel({ chat: { completions: { create } } }, 'fake');
  assert.equal((await rejection(classic.run({ input: 'q', model: bare, onDraft }))).message, `answer-1: ${error.message}`);
});

test('pieces of streamed tool calls go by their index, and one that no list has is a failure and touches nothing', async (context) => {
  const piece = (index, fields) => ({ delta: { tool_calls: [{ index, ...fields }] } });
  const parts = [
    piece(255, { id: 'b', function: { name: 'two', arguments: '{' } }),
    piece(0, { id: 'a', function: { name: 'one', arguments: '{}' } }),
    piece(255, { function: { arguments: '}' } }),
  ];
  const { model } = await served(context, [streamed(...parts, END)]);
  const { toolCalls } = await model({ messages: [], purpose: 'answer', onDelta: onDraft });
  assert.deepEqual(toolCalls, [
    { id: 'a', name: 'one', arguments: '{}' },
    { id: 'b', name: 'two', arguments: '{}' },
  ]);
  const before = Object.getOwnPropertyNames(Array.prototype).length;
  for (const index of ['__proto__', 'constructor', '0', null, undefined, -1, 0.5, 256, 1e8, 4_294_967_294]) {
    const { model } = await served(context, [streamed(piece(index, { strange: 'yes' }), END)]);
    const { code, message } = await rejection(classic.run({ input: 'q', model, onDraft }));
    assert.deepEqual([code, [].strange, Array.strange], ['model_error', undefined, undefined]);
    assert.match(message, /^answer-1: `tool_calls\[\]\.index` of the stream must be a whole number from 0 to 255, got /);
  }
  assert.equal(Object.getOwnPropertyNames(Array.prototype).length, before);
});

test('schemas are passed on, as strict ones where each property is required', async (context) => {
  const { model, bodies } = await served(context, [{ text: '{"name": "red"}' }, { text: accept() }]);
  const outputSchema = z.object({ name: z.string(), shade: z.string().optional() });
  const result = await classic.run({ input: 'A colour.', model, outputSchema });
  assert.deepEqual(result.object, { name: 'red' });
  const [answer, critique] = bodies().map((request) => request.response_format);
  assert.equal(answer.type, 'json_schema');
  assert.deepEqual([answer.json_schema.strict, answer.json_schema.schema.required], [false, ['name']]);
  assert.equal(critique.json_schema.strict, true);
  assert.ok(critique.json_schema.schema.required.includes('needs_revision'));
});

for (const onDraft of [undefined, () => {}]) {
  test(`usage and name make \`prices\` work, ${onDraft ? 'streamed' : 'whole'}`, async (context) => {
    const { model } = await served(context, [{ text: 'Blue.' }, { text: accept() }]);
    const prices = { fake: { input: 1, output: 10 } };
    const result = await new ReflectEngine({ budget: { maxCostUsd: 1 }, advanced: { prices } }).run({
      input: 'Why?',
      model,
      onDraft,
    });
    const { inputTokens, outputTokens, cachedTokens, costUsd, estimated } = result.usage.total;
    assert.deepEqual([inputTokens, outputTokens, cachedTokens, estimated], [200, 40, 128, undefined]);
    assert.ok(Math.abs(costUsd - 0.0006) < 1e-12, String(costUsd));
  });
}

test('a draft that was cut is told as such, and not accepted', async (context) => {
  const cut = { text: 'A long', finish: 'length' };
  const { model } = await served(context, [cut, { text: accept() }]);
  const result = await classic.run({ input: 'q', model, settings: { maxReflections: 0, advanced: { judgeLast: true } } });
  assert.equal(result.accepted, false);
  assert.ok(result.reviewReasons.includes('draft_cut'), result.reviewReasons.join());
});

test('parts that are no text go as they were written', async (context) => {
  const { model, bodies } = await served(context, [{ text: 'A cat.' }, { text: accept() }]);
  const content = [
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
  ];
  await classic.run({ input: [{ role: 'user', content }], model });
  assert.deepEqual(bodies()[0].messages[0].content, content);
});
