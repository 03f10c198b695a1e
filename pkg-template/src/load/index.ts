// The wasm of the engine. Monitors and trackers share that of `statistics.ts`; that of each other companion is in its `core.ts`.

import source from 'wasm:reflect_engine';
import * as glue from '../generated/reflect_engine.js';
import { type EngineExports, type Instance, instanceOf } from './exports.js';
import { ENGINE } from './records.js';

/** Instantiated synchronously at the first call. Throws `no_wasm`. */
export function engine(): Instance<typeof glue> {
  return instanceOf(glue, './reflect_engine_bg.js', source, ENGINE);
}

/** What it exports. */
export function wasm(): EngineExports {
  return engine().glue;
}
