// The engine inside the real OpenAI Agents SDK: as a model, a tool and an output guardrail.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, OpenAIResponsesModel, OutputGuardrailTripwireTriggered, Runner, tool, Usage } from '@openai/agents';
import OpenAI from 'openai';
import { ReflectEngine } from 'reflect-engine';
import { reflectedModel, reflectGuardrail } from 'reflect-engine/openai-agents';
import { scriptedModel } from 'reflect-engine/testing';
import { z } from 'zod';
import { accept, deferred, jointly, reject, rejection } from '../support.mjs';
import { provider } from './provider.mjs';

// One revision and nothing beside it: the scripts answer in a fixed order.
const engine = new ReflectEngine({ maxReflections: 1 });
const runner = new Runner({ tracingDisabled: true });
const call = (name, given) => [
  { type: 'function_call', callId: 'c1', name, arguments: JSON.stringify(given), status: 'completed' },
];

/** A model of the SDK that says what the script says: texts, items, errors, or functions of the request that give a text. */
function scripted(script) {
  const requests = [];
  const getResponse = async (request) => {
    requests.push(request);
    const next = script.shift() ?? new Error('the script is over');
    const said = typeof next === 'function' ? next(request) : next;
    if (said instanceof Error) throw said;
    const message = { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: said }] };
    const usage = new Usage({ requests: 1, inputTokens: 10, outputTokens: 5, totalTokens: 15 });
    return { output: typeof said === 'string' ? [message] : said, usage };
  };
  return { requests, getResponse };
}

const agentOf = (inner, more) => new Agent({ name: 'a', model: reflectedModel(inner, { engine }), ...more });

/** The SDK's own model of the Responses API, at a server. */
function responsesAt({ url }) {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 });
  return new OpenAIResponsesModel(client, 'fake');
}

const add = tool({
  name: 'add',
  description: 'Adds two numbers',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  execute: ({ a, b }) => a + b,
});

test('a final text is judged and revised; a tool call goes through, and the critic sees what the tool gave', async () => {
  const inner = scripted([call('add', { a: 17, b: 26 }), 'It is 44.', reject(), 'It is 43.', accept()]);
  const agent = agentOf(inner, { instructions: 'Be brief.', tools: [add] });
  const result = await runner.run(agent, 'What is 17 + 26?');
  assert.equal(result.finalOutput, 'It is 43.');
  assert.deepEqual(result.rawResponses.at(-1).providerData.reflect, {
    status: 'ok',
    acceptedBy: 'critic',
    stopReason: 'accepted',
    iterations: 2,
    score: 9,
    reviewReasons: ['self_judged'],
    errors: [],
  });
  assert.deepEqual([result.runContext.usage.inputTokens, result.runContext.usage.requests], [50, 5]);
  const [, , critique, revision] = inner.requests;
  assert.match(JSON.stringify(critique.input), /Tool results behind the answer.*43/);
  assert.deepEqual([critique.tools, critique.outputType.type], [[], 'json_schema']);
  assert.deepEqual([revision.tools.length, revision.modelSettings.toolChoice, revision.outputType], [1, 'none', 'text']);
  assert.match(revision.systemInstructions, /Be brief\./);
  assert.deepEqual(
    revision.input.map(({ type, role }) => role ?? type),
    ['user', 'function_call', 'function_call_result', 'assistant', 'user'],
  );
});

test('an answer anew, beside the revision, is asked for with what the tool gave and what to avoid, and without tools', async () => {
  const points = { 'It is 44.': 4, 'It is 45.': 5, 'It is 43.': 9 };
  const look = ({ input }) => jointly(JSON.stringify(input), points);
  const script = () => [call('add', { a: 17, b: 26 }), 'It is 44.', reject(), 'It is 45.', 'It is 43.', look, accept()];
  const asked = 'What is 17 + 26?';
  for (const [question, contentOf] of [
    [asked, (text) => text],
    [[{ role: 'user', content: [{ type: 'input_text', text: asked }] }], ([part, { text }]) => part.text + text],
  ]) {
    const inner = scripted(script());
    const model = reflectedModel(inner, { engine: new ReflectEngine() });
    const result = await runner.run(new Agent({ name: 'a', model, tools: [add] }), question);
    assert.deepEqual([result.finalOutput, result.runContext.usage.requests], ['It is 43.', 7]);
    const [, , , , { input, tools, modelSettings }] = inner.requests;
    assert.deepEqual([tools.length, modelSettings.toolChoice], [1, 'none']);
    assert.deepEqual(
      input.map(({ type, role }) => role ?? type),
      ['user', 'function_call', 'function_call_result'],
    );
    assert.match(contentOf(input[0].content), /^What is 17 \+ 26\?\n\nAnswer anew.*too short/s);
  }
});

