// The wasm of the monitor and the tracker.

import source from 'wasm:statistics';
import * as glue from '../generated/statistics.js';
import { type Instance, instanceOf } from './exports.js';
import { STATISTICS } from './records.js';

/** Instantiated synchronously at the first call. Throws `no_wasm`. */
export function instance(): Instance<typeof glue> {
  return instanceOf(glue, './statistics_bg.js', source, STATISTICS);
}

/** What it exports. */
export function core(): typeof glue {
  return instance().glue;
}
