// `aiModel`, a model of the AI SDK as one of ours, and `reflected`, the engine as a model of the AI SDK inside its real `generateText` and
// `streamText`; with its own mock of a language model.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  APICallError,
  createUIMessageStream,
  generateText,
  jsonSchema,
  Output,
  readUIMessageStream,
  stepCountIs,
  streamText,
  ToolLoopAgent,
  tool,
  wrapLanguageModel,
} from 'ai';
import { ReflectEngine } from 'reflect-engine';
import { aiModel, reflected, reflectedMiddleware } from 'reflect-engine/ai-sdk';
import { gated } from 'reflect-engine/ai-sdk/gate';
import { z } from 'zod';
import { accept, column, deferred, jointly, refusals, reject, rejection } from '../support.mjs';
import { clerkModel, languageModel } from './language-model.mjs';
import { aborting, isAbort, NEVER, PRICE, priceOf, QUESTION } from './shop.mjs';

// One revision and nothing beside it: the scripts answer in a fixed order.
const engine = new ReflectEngine({ maxReflections: 1 });
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
  assert.deepEqual([result.status, result.stopReason], ['needs_review', 'critic_unavailable']);
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

const call = (given) => [{ type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: JSON.stringify(given) }];
const add = tool({
  description: 'Adds two numbers',
  inputSchema: jsonSchema({ type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } }),
  execute: ({ a, b }) => a + b,
});
const textOf = (turn) => (typeof turn.content === 'string' ? turn.content : turn.content.map(({ text = '' }) => text).join(''));

const ACCEPTED = {
  status: 'ok',
  acceptedBy: 'critic',
  stopReason: 'accepted',
  score: 9,
  reviewReasons: ['self_judged'],
  errors: [],
};

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
  assert.deepEqual(providerMetadata.reflect, { ...ACCEPTED, iterations: 2 });
  const [, critique, revision] = inner.doGenerateCalls;
  assert.deepEqual([critique.responseFormat.type, revision.temperature], ['json', 0.5]);
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

test('an answer anew, beside the revision, is asked for with what the tool gave and what to avoid, and without tools', async () => {
  const points = { 'It is 44.': 4, 'It is 45.': 5, 'It is 43.': 9 };
  const look = ({ prompt }) => jointly(prompt.map(textOf).join('\n'), points);
  const inner = languageModel([call({ a: 17, b: 26 }), 'It is 44.', reject(), 'It is 45.', 'It is 43.', look, accept()]);
  const { text, steps, providerMetadata } = await generateText({
    model: reflected(inner, { engine: new ReflectEngine() }),
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'What is 17 + 26?', providerOptions: { mock: { cache: true } } }] }],
    tools: { add },
    stopWhen: stepCountIs(3),
  });
  assert.deepEqual([text, steps.length, steps[1].usage.inputTokens], ['It is 43.', 2, 60]);
  assert.deepEqual(providerMetadata.reflect, { ...ACCEPTED, iterations: 3 });
  const [first, , , revision, anew] = inner.doGenerateCalls;
  assert.deepEqual([anew.toolChoice, anew.tools.length], [{ type: 'none' }, 1]);
  assert.deepEqual(column(revision.prompt, 'role'), ['user', 'assistant', 'tool', 'assistant', 'user']);
  assert.deepEqual(column(anew.prompt, 'role'), ['user', 'assistant', 'tool']);
  const [asked, added] = anew.prompt[0].content;
  assert.deepEqual([anew.prompt[0].content.length, asked], [2, first.prompt[0].content[0]]);
  assert.match(added.text, /Answer anew.*too short/s);
  assert.equal(anew.prompt[2].content[0].output.value, 43);
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

const DAYS = jsonSchema({ type: 'object', properties: { days: { type: 'number' } }, required: ['days'] });

