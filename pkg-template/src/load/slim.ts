// The loader of `reflect-engine/slim`: no wasm inside, the caller brings it.

import { ReflectError, told } from '../error.js';
import * as companionsGlue from '../generated/companions.js';
import * as engineGlue from '../generated/reflect_engine.js';
import { isPromise, kindOf } from '../kind.js';
import { type CompanionExports, type EngineExports, type Instance, lazily } from './exports.js';

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
  // Both are looked at before one is kept.
  const own = brought.engine ?? moduleOf('engine', 'reflect_engine', engine);
  const other = companions === undefined ? undefined : (brought.companions ?? moduleOf('companions', 'companions', companions));
  brought.engine = own;
  if (other !== undefined) brought.companions = other;
}

/** The engine. Throws `no_wasm` until {@link initSync} was called. @internal */
export const engine: () => Instance<EngineExports> = /* @__PURE__ */ lazily(engineGlue, () => {
  const call = 'call initSync(bytes) with reflect_engine_bg.wasm first';
  return brought.engine ?? missing(`reflect-engine/slim has no wasm yet: ${call}`);
});

/** Its companions, instantiated synchronously at the first call. @internal */
export const others: () => Instance<CompanionExports> = /* @__PURE__ */ lazily(companionsGlue, () => {
  const call = 'call initSync(engine, companions) with reflect_engine_bg.wasm and companions_bg.wasm first';
  return brought.companions ?? missing(`reflect-engine/slim has no wasm of the companions yet: ${call}`);
});

/** The exports of the engine. @internal */
export function wasm(): EngineExports {
  return engine().glue;
}

/** The exports of its companions. Throws `no_wasm` until {@link initSync} was called with them. @internal */
export function companions(): CompanionExports {
  return others().glue;
}

function moduleOf(name: string, half: string, source: WasmSource): object {
  const module = compiled(name, source);
  // The glue of a half is what it imports, and the other's would trap at the first use.
  if (!WebAssembly.Module.imports(module).some((one) => one.module === `./${half}_bg.js`))
    throw new ReflectError('misuse', `\`${name}\` must be the wasm of \`reflect-engine/${half}_bg.wasm\`, and is another`);
  return module;
}

function compiled(name: string, source: unknown): WebAssembly.Module {
  // By their tags: they may be of another realm.
  const tag = Object.prototype.toString.call(source);
  if (tag === '[object WebAssembly.Module]') return source as WebAssembly.Module;
  if (tag !== '[object ArrayBuffer]' && tag !== '[object SharedArrayBuffer]' && !ArrayBuffer.isView(source)) {
    const came = isPromise(source) ? 'a promise: wait for it first' : kindOf(source);
    throw new ReflectError('misuse', `\`${name}\` must be the bytes of a wasm file or a WebAssembly.Module, got ${came}`);
  }
  try {
    return new WebAssembly.Module(source as BufferSource);
  } catch (cause) {
    throw new ReflectError('no_wasm', `\`${name}\` cannot be compiled: ${told(cause)}`, { cause });
  }
}

function missing(why: string): never {
  throw new ReflectError('no_wasm', why);
}
