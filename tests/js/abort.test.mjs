import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, isReflectError, ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, column, counted, deferred, never, reject, rejection, settled } from './support.mjs';

const engine = new ReflectEngine({ strategy: 'classic' });
const reason = new Error('the user left');

function aborted(error) {
  assert.ok(isReflectError(error), String(error));
  assert.equal(error.name, 'AbortError');
  assert.equal(error.code, 'aborted');
  assert.equal(error.cause, reason);
  assert.equal(error.result.stopReason, 'aborted');
  assert.equal(error.result.accepted, false);
  return error.result;
}

/** One run with every kind of call: an answer with a tool, a verifier, a critique, a revision. */
function fullTask(hang) {
  let models = 0;
  let asked;
  const script = [
    { content: '', toolCalls: [{ id: 't', name: 'look', arguments: {} }] },
    'first',
    reject(),
    'second',
    reject(),
    'third',
  ];
  const begun = deferred();
  const stall = (name, value) => {
    if (name !== hang) return value;
    begun.resolve();
    return never();
  };
  return {
    begun: begun.promise,
    models: () => models,
    signal: () => asked,
    task: {
      input: 'q',
      model: (request) => {
        models += 1;
        asked = request.signal;
        return stall(request.callId, script[models - 1]);
      },
      tools: [
        { name: 'look', schema: { type: 'object' }, execute: (_, { signal }) => ((asked = signal), stall('tool', 'seen')) },
      ],
      verifiers: { tests: (draft, { signal }) => ((asked = signal), stall(`verify ${draft}`, { passed: true })) },
    },
  };
}

test('an abort ends a run at once during every kind of call, though the callback ignores its signal', async () => {
  const trace = [];
  const { task } = fullTask();
  const spy = { ...task, model: (request) => (trace.push(request.callId), task.model(request)) };
  await engine.run(spy);
  const cases = [...trace.map((id) => [id]), ['tool'], ['verify first'], ['verify second'], ['verify third']];
  assert.equal(cases.length, 10);
  for (const [hang] of cases) {
    const { begun, models, signal: seen, task } = fullTask(hang);
    const { controller, signal, left, most } = counted();
    const going = engine.run({ ...task, signal });
    await begun;
    const made = models();
    controller.abort(reason);
    const result = aborted(await rejection(going));
    const noDraft = hang === trace[0] || hang === trace[1] || hang === 'tool';
    assert.equal(result.status, noDraft ? 'failed' : 'needs_review', hang);
    if (!noDraft) assert.match(result.output, /^(first|second|third)$/, hang);
    assert.equal(seen().reason, reason, hang);
    assert.equal(left(), 0, hang);
    assert.equal(most(), 1, hang);
    await settled();
    assert.equal(models(), made, `${hang}: no call is made after the abort`);
  }
});

test('an abort between steps, from inside onStep, ends the run', async () => {
  for (const type of ['thought', 'reflection', 'tool_call', 'tool_result']) {
    const { task } = fullTask();
    const controller = new AbortController();
    const onStep = (step) => {
      if (step.type === type) controller.abort(reason);
    };
    aborted(await rejection(engine.run({ ...task, signal: controller.signal, onStep })));
  }
});

test('an abort after the run has ended changes nothing', async () => {
  const { controller, signal, left } = counted();
  const result = await engine.run({ input: 'q', model: scriptedModel(['a', accept()]), signal });
  assert.equal(left(), 0);
  controller.abort(reason);
  assert.equal(result.accepted, true);
});

test('an abort without a reason has the reason of the platform', async () => {
  const controller = new AbortController();
  const going = engine.run({ input: 'q', model: never, signal: controller.signal });
  controller.abort();
  const error = await rejection(going);
  assert.equal(error.name, 'AbortError');
  assert.equal(error.cause, controller.signal.reason);
});

test('a call that takes longer than its time fails, and its signal aborts', async () => {
  let signal;
  const model = (request) => {
    signal = request.signal;
    return never();
  };
  const error = await rejection(engine.run({ input: 'q', model, settings: { budget: { callTimeoutMs: 5 } } }));
  assert.equal(error.code, 'model_error');
  assert.equal(error.result.errors[0].code, 'timeout');
  assert.equal(signal.reason.name, 'TimeoutError');
});

test('no timer and no listener is left behind, however a call ends', async () => {
  const { signal, left } = counted();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const endings = [
    () => engine.run({ input: 'q', model: scriptedModel(['a', accept()]), signal }),
    () => engine.run({ input: 'q', model: scriptedModel([new Error('no')]), signal }),
    () => engine.run({ input: 'q', model: never, settings: { budget: { callTimeoutMs: 5 } } }),
    async () => {
      const stream = engine.stream({ input: 'q', model: never });
      await settled();
      assert.equal(timers(), before + 1, 'there is one while a call is out');
      stream.abort();
      return stream.result;
    },
  ];
  for (const end of endings) {
    await end().catch(() => {});
    assert.deepEqual([timers(), left()], [before, 0]);
  }
});

