// `reflectMiddleware` in the real agents of LangChain and deepagents, with LangChain's own chat model at a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createDeepAgent } from 'deepagents';
import { AIMessage, createAgent, fakeModel, HumanMessage, tool, toolStrategy } from 'langchain';
import { ReflectEngine } from 'reflect-engine';
import { langchainModel } from 'reflect-engine/langchain';
import { reflectMiddleware } from 'reflect-engine/langchain/middleware';
import { z } from 'zod';
import { column, rejection } from '../support.mjs';
import { provider } from './provider.mjs';
import * as gate from './shop.mjs';

const engine = new ReflectEngine();
const task = { verifiers: { price: gate.isRight } };
const usage = { inputTokens: 10, outputTokens: 5 };

/** An agent's model at a server that is a clerk, and its tool. */
async function shop() {
  const looked = [];
  const server = await provider(({ input, tools }, number) => {
    const { item, text } = gate.clerk(JSON.stringify(input), tools !== undefined);
    return { usage, ...(item ? { toolCalls: [{ id: `c${number}`, name: 'price', arguments: { item } }] } : { text }) };
  });
  const configuration = { baseURL: `${server.url}/v1` };
  const model = new ChatOpenAI({ apiKey: 'none', model: 'fake', maxRetries: 0, configuration, useResponsesApi: true });
  const price = tool(
    ({ item }) => {
      looked.push(item);
      return gate.priceOf(item);
    },
    { name: 'price', description: 'What something costs.', schema: z.object({ item: z.string() }) },
  );
  return { looked, server, model, tools: [price] };
}

const asked = (content) => ({ messages: [{ role: 'user', content }] });
const lastText = ({ messages }) => messages.at(-1).text;

for (const [name, create] of Object.entries({ createAgent, createDeepAgent }))
  test(`a gate in \`${name}\`: the agent looks up what is missing with its own tools; without them it cannot`, async () => {
    const { looked, server, model, tools } = await shop();
    const agent = create({ model, tools, middleware: [reflectMiddleware({ engine, task })] });
    const state = await agent.invoke(asked(gate.QUESTION)).finally(server.close);
    const { status, acceptedBy, trace, usage } = state.reflection;
    assert.deepEqual([lastText(state), looked, status, acceptedBy], ['It costs 3 euros.', ['coffee', 'tea'], 'ok', 'verifier']);
    assert.deepEqual(column(trace.drafts, 'text'), ['It costs 7 euros.', 'It costs 3 euros.']);
    assert.equal(usage.total.inputTokens, 10 * server.requests.length);
    const [feedback] = state.messages.filter(({ additional_kwargs }) => additional_kwargs.lc_source === 'reflect');
    assert.ok(HumanMessage.isInstance(feedback) && feedback.text.includes('look up that of tea'));

    const other = await shop();
    const plain = await create({ model: other.model, tools: other.tools }).invoke(asked(gate.QUESTION));
    const model2 = langchainModel(other.model);
    const result = await engine.run({ ...task, input: gate.QUESTION, model: model2, draft: lastText(plain), critic: false });
    await other.server.close();
    assert.deepEqual([result.accepted, other.looked], [false, ['coffee']]);
  });

/** A model of LangChain's own that says these texts, one after another, or what a function makes of its messages. */
function saying(...replies) {
  const model = fakeModel();
  for (const reply of replies) model.respond(typeof reply === 'string' ? new AIMessage(reply) : reply);
  return model;
}

const gatedBy = (model, options, more) =>
  createAgent({ model, tools: [], middleware: [reflectMiddleware({ engine, ...options })], ...more });

test('a gate whose critic is never content ends within its budget, and says that nobody accepted', async () => {
  const model = saying(...Array.from({ length: 9 }, (_, at) => `Answer ${at}.`));
  const { reflection } = await gatedBy(model, { task: gate.NEVER }).invoke(asked('q'));
  assert.deepEqual([reflection.status, reflection.accepted, reflection.stopReason], ['needs_review', false, 'max_reflections']);
  assert.equal(model.callCount, 3);
});

test('the answer is the best draft, with the feedback about it, also where another one came later', async () => {
  const agent = gatedBy(saying('Blue.', 'Green.', 'Red.'), { task: gate.BLUE });
  const state = await agent.invoke(asked('q'));
  assert.deepEqual([lastText(state), state.reflection.output, state.reflection.score], ['Blue.', 'Blue.', 7]);
  assert.match(state.messages[4].text, /^Go on from this answer.*Blue\./s);
  assert.deepEqual(column(state.messages, 'type'), ['human', 'ai', 'human', 'ai', 'human', 'ai']);
});

