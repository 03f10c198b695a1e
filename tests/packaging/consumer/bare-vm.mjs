// A context that has the language and nothing else: no atob, fetch, Buffer, TextDecoder, AbortController, setTimeout,
// queueMicrotask, crypto. Workflow isolates such as Temporal's are like it.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { smoke } from './smoke.mjs';

const require = createRequire(import.meta.url);
const context = vm.createContext(Object.create(null));
vm.runInContext('delete globalThis.FinalizationRegistry; delete globalThis.WeakRef; delete globalThis.console', context);
for (const name of ['Buffer', 'TextDecoder', 'TextEncoder', 'atob', 'setTimeout', 'AbortController', 'FinalizationRegistry']) {
  if (vm.runInContext(`typeof ${name}`, context) !== 'undefined') throw new Error(`the context is not bare: ${name}`);
}

const { ReflectEngine } = await load('reflect-engine');
const { scriptedModel } = await load('reflect-engine/testing');
await vm.runInContext(`(${smoke})`, context)({ ReflectEngine, scriptedModel });
console.log(`ok ${process.versions.node}`);

/** Evaluates the CommonJS file of an entry inside the context. */
async function load(name) {
  const file = require.resolve(name);
  const code = await readFile(file, 'utf8');
  const wrapped = vm.runInContext(`(function (module, exports, require) {${code}\n})`, context, { filename: file });
  const module = vm.runInContext('({ exports: {} })', context);
  wrapped(module, module.exports, (wanted) => {
    throw new Error(`${name} requires ${wanted}`);
  });
  return module.exports;
}
