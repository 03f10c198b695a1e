import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, drain, lasting, refusals, reject, rejection, toolTurn, waiting } from './support.mjs';

const engine = new ReflectEngine({ strategy: 'classic', maxReflections: 2, advanced: { seed: 1, judgeLast: true } });
const replies = { 'answer-1': toolTurn('a', 'b') };

/** Answers every call by its kind; the same in every process. */
function answer(call) {
  if (call.kind === 'tool') return { tool: call.toolName };
  if (call.kind === 'verify') return { passed: call.draft !== 'draft 0' };
  if (call.purpose === 'critique') return call.draftIndex < 2 ? reject(4 + call.draftIndex) : accept();
  return replies[call.callId] ?? `draft ${call.draftIndex}`;
}

const hosted = {
  input: 'q',
  tools: [
    { name: 'a', schema: { type: 'object' } },
    { name: 'b', schema: { type: 'object' } },
  ],
  verifiers: { tests: undefined },
};

const driven = {
  model: (request) => answer({ kind: 'model', draftIndex: request.iteration - 1, ...request }),
  tools: ['a', 'b'].map((name) => tool({ name, schema: { type: 'object' }, execute: () => ({ tool: name }) })),
  verifiers: { tests: (draft) => ({ passed: draft !== 'draft 0' }) },
};

/** A run by hand, with its snapshot at every waiting point and after every reply. */
function byHand() {
  const run = engine.start(hosted);
  const snapshots = [];
  const calls = [];
  for (;;) {
    const outputs = drain(run, 1_000);
    const { type, result } = outputs.at(-1);
    if (type === 'done') return { snapshots, result };
    calls.push(...outputs.filter(({ call }) => call).map(({ call }) => call));
    snapshots.push(run.snapshot());
    // The last of several calls first: they may be answered in any order.
    const call = calls.pop();
    run.reply(call.callId, answer(call), 1_000);
  }
}

test('a run resumed from any waiting point ends as it would have', async () => {
  const { snapshots, result } = byHand();
  assert.equal(result.status, 'ok');
  assert.ok(snapshots.length >= 10, String(snapshots.length));
  for (const [at, snapshot] of snapshots.entries()) {
    const resumed = await engine.resume(snapshot, driven);
    // Whose word the critic's is only a run of the package knows.
    assert.deepEqual(lasting({ ...resumed, reviewReasons: [] }), lasting(result), `snapshot ${at}`);
  }
});

test('settings given on resume are laid over those of the snapshot', async () => {
  const strict = await engine.run({ input: 'q', model: scriptedModel(['a', reject(7)]), settings: { maxReflections: 0 } });
  const model = scriptedModel(['b', reject(6)]);
  const task = {
    model,
    review: { accepted: false, feedback: 'More.' },
    settings: { acceptanceThreshold: 6, advanced: { judgeLast: true } },
  };
  const resumed = await new ReflectEngine({ strategy: 'classic' }).resume(strict.snapshot, task);
  assert.equal(resumed.accepted, true);
  const again = await new ReflectEngine({ strategy: 'classic', acceptanceThreshold: 9 }).resume(strict.snapshot, {
    ...task,
    model: scriptedModel(['b', reject(6)]),
  });
  assert.equal(again.accepted, true, 'those of the task go before those of the engine');
  const error = await rejection(engine.resume(strict.snapshot, { model, settings: { acceptanceThreshold: 11 } }));
  assert.equal(error.code, 'invalid_settings');
});

