// What people write by mistake, or by the habits of other libraries: each is refused by name, with what to write instead. And what is no
// mistake, though it looks like one, is taken.

import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import vm from 'node:vm';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { Autopilot, Critic, presets, ReflectEngine, readCritique, tool, toResponse, toSSE } from 'reflect-engine';
import { DecisionReflector } from 'reflect-engine/decision';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { LoopMonitor } from 'reflect-engine/monitor';
import { canonicalModel, Evaluator, Reflector, ResearchLoop } from 'reflect-engine/research';
import { scriptedModel } from 'reflect-engine/testing';
import { replay, traceOf } from 'reflect-engine/trace';
import { jsonFences, length } from 'reflect-engine/verifiers';
import * as v from 'valibot';
import { z } from 'zod';
import { accept, lasting, never, refusals, reject, rejection, thrown, unheard } from './support.mjs';

const engine = new ReflectEngine({ advanced: { seed: 1 } });
const goal = { objective: 'o', successCriteria: ['c'] };
const says = () => 'a';
const run = (task) => engine.run({ input: 'q', model: says, ...task });
const refused = (task) => rejection(run(task));

const told = (message, wanted) => (typeof wanted === 'string' ? assert.equal : assert.match)(message, wanted);
const pairs = (words) => Object.entries(words).flatMap(([ours, theirs]) => theirs.split(' ').map((word) => [word, ours]));
/** The words that the error of an unknown key lists. */
const listed = ({ message }) => message.split('known are ')[1].split(', ');
const setting = (word) => () => new ReflectEngine({ [word]: 'x' });

test('a name of another library is answered with ours, and with where it belongs', async () => {
  const settings = {
    maxReflections: 'maxIterations max_iterations maxRevisions rounds attempts',
    acceptanceThreshold: 'threshold minScore scoreThreshold',
    maxAnswerSteps: 'maxSteps',
    criteria: 'rubric',
    critiquePrompt: 'reflectionPrompt',
  };
  const keys = {
    input: 'prompt question messages',
    outputSchema: 'schema output',
    onDraft: 'onToken onDelta',
    systemPrompt: 'system instructions',
    signal: 'abortSignal',
    critic: 'critics judge evaluator',
  };
  const ofClient = /\. `(temperature|maxRetries)` is for the client that your `model` function calls$/;
  const meant = (word, ours) => `\`${word}\`, did you mean \`${ours}\`?`;
  await refusals('invalid_settings', [
    ...pairs(settings).map(([word, ours]) => {
      const counted = ours === 'maxReflections' ? ' It counts revisions: one fewer than iterations' : '';
      return [setting(word), `unknown setting ${meant(word, ours)}${counted}`];
    }),
    [() => new Critic({ llm: says }), `unknown setting ${meant('llm', 'model')}`],
    [() => new Autopilot({ llm: says, goal }), `unknown setting ${meant('llm', 'model')}`],
    [() => new DecisionReflector({ llmClient: {} }), `unknown setting ${meant('llmClient', 'model')}`],
    [() => new ResearchLoop({ schema: { a: 'required' } }), `unknown setting ${meant('schema', 'canonicalModel')}`],
    ...pairs({ critic: 'judge', systemPrompt: 'system', signal: 'abortSignal', input: 'prompt' }).flatMap(([word, ours]) => {
      const whole = `unknown setting ${meant(word, ours)} It belongs to the task: \`engine.run({ ${ours} })\``;
      return [setting(word), () => run({ settings: { [word]: 'x' } })].map((act) => [act, whole]);
    }),
    [setting('temperature'), ofClient],
    [setting('maxRetries'), ofClient],
    [setting('stream'), /\. To stream, call `stream\(…\)` instead of `run\(…\)`$/],
    [() => new Critic({ threshold: 0.8 }), /did you mean `confidenceThreshold`/],
    [() => new Autopilot({ agent: says, goal: { objective: 'o', criteria: ['c'] } }), /did you mean `goal\.successCriteria`/],
  ]);
  await refusals('invalid_task', [
    ...pairs(keys).map(([word, ours]) => [() => run({ [word]: 'x' }), `unknown task key ${meant(word, ours)}`]),
    [
      () => new Critic().review({ objective: 'o', criteria: ['c'], output: 'x', fallback_llm: says }),
      `unknown key ${meant('fallback_llm', 'model')}`,
    ],
    [() => run({ temperature: 1 }), ofClient],
    [() => run({ maxOutputTokens: 9 }), /known are input, .*`maxOutputTokens` is for the client/],
    [() => run({ maxIterations: 2 }), /^unknown task key `maxIterations`, did you mean `maxReflections`\? It is a setting: give/],
  ]);
});

