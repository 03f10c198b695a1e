// The loader of `reflect-engine/slim`: no wasm inside, the caller brings it.

import { ReflectError } from '../error.js';
import * as companionsGlue from '../generated/companions.js';
import * as engineGlue from '../generated/reflect_engine.js';
import { type CompanionExports, type EngineExports, lazily } from './exports.js';

/** `WebAssembly.Module` where the types of the host know it: those of Node 20 without those of the DOM do not. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : never;

/** Wasm as bytes or compiled. */
export type WasmSource = ArrayBuffer | ArrayBufferView | CompiledModule;

const brought: { engine?: object; companions?: object } = {};

/**
 * Hands in the wasm of this package's version, before the first use: the engine's (`reflect-engine/reflect_engine_bg.wasm`) and, for
 * research, decisions, evaluations and the monitor, that of its companions (`reflect-engine/companions_bg.wasm`). A half that was handed in
 * before stays.
 */
export function initSync(engine: WasmSource, companions?: WasmSource): void {
  brought.engine ??= moduleOf(engine);
  if (companions !== undefined) brought.companions ??= moduleOf(companions);
}

/** The exports of the engine. Throws `no_wasm` until {@link initSync} was called. @internal */
export const wasm: () => EngineExports = /* @__PURE__ */ lazily(engineGlue, () => {
  const call = 'call initSync(bytes) with reflect_engine_bg.wasm first';
  return brought.engine ?? missing(`reflect-engine/slim has no wasm yet: ${call}`);
});

/** The exports of its companions. Throws `no_wasm` until {@link initSync} was called with them. @internal */
export const companions: () => CompanionExports = /* @__PURE__ */ lazily(companionsGlue, () => {
  const call = 'call initSync(engine, companions) with reflect_engine_bg.wasm and companions_bg.wasm first';
  return brought.companions ?? missing(`reflect-engine/slim has no wasm of the companions yet: ${call}`);
});

function moduleOf(source: WasmSource): object {
  return source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source as BufferSource);
}

function missing(why: string): never {
  throw new ReflectError('no_wasm', why);
}
