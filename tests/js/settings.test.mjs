import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Autopilot, Critic, presets, ReflectEngine, readCritique, resolveEngine } from 'reflect-engine';
import { DecisionReflector } from 'reflect-engine/decision';
import { Evaluator, ResearchLoop } from 'reflect-engine/research';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, drain, refusals, reject, rejection, thrown, throws, unreadable, verdict, waiting } from './support.mjs';

const proxy = new Proxy({}, { ownKeys: () => assert.fail('a trap of the proxy') });
const cyclic = {};
cyclic.budget = cyclic;

test('what no settings are is refused by name, with what came', async () => {
  const cases = [
    [{ maxReflections: Number.NaN }, '`maxReflections` must be an integer from 0 to 100, got NaN'],
    [{ maxReflections: '2' }, '`maxReflections` must be an integer from 0 to 100, got "2"'],
    [{ maxReflections: null }, '`maxReflections` must be an integer from 0 to 100, got null'],
    [{ maxReflections: 2n }, '`maxReflections` must be an integer from 0 to 100, got a bigint'],
    [{ maxReflections: () => 2 }, '`maxReflections` must be an integer from 0 to 100, got a function'],
    [{ maxReflections: Symbol('2') }, '`maxReflections` must be an integer from 0 to 100, got a symbol'],
    [{ acceptanceThreshold: Number.POSITIVE_INFINITY }, '`acceptanceThreshold` must be a number from 0 to 10, got Infinity'],
    [{ advanced: { seed: 2 ** 32 } }, '`advanced.seed` must be an integer from 0 to 4294967295, got 4294967296'],
    [{ budget: [] }, '`budget` must be an object, got a list'],
    [{ advanced: { critique: { fence: 1 } } }, '`advanced.critique.fence` must be true or false, got 1'],
    [{ criteria: [undefined] }, /^`criteria` must be a list .* got undefined$/],
    [cyclic, '`budget.budget` is `budget`'],
    [null, 'settings must be an object, got null'],
    ['fast', 'settings must be an object, got a string: `resolveEngine(name)` takes one'],
    [() => {}, 'settings must be an object, got a function: call a preset; a model goes to `run({ model })`'],
    [{ criteria: [] }, '`criteria` must name at least one criterion, got an empty list: leave it out to have points'],
    [unreadable('getter', 'maxReflections'), /^`maxReflections` must .*, got something that throws when it is read$/],
    [proxy, /got something that throws when it is read$/],
  ];
  await refusals('invalid_settings', cases, (settings) => new ReflectEngine(settings));
});

test('settings are copied when the engine is made', async () => {
  const settings = { strategy: 'classic', maxReflections: 0 };
  const engine = new ReflectEngine(settings);
  settings.maxReflections = Number.NaN;
  const result = await engine.run({ input: 'q', model: scriptedModel(['a', reject()]) });
  assert.equal(result.stopReason, 'max_reflections');
});

test('what an engine shows are the settings that were checked, whatever their class says of itself', async () => {
  const inherits = (prototype) => Object.assign(Object.create(prototype), { maxReflections: 0 });
  for (const settings of [inherits({ toJSON: () => ({ maxReflections: 3 }) }), inherits(Date.prototype)]) {
    const { trace } = await new ReflectEngine(settings).run({ input: 'q', model: scriptedModel(['a draft', reject()]) });
    assert.deepEqual([trace.settings.maxReflections, trace.drafts.length], [0, 1]);
  }
});

test('what companions run with are the settings that were checked, whatever a class says of itself', async () => {
  const says = (settings, other) => Object.assign(Object.create({ toJSON: () => other }), settings);
  const goal = says({ objective: 'o', successCriteria: ['a'] }, { objective: 'other', successCriteria: ['b'] });
  const budget = says({ maxIterations: 1 }, { maxIterations: 3 });
  const critic = new Critic({ model: () => verdict([false], 0.9, ['more']) });
  const prompts = [];
  const agent = ({ prompt }) => `output ${prompts.push(prompt)}`;
  await new Autopilot({ agent, goal, budget, critic }).run();
  assert.deepEqual([prompts.length, prompts[0].includes('other')], [1, false]);

  const canonicalModel = { fields: [{ path: 'a' }, { path: 'b' }] };
  let searches = 0;
  const research = () => [{ path: 'a', value: `value ${++searches}`, sourceId: 's' }];
  const limited = { canonicalModel, evaluator: false, budget: says({ maxCalls: 1 }, { maxCalls: 3 }) };
  await new ResearchLoop(limited).run({ query: 'q', research });
  assert.equal(searches, 1);

  let calls = 0;
  const reflector = new DecisionReflector({ model: () => `${++calls}`, budget: says({ maxCalls: 1 }, { maxCalls: 3 }) });
  await reflector.reflect({ decision: 'APPROVE' });
  assert.equal(calls, 1);

  const weights = says({ a: 1, b: 0 }, { a: 0, b: 1 });
  const { score } = await new Evaluator({ metrics: { a: () => 1, b: () => 0 }, weights }).evaluate({});
  assert.equal(score, 1);
});

