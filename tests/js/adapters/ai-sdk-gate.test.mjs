// `gated` around agents of the AI SDK: what a stream shows, what the history holds, and a draft that is not lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  convertToModelMessages,
  createUIMessageStream,
  NoObjectGeneratedError,
  Output,
  readUIMessageStream,
  ToolLoopAgent,
  tool,
} from 'ai';
import { ReflectEngine } from 'reflect-engine';
import { gated } from 'reflect-engine/ai-sdk/gate';
import { z } from 'zod';
import { accept, column, deferred, rejection } from '../support.mjs';
import { clerkModel, languageModel } from './language-model.mjs';
import { BLUE, PRICE, priceOf, QUESTION } from './shop.mjs';

const engine = new ReflectEngine();

function shop(model = clerkModel(), options = {}) {
  const execute = ({ item }) => priceOf(item);
  const tools = { price: tool({ description: 'What something costs.', inputSchema: z.object({ item: z.string() }), execute }) };
  return gated(new ToolLoopAgent({ model, tools, maxRetries: 0 }), { engine, task: PRICE, ...options });
}

async function partsOf(result) {
  const parts = [];
  for await (const part of result.stream ?? result.fullStream) parts.push(part);
  return parts;
}

const messagesIn = async (result) => (await result.responseMessages) ?? (await result.response).messages;
const saidIn = (parts) => parts.flatMap(({ type, text }) => (type === 'text-delta' ? [text] : [])).join('');

test('the history has the tool calls of all drafts, and neither rejected texts nor feedback', async () => {
  for (const how of ['generate', 'stream']) {
    const result = await shop()[how]({ prompt: QUESTION });
    const messages = await messagesIn(result);
    assert.deepEqual(column(messages, 'role'), ['assistant', 'tool', 'assistant', 'tool', 'assistant'], how);
    const shown = JSON.stringify(messages);
    assert.match(shown, /coffee.*tea.*It costs 3 euros/);
    assert.doesNotMatch(shown, /It costs 7 euros|look up that of tea/);
    assert.deepEqual((await result.steps).length, 3);
  }
});

test('a stream passes on at once what tools do, and shows drafts as drafts', async () => {
  const [waits, begun] = [deferred(), deferred()];
  const verifiers = {
    price: async (draft) => {
      begun.resolve();
      await waits.promise;
      return PRICE.verifiers.price(draft);
    },
  };
  const result = await shop(clerkModel(), { task: { ...PRICE, verifiers } }).stream({ prompt: QUESTION });
  const reader = (result.stream ?? result.fullStream).getReader();
  const parts = [];
  await begun.promise;
  for (let part; part?.type !== 'reasoning-delta'; parts.push(part)) part = (await reader.read()).value;
  assert.ok(column(parts, 'type').includes('tool-result'));
  waits.resolve();
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
  assert.equal(saidIn(parts), 'It costs 3 euros.');
  const drafts = parts.filter(({ type }) => type === 'reasoning-end').map(({ providerMetadata }) => providerMetadata.reflect);
  assert.deepEqual(column(drafts, 'draft'), [1, 2]);
  assert.deepEqual(drafts[0].issues, ['this is the price of coffee: look up that of tea']);
  assert.equal(drafts[1].status, 'accepted');
  const ends = parts
    .filter(({ type }) => type === 'finish-step')
    .map(({ providerMetadata }) => providerMetadata?.reflect?.status);
  assert.deepEqual([ends.at(-1), parts.filter(({ type }) => type === 'finish').length], ['ok', 1]);
});

test('drafts go to a writer as data, or are not shown', async () => {
  const written = [];
  const result = await shop(clerkModel(), { drafts: 'data', writer: { write: (part) => written.push(part) } }).stream({
    prompt: QUESTION,
  });
  const parts = await partsOf(result);
  assert.ok(!column(parts, 'type').includes('reasoning-delta'));
  const last = new Map(written.map(({ data }) => [data.draft, data]));
  assert.deepEqual([last.get(1).status, last.get(2).status, last.get(2).text], ['rejected', 'accepted', 'It costs 3 euros.']);
  const hidden = await partsOf(await shop(clerkModel(), { drafts: 'none' }).stream({ prompt: QUESTION }));
  assert.doesNotMatch(JSON.stringify(hidden), /It costs 7 euros/);
});