test('hostile and damaged snapshots are refused, never a trap', async () => {
  const { snapshots } = byHand();
  const good = JSON.parse(snapshots[3]);
  const paths = [];
  const stack = [[good, []]];
  for (const [value, path] of stack) {
    for (const [key, child] of Object.entries(value)) {
      paths.push([...path, key]);
      if (typeof child === 'object' && child !== null) stack.push([child, [...path, key]]);
    }
  }
  const mutants = paths.flatMap((path) => [null, -1, 1e308, 'x', [], {}, undefined].map((value) => mutated(good, path, value)));
  const texts = [
    '',
    '{',
    'null',
    '[]',
    '{}',
    '"x"',
    '['.repeat(200_000),
    `{"version":1,"x":${'{"a":'.repeat(5_000)}`,
    snapshots[3].slice(0, -9),
  ];
  const outcomes = { refused: 0, ended: 0 };
  for (const text of [...texts, ...mutants.map((m) => JSON.stringify(m))]) {
    const going = engine.resume(text, { ...driven, settings: { budget: { maxCalls: 20 } } });
    const outcome = await going.then(() => 'ended').catch(({ code }) => code);
    assert.notEqual(outcome, 'engine_trap', text.slice(0, 300));
    assert.match(outcome, /^[a-z_]+$/);
    outcomes[outcome === 'ended' ? 'ended' : 'refused'] += 1;
  }
  for (const text of texts) assert.equal((await rejection(engine.resume(text, driven))).code, 'invalid_snapshot');
  assert.ok(outcomes.refused > 200, JSON.stringify(outcomes));
  assert.equal((await rejection(engine.resume(undefined, driven))).code, 'invalid_snapshot');
});

test('a snapshot with a value that nests too deep is refused, however often', async () => {
  const { snapshots } = byHand();
  for (const depth of [70, 5_000]) {
    const deep = snapshots[3].replace(/"value":/, `"value":${'['.repeat(depth)}${']'.repeat(depth)},"was":`);
    for (let i = 0; i < 101; i += 1) {
      const { code, message } = await rejection(engine.resume(deep, driven));
      assert.equal(code, 'invalid_snapshot');
      assert.match(message, /nested deeper than 64$/);
    }
  }
});

function mutated(good, path, value) {
  const copy = structuredClone(good);
  const holder = path.slice(0, -1).reduce((at, key) => at[key], copy);
  holder[path.at(-1)] = value;
  return copy;
}

test('a review of a run that is not finished, or of the wrong shape, is refused', async () => {
  const { snapshots, result } = byHand();
  assert.equal((await rejection(engine.resume(snapshots[0], { ...driven, review: { accepted: true } }))).code, 'misuse');
  for (const review of [null, {}, { accepted: 'yes' }, { accepted: false, feedback: 1 }]) {
    assert.equal((await rejection(engine.resume(result.snapshot, { ...driven, review }))).code, 'invalid_task');
  }
});

test('without a tool, a verifier or a critic that the run had, resume is refused before a call', async () => {
  const { snapshots } = byHand();
  const model = () => assert.fail('asked');
  const { tools, verifiers } = driven;
  const usable = model;
  const outputSchema = { type: 'object' };
  const judged = waiting(engine, { input: 'q', critic: [model, model], usable: true, outputSchema });
  const cases = [
    [snapshots[1], { verifiers }, '`tools.a` is missing: the run in the snapshot has it; give it to `resume` again'],
    [snapshots[1], { tools: tools.slice(0, 1), verifiers }, /^`tools\.b` is missing/],
    [snapshots[1], { tools }, /^`verifiers\.tests` is missing/],
    [judged, { critic: [model, model], usable }, /^`outputSchema` is missing/],
    [judged, { critic: [model, model], outputSchema }, /^`usable` is missing/],
    [judged, { usable, outputSchema }, '`critic` is missing: the run in the snapshot has 2 critics; give it to `resume` again'],
  ];
  await refusals('invalid_task', cases, (snapshot, task) => engine.resume(snapshot, { model, ...task }));
});

test('a judge that the run in the snapshot has not is refused by name, not left unasked', async () => {
  const model = () => 'a';
  const asked = () => assert.fail('asked');
  const judge = () => accept();
  const one = waiting(engine);
  const none = waiting(engine, { input: 'q', critic: false, verifiers: { tests: undefined }, usable: true });
  const two = waiting(engine, { input: 'q', critic: [judge, judge] });
  const fix = 'start a new run to add it';
  const cases = [
    [one, { verifiers: { tests: asked } }, `\`verifiers.tests\`: the run in the snapshot has no verifier \`tests\`; ${fix}`],
    [none, { critic: false, verifiers: { tests: asked, more: asked } }, /^`verifiers\.more`: /],
    [one, { outputSchema: { type: 'object' } }, `\`outputSchema\`: the run in the snapshot has no output schema; ${fix}`],
    [one, { usable: asked }, `\`usable\`: the run in the snapshot has no \`usable\`; ${fix}`],
    [one, { critic: [judge, asked] }, `\`critic\`: the run in the snapshot has 1 critic, not 2; ${fix}`],
    [none, { critic: asked }, `\`critic\`: the run in the snapshot has no critic; ${fix}`],
    [two, { critic: [judge, judge, asked] }, `\`critic\`: the run in the snapshot has 2 critics, not 3; ${fix}`],
  ];
  await refusals('invalid_task', cases, (snapshot, task) => engine.resume(snapshot, { model, ...task }));
  const verifiers = { tests: () => ({ passed: true }) };
  assert.equal((await engine.resume(one, { model, critic: judge })).acceptedBy, 'critic');
  assert.equal((await engine.resume(none, { model, verifiers, usable: () => true })).acceptedBy, 'verifier');
  assert.equal((await engine.resume(two, { model, critic: [judge, judge] })).acceptedBy, 'critic');
});

