// The loader for workerd, which forbids compiling wasm from bytes at run time: the bundle names the `.wasm` file and
// the host hands in the compiled module.

import module from 'wasm:module';
import * as glue from '../generated/reflect_engine.js';
import type { Exports } from './exports.js';

let ready = false;

/** The exports of the core, instantiated synchronously at the first call. */
export function wasm(): Exports {
  if (!ready) {
    glue.initSync({ module });
    ready = true;
  }
  return glue;
}
