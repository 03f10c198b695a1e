// The loader for workerd, which forbids compiling wasm from bytes at run time: the bundle names the `.wasm` files and
// the host hands in the compiled modules.

import companionsModule from 'wasm:companions/module';
import engineModule from 'wasm:reflect_engine/module';
import * as companionsGlue from '../generated/companions.js';
import * as engineGlue from '../generated/reflect_engine.js';
import { type CompanionExports, type EngineExports, lazily } from './exports.js';

/** The exports of the engine, instantiated synchronously at the first call. */
export const wasm: () => EngineExports = /* @__PURE__ */ lazily(engineGlue, () => engineModule);

/** The exports of its companions, instantiated synchronously at the first call. */
export const companions: () => CompanionExports = /* @__PURE__ */ lazily(companionsGlue, () => companionsModule);
