// Verifiers that see a draft while it is written, and may stop it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReflectEngine } from 'reflect-engine';
import { backtest } from 'reflect-engine/measure';
import { scriptedModel } from 'reflect-engine/testing';
import { replay, traceOf } from 'reflect-engine/trace';
import { length, mustNotContain } from 'reflect-engine/verifiers';
import { refusals, rejection } from './support.mjs';

/** A model that writes these texts word by word, one for each request, until its signal aborts. */
function writer(texts) {
  const calls = [];
  const model = async ({ purpose, callId, signal, onDelta }) => {
    if (purpose === 'critique') return '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}';
    const text = texts[calls.length] ?? texts.at(-1);
    const call = { callId, written: '', aborted: false, reason: undefined, streams: onDelta !== undefined };
    calls.push(call);
    for (const word of text.match(/\S+\s*/g)) {
      await sleep(1);
      if (signal.aborted) {
        call.aborted = true;
        call.reason = signal.reason;
        throw signal.reason;
      }
      call.written += word;
      onDelta?.(word);
    }
    return { content: text, usage: { inputTokens: 10, outputTokens: 10 } };
  };
  return Object.assign(model, { calls });
}

const LONG = `red ${'and so on '.repeat(40)}`;
const has = (word) => (text) => (text.includes(word) ? `do not say ${word}` : true);
const noRed = { check: has('red'), partial: has('red') };
const run = (task, settings) => new ReflectEngine(settings).run({ input: 'Name a colour.', critic: false, ...task });

test('a partial verifier stops a draft, its call ends, and the next is told', async () => {
  const model = writer([LONG, 'blue']);
  const requests = [];
  const events = [];
  const result = await run({
    model: (request) => {
      requests.push(request);
      return model(request);
    },
    verifiers: { noRed },
    onDraft: (event) => events.push(event),
  });
  const [first, second] = result.trace.drafts;
  assert.deepEqual([result.status, result.output, result.acceptedBy], ['ok', 'blue', 'verifier']);
  assert.deepEqual(
    [first.text.trim(), first.stoppedBy, first.judged, first.verifiers.noRed],
    ['red', 'noRed', true, { passed: false, issues: ['do not say red'] }],
  );
  assert.deepEqual([second.stoppedBy, second.verifiers.noRed], [undefined, { passed: true }]);
  assert.equal(model.calls[0].aborted, true);
  assert.match(model.calls[0].reason.message, /`noRed` stopped the draft/);
  assert.ok(model.calls[0].written.length < 20, model.calls[0].written);
  assert.ok(requests[1].messages.some(({ content }) => content.includes('do not say red')));
  // What was paid is counted: here nobody told it.
  const { answer, revision } = result.usage.byPurpose;
  const { calls, failed, estimated, inputTokens } = answer;
  const others = revision ?? { calls: 0 };
  assert.deepEqual([calls + others.calls, failed], [2, 0]);
  assert.ok(result.usage.total.estimated === true && inputTokens > 0, JSON.stringify({ estimated, ...answer }));
  const shown = events.filter(({ type, draftIndex }) => type === 'draft.delta' && draftIndex === 0).map(({ delta }) => delta);
  assert.equal(shown.join(''), 'red ');
  assert.deepEqual(events.at(-1), { type: 'draft.accepted', runId: result.runId, draftIndex: 1, text: 'blue' });
});

test('a text that was stopped is never accepted, whoever would accept it, and never lost', async () => {
  const partial = (text) => !text.includes('red');
  for (const strategy of ['keep-best', 'best-of-n', 'classic'])
    for (const critic of [false, undefined]) {
      const settings = { strategy, maxReflections: 1, ...(strategy === 'best-of-n' && { drafts: 2 }) };
      const { status, output, reviewReasons, trace } = await run(
        { model: writer([LONG]), critic, verifiers: { lax: { check: () => true, partial }, other: () => true } },
        settings,
      );
      assert.deepEqual([status, output.trim()], ['needs_review', 'red'], `${strategy} ${critic}`);
      assert.ok(reviewReasons.includes('verifier_failed') && reviewReasons.includes('draft_cut'), `${reviewReasons}`);
      for (const { verifiers, stoppedBy } of trace.drafts) {
        assert.deepEqual([verifiers, stoppedBy], [{ lax: { passed: false } }, 'lax'], `${strategy} ${critic}`);
      }
    }
});

