import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { ResearchLoop } from 'reflect-engine/research';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, column, never, reject, rejection, toolTurn } from './support.mjs';

const engine = new ReflectEngine({ maxReflections: 1, advanced: { seed: 1 } });

const plain = ({ trace, output, status }) => ({ steps: trace.steps.map(({ nowMs, ...step }) => step), output, status });

test('faults of observers stand among the errors of the run where they happened', async () => {
  const model = scriptedModel(['a', reject(), new Error('down')]);
  const onStep = ({ type }) => {
    if (type !== 'reflection') throw new Error(type);
  };
  const { errors } = await engine.run({ input: 'q', model, onStep });
  const told = errors.map(({ code, message }) => (code === 'callback_error' ? message : code));
  const failed = (type) => `\`onStep\` failed: ${type}`;
  assert.deepEqual(told, [failed('thought'), failed('thought'), 'model_error', failed('response')]);
  assert.deepEqual(column(errors, 'seq'), [1, 3, 3, 4]);
});

test('what an observer or a reader does to a step is nothing to the others', async () => {
  const spoil = (value) => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      spoil(value[key]);
      value[key] = key === 'seq' ? value[key] : -1;
    }
  };
  const task = () => ({ input: 'q', model: scriptedModel([{ deltas: ['first'] }, reject(), { deltas: ['second'] }, accept()]) });
  const undisturbed = plain(await engine.run(task()));
  const events = [];
  const onDraft = ({ type, score, issues }) => events.push({ type, score, issues });
  await engine.run({ ...task(), onDraft, onStep: spoil });
  const stream = engine.stream({ ...task(), onDraft, onStep: spoil });
  for await (const step of stream) spoil(step);
  const read = [];
  for await (const { nowMs, ...step } of stream) read.push(step);
  assert.deepEqual(read, undisturbed.steps);
  assert.deepEqual(plain(await stream.result), undisturbed);
  const rejected = { type: 'draft.rejected', score: 4, issues: ['too short'] };
  const told = events.filter(({ type }) => type === 'draft.rejected');
  assert.deepEqual(told, [rejected, rejected]);
});

/** A task with every kind of call, and what an observer is told of them. */
function watched(task) {
  const told = [];
  const usage = { inputTokens: 3, outputTokens: 2 };
  const onCall = ({ runId, ...event }) => told.push(event);
  const model = scriptedModel([toolTurn('look'), { content: 'one', usage }, accept()]);
  const tools = [{ name: 'look', execute: () => Promise.reject(new Error('no SECRET')) }];
  const verifiers = { fine: () => ({ passed: true }) };
  return { told, usage, task: { input: 'q', model, tools, verifiers, onCall, ...task } };
}

test('each call is told when it begins and when it ends, with what it took and what came of it', async () => {
  const { told, usage, task } = watched({ redact: (text) => text.replaceAll('SECRET', '…') });
  await engine.run(task);
  const of = (callId, purpose, iteration) => ({ callId, purpose, iteration, attempt: 1 });
  const calls = [
    [of('answer-1', 'answer', 1), {}],
    [of('tool-1.look', 'tool', 1), { error: { code: 'tool_error', message: 'no …' } }],
    [of('answer-2', 'answer', 1), { usage }],
    [of('verify-1.fine', 'verify', 1), { verdict: { passed: true } }],
    [of('critique-1', 'critique', 1), {}],
  ];
  const expected = calls.flatMap(([call, came]) => [
    { type: 'start', ...call },
    { type: 'end', ...call, ...came },
  ]);
  const untimed = told.map(({ durationMs, ...event }) => event);
  assert.deepEqual(untimed, expected);
  for (const { type, durationMs } of told) assert.equal(type === 'end', durationMs >= 0);
});

test('the end of a verifier tells what it said, in whatever form', async () => {
  const whole = { passed: false, issues: ['a'], score: 3 };
  const rows = [
    [true, { passed: true }],
    ['too long', { passed: false, issues: ['too long'] }],
    [[], { passed: true, issues: [] }],
    [['a', 'b'], { passed: false, issues: ['a', 'b'] }],
    [whole, whole],
    [{ passed: 'yes' }, undefined],
    [7, undefined],
    [null, undefined],
  ];
  for (const [said, verdict] of rows) {
    const { told, task } = watched({ verifiers: { check: () => said } });
    await engine.run(task);
    const ends = told.filter(({ type, callId }) => type === 'end' && callId === 'verify-1.check');
    assert.deepEqual(ends[0].verdict, verdict, JSON.stringify(said));
  }
});

test('a call that is aborted or takes too long has an end too, and one that is not begun has neither', async () => {
  for (const [limit, code] of [
    [() => ({ settings: { budget: { callTimeoutMs: 20 } } }), 'timeout'],
    [() => ({ signal: AbortSignal.timeout(20) }), 'aborted'],
  ]) {
    const { told, task } = watched({ ...limit(), model: never });
    await rejection(engine.run(task));
    const codes = told.map(({ type, error }) => [type, error?.code]);
    assert.deepEqual(codes, [
      ['start', undefined],
      ['end', code],
    ]);
  }
  const { told, task } = watched({ signal: AbortSignal.abort() });
  await rejection(engine.run(task));
  assert.deepEqual(told, []);
});

test('an observer that aborts at the start of a call stops it, and is told of its end', async () => {
  const abort = new AbortController();
  const told = [];
  const onCall = ({ type, callId }) => {
    told.push(`${type} ${callId}`);
    abort.abort();
  };
  const model = scriptedModel(['a']);
  await rejection(engine.run({ input: 'q', model, signal: abort.signal, onCall }));
  assert.deepEqual([told, model.requests.length], [['start answer-1', 'end answer-1'], 0]);
});

test('calls of a durable host, of a stream and of a research loop are told', async () => {
  const times = ({ told }) => told.map(({ type }) => type).join(' ');
  const durable = watched({ durable: { run: (_name, fn) => fn(), all: (steps) => Promise.all(steps) } });
  await engine.run(durable.task);
  const streamed = watched();
  await engine.stream(streamed.task).result;
  assert.deepEqual([times(durable), times(streamed)], [Array(5).fill('start end').join(' '), times(durable)]);
  const told = [];
  const research = () => [{ path: 'a', value: 1, sourceId: 's' }];
  const loop = new ResearchLoop({ canonicalModel: { fields: [{ path: 'a' }] }, evaluator: false });
  await loop.run({ query: 'q', research, onCall: ({ type, purpose }) => told.push(`${type} ${purpose}`) });
  assert.deepEqual(told.slice(0, 2), ['start research', 'end research']);
});