test('an output type holds for revisions and not for critiques', async () => {
  const inner = scripted(['{"name":"rot"}', reject(), '{"name":"red"}', accept()]);
  const agent = agentOf(inner, { outputType: z.object({ name: z.string() }) });
  assert.deepEqual((await runner.run(agent, 'A colour.')).finalOutput, { name: 'red' });
  const [answer, critique, revision] = inner.requests.map(({ outputType }) => outputType.schema.required);
  assert.deepEqual([answer, revision], [['name'], ['name']]);
  assert.ok(critique.includes('needs_revision'));
});

test('a stream gives the final text alone', async () => {
  const agent = agentOf(scripted(['Four.', reject(), 'Three.', accept()]));
  const result = await runner.run(agent, '1 + 2?', { stream: true });
  let text = '';
  for await (const piece of result.toTextStream()) text += piece;
  await result.completed;
  assert.deepEqual([text, result.finalOutput], ['Three.', 'Three.']);
});

/** What a streamed run shows of drafts, as text by draft, what was said of each, and its text. */
async function shown(result) {
  const [drafts, told, texts] = [{}, [], []];
  for await (const event of result) {
    if (event.type !== 'raw_model_stream_event') continue;
    const { type, delta, event: raw } = event.data;
    if (type === 'output_text_delta') texts.push(delta);
    if (raw?.type !== 'reflect.draft') continue;
    const { draft, status } = raw;
    if (status === 'writing') drafts[draft] = [...(drafts[draft] ?? []), raw.delta];
    else told.push([draft, status, raw.score ?? raw.acceptedBy]);
  }
  await result.completed;
  return { drafts, told, texts };
}

test('a stream shows drafts as they are written, by streamed calls, and the text when it is accepted', async () => {
  const server = await provider(['It is four.', reject(4), 'It is three.', accept()].map((text) => ({ text })));
  const result = await runner.run(agentOf(responsesAt(server)), '1 + 2?', { stream: true });
  const { drafts, told, texts } = await shown(result).finally(server.close);
  assert.deepEqual([Object.keys(drafts), drafts[1].join(''), drafts[2].join('')], [['1', '2'], 'It is four.', 'It is three.']);
  assert.ok(drafts[1].length > 1 && drafts[2].length > 1, 'in pieces');
  assert.deepEqual(told, [
    [1, 'judged', 4],
    [2, 'judged', 9],
    [1, 'rejected', 4],
    [2, 'accepted', 'critic'],
  ]);
  assert.deepEqual([texts, result.finalOutput], [['It is three.'], 'It is three.']);
  assert.ok(server.requests.every((body) => JSON.parse(body).stream === true));
});

/** A model that streams a script word by word; the second word of the call with this number comes when it is told to. */
function streaming(script, number) {
  const { getResponse, requests } = scripted(script);
  const { promise, resolve } = deferred();
  async function* getStreamedResponse(request) {
    const { output, usage } = await getResponse(request);
    const at = requests.length;
    const words = output[0].content?.[0].text.match(/\S+\s*/g) ?? [];
    for (const [index, delta] of words.entries()) {
      if (at === number && index === 1) await promise;
      yield { type: 'output_text_delta', delta };
    }
    yield { type: 'response_done', response: { id: `r${at}`, output, usage } };
  }
  return { model: { getResponse: () => assert.fail(), getStreamedResponse }, requests, resolve };
}