test('there is one look at a draft at a time, and only at the text of the draft', async () => {
  const seen = [];
  let [open, most] = [0, 0];
  const look =
    (name) =>
    async (text, { signal, input, draftIndex, iteration, callId, toolCalls }) => {
      open += 1;
      most = Math.max(most, open);
      seen.push([name, text]);
      assert.ok(signal instanceof AbortSignal && input === 'Name a colour.' && toolCalls.length === 0);
      assert.deepEqual([draftIndex, iteration, callId], [0, 1, `answer-1.${name}`]);
      await sleep(3);
      open -= 1;
    };
  const text = `<think>red? no</think>${'blue and more blue '.repeat(10)}`;
  const result = await run({
    model: writer([text]),
    verifiers: { a: { check: () => true, partial: look('a') }, b: { check: () => true, partial: look('b') } },
  });
  assert.deepEqual([result.status, result.errors], ['ok', []]);
  assert.deepEqual([most, new Set(seen.map(([name]) => name)).size], [1, 2]);
  assert.ok(seen.length < 30, 'pieces that come meanwhile are seen together');
  for (const [, text] of seen) assert.ok(text.startsWith('blue') && !text.includes('think'), text);
  assert.ok(result.trace.drafts[0].text.startsWith(seen.at(-1)[1].trim()));
});

test('an asynchronous look stops a draft, too, and what came meanwhile is part of it', async () => {
  const partial = async (text) => {
    await sleep(5);
    return { passed: !text.includes('red'), issues: ['no red', 'at all'] };
  };
  const result = await run({ model: writer([LONG, 'blue']), verifiers: { noRed: { check: () => true, partial } } });
  const [{ text, verifiers }] = result.trace.drafts;
  assert.ok(text.startsWith('red and') && text.length < LONG.length / 2, text);
  assert.deepEqual([result.output, verifiers.noRed.issues], ['blue', ['no red', 'at all']]);
});

test('a look that is still out when the draft is whole is not waited for, and hears so', async () => {
  let heard;
  const partial = (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => (heard = signal.reason.message)));
  const { status, errors } = await run({ model: writer(['blue']), verifiers: { slow: { check: () => true, partial } } });
  assert.deepEqual([status, errors, heard], ['ok', [], 'the draft is whole']);
});

test('a broken partial stops nothing, is told once for each draft, and the check judges', async () => {
  const never = () => new Promise(() => {});
  const thrown = () => {
    throw new TypeError('oops');
  };
  const VERDICT = 'a verdict must be true or false, an issue, a list of issues or { passed, issues?, score? }, got';
  for (const [partial, message, code = 'verifier_error'] of [
    [thrown, 'oops'],
    [async () => thrown(), 'oops'],
    [never, 'no answer within 20 ms (see `budget.verifierTimeoutMs`)', 'timeout'],
    [() => 7, `${VERDICT} a number`],
    [() => null, `${VERDICT} null`],
    [() => ({}), `${VERDICT} an object`],
    [() => '', 'an issue must be a string that is not blank'],
    [() => [7], 'an issue must be a string that is not blank'],
    [() => ({ passed: false, issues: 'x' }), 'an issue must be a string that is not blank'],
  ]) {
    const budget = { verifierTimeoutMs: 20 };
    const model = writer([`blue ${'and so on '.repeat(20)}`]);
    const { status, errors, trace } = await run({ model, verifiers: { odd: { check: () => true, partial } } }, { budget });
    assert.deepEqual([status, trace.drafts.length], ['ok', 1], message);
    const told = errors.map(({ code, message, callId }) => [code, message, callId]);
    assert.deepEqual(told, [[code, `\`partial\` of verifier \`odd\`: ${message}`, 'answer-1']], message);
  }
  const failed = { check: () => false, partial: thrown };
  const { status, errors } = await run({ model: writer(['blue']), verifiers: { failed } }, { maxReflections: 2 });
  assert.deepEqual([status, errors.length], ['needs_review', 3]);
});

