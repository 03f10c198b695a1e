// The wasm of the engine. Monitors and trackers share that of `statistics.ts`; that of each other companion is in its `core.ts`.

import source from 'wasm:reflect_engine';
import * as glue from '../generated/reflect_engine.js';
import { type EngineExports, type Instance, lazily } from './exports.js';

/** Instantiated synchronously at the first call. Throws `no_wasm`. */
export const engine: () => Instance<typeof glue> = /* @__PURE__ */ lazily(glue, source);

/** What it exports. */
export function wasm(): EngineExports {
  return engine().glue;
}
