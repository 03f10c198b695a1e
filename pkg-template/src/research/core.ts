// The wasm of this subpath.

import source from 'wasm:research';
import * as glue from '../generated/research.js';
import { type Instance, instantiate } from '../load/exports.js';

let made: Instance<typeof glue> | undefined;

/** Instantiated synchronously at the first call. Throws `no_wasm`. */
export function instance(): Instance<typeof glue> {
  made ??= instantiate(glue, './research_bg.js', source);
  return made;
}

/** What it exports. */
export function core(): typeof glue {
  return instance().glue;
}
