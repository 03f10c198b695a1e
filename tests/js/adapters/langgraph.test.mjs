// `reflectGraph` in the real LangGraph, with its own checkpointer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { AIMessage, fakeModel } from 'langchain';
import { ReflectEngine } from 'reflect-engine';
import { langchainModel } from 'reflect-engine/langchain';
import { ReflectState, reflectGraph } from 'reflect-engine/langgraph';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, column, reject, rejection } from '../support.mjs';

const engine = new ReflectEngine({ maxReflections: 1 });
const thread = { configurable: { thread_id: '1' } };

test('an accepted answer is the end of the graph', async () => {
  const model = scriptedModel(['Blue.', accept()]);
  const state = await reflectGraph({ engine, task: { model } }).compile().invoke({ input: 'Why is the sky blue?' });
  assert.deepEqual([state.output, state.status, state.acceptedBy, state.iterations], ['Blue.', 'ok', 'critic', 1]);
  assert.deepEqual([state.accepted, column(state.trace.drafts, 'text')], [true, ['Blue.']]);
});

test('whoever streams `custom` sees drafts while they are written, and a text that nobody judges', async () => {
  const script = () => [{ deltas: ['Bl', 'ue.'] }, reject(4), { deltas: ['Sky ', 'blue.'] }, accept()];
  const events = async (settings) => {
    const seen = [];
    const app = reflectGraph({ engine, task: { model: scriptedModel(script()), settings }, review: false }).compile();
    for await (const { type, draft, status, delta } of await app.stream({ input: 'q' }, { streamMode: 'custom' }))
      seen.push([type, draft, status, delta].filter((each) => each !== undefined).join(' '));
    return seen;
  };
  const first = ['reflect.draft 1 writing Bl', 'reflect.draft 1 writing ue.', 'reflect.draft 1 judged'];
  assert.deepEqual(await events(), [
    ...first,
    'reflect.draft 2 writing Sky ',
    'reflect.draft 2 writing blue.',
    'reflect.draft 2 judged',
    'reflect.draft 1 rejected',
    'reflect.draft 2 accepted',
  ]);
  assert.deepEqual(await events({ strategy: 'classic', maxReflections: 1 }), [
    ...first,
    'reflect.draft 1 rejected',
    'reflect.text Sky ',
    'reflect.text blue.',
    'reflect.draft 2 returned',
  ]);
});

test('a person is asked, and no call is made twice: their yes accepts, their words lead to a revision', async () => {
  const model = scriptedModel(['One.', reject(), 'Two.', reject(), 'Three.', accept()]);
  const graph = reflectGraph({ engine, task: { model } }).compile({ checkpointer: new MemorySaver() });
  const { __interrupt__: asked } = await graph.invoke({ input: 'Count.' }, thread);
  assert.deepEqual(Object.keys(asked[0].value).sort(), ['output', 'reviewReasons', 'score', 'stopReason']);
  assert.equal(model.requests.length, 4);
  const state = await graph.invoke(new Command({ resume: { accepted: false, feedback: 'Count on.' } }), thread);
  assert.deepEqual([state.output, state.acceptedBy, model.requests.length], ['Three.', 'critic', 6]);
  assert.match(JSON.stringify(model.requests[4].messages), /Count on\./);
});

test('a person who is not content is asked again, and their yes is the last word', async () => {
  const model = scriptedModel(['One.', reject(), 'Two.', reject(), 'Three.', reject()]);
  const graph = reflectGraph({ engine, task: { model } }).compile({ checkpointer: new MemorySaver() });
  await graph.invoke({ input: 'Count.' }, thread);
  const again = await graph.invoke(new Command({ resume: { accepted: false } }), thread);
  assert.deepEqual([again.__interrupt__.length, model.requests.length], [1, 6]);
  const state = await graph.invoke(new Command({ resume: { accepted: true } }), thread);
  assert.deepEqual([state.status, state.acceptedBy, model.requests.length], ['ok', 'human', 6]);
});

