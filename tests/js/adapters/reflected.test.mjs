// `reflected`: the engine as a language model, inside the real `generateText` and `streamText`, and the AI SDK's mock inside of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateText, jsonSchema, Output, stepCountIs, streamText, tool } from 'ai';
import { ReflectEngine } from 'reflect-engine';
import { reflected } from 'reflect-engine/ai-sdk';
import { accept, column, reject, rejection } from '../support.mjs';
import { languageModel } from './language-model.mjs';

const engine = new ReflectEngine();
const call = (given) => [{ type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: JSON.stringify(given) }];
const add = tool({
  description: 'Adds two numbers',
  inputSchema: jsonSchema({ type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } }),
  execute: ({ a, b }) => a + b,
});
const textOf = (turn) => (typeof turn.content === 'string' ? turn.content : turn.content.map(({ text = '' }) => text).join(''));

test('a final text is judged and revised; usage is the sum, and the end of the run stands beside it', async () => {
  const inner = languageModel(['Blue.', reject(), 'Blue, since light scatters.', accept()]);
  const { text, totalUsage, providerMetadata, finishReason } = await generateText({
    model: reflected(inner, { engine }),
    system: 'Be brief.',
    prompt: 'Why is the sky blue?',
    temperature: 0.5,
  });
  assert.deepEqual([text, finishReason], ['Blue, since light scatters.', 'stop']);
  assert.deepEqual([totalUsage.inputTokens, totalUsage.outputTokens], [40, 20]);
  assert.deepEqual(providerMetadata.reflect, { status: 'ok', acceptedBy: 'critic', stopReason: 'accepted', iterations: 2 });
  const [, critique, revision] = inner.doGenerateCalls;
  assert.deepEqual([critique.temperature, critique.responseFormat.type], [0.5, 'json']);
  assert.deepEqual(column(revision.prompt, 'role'), ['system', 'user', 'assistant', 'user']);
  assert.deepEqual(revision.prompt.slice(1, 3).map(textOf), ['Why is the sky blue?', 'Blue.']);
});

test('a tool call goes through untouched; the answer after it is judged with what the tool gave, and revised without tools', async () => {
  const inner = languageModel([call({ a: 17, b: 26 }), 'It is 44.', reject(), 'It is 43.', accept()]);
  const { text, steps } = await generateText({
    model: reflected(inner, { engine }),
    prompt: 'What is 17 + 26?',
    tools: { add },
    stopWhen: stepCountIs(3),
  });
  assert.deepEqual([text, steps.length, steps[0].toolResults[0].output], ['It is 43.', 2, 43]);
  assert.equal(steps[0].providerMetadata?.reflect, undefined);
  const [, , critique, revision] = inner.doGenerateCalls;
  assert.match(critique.prompt.map(textOf).join(), /Tool results behind the answer.*43/s);
  assert.deepEqual([critique.tools, revision.toolChoice, revision.tools.length], [undefined, { type: 'none' }, 1]);
  assert.deepEqual(column(revision.prompt, 'role'), ['user', 'assistant', 'tool', 'assistant', 'user']);
  assert.equal(revision.prompt[2].content[0].output.value, 43);
});

test('a format holds for revisions and not for critiques', async () => {
  const inner = languageModel(['{"name":"rot"}', reject(), '{"name":"red"}', accept()]);
  const schema = jsonSchema({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] });
  const { output } = await generateText({
    model: reflected(inner, { engine }),
    prompt: 'A colour.',
    output: Output.object({ schema }),
  });
  assert.deepEqual(output, { name: 'red' });
  const [answer, critique, revision] = inner.doGenerateCalls.map(({ responseFormat }) => responseFormat.schema.required);
  assert.deepEqual([answer, revision], [['name'], ['name']]);
  assert.ok(critique.includes('needs_revision'));
});

test('files come back to the model as they were, and binary data is no hindrance', async () => {
  const inner = languageModel(['A cat.', reject(), 'A grey cat.', accept()]);
  const file = { type: 'file', mediaType: 'image/png', data: new Uint8Array([137, 80, 78, 71]) };
  const content = [{ type: 'text', text: 'What is it?' }, file];
  const { text } = await generateText({ model: reflected(inner, { engine }), messages: [{ role: 'user', content }] });
  assert.equal(text, 'A grey cat.');
  const [first, critique, revision] = inner.doGenerateCalls.map(({ prompt }) => prompt.flatMap(({ content }) => content));
  const sent = first.find(({ type }) => type === 'file');
  for (const parts of [critique, revision])
    assert.equal(
      parts.find(({ type }) => type === 'file'),
      sent,
    );
});

test('the stream gives the accepted text alone, and tool calls as they are', async () => {
  const inner = languageModel([call({ a: 1, b: 2 }), 'Four.', reject(), 'Three.', accept()]);
  const model = reflected(inner, { engine });
  const reply = streamText({ model, prompt: '1 + 2?', tools: { add }, stopWhen: stepCountIs(3) });
  let text = '';
  for await (const delta of reply.textStream) text += delta;
  const [metadata, steps, finishReason] = await Promise.all([reply.providerMetadata, reply.steps, reply.finishReason]);
  assert.deepEqual(
    [text, metadata.reflect.acceptedBy, steps[1].usage.inputTokens, finishReason],
    ['Three.', 'critic', 40, 'stop'],
  );
  assert.equal(await reply.reasoningText, undefined);
});

test('with `drafts` the drafts are streamed as reasoning', async () => {
  const model = reflected(languageModel(['Four.', reject(), 'Three.', accept()]), { engine, drafts: true });
  const reply = streamText({ model, prompt: '1 + 2?' });
  await reply.consumeStream();
  assert.deepEqual([await reply.text, (await reply.reasoning).map(({ text }) => text)], ['Three.', ['Four.', 'Three.']]);
});

test("an error before the first draft is the model's own, and one of a critique leaves the draft", async () => {
  const broken = new Error('out of order');
  assert.equal(
    await rejection(generateText({ model: reflected(languageModel([broken]), { engine }), prompt: 'q', maxRetries: 0 })),
    broken,
  );
  const model = reflected(languageModel(['Blue.', broken]), { engine });
  const { text, providerMetadata } = await generateText({ model, prompt: 'q', maxRetries: 0 });
  assert.deepEqual([text, providerMetadata.reflect.status], ['Blue.', 'needs_review']);
});

for (const script of [['hang'], ['Blue.', 'hang']])
  test(`an abort ends call ${script.length} with its own reason`, async () => {
    const stop = new AbortController();
    const inner = languageModel([...script]);
    const run = rejection(
      generateText({ model: reflected(inner, { engine }), prompt: 'q', abortSignal: stop.signal, maxRetries: 0 }),
    );
    while (inner.doGenerateCalls.length < script.length) await new Promise(setImmediate);
    stop.abort(new DOMException('enough', 'AbortError'));
    assert.equal((await run).message, 'enough');
  });
