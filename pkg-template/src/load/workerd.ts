// The loader for workerd, which forbids compiling wasm from bytes at run time: the bundle names the `.wasm` files and
// the host hands in the compiled modules.

import companionsModule from 'wasm:companions/module';
import engineModule from 'wasm:reflect_engine/module';
import * as companionsGlue from '../generated/companions.js';
import * as engineGlue from '../generated/reflect_engine.js';
import { type CompanionExports, type EngineExports, type Instance, lazily } from './exports.js';

/** The engine, instantiated synchronously at the first call. */
export const engine: () => Instance<EngineExports> = /* @__PURE__ */ lazily(engineGlue, () => engineModule);

/** Its companions, instantiated synchronously at the first call. */
export const others: () => Instance<CompanionExports> = /* @__PURE__ */ lazily(companionsGlue, () => companionsModule);

/** The exports of the engine. */
export function wasm(): EngineExports {
  return engine().glue;
}

/** The exports of its companions, instantiated synchronously at the first call. */
export function companions(): CompanionExports {
  return others().glue;
}
