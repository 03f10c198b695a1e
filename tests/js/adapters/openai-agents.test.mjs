// The engine inside the real OpenAI Agents SDK: as a model, a tool and an output guardrail.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, OpenAIResponsesModel, OutputGuardrailTripwireTriggered, Runner, tool, Usage } from '@openai/agents';
import OpenAI from 'openai';
import { ReflectEngine } from 'reflect-engine';
import { reflectedModel, reflectGuardrail, reflectTool } from 'reflect-engine/openai-agents';
import { scriptedModel } from 'reflect-engine/testing';
import { z } from 'zod';
import { accept, jointly, reject, rejection } from '../support.mjs';
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

test('as a tool it answers a task, and says whether the answer was accepted', async () => {
  const model = scriptedModel(['Draft.', accept()]);
  const inner = scripted([call('reflect', { task: 'Write a haiku.' }), 'Done.']);
  const getStreamedResponse = () => assert.fail();
  const agent = new Agent({
    name: 'a',
    model: { ...inner, getStreamedResponse },
    tools: [reflectTool({ engine, task: { model } })],
  });
  const result = await runner.run(agent, 'A haiku, please.');
  const [given] = result.newItems.filter(({ type }) => type === 'tool_call_output_item');
  assert.match(JSON.stringify(given.rawItem.output), /Draft\..*ok.*critic/);
  assert.equal(model.requests[0].messages.at(-1).content, 'Write a haiku.');
});

test('as an output guardrail it lets pass what is accepted, and stops what is not', async () => {
  const agentOf = (verdict) =>
    new Agent({
      name: 'a',
      model: { ...scripted(['The offer.']), getStreamedResponse: () => assert.fail() },
      outputGuardrails: [
        reflectGuardrail({ engine, task: { input: 'An offer with a price.', model: scriptedModel([verdict]) } }),
      ],
    });
  assert.equal((await runner.run(agentOf(accept()), 'Write it.')).finalOutput, 'The offer.');
  const error = await rejection(runner.run(agentOf(reject(3, ['no price'])), 'Write it.'));
  assert.ok(error instanceof OutputGuardrailTripwireTriggered);
  const { status, issues, score } = error.result.output.outputInfo;
  assert.deepEqual([status, issues, score], ['needs_review', ['no price'], 3]);
});
