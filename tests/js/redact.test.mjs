// What is kept of a run holds no secrets, and the run itself is not touched.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { thrown } from './support.mjs';

const SECRET = 'sk-12345';
const redact = (text) => text.replaceAll(SECRET, '[key]');
const engine = new ReflectEngine({ seed: 1 });

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

test('steps, errors, critiques and the snapshot hold what the hook gave', async () => {
  const { steps, model, ...given } = task({ redact });
  const result = await engine.run({ ...given, model });
  const { output, drafts, object, ...kept } = result;
  assert.ok(!JSON.stringify([kept, steps]).includes(SECRET));
  assert.ok(JSON.stringify(kept.snapshot).includes('[key]'));
  assert.deepEqual(
    steps.map(({ type }) => type),
    result.steps.map(({ type }) => type),
  );
  assert.deepEqual(steps, result.steps);
  assert.equal(output, `Still ${SECRET}.`);
  assert.equal(drafts[0].text, `The key is ${SECRET}.`);
  assert.ok(JSON.stringify(model.requests[0].messages).includes(SECRET));
});

test('why a strategy chose what it did stays readable, whatever the hook takes out', async () => {
  const critique = '{"score": 5, "issues": [], "suggestion": "", "needs_revision": true}';
  const model = scriptedModel(['one', critique, 'two words', critique, 'three more words', critique]);
  const settings = { strategy: 'adaptive', maxReflections: 1 };
  const { steps } = await engine.run({ input: 'Q?', model, settings, redact: () => '[gone]' });
  const whys = steps.map(({ why }) => why).filter(Boolean);
  assert.ok(whys.length > 1);
  for (const { action, reason, gains = [] } of whys) {
    assert.ok(![action, reason, ...gains.map((gain) => gain.action)].includes('[gone]'));
  }
});

test('without the hook nothing is changed', async () => {
  const { steps, ...given } = task({});
  const result = await engine.run(given);
  assert.ok(JSON.stringify(result.steps).includes(SECRET) && result.snapshot.includes(SECRET));
});

test('a redacted snapshot can be resumed', async () => {
  const { steps, ...given } = task({ redact });
  const first = await engine.run(given);
  const second = await engine.resume(first.snapshot, { model: scriptedModel([]), review: { accepted: true } });
  assert.equal(second.output, 'Still [key].');
  assert.equal(second.acceptedBy, 'human');
});

test('a hook that throws or gives no text leaves no text at all', async () => {
  const faults = [
    () => {
      throw new Error(SECRET);
    },
    () => undefined,
    async () => SECRET,
  ];
  for (const hook of faults) {
    const { steps, ...given } = task({ redact: hook });
    const result = await engine.run(given);
    assert.ok(!JSON.stringify([result.steps, result.errors, result.snapshot, steps]).includes(SECRET));
    assert.equal(steps.at(-1).content, '[redacted]');
    assert.equal(result.output, `Still ${SECRET}.`);
  }
});

test('what an abort and a failed run tell is redacted too', async () => {
  const model = () => {
    throw new Error(`no access with ${SECRET}`);
  };
  const error = await engine.run({ input: 'q', model, redact }).catch((thrown) => thrown);
  assert.equal(error.code, 'model_error');
  assert.ok(!JSON.stringify([error.message, error.result]).includes(SECRET));
});

test('a run that its host drives is redacted as well', async () => {
  const run = engine.start({ input: SECRET, redact });
  const seen = [];
  for (let output = run.poll(0); output.type !== 'done'; output = run.poll(0)) {
    seen.push(output);
    if (output.type === 'call') assert.equal(output.call.messages.at(-1).content.includes(SECRET), true);
    if (output.type === 'wait') run.reply(output.callIds[0], SECRET, 0);
  }
  assert.ok(!JSON.stringify(seen.filter(({ type }) => type === 'step')).includes(SECRET));
  assert.ok(!run.snapshot().includes(SECRET));
  run.free();
});

test('a run that is restored is redacted as well, and keeps the names of its tools', () => {
  const started = engine.start({ input: SECRET, tools: [{ name: 'look', schema: { type: 'object' } }], redact });
  started.poll(0);
  const run = engine.restore(started.snapshot(), undefined, 0, { redact: (text) => `${redact(text)}!` });
  run.poll(0);
  run.reply('answer-1', { content: '', toolCalls: [{ name: 'look', arguments: { key: SECRET } }] }, 0);
  const { step } = run.poll(0);
  assert.deepEqual([step.toolName, step.args], ['look', { 'key!': '[key]!' }]);
  assert.ok(!run.snapshot().includes(SECRET));
  const unknown = thrown(() => engine.restore(started.snapshot(), undefined, 0, { redacted: redact }));
  assert.deepEqual([unknown.code, /did you mean `redact`/.test(unknown.message)], ['invalid_task', true]);
  const wrong = thrown(() => engine.restore(started.snapshot(), undefined, 0, { redact: 'x' }));
  assert.equal(wrong.message, '`redact` must be a function, got a string');
  started.free();
  run.free();
});