test('a page gets the tools, the drafts and the answer, and its next request holds no draft', async () => {
  const agent = shop();
  const stream = createUIMessageStream({
    execute: async ({ writer }) => writer.merge((await agent.stream({ prompt: QUESTION })).toUIMessageStream()),
  });
  let message;
  for await (const each of readUIMessageStream({ stream })) message = each;
  const texts = message.parts.filter(({ type }) => type === 'text').map(({ text }) => text);
  assert.deepEqual(texts, ['It costs 3 euros.']);
  const model = languageModel(['It costs 3 euros.']);
  const messages = [...(await convertToModelMessages([message])), { role: 'user', content: QUESTION }];
  await shop(model).generate({ messages });
  assert.doesNotMatch(JSON.stringify(model.doGenerateCalls[0].prompt), /It costs 7 euros/);
});

test('a critic is in no stream', async () => {
  const critic = () => '{"score":3,"needs_revision":true,"issues":["SECRET OF THE CRITIC"]}';
  const model = languageModel(['Blue.', 'Green.', 'Red.']);
  const result = await shop(model, { task: { critic, settings: { maxReflections: 2 } }, drafts: 'none' }).stream({ prompt: 'q' });
  const parts = await partsOf(result);
  assert.doesNotMatch(JSON.stringify(parts), /SECRET OF THE CRITIC|needs_revision/);
});

test('a draft is not lost when a later one fails, or has no text', async () => {
  for (const second of [new Error('out of order'), '']) {
    for (const how of ['generate', 'stream']) {
      const result = await shop(languageModel(['It costs 7 euros.', second]))[how]({ prompt: QUESTION });
      const { status, stopReason, output } = await result.reflection;
      assert.deepEqual([status, stopReason, output], ['needs_review', 'model_error', 'It costs 7 euros.'], how);
      assert.equal(await result.text, 'It costs 7 euros.');
      if (how === 'stream') assert.equal(saidIn(await partsOf(result)), 'It costs 7 euros.');
    }
  }
});

test('the error of a first draft is the host’s own, in a stream as a part', async () => {
  await assert.rejects(shop(languageModel([new Error('out of order')])).generate({ prompt: 'q' }), /out of order/);
  const result = await shop(languageModel([new Error('out of order')])).stream({ prompt: 'q', onError() {} });
  const parts = await partsOf(result);
  assert.match(parts.find(({ type }) => type === 'error').error.message, /out of order/);
  await assert.rejects(Promise.resolve(result.text), /out of order/);
});

test('the best draft is streamed, also where a later one came, and cached tokens are counted', async () => {
  const result = await shop(languageModel(['Blue.', 'Green.', 'Red.']), { task: BLUE }).stream({ prompt: 'q' });
  assert.equal(saidIn(await partsOf(result)), 'Blue.');
  const { usage } = await result.reflection;
  assert.deepEqual([usage.total.cachedTokens, usage.total.reasoningTokens], [12, 3]);
});

test('a reader who leaves waits for nobody', async () => {
  const result = await shop().stream({ prompt: QUESTION });
  const parts = (result.stream ?? result.fullStream)[Symbol.asyncIterator]();
  await parts.next();
  await parts.return();
  assert.equal(await result.text, 'It costs 3 euros.');
});

test('a wrong way to show drafts is refused by name', () => {
  assert.throws(() => shop(clerkModel(), { drafts: 'data' }), /`writer` is missing/);
  assert.throws(() => shop(clerkModel(), { drafts: 'text' }), /`drafts`/);
});

test('an answer that was cut is accepted by no critic', async () => {
  const agent = new ToolLoopAgent({ model: languageModel([{ text: 'Long', finish: 'length' }]) });
  const options = { engine: new ReflectEngine({ maxReflections: 0 }), task: { critic: () => accept() } };
  const { reflection } = await gated(agent, options).generate({ prompt: 'q' });
  assert.deepEqual([reflection.status, reflection.reviewReasons], ['needs_review', ['max_reflections', 'draft_cut']]);
});

test('a broken object is sent back by `outputSchema`; an `output` of the agent rejects before the gate sees it', async () => {
  const schema = z.object({ name: z.string() });
  const model = () => languageModel(['{"name": 1}', '{"name": "red"}']);
  const task = { critic: false, outputSchema: schema };
  const { text, reflection } = await gated(new ToolLoopAgent({ model: model() }), { engine, task }).generate({ prompt: 'q' });
  assert.deepEqual([text, reflection.object, reflection.iterations], ['{"name": "red"}', { name: 'red' }, 2]);
  const agent = new ToolLoopAgent({ model: model(), output: Output.object({ schema }) });
  const error = await rejection(gated(agent, { engine, task }).generate({ prompt: 'q' }));
  assert.equal(NoObjectGeneratedError.isInstance(error), true);
});
