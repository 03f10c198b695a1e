// What is in the package, and `reflect-engine/slim`: whoever imports it brings the wasm.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import * as slim from 'reflect-engine/slim';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, refusals, thrown } from './support.mjs';

const { EvalTracker, initSync, LoopMonitor, ReflectEngine: Slim } = slim;
const folder = fileURLToPath(new URL('.', import.meta.resolve('reflect-engine/package.json')));

/** The files that importing one of the package brings, itself the first. */
function brought(file) {
  const files = new Set([join(folder, file)]);
  for (const at of files)
    for (const [, to] of readFileSync(at, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+\.js)["']/g))
      files.add(join(dirname(at), to));
  return [...files];
}

// These two come first: afterwards other entries were imported, and what is inside them is there for `slim`, too.
test('reflect-engine/slim without its wasm is `no_wasm`, and no trap', async () => {
  const none = (part, file) => `reflect-engine/slim has no such wasm yet: call initSync({ ${part} }) with ${file}_bg.wasm first`;
  await refusals('no_wasm', [
    [() => new Slim(), none('engine', 'reflect_engine')],
    [() => new LoopMonitor(), none('statistics', 'statistics')],
    [() => new EvalTracker({ unknown: true }), none('statistics', 'statistics')],
  ]);
});

test('`initSync` names what is wrong with what it is given, and keeps nothing of it', async () => {
  const bytes = (part) => readFileSync(fileURLToPath(import.meta.resolve(`reflect-engine/${part}_bg.wasm`)));
  const [engine, statistics] = [bytes('reflect_engine'), bytes('statistics')];
  const cases = [
    [{ engine: statistics }, 'misuse', '`engine` must be the wasm of `reflect-engine/reflect_engine_bg.wasm`, and is another'],
    [
      { engine, statistics: engine },
      'misuse',
      '`statistics` must be the wasm of `reflect-engine/statistics_bg.wasm`, and is another',
    ],
    [engine, 'misuse', 'initSync takes { engine, research, decision, statistics }, got an instance of Buffer'],
    [{ engin: engine }, 'misuse', 'initSync takes { engine, research, decision, statistics }, and has no `engin`'],
    [{ engine: undefined }, 'misuse', '`engine` must be the bytes of a wasm file or a WebAssembly.Module, got nothing'],
    [{ engine: 'a.wasm' }, 'misuse', '`engine` must be the bytes of a wasm file or a WebAssembly.Module, got a string'],
    [{ engine: Promise.resolve(engine) }, 'misuse', /^`engine` must be .* got a promise: wait for it first$/],
    [{ engine: new Uint8Array(8) }, 'no_wasm', /^`engine` cannot be compiled: /],
  ];
  for (const [given, code, message] of cases) await refusals(code, [[() => initSync(given), message]]);
  assert.equal(thrown(() => new Slim()).code, 'no_wasm');
  initSync({ engine });
  assert.equal((await new Slim().run({ input: 'q', model: scriptedModel(['a', accept()]) })).accepted, true);
  assert.equal(thrown(() => new LoopMonitor()).code, 'no_wasm');
  initSync({ statistics: await WebAssembly.compile(statistics) });
  new LoopMonitor().free();
  await new EvalTracker().close();
});

test('whoever imports a companion, an adapter or a store does not load the engine', () => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // Its wasm, and the glue of that.
  const isEngine = (file) => /["'`]reflect_engine \d+ |\.\/reflect_engine_bg\.js/.test(readFileSync(file, 'utf8'));
  const engine = brought('dist/index.js').filter(isEngine);
  assert.equal(engine.length, 2);
  const others = Object.keys(exports).filter((name) => name !== '.' && exports[name].import);
  assert.ok(others.length > 20, `${others}`);
  // A replay is a run of the engine, and so is a look of a critic.
  for (const name of others) {
    const found = brought(exports[name].import.default).filter(isEngine);
    const [code] = engine.filter((file) => file.endsWith('engine.js'));
    assert.deepEqual(
      found.sort(),
      { './trace': [...engine].sort(), './measure': [...engine].sort(), './slim': [code] }[name] ?? [],
      name,
    );
  }
});

test('a bundle has the wasm that it needs, and of `slim` none', async () => {
  const needed = {
    'ReflectError, isReflectError, presets, toResponse, toSSE, tool } from "reflect-engine': '',
    'applyRevision } from "reflect-engine/decision': '',
    'httpEvaluator, memoryStore } from "reflect-engine/evals': '',
    'readCritique } from "reflect-engine': 'lzma,reflect_engine',
    'Critic } from "reflect-engine': 'lzma,reflect_engine',
    'traceOf } from "reflect-engine/trace': 'lzma,reflect_engine',
    'getEvalTracker } from "reflect-engine/evals': 'lzma,statistics',
    'sourceTrust } from "reflect-engine/research': 'lzma,research',
    'DecisionReflector } from "reflect-engine/decision': 'decision,lzma',
  };
  for (const name of Object.keys(slim)) needed[`${name} } from "reflect-engine/slim`] = '';
  for (const [what, expected] of Object.entries(needed)) {
    const options = { bundle: true, format: 'esm', minify: true, write: false };
    const { outputFiles } = await build({
      stdin: { contents: `export { ${what}"`, resolveDir: import.meta.dirname },
      ...options,
    });
    const parts = outputFiles[0].text.matchAll(/["'`](?:(\w+) \d+ [\w+/]{99}|AGFzbQ)/g);
    assert.equal(
      [...parts]
        .map(([, part = 'lzma']) => part)
        .sort()
        .join(),
      expected,
      what,
    );
  }
});

test('`slim` and the other entries are one library, and a wasm that is handed in goes before what is inside', () => {
  const script = `
    import assert from 'node:assert';
    import { readFileSync } from 'node:fs';
    import * as root from 'reflect-engine';
    import { initSync, LoopMonitor, ReflectEngine } from 'reflect-engine/slim';
    assert.equal(ReflectEngine, root.ReflectEngine);
    const [engine, compiled] = [new WebAssembly.Module(readFileSync(process.argv[1])), []];
    WebAssembly.Module = class extends WebAssembly.Module { constructor(bytes) { super(bytes); compiled.push(this); } };
    initSync({ engine });
    new root.ReflectEngine().free();
    assert.equal(compiled.length, 0);
    assert.throws(() => new LoopMonitor(), { code: 'no_wasm' });
    await import('reflect-engine/monitor');
    new LoopMonitor().free();
    assert.equal(compiled.length, 1);`;
  const run = ['--input-type=module', '--eval', script, join(folder, 'reflect_engine_bg.wasm')];
  const { status, stderr } = spawnSync(process.execPath, run, { cwd: import.meta.dirname, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

test('what workerd gets is what everybody gets of the same name, out of `slim`, and no other wasm', async () => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const subpaths = Object.values(exports).filter((paths) => paths.workerd);
  const all = new Map(Object.entries(slim));
  assert.equal(subpaths.length, 7);
  for (const paths of subpaths) {
    const entry = join(folder, paths.workerd.default);
    const [, other] = /^export \* from '(.*)';$/m.exec(readFileSync(entry, 'utf8'));
    const names = Object.keys(await import(join(folder, paths.import.default)));
    const given = await import(join(dirname(entry), other));
    assert.deepEqual(Object.keys(given), names);
    for (const name of names) assert.equal(given[name], all.get(name), name);
    const options = { bundle: true, format: 'esm', external: ['*.wasm'], write: false };
    const { outputFiles } = await build({ entryPoints: [entry], ...options });
    const parts = (pattern) =>
      [...new Set(outputFiles[0].text.match(pattern))].map((text) => text.replace(/.*\/|_bg.*/g, '')).sort();
    assert.deepEqual(parts(/"\.\/\w+_bg\.js"/g), parts(/"[./]+\w+_bg\.wasm"/g));
  }
});

test('an ES module of Node reads its wasm from the file, and decodes it where that is missing or of another length', async () => {
  const away = mkdtempSync(join(tmpdir(), 'reflect-node-'));
  const { Module } = WebAssembly;
  const compiled = [];
  WebAssembly.Module = class extends Module {
    constructor(bytes) {
      compiled.push(bytes.length < 10_000 ? 'the decoder' : bytes.length);
      super(bytes);
    }
  };
  const [file, length] = ['reflect_engine_bg.wasm', statSync(join(folder, 'reflect_engine_bg.wasm')).size];
  const cases = {
    whole: [() => {}, [length]],
    missing: [(place) => rmSync(place), ['the decoder', length]],
    longer: [(place) => writeFileSync(place, Buffer.alloc(length + 1)), ['the decoder', length]],
  };
  try {
    for (const [name, [change, expected]] of Object.entries(cases)) {
      cpSync(folder, join(away, name), { recursive: true });
      change(join(away, name, file));
      const { ReflectEngine } = await import(pathToFileURL(join(away, name, 'dist/node/index.js')).href);
      const { accepted } = await new ReflectEngine().run({ input: 'q', model: scriptedModel(['a', accept()]) });
      assert.deepEqual([accepted, compiled.splice(0)], [true, expected], name);
    }
  } finally {
    WebAssembly.Module = Module;
    rmSync(away, { recursive: true });
  }
});

test('the command line reads its wasm from the file, too', () => {
  const told = `const { Module } = WebAssembly;
    WebAssembly.Module = class extends Module {
      constructor(bytes) { console.error('compiled', bytes.length); super(bytes); }
    };`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(told)}`, join(folder, 'dist/cli/index.js'), 'rnu'];
  const { stderr } = spawnSync(process.execPath, node, { encoding: 'utf8' });
  const length = statSync(join(folder, 'reflect_engine_bg.wasm')).size;
  assert.deepEqual(stderr.match(/compiled \d+|unknown command/g), [`compiled ${length}`, 'unknown command']);
});

test('CommonJS says which file it misses', () => {
  const away = mkdtempSync(join(tmpdir(), 'reflect-cjs-'));
  try {
    cpSync(join(folder, 'dist/cjs'), join(away, 'dist/cjs'), { recursive: true });
    const { ReflectEngine } = createRequire(import.meta.url)(join(away, 'dist/cjs/index.js'));
    const { code, message } = thrown(() => new ReflectEngine());
    assert.equal(code, 'no_wasm');
    assert.match(message, /reflect_engine_bg\.wasm cannot be read and compiled \(ENOENT.*by the condition `module`$/);
  } finally {
    rmSync(away, { recursive: true });
  }
});

test('no file of the package says where it was built', () => {
  const here = fileURLToPath(new URL('../..', import.meta.url));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  assert.ok(files.length > 30, `${files.length} files`);
  for (const { parentPath, path = parentPath, name } of files) {
    const text = readFileSync(join(path, name), 'latin1');
    for (const place of [here, homedir()]) assert.ok(place === '/' || !text.includes(place), `${name} holds ${place}`);
  }
});

test('the package names the licences of what is bundled, and of the crates in the wasm', () => {
  const manifest = readFileSync(new URL('../../Cargo.toml', import.meta.url), 'utf8');
  const sections = manifest
    .split(/^(?=\[)/m)
    .filter((section) => /^\[(dependencies|target\.'cfg\(target_arch = "wasm32"\)')/.test(section));
  // What is optional is for pages in Rust.
  const crates = sections.flatMap((section) => [...section.matchAll(/^([\w-]+) = (?!.*optional)/gm)].map(([, name]) => name));
  assert.ok(crates.includes('libm') && crates.includes('js-sys'));
  const licences = readFileSync(new URL('../node_modules/reflect-engine/THIRD-PARTY-LICENSES.txt', import.meta.url), 'utf8');
  for (const name of [...crates, 'eventsource-parser']) assert.match(licences, new RegExp(`^${name} \\d+\\.\\S+ \\(.*\\)$`, 'm'));
});

test('each wasm of the package has a cap on its size', () => {
  const { 'size-limit': caps } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const files = readdirSync(new URL('../node_modules/reflect-engine', import.meta.url)).filter((name) => name.endsWith('.wasm'));
  assert.equal(files.length, 4);
  const capped = caps.map(({ path }) => path);
  for (const name of files) assert.ok(capped.includes(`pkg/${name}`), name);
});