test('a failed assertion in a partial stops a draft with its message', async () => {
  const partial = (text) => assert.doesNotMatch(text, /red/, 'no red');
  const { trace, errors } = await run({ model: writer([LONG, 'blue']), verifiers: { a: { check: () => true, partial } } });
  assert.deepEqual([trace.drafts[0].verifiers.a.issues, errors], [['no red'], []]);
});

test('a model that does not stream is never interrupted, and the check judges', async () => {
  const looks = [];
  const watch = { check: (draft) => draft === 'blue' || 'no', partial: (text) => !looks.push(text) };
  const silent = await run({ model: scriptedModel(['red', 'blue']), verifiers: { watch } });
  assert.deepEqual([silent.output, silent.status, looks], ['blue', 'ok', []]);
  assert.equal(silent.trace.drafts[0].stoppedBy, undefined);
  const deaf = scriptedModel([{ deltas: ['red', ' and'], ignoreSignal: true }, 'blue']);
  const stopped = await run({ model: deaf, verifiers: { watch: { ...watch, partial: () => 'stop' } } });
  assert.deepEqual([stopped.output, stopped.trace.drafts[0].text], ['blue', 'red'], 'the rest of a deaf model is not heard');
});

test('drafts that are written at once are stopped one by one', async () => {
  for (const [settings, critic] of [
    [{ strategy: 'best-of-n', drafts: 3 }, false],
    [{ strategy: 'best-of-n', drafts: 3 }, undefined],
  ]) {
    const model = writer([LONG, 'blue', LONG]);
    const result = await run({ model, critic, verifiers: { noRed } }, settings);
    assert.deepEqual([result.output, result.status], ['blue', 'ok']);
    assert.ok(model.calls.every(({ streams }) => streams));
    for (const [at, { text, stoppedBy }] of result.trace.drafts.entries())
      assert.deepEqual([text.trim(), stoppedBy], at % 2 === 0 ? ['red', 'noRed'] : ['blue', undefined]);
  }
});

test('usable, answer and other verifiers do not see a part of a draft', async () => {
  const seen = [];
  const note = (draft) => seen.push(draft) > 0;
  const answer = (draft) => (seen.push(draft), draft);
  const result = await run({ model: writer([LONG, 'blue']), verifiers: { noRed, note }, usable: note, answer });
  assert.deepEqual([result.output, [...new Set(seen)]], ['blue', ['blue']]);
});

/** A host that remembers what its steps gave; `calls` counts those that were made. */
function host(stored = new Map()) {
  const durable = {
    now: () => 1_000,
    run: async (name, fn) => {
      if (!stored.has(name)) stored.set(name, JSON.stringify((await fn()) ?? null));
      return JSON.parse(stored.get(name));
    },
    all: (steps) => Promise.all(steps),
  };
  return { durable, stored };
}

test('a durable host remembers that a draft was stopped, and what went wrong', async () => {
  const broken = { check: () => true, partial: () => 7 };
  const { durable, stored } = host();
  const first = await run({ model: writer([LONG, 'blue']), verifiers: { broken, noRed }, durable });
  assert.deepEqual([first.output, first.trace.drafts[0].stoppedBy, first.errors.length], ['blue', 'noRed', 2]);
  const model = () => assert.fail('nobody is asked again');
  const again = await run({ model, verifiers: { broken, noRed }, durable: host(stored).durable });
  assert.deepEqual(
    [again.output, again.trace.drafts, again.errors, again.usage],
    [first.output, first.trace.drafts, first.errors, first.usage],
  );
});