test('a text that breaks the schema of the host is not accepted, and one in a code fence is the host’s JSON', async () => {
  const ask = async (script, task) => {
    const model = reflected(languageModel(script), { engine, task });
    const { output, providerMetadata } = await generateText({ model, prompt: 'q', output: Output.object({ schema: DAYS }) });
    return [output, providerMetadata.reflect.status, providerMetadata.reflect.acceptedBy];
  };
  const mended = [{ days: 30 }, 'ok', 'critic'];
  assert.deepEqual(await ask(['{"days":"thirty"}', '{"days":30}', accept()]), mended);
  assert.deepEqual(await ask(['```json\n{"days":30}\n```', accept()]), mended);
  assert.deepEqual(await ask(['{"days":30}'], { critic: false }), [{ days: 30 }, 'ok', 'verifier']);
  // A schema of the task comes first.
  const outputSchema = z.object({ days: z.number().max(9) });
  assert.deepEqual(await ask(['{"days":30}', '{"days":3}', accept()], { outputSchema }), [{ days: 3 }, 'ok', 'critic']);

  const never = reflected(languageModel(['{"days":"thirty"}', '{"days":"30"}']), { engine });
  const { text, providerMetadata } = await generateText({ model: never, prompt: 'q', ...asJson(DAYS) });
  assert.deepEqual([typeof JSON.parse(text).days, providerMetadata.reflect.status], ['string', 'needs_review']);
});

/** A format that the AI SDK passes on, and does not read. */
function asJson(schema) {
  const responseFormat = Promise.resolve({ type: 'json', schema: schema.jsonSchema });
  return { output: { ...Output.text(), responseFormat } };
}

test('what an answer may be long or end by is no matter of the critic', async () => {
  const inner = languageModel(['Four.', reject(), 'Three.', accept()]);
  const given = { maxOutputTokens: 60, stopSequences: ['\n'], temperature: 0, seed: 7, topP: 0.5, frequencyPenalty: 1 };
  const more = { headers: { 'x-tenant': 'a' }, providerOptions: { mock: { user: 'b' } } };
  await generateText({ model: reflected(inner, { engine }), prompt: 'q', ...given, ...more });
  const [answer, critique, revision] = inner.doGenerateCalls;
  for (const [key, value] of Object.entries(given))
    assert.deepEqual([answer[key], critique[key], revision[key]], [value, undefined, value], key);
  assert.deepEqual([critique.headers['x-tenant'], critique.providerOptions], ['a', more.providerOptions]);
});

for (const empty of ['', ' \n'])
  test(`an empty reply (${JSON.stringify(empty)}) is retried once, and the host’s own when it is empty again`, async () => {
    const inner = languageModel([empty, 'Four.', accept()]);
    const { text, providerMetadata } = await generateText({ model: reflected(inner, { engine }), prompt: 'q' });
    assert.deepEqual([text, providerMetadata.reflect.status, inner.doGenerateCalls.length], ['Four.', 'ok', 3]);

    const mute = () => reflected(languageModel([empty, empty]), { engine });
    const whole = await generateText({ model: mute(), prompt: 'q' });
    const stream = streamText({ model: mute(), prompt: 'q' });
    await stream.consumeStream();
    const ends = [whole.providerMetadata, await stream.providerMetadata];
    assert.deepEqual([whole.text.trim(), (await stream.text).trim(), whole.finishReason], ['', '', 'stop']);
    assert.deepEqual(
      ends.map(({ reflect }) => [reflect.status, reflect.stopReason, column(reflect.errors, 'code')]),
      Array(2).fill(['needs_review', 'empty_draft', ['empty_draft', 'empty_draft']]),
    );
  });

/** An error of a provider that is busy, or that is not. */
function busy(statusCode, responseHeaders = { 'retry-after-ms': '1' }) {
  const isRetryable = statusCode === 429;
  return new APICallError({ message: `${statusCode}`, url: '', requestBodyValues: {}, statusCode, responseHeaders, isRetryable });
}