test('a task lays its settings over those of the engine', async () => {
  const engine = new ReflectEngine({ maxReflections: 0, advanced: { seed: 7 } });
  const model = scriptedModel(['a', accept()]);
  const result = await engine.run({ input: 'q', model, settings: { maxReflections: 1 } });
  assert.equal(result.accepted, true);
  const error = await rejection(engine.run({ input: 'q', model, settings: { maxReflection: 1 } }));
  assert.equal(error.code, 'invalid_settings');
  assert.equal(model.requests.length, 2);
});

test('a task that cannot be run is refused before any call, by the name of the key', async () => {
  const model = scriptedModel([]);
  const cases = [
    [{ input: 'q', model, sytemPrompt: 'x' }, 'unknown task key `sytemPrompt`, did you mean `systemPrompt`?'],
    [{ input: 'q', model, onStepFinish: 1 }, 'unknown task key `onStepFinish`, did you mean `onStep`?'],
    [
      { input: 'q', model, timeout: 1 },
      /^unknown task key `timeout`, did you mean `budget.callTimeoutMs`\? It is a setting: give it to /,
    ],
    [
      { input: 'q' },
      '`model` must be a function, got nothing: write one, as in `async ({ messages, signal }) => ({ content, finishReason })`',
    ],
    [{ model }, '`input` must be a string or a list of messages, got nothing'],
    [{ input: 3, model }, '`input` must be a string or a list of messages, got a number'],
    [{ input: 'q', model, systemPrompt: 3 }, '`systemPrompt` must be a string, got a number'],
    [{ input: 'q', model, critic: {} }, /^`critic` must be a model function/],
    [{ input: 'q', model, critic: [] }, /^`critic` must name at least one critic/],
    [{ input: 'q', model, critic: false }, /^`critic: false` needs at least one verifier/],
    [{ input: 'q', model, tools: [{ name: 'a' }] }, 'tool `a` must have a function `execute`'],
    [{ input: 'q', model, tools: [{ execute() {} }] }, 'a tool must have a `name`'],
    [{ input: 'q', model, tools: [tool('a'), tool('a')] }, '`tools` has the name `a` twice'],
    [{ input: 'q', model, verifiers: { v: true } }, '`verifiers.v` must be a function or { check, partial }, got a boolean'],
    [{ input: 'q', model, verifiers: { outputSchema() {} } }, /^the verifier name `outputSchema` is taken/],
    [{ input: 'q', model, outputSchema: 'string' }, /^`outputSchema` must be a Standard Schema or a JSON Schema/],
    [{ input: 'q', model, onStep: 1 }, '`onStep` must be a function, got a number'],
    [{ input: 'q', model, redact: true }, /^`redact` must be a function/],
    [{ input: 'q', model, signal: {} }, '`signal` must be an AbortSignal, got an object'],
    [{ input: 'q', model, durable: {} }, '`durable.run` must be a function, got nothing'],
    [{ input: [{ role: 'user', content: 'q', metadata: { big: 1n } }], model }, /must be plain JSON/],
    [{ input: [{ role: 'tool', content: 'q', toolCallId: Number.NaN }], model }, /must be plain JSON: no cycles, no NaN/],
    [{ input: 'q', model, tools: [{ ...tool('a'), schema: atMost(Number.NaN) }] }, /must be plain JSON: no cycles, no NaN/],
    [{ input: 'q', model, outputSchema: atMost(Number.POSITIVE_INFINITY) }, /must be plain JSON: no cycles, no NaN/],
    [{ input: [{ role: 'nobody', content: 'q' }], model }, /./],
    [null, 'a task must be an object, { input, model }, got null'],
  ];
  await refusals('invalid_task', cases, (task) => new ReflectEngine().run(task));
  assert.equal(model.requests.length, 0);
});

