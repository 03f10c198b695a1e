// What the README says of requests: who is shown what, and what becomes of a call that fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, reject, rejection } from './support.mjs';

const lookup = tool({ name: 'lookup', schema: { type: 'object' }, execute: () => 'population: 8,982,000' });
const input = [
  { role: 'user', content: 'I mean the one in GB.' },
  { role: 'assistant', content: 'OK.' },
  { role: 'user', content: 'How many live in London?' },
];

/** Which of system prompt, earlier conversation and tool result the first request of each purpose holds. */
async function shown(settings) {
  const say = ({ purpose, messages, callId }) => {
    if (purpose === 'critique') return reject();
    if (purpose === 'revision' || messages.some(({ role }) => role === 'tool')) return `Draft ${callId}.`;
    return { content: '', toolCalls: [{ name: 'lookup', arguments: {} }] };
  };
  const model = scriptedModel(Array(40).fill(say));
  await new ReflectEngine({ ...settings, advanced: { seed: 1, ...settings.advanced } }).run({
    input,
    systemPrompt: 'Be brief.',
    model,
    tools: [lookup],
  });
  const of = (wanted) => {
    const { messages, tools } = model.requests.find(({ purpose }) => purpose === wanted);
    const text = JSON.stringify(messages);
    return { system: text.includes('Be brief'), before: text.includes('GB'), results: text.includes('8,982'), tools: !!tools };
  };
  return { revision: of('revision'), critique: of('critique') };
}

const NOTHING = { system: false, before: false, results: false, tools: false };

test('a classic revision is shown neither system prompt nor earlier conversation nor tool results, but has the tools', async () => {
  assert.deepEqual(await shown({ strategy: 'classic' }), { revision: { ...NOTHING, tools: true }, critique: NOTHING });
});

for (const strategy of ['keep-best', 'best-of-n']) {
  test(`a revision under ${strategy} is shown system prompt and earlier conversation, and has the tools`, async () => {
    const revision = { system: true, before: true, results: false, tools: true };
    assert.deepEqual(await shown({ strategy }), { revision, critique: NOTHING });
  });
}

test('`critique.sees` shows the critic the rest', async () => {
  const { critique } = await shown({ advanced: { critique: { sees: ['systemPrompt', 'toolResults', 'history'] } } });
  assert.deepEqual(critique, { system: true, before: true, results: true, tools: false });
});

test('`critique.sees` shows the critic the tool turns of the question that stand in the input', async () => {
  const turn = { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'lookup', arguments: {} }] };
  const result = { role: 'tool', toolCallId: 'a', content: 'population: 8,982,000' };
  const model = scriptedModel(['8,982,000', accept()]);
  const settings = { advanced: { critique: { sees: ['toolResults'] } } };
  await new ReflectEngine({ strategy: 'classic' }).run({ input: [...input, turn, result], model, settings });
  const { messages } = model.requests.at(-1);
  assert.match(JSON.stringify(messages), /Tool results behind the answer:.*population: 8,982,000.*Question:/);
});

/** A run in which the first call of a purpose fails. The first critique that comes rejects, and the next accepts. */
function failing(strategy, failed) {
  let critiques = 0;
  let failures = 0;
  const say = ({ purpose, callId }) => {
    if (purpose === failed && (failures += 1) === 1) return new Error('429');
    return purpose === 'critique' ? ((critiques += 1) === 1 ? reject() : accept()) : `Draft ${callId}.`;
  };
  const model = scriptedModel(Array(20).fill(say));
  return { model, run: new ReflectEngine({ strategy, advanced: { seed: 1 } }).run({ input: 'q', model }) };
}

for (const strategy of ['classic', 'keep-best']) {
  test(`${strategy}: a call for a draft that fails is not made again`, async () => {
    const first = failing(strategy, 'answer');
    assert.equal((await rejection(first.run)).code, 'model_error');
    assert.equal(first.model.requests.length, 1);
    const { status, stopReason, output } = await failing(strategy, 'revision').run;
    assert.deepEqual([status, stopReason, output], ['needs_review', 'model_error', 'Draft answer-1.']);
  });
}

test('a critique that fails ends a classic run, and is made anew under other strategies', async () => {
  const { status, stopReason, output } = await failing('classic', 'critique').run;
  assert.deepEqual([status, stopReason, output], ['needs_review', 'model_error', 'Draft answer-1.']);
  for (const strategy of ['keep-best', 'adaptive']) {
    const { run, model } = failing(strategy, 'critique');
    const { usage } = await run;
    assert.equal(usage.byPurpose.critique.failed, 1, strategy);
    const again = model.requests.filter(({ purpose, attempt }) => purpose === 'critique' && attempt === 2);
    assert.equal(again.length, 1, strategy);
  }
});

test('a classic run that uses all its revisions can only need review, unless the last one is judged', async () => {
  const say = ({ purpose, callId }) => (purpose === 'critique' ? reject() : `Draft ${callId}.`);
  const of = (settings) => {
    let left = 2;
    const judge = (request) => (request.purpose === 'critique' && (left -= 1) < 0 ? accept() : say(request));
    return new ReflectEngine({ ...settings, advanced: { seed: 1, ...settings.advanced } }).run({
      input: 'q',
      model: scriptedModel(Array(9).fill(judge)),
    });
  };
  const plain = await of({ strategy: 'classic' });
  assert.deepEqual([plain.status, plain.trace.judged, plain.output], ['needs_review', false, 'Draft revision-2.']);
  const judged = await of({ strategy: 'classic', advanced: { judgeLast: true } });
  assert.deepEqual([judged.status, judged.acceptedBy], ['ok', 'critic']);
});
