// Where most hosts find a wasm: inside the JavaScript, packed and as base64, so that the package works straight after import, in every host
// that may compile wasm, with no file, network or await. The build replaces this module by `slim.ts` or `node.ts` for others.

import { describeError, ReflectError } from '../error.js';
import { decodeBase64 } from './base64.js';
import { decodeLzma } from './lzma.js';

/** The bytes of `X_bg.wasm`, where a host has the file. */
type Read = (part: string) => Uint8Array<ArrayBuffer>;

let read: Read | undefined;

/** From now on the file is taken where it can be read: see `file.ts`. */
export function readWith(reader: Read): void {
  read = reader;
}

/** Compiles what `wasm:X` gives: `X`, the length of its wasm, and the wasm. Throws `no_wasm`. */
export function compiled(source: string): WebAssembly.Module {
  const [part = '', length = '', packed = ''] = source.split(' ');
  try {
    return new WebAssembly.Module(fromFile(part, Number(length)) ?? decodeLzma(decodeBase64(packed), Number(length)));
  } catch (cause) {
    const allow =
      "a page must allow 'wasm-unsafe-eval' in the script-src of its Content-Security-Policy, " +
      'and a host that compiles ahead of time takes `reflect-engine/slim`';
    throw new ReflectError('no_wasm', `this host compiles no WebAssembly (${describeError(cause)}): ${allow}`, { cause });
  }
}

/** None where it is of another length, or somewhere else, as in a program that a bundler made one file of. */
function fromFile(part: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = read?.(part);
    return bytes?.length === length ? bytes : undefined;
  } catch {
    return undefined;
  }
}
