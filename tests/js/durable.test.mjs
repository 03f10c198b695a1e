// Durable hosts: what is a step, what a repeated run goes by, who waits for several, and what becomes of those that nobody waits for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Autopilot, Critic, ReflectEngine, tool } from 'reflect-engine';
import {
  accept,
  column,
  counted,
  never,
  refusals,
  reject,
  rejection,
  settled,
  throws,
  toolTurn,
  unheard,
  verdict,
} from './support.mjs';

const engine = new ReflectEngine({ strategy: 'classic' });

/** A host that remembers what each step gave; fails when a step is begun inside another, or a name comes twice. */
function memory({ all = false, stored = new Map(), stopAt } = {}) {
  const host = { names: [], keys: [], stored, together: [], running: 0, most: 0 };
  const promises = new WeakSet();
  let inside = false;
  host.run = (name, fn, options) => {
    assert.equal(inside, false, `${name} is nested`);
    assert.equal(host.names.includes(name), false, `${name} comes twice`);
    host.names.push(name);
    host.keys.push(options.idempotencyKey);
    const step = once(name, fn);
    promises.add(step);
    return step;
  };
  async function once(name, fn) {
    await null;
    if (name === stopAt) return never();
    if (!stored.has(name)) {
      host.running += 1;
      host.most = Math.max(host.most, host.running);
      inside = true;
      const begun = fn();
      inside = false;
      const value = await begun;
      host.running -= 1;
      stored.set(name, JSON.stringify(value));
    }
    return JSON.parse(stored.get(name));
  }
  if (all) {
    host.all = (steps) => {
      for (const step of steps) assert.ok(promises.has(step), 'all gets what run returned, untouched');
      host.together.push(steps.length);
      return Promise.all(steps);
    };
  }
  return host;
}

/** Two tools at once, two verifiers at once, a revision. */
function task(durable, spy = () => {}) {
  const script = {
    'answer-1': toolTurn('a', 'b'),
    'answer-2': 'first',
    'critique-1': reject(),
    'revision-1': 'second',
    'critique-2': accept(),
  };
  const slow = (value) => new Promise((resolve) => setImmediate(resolve, value));
  const look = (name) => tool({ name, schema: { type: 'object' }, execute: () => (spy(name), slow({ name })) });
  const check = (name) => () => (spy(name), slow({ passed: true }));
  return {
    input: 'q',
    model: ({ callId }) => (spy(callId), slow(script[callId])),
    tools: [look('a'), look('b')],
    verifiers: { x: check('x'), y: check('y') },
    durable,
  };
}

test('every call is one step under its own name, none inside another, one after another without `all`', async () => {
  const durable = memory();
  const result = await engine.run(task(durable));
  assert.equal(result.accepted, true);
  assert.equal(durable.names.length, 11);
  for (const kind of ['answer', 'critique', 'revision', 'tool', 'verify']) {
    const has = durable.names.some((name) => name.startsWith(kind));
    assert.ok(has, `${kind} in ${durable.names}`);
  }
  assert.equal(new Set(durable.keys).size, 11);
  assert.equal(durable.most, 1);
});

test('with `all`, the parallel calls are given to it together', async () => {
  const durable = memory({ all: true });
  const result = await engine.run(task(durable));
  assert.equal(result.accepted, true);
  assert.deepEqual(durable.together, [2, 2, 2]);
  assert.equal(durable.most, 2);
});

test('a repeated run goes by what was stored, and makes only the calls that were not', async () => {
  for (const all of [false, true]) {
    const first = memory({ all });
    const whole = await engine.run(task(first));
    for (const stopAt of first.names) {
      const stored = new Map();
      const cut = memory({ all, stored, stopAt });
      const abandoned = engine.run(task(cut));
      abandoned.catch(() => {});
      for (let i = 0; i < 60; i += 1) await settled();
      const called = [];
      const again = await engine.run(task(memory({ all, stored: new Map(stored) }), (name) => called.push(name)));
      assert.deepEqual(again, whole, stopAt);
      assert.equal(called.length, first.names.length - stored.size, stopAt);
    }
  }
});

test('an autopilot is repeated from what was stored, too', async () => {
  const autopilotOf = (spy, more) => {
    const model = ({ callId }) => (spy(callId), callId === 'answer-1' ? 'first' : 'second');
    const critic = new Critic({ model: ({ callId }) => (spy(callId), verdict([callId !== 'critique-1'])) });
    return new Autopilot({ model, critic, goal: { objective: 'Count.', successCriteria: ['It counts to two.'] }, ...more });
  };
  const first = memory();
  const whole = await autopilotOf(() => {}).run({ durable: first });
  assert.deepEqual([whole.output, whole.acceptedBy, new Set(first.keys).size], ['second', 'critic', 4]);
  assert.deepEqual(first.names, ['answer-1', 'critique-1', 'answer-2', 'critique-2']);
  const called = [];
  const stored = new Map([...first.stored].slice(0, 2));
  const again = await autopilotOf((name) => called.push(name)).run({ durable: memory({ stored }) });
  assert.deepEqual([again, called], [whole, first.names.slice(2)]);
  await assert.rejects(autopilotOf(() => {}, { budget: { maxSeconds: 1 } }).run({ durable: memory() }), /needs `durable\.now`/);
});

