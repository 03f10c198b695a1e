// `gated` around agents of the real OpenAI Agents SDK, with its own model of the Responses API at a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, MemorySession, OpenAIResponsesModel, Runner, setTracingDisabled, tool } from '@openai/agents';
import OpenAI from 'openai';
import { ReflectEngine } from 'reflect-engine';
import { reflectedModel } from 'reflect-engine/openai-agents';
import { gated } from 'reflect-engine/openai-agents/gate';
import { z } from 'zod';
import { column } from '../support.mjs';
import { provider } from './provider.mjs';
import * as gate from './shop.mjs';

setTracingDisabled(true);
const engine = new ReflectEngine();
const task = gate.PRICE;
const usage = { inputTokens: 10, outputTokens: 5 };

/** The SDK's own model at a server that plays a script, and what it was asked. */
async function modelOf(script) {
  const server = await provider((body, number) => {
    const said = typeof script === 'function' ? script(body, number) : script[number - 1];
    return said && { usage, ...(typeof said === 'string' ? { text: said } : said) };
  });
  const client = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
  return { server, model: new OpenAIResponsesModel(client, 'fake') };
}

/** An agent's model that is a clerk, and its tool. */
async function shop() {
  const looked = [];
  const { server, model } = await modelOf(({ input, tools, tool_choice }, number) => {
    const { item, text } = gate.clerk(JSON.stringify(input), tools?.length > 0 && tool_choice !== 'none');
    return item ? { toolCalls: [{ id: `c${number}`, name: 'price', arguments: { item } }] } : { text };
  });
  const price = tool({
    name: 'price',
    description: 'What something costs.',
    parameters: z.object({ item: z.string() }),
    execute: ({ item }) => {
      looked.push(item);
      return gate.priceOf(item);
    },
  });
  return { looked, server, model, tools: [price] };
}

const gatedBy = (model, options, more) => gated(new Agent({ name: 'a', model, ...more }), { engine, ...options });

test('a gate: the agent looks up what is missing with its own tools; `reflectedModel` cannot', async () => {
  const { looked, server, model, tools } = await shop();
  const result = await gatedBy(model, { task }, { tools }).run(gate.QUESTION).finally(server.close);
  const { status, acceptedBy, trace, usage } = result.reflection;
  assert.deepEqual([result.finalOutput, looked, status, acceptedBy], ['It costs 3 euros.', ['coffee', 'tea'], 'ok', 'verifier']);
  assert.deepEqual(column(trace.drafts, 'text'), ['It costs 7 euros.', 'It costs 3 euros.']);
  assert.equal(usage.total.inputTokens, 10 * server.requests.length);

  const other = await shop();
  const agent = new Agent({ name: 'a', model: reflectedModel(other.model, { engine, task }), tools: other.tools });
  const { finalOutput } = await new Runner().run(agent, gate.QUESTION).finally(other.server.close);
  assert.deepEqual([finalOutput.includes('3 euros'), other.looked], [false, ['coffee']]);
});

test('a gate whose critic is never content ends within its budget, and says that nobody accepted', async () => {
  const { server, model } = await modelOf(Array.from({ length: 9 }, (_, at) => `Answer ${at}.`));
  const { reflection } = await gatedBy(model, { task: gate.NEVER }).run('q').finally(server.close);
  assert.deepEqual([reflection.status, reflection.accepted, reflection.stopReason], ['needs_review', false, 'max_reflections']);
  assert.equal(server.requests.length, 3);
});

test('the result is that of the best draft, also where a later one came', async () => {
  const { server, model } = await modelOf(['Blue.', 'Green.', 'Red.']);
  const { finalOutput, reflection } = await gatedBy(model, { task: gate.BLUE }).run('q').finally(server.close);
  assert.deepEqual([finalOutput, reflection.output], ['Blue.', 'Blue.']);
});

test('a stream of a gated agent is that of the output that is returned', async () => {
  const { looked, server, model, tools } = await shop();
  const result = await gatedBy(model, { task, runner: new Runner() }, { tools }).run(gate.QUESTION, { stream: true });
  let text = '';
  for await (const piece of result.toTextStream()) text += piece;
  await server.close();
  assert.deepEqual([text, looked, result.reflection.acceptedBy], ['It costs 3 euros.', ['coffee', 'tea'], 'verifier']);
});

