// The wasm of this subpath.

import source from 'wasm:monitor';
import * as glue from '../generated/monitor.js';
import { type Exports, type Instance, lazily } from '../load/exports.js';

/** Instantiated synchronously at the first call. Throws `no_wasm`. */
export const instance: () => Instance<typeof glue> = /* @__PURE__ */ lazily(glue, source);

/** What it exports. */
export function core(): Exports<typeof glue> {
  return instance().glue;
}
