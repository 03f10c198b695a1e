// What people write by mistake, or by the habits of other libraries: each is refused by name, with what to write instead. And what is no
// mistake, though it looks like one, is taken.

import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import vm from 'node:vm';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { Autopilot, Critic, ReflectEngine, readCritique, tool } from 'reflect-engine';
import { DecisionReflector } from 'reflect-engine/decision';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { LoopMonitor } from 'reflect-engine/monitor';
import { canonicalModel, Evaluator, Reflector, ResearchLoop } from 'reflect-engine/research';
import { scriptedModel } from 'reflect-engine/testing';
import { jsonFences, length } from 'reflect-engine/verifiers';
import * as v from 'valibot';
import { z } from 'zod';
import { accept, lasting, never, reject, rejection, thrown } from './support.mjs';

const engine = new ReflectEngine({ seed: 1 });
const goal = { objective: 'o', successCriteria: ['c'] };
const says = () => 'a';
const run = (task) => engine.run({ input: 'q', model: says, ...task });
const refused = (task) => rejection(run(task));
/** What a call throws or rejects with. */
const failure = async (act) => rejection((async () => act())());

/** Rows of what is done, the code, and the message; a text is the whole of it. */
async function allRefused(rows) {
  for (const [act, code, message] of rows) {
    const error = await failure(act);
    assert.equal(error.code, code, `${act}: ${error}`);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
  }
}

const pairs = (words) => Object.entries(words).flatMap(([ours, theirs]) => theirs.map((word) => [word, ours]));
/** The words that the error of an unknown key lists. */
const listed = ({ message }) => message.split('known are ')[1].split(', ');