test('every setting in a task, and every key of a task in the settings, is told where it belongs', async () => {
  const settings = listed(thrown(setting('zzzzzzzz')));
  const keys = listed(await refused({ zzzzzzzz: 1 })).filter((key) => key !== 'review');
  const advanced = listed(thrown(() => new ReflectEngine({ advanced: { zzzzzzzz: 1 } })));
  assert.ok(settings.length >= 13 && advanced.length >= 15 && keys.length >= 17);
  const inTask = (key) => `\`${key}\` is a setting: give it to \`new ReflectEngine({ … })\` or to \`settings\``;
  const ofTask = (key) => `\`${key}\` belongs to the task: \`engine.run({ ${key} })\``;
  const inGroup = (key) => new RegExp(`^.${key}. is .advanced\\.${key}., which is a setting: give it to`);
  await refusals('invalid_task', [
    ...settings.map((key) => [() => run({ [key]: 1 }), inTask(key)]),
    ...advanced.map((key) => [() => run({ [key]: 1 }), inGroup(key)]),
  ]);
  await refusals('invalid_settings', [
    ...advanced.map((key) => [setting(key), `\`${key}\` is \`advanced.${key}\``]),
    // An engine takes a critic, for tasks that name none.
    ...keys.filter((key) => key !== 'critic').map((key) => [setting(key), ofTask(key)]),
    ...keys.map((key) => [() => run({ settings: { [key]: 1 } }), ofTask(key)]),
  ]);
});

class Message {
  get text() {
    return assert.fail('it may begin a request');
  }
  toJSON = () => ({ lc: 1, kwargs: {} });
}
const openAiCall = { id: 'a', type: 'function', function: { name: 't', arguments: '{}' } };

test('a reply of another shape is a failed call that says what a model returns', () => unheard(refusedReplies));

async function refusedReplies() {
  const calls = '{ content, toolCalls: [{ id, name, arguments }], finishReason, usage: { inputTokens, outputTokens } }';
  const got = (what) => `the model must return a string or ${calls}, got ${what}`;
  const noCall = got('a tool call without `name` or `arguments`');
  const promise = (place) => `the model returned a promise at \`${place}\`: await it`;
  const late = () => Promise.reject(new Error('nobody waits for it'));
  for (const [reply, wanted] of [
    [{ choices: [{}] }, got('an object with `choices`')],
    [{ content: null, refusal: 'no' }, got('an object with `refusal`')],
    [{ score: 9, issues: ['a'] }, got('an object with `score`, `issues`')],
    [new Message(), got('an instance of Message with `lc`, `kwargs`')],
    [(async function* () {})(), /, got an instance of/],
    [{ content: 'cut off her', finish_reason: 'length' }, got('`finish_reason` in place of `finishReason`')],
    [{ content: '', tool_calls: [openAiCall] }, got('`tool_calls` in place of `toolCalls`')],
    [{ content: 'a', usage: { input_tokens: 1 } }, got('`input_tokens` in place of `inputTokens`')],
    [{ content: '', toolCalls: [{ name: 't', arguments: {} }, openAiCall] }, noCall],
    [{ content: '', toolCalls: [{ name: 't', args: { a: 1 } }] }, noCall],
    [{ content: late() }, promise('content')],
    [{ content: 'a', usage: late() }, promise('usage')],
    [{ content: '', toolCalls: [{ name: 't', arguments: late() }] }, promise('toolCalls[0].arguments')],
  ]) {
    const { code, result } = await refused({ model: () => reply, critic: says });
    const [{ message, ...rest }] = result.errors;
    assert.deepEqual([code, rest], ['model_error', { code: 'bad_response', callId: 'answer-1', seq: 0 }]);
    told(message, wanted);
  }
  const { errors } = await run({ model: () => 'a', critic: () => ({ score: 9 }) });
  told(errors[0].message, got('an object with `score`').replace('model', 'critic'));
  const agent = async () => ({ output: 'o', finish_reason: 'length' });
  told((await rejection(new Autopilot({ agent, goal }).run())).message, /in place of `finishReason`/);
  const tools = [{ name: 't', execute: () => ({ p: late() }) }];
  const model = scriptedModel([{ content: '', toolCalls: [{ name: 't', arguments: {} }] }, 'a', accept()]);
  assert.deepEqual((await run({ model, tools })).trace.steps[1].result, { p: '[promise]' });
}

