// The loader of `reflect-engine/slim`: no wasm inside, the caller brings it.

import * as glue from '../generated/reflect_engine.js';
import type { Exports } from './exports.js';

/** `WebAssembly.Module` where the types of the host know it: those of Node 20 without those of the DOM do not. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : never;

let ready = false;

/**
 * Hands in the wasm of this package's version (`reflect-engine/reflect_engine_bg.wasm`), as bytes or compiled.
 * Call it once before the first use; later calls do nothing.
 */
export function initSync(source: ArrayBuffer | ArrayBufferView | CompiledModule): void {
  if (ready) return;
  const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source as BufferSource);
  glue.initSync({ module });
  ready = true;
}

/** The exports of the core. Throws until {@link initSync} was called. */
export function wasm(): Exports {
  if (!ready) {
    throw new Error('reflect-engine/slim has no wasm yet: call initSync(bytes) with reflect_engine_bg.wasm first');
  }
  return glue;
}
