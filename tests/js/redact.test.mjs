// What is kept of a run holds no secrets, and the run itself is not touched.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';

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