test('a run is the same each time: seed and time come from the host', async () => {
  const outputs = [];
  for (let i = 0; i < 2; i += 1) {
    const { snapshot, ...result } = await engine.run(task(memory()));
    outputs.push({ snapshot, ...result });
  }
  assert.deepEqual(outputs[0], outputs[1]);
  assert.ok(outputs[0].trace.steps.every(({ nowMs }) => nowMs === 0));
  let time = 5_000;
  const timed = await engine.run(task({ ...memory(), now: () => (time += 1), seed: 3 }));
  assert.ok(timed.trace.steps.every(({ nowMs }) => nowMs > 5_000));
  assert.notEqual(timed.snapshot, outputs[0].snapshot);
});

test('a callback that throws makes its step throw, so that the host may try again', async () => {
  for (const all of [false, true]) {
    const durable = memory({ all });
    const tries = {};
    const retrying = {
      ...durable,
      run: (name, fn, options) =>
        durable.run(
          name,
          async () => {
            for (;;) {
              try {
                return await fn();
              } catch (error) {
                tries[name] = (tries[name] ?? 0) + 1;
                if (tries[name] === 3) throw error;
              }
            }
          },
          options,
        ),
    };
    let failures = 2;
    const flaky = task(retrying);
    const { model } = flaky;
    flaky.model = (request) => {
      if (request.purpose === 'revision' && failures-- > 0) throw new Error('busy');
      return model(request);
    };
    flaky.tools[1].execute = throws(new Error('tool is down'));
    const result = await engine.run(flaky);
    assert.equal(result.accepted, true);
    assert.deepEqual(Object.values(tries), [3, 2], JSON.stringify(tries));
    const [a, b] = result.trace.steps.filter(({ type }) => type === 'tool_result');
    assert.deepEqual([a.result, b.error], [{ name: 'a' }, 'tool is down']);
  }
});

test('what no retry can mend is stored as an answer', async () => {
  const durable = memory();
  const refused = task(durable);
  refused.tools[0] = tool({ name: 'a', schema: { type: 'object', required: ['q'] }, execute: () => assert.fail('not run') });
  const result = await engine.run(refused);
  const told = result.trace.steps.find(({ type, error }) => type === 'tool_result' && error !== undefined).error;
  assert.match(told, /required property/);
  assert.ok([...durable.stored.values()].some((value) => value.includes('invalid_arguments')));
});

test('a failing step rejects the run with what the host threw', async () => {
  const failure = new Error('step failed for good');
  const durable = { run: () => Promise.reject(failure) };
  const error = await rejection(engine.run({ input: 'q', model: () => 'a', durable }));
  assert.equal(error.code, 'model_error');
  assert.equal(error.cause, failure);
  const throwing = engine.run({ input: 'q', model: () => 'a', durable: { run: throws(failure) } });
  assert.equal((await rejection(throwing)).cause, failure);
});

test('the engine has no timeouts inside a durable host, and an abort still ends the run', async () => {
  const { controller, signal, left } = counted();
  const slow = { run: (_name, fn) => new Promise((resolve) => setTimeout(() => resolve(fn()), 60)) };
  const settings = { maxReflections: 0, budget: { callTimeoutMs: 1 } };
  const result = await engine.run({ input: 'q', model: () => 'a', durable: slow, settings, signal });
  assert.equal(result.output, 'a');

  const going = engine.run({ input: 'q', model: () => 'a', durable: { run: never }, signal });
  await settled();
  controller.abort(new Error('stop'));
  assert.equal((await rejection(going)).code, 'aborted');
  assert.equal(left(), 0);
});

test('a time limit needs the time of the host', async () => {
  const settings = { budget: { maxSeconds: 5 } };
  const { snapshot } = await engine.run(task(undefined));
  const { input: _, ...again } = task(memory());
  await refusals('invalid_task', [
    [() => new ReflectEngine(settings).run(task(memory())), /durable\.now/],
    [() => new ReflectEngine(settings).resume(snapshot, again), /durable\.now/],
  ]);
  // The limit may also be in the snapshot, in its settings or laid over them.
  const limited = await engine.run({ ...task(undefined), settings: { ...settings, maxReflections: 0 } });
  const review = { accepted: true };
  const laid = await engine.resume(snapshot, { ...again, durable: undefined, settings, review });
  for (const kept of [limited.snapshot, laid.snapshot]) {
    const clocked = { ...again, durable: { ...memory(), now: () => 0 }, review };
    assert.equal((await engine.resume(kept, clocked)).stopReason.length > 0, true);
    // Another limit leaves it standing.
    const beside = { ...again, durable: memory(), settings: { budget: { maxCalls: 9 } } };
    await refusals('invalid_task', [
      [() => engine.resume(kept, again), /`budget\.maxSeconds` needs `durable\.now`/],
      [() => engine.resume(kept, beside), /durable\.now/],
    ]);
  }
  let time = 0;
  const timed = { ...task({ ...memory(), now: () => (time += 1_000) }), settings };
  assert.equal((await rejection(engine.run(timed))).code, 'max_seconds');
});

