// Answers that can be compared, and several completions in one call: through the package, with all that watches, saves and repeats a run.
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { replay, traceOf } from 'reflect-engine/trace';
import { codeOutputs, finalNumber, lastLine } from 'reflect-engine/verifiers';
import { accept, column, refusals, reject, rejection, remembering, throws, unreadable } from './support.mjs';

const signal = new AbortController().signal;
const key = (answer, draft) => answer(draft, { signal });
const engine = (settings) => new ReflectEngine(settings);
const three = { strategy: 'best-of-n', drafts: 3, maxReflections: 0 };
const texts = ({ trace }) => column(trace.drafts, 'text');

/** A critic that accepts everything, and of several drafts the first. */
const judge = ({ drafts }) =>
  drafts === undefined ? accept() : `[${drafts.map((draft) => (draft === 0 ? accept() : reject())).join()}]`;

/** Gives these to a request with `n`; accepts as above. */
const several = (reply) => (request) =>
  request.purpose === 'critique' ? judge(request) : request.n === undefined ? 'alone' : reply;

test('several completions of one call are drafts: one call, its usage once, no deltas, each draft told', async () => {
  const usage = { inputTokens: 7, outputTokens: 30 };
  const model = scriptedModel([
    { contents: ['one', { content: 'two' }, '<think>hm</think>three'], usage, model: 'm-1' },
    judge,
    judge,
  ]);
  const [events, calls] = [[], []];
  const result = await engine(three).run({ input: 'q', model, onDraft: (e) => events.push(e), onCall: (e) => calls.push(e) });
  assert.deepEqual(texts(result), ['one', 'two', 'three']);
  assert.deepEqual([model.requests[0].n, model.requests[0].onDelta, model.requests[1].n], [3, undefined, undefined]);
  assert.deepEqual(
    [result.output, result.usage.byPurpose.answer.calls, result.usage.byPurpose.answer.outputTokens],
    ['one', 1, 30],
  );
  assert.deepEqual(column(events, 'type'), ['draft.rejected', 'draft.rejected', 'draft.accepted']);
  assert.deepEqual(calls.find(({ type }) => type === 'end').usage, usage);
  assert.equal(result.trace.metadata.model, 'm-1');
});

test('a completion that came to nothing is left out, and the others are drafts', async () => {
  for (const gap of [null, { content: null, finishReason: 'content_filter' }]) {
    const model = scriptedModel([{ contents: ['one', gap, 'two'] }, 'three', judge, judge]);
    assert.deepEqual(texts(await engine(three).run({ input: 'q', model })), ['one', 'two', 'three']);
  }
});

test('a number that is a part of another one is no answer', () => {
  const parts = `1/6|5/6|1 / 6|12 000|95\u202f000|12'000|12_000|0xFF|0x10|0b101|1e1000|2^10|x^2|3×10⁵|10²|1½|√2|3:30|\\frac{1}{3}`;
  for (const text of parts.split('|')) assert.equal(key(finalNumber(), `It is ${text}.`), undefined, text);
  for (const [text, answer] of Object.entries({
    '5 km': '5',
    '5km': '5',
    '50 %': '50',
    '(5)': '5',
    '**42**': '42',
    '$1,000.50': '1000.5',
  }))
    assert.equal(key(finalNumber(), `It is ${text}.`), answer, text);
  assert.equal(key(finalNumber(), 'In 2024 it was 12'), '12');
  assert.equal(key(finalNumber(), 'Answer:42'), '42');
});

test('a run of several completions is traced, replayed and restored as it was', async () => {
  const model = scriptedModel([{ contents: ['one', 'two'], usage: { outputTokens: 3 } }, 'three', judge, judge]);
  const result = await engine({ ...three, advanced: { seed: 1 } }).run({ input: 'q', model });
  const trace = traceOf(result);
  assert.deepEqual([trace.calls[0].request.n, trace.calls[0].reply.contents], [3, ['one', 'two']]);
  assert.equal(JSON.stringify(replay(trace)), JSON.stringify(result));
  // Taken up in the middle, after the call that gave two.
  const first = engine(three).start({ input: 'q' }, 0);
  const { callId } = outputs(first)[0];
  first.reply(callId, { contents: ['one', 'two', 'three'] });
  const run = engine().restore(first.snapshot(), undefined, 0);
  assert.equal(outputs(run)[0].drafts.length, 3);
});

/** The calls that a run wants. */
function outputs(run) {
  const calls = [];
  for (let output = run.poll(0); output.type !== 'wait'; output = run.poll(0))
    if (output.type === 'call') calls.push(output.call);
  return calls;
}

