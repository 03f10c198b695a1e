// What is shown and told of a run holds no secrets; the run itself, and its snapshot, hold the real words.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, column, reject, rejection, thrown, throws, unheard, waiting } from './support.mjs';

const SECRET = 'sk-12345';
const redact = (text) => text.replaceAll(SECRET, '[key]');
const engine = new ReflectEngine({ strategy: 'classic', advanced: { seed: 1 } });

function task(extra) {
  const look = tool({ name: 'look', schema: { type: 'object' }, execute: ({ key }) => ({ found: [`${key}!`] }) });
  const model = scriptedModel([
    { content: '', toolCalls: [{ id: 'a', name: 'look', arguments: { key: SECRET } }] },
    `The key is ${SECRET}.`,
    `{"score": 3, "issues": ["it says ${SECRET}"], "suggestion": "Hide ${SECRET}.", "needs_revision": true}`,
    `Still ${SECRET}.`,
  ]);
  const steps = [];
  const verifiers = { hidden: () => ({ passed: false, issues: [`${SECRET} is shown`] }) };
  const given = {
    input: `Hide ${SECRET}.`,
    systemPrompt: SECRET,
    model,
    tools: [look],
    verifiers,
    onStep: (step) => steps.push(step),
  };
  return { ...given, settings: { maxReflections: 1 }, steps, model, ...extra };
}

test('steps and errors hold what the hook gave, and the run goes on with the real words', async () => {
  const { steps, model, ...given } = task({ redact });
  const result = await engine.run({ ...given, model });
  assert.ok(!JSON.stringify([result.trace.steps, result.errors, steps]).includes(SECRET));
  assert.ok(JSON.stringify(steps).includes('[key]'));
  assert.deepEqual(steps, result.trace.steps);
  assert.equal(result.output, `Still ${SECRET}.`);
  assert.equal(result.trace.drafts[0].text, `The key is ${SECRET}.`);
  assert.ok(JSON.stringify(model.requests[0].messages).includes(SECRET));
});

test('a snapshot holds the real words, and is resumed to the same run', async () => {
  const { steps, ...given } = task({ redact });
  const first = await engine.run(given);
  const { redact: _, steps: __, ...plain } = task({});
  const untimed = (snapshot) => snapshot.replace(/"(?:at|startedMs)":[\d.]+|"runId":"[^"]+"/g, '');
  assert.equal(untimed(first.snapshot), untimed((await engine.run(plain)).snapshot));
  const second = await engine.resume(first.snapshot, { model: scriptedModel([]), review: { accepted: true }, redact });
  assert.deepEqual([second.output, second.acceptedBy], [`Still ${SECRET}.`, 'human']);
  assert.ok(!JSON.stringify([second.trace.steps, second.errors]).includes(SECRET));
});

test('a text of JSON is seen value by value: what JSON escapes is found', async () => {
  for (const secret of ['-----BEGIN KEY-----\nMIIabc\n-----END KEY-----', 'CORP\\svc', 'Pa"ss-w0rd', 'plain-secret']) {
    const hide = (text) => text.replaceAll(secret, '[key]');
    const escaped = JSON.stringify(secret).slice(1, -1);
    const review = JSON.stringify({ score: 3, issues: [`the answer leaks ${secret}`], suggestion: 'x', needs_revision: true });
    const dump = tool({ name: 'dump', schema: { type: 'object' }, execute: () => JSON.stringify({ rows: [{ secret }] }) });
    const asks = { content: '', toolCalls: [{ name: 'dump', arguments: JSON.stringify({ secret }) }] };
    const model = scriptedModel([asks, JSON.stringify({ answer: secret }), review, 'done']);
    const { trace, errors } = await engine.run({
      input: 'q',
      model,
      tools: [dump],
      redact: hide,
      settings: { maxReflections: 1 },
    });
    const twice = JSON.stringify(escaped).slice(1, -1);
    const kept = JSON.stringify([trace.steps, errors]);
    assert.deepEqual([kept.includes(escaped), kept.includes(twice)], [false, false], secret);
    assert.ok(kept.includes('[key]'), secret);
  }
});

test('JSON that is nested too deeply to be seen value by value is not shown, and no draft is lost', async () => {
  const deep = `${'['.repeat(100_000)}"${SECRET}"${']'.repeat(100_000)}`;
  const result = await engine.run({ input: 'q', model: scriptedModel([deep, accept()]), redact });
  assert.deepEqual([result.output === deep, result.status], [true, 'ok']);
  assert.equal(result.trace.steps.at(-1).content, '[redacted]');
  assert.equal(result.errors[0].message, '`redact` failed: a text of JSON is nested too deeply');
});

test('keys are left alone, in time that grows with their number', async () => {
  const time = async (count) => {
    const rows = Object.fromEntries(Array.from({ length: count }, (_, row) => [`u${100000 + row}`, 'x123456']));
    const list = tool({ name: 'list', schema: { type: 'object' }, execute: () => rows });
    const model = scriptedModel([{ content: '', toolCalls: [{ name: 'list', arguments: {} }] }, 'd', accept()]);
    const from = process.cpuUsage();
    const result = await engine.run({ input: 'q', model, tools: [list], redact: (text) => text.replace(/\d{6}/g, '#') });
    const used = process.cpuUsage(from);
    const [, came] = result.trace.steps;
    assert.deepEqual([Object.keys(came.result).length, came.result.u100000], [count, 'x#']);
    return (used.user + used.system) / 1000;
  };
  await time(500);
  const [few, many] = [await time(2_000), await time(16_000)];
  assert.ok(many < 24 * Math.max(few, 5), `2,000 keys: ${few} ms; 16,000: ${many} ms`);
});

