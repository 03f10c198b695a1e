// `reflectMiddleware` in the real `generate` of Genkit, with a model that Genkit defines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { genkit, z } from 'genkit/beta';
import { ReflectEngine } from 'reflect-engine';
import { reflectMiddleware } from 'reflect-engine/genkit';
import { accept, column } from '../support.mjs';
import * as gate from './shop.mjs';

const engine = new ReflectEngine();
const task = gate.PRICE;
const ai = genkit({});
let models = 0;

/** A model that says what a function of the request gives: a text, or parts. */
function modelOf(say) {
  const requests = [];
  const model = ai.defineModel(
    { name: `fake/${(models += 1)}`, apiVersion: 'v2', supports: { tools: true, multiturn: true, systemRole: true } },
    async (request, { sendChunk, streamingRequested }) => {
      const said = say(request, requests.push(structuredClone(request)));
      const { content = typeof said === 'string' ? [{ text: said }] : said, finishReason = 'stop' } = said;
      if (streamingRequested) sendChunk({ content });
      return { message: { role: 'model', content }, finishReason, usage: { inputTokens: 10, outputTokens: 5 } };
    },
  );
  return { model, requests };
}

const scripted = (...script) => modelOf((_, number) => script[number - 1] ?? assert.fail('the script is over'));

/** A model that is a clerk, and its tool. */
function shop() {
  const looked = [];
  const { model, requests } = modelOf(({ messages, tools = [] }, number) => {
    const { item, text } = gate.clerk(JSON.stringify(messages), tools.length > 0);
    return item ? [{ toolRequest: { name: `price-${models}`, ref: `c${number}`, input: { item } } }] : text;
  });
  const price = ai.defineTool(
    { name: `price-${models}`, description: 'What something costs.', inputSchema: z.object({ item: z.string() }) },
    async ({ item }) => {
      looked.push(item);
      return gate.priceOf(item);
    },
  );
  return { looked, model, requests, tools: [price] };
}

const gatedBy = (options) => [reflectMiddleware({ engine, ...options })()];

test('a gate: the model looks up what is missing with the tools; without them it cannot', async () => {
  const { looked, model, requests, tools } = shop();
  const reply = await ai.generate({ model, tools, system: 'Be brief.', prompt: gate.QUESTION, use: gatedBy({ task }) });
  assert.deepEqual([reply.text, looked], ['It costs 3 euros.', ['coffee', 'tea']]);
  const end = { status: 'ok', acceptedBy: 'verifier', stopReason: 'accepted', iterations: 2, reviewReasons: [], errors: [] };
  const { usage, ...reflect } = reply.message.metadata.reflect;
  assert.deepEqual([reflect, usage.inputTokens, usage.outputTokens], [end, 40, 20]);
  assert.deepEqual(column(reply.messages, 'role'), ['system', 'user', 'model', 'tool', 'model', 'tool', 'model']);
  assert.doesNotMatch(JSON.stringify(reply.messages), /It costs 7 euros|look up that of tea/);
  assert.deepEqual([reply.usage.inputTokens, reply.usage.outputTokens], [40, 20]);
  const { messages } = requests.at(-1);
  assert.deepEqual(column(messages, 'role'), ['system', 'user', 'model', 'tool', 'model', 'user', 'model', 'tool']);
  assert.match(messages[5].content[0].text, /look up that of tea/);

  const other = shop();
  const { text: draft } = await ai.generate({ model: other.model, tools: other.tools, prompt: gate.QUESTION });
  const again = async ({ messages }) => {
    const turns = messages.map(({ role, content }) => ({
      role: role === 'assistant' ? 'model' : role,
      content: [{ text: content }],
    }));
    return (await ai.generate({ model: other.model, messages: turns })).text;
  };
  const result = await engine.run({ ...task, input: gate.QUESTION, draft, model: again });
  assert.deepEqual([result.accepted, other.looked], [false, ['coffee']]);
});

test('a gate whose critic is never content ends within its budget, and says that nobody accepted', async () => {
  const { model, requests } = modelOf((_, number) => `Answer ${number}.`);
  const use = gatedBy({ task: gate.NEVER });
  const { status, stopReason, acceptedBy } = (await ai.generate({ model, prompt: 'q', use })).message.metadata.reflect;
  assert.deepEqual([status, stopReason, acceptedBy, requests.length], ['needs_review', 'max_reflections', undefined, 3]);
});

test('the reply is the best draft, also where a later one came, and usage is that of all calls', async () => {
  const seen = [];
  const judged = { ...gate.BLUE, onCall: (call) => seen.push(call) };
  const { model } = scripted('Blue.', 'Green.', 'Red.');
  assert.equal((await ai.generate({ model, prompt: 'q', use: gatedBy({ task: judged }) })).text, 'Blue.');
  const written = seen.filter(({ type, purpose }) => type === 'end' && purpose !== 'critique');
  assert.deepEqual(column(column(written, 'usage'), 'inputTokens'), [10, 10, 10]);
});

