// What comes back from callbacks.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Autopilot, isReflectError, ReflectEngine } from 'reflect-engine';
import { LoopMonitor } from 'reflect-engine/monitor';
import { Evaluator, ResearchLoop } from 'reflect-engine/research';
import { accept, rejection } from './support.mjs';

const unhandled = [];
const note = (error) => unhandled.push(error);
before(() => process.on('unhandledRejection', note));
after(() => process.off('unhandledRejection', note));

const down = async () => {
  throw new Error('provider is down');
};

test('a reply that throws when it is looked at is the failure of its call, and the draft is kept', async () => {
  const throws = {
    get json() {
      throw new Error('boom');
    },
    body: 1,
  };
  const proxy = new Proxy({}, { has: () => assert.fail('has'), get: () => assert.fail('get') });
  for (const reply of [throws, proxy]) {
    const result = await new ReflectEngine().run({ input: 'q', model: () => 'draft', critic: () => reply });
    assert.deepEqual([result.output, result.status], ['draft', 'needs_review']);
    assert.equal(result.errors[0].callId, 'critique-1');
  }
});

const ODD = {
  'what an agent returns': () =>
    new Autopilot({
      agent: () => ({ output: down() }),
      goal: { objective: 'o', successCriteria: ['a'] },
      budget: { maxIterations: 1 },
    }).run(),
  'what a metric returns': () =>
    new Evaluator({ metrics: { m: () => ({ score: down() }) } }).evaluate({ question: 'q', output: 'o', facts: [], sources: [] }),
  'what a search returns': () =>
    new ResearchLoop({ canonicalModel: { fields: [{ path: 'a' }] }, evaluator: false }).run({
      query: 'q',
      research: () => ({ facts: [], dropped: down() }),
    }),
  'what a model returns': () => new ReflectEngine().run({ input: 'q', model: () => ({ content: 'a', usage: down() }) }),
  'what an observer of a monitor returns': () => {
    const monitor = new LoopMonitor({ onEvent: down });
    for (let run = 0; run < 60; run++) {
      monitor.observe({ status: 'needs_review', accepted: false, stopReason: 'max_iterations', iterations: 3 });
    }
  },
};

for (const [what, begin] of Object.entries(ODD)) {
  test(`a promise that rejects in ${what} is no unhandled rejection`, async () => {
    unhandled.length = 0;
    await Promise.resolve(begin()).catch(() => {});
    for (let turns = 0; turns < 5; turns++) await turn();
    assert.deepEqual(unhandled, []);
  });
}

test('a promise in a reply of an agent is refused by the name of its field', async () => {
  const autopilot = new Autopilot({ agent: () => ({ output: down() }), goal: { objective: 'o', successCriteria: ['a'] } });
  const { result } = await rejection(autopilot.run());
  assert.match(result.errors[0].message, /`output` is a promise: wait for it before it is returned/);
});

test('a signal that cannot be left again is refused before the first call', async () => {
  const signal = { aborted: false, addEventListener() {} };
  const error = await rejection(new ReflectEngine().run({ input: 'q', model: () => assert.fail('it was asked'), signal }));
  assert.ok(isReflectError(error));
  assert.deepEqual([error.code, error.message], ['invalid_task', '`signal` must be an AbortSignal, got an object']);
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
