// The entry without wasm inside: it says what is missing, and works with bytes or with a compiled module.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as slim from 'reflect-engine/slim';
import { scriptedModel } from 'reflect-engine/testing';
import { smoke } from './smoke.mjs';

const require = createRequire(import.meta.url);
const bytes = await readFile(require.resolve('reflect-engine/reflect_engine_bg.wasm'));

const early = await smoke({ ...slim, scriptedModel }).then(
  () => 'it worked',
  (error) => error.message,
);
if (!early.includes('initSync')) throw new Error(`without wasm: ${early}`);

slim.initSync(bytes);
await smoke({ ...slim, scriptedModel });

const slimCjs = require('reflect-engine/slim');
slimCjs.initSync(new WebAssembly.Module(bytes));
await smoke({ ...slimCjs, scriptedModel });
console.log(`ok ${process.versions.node}`);