test('calls that are out at once have one timer, and each its own time', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  let out = 0;
  const verifiers = Object.fromEntries(
    ['one', 'two', 'three'].map((name) => [
      name,
      () => {
        out += 1;
        return never();
      },
    ]),
  );
  const stream = engine.stream({ input: 'q', model: () => 'a', verifiers, settings: { budget: { verifierTimeoutMs: 20 } } });
  while (out < 3) await settled();
  assert.equal(timers(), before + 1);
  const { errors } = await stream.result;
  assert.deepEqual(
    errors.slice(0, 3).map(({ code }) => code),
    ['timeout', 'timeout', 'timeout'],
  );
  assert.equal(timers(), before);
});

test('the reason of an abort is told, with a draft and without', async () => {
  const redact = (text) => text.replace('user', '[who]');
  for (const hang of ['answer', 'critique'])
    for (const [who, more] of Object.entries({ user: {}, '[who]': { redact } })) {
      const controller = new AbortController();
      const late = () => (setImmediate(() => controller.abort(new Error('user pressed stop'))), never());
      const model = ({ purpose }) => (purpose === hang ? late() : 'a');
      const error = await rejection(engine.run({ input: 'q', model, signal: controller.signal, ...more }));
      assert.equal(error.message, `the run was aborted: ${who} pressed stop`, hang);
    }
});

test('only calls that were made are counted', async () => {
  const count = ({ result }) => Object.entries(result.usage.byPurpose).map(([purpose, { calls }]) => [purpose, calls]);
  const shown = new AbortController();
  const asked = [];
  const model = ({ callId }) => (asked.push(callId), 'a');
  const first = { input: 'q', model, signal: shown.signal, onStep: () => shown.abort() };
  const error = await rejection(engine.run(first));
  assert.deepEqual([asked, count(error)], [['answer-1'], [['answer', 1]]]);
  for (const durable of [{}, { durable: { run: async (_name, fn) => fn() } }]) {
    const batch = new AbortController();
    const best = new ReflectEngine({ strategy: 'best-of-n', drafts: 5 });
    const stops = () => (batch.abort(), 'x');
    assert.deepEqual(count(await rejection(best.run({ input: 'q', model: stops, signal: batch.signal, ...durable }))), [
      ['answer', 1],
    ]);
  }
});

test('what came in the same tick as an abort, and before it, is kept', async () => {
  const goal = { objective: 'o', successCriteria: ['c'] };
  // How it is begun, and microtasks from which on what it gave has come: an agent is called by a function of ours.
  for (const [begin, first] of [
    [(model, signal) => engine.run({ input: 'q', signal, model, critic: never }), 0],
    [(agent, signal) => new Autopilot({ agent, goal }).run({ signal }), 1],
  ]) {
    for (let microtasks = first; microtasks < 4; microtasks++) {
      const [stop, draft] = [new AbortController(), deferred()];
      const run = rejection(begin(() => draft.promise, stop.signal));
      await settled();
      draft.resolve('a fine draft');
      for (let turn = 0; turn < microtasks; turn++) await null;
      stop.abort(reason);
      assert.equal(aborted(await run).output, 'a fine draft', `${microtasks} microtasks before`);
    }
  }
  // Three drafts at once, each in a call of its own since there is a tool, and an observer that ends the run at the first of them.
  const stop = new AbortController();
  const onCall = ({ type }) => type === 'end' && stop.abort(reason);
  const tools = [{ name: 'look', schema: { type: 'object' }, execute: never }];
  const task = { input: 'q', model: async ({ callId }) => callId, critic: never, tools, signal: stop.signal, onCall };
  const { trace } = aborted(await rejection(new ReflectEngine({ strategy: 'best-of-n', drafts: 3 }).run(task)));
  assert.deepEqual(column(trace.drafts, 'text'), ['answer-1', 'answer-2', 'answer-3']);
});

test('what comes after an abort, also from its own listeners, is late, and no tool runs any more', async () => {
  const stop = new AbortController();
  const model = ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('half a')));
  const run = rejection(engine.run({ input: 'q', signal: stop.signal, model }));
  await settled();
  stop.abort(reason);
  assert.equal(aborted(await run).output, '');

  const [end, check] = [new AbortController(), deferred()];
  let ran = 0;
  const schema = { '~standard': { version: 1, vendor: 'own', validate: () => check.promise } };
  const tools = [{ name: 'look', schema, execute: () => ++ran }];
  const called = { content: '', toolCalls: [{ name: 'look', arguments: {} }] };
  const waiting = rejection(engine.run({ input: 'q', signal: end.signal, model: () => called, tools }));
  await settled();
  check.resolve({ value: {} });
  end.abort(reason);
  aborted(await waiting);
  assert.equal(ran, 0);
});
