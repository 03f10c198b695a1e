// Traps in the packed package itself: a run whose input says `trap-at:N` is left without stack in its Nth poll or reply, as where a bug
// recurses for ever, and so the host traps wherever the core is then.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { column, lasting, rejection, thrown } from './support.mjs';

const dist = join(dirname(fileURLToPath(import.meta.resolve('reflect-engine/package.json'))), 'dist');
const place = mkdtempSync(join(tmpdir(), 'reflect-engine-'));
after(() => rmSync(place, { recursive: true }));

const TRAPS = process.env.WHOLE === undefined ? 5_000 : 20_000;
/** Bytes of stack that are left, in turn: it ends in another function with each. */
const LEFT = [64, 128, 256, 512];
/** What begins a run, and which of its arguments are the place and the length of what it says. */
const BEGIN = { coreengine_begin: 3, beginResearch: 4, beginDecision: 2 };
const COUNTED = ['run_poll', 'run_reply', 'run_replyText', 'run_fail', 'run_abort', 'run_act'];

/** The exports of a part of the core, which trap. */
function trapping(exports) {
  if (exports.run_poll === undefined) return exports;
  const { memory, __stack_pointer: stack } = exports;
  const counts = new Map();
  let traps = 0;
  const began =
    (begin, at) =>
    (...given) => {
      const words = Buffer.from(memory.buffer, given[at], given[at + 1]).toString();
      const ran = begin(...given);
      counts.set(ran[0], Number(/trap-at:(\d+)/.exec(words)?.[1]));
      return ran;
    };
  const counted =
    (call) =>
    (run, ...given) => {
      const left = counts.get(run) - 1;
      counts.set(run, left);
      if (left !== 0) return call(run, ...given);
      stack.value = LEFT[traps++ % LEFT.length];
      call(run, ...given);
      assert.fail('it needed less stack');
    };
  const own = { ...exports };
  for (const [name, at] of Object.entries(BEGIN)) if (name in own) own[name] = began(own[name], at);
  for (const name of COUNTED) if (name in own) own[name] = counted(own[name]);
  return own;
}

globalThis.WebAssembly.Instance = class extends WebAssembly.Instance {
  #exports;

  get exports() {
    this.#exports ??= trapping(super.exports);
    return this.#exports;
  }
};

/** The package, or a subpath, with a wasm instance of its own. */
let copies = 0;
function fresh(path = 'index') {
  copies += 1;
  const copy = join(place, `${copies}`);
  cpSync(dist, join(copy, 'dist'), { recursive: true });
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
  return import(pathToFileURL(join(copy, `dist/${path}.js`)).href);
}

const REJECT = '{"score": 4, "issues": ["short"], "suggestion": "more", "needs_revision": true}';
const ACCEPT = '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}';

/** A model that takes its time, so that a run is in flight while others trap. */
const slowly = async ({ purpose, iteration, drafts }) => {
  await new Promise((resolve) => setImmediate(resolve));
  const verdict = (number) => (number < 3 ? REJECT : ACCEPT);
  // What cannot be read of several drafts at once changes later runs of the engine.
  if (purpose === 'critique') return drafts ? `[${drafts.map((draft) => verdict(draft + 1))}]` : verdict(iteration);
  return `draft ${iteration} ${'é'.repeat(2_000)}`;
};
const quickly = ({ purpose }) => (purpose === 'critique' ? REJECT : 'draft');

const settings = { advanced: { seed: 5, judgeLast: true } };

