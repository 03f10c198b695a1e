// `reflectMiddleware` in the real agents of LangChain and deepagents, with LangChain's own chat model at a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createDeepAgent } from 'deepagents';
import { AIMessage, createAgent, fakeModel, tool, toolStrategy } from 'langchain';
import { ReflectEngine } from 'reflect-engine';
import { langchainModel } from 'reflect-engine/langchain';
import { reflectMiddleware } from 'reflect-engine/langchain/middleware';
import { z } from 'zod';
import { accept, column, reject, rejection } from '../support.mjs';
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
    // The tool calls stay; the model was shown the rejected text and the feedback, and nobody else.
    assert.deepEqual(column(state.messages, 'type'), ['human', 'ai', 'tool', 'ai', 'tool', 'ai']);
    assert.match(JSON.stringify(server.requests.at(-1)), /It costs 7 euros\..*look up that of tea/s);
    assert.doesNotMatch(JSON.stringify(state.messages), /costs 7 euros|look up that of tea/);

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
  const model = saying('Blue.', 'Green.', 'Red.');
  const agent = gatedBy(model, { task: gate.BLUE });
  const state = await agent.invoke(asked('q'));
  assert.deepEqual([lastText(state), state.reflection.output, state.reflection.score], ['Blue.', 'Blue.', 7]);
  const shown = model.calls.at(-1).messages;
  assert.match(shown.at(-1).text, /^Go on from this answer.*Blue\./s);
  assert.equal(shown.at(-1).additional_kwargs.lc_source, 'reflect');
  assert.deepEqual(column(shown, 'type'), ['human', 'ai', 'human', 'ai', 'human']);
  assert.deepEqual(column(state.messages, 'type'), ['human', 'ai']);
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

test('a stream says at once which message is not the answer, and how the gate ended', async () => {
  const { server, model, tools } = await shop();
  const agent = createAgent({ model, tools, middleware: [reflectMiddleware({ engine, task })] });
  const [updates, rejected, texts] = [[], [], new Map()];
  const streamMode = ['updates', 'custom', 'messages'];
  for await (const [mode, each] of await agent.stream(asked(gate.QUESTION), { streamMode })) {
    if (mode === 'updates') updates.push(...Object.entries(each));
    if (mode === 'custom') rejected.push(each);
    if (mode === 'messages' && each[0].type === 'ai') texts.set(each[0].id, (texts.get(each[0].id) ?? '') + each[0].text);
  }
  await server.close();
  const judged = updates.filter(([node]) => node === 'reflect.after_agent').map(([, update]) => update);
  assert.deepEqual([judged.length, judged[0].reflection, judged[1].reflection.acceptedBy], [2, undefined, 'verifier']);
  assert.deepEqual(column(rejected, 'type'), ['reflect.rejected']);
  assert.equal(texts.get(rejected[0].id), 'It costs 7 euros.');
  texts.delete(rejected[0].id);
  assert.equal([...texts.values()].join(''), 'It costs 3 euros.');
});

test('the last draft is taken back, too, where an earlier one is returned', async () => {
  const agent = gatedBy(saying('Blue.', 'Green.', 'Red.'), { task: gate.BLUE });
  const texts = new Map();
  for await (const [mode, each] of await agent.stream(asked('q'), { streamMode: ['custom', 'messages'] }))
    if (mode === 'custom') texts.delete(each.id);
    else if (each[0].type === 'ai') texts.set(each[0].id, each[0].text);
  assert.deepEqual([...texts.values()], ['Blue.']);
});

const SECRET = /needs_revision|NO SOURCE/;
/** Judges that ask a chat model of LangChain, each in its way. */
const JUDGES = {
  langchainModel: () => ({ critic: langchainModel(saying(reject(3, ['NO SOURCE']), accept())) }),
  'a critic that calls a chat model': () => {
    const judge = saying(reject(3, ['NO SOURCE']), accept());
    return { critic: async () => (await judge.invoke('Judge.')).text };
  },
  'a verifier that calls a chat model': () => {
    const judge = saying('NO SOURCE', 'yes');
    return { verifiers: { judge: async () => (await judge.invoke('Judge.')).text === 'yes' || 'NO SOURCE' } };
  },
};

for (const [name, judges] of Object.entries(JUDGES))
  for (const [host, create] of Object.entries({ createAgent, createDeepAgent }))
    test(`what judges say is in no stream of \`${host}\`: ${name}`, async () => {
      const agentOf = () =>
        create({
          model: saying('Blue.', 'Blue, says NASA.'),
          tools: [],
          middleware: [reflectMiddleware({ engine, task: judges() })],
        });
      for (const streamMode of ['messages', 'updates', 'custom']) {
        const seen = [];
        for await (const each of await agentOf().stream(asked('q'), { streamMode })) {
          // The result of the gate is for the program, and holds the critiques; so does the state of the gate.
          const updates = streamMode === 'updates' ? Object.values(each) : [each];
          seen.push(...updates.map((update) => update?.messages ?? update));
        }
        assert.ok(seen.length > 0);
        assert.doesNotMatch(JSON.stringify(seen), SECRET, streamMode);
      }
      for (const version of ['v1', 'v2']) {
        const models = [];
        for await (const each of agentOf().streamEvents(asked('q'), { version }))
          if (/chat_model|llm/.test(each.event)) models.push(each.data.chunk ?? each.data.output);
        assert.match(JSON.stringify(models), /says NASA/);
        assert.doesNotMatch(JSON.stringify(models), SECRET, version);
      }
    });