test('other keys of a reply, and a provider’s beside ours, are let through', async () => {
  const parts = (...given) => ({ content: [...given, { type: 'text', text: 'a' }] });
  for (const reply of [
    { content: 'a', role: 'assistant', refusal: null, annotations: [], id: 'x', choices: [], text: 'b' },
    { content: 'a', finish_reason: null, stop_reason: undefined, tool_calls: [], usage: { prompt_tokens: null } },
    { content: 'a', finish_reason: 'length', finishReason: 'stop', tool_calls: [{}], toolCalls: [] },
    { content: 'a', usage: { prompt_tokens: 9, inputTokens: 5, outputTokens: 6 } },
    parts({ type: 'server_tool_use', id: 'a', name: 'web_search' }, { type: 'web_search_tool_result', content: [] }),
    parts({ type: 'tool-call', toolCallId: 'a', toolName: 'search', input: {}, providerExecuted: true }),
  ]) {
    const result = await run({ model: ({ purpose }) => (purpose === 'critique' ? accept() : reply) });
    assert.deepEqual([result.output, result.status, result.errors], ['a', 'ok', []]);
  }
});

test('usage in OpenAI’s spelling is read, where ours is absent', async () => {
  const details = { prompt_tokens_details: { cached_tokens: 3 }, completion_tokens_details: { reasoning_tokens: 1 } };
  const told = { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 };
  const both = { inputTokens: 14, outputTokens: 4, totalTokens: 18 };
  for (const [usage, total] of [
    [told, both],
    [
      { ...told, ...details },
      { ...both, cachedTokens: 6, reasoningTokens: 2 },
    ],
    [{ ...told, prompt_tokens_details: null, queue_time: 0.5 }, both],
    [
      { ...told, inputTokens: 70, totalTokens: 72 },
      { inputTokens: 140, outputTokens: 4, totalTokens: 144 },
    ],
  ]) {
    const model = ({ purpose }) => ({ content: purpose === 'critique' ? accept() : 'a', usage });
    assert.deepEqual((await run({ model })).usage.total, total);
  }
  const { result } = await refused({ model: () => ({ content: 'a', usage: { prompt_tokens: '7' } }) });
  assert.equal(result.errors[0].message, '`usage.inputTokens` must be a number from 0, got "7"');
});

