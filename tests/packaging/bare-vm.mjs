// Runs the smoke test in a context that has the language and nothing else: no atob, fetch, Buffer, TextDecoder, AbortController, setTimeout,
// queueMicrotask, crypto. Workflow isolates such as Temporal's are like it. `node bare-vm.mjs CONSUMER`.

import { join } from 'node:path';
import vm from 'node:vm';
import { evaluated } from './evaluated.mjs';
import { smoke } from './smoke.mjs';

const context = vm.createContext(Object.create(null));
vm.runInContext('delete globalThis.FinalizationRegistry; delete globalThis.WeakRef; delete globalThis.console', context);
for (const name of ['Buffer', 'TextDecoder', 'TextEncoder', 'atob', 'setTimeout', 'AbortController', 'FinalizationRegistry']) {
  if (vm.runInContext(`typeof ${name}`, context) !== 'undefined') throw new Error(`the context is not bare: ${name}`);
}

const dist = join(process.argv[2], 'node_modules/reflect-engine/dist');
const { ReflectEngine } = await evaluated(context, join(dist, 'index.js'));
const { scriptedModel } = await evaluated(context, join(dist, 'testing/index.js'));
await vm.runInContext(`(${smoke})`, context)({ ReflectEngine, scriptedModel });
console.log(`ok ${process.versions.node}`);
