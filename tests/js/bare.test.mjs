// Hosts that have nothing but the language, such as a workflow isolate: no AbortController, timers, URL, crypto or TextDecoder.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { evaluated } from '../packaging/evaluated.mjs';

const manifest = import.meta.resolve('reflect-engine/package.json');

/** The file of a subpath, as bundlers find it. */
const fileOf = (subpath) => fileURLToPath(new URL(exports[subpath].module, manifest));
const { exports } = JSON.parse(readFileSync(fileURLToPath(manifest), 'utf8'));
const file = fileOf('.');

/** Node 20 ends a process with an error, now and then, that is to tell a context at its very end what was collected: here nobody is told. */
class Forgetful {
  register() {}
  unregister() {}
}

/** The package, evaluated in an empty context, or in one that has `globals`. */
async function bare(options, globals = {}) {
  const context = vm.createContext({ FinalizationRegistry: Forgetful, ...globals }, options);
  for (const name of ['AbortController', 'setTimeout', 'URL', 'crypto', 'TextDecoder']) {
    assert.equal(vm.runInContext(`typeof ${name}`, context), 'undefined');
  }
  context.library = await evaluated(context, file);
  return (script) => vm.runInContext(`(async () => { const { ReflectEngine, tool } = library; ${script} })()`, context);
}

test('nothing runs at import but definitions', async () => {
  const context = vm.createContext({ FinalizationRegistry: Forgetful });
  vm.runInContext(
    `let importing = true;
    const kept = { now: Date.now, random: Math.random, Compiled: WebAssembly.Module, Registry: FinalizationRegistry };
    const early = (what) => { if (importing) throw new Error(what + ' at import'); };
    Date.now = () => (early('Date.now'), kept.now());
    Math.random = () => (early('Math.random'), kept.random());
    globalThis.FinalizationRegistry = function (cleanup) { early('FinalizationRegistry'); return new kept.Registry(cleanup); };
    globalThis.setTimeout = () => early('setTimeout');
    globalThis.clearTimeout = () => {};
    WebAssembly.Module = function (bytes) { early('WebAssembly.Module'); return new kept.Compiled(bytes); };
    WebAssembly.Module.prototype = kept.Compiled.prototype;`,
    context,
  );
  context.library = await evaluated(context, file);
  const output = await vm.runInContext(
    `importing = false;
    const model = () => 'a';
    new library.ReflectEngine({ advanced: { seed: 1 } }).run({ input: 'q', model, critic: () => '{"score": 9, "needs_revision": false}' })
      .then(({ output }) => output);`,
    context,
  );
  assert.equal(output, 'a');
});

test('the wasm of each part is whole where the host has no files', async () => {
  const parts = {
    '.': ['reflect_engine', 'new library.ReflectEngine()'],
    './research': ['research', 'library.canonicalModel({ fields: [{ path: "a" }] })'],
    './decision': ['decision', 'new library.DecisionReflector()'],
    './monitor': ['statistics', 'new library.LoopMonitor()'],
    './evals': ['statistics', 'new library.EvalTracker({ unknown: true })'],
  };
  for (const [subpath, [name, use]] of Object.entries(parts)) {
    const context = vm.createContext({ FinalizationRegistry: Forgetful });
    vm.runInContext(
      `let given;
      const { Module } = WebAssembly;
      WebAssembly.Module = function (bytes) {
        if (bytes.length < 10_000) return new Module(bytes); // it decodes the others
        given = bytes;
        throw new Error();
      };`,
      context,
    );
    context.library = await evaluated(context, fileOf(subpath));
    const given = vm.runInContext(`try { ${use}; } catch {} given`, context);
    assert.ok(
      Buffer.from(given).equals(readFileSync(fileURLToPath(import.meta.resolve(`reflect-engine/${name}_bg.wasm`)))),
      subpath,
    );
  }
});

test('a wasm that is cut or changed on its way is `no_wasm`', async () => {
  const spoil = {
    'cut in half': (base64) => base64.slice(0, base64.length / 8) + base64.slice(base64.length / 2),
    'cut at its end': (base64) => base64.slice(0, -8),
    longer: (base64) => `${base64.slice(0, -4)}AAAAAAAA`,
    'of other bytes': (base64) => base64.replace(/(?<=^.{9000}).{4}/, 'abcd'),
    empty: () => '',
  };
  for (const [name, spoilt] of Object.entries(spoil)) {
    const context = vm.createContext({ FinalizationRegistry: Forgetful });
    const within = (text) => text.replace(/(?<=reflect_engine \d+ )[\w+/=]+/, spoilt);
    context.library = await evaluated(context, file, within);
    const code = vm.runInContext('try { new library.ReflectEngine(); } catch (error) { error.code }', context);
    assert.equal(code, 'no_wasm', name);
  }
});