test('the first word of a draft is there before its call has ended, and that of a text that nobody judges, too', async () => {
  const { model, resolve } = streaming(['It is four.', reject(), 'It is three.'], 1);
  const last = streaming(['It is four.', reject(), 'It is three.'], 3);
  const task = { settings: { strategy: 'classic', maxReflections: 1 } };
  const rows = [
    [model, resolve, ({ type, event }) => type === 'model' && event.type === 'reflect.draft'],
    [last.model, last.resolve, ({ type }) => type === 'output_text_delta'],
  ];
  for (const [inner, goOn, wanted] of rows) {
    const reply = reflectedModel(inner, { engine, task }).getStreamedResponse({
      input: 'q',
      tools: [],
      handoffs: [],
      modelSettings: {},
    });
    let text = '';
    for await (const event of reply) {
      if (wanted(event)) goOn();
      if (event.type === 'output_text_delta') text += event.delta;
    }
    assert.equal(text, 'It is three.');
  }
});

test('a tool call goes through a stream, a task may watch drafts itself, and who leaves a stream ends its calls', async () => {
  const seen = [];
  const onDraft = ({ type, delta }) => type === 'draft.delta' && seen.push(delta);
  const { model } = streaming([call('add', { a: 1, b: 2 }), 'Three.', accept()]);
  const agent = new Agent({ name: 'a', model: reflectedModel(model, { engine, task: { onDraft } }), tools: [add] });
  const result = await runner.run(agent, '1 + 2?', { stream: true });
  const { drafts, texts } = await shown(result);
  assert.deepEqual([drafts, texts, seen], [{ 1: ['Three.'] }, ['Three.'], ['Three.']]);

  for (const left of ['model', 'response_started']) await leaves(left);
});

/** Leaves a stream at an event of this type: its call is aborted, and nobody is told of that. */
async function leaves(left) {
  const halted = streaming(['It is four.'], 1);
  const reply = reflectedModel(halted.model, { engine }).getStreamedResponse({ input: 'q', tools: [], modelSettings: {} });
  for await (const { type } of reply) if (type === left) break;
  assert.equal(halted.requests[0].signal.aborted, true);
  halted.resolve();
}

test('an error before the first draft is the model’s own, and a text that nobody accepted comes with its status', async () => {
  const broken = new Error('out of order');
  assert.equal(await rejection(runner.run(agentOf(scripted([broken])), 'q')), broken);
  const result = await runner.run(agentOf(scripted(['Blue.', broken])), 'q');
  assert.deepEqual([result.finalOutput, result.rawResponses[0].providerData.reflect.status], ['Blue.', 'needs_review']);
});

test('the SDK’s own model of the Responses API is judged over HTTP', async () => {
  const usage = { inputTokens: 10, outputTokens: 5 };
  const server = await provider(['Four.', reject(), 'Three.', accept()].map((text) => ({ text, usage })));
  const result = await runner.run(agentOf(responsesAt(server)), '1 + 2?').finally(server.close);
  assert.deepEqual([result.finalOutput, result.runContext.usage.inputTokens, server.requests.length], ['Three.', 40, 4]);
  assert.equal(JSON.parse(server.requests[1]).text.format.name, 'critique');
});

test('an abort ends the run with its reason', async () => {
  const server = await provider([{ text: 'Four.' }, { hangs: true }]);
  const stop = new AbortController();
  const run = rejection(runner.run(agentOf(responsesAt(server)), 'q', { signal: stop.signal }));
  while (server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort(new Error('enough'));
  assert.match((await run).message, /enough|abort/);
  while (server.closed === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await server.close();
});

test('as an output guardrail it lets pass what is accepted, and stops what is not', async () => {
  const agentOf = (verdict) =>
    new Agent({
      name: 'a',
      model: { ...scripted(['The offer.']), getStreamedResponse: () => assert.fail() },
      outputGuardrails: [
        reflectGuardrail({ engine, task: { input: 'An offer with a price.', critic: scriptedModel([verdict]) } }),
      ],
    });
  assert.equal((await runner.run(agentOf(accept()), 'Write it.')).finalOutput, 'The offer.');
  const error = await rejection(runner.run(agentOf(reject(3, ['no price'])), 'Write it.'));
  assert.ok(error instanceof OutputGuardrailTripwireTriggered);
  const { status, issues, score } = error.result.output.outputInfo;
  assert.deepEqual([status, issues, score], ['needs_review', ['no price'], 3]);
});
