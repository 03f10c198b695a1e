// What a person sees of the code: the names of classes, and the line that an uncaught error prints first.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.resolve('reflect-engine/package.json')));
const require = createRequire(import.meta.url);
const { exports } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
const subpaths = Object.keys(exports).filter((name) => exports[name].import);

const isClass = (value) => typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));

/** The classes among what is exported: the name of each export, and that of the class. */
function classesOf(library) {
  const classes = Object.entries(library).filter(([, value]) => isClass(value));
  for (const [name, Class] of classes) assert.equal(Class.prototype.constructor.name, name);
  return classes.map(([name]) => name);
}

const CLASSES = [
  ...['Autopilot', 'Critic', 'DecisionReflector', 'EvalTracker', 'Evaluator', 'LoopMonitor', 'ReflectEngine', 'ReflectError'],
  ...['Reflector', 'ResearchLoop'],
];

test('a class is called by the name that it is imported by, in each file of the package', async () => {
  for (const load of [(name) => import(name), require]) {
    const found = new Set();
    // Vitest lets nobody require it.
    const names = subpaths.filter((name) => load !== require || name !== './vitest');
    for (const name of names) for (const each of classesOf(await load(`reflect-engine${name.slice(1)}`))) found.add(each);
    assert.deepEqual([...found].sort(), [...CLASSES, 'RefusedCertificate'].sort());
  }
});

test('it keeps the name in a bundle that was minified', async () => {
  const contents = ['.', './research', './decision', './monitor', './evals'].map(
    (name) => `export * from 'reflect-engine${name.slice(1)}';`,
  );
  const { outputFiles } = await build({
    stdin: { contents: contents.join('\n'), resolveDir: import.meta.dirname },
    ...{ bundle: true, minify: true, format: 'esm', platform: 'node', write: false },
  });
  const bundle = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  assert.deepEqual(classesOf(bundle).sort(), CLASSES);
});

test('an error that nobody caught prints no line of code that is longer than 200 characters', () => {
  const wrong = {
    constructor: 'new ReflectEngine({ max_reflections: 3 });',
    'a task': 'new ReflectEngine().stream("What is 2 + 2?");',
    'a model': 'new ReflectEngine().run({ input: "q", model() { throw new Error("no key"); } });',
    'a signal': 'new ReflectEngine().run({ input: "q", model() {}, signal: AbortSignal.abort() });',
    'a critic': 'new Critic({ model: "gpt" });',
    'a snapshot': 'new ReflectEngine().resume("{}", { model() {} });',
  };
  const imports = {
    module: `import { Critic, ReflectEngine } from 'reflect-engine';`,
    commonjs: `const { Critic, ReflectEngine } = require('reflect-engine');`,
  };
  for (const [type, first] of Object.entries(imports)) {
    for (const [what, code] of Object.entries(wrong)) {
      const run = [`--input-type=${type}`, '--eval', `${first}\n${code}`];
      const { status, stderr } = spawnSync(process.execPath, run, { cwd: import.meta.dirname, encoding: 'utf8' });
      const lines = stderr.split('\n');
      const message = lines.findIndex((line) => /^(ReflectError|AbortError)\b/.test(line));
      assert.ok(status === 1 && message >= 0, `${what}: ${stderr}`);
      const longest = Math.max(...lines.slice(0, message).map((line) => line.length));
      assert.ok(longest <= 200, `${type}, ${what}: ${longest} characters before its message`);
    }
  }
});

test('the stack of an error has the names of functions', () => {
  const wrong = 'try { new ReflectEngine({ maxReflection: 3 }) } catch (error) { console.log(error.stack) }';
  const imports = {
    module: `import { ReflectEngine } from 'reflect-engine'`,
    commonjs: `const { ReflectEngine } = require('reflect-engine')`,
  };
  for (const [type, load] of Object.entries(imports)) {
    const options = [`--input-type=${type}`, '--eval', `${load}; ${wrong}`];
    const { stdout } = spawnSync(process.execPath, options, { cwd: import.meta.dirname, encoding: 'utf8' });
    assert.match(stdout, /at fromWasm \(.*\n.*\n.*at new ReflectEngine \(/, type);
  }
});
