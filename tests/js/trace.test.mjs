// A trace holds the whole run, and a replay of it is that run to the byte.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Autopilot, Critic, ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { replay, traceOf } from 'reflect-engine/trace';
import { z } from 'zod';
import { accept, never, refusals, reject, rejection, thrown, verdict } from './support.mjs';
import { exampleRun, FIXTURE } from './traces.mjs';

const nested = (depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const json = (value) => JSON.parse(JSON.stringify(value));
const tools = [{ name: 'look', execute: () => ({ found: 7 }) }];
const asks = { content: '', toolCalls: [{ name: 'look', arguments: { q: 1 } }] };

/** Runs of every kind: what they came to, also where they rejected. */
const RUNS = {
  'every kind of call': exampleRun,
  'no settings': () => run(['a', accept()]),
  'a revision': () => run(['a', reject(), 'b', accept()], {}, { maxReflections: 1 }),
  'a strategy with drafts at once': () => run(() => 'a', { critic: () => reject(5) }, { strategy: 'best-of-n', drafts: 3 }),
  'a conversation': () => run([accept()], { input: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }], draft: 'mine' }),
  'tools that fail': () => run([asks, 'a', accept()], { tools: [{ ...tools[0], execute: () => never.x.y }] }),
  'a schema': () => run(['{"n": "7"}', accept()], { outputSchema: z.object({ n: z.coerce.number() }) }),
  'an untold schema': () =>
    run(['no', accept(), '{"n": 1}', accept()], {
      outputSchema: { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } },
    }),
  'a fussy `usable`': () => run(['', 'a', accept()], { usable: (draft) => draft === 'a' }),
  'an unreadable critique': () => run(['a', 'Fine!', 'Fine!']),
  'observers that fail': () => run(['a', reject(), 'b', accept()], { onStep: () => never.x.y, onDraft: () => never.x.y }),
  'half of a surrogate pair': () => run(['a \ud83d', accept()], { input: '\ud83d?' }),
  prices: () => run([{ content: 'a', model: 'm', usage: { inputTokens: 5, outputTokens: 5 } }, accept()], {}, PRICED),
  'no draft': async () => (await rejection(run([new Error('down')]))).result,
  'no draft, and a part of one': async () =>
    (await rejection(run([{ deltas: ['par', 't'], throw: new Error('cut') }], { onDraft: () => {} }))).result,
  'an abort': async () =>
    (await rejection(run(['a', { content: '', delayMs: 1e4 }], { signal: AbortSignal.timeout(30) }))).result,
  'an abort at the start': async () => (await rejection(run(['a'], { signal: AbortSignal.abort('no') }))).result,
  'a timeout': () => run(['a', { content: accept(), delayMs: 1e4 }], {}, { budget: { callTimeoutMs: 20 } }),
  'a review': async () => {
    const first = await run(['a', reject(), reject()], {}, { maxReflections: 0 });
    const task = { model: scriptedModel(['b', accept()]), review: { accepted: false, feedback: 'Shorter.' } };
    return new ReflectEngine({ maxReflections: 2 }).resume(first.snapshot, task);
  },
  'an acceptance by a person': async () => {
    const first = await run(['a', reject()], {}, { maxReflections: 0 });
    return new ReflectEngine().resume(first.snapshot, { model: scriptedModel([]), review: { accepted: true } });
  },
};
const PRICED = { advanced: { prices: { m: { input: 1, output: 2 } } }, budget: { maxCostUsd: 1 } };

function run(model, task = {}, settings = undefined) {
  return new ReflectEngine(settings).run({ input: 'q', model: Array.isArray(model) ? scriptedModel(model) : model, ...task });
}

for (const [name, make] of Object.entries(RUNS)) {
  test(`a replay is the run to the byte: ${name}`, async () => {
    const result = await make();
    const trace = traceOf(result);
    assert.deepEqual(json(trace), trace, 'it is plain JSON');
    const again = replay(json(trace));
    assert.equal(JSON.stringify(again), JSON.stringify(result));
    assert.equal(again.snapshot.replace(/,"shown":\d+/, ''), result.snapshot.replace(/,"shown":\d+/, ''));
    assert.equal(JSON.stringify(traceOf(again)), JSON.stringify(trace));
  });
}