test('threads at once have a gate each, and the next turn of a thread has another one', async () => {
  const question = (messages) => messages.findLast(({ text }) => text.startsWith('Name')).text;
  const model = fakeModel();
  for (let at = 0; at < 90; at += 1)
    model.respond(
      (messages) => new AIMessage(messages.at(-1).text.startsWith('Name') ? 'No.' : gate.answerTo(question(messages))),
    );
  const agent = gatedBy(model, { task: { critic: gate.nameCritic } }, { checkpointer: new MemorySaver() });
  const turn = async (thread_id, number) => {
    const { reflection, messages } = await agent.invoke(asked(`Name ${number}`), { configurable: { thread_id } });
    assert.deepEqual(
      [reflection.output, reflection.iterations, messages.at(-1).text],
      [`It is ${number}.`, 2, `It is ${number}.`],
    );
  };
  await Promise.all(Array.from({ length: 20 }, (_, at) => turn(`t${at}`, at)));
  await turn('t3', 77);
  // A turn that nobody judges says nothing of an earlier one.
  const empty = createAgent({
    model: saying(''),
    tools: [],
    middleware: [reflectMiddleware({ engine, task })],
    checkpointer: agent.checkpointer,
  });
  assert.equal((await empty.invoke(asked('q'), { configurable: { thread_id: 't3' } })).reflection, undefined);
});

test('an agent below a deep agent has a gate of its own', async () => {
  const middleware = [reflectMiddleware({ engine, task })];
  const below = saying('I do not know.', 'Tea costs 3 euros.');
  const model = saying('It costs 7 euros.');
  model.respondWithTools([{ name: 'task', args: { description: gate.QUESTION, subagent_type: 'clerk' } }]);
  model.respond((messages) => new AIMessage(`So it costs ${messages.at(-1).text.match(/\d euros/)[0]}.`));
  const clerk = { name: 'clerk', description: 'Knows prices.', systemPrompt: 'Look.', model: below, tools: [], middleware };
  const state = await createDeepAgent({ model, middleware, subagents: [clerk] }).invoke(asked(gate.QUESTION));
  assert.deepEqual(column(state.reflection.trace.drafts, 'text'), ['It costs 7 euros.', 'So it costs 3 euros.']);
  assert.deepEqual([state.reflection.acceptedBy, below.callCount], ['verifier', 2]);
});

test('an agent that waits for a person goes on with its gate, in another process', async () => {
  const checkpointer = new MemorySaver();
  const agentOf = ({ model }) => {
    const price = tool(({ item }) => (item === 'tea' && interrupt('May I?') === 'no' ? '' : gate.priceOf(item)), {
      name: 'price',
      schema: z.object({ item: z.string() }),
    });
    return createAgent({ model, tools: [price], middleware: [reflectMiddleware({ engine, task })], checkpointer });
  };
  const [one, other] = [await shop(), await shop()];
  const thread = { configurable: { thread_id: '1' } };
  const waiting = await agentOf(one).invoke(asked(gate.QUESTION), thread).finally(one.server.close);
  assert.deepEqual([waiting.__interrupt__.length, waiting.reflection], [1, undefined]);
  const { reflection } = await agentOf(other)
    .invoke(new Command({ resume: 'yes' }), thread)
    .finally(other.server.close);
  assert.deepEqual(column(reflection.trace.drafts, 'text'), ['It costs 7 euros.', 'It costs 3 euros.']);
  assert.equal(reflection.acceptedBy, 'verifier');
});

test('a structured response is judged, and mended', async () => {
  const format = toolStrategy(z.object({ name: z.string() }));
  const call = (name) => new AIMessage({ content: '', tool_calls: [{ id: name, name: format[0].name, args: { name } }] });
  const calls = gate.COLOURS.map((text) => call(JSON.parse(text).name));
  const agent = gatedBy(saying(...calls), { task: gate.ENGLISH }, { responseFormat: format });
  const { structuredResponse, reflection } = await agent.invoke(asked('A colour.'));
  assert.deepEqual([structuredResponse, reflection.acceptedBy, reflection.iterations], [{ name: 'red' }, 'verifier', 2]);
});

test('an error of the model is the agent’s own, and one of the critic leaves the answer', async () => {
  const broken = new Error('out of order');
  const error = await rejection(gatedBy(saying(broken), { task }).invoke(asked('q')));
  assert.match(error.message, /out of order/);
  const state = await gatedBy(saying('Blue.'), { task: gate.BROKEN }).invoke(asked('q'));
  assert.deepEqual([lastText(state), state.reflection.status, state.reflection.accepted], ['Blue.', 'needs_review', false]);
});

test('a stream has each draft and its feedback as an update, and how the gate ended', async () => {
  const { server, model, tools } = await shop();
  const agent = createAgent({ model, tools, middleware: [reflectMiddleware({ engine, task })] });
  const seen = [];
  for await (const update of await agent.stream(asked(gate.QUESTION), { streamMode: 'updates' }))
    seen.push(...Object.entries(update));
  await server.close();
  const judged = seen.filter(([node]) => node === 'reflect.after_agent').map(([, update]) => update);
  assert.deepEqual([judged.length, judged[0].reflection, judged[1].reflection.acceptedBy], [2, undefined, 'verifier']);
  assert.match(judged[0].messages.at(-1).text, /look up that of tea/);
});

test('an abort of the agent ends the critic', async () => {
  const stop = new AbortController();
  const critic = ({ signal }) => {
    stop.abort(new Error('enough'));
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const waits = gatedBy(saying('Blue.'), { task: { critic } }).invoke(asked('q'), { signal: stop.signal });
  assert.match((await rejection(waits)).message, /enough|abort/i);
});
