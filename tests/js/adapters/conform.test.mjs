// Every model of ours before one local server, by the points that docs/adapters.md promises; and `conform` itself, which must see what is wrong.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { conform } from 'reflect-engine/testing';
import { accept, column, jointly, reject, rejection } from '../support.mjs';
import { MODELS } from './models.ts';
import { provider } from './provider.mjs';

for (const [name, { model, without }] of Object.entries(MODELS)) {
  const trial = async (script) => {
    const server = await provider(script);
    return Object.defineProperty({ model: model(server.url), ...server }, 'closed', { get: () => server.closed });
  };

  test(`${name} conforms`, async () => {
    assert.deepEqual(await conform(trial, { without }), []);
  });

  test(`${name}: the engine drafts, calls two tools at once, revises and is accepted`, async () => {
    const calls = ['c1', 'c2'].map((id) => ({ id, name: 'add', arguments: { a: 17, b: 26 } }));
    const usage = { inputTokens: 10, outputTokens: 5 };
    const script = [{ toolCalls: calls }, { text: 'It is 44.' }, { text: reject() }, { text: 'It is 43.' }, { text: accept() }];
    const { model, requests, close } = await trial(script.map((said) => ({ ...said, usage })));
    const add = tool({ name: 'add', schema: { type: 'object' }, execute: ({ a, b }) => a + b });
    const result = await new ReflectEngine({ maxReflections: 1 }).run({ input: '17 + 26?', model, tools: [add] }).finally(close);
    assert.deepEqual([result.output, result.acceptedBy, result.errors], ['It is 43.', 'critic', []]);
    assert.deepEqual([result.usage.total.inputTokens, result.usage.total.outputTokens, requests.length], [50, 25, 5]);
    assert.equal(result.usage.total.estimated, undefined);
  });

  test(`${name}: the engine writes a revision and another answer at once, and one look is at all`, async () => {
    const points = { 'It is 44.': 4, 'It is 45.': 5, 'It is 43.': 9 };
    const look = (body) => jointly(JSON.stringify(body), points);
    const script = ['It is 44.', reject(), 'It is 45.', 'It is 43.', look, accept()];
    const usage = { inputTokens: 10, outputTokens: 5 };
    const said = (body, number) => {
      const next = script[number - 1];
      return { text: typeof next === 'function' ? next(body) : next, usage };
    };
    const { model, requests, close } = await trial(said);
    const result = await new ReflectEngine().run({ input: '17 + 26?', model }).finally(close);
    assert.deepEqual([result.output, result.acceptedBy, result.errors], ['It is 43.', 'critic', []]);
    assert.deepEqual([result.usage.total.inputTokens, result.usage.total.outputTokens, requests.length], [60, 30, 6]);
    assert.deepEqual(column(result.trace.drafts, 'parent').sort(), [0, undefined, undefined]);
  });

  test(`${name}: schemas with an optional property, a limit or an open object break no rule of the provider`, async () => {
    const outputSchema = {
      type: 'object',
      properties: { days: { type: 'number' }, note: { type: 'string', minLength: 1 }, more: { type: 'object' } },
      required: ['days'],
    };
    const wrong = '{"days":30,"note":""}';
    const { model, close } = await trial([{ text: wrong }, { text: '{"days":30}' }, { text: accept() }]);
    const result = await new ReflectEngine({ maxReflections: 1 }).run({ input: 'q', model, outputSchema }).finally(close);
    assert.deepEqual([result.object, result.acceptedBy, result.errors], [{ days: 30 }, 'critic', []]);
  });

  test(`${name}: the error of the SDK is the cause of the engine's`, async () => {
    const { model, close } = await trial([{ error: { status: 400, message: 'out of order' } }]);
    const error = await rejection(new ReflectEngine().run({ input: 'q', model })).finally(close);
    assert.equal(error.code, 'model_error');
    assert.match(`${error.cause?.constructor?.name}: ${error.cause?.message}`, /^(?!Error).*Error: .*out of order/s);
  });
}