test('a tracer sees the calls of judges, with the tag that hides them from streams', async () => {
  const tagged = [];
  const handleChatModelStart = (_, __, ___, ____, _____, tags) => void tagged.push(tags?.includes('nostream') ?? false);
  const agent = gatedBy(saying('Blue.', 'Blue, says NASA.'), { task: JUDGES.langchainModel() });
  await agent.invoke(asked('q'), { callbacks: [{ handleChatModelStart }] });
  assert.deepEqual(tagged, [false, true, false, true]);
});

test('where a later draft fails, the best one so far is returned, and the reason is in the result', async () => {
  const broken = new Error('out of order');
  const lookUp = (model) => model.respondWithTools([{ name: 'price', args: { item: 'tea' } }]);
  const price = tool(() => '3 euros', { name: 'price', schema: z.object({ item: z.string() }) });
  for (const [create, fails, wanted] of [
    [createAgent, [broken], /out of order/],
    [createDeepAgent, [broken], /out of order/],
    [createAgent, [lookUp, broken], /out of order/],
    [createAgent, [''], /gave no text/],
    [createAgent, ['  '], /gave no text/],
  ]) {
    const model = saying('It costs 7 euros.');
    for (const each of fails)
      typeof each === 'function' ? each(model) : model.respond(typeof each === 'string' ? new AIMessage(each) : each);
    const agent = create({ model, tools: [price], middleware: [reflectMiddleware({ engine, task })] });
    const state = await agent.invoke(asked(gate.QUESTION));
    const { status, stopReason, output, errors } = state.reflection;
    assert.deepEqual(
      [status, stopReason, output, lastText(state)],
      ['needs_review', 'model_error', 'It costs 7 euros.', 'It costs 7 euros.'],
    );
    assert.match(errors.at(-1).message, wanted);
    assert.equal(state.messages.filter(({ type }) => type === 'ai').at(-1), state.messages.at(-1));
    assert.equal(column(state.messages, 'text').filter((text) => text === 'It costs 7 euros.').length, 1);
  }
});

test('what is returned was judged, also where the model thinks aloud', async () => {
  const right = { verifiers: { right: (draft) => draft.includes('42') || 'it is 42' } };
  for (const texts of [
    ['<think>I will say 41.</think>', 'The answer is 42.', 'The answer is 43.'],
    ['<think>Visit evil.example and pay.</think>The answer is 42.'],
    ['41', '<think>x</think>', '42', '43'],
  ]) {
    const state = await gatedBy(saying(...texts), { task: right }).invoke(asked('q'));
    assert.equal(lastText(state), state.reflection.output);
    assert.deepEqual([state.reflection.status, lastText(state).includes('think')], ['ok', false]);
  }
  const mute = gatedBy(saying('<think>a</think>', '<think>b</think>'), { task: right }).invoke(asked('q'));
  assert.match((await rejection(mute)).message, /the model gave no answer, twice/);
});

test('cached tokens of the agent and of its critic are counted', async () => {
  const usage_metadata = { input_tokens: 10, output_tokens: 5, total_tokens: 15, input_token_details: { cache_read: 4 } };
  const says = (...texts) => saying(...texts.map((content) => new AIMessage({ content, usage_metadata })));
  const agent = gatedBy(says('Blue.', 'Blue!'), { task: { critic: langchainModel(says(reject(), accept())) } });
  const { total } = (await agent.invoke(asked('q'))).reflection.usage;
  assert.deepEqual([total.inputTokens, total.outputTokens, total.cachedTokens], [40, 20, 16]);
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

for (const useResponsesApi of [false, true])
  test(`an answer that was cut is accepted by no critic, ${useResponsesApi ? 'responses' : 'chat'}`, async (context) => {
    const server = await provider(() => ({ text: 'Long', finish: 'length', usage }));
    context.after(server.close);
    const configuration = { baseURL: `${server.url}/v1` };
    const model = new ChatOpenAI({ apiKey: 'none', model: 'fake', maxRetries: 0, configuration, useResponsesApi });
    const once = new ReflectEngine({ maxReflections: 0 });
    const critic = () => accept();
    const agent = createAgent({ model, tools: [], middleware: [reflectMiddleware({ engine: once, task: { critic } })] });
    const { reflection } = await agent.invoke(asked('q'));
    const reasons = ['max_reflections', 'draft_cut'];
    assert.deepEqual([reflection.status, reflection.reviewReasons], ['needs_review', reasons]);
    // The model itself, whole and streamed.
    for (const onDraft of [undefined, () => {}]) {
      const result = await once.run({ input: 'q', model: langchainModel(model), critic, onDraft });
      assert.deepEqual([result.status, result.reviewReasons], ['needs_review', reasons]);
    }
  });

test('what says that a reply was cut stands where its provider has it', async () => {
  const cuts = [
    { finish_reason: 'length' },
    { stop_reason: 'max_tokens' },
    { finishReason: 'MAX_TOKENS' },
    { done_reason: 'length' },
  ];
  const once = new ReflectEngine({ maxReflections: 0 });
  for (const [response_metadata, status] of [...cuts.map((cut) => [cut, 'needs_review']), [{ status: 'completed' }, 'ok']]) {
    const model = saying(new AIMessage({ content: 'Long', response_metadata }));
    const { reflection } = await gatedBy(model, { engine: once, task: { critic: () => accept() } }).invoke(asked('q'));
    assert.equal(reflection.status, status, JSON.stringify(response_metadata));
  }
});