test('a hook that is no function is named', async () => {
  const error = await engine.run({ input: 'q', model: () => 'a', redact: true }).catch((thrown) => thrown);
  assert.equal(error.code, 'invalid_task');
  assert.match(error.message, /`redact` must be a function/);
});

test('a hook that gives a promise leaves no unhandled rejection, and is told of', async () => {
  const { steps, ...given } = task({
    redact: async () => {
      throw new Error(SECRET);
    },
  });
  const seen = [];
  const note = (reason) => seen.push(reason);
  process.on('unhandledRejection', note);
  try {
    const result = await engine.run(given);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(seen, []);
    const told = result.errors.filter(({ message }) => message.startsWith('`redact` failed'));
    assert.deepEqual(
      told.map(({ code, message }) => [code, message]),
      [['callback_error', '`redact` failed: it must return a string, got a promise']],
    );
  } finally {
    process.off('unhandledRejection', note);
  }
});

test('keys that steps have too keep no text of a tool or a provider from the hook', async () => {
  const keys = ['type', 'status', 'code', 'reason', 'role', 'engine', 'callId', 'toolName', 'repairs', 'critiqueStatus'];
  const held = Object.fromEntries(keys.map((key) => [key, { [key]: SECRET, list: [{ [key]: SECRET }] }]));
  const flat = Object.fromEntries(keys.map((key) => [key, SECRET]));
  const look = tool({ name: 'look', schema: { type: 'object' }, execute: () => [held, flat] });
  const metadata = { held, flat };
  const content = [
    { type: 'text', text: 'a' },
    { type: 'opaque', data: flat, status: SECRET, code: { type: SECRET } },
  ];
  const model = scriptedModel([
    { content: '', toolCalls: [{ id: 'a', name: 'look', arguments: { held, flat } }], metadata },
    { content, metadata },
    '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}',
  ]);
  const result = await engine.run({ input: [{ role: 'user', content: 'q', metadata }], model, tools: [look], redact });
  const { output, drafts, ...kept } = result;
  assert.equal(JSON.stringify(kept).match(new RegExp(SECRET))?.input.slice(0, 200), undefined);
  assert.equal(result.status, 'ok');
  const again = await engine.resume(result.snapshot, { model: scriptedModel([]), tools: [look] });
  assert.equal(again.accepted, true);
});

test('settings that are laid over a resumed run stay, and it can be resumed again', async () => {
  const { steps, ...given } = task({ redact: () => '[gone]' });
  const first = await engine.run({ ...given, settings: { maxReflections: 0 } });
  const again = (snapshot, extra) => engine.resume(snapshot, { ...given, review: { accepted: false }, ...extra });
  const second = await again(first.snapshot, { model: scriptedModel(['a']), settings: { maxSuggestions: 1 } });
  assert.equal(JSON.parse(second.snapshot).log.find((entry) => entry.do === 'restore')?.value?.maxSuggestions, 1);
  const third = await again(second.snapshot, { model: scriptedModel(['b']) });
  assert.equal(third.output, 'b');
});

/** What holds the secret of what is kept of a run, as a path or a key. */
function leaks(value, path = 'result') {
  if (typeof value === 'string') return value.includes(SECRET) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...(key.includes(SECRET) ? [`the key ${path}.${key}`] : []),
    ...leaks(item, `${path}.${key}`),
  ]);
}

const ACCEPT = '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}';
const look = tool({
  name: 'look',
  schema: { type: 'object' },
  execute: () => ({ [SECRET]: { [`${SECRET}!`]: [{ [SECRET]: 1 }] } }),
});
const asks = (...toolCalls) => ({ content: '', toolCalls });

/** A run that is redacted: it keeps no secret, and goes on from its snapshot to the same end. */
async function kept(replies, extra = {}) {
  const steps = [];
  const onStep = (step) => steps.push(step);
  const result = await engine.run({ input: 'q', model: scriptedModel(replies), tools: [look], redact, onStep, ...extra });
  const { output, drafts, ...rest } = result;
  assert.deepEqual(leaks({ ...rest, snapshot: JSON.parse(rest.snapshot), shown: steps }), []);
  assert.deepEqual(steps, result.steps);
  const again = await engine.resume(result.snapshot, { model: scriptedModel([]), tools: [look] });
  assert.deepEqual([again.status, again.stopReason], [result.status, result.stopReason]);
  const course = ({ type, callId, toolName, args }) => ({ type, callId, toolName, args });
  assert.deepEqual(again.steps.map(course), result.steps.map(course));
  return result;
}

