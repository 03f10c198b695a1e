// The wasm of this subpath.

import source from 'wasm:research';
import * as glue from '../generated/research.js';
import { type Instance, instanceOf } from '../load/exports.js';
import { RESEARCH } from '../load/records.js';

/** Instantiated synchronously at the first call. Throws `no_wasm`. */
export function instance(): Instance<typeof glue> {
  return instanceOf(glue, './research_bg.js', source, RESEARCH);
}

/** What it exports. */
export function core(): typeof glue {
  return instance().glue;
}
