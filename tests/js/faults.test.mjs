// Every callback, failing in every way, at every position of a three-reflection run with tools and verifiers: the run ends, no draft
// is lost, nothing is accepted that nobody accepted, and the code says what happened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReflectError, ReflectEngine, tool } from 'reflect-engine';
import { accept, never, reject, revoked, throws, unreadable } from './support.mjs';

/** Milliseconds after which a callback that hangs has timed out. */
const TIMEOUT = 40;
/** Milliseconds after which a run counts as hanging. */
const HANGS = 60_000;

const engine = new ReflectEngine({ strategy: 'classic', maxReflections: 3, advanced: { judgeLast: true } });

/** The run, undisturbed: each draft takes a tool turn of two tools, two verifiers, a critique; the fourth is accepted. */
function script(request) {
  if (request.purpose === 'critique') return request.iteration < 4 ? reject(2 + request.iteration) : accept();
  if (request.messages.at(-1).role === 'tool') return `draft ${request.iteration}`;
  return {
    content: 'looking',
    toolCalls: [
      { name: 'a', arguments: { q: 1 } },
      { name: 'b', arguments: { q: 2 } },
    ],
  };
}

/**
 * Plays the run. `fault` sees the name of every call of a callback before it is made; what it returns is what the callback does
 * instead.
 */
async function play(fault = () => undefined, settings = {}) {
  const seen = { names: [], drafts: [], accepted: false };
  const met = {};
  const callback =
    (kind, usual) =>
    (...given) => {
      met[kind] = (met[kind] ?? 0) + 1;
      const name = `${kind} ${met[kind]}`;
      seen.names.push(name);
      const instead = fault(name);
      if (instead !== undefined) return instead();
      return usual(...given);
    };
  const produce = callback('model', (request) => {
    const reply = script(request);
    if (typeof reply === 'string') seen.drafts.push(reply);
    return reply;
  });
  const judge = callback('critic', (request) => {
    const reply = script(request);
    seen.accepted ||= reply === accept();
    return reply;
  });
  const going = engine.run({
    input: 'q',
    model: produce,
    critic: judge,
    tools: ['a', 'b'].map((name) =>
      tool({ name, schema: { type: 'object' }, execute: callback(`tool ${name}`, () => ({ name })) }),
    ),
    verifiers: { v: callback('verifier v', () => ({ passed: true })), w: callback('verifier w', async () => ({ passed: true })) },
    onStep: callback('onStep', () => {}),
    onDraft: callback('onDraft', () => {}),
    onCall: callback('onCall', () => {}),
    settings,
  });
  let timer;
  const hang = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error('the run hangs')), HANGS);
  });
  const outcome = await Promise.race([going, hang]).then(
    (result) => ({ result }),
    (error) => ({ error, result: error.result }),
  );
  clearTimeout(timer);
  return { ...outcome, seen };
}

let deep = 'bottom';
for (let i = 0; i < 100_000; i += 1) deep = i % 2 === 0 ? [deep] : { deep };
const cyclic = { issues: [] };
cyclic.content = cyclic;
cyclic.passed = cyclic;
const huge = 'x'.repeat(100_000_000);
const trap = throws(new Error('trap'));

/** Returned values that are not a reply of a model and no verdict; each of them is a result of a tool. */
const SHAPES = {
  nothing: undefined,
  null: null,
  'a number': 42,
  NaN: Number.NaN,
  'a list': [42],
  'an empty object': {},
  'a cycle': cyclic,
  'a BigInt': 10n ** 30n,
  'BigInt inside': { content: 5n, passed: 5n },
  '100,000 deep': deep,
  '100,000 deep inside': { content: deep, passed: deep },
  '100 MB': huge,
  '100 MB inside': { content: huge, passed: huge },
  '100 MB of parts': { content: [{ type: 'text', text: huge }], passed: true, issues: [huge] },
  'a __proto__ key': JSON.parse('{"__proto__": {"content": "polluted", "passed": true}}'),
  'a __proto__ key inside': JSON.parse(
    '{"content": {"__proto__": {"text": "polluted"}}, "passed": {"__proto__": {"text": "polluted"}}}',
  ),
  'a function': () => 'called',
  'a symbol': Symbol('s'),
  'binary data': new Uint8Array(1_000),
  'binary inside': { content: new Uint8Array(8), passed: new Uint8Array(1) },
  'a getter that throws': unreadable('getter', 'content', 'passed'),
  'a getter that throws where another library has its text': Object.assign(unreadable('getter', 'json'), { body: 1 }),
  'a proxy that throws': new Proxy({}, { get: (_, key) => (key === 'then' ? undefined : trap()), ownKeys: trap }),
};
const FAULTS = {
  throws: throws(new Error('boom')),
  'throws undefined': throws(undefined),
  'throws a BigInt': throws(5n),
  'throws what cannot be looked at': throws(revoked()),
  rejects: () => Promise.reject(new Error('boom')),
  'rejects late': () => new Promise((_, fail) => setImmediate(fail, new Error('boom'))),
  hangs: never,
  ...Object.fromEntries(Object.entries(SHAPES).map(([name, value]) => [`returns ${name}`, () => value])),
  'resolves with a cycle': async () => cyclic,
};

