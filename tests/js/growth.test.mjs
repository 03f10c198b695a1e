// How much memory the core takes for much text: of what is read in parts, no more than for what is kept of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { accept, reject } from './support.mjs';

const { Instance } = WebAssembly;
let memory;
WebAssembly.Instance = new Proxy(Instance, {
  construct(made, given) {
    const instance = new made(...given);
    memory = instance.exports.memory;
    return instance;
  },
});
const { ReflectEngine } = await import('reflect-engine');
const { Reflector } = await import('reflect-engine/research');
const { EvalTracker, memoryStore } = await import('reflect-engine/evals');

const HOUR = 3_600_000;

test('a batch of facts takes little more than its own length', () => {
  const reflector = new Reflector({ maker: { type: 'text', many: false } });
  reflector.add([]);
  const before = memory.buffer.byteLength;
  const facts = Array.from({ length: 30_000 }, (_, n) => ({ path: 'maker', value: `Maker ${n}`, sourceId: `s${n}` }));
  assert.equal(reflector.add(facts).taken, 30_000);
  const [grown, text] = [memory.buffer.byteLength - before, JSON.stringify(facts).length];
  assert.ok(grown < 8 * text, `${grown} bytes for ${text} characters`);
});

test('memory grows in few steps, since the host collects garbage at each', () => {
  const reflector = new Reflector({ parts: 'list' });
  reflector.add([]);
  const sizes = new Set();
  const list = (n) => Array.from({ length: 50 }, (_, item) => `part ${n} ${item}`);
  for (let n = 0; n < 2_000; n += 1) {
    reflector.add([{ path: 'parts', value: list(n), sourceId: `s${n}` }]);
    sizes.add(memory.buffer.byteLength);
  }
  const facts = Array.from({ length: 2_000 }, (_, n) => ({ path: 'parts', value: list(n + 2_000), sourceId: `s${n}` }));
  for (let at = 0; at < facts.length; at += 1_000) {
    reflector.add(facts.slice(at, at + 1_000));
    sizes.add(memory.buffer.byteLength);
  }
  assert.ok(sizes.size <= 40, `${sizes.size} steps to ${memory.buffer.byteLength} bytes`);
});

test('statistics take no more for many windows than for few', async () => {
  const store = memoryStore();
  const evals = new EvalTracker({ store, warn: () => {}, now: () => 5_000 * HOUR, regressions: false });
  let [at, taken] = [0, 0];
  for (const until of [1_000, 4_000]) {
    for (; at < until; at += 1) evals.record({ agentId: 'A', scores: { m: 0.5, k: 0.7 }, createdAt: at * HOUR });
    await evals.flush();
    const before = memory.buffer.byteLength;
    await evals.getSystemEvalStats();
    const grown = memory.buffer.byteLength - before;
    assert.ok(until === 1_000 || grown <= taken, `${grown} bytes for ${until} windows, and ${taken} before`);
    taken = Math.max(taken, grown);
  }
  await evals.close();
});

test('a run that is over is garbage of the cheap kind, and waits for no collection of all old objects', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const engine = new ReflectEngine({ maxReflections: 1 });
  const play = async (count) => {
    for (let n = 0; n < count; n += 1) {
      const weight = new Array(50_000).fill(n);
      const answers = ['A first answer.', reject(), 'A second answer.', accept()];
      const { output } = await engine.run({ input: 'A question?', model: () => answers.shift() ?? String(weight.at(-1)) });
      assert.equal(output, 'A second answer.');
    }
  };
  await play(3);
  collect();
  const before = process.memoryUsage().heapUsed;
  await play(20);
  for (const _ of 'three') collect({ type: 'minor' });
  const kept = (process.memoryUsage().heapUsed - before) / 20;
  assert.ok(kept < 200_000, `${kept} bytes of each run are kept, of 400,000 that its model holds`);
});

test('steps keep their own letters alive, and not those of the requests that came with them', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const engine = new ReflectEngine({ maxReflections: 1 });
  const task = { input: 'A question?', systemPrompt: 'Be brief. '.repeat(20_000) };
  const play = async () => {
    const verdicts = ['The first answer names no source at all.', true];
    const answers = ['A first answer.', 'A second answer.'];
    const verifiers = { sources: () => verdicts.shift() };
    return (await engine.run({ ...task, model: () => answers.shift(), critic: false, verifiers })).trace.steps;
  };
  await play();
  collect();
  const before = process.memoryUsage().heapUsed;
  const all = [];
  for (let n = 0; n < 20; n += 1) all.push(await play());
  collect();
  const kept = (process.memoryUsage().heapUsed - before) / all.length;
  assert.ok(kept < 50_000, `${kept} bytes are kept of the steps of each run, whose requests have 200,000`);
});