test('the trace of the example is the committed one', async () => {
  const committed = JSON.parse(readFileSync(FIXTURE, 'utf8'));
  const { version, ...trace } = traceOf(await exampleRun());
  assert.match(version, /^\d+\.\d+\.\d+/);
  committed.result.trace.metadata.engineVersion = version;
  assert.deepEqual({ ...trace, version }, { ...committed, version });
  assert.equal(replay(committed).output, committed.result.output);
});

test('calls are those that an observer saw, with what was sent and what came', async () => {
  const [seen, sent] = [new Map(), new Map()];
  const replies = [asks, { content: 'a', model: 'm', usage: { inputTokens: 3 } }, reject(), new Error('down')];
  const script = scriptedModel(replies);
  const model = (request) => {
    sent.set(request.callId, json(request.messages));
    return script(request);
  };
  const onCall = ({ type, runId, ...event }) => type === 'end' && seen.set(event.callId, event);
  const result = await run(model, { tools, onCall, verifiers: { long: (draft) => draft.length > 3 || 'too short' } });
  const { calls } = traceOf(result);
  assert.deepEqual([...seen.keys()].sort(), calls.map(({ callId }) => callId).sort());
  for (const { startMs, request, reply, model: _, critic: __, ...told } of calls) {
    const { durationMs, ...event } = seen.get(told.callId);
    assert.ok(Math.abs(told.durationMs - durationMs) <= 5 && startMs >= traceOf(result).startedMs, told.callId);
    assert.deepEqual({ ...told, durationMs }, { ...event, durationMs });
    if (sent.has(told.callId)) assert.deepEqual(request.messages, sent.get(told.callId));
    assert.equal(reply === undefined, told.error !== undefined, told.callId);
  }
  const by = Object.fromEntries(calls.map((call) => [call.callId, call]));
  assert.deepEqual(by['answer-1'].request.tools, ['look']);
  assert.deepEqual(by['tool-1.look'].request.args, { q: 1 });
  assert.deepEqual(by['tool-1.look'].reply, { found: 7 });
  assert.deepEqual([by['answer-2'].model, by['answer-2'].usage], ['m', { inputTokens: 3 }]);
  assert.deepEqual(by['verify-1.long'].request, { verifier: 'long', draft: 'a' });
});

test('a run with a `redact` leaves a trace without its secrets, which can be looked at and not replayed', async () => {
  const redact = (text) => text.replaceAll('sk-1', '[key]');
  const result = await run(['It is sk-1.', reject(4, ['shows sk-1']), 'It is sk-1.'], {
    input: 'sk-1?',
    systemPrompt: 'sk-1',
    redact,
  });
  const trace = traceOf(result);
  assert.ok(!JSON.stringify(trace).includes('sk-1'));
  assert.ok(result.snapshot.includes('sk-1'));
  assert.deepEqual([trace.task.input, trace.result.output, trace.log], ['[key]?', 'It is [key].', undefined]);
  assert.equal(trace.result.stopReason, result.stopReason);
  assert.match(thrown(() => replay(trace)).message, /it has no `log`, as the run had a `redact`/);
  const all = await run(['a', accept()], { redact: () => 'X' });
  const { calls, result: shown } = traceOf(all);
  assert.deepEqual([calls[0].request.messages[0].role, shown.acceptedBy, shown.stopReason], ['user', 'critic', 'accepted']);
});

test('what is no result has no trace', async () => {
  const result = await run(['a', accept()]);
  const takes = '`traceOf` takes the result of a run of ReflectEngine, got';
  const cases = [
    [undefined, `${takes} nothing`],
    [{ ...result }, `${takes} an object: a copy of a result has no \`snapshot\``],
    [structuredClone(result), /a copy of a result has no `snapshot`$/],
  ];
  await refusals('invalid_task', cases, traceOf);
  const critic = new Critic({ model: () => verdict([true]) });
  const goal = { objective: 'Say it.', successCriteria: ['It is said.'] };
  const flown = await new Autopilot({ model: () => 'It.', goal, critic }).run();
  await refusals(
    'invalid_snapshot',
    [
      [
        flown,
        'the run is one of Autopilot, and not of ReflectEngine, which alone have traces: for criteria take `new ReflectEngine({ criteria })`',
      ],
    ],
    traceOf,
  );
});

