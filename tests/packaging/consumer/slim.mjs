// The entry without wasm inside: it says what is missing, and works with bytes or with a compiled module.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as slim from 'reflect-engine/slim';
import { scriptedModel } from 'reflect-engine/testing';
import { smoke } from './smoke.mjs';

const require = createRequire(import.meta.url);
const [engine, monitor] = await Promise.all(
  ['reflect_engine_bg.wasm', 'monitor_bg.wasm'].map((name) => readFile(require.resolve(`reflect-engine/${name}`))),
);

const early = await smoke({ ...slim, scriptedModel }).then(
  () => 'it worked',
  (error) => error.message,
);
if (!early.includes('initSync')) throw new Error(`without wasm: ${early}`);

slim.initSync({ engine });
await smoke({ ...slim, scriptedModel });

let refused = '';
try {
  new slim.LoopMonitor();
} catch (error) {
  refused = error.message;
}
if (!refused.includes('monitor_bg.wasm')) throw new Error(`without the monitor's: ${refused}`);
slim.initSync({ monitor });
if (new slim.LoopMonitor().report().runs !== 0) throw new Error('the monitor saw runs');

const slimCjs = require('reflect-engine/slim');
slimCjs.initSync({ engine: new WebAssembly.Module(engine) });
await smoke({ ...slimCjs, scriptedModel });
console.log(`ok ${process.versions.node}`);