/** What throws wherever it is looked at. */
const WORSE = {
  'returns a proxy that throws at each look': () =>
    new Proxy({}, { has: () => assert.fail('has'), get: (_, key) => (key === 'then' ? undefined : assert.fail('get')) }),
  'returns a thenable that throws': () => ({
    // biome-ignore lint/suspicious/noThenProperty: that is what is tested
    then: throws(new Error('then')),
  }),
};

/** Nothing but what hangs may time out, however busy the machine is. */
function settingsFor(fault) {
  return fault === 'hangs' ? { budget: { callTimeoutMs: TIMEOUT, verifierTimeoutMs: TIMEOUT } } : {};
}

/** What an observer cannot change. */
const told = ({ output, status, trace }) => ({ output, status, steps: trace.steps.map(({ nowMs, ...step }) => step) });

const ENDS = { model: 'model_error', critic: 'critic_unavailable', verifier: 'verifier_error' };
const CODES = { model: 'model_error', critic: 'model_error', tool: 'tool_error', verifier: 'verifier_error' };

/** The code that a call of this kind must be noted under. */
function codeOf(kind, fault) {
  if (fault.startsWith('re') && !fault.startsWith('rejects')) return kind === 'verifier' ? 'verifier_error' : 'bad_response';
  return fault === 'hangs' ? 'timeout' : CODES[kind];
}

function check(name, fault, { result, error, seen }) {
  const [kind] = name.split(' ');
  const at = `${name} ${fault}`;
  if (error !== undefined) {
    assert.ok(isReflectError(error), `${at}: ${error?.stack}`);
    assert.equal(seen.drafts.length, 0, `${at}: a draft was lost`);
    assert.equal(error.code, 'model_error', at);
  }
  assert.equal(result.output, seen.drafts.at(-1) ?? '', `${at}: the output is the last draft`);
  assert.equal(result.accepted, seen.accepted && result.status === 'ok', at);
  if (kind === 'model' || kind === 'critic' || kind === 'verifier') {
    assert.equal(result.errors[0]?.code, codeOf(kind, fault), at);
    assert.equal(result.stopReason, ENDS[kind], at);
  } else {
    assert.equal(result.status, 'ok', at);
    const notes = result.errors.filter(({ code }) => code === 'callback_error');
    const failing = !fault.startsWith('ret') && !fault.startsWith('res');
    if (kind.startsWith('on')) {
      assert.equal(notes.length, failing && fault !== 'hangs' && fault !== 'rejects late' ? 1 : 0, at);
      for (const { message } of notes) assert.ok(message.startsWith(`\`${kind}\` failed: `), message);
      assert.deepEqual(told(result), undisturbed, `${at}: it changes nothing`);
    } else assert.equal(result.trace.steps.filter((step) => step.error !== undefined).length, failing ? 1 : 0, at);
  }
}

test('undisturbed, the run makes these calls and the fourth draft is accepted', async () => {
  const { result, seen } = await play();
  assert.equal(result.status, 'ok');
  assert.equal(result.output, 'draft 4');
  assert.equal(result.iterations, 4);
  const count = (kind) => seen.names.filter((name) => name.startsWith(kind)).length;
  assert.deepEqual(['model', 'critic', 'tool', 'verifier'].map(count), [8, 4, 8, 8]);
});

const { seen, result } = await play();
const undisturbed = told(result);
for (const [fault, act] of Object.entries(FAULTS)) {
  test(`a callback that ${fault}, at each of ${seen.names.length} positions`, async () => {
    for (const name of seen.names) check(name, fault, await play((now) => (now === name ? act : undefined), settingsFor(fault)));
  });
}

test('a run in which every callback of a kind fails, and every other works, ends too', async () => {
  for (const kind of ['model', 'critic', 'tool', 'verifier', 'onStep', 'onDraft', 'onCall']) {
    for (const [fault, act] of Object.entries({ ...FAULTS, ...WORSE })) {
      const { result, error, seen } = await play((name) => (name.startsWith(kind) ? act : undefined), settingsFor(fault));
      const at = `every ${kind} ${fault}`;
      if (error !== undefined) assert.ok(isReflectError(error) && kind === 'model', `${at}: ${error.stack}`);
      assert.equal(result.output, seen.drafts.at(-1) ?? '', at);
      assert.equal(result.accepted, seen.accepted && kind !== 'verifier', at);
    }
  }
});

test('an error of a run has what a callback threw as its cause, which no copy has', async () => {
  const thrown = new TypeError('no such table');
  const verifiers = {
    table() {
      throw thrown;
    },
  };
  const result = await new ReflectEngine().run({ input: 'q', model: () => 'draft', critic: false, verifiers });
  const [error] = result.errors;
  assert.equal(error.code, 'verifier_error');
  assert.equal(error.cause, thrown);
  for (const copy of [structuredClone(result.errors), JSON.parse(JSON.stringify(result.errors))])
    assert.equal(copy[0].cause, undefined);
});
