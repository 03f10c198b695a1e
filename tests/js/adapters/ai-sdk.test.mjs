// `aiModel`, with the real AI SDK and its own mock of a language model.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APICallError } from 'ai';
import { ReflectEngine } from 'reflect-engine';
import { aiModel } from 'reflect-engine/ai-sdk';
import { z } from 'zod';
import { accept, column } from '../support.mjs';
import { languageModel } from './language-model.mjs';

const classic = new ReflectEngine({ strategy: 'classic' });
const USAGE = {
  inputTokens: { total: 100, noCache: 36, cacheRead: 64, cacheWrite: 0 },
  outputTokens: { total: 20, text: 17, reasoning: 3 },
};

const mock = (script) => languageModel(script, USAGE);

/** The parts of one message that was sent, without what says nothing. */
const partsOf = (message) => message.content.map((part) => JSON.parse(JSON.stringify(part)));

test('without a system prompt none is sent, and tokens of reasoning are counted', async () => {
  const llm = mock(['Blue.', accept()]);
  const { usage } = await classic.run({ input: 'q', model: aiModel(llm) });
  assert.deepEqual(column(llm.doStreamCalls[0].prompt, 'role'), ['user']);
  assert.equal(usage.total.reasoningTokens, 6);
});

test('schemas are passed on, and a reply that breaks one is read all the same', async () => {
  const llm = mock(['A colour: red.', `Here: ${accept()}`, '{"name": "red"}', accept()]);
  const outputSchema = z.object({ name: z.string() });
  const pieces = [];
  const onDraft = (event) => event.type === 'draft.delta' && pieces.push(event.delta);
  const result = await classic.run({ input: 'A colour.', model: aiModel(llm), outputSchema, onDraft });
  assert.deepEqual([result.object, result.errors], [{ name: 'red' }, []]);
  assert.deepEqual(pieces.slice(0, 3), ['A ', 'colour: ', 'red.']);
  const [answer, critique] = llm.doStreamCalls.map(({ responseFormat }) => responseFormat);
  assert.deepEqual([answer.type, answer.schema.required], ['json', ['name']]);
  assert.ok(critique.schema.required.includes('needs_revision'));
});

test('usage and name make `prices` work', async () => {
  const engine = new ReflectEngine({ budget: { maxCostUsd: 1 }, advanced: { prices: { 'mock-1': { input: 1, output: 10 } } } });
  const result = await engine.run({ input: 'Why?', model: aiModel(mock(['Blue.', accept()])) });
  const { inputTokens, outputTokens, cachedTokens, costUsd, estimated } = result.usage.total;
  assert.deepEqual([inputTokens, outputTokens, cachedTokens, estimated], [200, 40, 128, undefined]);
  assert.ok(Math.abs(costUsd - 0.0006) < 1e-12, String(costUsd));
});

test('a draft that was cut is told as such, and not accepted', async () => {
  const model = aiModel(mock([{ text: 'A long', finish: 'length' }, accept()]));
  const result = await classic.run({ input: 'q', model, settings: { maxReflections: 0, advanced: { judgeLast: true } } });
  assert.deepEqual([result.accepted, result.reviewReasons.includes('draft_cut')], [false, true]);
});

test('the AI SDK tries again what was limited; without its retries the call has failed, with its own error', async () => {
  const headers = { 'retry-after-ms': '1' };
  const limited = () =>
    new APICallError({
      message: 'limited',
      url: '',
      requestBodyValues: {},
      statusCode: 429,
      responseHeaders: headers,
      isRetryable: true,
    });
  const again = await classic.run({ input: 'q', model: aiModel(mock([limited(), 'Blue.', accept()])) });
  assert.deepEqual([again.status, again.errors], ['ok', []]);
  const model = aiModel(mock(['Blue.', limited(), accept()]), { maxRetries: 0 });
  const result = await classic.run({ input: 'q', model });
  assert.deepEqual([result.status, result.stopReason], ['needs_review', 'model_error']);
  assert.match(result.errors[0].message, /limited/);
});

test('parts that are no text go as they were written', async () => {
  const llm = mock(['A cat.', accept()]);
  const file = { type: 'file', mediaType: 'image/png', data: 'AA==' };
  const content = [{ type: 'text', text: 'What is it?' }, file];
  await classic.run({ input: [{ role: 'user', content }], model: aiModel(llm) });
  const [, sent] = partsOf(llm.doStreamCalls[0].prompt.at(-1));
  assert.deepEqual([sent.type, sent.mediaType], ['file', 'image/png']);
});