test(`${TRAPS} traps reject as many runs, and the runs beside them are as if undisturbed`, async () => {
  const uncaught = [];
  const note = (error) => uncaught.push(error);
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);

  const { ReflectEngine, isReflectError } = await fresh();
  const engine = new ReflectEngine(settings);
  const witness = () => engine.run({ input: 'what?', model: slowly });
  const undisturbed = lasting(await witness());
  assert.equal(undisturbed.status, 'ok');

  let traps = 0;
  let withDraft = 0;
  let witnesses = 0;
  const going = new Set();
  while (traps < TRAPS) {
    while (going.size < 8) {
      const run = witness().then((result) => {
        assert.deepEqual(lasting(result), undisturbed);
        witnesses += 1;
        going.delete(run);
      });
      going.add(run);
    }
    const batch = Array.from({ length: 250 }, (_, i) =>
      rejection(engine.run({ input: `trap-at:${(i % 9) + 1}`, model: quickly, settings: { maxReflections: 5 } })),
    );
    for (const error of await Promise.all(batch)) {
      assert.ok(isReflectError(error), String(error));
      assert.equal(error.code, 'engine_trap');
      assert.ok(error.cause instanceof WebAssembly.RuntimeError, String(error.cause));
      traps += 1;
      if (error.result === undefined) continue;
      assert.equal(error.result.output, 'draft');
      withDraft += 1;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(going);
  assert.deepEqual(lasting(await witness()), undisturbed, 'and so is a run after all of them');
  assert.ok(witnesses >= TRAPS / 500, String(witnesses));
  // All but those that trap in their first poll, which have none.
  assert.equal(traps - withDraft, (traps / 250) * 28);

  process.off('uncaughtException', note);
  process.off('unhandledRejection', note);
  assert.deepEqual(uncaught, []);
});

test('a trap in a direct call is told as engine_trap, and only that run is dead', async () => {
  const { ReflectEngine } = await fresh();
  const engine = new ReflectEngine(settings);
  const dead = engine.start({ input: 'trap-at:1' });
  const alive = engine.start({ input: 'what?' });
  const error = thrown(() => dead.poll());
  assert.equal(error.code, 'engine_trap');
  assert.ok(error.cause instanceof WebAssembly.RuntimeError);
  for (const call of [() => dead.poll(), () => dead.reply('answer-1', 'a'), () => dead.snapshot(), () => dead.abort()]) {
    assert.equal(thrown(call).code, 'engine_trap');
  }
  dead.free();
  assert.equal(alive.poll().call.callId, 'answer-1');
  alive.free();
});

test('a trap in a run that its host drives leaves the draft, and each later call says so again', async () => {
  const { ReflectEngine } = await fresh();
  const redact = (text) => text.replaceAll('trap-at', '***');
  const run = new ReflectEngine(settings).start({ input: 'trap-at:4', redact });
  assert.equal(run.poll().call.callId, 'answer-1');
  run.poll();
  run.reply('answer-1', 'draft 1');
  for (const error of [thrown(() => run.poll()), thrown(() => run.poll()), thrown(() => run.reply('critique-1', ACCEPT))]) {
    const { output, status, stopReason, errors } = error.result;
    assert.deepEqual([error.code, output, status, stopReason], ['engine_trap', 'draft 1', 'needs_review', 'engine_trap']);
    assert.equal(errors.at(-1).code, 'engine_trap');
    assert.ok(!JSON.stringify(error.result.trace.steps).includes('trap-at'));
  }
});

test('a trap in a research loop leaves its facts and its last answer', async () => {
  const { ResearchLoop } = await fresh('research/index');
  const loop = new ResearchLoop({ canonicalModel: { price: 'number', maker: 'text' }, evaluator: false });
  const facts = { price: { path: 'price', value: 5, sourceId: 's' }, maker: { path: 'maker', value: 'Acme', sourceId: 't' } };
  const task = { research: ({ path }) => [facts[path]], compose: () => ({ price: 5 }) };
  const ended = (count) => rejection(loop.run({ query: `trap-at:${count}`, ...task }));
  assert.deepEqual([(await ended(1)).code, (await ended(1)).result], ['engine_trap', undefined]);
  for (const [count, paths, output] of [
    // It traps over the first facts, before the second search, and over the answer.
    [2, ['price'], ''],
    [3, ['price'], ''],
    [6, ['price', 'maker'], '{"price":5}'],
  ]) {
    const { code, cause, result } = await ended(count);
    assert.ok(cause instanceof WebAssembly.RuntimeError);
    assert.deepEqual([code, result.output, result.facts.map(({ path }) => path)], ['engine_trap', output, paths], String(count));
    assert.deepEqual([result.status, result.accepted, result.errors.at(-1).code], ['needs_review', false, 'engine_trap']);
    assert.deepEqual([result.iterations, result.missing, result.object], [paths.length, [], output ? { price: 5 } : undefined]);
    assert.ok(result.snapshot.includes('trap-at'));
  }
  const { result } = await rejection(loop.run({ query: 'trap-at:6', ...task, compose: () => 'It costs 5.' }));
  assert.deepEqual([result.output, 'object' in result], ['It costs 5.', false]);
});

test('a trap in a reflection on a decision leaves what the model wrote, and no reflection', async () => {
  const { DecisionReflector } = await fresh('decision/index');
  const reflector = new DecisionReflector({ model: () => 'It is too early.', ownRules: { late: () => 'It is late.' } });
  const ended = (count) => rejection(reflector.reflect({ decision: 'APPROVE', input: `trap-at:${count}` }));
  assert.equal((await ended(1)).result, undefined);
  const { code, result } = await ended(2);
  assert.deepEqual([code, result.errors.at(-1).code, 'shouldRevise' in result], ['engine_trap', 'engine_trap', false]);
  assert.deepEqual([result.contraArgument, result.concerns], ['It is too early.', []]);
});

test('a run that traps ends with the best draft that there is', async () => {
  const { ReflectEngine } = await fresh();
  const engine = new ReflectEngine({ strategy: 'classic', maxReflections: 3, advanced: { seed: 5, judgeLast: true } });
  const model = ({ purpose, iteration }) =>
    purpose === 'critique' ? REJECT.replace('4', [4, 6, 5][iteration - 1]) : `<think>hm</think>draft ${iteration}`;
  for (const [count, output, iterations] of [
    [2, 'draft 1', 1],
    [4, 'draft 1', 1],
    // The second draft, of whose critique nothing was shown; then it is known to be the best.
    [8, 'draft 1', 2],
    [10, 'draft 2', 3],
    [14, 'draft 2', 4],
  ]) {
    const { code, result } = await rejection(engine.run({ input: `trap-at:${count}`, model }));
    assert.deepEqual([code, result.output, result.iterations], ['engine_trap', output, iterations], String(count));
    assert.deepEqual([result.status, result.accepted, result.errors.at(-1).code], ['needs_review', false, 'engine_trap']);
    assert.deepEqual(
      column(result.trace.drafts, 'text'),
      Array.from({ length: iterations }, (_, at) => `draft ${at + 1}`),
    );
    assert.equal(structuredClone(JSON.parse(JSON.stringify(result))).trace.steps.length, result.trace.steps.length);
    assert.ok(result.snapshot.includes('trap-at'));
  }
});

test('traps in direct calls, however many, leave room for runs', async () => {
  const { ReflectEngine } = await fresh();
  const engine = new ReflectEngine(settings);
  let release;
  const gate = new Promise((resolve) => {
    release = resolve;
  });
  const going = engine.run({ input: 'what?', model: async (request) => (await gate, slowly(request)) });
  // Each leaves the stack at its end, where nobody puts it back.
  for (let i = 0; i < 1_000; i += 1) {
    const run = engine.start({ input: 'trap-at:2' });
    assert.equal(run.poll().type, 'call');
    assert.equal(thrown(() => run.poll()).code, 'engine_trap');
  }
  assert.equal((await engine.run({ input: 'what?', model: slowly })).status, 'ok');
  release();
  assert.equal((await going).status, 'ok');
});

test('what the host throws, as where its stack ends, is no trap', async () => {
  const { ReflectEngine } = await fresh();
  const engine = new ReflectEngine(settings);
  const { String: text } = globalThis;
  // The core asks the host this of a number that it names.
  globalThis.String = new Proxy(text, {
    apply(target, self, [value]) {
      if (value === 1.5) throw new RangeError('Maximum call stack size exceeded');
      return Reflect.apply(target, self, [value]);
    },
  });
  try {
    for (let i = 0; i < 1_000; i += 1) assert.equal(thrown(() => new ReflectEngine({ maxReflections: 1.5 })).name, 'RangeError');
  } finally {
    globalThis.String = text;
  }
  assert.equal((await engine.run({ input: 'what?', model: slowly })).status, 'ok');
});