test('a trace that is none, or was tampered with, is refused with the field that is wrong', async () => {
  const trace = traceOf(await run(['a', reject(), 'b', accept()]));
  const log = (over) => ({ ...trace, log: { ...trace.log, ...over } });
  const entry = (at, over) => log({ entries: trace.log.entries.with(at, { ...trace.log.entries[at], ...over }) });
  const cyclic = { ...trace, task: { ...trace.task } };
  cyclic.task.input = cyclic;
  const rows = [
    [null, 'it must be an object, got null'],
    [JSON.stringify(trace), 'it must be an object, got a string'],
    [{ ...trace, format: 'x' }, '`format` must be "reflect-engine/trace", got "x"'],
    [{ ...trace, runId: 7 }, '`runId` must be a string that is not empty, got a number'],
    [{ ...trace, startedMs: '1' }, '`startedMs` must be a number, got "1"'],
    [{ ...trace, endedMs: Number.NaN }, '`endedMs` must be a number, got a number'],
    [{ ...trace, task: [] }, '`task` must be an object, got a list'],
    [{ ...trace, result: null }, '`result` must be an object, got null'],
    [{ ...trace, result: { ...trace.result, trace: 1 } }, '`result.trace` must be an object, got a number'],
    [{ ...trace, result: { ...trace.result, errors: [null] } }, '`result.errors` must be a list of errors, got a list'],
    [{ ...trace, log: null }, '`log` must be an object, got null'],
    [cyclic, /it must be plain JSON: /],
    [log({ version: 2 }), /its `log`: .*expected reflect-engine\/run version 1/],
    [log({ seed: -1 }), /`seed`$/],
    [log({ key: 'x' }), /`key` must be 16 hexadecimal digits/],
    [log({ entries: {} }), /`log` must be a list/],
    [log({ settings: { maxReflections: -1 } }), /`maxReflections`/],
    [{ ...trace, task: { ...trace.task, critics: 'many' } }, /`critics`/],
    [log({ entries: trace.log.entries.slice(0, 3) }), /the run in it has not ended/],
    [entry(1, { at: 'soon' }), /`log\[1\].at` must be a number/],
    [entry(1, { do: 'hop' }), /`log\[1\].do` is of no known kind/],
    [entry(1, { call: 'answer-9' }), /call `answer-9` is not awaited/],
    [entry(1, { call: undefined }), /`log\[1\].call` must be a string, got nothing/],
    [entry(1, { value: nested(70) }), /its `log`: .*nested deeper than 64/],
    [{ ...trace, result: { ...trace.result, object: nested(70) } }, '`result` is nested deeper than 64'],
    [{ ...trace, result: { ...trace.result, object: nested(100_000) } }, /it must be plain JSON: /],
  ];
  const whole = (why) => (typeof why === 'string' ? `this is not a trace that can be replayed: ${why}` : why);
  const cases = rows.map(([given, why]) => [given, whole(why)]);
  await refusals('invalid_snapshot', cases, replay);
});

test('however a trace is damaged, a replay gives a result or refuses it in our words', async () => {
  const text = JSON.stringify(traceOf(await exampleRun()));
  const places = [];
  JSON.parse(text, function (key, value) {
    places.push([this, key]);
    return value;
  });
  const strange = [null, '', -1, 1e300, [], {}, true, [{}], 'x'];
  let refused = 0;
  for (let at = 0; at < places.length; at++) {
    let index = 0;
    const damaged = JSON.parse(text, (_key, value) => (index++ === at ? strange[at % strange.length] : value));
    try {
      assert.equal(typeof replay(damaged).status, 'string');
    } catch (error) {
      assert.equal(error.code, 'invalid_snapshot', `${places[at][1]}: ${error.stack}`);
      refused += 1;
    }
  }
  assert.ok(refused > 20 && places.length > 300, `${refused} of ${places.length}`);
});