test('keys that a model or a tool wrote are seen too, and none is lost', async () => {
  const args = { [SECRET]: 1, '[key]': 2, deep: [{ [`a ${SECRET}`]: { [SECRET]: 3 } }] };
  const { steps } = await kept([
    { ...asks({ id: 'a', name: 'look', arguments: args, metadata: { [SECRET]: 1 } }), metadata: { [SECRET]: 1 } },
    'a',
    ACCEPT,
  ]);
  const [call, came] = steps;
  assert.deepEqual(call.args, { '[key]': 1, '[key] (2)': 2, deep: [{ 'a [key]': { '[key]': 3 } }] });
  assert.deepEqual(came.result, { '[key]': { '[key]!': [{ '[key]': 1 }] } });
});

test('a tool that a model made up is redacted by name, and those of the task are not', async () => {
  const { steps } = await kept([asks({ name: `${SECRET} tool`, arguments: {} }, { name: 'look', arguments: {} }), 'a', ACCEPT]);
  const names = steps.filter(({ type }) => type === 'tool_call').map(({ toolName }) => toolName);
  assert.deepEqual(names, ['[key] tool', 'look']);
  const disguised = (text) => text.replaceAll(SECRET, '');
  const replies = [asks({ name: `${SECRET}look`, arguments: {} }, { name: SECRET, arguments: {} }), 'a', ACCEPT];
  const result = await kept(replies, { redact: disguised });
  const made = result.steps.filter(({ type }) => type === 'tool_call').map(({ toolName }) => toolName);
  assert.deepEqual(made, ['[redacted]', '[redacted]'], 'what was no tool does not become one');
});

test('ids of tool calls are redacted, and stay apart and the same in steps and snapshot', async () => {
  const ids = [SECRET, `${SECRET}${SECRET}`, 'b', SECRET];
  const one = (text) => text.replaceAll(new RegExp(`(${SECRET})+`, 'g'), '[key]');
  const calls = ids.map((id) => ({ id, name: 'look', arguments: {} }));
  const { steps, snapshot } = await kept([asks(...calls), 'a', ACCEPT], { redact: one });
  const of = (kind) => steps.filter(({ type }) => type === kind).map(({ callId }) => callId);
  assert.deepEqual(of('tool_call').slice(0, 3), ['[key]', '[key] (2)', 'b']);
  assert.equal(new Set(of('tool_call')).size, 4);
  assert.deepEqual(of('tool_result').sort(), of('tool_call').sort());
  const saved = JSON.parse(snapshot).log.find(({ call }) => call === 'answer-1').value.toolCalls;
  assert.deepEqual(
    saved.map(({ id }) => id),
    ['[key]', '[key] (2)', 'b', '[key]'],
  );
});

test('a finish reason is kept where it is one', async () => {
  const reasons = async (finishReason, hook = redact) => {
    const result = await kept([{ content: 'a', finishReason }, ACCEPT], { redact: hook });
    return JSON.parse(result.snapshot).log.find(({ call }) => call === 'answer-1').value.finishReason;
  };
  assert.equal(await reasons(SECRET), '[key]');
  const gone = (text) => (text === 'a' || text.startsWith('{') ? text : '[gone]');
  assert.equal(await reasons('stop', gone), 'stop');
  for (const cut of ['MAX_TOKENS', 'RECITATION', 'model_context_window_exceeded', 'max-output-tokens']) {
    assert.equal(await reasons(cut, gone), cut, 'a resumed run must know that the draft was cut');
  }
  assert.equal(await reasons(`${SECRET}length`, (text) => text.replaceAll(SECRET, '')), '[redacted]', 'it does not become one');
});

test('texts among the settings are seen, also those laid over a resumed run', async () => {
  const settings = { critiquePrompt: `Mind ${SECRET}.`, requirements: [`hides ${SECRET}`, SECRET] };
  const first = await kept(['a', ACCEPT], { settings });
  assert.deepEqual(JSON.parse(first.snapshot).run.settings.requirements, ['hides [key]', '[key]']);
  const blank = await kept(['a', ACCEPT], { settings, redact: (text) => text.replaceAll(SECRET, '') });
  assert.deepEqual(JSON.parse(blank.snapshot).run.settings.requirements, ['hides ', '[redacted]']);
  const criteria = { criteria: [`hides ${SECRET}`], form: 'criteria' };
  await kept(['a', '{"criteria_met": [true], "confidence": 0.9, "suggestions": [], "reasoning": "r"}'], { settings: criteria });
  const over = { model: scriptedModel(['b', ACCEPT]), review: { accepted: false }, settings };
  const resumed = await engine.resume(first.snapshot, { ...over, redact });
  assert.deepEqual(leaks(JSON.parse(resumed.snapshot)), []);
  assert.equal((await engine.resume(resumed.snapshot, { model: scriptedModel([]) })).status, resumed.status);
});
