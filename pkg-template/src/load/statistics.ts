// The wasm of the monitor and the tracker.

import source from 'wasm:statistics';
import * as glue from '../generated/statistics.js';
import { type Exports, type Instance, lazily } from './exports.js';

/** Instantiated synchronously at the first call. Throws `no_wasm`. */
export const instance: () => Instance<typeof glue> = /* @__PURE__ */ lazily(glue, source);

/** What it exports. */
export function core(): Exports<typeof glue> {
  return instance().glue;
}