test('an output schema holds, and is judged as text', async () => {
  const { model } = scripted(...gate.COLOURS);
  const output = { schema: z.object({ name: z.string() }) };
  const reply = await ai.generate({ model, prompt: 'A colour.', output, use: gatedBy({ task: gate.ENGLISH }) });
  assert.deepEqual([reply.output, reply.message.metadata.reflect.iterations], [{ name: 'red' }, 2]);
});

test('a stream has the drafts, too, each with an index of its own', async () => {
  const { model, tools } = shop();
  const { stream, response } = ai.generateStream({ model, tools, prompt: gate.QUESTION, use: gatedBy({ task }) });
  const shown = [];
  for await (const { index, role, text, custom } of stream)
    if (text || custom) shown.push([index, role, text || custom.reflect.status]);
  assert.deepEqual(shown, [
    [2, 'model', 'It costs 7 euros.'],
    [2, 'model', 'rejected'],
    [5, 'model', 'It costs 3 euros.'],
  ]);
  assert.equal((await response).text, 'It costs 3 euros.');
});

test('a tool that waits for a person goes through unjudged, and the answer after it is judged', async () => {
  const ask = ai.defineInterrupt({ name: 'ask', description: 'Asks a person.', inputSchema: z.object({}) });
  const { model } = modelOf(({ messages }) => {
    const shown = JSON.stringify(messages);
    if (!shown.includes('toolResponse')) return [{ toolRequest: { name: 'ask', ref: 'a', input: {} } }];
    return shown.includes('look up that of tea') ? 'It costs 3 euros.' : 'It costs 7 euros.';
  });
  const given = { model, tools: [ask], use: gatedBy({ task }) };
  const waiting = await ai.generate({ ...given, prompt: gate.QUESTION });
  assert.deepEqual([waiting.interrupts.length, waiting.message.metadata?.reflect], [1, undefined]);
  const resume = { respond: [ask.respond(waiting.interrupts[0], 'Yes.')] };
  const reply = await ai.generate({ ...given, messages: waiting.messages, resume });
  assert.deepEqual([reply.text, reply.message.metadata.reflect.iterations], ['It costs 3 euros.', 2]);
});

test('twenty calls at once have a gate each', async () => {
  const { model, requests } = modelOf(({ messages }) =>
    messages.length === 1 ? 'No.' : gate.answerTo(JSON.stringify(messages)),
  );
  const use = gatedBy({ task: { critic: gate.nameCritic } });
  const replies = await Promise.all(gate.QUESTIONS.map((prompt) => ai.generate({ model, prompt, use })));
  assert.deepEqual(column(replies, 'text'), gate.ANSWERS);
  assert.ok(replies.every(({ message }) => message.metadata.reflect.iterations === 2));
  assert.equal(requests.length, 40);
});

test('an error of the model is that of the call, and one of the critic leaves the answer', async () => {
  const broken = () => {
    throw new Error('out of order');
  };
  const failed = ai.generate({ model: modelOf(broken).model, prompt: 'q', use: gatedBy({ task }) });
  await assert.rejects(failed, /out of order/);
  const { model } = scripted('Blue.');
  const { text, message } = await ai.generate({ model, prompt: 'q', use: gatedBy({ task: gate.BROKEN }) });
  assert.deepEqual([text, message.metadata.reflect.status], ['Blue.', 'needs_review']);
});

test('a draft is not lost when a later one fails', async () => {
  const { model } = modelOf((_, number) => {
    if (number > 1) throw new Error('out of order');
    return 'Blue.';
  });
  const { text, message } = await ai.generate({ model, prompt: 'q', use: gatedBy({ task }) });
  const { status, stopReason } = message.metadata.reflect;
  assert.deepEqual([text, status, stopReason], ['Blue.', 'needs_review', 'model_error']);
});

test('a stream ends with the reply that is returned, and no critic is in it', async () => {
  const { model } = scripted('Blue.', 'Green.', 'Red.');
  const { stream, response } = ai.generateStream({ model, prompt: 'q', use: gatedBy({ task: gate.BLUE }) });
  const shown = [];
  for await (const { text, custom } of stream) shown.push(text || custom?.reflect.status);
  assert.deepEqual(shown, ['Blue.', 'rejected', 'Green.', 'rejected', 'Red.', 'rejected', 'Blue.']);
  assert.equal((await response).text, 'Blue.');
});

test('an abort ends the critic of a gate, with its reason', async () => {
  const { task, signal } = gate.aborting();
  const { model } = scripted('Blue.');
  const waits = ai.generate({ model, prompt: 'q', abortSignal: signal, use: gatedBy({ task }) });
  await assert.rejects(waits, gate.isAbort);
});

test('an answer that was cut is accepted by no critic', async () => {
  const { model } = modelOf(() => ({ content: [{ text: 'Long' }], finishReason: 'length' }));
  const once = new ReflectEngine({ maxReflections: 0 });
  const { message } = await ai.generate({ model, prompt: 'q', use: gatedBy({ engine: once, task: { critic: () => accept() } }) });
  const { status, reviewReasons } = message.metadata.reflect;
  assert.deepEqual([status, reviewReasons], ['needs_review', ['max_reflections', 'draft_cut']]);
});