test('what is no model, tool, message, critic, store or snapshot is told what one looks like', async () => {
  const model = { doGenerate() {} };
  const proxy = new Proxy({}, { get: () => assert.fail('a trap of the proxy') });
  const wrap = /got an object: wrap it, as in `async \(\{ messages, signal \}\) => \(\{ content, finishReason \}\)`$/;
  const result = await run({ settings: { maxReflections: 0 } });
  const user = { role: 'user', content: 'x' };
  const asks = { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'a', arguments: '{}' }] };
  const theirs = { role: 'assistant', content: '', tool_calls: [openAiCall] };
  const resume = (from, review) => () => engine.resume(from, { model: says, review });
  const store = (given) => () => new EvalTracker({ store: given });
  const ours = 'a tool must be { name, description, schema, execute }, got one in the form of OpenAI';
  const noId = '`runId` must be a string that is not empty, got';
  const noSnapshot = 'a snapshot must be a string, got';
  await refusals('invalid_task', [
    ...[{ model }, { model: proxy }, { critic: [model] }, { critic: { model } }].map((task) => [() => run(task), wrap]),
    [
      () => run({ model: 'gpt' }),
      /must be a function, got a string: give what asks it, as `chatModel\(client, name\)` of 'reflect-engine\/openai'$/,
    ],
    [() => run({ model: Promise.resolve(says) }), '`model` must be a function, got an instance of Promise: wait for it'],
    [() => engine.run('What is 2 + 2?'), 'a task must be an object, { input, model }, got a string'],
    [() => run({ input: [{ ...user, role: 'human' }] }), /^`input\[0\].role` must be 'system', .* got "human"$/],
    [() => run({ signal: new AbortController() }), /got an instance of AbortController: give its `signal`$/],
    [
      () => toResponse(run({})),
      'a stream must have a `result`, got an instance of Promise: give `engine.stream(…)`, and not `run`',
    ],
    [() => toSSE({}), 'a stream must have a `result`, got an object, not what `engine.stream(…)` gives'],
    [() => traceOf(run({})), '`traceOf` takes the result of a run of ReflectEngine, got an instance of Promise: wait for it'],
    [resume(result.snapshot), /^`review` is missing: the run in the snapshot has ended \(unreadable_critique\)/],
    [resume(result.snapshot, true), '`review` must be { accepted: boolean, feedback?: string }, got true'],
    [() => run({ critic: new Critic({ model: says }) }), /`Autopilot`/],
    [() => run({ tools: { add: {} } }), '`tools` must be a list, got an object: give its values, each with its `name`'],
    [() => run({ tools: [{ name: 't', inputSchema: {}, execute: says }] }), /`inputSchema`: here it is called `schema`/],
    ...Object.entries({ params: 'schema', arguments: 'schema', func: 'execute' }).map(([key, ours]) => [
      () => tool({ name: 't', description: 'd', [key]: {}, ...(key !== 'func' && { execute: says }) }),
      `tool \`t\` has \`${key}\`: here it is called \`${ours}\``,
    ]),
    [
      () => tool({ name: 't', descripton: 'd', execute: says }),
      'tool `t` has `descripton`, which no tool has; known are name, description, schema, parameters, execute',
    ],
    [() => run({ tools: [{ type: 'function', function: {} }] }), `${ours}, which says nothing of how it is run`],
    [() => run({ verifiers: { ['__proto__']: () => true } }), /`__proto__`/],
    [() => run({ runId: '' }), `${noId} an empty one`],
    [() => run({ runId: 7 }), `${noId} a number`],
    [() => run({ onCall: 'log' }), '`onCall` must be a function, got a string'],
    [() => engine.start({ input: 'q', onCall: says }), '`onCall` is not taken here: you make the calls of a run that you drive'],
    [() => run({ input: [user, theirs, user] }), /`input\[1\]` has `tool_calls` in place of `toolCalls`/],
    [() => run({ input: [user, asks, { role: 'tool', tool_call_id: '1', content: 'r' }] }), /`tool_call_id` in place of/],
    [resume(result.snapshot, { accepted: true, feedbak: '' }), '`review`: unknown key `feedbak`, did you mean `feedback`?'],
  ]);
  await refusals('invalid_snapshot', [
    [resume(JSON.parse(result.snapshot)), `${noSnapshot} an object, which is the text as a result has it`],
    [resume(result), `${noSnapshot} a result: give \`result.snapshot\``],
    [() => replay(result), /^this is not a trace .* got an instance of RunResult: give `traceOf\(result\)`$/],
  ]);
  await refusals('invalid_settings', [
    [() => new Critic({ model }), wrap],
    [() => new Critic(says), 'the settings of a critic must be an object, got a function: write `new Critic({ model })`'],
    [
      () => new ReflectEngine(presets.criteria).run({ input: 'q', model: says }),
      /^`criteria` must name at least one criterion when .* give them to the engine, or to `settings` of the task$/,
    ],
    [() => readCritique('', { threshold: 8 }), 'unknown option `threshold`, did you mean `acceptanceThreshold`?'],
    [() => new Autopilot({ model, goal: {} }), wrap],
    [() => new DecisionReflector({ model }), wrap],
    [
      store('evals.db'),
      /^`store` must be an EvalStore, got a string: give `sqliteStore\('evals\.db'\)` of 'reflect-engine\/evals\/sqlite'$/,
    ],
    [store('postgres://me:secret@db/evals'), /^(?!.*secret).*`postgresStore\(client\)` of 'reflect-engine/],
  ]);
  const fine = [user, { ...asks, ...theirs }, { role: 'assistant', content: 'y', tool_calls: [] }, user];
  assert.equal((await run({ input: fine })).output, 'a');
});

test('a run that is iterated, and not its stream, is told what to write', async () => {
  const iterate = async (promise) => {
    for await (const _ of promise) assert.fail('there is nothing');
  };
  const message = '`run` gives a promise: write `await engine.run(…)`, or `for await (const step of engine.stream(…))`';
  await refusals('misuse', [[() => iterate(run({ model: scriptedModel([]) })), message]]);
});

