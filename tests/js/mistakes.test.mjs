// What newcomers write by the habits of other libraries: each is told the field, and what to write instead.

import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { Autopilot, Critic, DecisionReflector, EvalTracker, memoryStore, ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import * as v from 'valibot';
import { z } from 'zod';
import { accept, reject, rejection, thrown } from './support.mjs';

const engine = new ReflectEngine({ advanced: { seed: 1 } });
const says = () => 'a';
const refused = (task) => rejection(engine.run({ input: 'q', model: says, ...task }));
/** What a run comes to whose model returns this. */
const replied = (reply) => rejection(engine.run({ input: 'q', model: () => reply, critic: says }));
const pairs = (words) => Object.entries(words).flatMap(([ours, theirs]) => theirs.map((word) => [word, ours]));

/** The words that the error of an unknown key lists. */
function listed({ message }) {
  return message.split('known are ')[1].split(', ');
}

test('a setting by the name of another library is answered with ours', () => {
  const words = {
    maxReflections: ['maxIterations', 'maxRevisions', 'maxRetries', 'retries', 'rounds', 'attempts'],
    acceptanceThreshold: ['threshold', 'minScore', 'scoreThreshold'],
    maxAnswerSteps: ['maxSteps'],
    criteria: ['rubric'],
    critiquePrompt: ['reflectionPrompt'],
  };
  for (const [word, ours] of pairs(words)) {
    const error = thrown(() => new ReflectEngine({ [word]: 3 }));
    assert.equal(error.code, 'invalid_settings');
    assert.equal(error.message, `unknown setting \`${word}\`, did you mean \`${ours}\`?`);
  }
  assert.match(thrown(() => new Critic({ threshold: 0.8 })).message, /did you mean `confidenceThreshold`/);
  const goal = { objective: 'o', criteria: ['c'] };
  assert.match(
    thrown(() => new Autopilot({ agent: says, goal })).message,
    /`goal\.criteria`, did you mean `goal\.successCriteria`/,
  );
});

test('a key of the task, or of the client, by another name is told where it belongs', async () => {
  const said = (word) => thrown(() => new ReflectEngine({ [word]: 'x' })).message;
  const words = { critic: ['judge'], systemPrompt: ['system'], signal: ['abortSignal'], input: ['prompt'] };
  for (const [word, ours] of pairs(words)) {
    const whole = `unknown setting \`${word}\`, did you mean \`${ours}\`? It belongs to the task: \`engine.run({ ${ours} })\``;
    assert.equal(said(word), whole);
    assert.equal((await refused({ settings: { [word]: 'x' } })).message, whole);
  }
  const ofClient = '. `temperature` is for the client that your `model` function calls';
  assert.ok(said('temperature').endsWith(ofClient));
  assert.ok((await refused({ temperature: 1 })).message.endsWith(ofClient));
  assert.match((await refused({ maxOutputTokens: 9 })).message, /known are input, .*`maxOutputTokens` is for the client/);
  assert.ok(said('stream').endsWith('. To stream, call `stream(…)` instead of `run(…)`'));
});

test('a key of a task by the name of another library is answered with ours', async () => {
  const words = {
    input: ['prompt', 'question', 'messages'],
    outputSchema: ['schema', 'output'],
    onDraft: ['onToken', 'onDelta'],
    systemPrompt: ['system', 'instructions'],
    signal: ['abortSignal'],
    critic: ['critics', 'judge', 'evaluator'],
  };
  for (const [word, ours] of pairs(words)) {
    const error = await refused({ [word]: 'x' });
    assert.equal(error.code, 'invalid_task');
    assert.equal(error.message, `unknown task key \`${word}\`, did you mean \`${ours}\`?`);
  }
});

test('every setting in a task, and every key of a task in the settings, is told where it belongs', async () => {
  const settings = listed(thrown(() => new ReflectEngine({ zzzzzzzz: 1 })));
  const keys = listed(await refused({ zzzzzzzz: 1 }));
  const advanced = listed(thrown(() => new ReflectEngine({ advanced: { zzzzzzzz: 1 } })));
  assert.ok(settings.length >= 12 && advanced.length >= 15 && keys.length >= 15);
  for (const key of settings) {
    const error = await refused({ [key]: 1 });
    assert.equal(error.code, 'invalid_task');
    assert.equal(error.message, `\`${key}\` is a setting: give it to \`new ReflectEngine({ … })\` or to \`settings\``);
  }
  for (const key of advanced) {
    const where = 'which is a setting: give it to `new ReflectEngine({ … })` or to `settings`';
    assert.equal((await refused({ [key]: 1 })).message, `\`${key}\` is \`advanced.${key}\`, ${where}`);
    assert.equal(thrown(() => new ReflectEngine({ [key]: 1 })).message, `\`${key}\` is \`advanced.${key}\``);
  }
  for (const key of keys.filter((key) => key !== 'review')) {
    const said = `\`${key}\` belongs to the task: \`engine.run({ ${key} })\``;
    assert.equal(thrown(() => new ReflectEngine({ [key]: 1 })).message, said);
    assert.equal((await refused({ settings: { [key]: 1 } })).message, said);
  }
  const other = await refused({ maxIterations: 2 });
  assert.match(other.message, /^unknown task key `maxIterations`, did you mean `maxReflections`\? It is a setting: give it to/);
});

test('a reply of another shape is a failed call that says what a model returns', async () => {
  const wanted =
    'the model must return a string or { content, toolCalls: [{ id, name, arguments }], finishReason, usage: { inputTokens, outputTokens } }, got ';
  class Result {
    get text() {
      return assert.fail('it may begin a request');
    }
  }
  class Message {
    content = 'a';
    toJSON() {
      return { lc: 1, kwargs: { content: 'a' } };
    }
  }
  const call = { id: 'a', type: 'function', function: { name: 't', arguments: '{}' } };
  const noCall = 'a tool call without `name` or `arguments`';
  const cases = [
    [{ choices: [{}] }, 'an object with `choices`'],
    [{ output_text: 'a' }, 'an object with `output_text`'],
    [{ text: 'a' }, 'an object with `text`'],
    [{ content: null, refusal: 'no' }, 'an object with `refusal`'],
    [{ score: 9, issues: ['a'] }, 'an object with `score`, `issues`'],
    [new Result(), 'an instance of Result'],
    [new Message(), 'an instance of Message with `lc`, `kwargs`'],
    [new Response('a'), 'an instance of Response'],
    [(async function* () {})(), /^an instance of/],
    [{ content: 'cut off her', finish_reason: 'length' }, '`finish_reason` in place of `finishReason`'],
    [{ content: '', tool_calls: [call] }, '`tool_calls` in place of `toolCalls`'],
    [{ content: 'a', usage: { input_tokens: 1 } }, '`input_tokens` in place of `inputTokens`'],
    [{ content: 'a', usage: { prompt_tokens: 1 } }, 'a `usage` with `prompt_tokens`'],
    [{ content: '', toolCalls: [{ name: 't', arguments: {} }, call] }, noCall],
    [{ content: '', toolCalls: [{ name: 't', args: { a: 1 } }] }, noCall],
    [{ content: 'Let me look.', finishReason: 'tool-calls' }, "`finishReason: 'tool-calls'` without `toolCalls`"],
  ];
  for (const [reply, got] of cases) {
    const { code, result } = await replied(reply);
    assert.equal(code, 'model_error');
    const [{ message, ...rest }] = result.errors;
    assert.deepEqual(rest, { code: 'bad_response', callId: 'answer-1', seq: 0 });
    assert.ok(message.startsWith(wanted), message);
    const told = message.slice(wanted.length);
    if (typeof got === 'string') assert.equal(told, got);
    else assert.match(told, got);
  }
});

test('tools that the provider has run itself are no lost calls: the answer beside them is one', async () => {
  const run = [
    [
      { type: 'server_tool_use', id: 'a', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 'a', content: [] },
    ],
    [
      { type: 'mcp_tool_use', id: 'a', name: 'look', server_name: 's', input: {} },
      { type: 'mcp_tool_result', tool_use_id: 'a', content: [] },
    ],
    [{ type: 'tool-call', toolCallId: 'a', toolName: 'search', input: {}, providerExecuted: true }],
  ];
  for (const parts of run) {
    const content = [...parts, { type: 'text', text: 'found' }];
    const model = ({ purpose }) => (purpose === 'critique' ? accept() : { content });
    const { status, errors } = await engine.run({ input: 'q', model });
    assert.deepEqual([status, errors], ['ok', []]);
  }
});

test('other keys of a reply, and a provider’s beside ours, are let through', async () => {
  const other = { role: 'assistant', refusal: null, annotations: [], id: 'x', choices: [], text: 'b' };
  const absent = { finish_reason: null, stop_reason: undefined, tool_calls: [], usage: { prompt_tokens: null } };
  const beside = {
    ...{ finish_reason: 'length', finishReason: 'stop', tool_calls: [{}], toolCalls: [] },
    usage: { prompt_tokens: 9, inputTokens: 5, outputTokens: 6 },
  };
  for (const more of [other, absent, beside]) {
    const model = ({ purpose }) => (purpose === 'critique' ? accept() : { content: 'a', ...more });
    const result = await engine.run({ input: 'q', model });
    assert.deepEqual([result.output, result.status, result.errors], ['a', 'ok', []]);
  }
});

test('an agent and a run that its host drives look at replies too', async () => {
  const agent = async () => ({ output: 'o', usage: { prompt_tokens: 1 } });
  const autopilot = new Autopilot({ agent, goal: { objective: 'o', successCriteria: ['c'] } });
  assert.match((await rejection(autopilot.run())).message, /`prompt_tokens`/);

  const run = engine.start({ input: 'q' });
  for (let output = run.poll(0); ; output = run.poll(0)) {
    if (output.type === 'wait') run.reply(output.callIds[0], { content: 'a', finish_reason: 'length' }, 0);
    if (output.type !== 'done') continue;
    assert.match(output.result.errors[0].message, /in place of `finishReason`/);
    break;
  }
  run.free();
});

test('a model that is no function is told what one looks like', async () => {
  const told = 'got an object: wrap it, as in `async ({ messages, signal }) => ({ content, finishReason })`';
  const model = { doGenerate() {} };
  const proxy = new Proxy({}, { get: () => assert.fail('a trap of the proxy') });
  const places = [
    refused({ model }),
    refused({ model: proxy }),
    refused({ critic: [model] }),
    refused({ critic: { model } }),
    rejection((async () => new Critic({ model }))()),
    rejection((async () => new Autopilot({ model, goal: {} }))()),
    rejection((async () => new DecisionReflector({ model }))()),
  ];
  for (const place of places) {
    const { message } = await place;
    assert.ok(message.endsWith(told), message);
  }
  assert.match((await refused({ model: 'gpt' })).message, /must be a function, got a string$/);
});

test('a path is no store: the one of files is named, and no address is repeated', () => {
  const told = (store) => thrown(() => new EvalTracker({ store })).message;
  assert.equal(
    told('evals.db'),
    "`store` must be an EvalStore, got a string: give `sqliteStore('evals.db')` of 'reflect-engine/stores/sqlite'",
  );
  assert.match(told('postgres://me:secret@db/evals'), /`postgresStore\(client\)` of 'reflect-engine\/stores\/postgres'$/);
  assert.doesNotMatch(told('postgres://me:secret@db/evals'), /secret/);
});

test('a store that cannot work says so when the tracker is made, before anything is recorded', async () => {
  const checks = [
    () => Promise.reject(new Error('no driver')),
    () => {
      throw new Error('no driver');
    },
  ];
  for (const check of checks) {
    const store = Object.assign(Object.create(memoryStore()), { check });
    const warned = [];
    const evals = new EvalTracker({ store, warn: (message) => warned.push(message) });
    const error = await new Promise((resolve) => evals.on('error', resolve));
    assert.deepEqual([error.code, error.message], ['store_error', 'the store failed: no driver']);
    assert.deepEqual(warned, ['[EvalTracker] the store failed: no driver']);
    await evals.close();
  }
});

test('a draft that fails a schema that no model can be told of is noted', async () => {
  const untold = v.object({ n: v.number() });
  const noted = async (outputSchema, drafts) => {
    const model = scriptedModel(drafts);
    const { errors, accepted } = await engine.run({ input: 'q', model, critic: false, outputSchema });
    return [errors.map(({ code }) => code), accepted];
  };
  const [bad, good] = ['{"n":"1"}', '{"n":1}'];
  assert.deepEqual(await noted(untold, [bad, good]), [['no_response_schema'], true]);
  assert.deepEqual(await noted(untold, [good]), [[], true]);
  assert.deepEqual(await noted(toStandardJsonSchema(untold), [bad, good]), [[], true]);
  const dates = z.object({ n: z.coerce.date().refine((date) => date.getTime() > 5) });
  assert.deepEqual(await noted(dates, ['{"n":"x"}', '{"n":10}']), [['no_response_schema'], true]);
  const told = await engine.run({ input: 'q', model: scriptedModel([bad, reject(), bad, bad]), outputSchema: untold });
  assert.match(told.errors[0].message, /^a draft failed `outputSchema`, which no model was told of: .*`toStandardJsonSchema`/);
});

test('arguments that fail a schema that no model was told of are refused with that reason', async () => {
  const noted = async (schema, parameters) => {
    const model = scriptedModel([{ content: '', toolCalls: [{ name: 't', arguments: { n: 'x' } }] }, 'a', accept()]);
    const { errors } = await engine.run({ input: 'q', model, tools: [tool({ name: 't', schema, parameters, execute: says })] });
    return errors.map(({ code, message }) => [code, message.includes('no model was told this schema')]);
  };
  const untold = v.object({ n: v.number() });
  assert.deepEqual(await noted(untold), [['invalid_arguments', true]]);
  assert.deepEqual(await noted(untold, { type: 'object' }), [['invalid_arguments', false]]);
  assert.deepEqual(await noted(z.object({ n: z.number() })), [['invalid_arguments', false]]);
});

test('a snapshot that is none is told what to give', async () => {
  const engine = new ReflectEngine({ maxReflections: 0 });
  const result = await engine.run({ input: 'q', model: () => 'a' });
  const message = async (snapshot) => (await rejection(engine.resume(snapshot, { model: () => 'a' }))).message;
  assert.equal(await message(result), 'a snapshot must be a string, got a result: give `result.snapshot`');
  const parsed = JSON.parse(result.snapshot);
  assert.equal(await message(parsed), 'a snapshot must be a string, got an object, which is the text as a result has it');
});

test('tools by name are told to be a list', async () => {
  const { message } = await rejection(new ReflectEngine().run({ input: 'q', model: () => 'a', tools: { add: {} } }));
  assert.equal(message, '`tools` must be a list, got an object: give its values, each with its `name`');
});

test('an error that is printed does not print its result', async () => {
  const error = await rejection(
    new ReflectEngine().run({ input: 'q', model: () => Promise.reject(new Error('SECRET-OF-CAUSE')) }),
  );
  assert.ok(error.result.snapshot.length > 100);
  const { result, ...printed } = error;
  assert.deepEqual(printed, { name: 'ReflectError', code: 'model_error' });
  assert.doesNotMatch(inspect(error), /snapshot/);
});

test('messages in the form of OpenAI are refused by name', async () => {
  const call = { id: '1', type: 'function', function: { name: 'a', arguments: '{}' } };
  const user = { role: 'user', content: 'x' };
  const asks = { role: 'assistant', content: '', tool_calls: [call] };
  const ours = { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'a', arguments: '{}' }] };
  for (const [input, told] of [
    [[user, asks, user], /`input\[1\]` has `tool_calls` in place of `toolCalls`/],
    [
      [user, ours, { role: 'tool', tool_call_id: '1', content: 'r' }, user],
      /`input\[2\]` has `tool_call_id` in place of `toolCallId`/,
    ],
  ]) {
    const { code, message } = await refused({ input });
    assert.deepEqual([code, told.test(message)], ['invalid_task', true], message);
  }
  const fine = [user, { ...ours, tool_calls: [call] }, { role: 'assistant', content: 'y', tool_calls: [] }, user];
  assert.equal((await engine.run({ input: fine, model: says })).output, 'a');
});

test('a key that no review has is named, with the nearest', async () => {
  const { snapshot } = await engine.run({ input: 'q', model: says });
  const resumed = engine.resume(snapshot, { model: says, review: { accepted: false, feedbak: 'no' } });
  const { code, message } = await rejection(resumed);
  assert.deepEqual([code, message], ['invalid_task', '`review`: unknown key `feedbak`, did you mean `feedback`?']);
});

test('a verifier cannot be called `__proto__`, and a model is not told of a tool that it may not call', async () => {
  const { code, message } = await refused({ verifiers: { ['__proto__']: () => ({ passed: true }) } });
  assert.deepEqual([code, message.includes('`__proto__`')], ['invalid_task', true], message);
  const tools = ['one', 'two'].map((name) => ({ name, execute: () => 1 }));
  const asks = [{ content: '', toolCalls: [{ id: '1', name: 'three', arguments: {} }] }, 'a', accept()];
  const { errors } = await new ReflectEngine({ advanced: { allowedTools: ['one'] } }).run({ input: 'q', model: scriptedModel(asks), tools });
  assert.equal(errors[0].message, 'unknown tool `three`; known are one');
});
