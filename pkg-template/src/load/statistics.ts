// The wasm of the monitor and the tracker.

import source from 'wasm:statistics';
import * as glue from '../generated/statistics.js';
import { type Instance, instantiate } from './exports.js';

let made: Instance<typeof glue> | undefined;

/** Instantiated synchronously at the first call. Throws `no_wasm`. */
export function instance(): Instance<typeof glue> {
  made ??= instantiate(glue, './statistics_bg.js', source);
  return made;
}

/** What it exports. */
export function core(): typeof glue {
  return instance().glue;
}
