// `ReflectEngine` of the crate alone, as `examples-js/rust-page` has it: in Node, then in the page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { isAccessible, values, visit } from './visit.mjs';

const { initSync, ReflectEngine } = await import(pathToFileURL(`${values.folder}/pkg/rust_page.js`).href);
initSync({ module: await readFile(`${values.folder}/pkg/rust_page_bg.wasm`) });

const no = '{"score": 4, "issues": ["no reason"], "needs_revision": true}';
const yes = '{"score": 9, "issues": [], "needs_revision": false}';
const engine = new ReflectEngine({ maxReflections: 1, advanced: { seed: 7 } });
const refused = async (task, message) => assert.rejects(engine.run(task), { code: 'invalid_task', message });

{
  const seen = [];
  const asked = [];
  const replies = ['Blue.', no, 'Light scatters.', yes];
  const model = async (call) =>
    asked.push(call) && { content: replies[asked.length - 1], usage: { inputTokens: 10, outputTokens: 5 } };
  const result = await engine.run({ input: 'Why?', systemPrompt: 'Be brief.', model, onStep: (step) => seen.push(step.type) });
  assert.deepEqual([result.output, result.status, result.acceptedBy, result.iterations], ['Light scatters.', 'ok', 'critic', 2]);
  assert.deepEqual(seen, ['thought', 'reflection', 'thought', 'reflection', 'response']);
  assert.deepEqual(
    asked.map(({ callId }) => callId),
    ['answer-1', 'critique-1', 'revision-1', 'critique-2'],
  );
  assert.deepEqual(asked[0].messages, [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Why?' },
  ]);
  assert.equal(result.usage.total.inputTokens, 40);
  assert.deepEqual([engine.maxReflections, engine.acceptanceThreshold, typeof engine.critiquePrompt], [1, 8, 'string']);
}
{
  // Both of a pair are out at once: the first is answered when the second was asked for.
  let first;
  const model = ({ callId }) => {
    if (callId === 'revision-1') return new Promise((resolve) => (first = resolve));
    if (callId === 'answer-2') first('Revised.');
    return callId;
  };
  const critic = ({ drafts }) => (drafts ? JSON.stringify(drafts.map(() => JSON.parse(no))) : no);
  const { drafts, status } = await new ReflectEngine().run({ input: 'q', model, critic });
  assert.deepEqual([status, drafts.map(({ text }) => text)], ['needs_review', ['answer-1', 'Revised.', 'answer-2']]);
}
{
  const verifiers = { tests: async (draft) => draft === 'right' || 'case 3 fails' };
  const { acceptedBy, drafts } = await engine.run({
    input: 'q',
    model: ({ callId }) => (callId === 'answer-1' ? 'wrong' : 'right'),
    critic: false,
    verifiers,
  });
  assert.deepEqual([acceptedBy, drafts[0].verifiers.tests.issues], ['verifier', ['case 3 fails']]);
}
{
  // What fails is told, and the draft is kept.
  const broken = async ({ purpose }) => {
    if (purpose === 'critique') throw new Error('no route');
    return 'Blue.';
  };
  const result = await engine.run({ input: 'q', model: broken });
  assert.deepEqual([result.output, result.status, result.stopReason], ['Blue.', 'needs_review', 'unreadable_critique']);
  assert.match(result.errors[0].message, /no route/);
  const hangs = new ReflectEngine({ budget: { callTimeoutMs: 50 } });
  const late = await hangs.run({ input: 'q', model: () => new Promise(() => {}) });
  assert.deepEqual([late.output, late.errors[0].code], ['', 'timeout']);
  for (const reply of [undefined, 7, { content: 1n }, { content: 7 }]) {
    const result = await engine.run({ input: 'q', model: () => reply });
    assert.deepEqual([result.output, result.errors[0].code], ['', 'bad_response'], String(reply));
  }
}
await refused('q', /must be an object/);
await refused({ input: 'q' }, /`model` must be a function/);
await refused({ input: 'q', model: 'gpt' }, /`model` must be a function/);
await refused({ input: 7, model: () => 'a' }, /`input` must be a string or a list of messages/);
await refused({ input: 'q', model: () => 'a', tools: [] }, /unknown key `tools`/);
await refused({ input: 'q', model: () => 'a', verifiers: { tests: 1 } }, /`tests` must be a function/);
assert.throws(() => new ReflectEngine({ maxReflection: 1 }), { code: 'invalid_settings', message: /maxReflections/ });
for (const [wrong, came] of [
  [Number.NaN, /NaN/],
  [() => 1, /a function/],
  [new Map(), /./],
])
  assert.throws(() => new ReflectEngine({ maxReflections: wrong }), { code: 'invalid_settings', message: came });

await visit(async (outcome, page) => {
  assert.equal(outcome, 'critic: Blue light scatters most.');
  const steps = await page.evaluate(() => document.getElementById('steps').textContent.trim().split('\n'));
  assert.deepEqual([steps.length, steps[0]], [5, 'thought Initial answer generated.']);
  await isAccessible(page, 'the page in Rust');
});
