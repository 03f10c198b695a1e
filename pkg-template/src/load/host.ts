// Where most hosts find a wasm: inside the JavaScript, deflated and as base64, so that the package works straight after import, in every host that may
// compile wasm, with no file, network or await. The build replaces this module by `slim.ts` or `node.ts` for others.

import { describeError, ReflectError } from '../error.js';
import { decodeBase64 } from './base64.js';
import { inflated } from './inflate.js';

/** Compiles what `wasm:X` gives. Throws `no_wasm`. */
export function compiled(source: string): WebAssembly.Module {
  try {
    return new WebAssembly.Module(inflated(decodeBase64(source)));
  } catch (cause) {
    const allow =
      "a page must allow 'wasm-unsafe-eval' in the script-src of its Content-Security-Policy, " +
      'and a host that compiles ahead of time takes `reflect-engine/slim`';
    throw new ReflectError('no_wasm', `this host compiles no WebAssembly (${describeError(cause)}): ${allow}`, { cause });
  }
}
