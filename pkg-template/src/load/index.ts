// The default loader: the wasm travels inside the JavaScript as base64, so that the package works straight after
// import, in every host that may compile wasm, with no file, network or await.
//
// The build replaces this module by `workerd.ts` or `slim.ts` in those two entries.

import base64 from 'wasm:base64';
import * as glue from '../generated/reflect_engine.js';
import { decodeBase64 } from './base64.js';
import type { Exports } from './exports.js';

let ready = false;

/** The exports of the core, instantiated synchronously at the first call. Throws what `WebAssembly` throws. */
export function wasm(): Exports {
  if (!ready) {
    glue.initSync({ module: new WebAssembly.Module(decodeBase64(base64)) });
    ready = true;
  }
  return glue;
}
