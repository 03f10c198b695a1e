import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, column, rejection } from './support.mjs';

const signal = () => new AbortController().signal;

test('it gives its replies in order and remembers what it was asked', async () => {
  const failure = new Error('busy');
  const model = scriptedModel([
    'text',
    { content: 'response', usage: { inputTokens: 1 } },
    failure,
    { throw: failure },
    ({ callId }) => `for ${callId}`,
    async () => () => 'late',
  ]);
  assert.equal(model.remaining, 6);
  assert.equal(await model({ callId: 'a' }), 'text');
  assert.deepEqual(await model({ callId: 'b' }), { content: 'response', usage: { inputTokens: 1 } });
  assert.equal(await rejection(model({ callId: 'c' })), failure);
  assert.equal(await rejection(model({ callId: 'd' })), failure);
  assert.equal(await model({ callId: 'e' }), 'for e');
  assert.equal(await model({ callId: 'f' }), 'late');
  assert.deepEqual(column(model.requests, 'callId'), ['a', 'b', 'c', 'd', 'e', 'f']);
  assert.equal(model.remaining, 0);
});

test('a script that runs out says which request it had no reply for', async () => {
  const error = await rejection(new ReflectEngine().run({ input: 'q', model: scriptedModel([]) }));
  assert.equal(error.cause.message, 'scriptedModel: the script has 0 replies, and `answer-1` asks for number 1');
  const result = await new ReflectEngine().run({ input: 'q', model: scriptedModel(['a']) });
  assert.equal(result.errors[0].message, 'scriptedModel: the script has 1 replies, and `critique-1` asks for number 2');
});

test('a double that returns one text is no critic: its word is asked for twice, and a verifier can do without', async () => {
  let calls = 0;
  const model = async () => ((calls += 1), 'ok');
  const { status, reviewReasons, output } = await new ReflectEngine().run({ input: 'q', model });
  assert.deepEqual([status, reviewReasons, output, calls], ['needs_review', ['unreadable_critique'], 'ok', 3]);
  const checked = await new ReflectEngine().run({ input: 'q', model, critic: false, verifiers: { short: () => true } });
  assert.deepEqual([checked.status, checked.acceptedBy, calls], ['ok', 'verifier', 4]);
});

test('deltas are streamed and are the content', async () => {
  const told = [];
  const model = scriptedModel([{ deltas: ['a', 'b'] }, { deltas: ['a'], content: 'other' }]);
  const onDelta = (text) => told.push(text);
  assert.deepEqual(await model({ onDelta }), { content: 'ab' });
  assert.deepEqual(await model({ onDelta }), { content: 'other' });
  assert.deepEqual(told, ['a', 'b', 'a']);
});

test('a delay ends with the signal, unless the model is told to ignore it', async () => {
  const controller = new AbortController();
  const model = scriptedModel([
    { delayMs: 60_000, content: 'a' },
    { delayMs: 5, content: 'a', ignoreSignal: true },
    { delayMs: 1, content: 'a' },
  ]);
  const going = model({ signal: controller.signal });
  controller.abort('stop');
  assert.equal(await rejection(going), 'stop');
  assert.deepEqual(await model({ signal: controller.signal }), { content: 'a' });
  assert.equal(await rejection(model({ signal: controller.signal })), 'stop');
});

test('a scripted tool turn drives the engine', async () => {
  const model = scriptedModel([{ toolCalls: [{ name: 't', arguments: {} }] }, 'a', accept()]);
  const tools = [{ name: 't', schema: { type: 'object' }, execute: () => 1 }];
  const result = await new ReflectEngine().run({ input: 'q', model, tools, signal: signal() });
  assert.equal(result.output, 'a');
});

test('a script that is none is refused when the model is made', () => {
  const [list, kinds] = ['`scriptedModel` takes a list of replies, got', 'must be a text, a response, an Error, or a function'];
  const cases = [
    ['Hello', `${list} a string: write \`scriptedModel([text])\``],
    [undefined, `${list} nothing`],
    [new Set(['a']), `${list} an instance of Set`],
    [[42], `\`script[0]\` ${kinds} that gives one of these, got a number`],
    [['a', null], `\`script[1]\` ${kinds} that gives one of these, got null`],
    [new Array(1), `\`script[0]\` ${kinds} that gives one of these, got nothing`],
    [[['a']], `\`script[0]\` ${kinds} that gives one of these, got a list`],
    [[new Map()], `\`script[0]\` ${kinds} that gives one of these, got an instance of Map`],
    [['a', { text: 'Hi' }], /^unknown key `script\[1\]\.text`; known are content, contents, deltas, toolCalls, throw, usage/],
    [
      [{ constructor: 1 }],
      /^unknown key `script\[0\]\.constructor`; known are content, contents, deltas, toolCalls, throw, usage/,
    ],
    [[{}], "`script[0]` has none of content, contents, deltas, toolCalls, throw; an empty draft is `''`"],
    [[{ throw: undefined }], "`script[0]` has none of content, contents, deltas, toolCalls, throw; an empty draft is `''`"],
    [
      [{ content: null, delayMs: 1 }],
      "`script[0]` has none of content, contents, deltas, toolCalls, throw; an empty draft is `''`",
    ],
    [[{ content: 'a', delayMs: '10' }], '`script[0].delayMs` must be a number from 0, got "10"'],
    [[{ content: 'a', delayMs: Number.NaN }], '`script[0].delayMs` must be a number from 0, got NaN'],
    [[{ deltas: 'ab' }], '`script[0].deltas` must be a list of strings'],
    [[{ content: 'a', ignoreSignal: 1 }], '`script[0].ignoreSignal` must be true or false, got a number'],
  ];
  for (const [script, message] of cases) assert.throws(() => scriptedModel(script), { code: 'invalid_settings', message });
});

test('what a function of the script gives is checked when it is there', async () => {
  const model = scriptedModel([() => {}, () => ({ text: 'Hi' }), async () => ({ throw: undefined, content: 'a' })]);
  assert.match((await rejection(model({}))).message, /^`script\[0\]` must be a text, .*, got nothing$/);
  assert.match((await rejection(model({}))).message, /^unknown key `script\[1\]\.text`; known are content/);
  assert.deepEqual(await model({}), { content: 'a' });
});