test('what of a task JSON cannot hold is refused with its path, and what stands there', async () => {
  const message = (part) => ({
    input: [
      { role: 'user', content: 'p' },
      { role: 'user', content: 'q', ...part },
    ],
  });
  const cyclic = {};
  cyclic.self = cyclic;
  const image = { type: 'image', data: new Uint8Array(3) };
  const odd = { ...tool('b'), schema: atMost(Number.NaN) };
  const cases = [
    [message({ metadata: { when: 5n } }), '`input`', 'a bigint at `input[1].metadata.when`'],
    [message({ metadata: { list: [1, () => 2] } }), '`input`', 'a function at `input[1].metadata.list[1]`'],
    [message({ metadata: { 'a-b': Symbol('s') } }), '`input`', 'a symbol at `input[1].metadata["a-b"]`'],
    [message({ metadata: { loss: Number.NaN } }), '`input`', 'NaN at `input[1].metadata.loss`'],
    [message({ metadata: cyclic }), '`input`', 'a cycle at `input[1].metadata.self`'],
    [message({ metadata: unreadable('no', 'at') }), '`input`', 'what throws when it is read at `input[1].metadata.at`'],
    [message({ content: [image] }), '`input`', 'an instance of Uint8Array at `input[1].content[0].data`'],
    [{ input: 'q', tools: [tool('a'), odd] }, 'the schema of tool `b`', 'NaN at `properties.n.maximum`'],
    [{ input: 'q', outputSchema: atMost(5n) }, 'the JSON Schema of `outputSchema`', 'a bigint at `properties.n.maximum`'],
  ];
  for (const [task, what, got] of cases) {
    const { code, message } = await rejection(new ReflectEngine().run({ ...task, model: scriptedModel([]) }));
    assert.equal(code, 'invalid_task', message);
    assert.ok(message.startsWith(`${what} must be plain JSON: `) && message.endsWith(`; got ${got}`), message);
  }
});

function atMost(maximum) {
  return { type: 'object', properties: { n: { type: 'number', maximum } } };
}

function tool(name) {
  return { name, schema: { type: 'object' }, execute() {} };
}

test('an engine tells its settings, with their defaults', () => {
  const engine = new ReflectEngine({ strategy: 'keep-best' });
  const { name, maxReflections, acceptanceThreshold, maxAnswerSteps, critiquePrompt } = engine;
  assert.deepEqual([name, maxReflections, acceptanceThreshold, maxAnswerSteps], ['reflect', 2, 8, 5]);
  assert.match(critiquePrompt, /"needs_revision"/);
  const given = { maxReflections: 5, acceptanceThreshold: 9.5, maxAnswerSteps: 3, critiquePrompt: 'Be brief.' };
  const own = new ReflectEngine({ strategy: 'classic', ...given });
  const shown = [own.maxReflections, own.acceptanceThreshold, own.maxAnswerSteps, own.critiquePrompt];
  assert.deepEqual(shown, Object.values(given));
});

test('blank input rejects before any call, with the result', async () => {
  const texts = ['', ' \n\t', '\ufeff', '\u200b \u200c\u200d\n\u2060'];
  const users = ['  ', '\ufeff', []].map((content) => [{ role: 'user', content }]);
  const others = ['assistant', 'system'].map((role) => [{ role, content: 'hello' }]);
  for (const input of [...texts, [], ...users, ...others]) {
    const model = scriptedModel([]);
    const error = await rejection(new ReflectEngine().run({ input, model }));
    assert.equal(error.code, 'invalid_input', JSON.stringify(input));
    assert.match(error.message, /^`input` must/);
    const { status, stopReason } = error.result;
    assert.deepEqual([status, stopReason, 'failure' in error.result], ['failed', 'invalid_input', false]);
    assert.equal(model.requests.length, 0);
  }
});