test('what is read by its keys must have them: a Map or an instance of a class would be nothing at all', async () => {
  class OldLibrary {
    _def = { typeName: 'ZodObject' };
  }
  const map = new Map([['maxReflections', 0]]);
  const plainly = /must be a plain object, got an instance of Map$/;
  const nested = (key) => new RegExp(`^\`${key}\`.* got an instance of Map$`);
  const byName = (what) => `\`verifiers\` must be a plain object of functions by name, got an instance of ${what}`;
  const noSchema = /^`outputSchema` cannot be used: a JSON Schema must be a plain object, got an instance of/;
  await refusals('invalid_settings', [
    [() => new ReflectEngine(map), 'settings must be an object, got an instance of Map'],
    [() => new ReflectEngine(new (class extends Map {})()), 'settings must be an object, got an instance of a class'],
    [() => new ReflectEngine({ budget: map }), '`budget` must be an object, got an instance of Map'],
    [() => new ReflectEngine({ advanced: { prices: map } }), nested('advanced\\.prices')],
    [() => new Autopilot({ agent: says, goal, budget: map }), nested('budget')],
    [() => new DecisionReflector({ budget: map }), nested('budget')],
    [() => new DecisionReflector({ ownRules: map }), nested('ownRules')],
    [() => new Evaluator({ metrics: map }), nested('metrics')],
    [() => new Evaluator({ metrics: { m: () => 1 }, weights: map }), nested('weights')],
    [() => new EvalTracker({ regressions: map }), nested('regressions')],
    [() => new LoopMonitor({ window: map }), nested('window')],
    [() => new Reflector({ a: 'required' }, map), /an instance of Map/],
    [() => new ResearchLoop({ canonicalModel: { a: 'required' }, budget: map }), nested('budget')],
    [() => length(map), 'the options of length must be an object, got an instance of Map: write `{ … }`'],
    [() => canonicalModel({ a: 'required' }, map), plainly],
    ...[Critic, DecisionReflector, Evaluator, EvalTracker, LoopMonitor].map((Of) => [() => new Of(map), plainly]),
  ]);
  await refusals('invalid_task', [
    [() => run({ verifiers: map }), byName('Map')],
    [() => run({ verifiers: new OldLibrary() }), byName('OldLibrary')],
    [() => engine.start({ input: 'q', verifiers: Object.create({ tests: says }) }), byName('Object')],
    [() => run({ outputSchema: map }), noSchema],
    [() => run({ outputSchema: new OldLibrary() }), noSchema],
  ]);
  const elsewhere = vm.runInNewContext('({ maxReflections: 0 })');
  const instance = new (class {
    maxReflections = 0;
  })();
  for (const given of [instance, elsewhere, Object.assign(Object.create(null), { maxReflections: 0 })]) {
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
  const settings = none('maxReflections acceptanceThreshold critiquePrompt strategy drafts criteria requirements');
  const one = async (filled) => {
    const given = (object) => (filled ? object : {});
    const asked = { ...given(none('id metadata')), name: 'add', arguments: { a: 1 } };
    const replies = [{ content: '', toolCalls: [asked] }, { content: 'One.' }, { content: reject() }, { content: 'Two.' }];
    const { trace, ...first } = lasting(
      await new ReflectEngine({ ...given({ ...settings, budget }), advanced: { seed: 7, ...given(none('prices')) } }).run({
        input: [{ role: 'user', content: '1 + 1?', ...given(none('toolCallId toolCalls metadata')) }],
        model: scriptedModel(replies.map((reply) => ({ ...given(say), ...reply }))),
        tools: [tool({ name: 'add', schema: { type: 'object' }, execute: () => 2, ...given(none('description parameters')) })],
        verifiers: { fine: () => ({ passed: true, ...given(none('issues score')) }) },
        ...given(none('systemPrompt critic usable outputSchema onStep onDraft onCall redact signal settings durable runId')),
      }),
    );
    return { ...first, trace: { ...trace, settings: {} } };
  };
  assert.deepEqual(await one(true), await one(false));

  const { snapshot } = await run({ settings: { maxReflections: 0 } });
  const review = { accepted: true, feedback: undefined };
  const reviewed = await engine.resume(snapshot, { ...none('input critic tools durable runId'), model: says, review });
  assert.equal(reviewed.acceptedBy, 'human');
  assert.equal(readCritique(accept(), none('acceptanceThreshold finishReason answer prompt sentinels')).status, 'accepted');

  const met = '{"criteria_met": [true], "confidence": 0.9, "suggestions": [], "reasoning": "r"}';
  const critic = new Critic({ model: () => met, ...none('systemPrompt confidenceThreshold maxSuggestions') });
  const agent = () => ({ output: 'x', ...none('done criteriaMet usage') });
  const autopilot = new Autopilot({ goal, agent, critic, ...none('model tools maxAnswerSteps budget prices seed') });
  assert.equal((await autopilot.run(none('runId signal'))).accepted, true);

  const evidence = [{ tool: 'kyc', success: false, ...none('domain error signal result') }];
  const rules = { contradiction: none('above minSignals'), failure: undefined };
  const reflector = new DecisionReflector({ ...none('model actions minConcerns prices'), rules });
  const request = { evidence, decision: { action: 'APPROVE' }, confidence: 0.9, ...none('input signal durable') };
  const plain = { evidence: [{ tool: 'kyc', success: false }], decision: { action: 'APPROVE' }, confidence: 0.9 };
  assert.deepEqual((await reflector.reflect(request)).rules, (await new DecisionReflector().reflect(plain)).rules);

  const fact = { path: 'price', value: 12, sourceId: 's', ...none('normalised unit asOf quote metadata') };
  const fields = [{ path: 'price', type: 'number', ...none('required minCount many'), tolerance: none('relative absolute') }];
  const loop = new ResearchLoop({
    canonicalModel: { fields, ...none('topic entities') },
    ...none('reflector budget prices seed'),
  });
  const found = { research: () => ({ facts: [fact], usage: undefined }), ...none('compose onStep onCall redact signal durable') };
  assert.equal((await loop.run({ query: 'q', ...found })).object.price, 12);

  const observed = { status: 'ok', accepted: true, stopReason: 'accepted', iterations: 1, ...none('runId judged score drafts') };
  const monitor = new LoopMonitor({ ...none('mode minRated onEvent'), window: none('buckets bucketMs') });
  assert.equal(monitor.observe(observed, none('runId nowMs')), true);
  const evals = new EvalTracker({ ...none('evaluator warn now'), store: memoryStore() });
  evals.record({ agentId: 'A', scores: { m: 0.5 }, ...none('decisionId input createdAt') });
  assert.equal((await evals.getAgentEvalStats('A')).evalCount, 1);
  await evals.close();

  const context = { signal: new AbortController().signal };
  assert.equal((await length({ max: 3, min: undefined, unit: 'words' })('a b', context)).passed, true);
  assert.equal((await jsonFences({ min: undefined })('', context)).passed, true);
});

test('a schema that no model was given is named where it was failed', async () => {
  const untold = v.object({ n: v.number() });
  const [bad, good] = ['{"n":"1"}', '{"n":1}'];
  const dates = z.object({ n: z.coerce.date().refine((date) => date.getTime() > 5) });
  for (const [outputSchema, drafts, noted] of [
    [untold, [bad, good], ['no_response_schema']],
    [untold, [good], []],
    [toStandardJsonSchema(untold), [bad, good], []],
    [dates, ['{"n":"x"}', '{"n":10}'], ['no_response_schema']],
  ]) {
    const { errors, accepted } = await run({ model: scriptedModel(drafts), critic: false, outputSchema });
    assert.deepEqual([accepted, errors.map(({ code }) => code)], [true, noted]);
    for (const { message } of errors)
      assert.match(
        message,
        /^a draft failed `outputSchema`, which no model was given: .*take one that can \(zod from 4\.2 on; valibot:/,
      );
  }
  for (const [schema, parameters, isNamed] of [
    [untold, undefined, true],
    [untold, { type: 'object' }, false],
    [z.object({ n: z.number() }), undefined, false],
  ]) {
    const model = scriptedModel([{ content: '', toolCalls: [{ name: 't', arguments: { n: 'x' } }] }, 'a', accept()]);
    const [{ code, message }] = (await run({ model, tools: [tool({ name: 't', schema, parameters, execute: says })] })).errors;
    assert.deepEqual([code, message.includes('no model was given this schema')], ['invalid_arguments', isNamed]);
  }
  const model = scriptedModel(['no', '{"d": 1}']);
  await run({ model, critic: false, outputSchema: z.object({ d: z.number() }) });
  assert.match(model.requests[1].messages.at(-1).content, /JSON Schema: \{.*"d":\{"type":"number"\}/);
  const outputSchema = { '~standard': { version: 1, vendor: 'own', validate: never } };
  const settings = { maxReflections: 0, budget: { verifierTimeoutMs: 30 } };
  const hung = await run({ model: () => '{"a": 1}', outputSchema, settings, critic: false });
  assert.deepEqual([hung.accepted, 'object' in hung], [false, false]);
});

test('an error that is printed does not print its result', async () => {
  const error = await refused({ model: () => Promise.reject(new Error('SECRET-OF-CAUSE')) });
  assert.ok(error.result.snapshot.length > 100);
  assert.deepEqual({ ...error }, { name: 'ReflectError', code: 'model_error' });
  assert.doesNotMatch(inspect(error), /snapshot/);
});