test('a call after the first is made again where its provider is busy, twice or as often as is said', async () => {
  for (const begin of [generateText, streamText]) {
    const ask = async (script, more) => {
      const inner = languageModel(script);
      const reply = await begin({ model: reflected(inner, { engine, ...more }), prompt: 'q', maxRetries: 0 });
      const { reflect } = await reply.providerMetadata;
      return [await reply.text, reflect.status, inner.doGenerateCalls.length + inner.doStreamCalls.length];
    };
    const late = { 'retry-after': new Date(Date.now() - 1).toUTCString() };
    assert.deepEqual(await ask(['Four.', busy(429), reject(), busy(429), busy(429, late), 'Three.', accept()]), [
      'Three.',
      'ok',
      7,
    ]);
    assert.deepEqual(await ask(['Four.', reject(), busy(429), busy(429), busy(429)]), ['Four.', 'needs_review', 5]);
    assert.deepEqual(await ask(['Four.', reject(), busy(429)], { maxRetries: 0 }), ['Four.', 'needs_review', 3]);
    assert.deepEqual(await ask(['Four.', reject(), busy(401)]), ['Four.', 'needs_review', 3]);
  }
  const broken = busy(429);
  const first = reflected(languageModel([broken]), { engine });
  assert.equal(await rejection(generateText({ model: first, prompt: 'q', maxRetries: 0 })), broken, 'the AI SDK’s own retries');
});