test('words of the engine stay, below the arguments and results of tools every text is seen', async () => {
  const keys = ['type', 'status', 'code', 'reason', 'engine', 'callId', 'critiqueStatus', 'path'];
  const flat = Object.fromEntries(keys.map((key) => [key, SECRET]));
  const held = Object.fromEntries(keys.map((key) => [key, { [key]: SECRET, list: [{ [key]: SECRET }] }]));
  const look = tool({ name: 'look', schema: { type: 'object' }, execute: () => [held, flat] });
  const model = scriptedModel([
    { content: '', toolCalls: [{ id: 'a', name: 'look', arguments: { held, flat } }] },
    'a',
    accept(),
  ]);
  const result = await engine.run({ input: 'q', model, tools: [look], redact });
  assert.ok(!JSON.stringify(result.trace.steps).includes(SECRET));
  const critique = '{"score": 5, "issues": [], "suggestion": "", "needs_revision": true}';
  const settings = { strategy: 'best-of-n', maxReflections: 1 };
  const script = scriptedModel(['one', critique, 'two words', critique, 'three more words', critique]);
  const { steps } = (await engine.run({ input: 'Q?', model: script, settings, redact: () => '[gone]' })).trace;
  const whys = steps.map(({ why }) => why).filter(Boolean);
  assert.ok(whys.length > 1);
  for (const { action, reason } of whys) assert.ok(![action, reason].includes('[gone]'));
  assert.ok(steps.every(({ type }) => type !== '[gone]'));
});

test('a hook that throws or gives no text leaves no text at all, and is told of', async () => {
  const faults = [
    [throws(new Error(SECRET)), 'it threw'],
    [() => undefined, 'it must return a string, got nothing'],
    [async () => SECRET, 'it must return a string, got a promise'],
    [() => Promise.reject(new Error(SECRET)), 'it must return a string, got a promise'],
  ];
  await unheard(async () => {
    for (const [hook, why] of faults) {
      const { steps, ...given } = task({ redact: hook });
      const result = await engine.run(given);
      assert.ok(!JSON.stringify([result.trace.steps, result.errors, steps]).includes(SECRET));
      assert.equal(steps.at(-1).content, '[redacted]');
      assert.equal(result.output, `Still ${SECRET}.`);
      const told = result.errors.filter(({ code }) => code === 'callback_error');
      assert.deepEqual(column(told, 'message'), [`\`redact\` failed: ${why}`]);
    }
  });
});

test('what a run rejects with is redacted too: a failed call, and a clock that throws', async () => {
  const model = throws(new Error(`no access with ${SECRET}`));
  const error = await rejection(engine.run({ input: 'q', model, redact }));
  assert.equal(error.code, 'model_error');
  assert.ok(!JSON.stringify([error.message, error.result.errors, error.result.trace.steps]).includes(SECRET));
  let reads = 0;
  const now = () => {
    reads += 1;
    if (reads > 3) throw new Error(SECRET);
    return reads;
  };
  const durable = { run: (_, call) => call(), now };
  const stopped = await rejection(engine.run({ input: 'q', redact, model: () => 'd', critic: () => accept(), durable }));
  assert.ok(!stopped.message.includes(SECRET) && stopped.message.includes('[key]'), stopped.message);
});

test('a run that its host drives, or restores, is redacted as well', () => {
  const run = engine.start({ input: SECRET, redact });
  const seen = [];
  for (let output = run.poll(0); output.type !== 'done'; output = run.poll(0)) {
    seen.push(output);
    if (output.type === 'call') assert.equal(output.call.messages.at(-1).content.includes(SECRET), true);
    if (output.type === 'wait') run.reply(output.callIds[0], SECRET, 0);
  }
  assert.ok(!JSON.stringify(seen.filter(({ type }) => type === 'step')).includes(SECRET));
  run.free();
  const started = waiting(engine, { input: SECRET, tools: [{ name: 'look', schema: { type: 'object' } }], redact });
  const again = engine.restore(started, undefined, 0, { redact });
  again.poll(0);
  again.reply('answer-1', { content: '', toolCalls: [{ name: 'look', arguments: { key: SECRET } }] }, 0);
  const { step } = again.poll(0);
  assert.deepEqual([step.toolName, step.args], ['look', { key: '[key]' }]);
  const unknown = thrown(() => engine.restore(started, undefined, 0, { redacted: redact }));
  assert.deepEqual([unknown.code, /did you mean `redact`/.test(unknown.message)], ['invalid_task', true]);
  const wrong = thrown(() => engine.restore(started, undefined, 0, { redact: 'x' }));
  assert.equal(wrong.message, '`redact` must be a function, got a string');
  again.free();
});

test('drafts are told whole and redacted, so that no secret is cut in two', async () => {
  const events = [];
  const model = scriptedModel([{ deltas: ['The key is sk-1', '2345.'] }, reject(4, [`it tells ${SECRET}`]), 'Gone.', accept()]);
  const result = await engine.run({ input: 'q', model, redact, onDraft: (event) => events.push(event) });
  const told = events.map(({ type, delta, text }) => [type, delta ?? text]);
  assert.deepEqual(told, [
    ['draft.delta', 'The key is [key].'],
    ['draft.rejected', 'The key is [key].'],
    ['draft.accepted', 'Gone.'],
  ]);
  assert.ok(!JSON.stringify(events).includes(SECRET));
  assert.equal(result.trace.drafts[0].text, `The key is ${SECRET}.`);
});