test('where wasm may not be compiled, the error says what to allow', async () => {
  const run = await bare({ codeGeneration: { wasm: false } });
  const error = await run(`
    try { new ReflectEngine(); } catch (error) { return { code: error.code, message: error.message, cause: error.cause.name }; }
  `);
  assert.equal(error.code, 'no_wasm');
  assert.equal(error.cause, 'CompileError');
  assert.match(error.message, /'wasm-unsafe-eval'.*`reflect-engine\/slim`/);
});

test('a run without randomness needs a seed, and a Node that is too old is told so', async () => {
  const told = async (globals) => {
    const run = await bare(undefined, globals);
    return run(`return new ReflectEngine().run({ input: 'q', model: () => 'a' }).catch(({ code, message }) => [code, message]);`);
  };
  const [code, message] = await told({});
  assert.equal(code, 'no_randomness');
  assert.match(message, /`advanced\.seed`/);
  const old = await told({ process: { versions: { node: '18.20.8' } } });
  assert.deepEqual([...old], ['no_randomness', 'reflect-engine needs Node 20 or newer, and this is 18.20.8']);
});

// Each has its own way to read the wasm; none has a TextEncoder.
for (const [name, globals] of Object.entries({ nothing: {}, atob: { atob }, Buffer: { Buffer } })) {
  test(`any text goes in and comes out of a host that has ${name} beside the language`, async () => {
    const texts = [
      'plain',
      '\u0000\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff',
      'naïve 東京 🦀 👩‍🚀 \u{10000}\u{10ffff}',
      'half \ud83e and \udd80 pairs',
      `${'x'.repeat(5_000)}${'🐳'.repeat(5_000)}`,
    ];
    const run = await bare({}, globals);
    const told = await run(`
      const critic = () => '{"score": 9, "needs_revision": false}';
      const engine = new ReflectEngine({ advanced: { seed: 1 } });
      const all = ${JSON.stringify(texts)}.map((text) => engine.run({ input: text, model: ({ messages }) => messages[0].content, critic }));
      return JSON.stringify((await Promise.all(all)).map(({ output }) => output));
    `);
    const expected = texts.map((text) => text.replace(/\p{Cs}/gu, '\ufffd'));
    assert.deepEqual(JSON.parse(told), expected);
  });
}

test('tools are checked by JSON Schemas with references', async () => {
  const run = await bare();
  const text = await run(`
    const replies = [
      { content: '', toolCalls: [{ name: 't', arguments: { q: 'x' } }, { name: 't', arguments: { q: 3 } }] },
      'a',
      '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}',
    ];
    const query = { type: 'object', properties: { q: { type: 'string' } } };
    const schemas = [
      { $ref: '#/$defs/query', $defs: { query } },
      { $id: 'https://example.org/tools/t', $ref: 'query', $defs: { query: { $id: 'query', ...query } } },
      { $ref: '/shared/query', $defs: { query: { $id: '/shared/query', ...query } } },
    ];
    const all = [];
    for (const schema of schemas) {
      const left = [...replies];
      const result = await new ReflectEngine({ advanced: { seed: 1 } }).run({
        input: 'q',
        model: () => left.shift(),
        tools: [tool({ name: 't', schema, execute: ({ q }) => q })],
      });
      all.push([result.status, ...result.trace.steps.filter(({ type }) => type === 'tool_result').map((step) => step.error ?? step.result)]);
    }
    return JSON.stringify(all);
  `);
  const expected = ['ok', 'x', 'q: Instance type "number" is invalid. Expected "string".'];
  assert.deepEqual(JSON.parse(text), [expected, expected, expected]);
});

test('callbacks get a signal, and an abort reaches it', async () => {
  const run = await bare();
  const text = await run(`
    const seen = [];
    const model = ({ signal }) =>
      new Promise((_, fail) => {
        const removed = () => seen.push('removed');
        signal.addEventListener('abort', removed);
        signal.removeEventListener('abort', removed);
        signal.addEventListener('abort', () => { throw new Error('a listener that throws stops nobody'); });
        signal.addEventListener('abort', { handleEvent: ({ type }) => seen.push(type) });
        signal.onabort = () => seen.push(signal.aborted, signal.reason);
        signal.throwIfAborted();
        seen.push('called');
      });
    const stream = new ReflectEngine({ advanced: { seed: 1 } }).stream({ input: 'q', model });
    for (let i = 0; i < 20; i += 1) await undefined;
    stream.abort('enough');
    const error = await stream.result.catch((error) => error);
    return JSON.stringify({ seen, name: error.name, cause: error.cause });
  `);
  assert.deepEqual(JSON.parse(text), { seen: ['called', true, 'enough', 'abort'], name: 'AbortError', cause: 'enough' });
});
