// The host drives the run by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReflectError, ReflectEngine } from 'reflect-engine';
import { accept, columns, drain, kinds, refusals, reject, revoked, thrown } from './support.mjs';

const engine = new ReflectEngine({ strategy: 'classic', advanced: { seed: 1 } });

/** The call that a run makes next. */
function next(run) {
  return drain(run).find(({ type }) => type === 'call').call;
}

test('steps, calls and waits come in order, and calls have names', () => {
  const run = engine.start({ input: 'q' });
  const told = () => drain(run).map(({ type, call }) => call?.callId ?? type);
  assert.deepEqual(told(), ['answer-1', 'wait']);
  run.reply('answer-1', 'a', 1);
  assert.deepEqual(told(), ['step', 'critique-1', 'wait']);
  run.reply('critique-1', { content: accept() }, 2);
  const outputs = drain(run);
  assert.deepEqual(kinds(outputs), ['step', 'step', 'done']);
  assert.equal(outputs.at(-1).result.accepted, true);
  assert.deepEqual(drain(run).at(-1), outputs.at(-1), 'polling a finished run again gives the same');
});

test('input out of turn is refused and changes nothing', () => {
  const run = engine.start({ input: 'q' });
  const misuses = [() => run.reply('answer-1', 'a'), () => run.fail('answer-1', new Error('no'))];
  for (const misuse of misuses) assert.equal(thrown(misuse).code, 'misuse');
  drain(run);
  for (const id of ['answer-2', '', '__proto__']) assert.equal(thrown(() => run.reply(id, 'a')).code, 'misuse', id);
  assert.equal(thrown(() => run.poll(Number.NaN)).code, 'misuse');
  run.reply('answer-1', 'a');
  assert.equal(thrown(() => run.reply('answer-1', 'a')).code, 'misuse');
  drain(run);
  run.reply('critique-1', accept());
  assert.equal(drain(run).at(-1).result.output, 'a');
  assert.equal(thrown(() => run.reply('critique-1', accept())).code, 'misuse');
});

/** A run that has ended without a judgement. */
function finished() {
  const run = engine.start({ input: 'q', settings: { maxReflections: 0 } });
  drain(run);
  run.reply('answer-1', 'a');
  drain(run);
  return run;
}

test('a review of the wrong shape is refused, and changes nothing', () => {
  const run = finished();
  const before = run.snapshot();
  for (const accepted of [1, '1', 'true', [1], { accepted: true }, null, undefined, new Date()]) {
    assert.equal(thrown(() => run.review(accepted)).code, 'invalid_task', JSON.stringify(accepted));
  }
  for (const feedback of [5, {}, ['more'], true, { length: 40, charCodeAt: () => 65 }, null]) {
    const { code, message } = thrown(() => run.review(false, feedback));
    assert.equal(code, 'invalid_task');
    assert.ok(message.startsWith('`review` must be { accepted: boolean, feedback?: string }, got an object'), message);
  }
  assert.equal(run.snapshot(), before);
  run.review(false, 'More.');
  assert.equal(next(run).purpose, 'revision');
});

test('a promise as a reply is misuse: the call is still out', () => {
  const run = engine.start({ input: 'q' });
  drain(run);
  const { code, message } = thrown(() => run.reply('answer-1', Promise.resolve('a')));
  assert.deepEqual([code, message], ['misuse', '`response` must be the answer itself, got a promise: wait for it first']);
  run.reply('answer-1', 'a');
  assert.equal(next(run).callId, 'critique-1');
});

test('a time or a name of the wrong type is misuse that names it, and the run goes on', () => {
  const hostile = Object.create(null);
  const run = engine.start({ input: 'q' });
  drain(run);
  const snapshot = run.snapshot();
  for (const ms of [1n, '1', null, {}, new Date(1)]) {
    for (const call of [
      () => run.poll(ms),
      () => run.reply('answer-1', 'a', ms),
      () => run.fail('answer-1', 'no', ms),
      () => run.abort('no', ms),
      () => run.review(true, undefined, ms),
      () => engine.start({ input: 'q' }, ms),
      () => engine.restore(snapshot, undefined, ms),
    ]) {
      const { code, message } = thrown(call);
      assert.equal(code, 'misuse', `${call}`);
      assert.match(message, /^`nowMs` must be a number of milliseconds, got /);
    }
  }
  for (const id of [1, hostile, Symbol('answer-1'), undefined, ['answer-1']]) {
    for (const call of [() => run.reply(id, 'a'), () => run.fail(id, 'no')]) {
      const { code, message } = thrown(call);
      assert.equal(code, 'misuse');
      assert.match(message, /^`callId` must be a string, got /);
    }
  }
  run.reply('answer-1', 'a', 1);
  assert.equal(next(run).callId, 'critique-1');
});

test('a mistake of the host is no trap, however often it is made', async () => {
  for (let mistake = 0; mistake < 150; mistake += 1) {
    const run = finished();
    assert.notEqual(thrown(() => run.review(false, 5)).code, 'engine_trap');
    assert.notEqual(thrown(() => run.poll(1n)).code, 'engine_trap');
  }
  const model = ({ purpose }) => (purpose === 'critique' ? accept() : 'a');
  assert.equal((await engine.run({ input: 'q', model })).status, 'ok');
});

test('what a run by hand has no use for is refused by name', async () => {
  const keys = ['onStep', 'onDraft', 'signal', 'durable', 'review'];
  const cases = keys.map((key) => [{ input: 'q', [key]: undefined }, new RegExp(`^\`${key}\` is not taken here: `)]);
  await refusals('invalid_task', cases, (task) => engine.start(task));
});

