// `gated` around agents of the real OpenAI Agents SDK, with its own model of the Responses API at a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, MemorySession, OpenAIResponsesModel, Runner, setTracingDisabled, tool } from '@openai/agents';
import OpenAI from 'openai';
import { ReflectEngine } from 'reflect-engine';
import { reflectedModel } from 'reflect-engine/openai-agents';
import { gated } from 'reflect-engine/openai-agents/gate';
import { z } from 'zod';
import { accept, column, refusals, reject } from '../support.mjs';
import { provider } from './provider.mjs';
import { clerk, isRight, priceOf, QUESTION } from './shop.mjs';

setTracingDisabled(true);
const engine = new ReflectEngine();
const task = { critic: false, verifiers: { price: isRight } };
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
    const { item, text } = clerk(JSON.stringify(input), tools?.length > 0 && tool_choice !== 'none');
    return item ? { toolCalls: [{ id: `c${number}`, name: 'price', arguments: { item } }] } : { text };
  });
  const price = tool({
    name: 'price',
    description: 'What something costs.',
    parameters: z.object({ item: z.string() }),
    execute: ({ item }) => {
      looked.push(item);
      return priceOf(item);
    },
  });
  return { looked, server, model, tools: [price] };
}

const gatedBy = (model, options, more) => gated(new Agent({ name: 'a', model, ...more }), { engine, ...options });

test('a gate: the agent looks up what is missing with its own tools; `reflectedModel` cannot', async () => {
  const { looked, server, model, tools } = await shop();
  const result = await gatedBy(model, { task }, { tools }).run(QUESTION).finally(server.close);
  const { status, acceptedBy, trace, usage } = result.reflection;
  assert.deepEqual([result.finalOutput, looked, status, acceptedBy], ['It costs 3 euros.', ['coffee', 'tea'], 'ok', 'verifier']);
  assert.deepEqual(column(trace.drafts, 'text'), ['It costs 7 euros.', 'It costs 3 euros.']);
  assert.equal(usage.total.inputTokens, 10 * server.requests.length);

  const other = await shop();
  const agent = new Agent({ name: 'a', model: reflectedModel(other.model, { engine, task }), tools: other.tools });
  const { finalOutput } = await new Runner().run(agent, QUESTION).finally(other.server.close);
  assert.deepEqual([finalOutput.includes('3 euros'), other.looked], [false, ['coffee']]);
});

test('a gate whose critic is never content ends within its budget, and says that nobody accepted', async () => {
  const { server, model } = await modelOf(Array.from({ length: 9 }, (_, at) => `Answer ${at}.`));
  const never = { critic: () => reject(), settings: { maxReflections: 2 } };
  const { reflection } = await gatedBy(model, { task: never }).run('q').finally(server.close);
  assert.deepEqual([reflection.status, reflection.accepted, reflection.stopReason], ['needs_review', false, 'max_reflections']);
  assert.equal(server.requests.length, 3);
});

test('the result is that of the best draft, also where a later one came', async () => {
  const critic = ({ messages }) => reject(JSON.stringify(messages).includes('Blue') ? 7 : 2);
  const { server, model } = await modelOf(['Blue.', 'Green.', 'Red.']);
  const best = { critic, settings: { maxReflections: 2, budget: { maxCalls: 9 } } };
  const { finalOutput, reflection } = await gatedBy(model, { task: best }).run('q').finally(server.close);
  assert.deepEqual([finalOutput, reflection.output], ['Blue.', 'Blue.']);
});

test('a stream of a gated agent is that of the output that is returned', async () => {
  const { looked, server, model, tools } = await shop();
  const result = await gatedBy(model, { task, runner: new Runner() }, { tools }).run(QUESTION, { stream: true });
  let text = '';
  for await (const piece of result.toTextStream()) text += piece;
  await server.close();
  assert.deepEqual([text, looked, result.reflection.acceptedBy], ['It costs 3 euros.', ['coffee', 'tea'], 'verifier']);
});