test('an answer that is no review is asked for again, with what is wrong, and closes no thread', async () => {
  const model = scriptedModel(['One.', reject(), 'Two.', reject()]);
  const graph = reflectGraph({ engine, task: { model } }).compile({ checkpointer: new MemorySaver() });
  await graph.invoke({ input: 'Count.' }, thread);
  for (const [resume, wanted] of [
    [{ accept: true }, /`review` must be \{ accepted: boolean, feedback\?: string \}/],
    ['yes', /`review` must be/],
    [{ accepted: true, feedbak: 'More.' }, /`review`: unknown key `feedbak`; known are accepted, feedback/],
  ]) {
    const { __interrupt__: asked } = await graph.invoke(new Command({ resume }), thread);
    assert.equal(asked[0].value.output, 'One.');
    assert.match(asked[0].value.error, wanted);
  }
  const state = await graph.invoke(new Command({ resume: { accepted: true } }), thread);
  assert.deepEqual([state.status, state.acceptedBy, model.requests.length], ['ok', 'human', 4]);
});

test('without reviews the graph ends, whatever the critic said', async () => {
  const model = scriptedModel(['One.', reject(), 'Two.', reject()]);
  const state = await reflectGraph({ engine, task: { model }, review: false }).compile().invoke({ input: 'Count.' });
  assert.deepEqual([state.status, state.output], ['needs_review', 'One.']);
});

test('the graph is a node of another one', async () => {
  const model = scriptedModel(['Blue.', accept()]);
  const inner = reflectGraph({ engine, task: { model } }).compile();
  const outer = new StateGraph(ReflectState).addNode('check', inner).addEdge(START, 'check').compile();
  assert.equal((await outer.invoke({ input: 'Why?' })).output, 'Blue.');
});

test('tools and a schema of the task reach the model, and the state holds the object and what was used', async () => {
  const usage = { inputTokens: 10, outputTokens: 5 };
  const call = { content: '', toolCalls: [{ id: 'c1', name: 'look', arguments: {} }], usage };
  const model = scriptedModel([call, { content: '{"name":"red"}', usage }, { content: accept(), usage }]);
  const tools = [{ name: 'look', parameters: { type: 'object' }, execute: () => 'red' }];
  const outputSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const state = await reflectGraph({ engine, task: { model, tools, outputSchema } }).compile().invoke({ input: 'A colour.' });
  assert.deepEqual([state.object, state.usage.total.inputTokens], [{ name: 'red' }, 30]);
  assert.equal(model.requests[1].messages.at(-1).content, 'red');
});

test('an error before the first draft is that of the graph, with its cause', async () => {
  const broken = new Error('out of order');
  const graph = reflectGraph({ engine, task: { model: () => Promise.reject(broken) } }).compile();
  const error = await rejection(graph.invoke({ input: 'q' }));
  assert.deepEqual([error.code, error.cause], ['model_error', broken]);
});

test('an abort of the graph aborts the run', async () => {
  const model = scriptedModel([{ content: 'late', delayMs: 60_000 }]);
  const graph = reflectGraph({ engine, task: { model } }).compile();
  await assert.rejects(graph.invoke({ input: 'q' }, { signal: AbortSignal.timeout(50) }), /abort/i);
});

test('what a critic says is in no stream of chat tokens; the drafts are', async () => {
  const saying = (...texts) => {
    const model = fakeModel();
    for (const text of texts) model.respond(new AIMessage(text));
    return langchainModel(model);
  };
  const graph = () =>
    reflectGraph({
      engine,
      task: { model: saying('One.', 'Two.'), critic: saying(reject(3, ['NO SOURCE']), accept()) },
    }).compile();
  const tokens = [];
  for await (const [message] of await graph().stream({ input: 'q' }, { streamMode: 'messages' })) tokens.push(message.text);
  assert.deepEqual(tokens, ['One.', 'Two.']);
  for (const version of ['v1', 'v2']) {
    const models = [];
    for await (const { event, data } of graph().streamEvents({ input: 'q' }, { version }))
      if (/chat_model|llm/.test(event)) models.push(data.chunk ?? data.output);
    assert.match(JSON.stringify(models), /Two\./);
    assert.doesNotMatch(JSON.stringify(models), /NO SOURCE|needs_revision/, version);
  }
});
