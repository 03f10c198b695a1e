// A context that has the language and nothing else: no atob, fetch, Buffer, TextDecoder, AbortController, setTimeout,
// queueMicrotask, crypto. Workflow isolates such as Temporal's are like it.

import { createRequire } from 'node:module';
import vm from 'node:vm';
import { commonjs } from './commonjs.mjs';
import { smoke } from './smoke.mjs';

const require = createRequire(import.meta.url);
const context = vm.createContext(Object.create(null));
vm.runInContext('delete globalThis.FinalizationRegistry; delete globalThis.WeakRef; delete globalThis.console', context);
for (const name of ['Buffer', 'TextDecoder', 'TextEncoder', 'atob', 'setTimeout', 'AbortController', 'FinalizationRegistry']) {
  if (vm.runInContext(`typeof ${name}`, context) !== 'undefined') throw new Error(`the context is not bare: ${name}`);
}

const { ReflectEngine } = commonjs(context, require.resolve('reflect-engine'));
const { scriptedModel } = commonjs(context, require.resolve('reflect-engine/testing'));
await vm.runInContext(`(${smoke})`, context)({ ReflectEngine, scriptedModel });
console.log(`ok ${process.versions.node}`);
