// The entry without wasm inside: it says what is missing, and works with bytes or with a compiled module.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as slim from 'reflect-engine/slim';
import { scriptedModel } from 'reflect-engine/testing';
import { smoke } from './smoke.mjs';

const require = createRequire(import.meta.url);
const [bytes, companions] = await Promise.all(
  ['reflect_engine_bg.wasm', 'companions_bg.wasm'].map((name) => readFile(require.resolve(`reflect-engine/${name}`))),
);

const early = await smoke({ ...slim, scriptedModel }).then(
  () => 'it worked',
  (error) => error.message,
);
if (!early.includes('initSync')) throw new Error(`without wasm: ${early}`);

slim.initSync(bytes);
await smoke({ ...slim, scriptedModel });

let refused = '';
try {
  new slim.LoopMonitor();
} catch (error) {
  refused = error.message;
}
if (!refused.includes('companions_bg.wasm')) throw new Error(`without the companions: ${refused}`);
slim.initSync(bytes, companions);
if (new slim.LoopMonitor().report().runs !== 0) throw new Error('the monitor saw runs');

const slimCjs = require('reflect-engine/slim');
slimCjs.initSync(new WebAssembly.Module(bytes));
await smoke({ ...slimCjs, scriptedModel });
console.log(`ok ${process.versions.node}`);
