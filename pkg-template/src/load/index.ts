// The default loader: the wasm travels inside the JavaScript as base64, so that the package works straight after
// import, in every host that may compile wasm, with no file, network or await.
//
// The build replaces this module by `workerd.ts` or `slim.ts` in those two entries.

import base64 from 'wasm:base64';
import { ReflectError, told } from '../error.js';
import * as glue from '../generated/reflect_engine.js';
import { decodeBase64 } from './base64.js';
import type { Exports } from './exports.js';

let ready = false;

/** The exports of the core, instantiated synchronously at the first call. Throws `no_wasm`. */
export function wasm(): Exports {
  if (!ready) {
    glue.initSync({ module: compiled() });
    ready = true;
  }
  return glue;
}

function compiled(): WebAssembly.Module {
  try {
    return new WebAssembly.Module(decodeBase64(base64));
  } catch (cause) {
    const allow =
      "a page must allow 'wasm-unsafe-eval' in the script-src of its Content-Security-Policy, " +
      'and a host that compiles ahead of time takes `reflect-engine/slim`';
    throw new ReflectError('no_wasm', `this host compiles no WebAssembly (${told(cause)}): ${allow}`, { cause });
  }
}