test('an output type is judged as JSON, and an agent that was handed over to goes on', async () => {
  const said = ['{"name":"rot"}', '{"name":"red"}'];
  const { server, model } = await modelOf((_, number) =>
    number === 1 ? { toolCalls: [{ id: 'h', name: 'transfer_to_painter', arguments: {} }] } : said[number - 2],
  );
  const painter = new Agent({ name: 'painter', model, instructions: 'Paint.', outputType: z.object({ name: z.string() }) });
  const verifiers = { judge: (draft) => draft === '{"name":"red"}' || 'this is German' };
  const checked = gated(Agent.create({ name: 'a', model, handoffs: [painter] }), { engine, task: { verifiers } });
  const result = await checked.run('A colour.').finally(server.close);
  assert.deepEqual([result.finalOutput, result.reflection.iterations], [{ name: 'red' }, 2]);
  assert.equal(JSON.parse(server.requests[2]).instructions, 'Paint.');
});

test('with a session the feedback alone is added to it', async () => {
  const { server, model, tools } = await shop();
  const session = new MemorySession();
  const { reflection } = await gatedBy(model, { task }, { tools }).run(QUESTION, { session }).finally(server.close);
  assert.equal(reflection.acceptedBy, 'verifier');
  const items = await session.getItems();
  assert.deepEqual(
    items.map(({ role, type }) => role ?? type),
    ['user', 'function_call', 'function_call_result', 'assistant', 'user', 'function_call', 'function_call_result', 'assistant'],
  );
});

test('a run that waits for an approval goes through unjudged, and is judged when it goes on', async () => {
  const { server, model, tools } = await shop();
  const [price] = tools;
  const checked = gatedBy(model, { task }, { tools: [{ ...price, needsApproval: async () => true }] });
  let result = await checked.run(QUESTION);
  assert.deepEqual([result.interruptions.length, result.reflection], [1, undefined]);
  while (result.interruptions.length > 0) {
    for (const one of result.interruptions) result.state.approve(one);
    result = await checked.run(result.state);
  }
  await server.close();
  assert.deepEqual([result.finalOutput, result.reflection.acceptedBy], ['It costs 3 euros.', 'verifier']);
});

test('twenty runs at once have a gate each', async () => {
  const { server, model } = await modelOf(({ input }) => {
    const [, it] = JSON.stringify(input).match(/Name (\d+)\./);
    return input.length === 1 ? 'No.' : `It is ${it}.`;
  });
  const critic = ({ messages }) => {
    const [, wanted] = JSON.stringify(messages).match(/Name (\d+)\./);
    return JSON.stringify(messages).includes(`It is ${wanted}.`) ? accept() : reject();
  };
  const checked = gatedBy(model, { task: { critic } });
  const results = await Promise.all(Array.from({ length: 20 }, (_, at) => checked.run(`Name ${at}.`))).finally(server.close);
  assert.deepEqual(
    results.map(({ finalOutput, reflection }) => [finalOutput, reflection.iterations]),
    Array.from({ length: 20 }, (_, at) => [`It is ${at}.`, 2]),
  );
});

test('an error of the model is the run’s own, and one of the critic leaves the output', async () => {
  const broken = await modelOf([{ error: { status: 400, message: 'out of order' } }]);
  await assert.rejects(gatedBy(broken.model, { task }).run('q').finally(broken.server.close), /out of order/);
  const { server, model } = await modelOf(['Blue.']);
  const critic = () => Promise.reject(new Error('out of order'));
  const { finalOutput, reflection } = await gatedBy(model, { task: { critic } }).run('q').finally(server.close);
  assert.deepEqual([finalOutput, reflection.status, reflection.accepted], ['Blue.', 'needs_review', false]);
});

test('an abort ends the critic of a gate, with its reason', async () => {
  const { server, model } = await modelOf(['Blue.']);
  const stop = new AbortController();
  const critic = () => {
    stop.abort(new Error('enough'));
    return new Promise(() => {});
  };
  const waits = gatedBy(model, { task: { critic } }).run('q', { signal: stop.signal });
  await assert.rejects(waits, (error) => error.name === 'AbortError' && error.cause?.message === 'enough');
  await server.close();
});

test('what a gated agent is given is checked at once', async () => {
  const agent = new Agent({ name: 'a' });
  await refusals('invalid_settings', [
    [
      () => gated({}, { engine, task }),
      /^`agent` of gated must have `getSystemPrompt`, got an object: give `new Agent\(\{ name \}\)`/,
    ],
    [() => gated(agent), /^`engine` of gated/],
    [() => gated(agent, { engine, task, runner: {} }), /^`runner` of gated must have `run`/],
    [() => gated(agent, { engine, task: { input: 'q' } }), /^`task.input` is not an option of gated/],
    [() => gated(agent, { engine, task, verifiers: {} }), /^`verifiers` is not an option of gated/],
  ]);
});
