// Where CommonJS finds a wasm: in its file, or in what `initSync` was given. Only Node takes the CommonJS files: bundlers take the ES modules,
// by the condition `module`.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describeError, ReflectError } from '../error.js';
import { supplied } from './slim.js';

/** Compiles what `wasm:X` gives: the path of its file. Throws `no_wasm`. */
export function compiled(path: string): object {
  const brought = supplied(basename(path, '_bg.wasm'));
  if (brought !== undefined) return brought;
  try {
    return new WebAssembly.Module(readFileSync(path));
  } catch (cause) {
    const bundled = 'a program bundled into one file needs the ES modules, which a bundler finds by the condition `module`';
    throw new ReflectError('no_wasm', `${path} cannot be read and compiled (${describeError(cause)}): ${bundled}`, { cause });
  }
}
