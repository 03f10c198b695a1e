// Runs the smoke test in the edge runtime that Next has, `node edge-runtime.mjs CONSUMER`: whole, where wasm may be compiled from bytes, and
// `slim` with a module that the host compiled outside, where none may, as on Vercel.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';

const consumer = process.argv[2];
const wasm = join(consumer, 'node_modules/reflect-engine/reflect_engine_bg.wasm');
const WASM = new WebAssembly.Module(await readFile(wasm));
const WHOLE = `import { ReflectEngine } from 'reflect-engine';`;
const SLIM = `import { initSync, ReflectEngine } from 'reflect-engine/slim'; initSync({ engine: WASM });`;

/** What a handler that imports the engine like this answers. */
async function answered(imports, mayCompile) {
  const contents = `${imports}
    import { scriptedModel } from 'reflect-engine/testing';
    import { smoke } from './smoke.mjs';
    globalThis.handler = () => smoke({ ReflectEngine, scriptedModel }).then(() => 'ok', (error) => error.code ?? String(error));`;
  const bundled = await build({
    stdin: { contents, resolveDir: consumer },
    bundle: true,
    format: 'iife',
    conditions: ['edge-light', 'worker', 'browser', 'module'],
    write: false,
    logLevel: 'warning',
  });
  const vm = new EdgeVM({
    codeGeneration: { strings: false, wasm: mayCompile },
    extend: (context) => Object.assign(context, { WASM }),
  });
  vm.evaluate(bundled.outputFiles[0].text);
  return vm.evaluate('handler()');
}

const answers = [await answered(WHOLE, true), await answered(WHOLE, false), await answered(SLIM, false)].join();
if (answers !== 'ok,no_wasm,ok') throw new Error(answers);
console.log(`ok ${createRequire(import.meta.url)('@edge-runtime/vm/package.json').version}`);