for (const [name, key] of Object.entries({ 'openai: chatModel': 'n', 'google: geminiModel': 'candidateCount' }))
  test(`${name} asks for several completions in one call, unless it is told not to`, async () => {
    const usage = { inputTokens: 10, outputTokens: 20 };
    const settings = { strategy: 'best-of-n', drafts: 2, maxReflections: 0 };
    const play = async (script, more) => {
      const { url, asked, close } = await provider(script);
      const model = MODELS[name].model(url, more);
      const task = { input: 'q', model, critic: false, verifiers: { last: (draft) => draft === 'two' } };
      const result = await new ReflectEngine(settings).run(task).finally(close);
      const sent = asked.map(({ body: { generationConfig, ...body } }) => ({ ...body, ...generationConfig })[key]);
      return { result, sent, texts: result.trace.drafts.map(({ text }) => text) };
    };
    const one = { text: 'one', others: ['two', 'three'], usage };
    const both = await play([one]);
    assert.deepEqual([both.texts, both.sent, both.result.acceptedBy], [['one', 'two'], [2], 'verifier']);
    assert.deepEqual([both.result.usage.byPurpose.answer.calls, both.result.usage.total.outputTokens], [1, 20]);
    const apart = await play([one, { text: 'two' }], { [key]: 1 });
    assert.deepEqual([apart.texts, apart.sent, apart.result.errors], [['one', 'two'], [1, 1], []]);
    // A server that refuses: the run goes on, and says so.
    const refusal = { error: { status: 400, message: 'n > 1 is not supported' } };
    const alone = await play([refusal, { text: 'one' }, { text: 'two' }]);
    assert.deepEqual(alone.texts, ['one', 'two']);
    assert.deepEqual(alone.sent, [2, undefined, undefined]);
    assert.match(alone.result.errors[0].message, /not supported/);
  });

/** A model without a provider, that does all as it should but what `broken` does. */
function modelOf(broken) {
  return (script) => {
    const trial = { requests: [], closed: 0 };
    trial.model = async (request) => {
      const said = script[trial.requests.length];
      const sent = { ...request, signal: undefined, ...broken.sent };
      trial.requests.push(JSON.stringify(sent));
      if (broken.asks) trial.requests.push(JSON.stringify(sent));
      if (said.error) throw broken.error ?? new Error(said.error.message);
      if (said.hangs) {
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
        if (!broken.open) trial.closed += 1;
        throw request.signal.reason;
      }
      for (const piece of broken.pieces ?? said.text?.split(/(?<= )/) ?? []) request.onDelta?.(piece);
      const { text: content = '', toolCalls, usage, mark } = said;
      return { content, toolCalls, usage, metadata: { mark }, ...broken.reply };
    };
    return trial;
  };
}

test('a model that does all as it should has no fault', async () => {
  assert.deepEqual(await conform(modelOf({})), []);
});

for (const [what, broken, point] of [
  ['gives another text', { reply: { content: 'x' } }, 'answer'],
  ['gives several as one', { reply: { content: undefined, contents: ['Seventeen and', 'twenty-six'] } }, 'several'],
  ['sends no tools', { sent: { tools: undefined } }, 'tools'],
  ['forgets the calls', { reply: { toolCalls: undefined } }, 'tools'],
  ['sends no schema', { sent: { responseSchema: undefined } }, 'schema'],
  ['streams nothing', { pieces: [] }, 'stream'],
  ['tells the text twice', { pieces: ['a', 'a'] }, 'stream'],
  ['makes up tokens', { reply: { usage: { inputTokens: 1, outputTokens: 1 } } }, 'usage'],
  ['leaves the connection open', { open: true }, 'abort'],
  ['hides the error', { error: new Error('something went wrong') }, 'error'],
  ['asks again', { asks: true }, 'error'],
  ['drops what must come back', { reply: { metadata: undefined } }, 'metadata'],
])
  test(`a model that ${what} is at fault`, async () => {
    const faults = await conform(modelOf(broken));
    const isNamed = faults.some((fault) => fault.startsWith(`${point}: `));
    assert.ok(isNamed, faults.join('\n'));
  });