test('presets are settings that the engine takes', async () => {
  // The last is for an `Evaluator`, which tests/js/evaluator.test.mjs makes of it.
  const { producerCritic, simpleAverage, ...fixed } = presets;
  assert.ok(Object.isFrozen(simpleAverage));
  for (const [name, settings] of Object.entries({ ...fixed, producerCritic: producerCritic(3) })) {
    new ReflectEngine({ ...settings, criteria: ['is short'] });
    assert.ok(Object.isFrozen(settings), name);
  }
  // With these settings `tests/core/agentlib.rs` plays agentlib's recorded runs.
  const played = readFileSync(new URL('../fixtures/agentlib-preset.json', import.meta.url), 'utf8');
  assert.deepEqual(presets.agentlib, JSON.parse(played));
});

test('engines are found by name, and an unknown name is answered with the nearest', async () => {
  assert.equal(resolveEngine('reflect').name, 'reflect');
  const engine = new ReflectEngine();
  assert.equal(resolveEngine(engine), engine);
  await refusals('unknown_engine', [[() => resolveEngine('relfect'), 'unknown engine `relfect`, did you mean `reflect`?']]);
});

test('what is neither an engine nor a name is refused, and an engine takes no settings from elsewhere', async () => {
  const engine = new ReflectEngine();
  await refusals('invalid_settings', [[() => resolveEngine(engine, { maxReflections: 0 }), /has its settings already/]]);
  for (const given of [undefined, 5, {}, Symbol('reflect'), Object.create(null), { toString: throws(1) }]) {
    assert.equal(thrown(() => resolveEngine(given)).code, 'unknown_engine');
  }
  assert.equal(thrown(() => resolveEngine(Object.defineProperty({}, 'name', { get: throws(1) }))).code, 'unknown_engine');
});

test('a review is no part of a run that begins', async () => {
  const task = { input: 'q', model: () => 'a', review: { accepted: true } };
  const cases = ['run', 'stream'].map((method) => [method, /^`review` is not taken here: /]);
  await refusals('invalid_task', cases, (method) => new ReflectEngine()[method](task));
});

test('a freed engine starts nothing more and does not touch what goes on', async () => {
  const engine = new ReflectEngine();
  const going = engine.run({ input: 'q', model: scriptedModel(['a', accept()]) });
  engine.free();
  engine[Symbol.dispose]();
  assert.equal((await going).accepted, true);
  assert.equal((await rejection(engine.run({ input: 'q', model: scriptedModel([]) }))).code, 'misuse');
});

test('the reader stands alone and refuses unknown options', async () => {
  assert.equal(readCritique(accept()).status, 'accepted');
  assert.equal(readCritique('{"score": 7, "issues": []}', { acceptanceThreshold: 7 }).status, 'accepted');
  assert.equal(readCritique('no idea').status, 'unclear');
  const cases = [
    [{ treshold: 1 }, /^unknown option `treshold`/],
    [{ critiqueFormat: 'prose' }, /^`critiqueFormat` must be one of/],
    [{ acceptanceThreshold: 11 }, '`acceptanceThreshold` must be a number from 0 to 10, got 11'],
    [{ sentinels: 'OK' }, '`sentinels` must be a list of strings that are not blank, got "OK"'],
    [{ sentinels: [1] }, '`sentinels` must be a list of strings that are not blank, got 1'],
    [{ criteriaCount: -1 }, '`criteriaCount` must be an integer from 0 to 1000, got -1'],
    [{ answer: 1 }, '`answer` must be a string, got 1'],
  ];
  await refusals('invalid_settings', cases, (options) => readCritique('{}', options));
});

test('a draft made elsewhere is judged first, and costs no call', async () => {
  const model = ({ purpose }) => (purpose === 'critique' ? accept() : assert.fail('asked to write'));
  const engine = new ReflectEngine();
  const result = await engine.run({ input: 'q', model, draft: 'made elsewhere' });
  assert.deepEqual([result.output, result.acceptedBy], ['made elsewhere', 'critic']);
  await refusals('invalid_task', [
    [() => engine.run({ input: 'q', model, draft: ' ' }), '`draft` must not be blank'],
    [() => engine.run({ input: 'q', model, draft: 1 }), '`draft` must be a string, got a number'],
    [() => engine.resume(result.snapshot, { model, draft: 'x' }), /^`draft`: the run in the snapshot has drafts of its own/],
  ]);
});

