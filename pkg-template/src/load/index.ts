// The default loader: the wasm travels inside the JavaScript as base64, so that the package works straight after
// import, in every host that may compile wasm, with no file, network or await.
//
// The build replaces this module by `workerd.ts` or `slim.ts` in those two entries. Each half is a constant of its own, so that a
// bundler drops the one that is not imported.

import companionsText from 'wasm:companions/base64';
import engineText from 'wasm:reflect_engine/base64';
import { ReflectError, told } from '../error.js';
import * as companionsGlue from '../generated/companions.js';
import * as engineGlue from '../generated/reflect_engine.js';
import { decodeBase64 } from './base64.js';
import { type CompanionExports, type EngineExports, type Instance, lazily } from './exports.js';

/** The engine, instantiated synchronously at the first call. Throws `no_wasm`. */
export const engine: () => Instance<EngineExports> = /* @__PURE__ */ lazily(engineGlue, () => compiled(engineText));

/** Its companions, instantiated synchronously at the first call. */
export const others: () => Instance<CompanionExports> = /* @__PURE__ */ lazily(companionsGlue, () => compiled(companionsText));

/** The exports of the engine. */
export function wasm(): EngineExports {
  return engine().glue;
}

/** The exports of its companions, instantiated synchronously at the first call. Throws `no_wasm`. */
export function companions(): CompanionExports {
  return others().glue;
}

function compiled(base64: string): WebAssembly.Module {
  try {
    return new WebAssembly.Module(decodeBase64(base64));
  } catch (cause) {
    const allow =
      "a page must allow 'wasm-unsafe-eval' in the script-src of its Content-Security-Policy, " +
      'and a host that compiles ahead of time takes `reflect-engine/slim`';
    throw new ReflectError('no_wasm', `this host compiles no WebAssembly (${told(cause)}): ${allow}`, { cause });
  }
}