test('a durable host stores one step for several drafts, and a repeated run takes them from it', async () => {
  const durable = remembering();
  const asked = [];
  const model = (request) => {
    asked.push(request.callId);
    return several({ contents: ['1 a', '2 b', '2 c'] })(request);
  };
  const task = { input: 'q', model, durable, answer: (draft) => draft.slice(0, 1) };
  const [first, again] = [await engine(three).run(task), await engine(three).run(task)];
  assert.deepEqual(asked, ['answer-1', 'critique-1']);
  assert.deepEqual([...durable.stored.keys()].sort(), [
    'answer-1',
    'critique-1',
    'verify-1.answer',
    'verify-2.answer',
    'verify-3.answer',
  ]);
  assert.deepEqual(again.trace.drafts, first.trace.drafts);
  assert.deepEqual([first.output, first.acceptedBy], ['2 b', 'critic']);
});

test('a reply of several that is none is a failed call in words, and each draft is asked for alone', async () => {
  const rows = [
    [{ contents: [] }, /^`contents` must hold 1 to `n` texts/],
    [{ contents: ['a', 'b', 'c', 'd'] }, /^`contents` must hold 1 to `n` texts/],
    [{ contents: ['a', 7] }, /^`contents` must hold 1 to `n` texts/],
    [{ contents: [{ contents: ['a'] }] }, /^`contents` must hold 1 to `n` texts/],
    [{ contents: 'a' }, /^`contents` must hold 1 to `n` texts/],
    [{ contents: ['a'], content: 'b' }, /^`contents` must hold/],
    [{ Contents: ['a'] }, /`Contents` in place of `contents`/],
    [{ contents: ['a', Promise.resolve('b')] }, /returned a promise at `contents\[1\]`: await it/],
    [unreadable('no look', 'contents'), /^`content` must be a string/],
    [throws(new Error('400 n is not supported')), /^400 n is not supported$/],
  ];
  for (const [reply, message] of rows) {
    const model = (request) => several(typeof reply === 'function' ? undefined : reply)(request) ?? reply();
    const { errors, trace } = await engine(three).run({ input: 'q', model });
    assert.match(errors[0].message, message);
    assert.deepEqual([errors[0].callId, column(trace.drafts, 'text')], ['answer-1', ['alone', 'alone', 'alone']]);
  }
});

test('an answer is asked of each draft in the context of its run, and kept with the draft', async () => {
  const store = new AsyncLocalStorage();
  const seen = [];
  const answer = async (draft, { signal }) => {
    seen.push([store.getStore(), signal.aborted]);
    return draft.length > 3 ? draft.slice(0, 1) : undefined;
  };
  const events = [];
  const task = { input: 'q', model: several({ contents: ['1 one', 'no'] }), answer, onCall: (event) => events.push(event) };
  const result = await store.run('mine', () => engine({ agree: 1 }).run({ ...task, model: scriptedModel(['1 one', accept()]) }));
  assert.deepEqual([seen, result.trace.drafts[0].answer], [[['mine', false]], '1']);
  const end = events.find(({ callId, type }) => callId === 'verify-1.answer' && type === 'end');
  assert.equal('verdict' in end, false, 'an answer is no verdict');
});

test('what an answer throws, or gives that is no text, is a broken function of that name', async () => {
  const broken = [
    [() => 42, 'verifier `answer`: `answer` must return a string or undefined, got a number'],
    [async () => null, 'verifier `answer`: `answer` must return a string or undefined, got null'],
    [throws(new Error('boom')), 'verifier `answer`: boom'],
    [throws(Object.assign(new Error('no match'), { name: 'AssertionError' })), 'verifier `answer`: no match'],
  ];
  for (const [answer, message] of broken) {
    const result = await engine({ agree: 1 }).run({ input: 'q', model: () => 'draft', answer });
    assert.deepEqual([result.stopReason, result.errors[0].code], ['verifier_error', 'verifier_error'], message);
    assert.ok(result.errors[0].message.startsWith(message), result.errors[0].message);
  }
  const slow = { input: 'q', model: () => 'draft', answer: () => new Promise(() => {}) };
  const late = await engine({ budget: { verifierTimeoutMs: 20 } }).run(slow);
  assert.deepEqual([late.stopReason, late.errors[0].code], ['verifier_error', 'timeout']);
});