test('an abort ends the wait for a provider that is busy', async () => {
  const stop = new AbortController();
  const inner = languageModel(['Four.', busy(429, { 'retry-after': '50' })]);
  const run = rejection(generateText({ model: reflected(inner, { engine }), prompt: 'q', abortSignal: stop.signal }));
  while (inner.doGenerateCalls.length < 2) await new Promise(setImmediate);
  await new Promise(setImmediate);
  stop.abort(new DOMException('enough', 'AbortError'));
  assert.equal((await run).message, 'enough');
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

test('without `drafts` the stream gives the accepted text alone, and tool calls as they are', async () => {
  const inner = languageModel([call({ a: 1, b: 2 }), 'Four.', reject(), 'Three.', accept()]);
  const model = reflected(inner, { engine, drafts: false });
  const reply = streamText({ model, prompt: '1 + 2?', tools: { add }, stopWhen: stepCountIs(3) });
  let text = '';
  for await (const delta of reply.textStream) text += delta;
  const [metadata, steps, finishReason] = await Promise.all([reply.providerMetadata, reply.steps, reply.finishReason]);
  assert.deepEqual(
    [text, metadata.reflect.acceptedBy, steps[1].usage.inputTokens, finishReason],
    ['Three.', 'critic', 40, 'stop'],
  );
  assert.equal(await reply.reasoningText, undefined);
  assert.deepEqual([inner.doGenerateCalls.length, inner.doStreamCalls.length], [0, 5], 'each call is a stream');
});

/** A model whose call with this number writes its second half when it is told to. */
function halting(script, number) {
  const inner = languageModel(script);
  const { promise, resolve } = deferred();
  const doStream = async (asked) => {
    const { stream } = await inner.doStream(asked);
    if (inner.doStreamCalls.length !== number) return { stream };
    let texts = 0;
    const transform = async (piece, controller) => {
      if (piece.type === 'text-delta' && ++texts === 2) await promise;
      controller.enqueue(piece);
    };
    return { stream: stream.pipeThrough(new TransformStream({ transform })) };
  };
  const { specificationVersion, provider, modelId, supportedUrls } = inner;
  return { model: { specificationVersion, provider, modelId, supportedUrls, doStream, doGenerate: () => {} }, resolve };
}

test('drafts are streamed as reasoning, word by word: the first word before the first call has ended', async () => {
  const { model, resolve } = halting(['It is four.', reject(4, ['wrong']), 'It is three.', accept()], 1);
  const reply = streamText({ model: reflected(model, { engine }), prompt: '1 + 2?' });
  const seen = [];
  for await (const part of reply.fullStream) {
    if (part.type === 'reasoning-delta') {
      seen.push([part.id, part.text]);
      // The call goes on when its first word is here.
      resolve();
    }
    if (part.type === 'text-delta') seen.push(['text', part.text]);
  }
  assert.deepEqual(seen, [
    ...['It ', 'is ', 'four.'].map((delta) => ['draft-1', delta]),
    ...['It ', 'is ', 'three.'].map((delta) => ['draft-2', delta]),
    ...['It ', 'is ', 'three.'].map((delta) => ['text', delta]),
  ]);
  const drafts = (await reply.reasoning).map(({ text, providerMetadata: { reflect } }) => [text, reflect]);
  assert.deepEqual(JSON.parse(JSON.stringify(drafts)), [
    ['It is four.', { draft: 1, status: 'judged', score: 4, issues: ['wrong'] }],
    ['It is three.', { draft: 2, status: 'judged', score: 9, issues: [] }],
  ]);
  const { response } = (await reply.steps)[0];
  const inner = languageModel(['Five.', accept()]);
  const messages = [{ role: 'user', content: '1 + 2?' }, ...response.messages, { role: 'user', content: 'And 2 + 3?' }];
  await streamText({ model: reflected(inner, { engine }), messages }).consumeStream();
  const parts = inner.doStreamCalls[0].prompt.map(({ content }) => column(content, 'type'));
  assert.deepEqual(parts, [['text'], ['text'], ['text']], 'the next request holds no drafts');
});

test('a verifier stops a draft of a stream while it is written, but none that is whole already', async () => {
  const looks = [];
  const partial = (text) => (looks.push(text), !text.includes('bad'));
  const verifiers = { plain: { check: (draft) => !draft.includes('bad') || 'no', partial } };
  const task = { critic: false, verifiers, settings: { maxReflections: 2 } };
  const model = () => reflected(languageModel(['bad first', `so bad ${'and so on '.repeat(50)}`, 'good']), { engine, task });
  const reply = streamText({ model: model(), prompt: 'q' });
  const drafts = {};
  for await (const part of reply.fullStream)
    if (part.type === 'reasoning-delta') drafts[part.id] = (drafts[part.id] ?? '') + part.text;
  assert.deepEqual([await reply.text, drafts['draft-1'], drafts['draft-2'].trim()], ['good', 'bad first', 'so bad']);
  assert.ok(
    looks.every((text) => /^(so|good)/.test(text)),
    looks.join(),
  );
  looks.length = 0;
  const { text, totalUsage } = await generateText({ model: model(), prompt: 'q' });
  assert.deepEqual([text, totalUsage.inputTokens, looks], ['good', 30, []], 'what whole drafts cost is known');
});

test('a text before a tool call is shown, and goes through with the call', async () => {
  const turn = [{ type: 'text', text: 'Let me add.' }, ...call({ a: 1, b: 2 })];
  const model = reflected(languageModel([turn, 'Three.', accept()]), { engine });
  const reply = streamText({ model, prompt: '1 + 2?', tools: { add }, stopWhen: stepCountIs(3) });
  await reply.consumeStream();
  const [first, last] = await reply.steps;
  assert.deepEqual([first.text, first.reasoningText, first.toolResults[0].output], ['Let me add.', 'Let me add.', 3]);
  assert.deepEqual([last.text, last.reasoningText], ['Three.', 'Three.']);
});

test("as data a draft is a part of the page's message, that is sent anew when it has grown, with what was said of it", async () => {
  const long = Array.from({ length: 400 }, (_, at) => `word${at}`).join(' ');
  const model = languageModel([long, reject(4, ['wrong']), 'It is three.', accept()]);
  const parts = [];
  const stream = createUIMessageStream({
    execute: ({ writer }) => {
      const spy = { write: (part) => parts.push(part) && writer.write(part) };
      writer.merge(
        streamText({ model: reflected(model, { engine, drafts: 'data', writer: spy }), prompt: 'q' }).toUIMessageStream(),
      );
    },
  });
  let message;
  for await (message of readUIMessageStream({ stream }));
  const shown = message.parts.filter(({ type }) => type === 'data-reflect').map(({ id, data }) => [id, data]);
  assert.deepEqual(JSON.parse(JSON.stringify(shown)), [
    ['draft-1', { draft: 1, text: long, status: 'rejected', score: 4, issues: ['wrong'] }],
    [
      'draft-2',
      { draft: 2, text: 'It is three.', status: 'accepted', score: 9, issues: [], acceptedBy: 'critic', stopReason: 'accepted' },
    ],
  ]);
  assert.deepEqual(
    column(message.parts, 'type').filter((type) => type === 'reasoning'),
    [],
  );
  const written = parts.filter(({ data }) => data.draft === 1 && data.status === 'writing');
  const sent = written.reduce((sum, { data }) => sum + data.text.length, 0);
  assert.ok(written.length > 10 && sent < 10 * long.length, `${written.length} parts, ${sent} characters`);
});

test('a text that nobody judges is streamed as the answer while it is written', async () => {
  const { model, resolve } = halting(['Four.', reject(), 'It is three.'], 3);
  const task = { settings: { strategy: 'classic', maxReflections: 1 } };
  const reply = streamText({ model: reflected(model, { engine, task }), prompt: '1 + 2?' });
  let text = '';
  for await (const delta of reply.textStream) {
    text += delta;
    resolve();
  }
  const { reflect } = await reply.providerMetadata;
  assert.deepEqual([text, reflect.status, reflect.stopReason], ['It is three.', 'needs_review', 'max_reflections']);
  assert.deepEqual(column(await reply.reasoning, 'text'), ['Four.']);
});

test('with `redact` nothing of a draft is shown before it was redacted', async () => {
  const model = languageModel(['The key is s3cret.', reject(), 'No key.', accept()]);
  const task = { redact: (text) => text.replaceAll('s3cret', '[key]') };
  const reply = streamText({ model: reflected(model, { engine, task }), prompt: 'q' });
  await reply.consumeStream();
  assert.deepEqual(column(await reply.reasoning, 'text'), ['The key is [key].', 'No key.']);
});

for (const any of [AbortSignal.any, undefined]) {
  test(`a stream that is cancelled or aborted ends the calls, ${any ? 'by' : 'also without'} \`AbortSignal.any\``, async (t) => {
    const own = AbortSignal.any;
    AbortSignal.any = any;
    t.after(() => Object.assign(AbortSignal, { any: own }));
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'q' }] }];
    for (const end of [(_, reader) => reader.cancel('enough'), (stop) => stop.abort('enough')]) {
      const [inner, stop] = [languageModel(['Four.', 'hang']), new AbortController()];
      const { stream } = await reflected(inner, { engine }).doStream({ prompt, abortSignal: stop.signal });
      const reader = stream.getReader();
      const reading = (async () => {
        while (!(await reader.read()).done);
      })();
      while (inner.doStreamCalls.length < 2) await new Promise(setImmediate);
      await end(stop, reader);
      await reading;
      const { aborted, reason } = inner.doStreamCalls[1].abortSignal;
      assert.deepEqual([aborted, reason], [true, 'enough']);
    }
  });
}