test('a system prompt that is not the one of the run is refused, not left aside', async () => {
  const review = { accepted: false };
  const first = (extra) => engine.run({ input: 'q', model: scriptedModel(['a', accept()]), ...extra });
  const again = ({ snapshot }, extra) => engine.resume(snapshot, { model: scriptedModel(['b', accept()]), review, ...extra });
  const plain = await first({});
  const prompted = await first({ systemPrompt: 'Use sk-1.' });
  const fix = 'start a new run to change it';
  for (const [run, extra, has] of [
    [plain, { systemPrompt: 'x' }, 'no system prompt'],
    [prompted, { systemPrompt: 'x' }, 'another system prompt'],
  ]) {
    const error = await rejection(again(run, extra));
    const expected = ['invalid_task', `\`systemPrompt\`: the run in the snapshot has ${has}; ${fix}`];
    assert.deepEqual([error.code, error.message], expected);
  }
  assert.equal((await again(prompted, { systemPrompt: 'Use sk-1.' })).output, 'b');
  assert.equal((await again(prompted, {})).output, 'b');
});

test('a run in a snapshot is about its own question', async () => {
  const { snapshot } = await engine.run({ input: 'q', model: scriptedModel(['a', 'no verdict']) });
  const review = { accepted: true };
  const error = await rejection(engine.resume(snapshot, { input: 'another', model: () => 'b', review }));
  assert.deepEqual([error.code, /^`input`: .*another input; start a new run/.test(error.message)], ['invalid_task', true]);
  for (const input of ['q', undefined]) {
    assert.equal((await engine.resume(snapshot, { input, model: () => 'b', review })).accepted, true);
  }
});

test('a finished run that a person reviews shows the steps after it, and no step twice', async () => {
  const task = { input: 'q', model: scriptedModel(['a', reject(), 'b', accept()]) };
  const { snapshot, trace } = await new ReflectEngine().run(task);
  const shown = [];
  const resumed = await new ReflectEngine().resume(snapshot, {
    model: task.model,
    review: { accepted: true },
    onStep: ({ seq }) => shown.push(seq),
  });
  assert.deepEqual(shown, [trace.steps.length]);
  assert.equal(resumed.trace.steps.length, trace.steps.length + 1);
});

test('a run that was aborted during any call goes on from there, and its steps are told once', async () => {
  const { result } = byHand();
  const calls = Object.values(result.usage.byPurpose).reduce((sum, purpose) => sum + purpose.calls, 0);
  for (let last = 1; last <= calls; last += 1) {
    const stop = new AbortController();
    const told = [];
    let made = 0;
    const model = (request) => {
      made += 1;
      if (made !== last) return driven.model(request);
      stop.abort(new Error('lunch'));
      return new Promise(() => {});
    };
    const task = { ...driven, onStep: ({ type, seq }) => told.push(`${seq} ${type}`) };
    const { result: aborted } = await rejection(engine.run({ ...task, input: 'q', model, signal: stop.signal }));
    assert.equal(aborted.stopReason, 'aborted');
    const resumed = await engine.resume(aborted.snapshot, task);
    assert.equal(resumed.output, result.output, `call ${last}`);
    assert.deepEqual(
      told,
      resumed.trace.steps.map(({ type, seq }) => `${seq} ${type}`),
    );
  }
});