test('an output type is judged as JSON, and an agent that was handed over to goes on', async () => {
  const { server, model } = await modelOf((_, number) =>
    number === 1 ? { toolCalls: [{ id: 'h', name: 'transfer_to_painter', arguments: {} }] } : gate.COLOURS[number - 2],
  );
  const painter = new Agent({ name: 'painter', model, instructions: 'Paint.', outputType: z.object({ name: z.string() }) });
  const checked = gated(Agent.create({ name: 'a', model, handoffs: [painter] }), { engine, task: gate.ENGLISH });
  const result = await checked.run('A colour.').finally(server.close);
  assert.deepEqual([result.finalOutput, result.reflection.iterations], [{ name: 'red' }, 2]);
  assert.equal(JSON.parse(server.requests[2]).instructions, 'Paint.');
});

test('a session has the tool calls of all drafts, and neither rejected texts nor feedback', async () => {
  const { server, model, tools } = await shop();
  const session = new MemorySession();
  const { reflection } = await gatedBy(model, { task }, { tools }).run(gate.QUESTION, { session }).finally(server.close);
  assert.equal(reflection.acceptedBy, 'verifier');
  const items = await session.getItems();
  assert.deepEqual(
    items.map(({ role, type }) => role ?? type),
    ['user', 'function_call', 'function_call_result', 'function_call', 'function_call_result', 'assistant'],
  );
});

test('the history has the tool calls of all drafts, and neither rejected texts nor feedback', async () => {
  const { server, model, tools } = await shop();
  const { history } = await gatedBy(model, { task }, { tools }).run(gate.QUESTION).finally(server.close);
  assert.deepEqual(
    history.map(({ role, type }) => role ?? type),
    ['user', 'function_call', 'function_call_result', 'function_call', 'function_call_result', 'assistant'],
  );
  assert.doesNotMatch(JSON.stringify(history), /It costs 7 euros|look up that of tea/);
});

test('a draft is not lost when a later run fails', async () => {
  const { server, model } = await modelOf(['Blue.', { error: { status: 500, message: 'out of order' } }]);
  const { finalOutput, reflection } = await gatedBy(model, { task }).run('q').finally(server.close);
  assert.deepEqual([finalOutput, reflection.status, reflection.stopReason], ['Blue.', 'needs_review', 'model_error']);
});

test('a run that waits for an approval goes through unjudged, and is judged when it goes on', async () => {
  const { server, model, tools } = await shop();
  const [price] = tools;
  const checked = gatedBy(model, { task }, { tools: [{ ...price, needsApproval: async () => true }] });
  let result = await checked.run(gate.QUESTION);
  assert.deepEqual([result.interruptions.length, result.reflection], [1, undefined]);
  while (result.interruptions.length > 0) {
    for (const one of result.interruptions) result.state.approve(one);
    result = await checked.run(result.state);
  }
  await server.close();
  assert.deepEqual([result.finalOutput, result.reflection.acceptedBy], ['It costs 3 euros.', 'verifier']);
});

test('twenty runs at once have a gate each', async () => {
  const { server, model } = await modelOf(({ input }) => (input.length === 1 ? 'No.' : gate.answerTo(JSON.stringify(input))));
  const checked = gatedBy(model, { task: { critic: gate.nameCritic } });
  const results = await Promise.all(gate.QUESTIONS.map((question) => checked.run(question))).finally(server.close);
  assert.deepEqual(
    results.map(({ finalOutput, reflection }) => [finalOutput, reflection.iterations]),
    gate.ANSWERS.map((answer) => [answer, 2]),
  );
});

test('an error of the model is the run’s own, and one of the critic leaves the output', async () => {
  const broken = await modelOf([{ error: { status: 400, message: 'out of order' } }]);
  await assert.rejects(gatedBy(broken.model, { task }).run('q').finally(broken.server.close), /out of order/);
  const { server, model } = await modelOf(['Blue.']);
  const { finalOutput, reflection } = await gatedBy(model, { task: gate.BROKEN }).run('q').finally(server.close);
  assert.deepEqual([finalOutput, reflection.status, reflection.accepted], ['Blue.', 'needs_review', false]);
});

test('an abort ends the critic of a gate, with its reason', async () => {
  const { server, model } = await modelOf(['Blue.']);
  const { task, signal } = gate.aborting();
  await assert.rejects(gatedBy(model, { task }).run('q', { signal }), gate.isAbort);
  await server.close();
});