test('a run is recorded, replayed and resumed with its stopped drafts', async () => {
  const broken = { check: () => true, partial: () => 7 };
  const settings = { maxReflections: 1 };
  const result = await run({ model: writer([LONG]), verifiers: { noRed, broken } }, settings);
  const trace = traceOf(result);
  assert.deepEqual(JSON.parse(JSON.stringify(replay(trace))), JSON.parse(JSON.stringify(result)));
  assert.deepEqual([trace.task.partial, trace.calls[0].reply.stopped.verifier], [true, 'noRed']);
  const { runs } = backtest([trace], { maxReflections: 0 });
  assert.deepEqual(
    runs.map(({ accepted, missing }) => [accepted, missing]),
    [[false, undefined]],
  );
  const task = {
    model: writer(['blue']),
    critic: false,
    verifiers: { noRed, broken },
    review: { accepted: false, feedback: 'go on' },
  };
  const resumed = await new ReflectEngine().resume(result.snapshot, task);
  assert.deepEqual([resumed.output, resumed.status, resumed.trace.drafts[0].stoppedBy], ['blue', 'ok', 'noRed']);
  assert.deepEqual(resumed.errors.slice(0, result.errors.length), result.errors);
});

test('an abort at the same time ends the run, and a stopped draft is kept as failed', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const partial = (text) => {
    if (!text.includes('red')) return true;
    controller.abort(reason);
    return 'no red';
  };
  const task = { model: writer([LONG]), verifiers: { a: { check: () => true, partial } }, signal: controller.signal };
  const { name, cause, result } = await rejection(run(task));
  assert.deepEqual([name, cause], ['AbortError', reason]);
  assert.equal(result.accepted, false);
  for (const { verifiers } of result.trace.drafts) assert.equal(verifiers.a.passed, false);
});

test('a gate hands in whole drafts, at which no partial looks', async () => {
  let looks = 0;
  const watch = { check: (draft) => draft === 'blue' || 'no', partial: () => Boolean(++looks) };
  const gate = new ReflectEngine().gate({ input: 'Name a colour.', critic: false, verifiers: { watch } });
  assert.deepEqual((await gate.submit('red')).issues, ['no']);
  const { done, result } = await gate.submit('blue');
  assert.deepEqual([done, result.status, looks], [true, 'ok', 0]);
});

test('a stream ends with the accepted text alone', async () => {
  const stream = new ReflectEngine().stream({ input: 'q', model: writer([LONG, 'blue']), critic: false, verifiers: { noRed } });
  let text = '';
  for await (const piece of stream.textStream) text += piece;
  assert.equal(text, 'blue');
});

test('verifiers of this package stop what no further word can mend', async () => {
  const words = LONG.split(' ').length;
  for (const [verifier, text, stopped] of [
    [length({ max: 5, unit: 'words' }), LONG, true],
    [length({ min: 3, max: 5, unit: 'words' }), 'one two three four', false],
    [length({ max: 4, unit: 'characters' }), 'blue \n', false],
    [length({ min: words, unit: 'words' }), LONG, false],
    [mustNotContain('and so'), LONG, true],
    [mustNotContain(/and$/), 'red and blue', false],
  ]) {
    const { trace } = await run({ model: writer([text, 'blue one two']), verifiers: { verifier } });
    assert.equal(trace.drafts[0].stoppedBy, stopped ? 'verifier' : undefined, text.slice(0, 20));
  }
  assert.equal(length({ max: 1, unit: 'words' })('blue').passed, true, 'each can be called by itself');
});

test('a verifier of another form is refused, naming the field', async () => {
  const refused = (verifier) => run({ model: () => '', verifiers: { a: verifier } });
  await refusals('invalid_task', [
    [() => refused(7), '`verifiers.a` must be a function or { check, partial }, got a number'],
    [() => refused({}), '`verifiers.a` must be a function or { check, partial }, got an object'],
    [() => refused({ check: 7 }), '`verifiers.a.check` must be a function, got a number'],
    [() => refused({ check: () => true, partial: true }), '`verifiers.a.partial` must be a function, got a boolean'],
    [() => refused({ check: () => true, partail: () => true }), /partail.*partial/],
  ]);
});

test('a reply of a model cannot say that it was stopped', async () => {
  const reply = { content: 'blue', stopped: { verifier: 'a', verdict: false }, partialFaults: [{ code: 'x', message: 'y' }] };
  const { status, errors } = await run({ model: () => reply, verifiers: { a: () => true } });
  assert.deepEqual([status, errors], ['ok', []]);
});