test('a wrong answer, and agree without one, are refused before the first call', async () => {
  const model = () => assert.fail('no call');
  await refusals(
    'invalid_task',
    [
      [{ answer: 'last' }, '`answer` must be a function, got a string'],
      [{ settings: { agree: 2 } }, "`agree` needs the task's `answer`, by which drafts are compared"],
      [{ verifiers: { answer: () => true } }, "the verifier name `answer` is taken by the task's `answer`"],
    ],
    (more) => engine().run({ input: 'q', model, ...more }),
  );
  await refusals(
    'invalid_settings',
    [
      [{ agree: 0 }, '`agree` must be an integer from 1 to 20, got 0'],
      [{ agree: 2, strategy: 'classic' }, "`agree` is no setting of `strategy: 'classic'`"],
      [{ answer: () => '' }, /^`answer` belongs to the task/],
    ],
    engine,
  );
});

test('a run is resumed with its answer, and with no other', async () => {
  const model = () => 'draft 1';
  const done = await engine({ agree: 1 }).run({
    input: 'q',
    model,
    critic: scriptedModel([reject(), reject(), reject()]),
    answer: lastLine(),
  });
  const error = await rejection(engine().resume(done.snapshot, { model, review: { accepted: false } }));
  assert.match(error.message, /^`answer` is missing: the run in the snapshot has it/);
  const review = { accepted: false, feedback: 'shorter' };
  const again = await engine().resume(done.snapshot, { model, critic: several(), answer: lastLine(), review });
  assert.equal(again.trace.drafts.at(-1).answer, 'draft 1');
  const without = await engine().run({ input: 'q', model, critic: scriptedModel([reject(), reject(), reject()]) });
  const added = await rejection(engine().resume(without.snapshot, { model, answer: lastLine(), review }));
  assert.match(added.message, /^`answer`: the run in the snapshot has no `answer`/);
});

test('the last number is one whatever its form', () => {
  for (const [draft, expected] of [
    ['It is 1,000.', '1000'],
    ['= 1000.0', '1000'],
    ['1e3', '1000'],
    ['so 1.5E+3!', '1500'],
    ['$1,234.50 in all', '1234.5'],
    ['12 − 20 = −8', '-8'],
    ['x=-0.50', '-0.5'],
    ['from 10-12', '12'],
    ['about -0', '0'],
    ['.5', '0.5'],
    ['2.50e-3', '0.0025'],
    ['007', '7'],
    ['答案是42。', '42'],
    ['\\boxed{42}', '42'],
    ['42km', '42'],
    ['H2O and x25, of which 3', '3'],
    ['90071992547409931', '90071992547409931'],
    ['it is 1,5', undefined],
    ['v1.2.3', undefined],
    ['12,34,567', undefined],
    ['none at all', undefined],
    ['', undefined],
  ])
    assert.equal(key(finalNumber(), draft), expected, draft);
});

test('the last line is one whatever its case and its blanks', () => {
  for (const [draft, expected] of [
    ['Because.\n\n  Paris\t France \n\n', 'paris france'],
    ['Cafe\u0301', 'café'],
    ['one', 'one'],
    [' \n ', undefined],
  ])
    assert.equal(key(lastLine(), draft), expected, draft);
});

test('programs that do the same are one answer, and one that never runs is none', async () => {
  const run = (code, input) => new Function('input', code)(input);
  const outputs = codeOutputs([1, 2, [3]], { run });
  assert.equal(await key(outputs, 'Here:\n```js\nreturn { n: input };\n```\nand ```more```'), '[{"n":1},{"n":2},{"n":[3]}]');
  assert.equal(await key(outputs, 'return input.length'), '[null,null,1]');
  assert.equal(await key(outputs, 'if (input > 1) throw 1; return input'), '[1,!,!]');
  assert.equal(await key(outputs, 'this is prose'), undefined);
  const big = await rejection(key(codeOutputs([1], { run: () => 1n }), ''));
  assert.match(big.message, /^`run` of codeOutputs must give plain JSON: /);
  await refusals(
    'invalid_settings',
    [
      [[], { run }, '`inputs` of codeOutputs must be a list of at least one input, got a list'],
      [3, { run }, /got a number$/],
      [[1], undefined, /^the options of codeOutputs must be an object/],
      [[1], {}, '`run` must be a function, got nothing'],
      [[1], { run, timeout: 3 }, '`timeout` is not an option of codeOutputs; there are run'],
    ],
    codeOutputs,
  );
});

test('ready-made answers take time linear in a draft', { timeout: 60_000 }, () => {
  const shapes = ['1.', ',', '1,111', '-', 'e1', '1 ', '\n', ' x ', '$1', '٣', '1e5'];
  for (const shape of shapes) {
    const draft = shape.repeat(1_000_000 / shape.length);
    key(finalNumber(), draft);
    key(lastLine(), draft);
  }
});