test('a tool whose name providers refuse is refused before a call', async () => {
  const run = (name) => new ReflectEngine().run({ input: 'q', model: () => assert.fail('asked'), tools: [tool(name)] });
  const message = /^`name` of a tool must be 1 to 64 of a-z, A-Z, 0-9, _ and -, or providers refuse it, got "/;
  const cases = ['get weather', 'café', 'a.b', 'x'.repeat(65)].map((name) => [name, message]);
  await refusals('invalid_task', cases, run);
});

const prices = { m: { input: 1e6, output: 1e6 } };
const usage = { inputTokens: 1, outputTokens: 1 };
const model = async ({ purpose, callId }) => ({ content: purpose === 'critique' ? reject() : callId, model: 'm', usage });
const limited = { budget: { maxCostUsd: 3 }, advanced: { prices } };
const timeout = { budget: { callTimeoutMs: 1000 } };

test('a group of settings that a task gives leaves the rest of the group of the engine standing, in every method', async () => {
  const engine = new ReflectEngine(limited);
  assert.equal((await engine.run({ input: 'q', model, settings: timeout })).stopReason, 'max_cost');
  const begun = waiting(new ReflectEngine());
  assert.equal((await engine.resume(begun, { model, settings: timeout })).stopReason, 'max_cost');
  assert.equal((await new ReflectEngine().resume(waiting(engine), { model, settings: timeout })).stopReason, 'max_cost');

  const run = engine.restore(begun, timeout);
  let outputs = drain(run);
  for (; outputs.at(-1).type !== 'done'; outputs = drain(run))
    for (const { call } of outputs.filter(({ type }) => type === 'call')) run.reply(call.callId, await model(call));
  assert.equal(outputs.at(-1).result.stopReason, 'max_cost');
});

test('the seed of a durable host goes before the setting, which goes before none', async () => {
  const keyOf = async (seed, own, task) => {
    const keys = [];
    const spy = (request) => (keys.push(request.idempotencyKey), model(request));
    const durable = { run: async (_name, fn) => fn(), ...(own === undefined ? {} : { seed: own }) };
    const settings = task === undefined ? {} : { settings: { advanced: { seed: task } } };
    await new ReflectEngine({ advanced: { seed } }).run({ input: 'q', model: spy, durable, ...settings });
    return keys[0];
  };
  assert.notEqual(await keyOf(7, 5), await keyOf(7, 6), 'two runs with seeds of their own');
  assert.notEqual(await keyOf(7, 5), await keyOf(7));
  assert.equal(await keyOf(7), await keyOf(7));
  assert.notEqual(await keyOf(7), await keyOf(8), 'the setting is the default');
  assert.notEqual(await keyOf(7, undefined, 8), await keyOf(7, undefined, 9), 'that of the task');
});

test('what a critic sees beside question and draft costs the tokens that docs/settings.md names', async () => {
  const input = Array.from({ length: 10 }, (_, at) => ({ role: at % 2 ? 'assistant' : 'user', content: 'a'.repeat(400) }));
  input.push({ role: 'user', content: 'q'.repeat(200) });
  const tools = [{ name: 'unused', description: 'x', parameters: { type: 'object' }, execute: () => 1 }];
  const costs = [];
  for (const critique of [{ sees: [] }, {}]) {
    const verdicts = ['{"score": 4, "issues": ["wrong"], "suggestion": "mend", "needs_revision": true}', accept()];
    const model = ({ purpose, callId }) => (purpose === 'critique' ? verdicts.shift() : `draft of ${callId} ${'d'.repeat(600)}`);
    const engine = new ReflectEngine({ advanced: { critique, seed: 1 } });
    const { usage } = await engine.run({ input, systemPrompt: 'p'.repeat(4000), model, tools });
    assert.equal(usage.byPurpose.critique.calls, 2);
    costs.push([usage.total.totalTokens, usage.byPurpose.critique.inputTokens]);
  }
  const [[total, read], [totalSeen, readSeen]] = costs;
  const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  const [, each, after, before] = page
    .match(/token: ([\d,]+) tokens a look, and ([\d,]+) tokens instead of ([\d,]+)/)
    .map((text) => Number(text.replaceAll(',', '')));
  const near = (figure, measured) => assert.ok(Math.abs(figure - measured) < 30, `${figure} in the docs, ${measured} measured`);
  near(each, (readSeen - read) / 2);
  near(after, totalSeen);
  near(before, total);
});