test('a name of another library is answered with ours, and with where it belongs', async () => {
  const settings = {
    maxReflections: ['maxIterations', 'maxRevisions', 'maxRetries', 'retries', 'rounds', 'attempts'],
    acceptanceThreshold: ['threshold', 'minScore', 'scoreThreshold'],
    maxAnswerSteps: ['maxSteps'],
    criteria: ['rubric'],
    critiquePrompt: ['reflectionPrompt'],
  };
  const keys = {
    input: ['prompt', 'question', 'messages'],
    outputSchema: ['schema', 'output'],
    onDraft: ['onToken', 'onDelta'],
    systemPrompt: ['system', 'instructions'],
    signal: ['abortSignal'],
    critic: ['critics', 'judge', 'evaluator'],
  };
  const misplaced = { critic: ['judge'], systemPrompt: ['system'], signal: ['abortSignal'], input: ['prompt'] };
  const setting = (word) => () => new ReflectEngine({ [word]: 'x' });
  await allRefused([
    ...pairs(settings).map(([word, ours]) => [
      setting(word),
      'invalid_settings',
      `unknown setting \`${word}\`, did you mean \`${ours}\`?`,
    ]),
    ...pairs(keys).map(([word, ours]) => [
      () => run({ [word]: 'x' }),
      'invalid_task',
      `unknown task key \`${word}\`, did you mean \`${ours}\`?`,
    ]),
    ...pairs(misplaced).flatMap(([word, ours]) => {
      const whole = `unknown setting \`${word}\`, did you mean \`${ours}\`? It belongs to the task: \`engine.run({ ${ours} })\``;
      return [setting(word), () => run({ settings: { [word]: 'x' } })].map((act) => [act, 'invalid_settings', whole]);
    }),
    [setting('temperature'), 'invalid_settings', /\. `temperature` is for the client that your `model` function calls$/],
    [() => run({ temperature: 1 }), 'invalid_task', /\. `temperature` is for the client that your `model` function calls$/],
    [() => run({ maxOutputTokens: 9 }), 'invalid_task', /known are input, .*`maxOutputTokens` is for the client/],
    [setting('stream'), 'invalid_settings', /\. To stream, call `stream\(…\)` instead of `run\(…\)`$/],
    [() => run({ maxIterations: 2 }), 'invalid_task', /^unknown task key `maxIterations`, did you mean `maxReflections`\? It is a s/],
    [() => new Critic({ threshold: 0.8 }), 'invalid_settings', /did you mean `confidenceThreshold`/],
    [() => new Autopilot({ agent: says, goal: { objective: 'o', criteria: ['c'] } }), 'invalid_settings', /did you mean `goal\.success/],
  ]);
});

test('every setting in a task, and every key of a task in the settings, is told where it belongs', async () => {
  const settings = listed(thrown(() => new ReflectEngine({ zzzzzzzz: 1 })));
  const keys = listed(await refused({ zzzzzzzz: 1 })).filter((key) => key !== 'review');
  assert.ok(settings.length >= 15 && keys.length >= 16);
  const inTask = (key) => `\`${key}\` is a setting: give it to \`new ReflectEngine({ … })\` or to \`settings\``;
  const ofTask = (key) => `\`${key}\` belongs to the task: \`engine.run({ ${key} })\``;
  await allRefused([
    ...settings.map((key) => [() => run({ [key]: 1 }), 'invalid_task', inTask(key)]),
    ...keys.map((key) => [() => new ReflectEngine({ [key]: 1 }), 'invalid_settings', ofTask(key)]),
    ...keys.map((key) => [() => run({ settings: { [key]: 1 } }), 'invalid_settings', ofTask(key)]),
  ]);
});

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
const openAiCall = { id: 'a', type: 'function', function: { name: 't', arguments: '{}' } };

test('a reply of another shape is a failed call that says what a model returns', async () => {
  const wanted =
    'the model must return a string or { content, toolCalls: [{ id, name, arguments }], finishReason, usage: { inputTokens, outputTokens } }, got ';
  const noCall = 'a tool call without `name` or `arguments`';
  const late = () => Promise.reject(new Error('nobody waits for it'));
  const unhandled = [];
  const note = (reason) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  for (const [reply, got] of [
    [{ choices: [{}] }, `${wanted}an object with \`choices\``],
    [{ content: null, refusal: 'no' }, `${wanted}an object with \`refusal\``],
    [{ score: 9, issues: ['a'] }, `${wanted}an object with \`score\`, \`issues\``],
    [new Result(), `${wanted}an instance of Result`],
    [new Message(), `${wanted}an instance of Message with \`lc\`, \`kwargs\``],
    [(async function* () {})(), /, got an instance of/],
    [{ content: 'cut off her', finish_reason: 'length' }, `${wanted}\`finish_reason\` in place of \`finishReason\``],
    [{ content: '', tool_calls: [openAiCall] }, `${wanted}\`tool_calls\` in place of \`toolCalls\``],
    [{ content: 'a', usage: { input_tokens: 1 } }, `${wanted}\`input_tokens\` in place of \`inputTokens\``],
    [{ content: '', toolCalls: [{ name: 't', arguments: {} }, openAiCall] }, wanted + noCall],
    [{ content: '', toolCalls: [{ name: 't', args: { a: 1 } }] }, wanted + noCall],
    [{ content: late() }, 'the model returned a promise at `content`: await it'],
    [{ content: 'a', usage: late() }, 'the model returned a promise at `usage`: await it'],
    [{ content: '', toolCalls: [{ name: 't', arguments: late() }] }, 'the model returned a promise at `toolCalls[0].arguments`: await it'],
  ]) {
    const { code, result } = await refused({ model: () => reply, critic: says });
    const [{ message, ...rest }] = result.errors;
    assert.deepEqual([code, rest], ['model_error', { code: 'bad_response', callId: 'answer-1', seq: 0 }]);
    if (typeof got === 'string') assert.equal(message, got);
    else assert.match(message, got);
  }
  const tools = [{ name: 't', execute: () => ({ p: late() }) }];
  const model = scriptedModel([{ content: '', toolCalls: [{ name: 't', arguments: {} }] }, 'a', accept()]);
  const { trace } = await run({ model, tools });
  assert.deepEqual(trace.steps[1].result, { p: '[promise]' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', note);
  assert.deepEqual(unhandled, []);
});

test('other keys of a reply, and a provider’s beside ours, are let through', async () => {
  const parts = (...given) => ({ content: [...given, { type: 'text', text: 'a' }] });
  for (const reply of [
    { content: 'a', role: 'assistant', refusal: null, annotations: [], id: 'x', choices: [], text: 'b' },
    { content: 'a', finish_reason: null, stop_reason: undefined, tool_calls: [], usage: { prompt_tokens: null } },
    { content: 'a', finish_reason: 'length', finishReason: 'stop', tool_calls: [{}], toolCalls: [] },
    { content: 'a', usage: { prompt_tokens: 9, inputTokens: 5, outputTokens: 6 } },
    parts({ type: 'server_tool_use', id: 'a', name: 'web_search', input: {} }, { type: 'web_search_tool_result', content: [] }),
    parts({ type: 'tool-call', toolCallId: 'a', toolName: 'search', input: {}, providerExecuted: true }),
  ]) {
    const result = await run({ model: ({ purpose }) => (purpose === 'critique' ? accept() : reply) });
    assert.deepEqual([result.output, result.status, result.errors], ['a', 'ok', []]);
  }
});

test('an agent, and a run that its host drives, look at replies too', async () => {
  const agent = async () => ({ output: 'o', finish_reason: 'length' });
  assert.match((await rejection(new Autopilot({ agent, goal }).run())).message, /in place of `finishReason`/);
  const hosted = engine.start({ input: 'q' });
  let output = hosted.poll(0);
  for (; output.type !== 'done'; output = hosted.poll(0)) {
    if (output.type === 'wait') hosted.reply(output.callIds[0], { content: 'a', finish_reason: 'length' }, 0);
  }
  assert.match(output.result.errors[0].message, /in place of `finishReason`/);
});

test('what is no model, tool, message, critic, verifier, store or snapshot is told what one looks like', async () => {
  const model = { doGenerate() {} };
  const proxy = new Proxy({}, { get: () => assert.fail('a trap of the proxy') });
  const wrap = /got an object: wrap it, as in `async \(\{ messages, signal \}\) => \(\{ content, finishReason \}\)`$/;
  const { snapshot, ...result } = await run({ settings: { maxReflections: 0 } }).then((done) => ({ ...done, snapshot: done.snapshot }));
  const user = { role: 'user', content: 'x' };
  const asks = { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'a', arguments: '{}' }] };
  const resume = (from, task) => () => engine.resume(from, { model: says, ...task });
  const store = (given) => () => new EvalTracker({ store: given });
  await allRefused([
    [() => run({ model }), 'invalid_task', wrap],
    [() => run({ model: proxy }), 'invalid_task', wrap],
    [() => run({ critic: [model] }), 'invalid_task', wrap],
    [() => run({ critic: { model } }), 'invalid_task', wrap],
    [() => new Critic({ model }), 'invalid_settings', wrap],
    [() => new Autopilot({ model, goal: {} }), 'invalid_settings', wrap],
    [() => new DecisionReflector({ model }), 'invalid_settings', wrap],
    [() => run({ model: 'gpt' }), 'invalid_task', /must be a function, got a string$/],
    [() => run({ critic: new Critic({ model: says }) }), 'invalid_task', /`Autopilot`/],
    [() => run({ tools: { add: {} } }), 'invalid_task', '`tools` must be a list, got an object: give its values, each with its `name`'],
    [() => run({ tools: [{ name: 't', inputSchema: {}, execute: says }] }), 'invalid_task', /`inputSchema`: here it is called `schema`/],
    [
      () => run({ tools: [{ type: 'function', function: { name: 't', parameters: {} } }] }),
      'invalid_task',
      'a tool must be { name, description, schema, execute }, got one in the form of OpenAI, which says nothing of how it is run',
    ],
    [() => run({ verifiers: { ['__proto__']: () => true } }), 'invalid_task', /`__proto__`/],
    [() => run({ runId: '' }), 'invalid_task', '`runId` must be a string that is not empty, got an empty one'],
    [() => run({ runId: 7 }), 'invalid_task', '`runId` must be a string that is not empty, got a number'],
    [() => run({ onCall: 'log' }), 'invalid_task', '`onCall` must be a function, got a string'],
    [() => engine.start({ input: 'q', onCall: says }), 'invalid_task', '`onCall` is not taken here: who drives a run makes its calls'],
    [() => run({ input: [user, { ...asks, toolCalls: undefined, tool_calls: [openAiCall] }, user] }), 'invalid_task', /`input\[1\]` has `tool_calls` in/],
    [() => run({ input: [user, asks, { role: 'tool', tool_call_id: '1', content: 'r' }] }), 'invalid_task', /`tool_call_id` in place of/],
    [resume(snapshot, { review: { accepted: true, feedbak: 'no' } }), 'invalid_task', '`review`: unknown key `feedbak`, did you mean `feedback`?'],
    [resume(JSON.parse(snapshot)), 'invalid_snapshot', 'a snapshot must be a string, got an object, which is the text as a result has it'],
    [resume({ ...result, snapshot }), 'invalid_snapshot', 'a snapshot must be a string, got a result: give `result.snapshot`'],
    [store('evals.db'), 'invalid_settings', "`store` must be an EvalStore, got a string: give `sqliteStore('evals.db')` of 'reflect-engine/evals/sqlite'"],
    [store('postgres://me:secret@db/evals'), 'invalid_settings', /^(?!.*secret).*`postgresStore\(client\)` of 'reflect-engine\/stores\/postgres'$/],
  ]);
  const fine = [user, { ...asks, tool_calls: [openAiCall] }, { role: 'assistant', content: 'y', tool_calls: [] }, user];
  assert.equal((await run({ input: fine })).output, 'a');
});

test('a run that is iterated, and not its stream, is told what to write', async () => {
  const iterate = async (promise) => {
    for await (const _ of promise) assert.fail('there is nothing');
  };
  const told = '`run` gives a promise: write `await engine.run(…)`, or `for await (const step of engine.stream(…))`';
  await allRefused([[() => iterate(run({ model: scriptedModel([]) })), 'misuse', told]]);
});

test('what is read by its keys must have them: a Map or an instance of a class would be nothing at all', async () => {
  class Checks {
    tests() {}
  }
  class OldLibrary {
    _def = { typeName: 'ZodObject' };
    parse() {}
  }
  const map = new Map([['maxReflections', 0]]);
  const plainly = /must be a plain object, got an instance of Map$/;
  const nested = (key) => new RegExp(`^\`${key}\`.* got an instance of Map$`);
  const byName = (what) => `\`verifiers\` must be a plain object of functions by name, got an instance of ${what}`;
  const noSchema = /^`outputSchema` cannot be used: a JSON Schema must be a plain object, got an instance of/;
  const settings = [
    [() => new ReflectEngine(map), 'settings must be an object, got an instance of Map'],
    [() => new ReflectEngine(new (class extends Map {})()), 'settings must be an object, got an instance of a class'],
    [() => new ReflectEngine({ budget: map }), '`budget` must be an object, got an instance of Map'],
    [() => new ReflectEngine({ prices: map }), nested('prices')],
    [() => new Autopilot({ agent: says, goal, budget: map }), nested('budget')],
    [() => new Critic(map), plainly],
    [() => new DecisionReflector(map), plainly],
    [() => new DecisionReflector({ budget: map }), nested('budget')],
    [() => new DecisionReflector({ ownRules: map }), nested('ownRules')],
    [() => new Evaluator(map), plainly],
    [() => new Evaluator({ metrics: map }), nested('metrics')],
    [() => new Evaluator({ metrics: { m: () => 1 }, weights: map }), nested('weights')],
    [() => new EvalTracker(map), plainly],
    [() => new EvalTracker({ regressions: map }), nested('regressions')],
    [() => new LoopMonitor(map), plainly],
    [() => new LoopMonitor({ window: map }), nested('window')],
    [() => new Reflector({ a: 'required' }, map), /an instance of Map/],
    [() => new ResearchLoop({ canonicalModel: { a: 'required' }, budget: map }), nested('budget')],
    [() => canonicalModel({ a: 'required' }, map), plainly],
    [() => length(map), plainly],
  ];
  const tasks = [
    [() => run({ verifiers: map }), byName('Map')],
    [() => run({ verifiers: new Checks() }), byName('Checks')],
    [() => engine.start({ input: 'q', verifiers: Object.create({ tests: says }) }), byName('Object')],
    [() => run({ outputSchema: map }), noSchema],
    [() => run({ outputSchema: new OldLibrary() }), noSchema],
  ];
  await allRefused([
    ...settings.map(([act, message]) => [act, 'invalid_settings', message]),
    ...tasks.map(([act, message]) => [act, 'invalid_task', message]),
  ]);
  class Settings {
    maxReflections = 0;
  }
  const elsewhere = vm.runInNewContext('({ maxReflections: 0 })');
  for (const given of [new Settings(), elsewhere, Object.assign(Object.create(null), { maxReflections: 0 })]) {
    const verifiers = Object.assign(Object.create(null), { v: () => ({ passed: true }) });
    const { trace } = await new ReflectEngine(given).run({ input: 'q', model: scriptedModel(['a']), verifiers });
    assert.equal(trace.drafts[0].verifiers.v.passed, true);
  }
});

/** An object with these keys, each `undefined`. */
const none = (keys) => Object.fromEntries(keys.split(' ').map((key) => [key, undefined]));

test('a key whose value is `undefined` is as absent, everywhere', async () => {
  const usage = none('inputTokens outputTokens totalTokens cachedTokens reasoningTokens costUsd estimated');
  const say = { ...none('toolCalls model responseId metadata finishReason'), usage };
  const budget = none('maxCalls maxTokens maxSeconds maxCostUsd callTimeoutMs verifierTimeoutMs');
  const one = async (filled) => {
    const given = (object) => (filled ? object : {});
    const asked = { ...given(none('id metadata')), name: 'add', arguments: { a: 1 } };
    const replies = [{ content: '', toolCalls: [asked] }, { content: 'One.' }, { content: reject() }, { content: 'Two.' }];
    const settings = none('maxReflections acceptanceThreshold critiquePrompt strategy drafts criteria requirements budget');
    const keys = 'systemPrompt critic usable outputSchema onStep onDraft onCall redact signal settings durable runId';
    const { trace, ...first } = lasting(
      await new ReflectEngine({ seed: 7, ...given({ ...settings, budget }) }).run({
        input: [{ role: 'user', content: '1 + 1?', ...given(none('toolCallId toolCalls metadata')) }],
        model: scriptedModel(replies.map((reply) => ({ ...given(say), ...reply }))),
        tools: [tool({ name: 'add', schema: { type: 'object' }, execute: () => 2, ...given(none('description parameters')) })],
        verifiers: { fine: () => ({ passed: true, ...given(none('issues score')) }) },
        ...given(none(keys)),
      }),
    );
    return { ...first, trace: { ...trace, settings: {} } };
  };
  assert.deepEqual(await one(true), await one(false));

  const first = await run({ settings: { maxReflections: 0 } });
  const review = { accepted: true, feedback: undefined };
  const reviewed = await engine.resume(first.snapshot, { ...none('input critic tools durable runId'), model: says, review });
  assert.equal(reviewed.acceptedBy, 'human');
  assert.equal(readCritique(accept(), none('acceptanceThreshold finishReason answer prompt sentinels')).status, 'accepted');

  const met = '{"criteria_met": [true], "confidence": 0.9, "suggestions": [], "reasoning": "r"}';
  const critic = new Critic({ model: () => met, ...none('systemPrompt confidenceThreshold maxSuggestions') });
  assert.deepEqual((await critic.review({ objective: 'o', criteria: ['c'], output: 'x', ...none('model signal') })).criteriaMet, [true]);
  const agent = () => ({ output: 'x', ...none('done criteriaMet usage') });
  const autopilot = new Autopilot({ goal, agent, critic, ...none('model tools maxAnswerSteps budget checkpoint prices seed') });
  assert.equal((await autopilot.run(none('runId signal'))).accepted, true);

  const request = { evidence: [{ tool: 'kyc', success: false, ...none('domain error signal result') }], decision: { action: 'APPROVE' }, confidence: 0.9 };
  const decide = async (settings, more) => (await new DecisionReflector(settings).reflect({ ...request, ...more })).rules;
  const rules = { contradiction: none('above minSignals'), risk: none('approveAbove rejectBelow'), failure: undefined };
  assert.deepEqual(await decide({ ...none('model actions minConcerns prices'), rules }, none('input signal durable')), await decide());

  const fact = { path: 'price', value: 12, sourceId: 's', ...none('normalised unit asOf quote metadata') };
  const fields = [{ path: 'price', type: 'number', ...none('required minCount many unit query'), tolerance: none('relative absolute') }];
  const loop = new ResearchLoop({ canonicalModel: { fields, ...none('topic entities') }, ...none('reflector evaluator budget prices seed') });
  const task = none('compose adjudicate onStep onCall redact signal durable');
  assert.equal((await loop.run({ query: 'q', research: () => ({ facts: [fact], usage: undefined }), ...task })).object.price, 12);

  const observed = { status: 'ok', accepted: true, stopReason: 'accepted', iterations: 1 };
  const more = none('runId agent judged evaluations retries missing score evaluation critique criticVerdict drafts metadata');
  const metrics = (result) => {
    const monitor = new LoopMonitor({ ...none('mode confidence onEvent'), window: none('buckets bucketMs') });
    monitor.observe(result, none('agent runId nowMs'));
    return monitor.report(none('nowMs')).metrics;
  };
  assert.deepEqual(metrics({ ...observed, ...more }), metrics(observed));
  const evals = new EvalTracker({ ...none('evaluator sampleRate onRegression warn now'), store: memoryStore(none('maxEvaluations')) });
  evals.record({ agentId: 'A', scores: { m: 0.5 }, ...none('decisionId input createdAt run') });
  evals.recordRun({ ...observed, ...more }, { agentId: 'A', ...none('input createdAt runId') });
  assert.equal((await evals.getAgentEvalStats('A')).evalCount, 2);
  await evals.close();

  const context = { signal: new AbortController().signal };
  assert.equal((await length({ max: 3, min: undefined, unit: 'words' })('a b', context)).passed, true);
  assert.equal((await jsonFences({ min: undefined })('', context)).passed, true);
});

test('a store that cannot work says so when the tracker is made, before anything is recorded', async () => {
  const broken = new Error('no driver');
  for (const check of [
    () => Promise.reject(broken),
    () => {
      throw broken;
    },
  ]) {
    const warned = [];
    const store = Object.assign(Object.create(memoryStore()), { check });
    const evals = new EvalTracker({ store, warn: (message) => warned.push(message) });
    const error = await new Promise((resolve) => evals.on('error', resolve));
    assert.deepEqual([error.code, error.message], ['store_error', 'the store failed: no driver']);
    assert.deepEqual(warned, ['[EvalTracker] the store failed: no driver']);
    await evals.close();
  }
});

test('a schema that no model was told of is named where it was failed', async () => {
  const untold = v.object({ n: v.number() });
  const [bad, good] = ['{"n":"1"}', '{"n":1}'];
  const dates = z.object({ n: z.coerce.date().refine((date) => date.getTime() > 5) });
  for (const [outputSchema, drafts, noted] of [
    [untold, [bad, good], [['no_response_schema', true]]],
    [untold, [good], []],
    [toStandardJsonSchema(untold), [bad, good], []],
    [dates, ['{"n":"x"}', '{"n":10}'], [['no_response_schema', true]]],
  ]) {
    const { errors, accepted } = await run({ model: scriptedModel(drafts), critic: false, outputSchema });
    assert.equal(accepted, true);
    assert.deepEqual(errors.map(({ code, message }) => [code, message.includes('`toStandardJsonSchema`')]), noted);
  }
  for (const [schema, parameters, isNamed] of [
    [untold, undefined, true],
    [untold, { type: 'object' }, false],
    [z.object({ n: z.number() }), undefined, false],
  ]) {
    const model = scriptedModel([{ content: '', toolCalls: [{ name: 't', arguments: { n: 'x' } }] }, 'a', accept()]);
    const { errors } = await run({ model, tools: [tool({ name: 't', schema, parameters, execute: says })] });
    assert.deepEqual(errors.map(({ code, message }) => [code, message.includes('no model was told this schema')]), [['invalid_arguments', isNamed]]);
  }
  const model = scriptedModel(['no', '{"d": 1}']);
  const { object } = await run({ model, critic: false, outputSchema: z.object({ d: z.number() }) });
  assert.deepEqual(object, { d: 1 });
  assert.match(model.requests[1].messages.at(-1).content, /JSON Schema: \{.*"d":\{"type":"number"\}/);
  const hangs = { '~standard': { version: 1, vendor: 'own', validate: never } };
  const settings = { maxReflections: 0, budget: { verifierTimeoutMs: 30 } };
  const hung = await run({ model: () => '{"a": 1}', outputSchema: hangs, settings, critic: false });
  assert.deepEqual([hung.accepted, 'object' in hung], [false, false]);
});

test('a model is not told of a tool that it may not call, and is told the schema of one that it may', async () => {
  const tools = ['one', 'two'].map((name) => ({ name, parameters: z.object({ city: z.string() }), execute: () => 1 }));
  const model = scriptedModel([{ content: '', toolCalls: [{ id: '1', name: 'three', arguments: {} }] }, 'a', accept()]);
  const { errors } = await new ReflectEngine({ allowedTools: ['one'] }).run({ input: 'q', model, tools });
  assert.equal(errors[0].message, 'unknown tool `three`; known are one');
  assert.equal(model.requests[0].tools[0].parameters.properties.city.type, 'string');
});

test('an error that is printed does not print its result', async () => {
  const error = await refused({ model: () => Promise.reject(new Error('SECRET-OF-CAUSE')) });
  assert.ok(error.result.snapshot.length > 100);
  assert.deepEqual({ ...error }, { name: 'ReflectError', code: 'model_error' });
  assert.doesNotMatch(inspect(error), /snapshot/);
});