test('a run that failed names the call that it failed for', () => {
  const run = engine.start({ input: 'q' });
  drain(run);
  run.fail('answer-1', { code: 'model_error', message: 'down' });
  const { failure } = drain(run).at(-1).result;
  assert.deepEqual(failure, { code: 'model_error', message: 'down', callId: 'answer-1' });
});

test('a call fails with a code of the host', () => {
  const run = engine.start({ input: 'q', settings: { maxReflections: 1 } });
  drain(run);
  run.reply('answer-1', 'a');
  drain(run);
  run.fail('critique-1', { code: 'timeout', message: 'too slow' });
  const { result } = drain(run).at(-1);
  assert.equal(result.output, 'a');
  assert.deepEqual(result.errors.map(({ code, callId }) => [code, callId])[0], ['timeout', 'critique-1']);
});

test('what a callback threw gets the code of its kind', () => {
  const task = {
    input: 'q',
    tools: [{ name: 't', schema: { type: 'object' } }],
    verifiers: { v: undefined },
    settings: { maxReflections: 1, onVerifierError: 'revise' },
  };
  const run = engine.start(task);
  drain(run);
  run.reply('answer-1', { content: '', toolCalls: [{ name: 't', arguments: {} }] });
  run.fail(next(run).callId, new Error('no tool'));
  drain(run);
  run.reply('answer-2', 'a');
  run.fail(next(run).callId, new Error('no verifier'));
  drain(run);
  run.fail('critique-1', new Error('no critic'));
  const { errors, trace } = drain(run).at(-1).result;
  assert.equal(trace.steps.find(({ type }) => type === 'tool_result').error, 'no tool');
  assert.deepEqual(columns(errors, 'code', 'message'), [
    ['tool_error', 'no tool'],
    ['verifier_error', 'verifier `v`: no verifier'],
    ['model_error', 'no critic'],
  ]);
});

test('replies are made plain JSON, and one that is too large is a failed call', () => {
  const cyclic = { content: 'a', metadata: {} };
  cyclic.metadata.self = cyclic;
  for (const [reply, output] of [
    [cyclic, 'a'],
    ['x'.repeat(17_000_000), ''],
    [{ content: 5n }, ''],
    [revoked(), ''],
  ]) {
    const run = engine.start({ input: 'q', settings: { maxReflections: 0 } });
    drain(run);
    run.reply('answer-1', reply);
    const { result } = drain(run).at(-1);
    assert.equal(result.output, output);
    if (output === '') assert.equal(result.errors[0].code, 'bad_response');
  }
  const run = engine.start({ input: 'q' });
  drain(run);
  run.fail('answer-1', revoked());
  assert.equal(drain(run).at(-1).type, 'done', 'what cannot be looked at fails as anything else');
});

test('a verdict’s score that is no number is a mistake of the verifier, and a usage that is none is not told', () => {
  for (const [got, score] of Object.entries({ 'a string': '5', NaN: Number.NaN, '-Infinity': Number.NEGATIVE_INFINITY })) {
    const run = engine.start({ input: 'q', critic: false, verifiers: { v: null }, settings: { maxReflections: 0 } });
    drain(run);
    run.reply('answer-1', { content: 'a', usage: { inputTokens: Number.NaN, outputTokens: Number.NaN } });
    run.reply(next(run).callId, { passed: true, score });
    const { accepted, errors, usage } = drain(run).at(-1).result;
    const expected = [false, 'verifier_error', `verifier \`v\`: \`score\` must be a number, got ${got}`];
    assert.deepEqual([accepted, errors[0]?.code, errors[0]?.message], expected);
    assert.ok(usage.total.estimated && usage.total.inputTokens > 0);
  }
});

test('a freed run says so', () => {
  const run = engine.start({ input: 'q' });
  run.free();
  run[Symbol.dispose]();
  const error = thrown(() => run.poll());
  assert.ok(isReflectError(error));
  assert.equal(error.code, 'misuse');
});

test('a run is restored from its snapshot, and reviewed when it has ended', () => {
  const first = engine.start({ input: 'q', settings: { maxReflections: 0 } }, 1_000);
  const outputs = drain(first);
  const run = engine.restore(first.snapshot(), undefined, 2_000);
  assert.deepEqual(drain(run), outputs);
  run.reply('answer-1', 'a');
  assert.equal(drain(run).at(-1).result.status, 'needs_review');
  run.review(true);
  assert.equal(drain(run).at(-1).result.acceptedBy, 'human');
  assert.equal(thrown(() => engine.restore('{}')).code, 'invalid_snapshot');
});

test('a run that was aborted counts the same calls when it is restored', () => {
  const begin = (reply) => {
    const run = engine.start({ input: 'q', settings: { strategy: 'keep-best', maxReflections: 0, budget: { maxCalls: 9 } } }, 0);
    drain(run);
    if (reply) run.reply('answer-1', 'a', 0);
    return run;
  };
  const judged = () => {
    const run = begin(true);
    drain(run);
    run.reply('critique-1', reject(), 0);
    drain(run);
    run.review(false, undefined, 0);
    return run;
  };
  const runs = {
    'while it waits': () => begin(false),
    'after a reply': () => begin(true),
    'between two polls': () => {
      const run = begin(true);
      assert.equal(run.poll(0).type, 'step');
      return run;
    },
    'before the first poll after a restore': () => engine.restore(begin(false).snapshot(), undefined, 0),
    'before the first poll after a review': judged,
    'in a revision that a review asked for': () => {
      const run = judged();
      drain(run);
      return run;
    },
  };
  for (const [when, reach] of Object.entries(runs)) {
    const run = reach();
    run.abort('stop', 0);
    const usage = ({ result }) => result.usage;
    assert.deepEqual(usage(drain(engine.restore(run.snapshot(), undefined, 0)).at(-1)), usage(drain(run).at(-1)), when);
  }
});
