// A durable host that waits for several steps, and what becomes of those it does not wait for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReflectEngine } from 'reflect-engine';
import { accept, column, never, refusals, throws, unheard } from './support.mjs';

const engine = new ReflectEngine();
const run = (_name, fn) => fn();
const fails = (name, ms) => async () => {
  await sleep(ms);
  throw new Error(name);
};

/** How a run with these critics ends; fails when a promise rejects meanwhile that nobody waits for. */
async function ended(durable, critic, signal) {
  let outcome;
  await unheard(async () => {
    const going = engine.run({ input: 'q', model: () => 'draft', critic, durable, ...(signal && { signal }) });
    outcome = await going.catch((error) => error);
    await sleep(60);
  });
  return outcome;
}

test('a step that fails when nobody waits for it any more is no unhandled rejection', async () => {
  const slow = [fails('slow', 30), fails('quick', 5)];
  const refusing = (name, fn) => {
    if (name.endsWith('judge-3')) throw new Error('no third step');
    return fn();
  };
  const inTurn = async (steps) => {
    const answers = [];
    for (const step of steps) answers.push(await step);
    return answers;
  };
  const hosts = {
    'that loses its connection': [{ run, all: () => Promise.reject(new Error('lost')) }, slow],
    'that throws at once': [{ run, all: throws(new Error('lost')) }, slow],
    'that refuses a later step': [{ run: refusing, all: (steps) => Promise.all(steps) }, [...slow, fails('third', 5)]],
    'that waits for one after another': [{ run, all: inTurn }, slow],
    'that waits for none': [{ run, all: () => [] }, slow],
  };
  for (const [name, [durable, critic]] of Object.entries(hosts)) {
    assert.equal((await ended(durable, critic)).status, 'needs_review', `a host ${name}`);
  }
});

test('a step that fails after an abort is no unhandled rejection, whatever kind of promise it is', async () => {
  const kinds = { plain: (promise) => promise, own: (promise) => Own.resolve(promise) };
  for (const [kind, made] of Object.entries(kinds)) {
    const durable = { run: (_name, fn) => made(fn()), all: never };
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('stop')), 5);
    const outcome = await ended(durable, [fails('slow', 30), fails('quick', 15)], controller.signal);
    assert.equal(outcome.code, 'aborted', kind);
  }
});

/** A host's own promise, which counts who waits for it. */
class Own extends Promise {
  awaited = 0;

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then(...callbacks) {
    this.awaited += 1;
    return super.then(...callbacks);
  }
}

test("a host's own kind of promise is touched by nobody but its `all`", async () => {
  const made = [];
  const own = {
    run: (_name, fn) => {
      const promise = Own.resolve(fn());
      promise.awaited = 0;
      made.push(promise);
      return promise;
    },
    all: async (steps) => {
      assert.ok(steps.every((step) => step instanceof Own && step.awaited === 0));
      return Promise.all(steps.map((step) => Promise.prototype.then.call(step, (value) => value)));
    },
  };
  const result = await engine.run({ input: 'q', model: () => 'draft', critic: [() => accept(), () => accept()], durable: own });
  assert.equal(result.accepted, true);
  const [, ...judges] = made;
  assert.deepEqual(column(judges, 'awaited'), [0, 0]);
});

test('an answer of `all` that is no list of all answers is told as that', async () => {
  for (const [given, got] of [
    [[], 'a list of 0'],
    [[{ reply: accept() }], 'a list of 1'],
    [undefined, 'nothing'],
    [{ 0: 1 }, 'an object'],
  ]) {
    const durable = { run, all: async (steps) => (await Promise.all(steps), given) };
    const { errors, status } = await engine.run({
      input: 'q',
      model: () => 'draft',
      critic: [() => accept(), () => accept()],
      durable,
    });
    assert.equal(status, 'needs_review');
    assert.equal(errors[0].message, `\`durable.all\` must give a list of 2 answers, got ${got}`);
  }
});

test('a seed of a durable host that is no u32 is refused', async () => {
  for (const seed of [-1, 1.5, '7', Number.NaN, 2 ** 32, 1n, null]) {
    const refused = () => engine.run({ input: 'q', model: () => 'a', durable: { run, seed } });
    await refusals('invalid_task', [[refused, /`durable\.seed`/]]);
  }
  for (const seed of [0, 2 ** 32 - 1]) {
    const result = await engine.run({ input: 'q', model: () => accept(), durable: { run, seed } });
    assert.equal(JSON.parse(result.snapshot).seed, seed);
  }
});