test('`reflectedMiddleware` is the same for `wrapLanguageModel`', async () => {
  const script = ['Four.', reject(), 'Three.', accept()];
  const wrapped = (inner) => wrapLanguageModel({ model: inner, middleware: reflectedMiddleware({ engine }) });
  const { text, providerMetadata } = await generateText({ model: wrapped(languageModel([...script])), prompt: '1 + 2?' });
  assert.deepEqual([text, providerMetadata.reflect.acceptedBy], ['Three.', 'critic']);
  const reply = streamText({ model: wrapped(languageModel([...script])), prompt: '1 + 2?' });
  assert.deepEqual([await reply.text, column(await reply.reasoning, 'text')], ['Three.', ['Four.', 'Three.']]);
});

test('`drafts` is checked at once, and `data` wants its writer', async () => {
  await refusals('invalid_settings', [
    [
      () => reflected(languageModel([]), { engine, drafts: true }),
      '`drafts` must be a value among "reasoning", "data", false, got true',
    ],
    [() => reflected(languageModel([]), { engine, drafts: 'data' }), /^`writer` is missing/],
    [() => reflected(languageModel([]), { engine, maxRetries: 1.5 }), '`maxRetries` must be a whole number from 0, got 1.5'],
  ]);
});

test("an error before the first draft is the model's own, and one of a critique leaves the draft", async () => {
  const broken = new Error('out of order');
  assert.equal(
    await rejection(generateText({ model: reflected(languageModel([broken]), { engine }), prompt: 'q', maxRetries: 0 })),
    broken,
  );
  const model = reflected(languageModel(['Blue.', broken]), { engine });
  const { text, providerMetadata } = await generateText({ model, prompt: 'q', maxRetries: 0 });
  const { status, stopReason, reviewReasons, errors } = providerMetadata.reflect;
  assert.deepEqual([text, status, stopReason], ['Blue.', 'needs_review', 'critic_unavailable']);
  assert.deepEqual(
    [reviewReasons, errors[0]],
    [['critic_unavailable', 'not_judged'], { code: 'model_error', message: 'out of order' }],
  );
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

test('an abort ends the first call of a model that does not listen to it', async () => {
  for (const begin of ['doGenerate', 'doStream']) {
    const stop = new AbortController();
    const inner = { ...languageModel([]), doGenerate: () => new Promise(() => {}) };
    const run = rejection(reflected(inner, { engine })[begin]({ prompt: [], abortSignal: stop.signal }));
    stop.abort(new DOMException('enough', 'AbortError'));
    assert.equal((await run).message, 'enough', begin);
  }
});

/** An agent of the SDK that is a clerk. */
function shop(model = clerkModel()) {
  const looked = [];
  const price = tool({
    description: 'What something costs.',
    inputSchema: z.object({ item: z.string() }),
    execute: ({ item }) => {
      looked.push(item);
      return priceOf(item);
    },
  });
  return { looked, model, tools: { price }, agent: new ToolLoopAgent({ model, tools: { price } }) };
}

test('what is missing goes back into the agent, which calls its tools once more: `reflected` cannot', async () => {
  const engine = new ReflectEngine();
  const { agent, looked, model } = shop();
  const result = await gated(agent, { engine, task: PRICE }).generate({ prompt: QUESTION });
  assert.deepEqual([result.text, looked], ['It costs 3 euros.', ['coffee', 'tea']]);
  const { status, acceptedBy, trace, usage } = result.reflection;
  assert.deepEqual(
    [status, acceptedBy, column(trace.drafts, 'text')],
    ['ok', 'verifier', ['It costs 7 euros.', 'It costs 3 euros.']],
  );
  assert.equal(usage.total.inputTokens, 10 * model.doGenerateCalls.length);

  const other = shop();
  const { text } = await generateText({
    model: reflected(other.model, { engine, task: PRICE }),
    tools: other.tools,
    stopWhen: stepCountIs(9),
    prompt: QUESTION,
  });
  assert.deepEqual([text.includes('3 euros'), other.looked], [false, ['coffee']]);
});

test('a stream of a gated agent is that of the text that is returned', async () => {
  const { agent, looked } = shop();
  const options = { engine: new ReflectEngine(), task: PRICE };
  const stream = await gated(agent, options).stream({ messages: [{ role: 'user', content: QUESTION }] });
  let text = '';
  for await (const delta of stream.textStream) text += delta;
  assert.deepEqual([text, (await stream.reflection).acceptedBy, looked], ['It costs 3 euros.', 'verifier', ['coffee', 'tea']]);
});

test('a gate whose critic is never content ends within its budget, and says that nobody accepted', async () => {
  const { agent, model } = shop(languageModel(Array.from({ length: 20 }, (_, at) => `Answer ${at}.`)));
  const result = await gated(agent, { engine: new ReflectEngine(), task: NEVER }).generate({ prompt: 'q' });
  const { status, accepted, stopReason } = result.reflection;
  assert.deepEqual([status, accepted, stopReason, model.doGenerateCalls.length], ['needs_review', false, 'max_reflections', 3]);
});

test('an abort ends a gated agent with its reason', async () => {
  const { agent } = shop(languageModel(['a', 'b']));
  const { task, signal } = aborting();
  const waits = gated(agent, { engine: new ReflectEngine(), task }).generate({ prompt: 'q', abortSignal: signal });
  await assert.rejects(waits, isAbort);
});

test('JSON of no schema is JSON all the same', async () => {
  const inner = mock(['hello', '{"a":1}', accept()]);
  const model = reflected(inner, { engine: new ReflectEngine({ strategy: 'keep-best', maxReflections: 1 }) });
  const responseFormat = { type: 'json' };
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'q' }] }];
  const { content, providerMetadata } = await model.doGenerate({ prompt, responseFormat });
  assert.deepEqual([content.at(-1).text, providerMetadata.reflect.status], ['{"a":1}', 'ok']);
});
