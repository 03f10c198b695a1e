// The wasm of this subpath.

import source from 'wasm:decision';
import * as glue from '../generated/decision.js';
import { type Instance, instanceOf } from '../load/exports.js';
import { DECISION } from '../load/records.js';

/** Instantiated synchronously at the first call. Throws `no_wasm`. */
export function instance(): Instance<typeof glue> {
  return instanceOf(glue, './decision_bg.js', source, DECISION);
}

/** What it exports. */
export function core(): typeof glue {
  return instance().glue;
}