test('a clock that fails, or is none, rejects with what there is, at whichever reading', async () => {
  const failure = new Error('no clock');
  const failing = (from, fail) => {
    let reads = 0;
    const now = () => {
      reads += 1;
      return reads >= from ? fail() : reads;
    };
    return engine.run({ ...task({ ...memory(), now }), settings: { maxReflections: 1 } });
  };
  const boom = throws(failure);
  let lost = 0;
  let kept = 0;
  for (let from = 1; from < 40; from += 1) {
    const error = await failing(from, boom).catch((thrown) => thrown);
    if (!(error instanceof Error)) break;
    assert.deepEqual([error.code, error.message, error.cause], ['misuse', '`durable.now` failed: no clock', failure]);
    if (from === 1) continue; // There is no run yet.
    assert.equal(error.result.output, error.result.trace.drafts.at(-1)?.text ?? '');
    assert.equal(error.result.status, error.result.trace.drafts.length > 0 ? 'needs_review' : 'failed');
    if (error.result.trace.drafts.length > 0) kept += 1;
    else lost += 1;
    const strange = await rejection(failing(from, () => Number.NaN));
    assert.equal(strange.message, '`durable.now` must be a finite number of milliseconds, got NaN');
    assert.equal(strange.result.output, error.result.output);
  }
  assert.ok(lost > 1 && kept > 3, `${lost} before the first draft, ${kept} after it`);
  for (const odd of [() => 1n, () => '1', () => new Date(1)])
    assert.match((await rejection(failing(1, odd))).message, /^`durable\.now` must be a number of milliseconds, got /);
  // What comes of an abort stays an abort.
  const controller = new AbortController();
  const now = () => (controller.signal.aborted ? boom() : 0);
  const model = () => {
    controller.abort();
    return 'a';
  };
  const aborted = await rejection(engine.run({ input: 'q', model, signal: controller.signal, durable: { ...memory(), now } }));
  assert.equal(aborted.code, 'aborted');
});

test('a step that comes back from a table, with null for what it does not have, is read', async () => {
  const rows = { run: async (_, fn) => ({ reply: null, error: null, ...(await fn()) }) };
  const model = ({ purpose }) => (purpose === 'critique' ? accept() : 'A');
  const result = await engine.run({ input: 'q', model, durable: rows });
  assert.deepEqual([result.accepted, result.output, result.errors], [true, 'A', []]);
  for (const error of [5, 'x', {}, { code: 'x' }]) {
    const host = { run: async (name, fn) => (name.startsWith('critique') ? { error } : fn()) };
    const { output, stopReason, errors } = await engine.run({ input: 'q', model, durable: host });
    assert.deepEqual([output, stopReason], ['A', 'critic_unavailable']);
    assert.match(errors[0].message, /gave back an `error` that is not \{ code, message \}, got /);
  }
});

const keepBest = new ReflectEngine();
const run = (_name, fn) => fn();
const fails = (name, ms) => async () => {
  await sleep(ms);
  throw new Error(name);
};

/** How a run with these critics ends; fails when a promise rejects meanwhile that nobody waits for. */
async function ended(durable, critic, signal) {
  let outcome;
  await unheard(async () => {
    const going = keepBest.run({ input: 'q', model: () => 'draft', critic, durable, ...(signal && { signal }) });
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

test('a promise that is a function, as those of workerd are, is waited for', async () => {
  const remote = (promise) => Object.defineProperty(() => {}, 'then', { value: (...how) => promise.then(...how) });
  const durable = { run: (_, fn) => remote(fn()) };
  const model = ({ purpose }) => remote(Promise.resolve(purpose === 'critique' ? accept() : 'Seven.'));
  for (const task of [{ model }, { model, durable }]) {
    const { output, acceptedBy } = await engine.run({ input: 'Name a prime.', ...task });
    assert.deepEqual([output, acceptedBy], ['Seven.', 'critic']);
  }
});

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
  const result = await keepBest.run({ input: 'q', model: () => 'draft', critic: [() => accept(), () => accept()], durable: own });
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
    const { errors, status } = await keepBest.run({
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
    const refused = () => keepBest.run({ input: 'q', model: () => 'a', durable: { run, seed } });
    await refusals('invalid_task', [[refused, /`durable\.seed`/]]);
  }
  for (const seed of [0, 2 ** 32 - 1]) {
    const result = await keepBest.run({ input: 'q', model: () => accept(), durable: { run, seed } });
    assert.equal(JSON.parse(result.snapshot).seed, seed);
  }
});
