// The entry without wasm inside works with bytes or with a compiled module; what it says without is in tests/js/load.test.mjs.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as slim from 'reflect-engine/slim';
import { scriptedModel } from 'reflect-engine/testing';
import { smoke } from './smoke.mjs';

const require = createRequire(import.meta.url);
const [engine, statistics] = await Promise.all(
  ['reflect_engine_bg.wasm', 'statistics_bg.wasm'].map((name) => readFile(require.resolve(`reflect-engine/${name}`))),
);

slim.initSync({ engine });
await smoke({ ...slim, scriptedModel });

slim.initSync({ statistics });
if (new slim.LoopMonitor().report().runs !== 0) throw new Error('the monitor saw runs');

const slimCjs = require('reflect-engine/slim');
slimCjs.initSync({ engine: new WebAssembly.Module(engine) });
await smoke({ ...slimCjs, scriptedModel });
console.log(`ok ${process.versions.node}`);
