import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import * as esm from 'reflect-engine';
import { Autopilot, ReflectEngine } from 'reflect-engine';
import { LoopMonitor } from 'reflect-engine/monitor';
import { Evaluator, ResearchLoop } from 'reflect-engine/research';
import { accept, refusals, rejection, revoked, thrown, throws, unheard } from './support.mjs';

const cjs = createRequire(import.meta.url)('reflect-engine');
const engine = new esm.ReflectEngine({ strategy: 'classic' });

test('an error is known in every copy of the package', () => {
  const errors = [esm, cjs].map(({ ReflectEngine }) => thrown(() => new ReflectEngine({ x: 1 })));
  assert.equal(errors[1] instanceof esm.ReflectError, false, 'these are two copies');
  for (const error of errors) {
    for (const { isReflectError } of [esm, cjs]) assert.equal(isReflectError(error), true);
    assert.ok(error instanceof Error);
    assert.equal(error.name, 'ReflectError');
    assert.equal('cause' in error, false);
    assert.equal('result' in error, false);
    assert.deepEqual(Object.keys(error).sort(), ['code', 'name']);
  }
});

test('nothing else passes for one', () => {
  const others = [
    null,
    undefined,
    'x',
    3,
    new Error('x'),
    { code: 'aborted' },
    { name: 'ReflectError' },
    Symbol.for('reflect-engine.error'),
    revoked(),
  ];
  for (const other of others) assert.equal(esm.isReflectError(other), false);
});

test('what the user threw is the cause, untouched, whatever it is', async () => {
  const frozen = Object.freeze({ code: 429 });
  for (const cause of [new TypeError('mine'), frozen, 'text', 0, null, undefined, Symbol('s'), () => {}]) {
    const model = throws(cause);
    const error = await rejection(engine.run({ input: 'q', model }));
    assert.equal(error.code, 'model_error');
    assert.equal(error.cause, cause);
    assert.ok('cause' in error);
    assert.equal(error.result.status, 'failed');
    assert.equal(typeof error.message, 'string');
  }
});

test('what was thrown and recovered from is not the cause of what came later', async () => {
  const turn = { content: '', toolCalls: [{ name: 't', arguments: {} }] };
  const once = () => {
    let calls = 0;
    return () => {
      calls += 1;
      if (calls === 1) throw new Error('hiccup');
      return 1;
    };
  };
  const cases = [
    ['max_answer_steps', () => turn, {}],
    ['max_calls', () => turn, { budget: { maxCalls: 1 } }],
    ['empty_draft', (n) => (n === 1 ? turn : ''), {}],
    ['model_error', (n) => (n === 1 ? turn : 5), {}],
  ];
  for (const [code, reply, settings] of cases) {
    let asked = 0;
    const model = () => {
      asked += 1;
      return reply(asked);
    };
    const task = { input: 'q', model, tools: [{ name: 't', execute: once() }], settings, redact: () => 'x' };
    const error = await rejection(engine.run(task));
    assert.deepEqual([error.code, 'cause' in error], [code, false], String(error.cause));
  }
  // What the model threw after that is.
  let asked = 0;
  const boom = new Error('down');
  const model = () => {
    asked += 1;
    if (asked > 1) throw boom;
    return turn;
  };
  const task = { input: 'q', model, tools: [{ name: 't', execute: once() }], redact: () => `${Math.random()}` };
  assert.equal((await rejection(engine.run(task))).cause, boom);
});

test('an error whose text cannot be read, or is megabytes long, does no harm', async () => {
  const unreadable = Object.defineProperty(new Error(), 'message', { get: throws(new Error('getter')) });
  const nameless = Object.create(null);
  for (const cause of [unreadable, nameless, new Error('x'.repeat(5_000_000))]) {
    const error = await rejection(engine.run({ input: 'q', model: () => Promise.reject(cause) }));
    assert.equal(error.cause, cause);
    assert.ok(error.message.length > 0 && error.message.length < 5_000);
  }
});

test('an error names its call; what is thrown and is no error is told as its JSON, and not all of it', async () => {
  const told = async (value) => {
    const model = throws(value);
    return (await rejection(engine.run({ input: 'q', model }))).message;
  };
  assert.equal(await told({ error: { message: 'no credit' } }), 'answer-1: {"error":{"message":"no credit"}}');
  assert.equal((await told({ error: 'x'.repeat(5_000) })).length, 'answer-1: '.length + 1_000);
  const cyclic = {};
  cyclic.self = cyclic;
  for (const [value, text] of [
    [cyclic, 'something that cannot be shown'],
    [{ toString: () => 'mine' }, 'mine'],
    [Object.assign(new Error(''), { code: 3 }), 'Error'],
    [null, 'null'],
    [undefined, 'undefined'],
  ]) {
    assert.equal(await told(value), `answer-1: ${text}`);
  }
});

const down = () => Promise.reject(new Error('provider is down'));

const autopilot = new Autopilot({ agent: () => ({ output: down() }), goal: { objective: 'o', successCriteria: ['a'] } });

const ODD = {
  'what an agent returns': () => autopilot.run(),
  'what a metric returns': () =>
    new Evaluator({ metrics: { m: () => ({ score: down() }) } }).evaluate({ question: 'q', output: 'o', facts: [], sources: [] }),
  'what a search returns': () =>
    new ResearchLoop({ canonicalModel: { fields: [{ path: 'a' }] }, evaluator: false }).run({
      query: 'q',
      research: () => ({ facts: [], dropped: down() }),
    }),
  'what an observer of a monitor returns': () => {
    const monitor = new LoopMonitor({ onEvent: down });
    for (let run = 0; run < 60; run++) {
      monitor.observe({ status: 'needs_review', accepted: false, stopReason: 'max_iterations', iterations: 3 });
    }
  },
};

for (const [what, begin] of Object.entries(ODD)) {
  test(`a promise that rejects in ${what} is no unhandled rejection`, () =>
    unheard(() => Promise.resolve(begin()).catch(() => {})));
}

test('a promise in a reply of an agent is refused by the name of its field', async () => {
  const { result } = await rejection(autopilot.run());
  assert.match(result.errors[0].message, /`output` is a promise: wait for it before it is returned/);
});

test('a signal that cannot be left again is refused before the first call', async () => {
  const signal = { aborted: false, addEventListener() {} };
  const run = () => new ReflectEngine().run({ input: 'q', model: () => assert.fail('it was asked'), signal });
  await refusals('invalid_task', [[run, '`signal` must be an AbortSignal, got an object']]);
});

test('the fences of two durable tasks differ, and those of one task repeat', async () => {
  const nonce = async (input) => {
    let found;
    const critic = ({ messages }) => {
      [, found] = /\[begin ([0-9a-f]+)\]/.exec(messages.at(-1).content);
      return accept();
    };
    await new ReflectEngine().run({ input, model: () => 'a', critic, durable: { run: (_, step) => step() } });
    return found;
  };
  const [one, again, other] = [await nonce('one'), await nonce('one'), await nonce('other')];
  assert.equal(one, again);
  assert.notEqual(one, other);
});
