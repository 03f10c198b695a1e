// `ReflectEngine` of the crate alone (feature `run`), for Node and for the web: `node crate.mjs FOLDER`, where `cargo xtask` built
// `examples-js/rust-page`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
const { ReflectEngine } = createRequire(import.meta.url)(join(folder, 'node/rust_page.js'));

const no = '{"score": 4, "issues": ["no reason"], "needs_revision": true}';
const yes = '{"score": 9, "issues": [], "needs_revision": false}';
const isOurs = (code, message) => (error) => error instanceof Error && error.code === code && message.test(error.message);
const answers = ({ purpose }) => (purpose === 'critique' ? yes : 'Blue.');
const engine = new ReflectEngine({ maxReflections: 1, advanced: { seed: 7 } });
const refused = async (task, message) => assert.rejects(engine.run(task), isOurs('invalid_task', message));

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
  assert.deepEqual([result.output, result.status, result.stopReason], ['Blue.', 'needs_review', 'critic_unavailable']);
  assert.match(result.errors[0].message, /no route/);
  const hangs = new ReflectEngine({ budget: { callTimeoutMs: 50 } });
  const late = await hangs.run({ input: 'q', model: () => new Promise(() => {}) });
  assert.deepEqual([late.output, late.errors[0].code], ['', 'timeout']);
  for (const reply of [undefined, 7, { content: 1n }, { content: 7 }]) {
    const result = await engine.run({ input: 'q', model: () => reply });
    assert.deepEqual([result.output, result.errors[0].code], ['', 'bad_response'], String(reply));
  }
}
{
  // An observer that rejects ends no process: one of Node would end here.
  const onStep = async () => {
    throw new Error('the log server is down');
  };
  assert.equal((await engine.run({ input: 'q', model: answers, onStep })).status, 'ok');
}
{
  // Half of a surrogate pair, from a stream that was cut, in every text that comes in; `\\ud800` is text, and stays.
  const reply = { content: 'All good \ud83d\ud83d', metadata: { '\ud83d': 1 } };
  const model = ({ purpose }) => (purpose === 'critique' ? yes.replace('[]', '["\ud83d"]') : reply);
  const result = await engine.run({ input: 'q\ud83d \\ud800', systemPrompt: '\ud83d', model });
  assert.deepEqual([result.output, result.status], ['All good \ufffd\ufffd', 'ok']);
  const asked = [];
  await engine.run({ input: 'q\ud83d \\ud800', model: (call) => asked.push(call) && answers(call) });
  assert.equal(asked[0].messages.at(-1).content, 'q\ufffd \\ud800');
}
{
  // An engine may be freed while it runs.
  const own = new ReflectEngine();
  const run = own.run({ input: 'q', model: async (call) => answers(call) });
  own.free();
  assert.equal((await run).status, 'ok');
}
{
  // A signal ends a run with what there is, whoever hangs; calls receive it, and nothing is left that listens or waits.
  const controller = new AbortController();
  const model = ({ purpose, signal }) => {
    assert.equal(signal, controller.signal);
    if (purpose !== 'critique') return 'Blue.';
    queueMicrotask(() => controller.abort('enough'));
    return new Promise(() => {});
  };
  const result = await engine.run({ input: 'q', model, signal: controller.signal });
  assert.deepEqual([result.output, result.status, result.stopReason], ['Blue.', 'needs_review', 'aborted']);
  assert.match(result.errors.at(-1).message, /enough/);
  assert.deepEqual(getEventListeners(controller.signal, 'abort'), []);
  assert.ok(!process.getActiveResourcesInfo().includes('Timeout'));
  const never = await engine.run({ input: 'q', model: () => assert.fail('asked'), signal: controller.signal });
  assert.deepEqual([never.output, never.status, never.stopReason], ['', 'failed', 'aborted']);
}
await refused('q', /must be an object/);
await refused({ input: 'q' }, /`model` must be a function/);
await refused({ input: 'q', model: 'gpt' }, /`model` must be a function/);
await refused({ input: 7, model: () => 'a' }, /`input` must be a string or a list of messages/);
await refused({ input: 'q', model: () => 'a', signal: { aborted: false } }, /`signal` must be an AbortSignal/);
await refused({ input: 'q', model: () => 'a', tools: [] }, /unknown key `tools`/);
await refused({ input: 'q', model: () => 'a', verifiers: { tests: 1 } }, /`tests` must be a function/);
assert.throws(() => new ReflectEngine({ maxReflection: 1 }), isOurs('invalid_settings', /maxReflections/));
for (const [wrong, came] of [
  [Number.NaN, /NaN/],
  [() => 1, /a function/],
  [new Map(), /./],
])
  assert.throws(() => new ReflectEngine({ maxReflections: wrong }), isOurs('invalid_settings', came));

{
  // The program of docs/runtimes.md, as it stands there.
  const page = await readFile(new URL('../../docs/runtimes.md', import.meta.url), 'utf8');
  const [, program] = page.match(/^```cjs\n([\s\S]*?)^```$/m);
  const [, promised] = program.match(/\/\/ (.*)$/m);
  const local = program.replace('./glue/reflect_engine.js', join(folder, 'node/rust_page.js'));
  assert.equal(execFileSync(process.execPath, ['--input-type=commonjs', '--eval', local], { encoding: 'utf8' }), `${promised}\n`);
}

const web = await import(pathToFileURL(join(folder, 'pkg/rust_page.js')).href);
web.initSync({ module: await readFile(join(folder, 'pkg/rust_page_bg.wasm')) });
assert.equal((await new web.ReflectEngine().run({ input: 'q', model: answers })).output, 'Blue.');
console.log(`ok ${process.version}`);