/** Which tests show the ticks of the engine inside a framework: a file, and by the points how their names begin. */
const INSIDE = {
  'AI SDK 7.0 and 6.0, `reflected`': [
    'ai-sdk.test.mjs',
    {
      'answer usage': 'a final text is judged and revised; usage is the sum',
      tools: 'a tool call goes through untouched',
      schema: 'a format holds for revisions',
      stream: 'drafts are streamed as reasoning',
      abort: 'an abort ends call',
      error: 'an error before the first draft',
    },
  ],
  'AI SDK 7.0 and 6.0, `gated`': [
    'ai-sdk.test.mjs',
    {
      'answer tools usage gate': 'what is missing goes back into the agent',
      stream: 'a stream of a gated agent',
      abort: 'an abort ends a gated agent',
    },
  ],
  'OpenAI Agents SDK 0.20, `reflectedModel`': [
    'openai-agents.test.mjs',
    {
      'answer tools': 'a final text is judged and revised; a tool call goes through',
      schema: 'an output type holds for revisions',
      stream: 'a stream shows drafts as they are written',
      usage: 'the SDK’s own model of the Responses API',
      abort: 'an abort ends the run',
      error: 'an error before the first draft',
    },
  ],
  'OpenAI Agents SDK 0.20, `gated`': [
    'agents-gate.test.mjs',
    {
      'answer tools usage gate': 'a gate: the agent',
      schema: 'an output type is judged',
      stream: 'a stream of a gated agent',
      abort: 'an abort ends the critic',
      error: 'an error of the model',
    },
  ],
  'OpenAI Agents SDK 0.20, `reflectGuardrail`': ['openai-agents.test.mjs', { answer: 'as an output guardrail' }],
  'LangChain 1.5, deepagents 1.14, `reflectMiddleware`': [
    'langchain.test.mjs',
    {
      'answer tools usage gate': 'a gate in',
      schema: 'a structured response',
      stream: 'a stream says at once which message',
      abort: 'an abort of the agent',
      error: 'an error of the model',
    },
  ],
  'LangGraph 1.7, `reflectGraph`': [
    'langgraph.test.mjs',
    {
      answer: 'an accepted answer',
      'tools schema usage': 'tools and a schema',
      abort: 'an abort of the graph',
      error: 'an error before the first draft',
    },
  ],
  'Mastra 1.71, `reflected`': [
    'mastra.test.mjs',
    {
      'answer tools stream usage': '\\`reflected\\` of the AI SDK',
      schema: 'a schema of the agent',
      'abort error': 'an error of the model in',
    },
  ],
  'Mastra 1.71, `reflectStep`': ['mastra.test.mjs', { answer: 'as a step of a workflow', error: 'as a step it fails' }],
  'Mastra 1.71, `reflectGate`': [
    'mastra-gate.test.mjs',
    {
      'answer tools gate': 'a gate: the agent',
      'schema usage': 'a schema of the agent',
      stream: 'a stream has the drafts',
      error: 'an error of the model',
    },
  ],
  'Mastra 1.71, `reflectGoal`': ['mastra-gate.test.mjs', { 'answer tools error gate': 'as the judge of a goal' }],
  'Mastra 1.71, `reflectScorer`': ['mastra.test.mjs', { answer: 'as a scorer', error: 'an unreadable critic' }],
  'Genkit 1.42, `reflectMiddleware`': [
    'genkit.test.mjs',
    {
      'answer tools gate': 'a gate: the model',
      schema: 'an output schema holds',
      stream: 'a stream has the drafts',
      usage: 'the reply is the best draft, also where a later one came, and usage',
      abort: 'an abort ends the critic',
      error: 'an error of the model',
    },
  ],
};

test('docs/adapters.md has a tick for what was tried here, and none for anything else', () => {
  const page = readFileSync(new URL('../../../docs/adapters.md', import.meta.url), 'utf8');
  const tableOf = (first) => {
    const lines = page
      .match(new RegExp(`(?<=\\n)\\| ${first} \\|.*\\n(?:\\|.*\\n)+`))[0]
      .trim()
      .split('\n');
    const [head, , ...rows] = lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    return { head, rows };
  };
  const models = tableOf('adapter');
  const tried = Object.entries(MODELS).map(([name, { without = [] }]) => [
    name,
    ...models.head.slice(1).map((point) => (without.includes(point) ? '' : '✓')),
  ]);
  assert.deepEqual(models.rows, tried);
  const { head, rows } = tableOf('framework');
  const named = rows.map(([framework, as, ...ticks]) => [`${framework}, ${as.split(':')[0]}`, ...ticks]);
  const shown = Object.entries(INSIDE).map(([name, [file, tests]]) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    const names = [...text.matchAll(/^ *test\(['"`](.*)['"`],/gm)].map(([, name]) => name);
    for (const begin of Object.values(tests))
      assert.ok(
        names.some((name) => name.startsWith(begin)),
        `${file}: ${begin}`,
      );
    const points = Object.keys(tests).flatMap((key) => key.split(' '));
    return [name, ...head.slice(2).map((point) => (points.includes(point) ? '✓' : ''))];
  });
  assert.deepEqual(named, shown);
});
