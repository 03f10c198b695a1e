// The wasm that a caller brings, as whoever imports `reflect-engine/slim` must.

import { isPlain, isPromise, kindOf } from '../check/kind.js';
import { describeError, ReflectError } from '../error.js';

/** `WebAssembly.Module`, if the host's types have it: those of Node 20 without those of the DOM do not. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : never;

/** Wasm as bytes or compiled. */
export type WasmSource = ArrayBuffer | ArrayBufferView | CompiledModule;

/** The wasm of each part: the file of the package that its comment names. */
export interface WasmSources {
  /** `reflect-engine/reflect_engine_bg.wasm`: engines, critics, autopilots. */
  engine?: WasmSource;
  /** `reflect-engine/research_bg.wasm` */
  research?: WasmSource;
  /** `reflect-engine/decision_bg.wasm` */
  decision?: WasmSource;
  /** `reflect-engine/statistics_bg.wasm`: monitors and trackers. */
  statistics?: WasmSource;
}

const FILES = { engine: 'reflect_engine', research: 'research', decision: 'decision', statistics: 'statistics' };

const NAMES = Object.keys(FILES).join(', ');

/** By the name of their files. */
const brought = new Map<string, object>();

/** Hands in the wasm of this package's version, before the first use. A part that was handed in before is kept. */
export function initSync(sources: WasmSources): void {
  if (!isPlain(sources)) throw new ReflectError('misuse', `initSync takes { ${NAMES} }, got ${kindOf(sources)}`);
  for (const name of Object.keys(sources))
    if (!Object.hasOwn(FILES, name)) throw new ReflectError('misuse', `initSync takes { ${NAMES} }, and has no \`${name}\``);
  // All are looked at before one is kept.
  const made = Object.entries(sources).map(([name, source]) => {
    const file = FILES[name as keyof WasmSources];
    return [file, brought.get(file) ?? moduleOf(name, file, source)] as const;
  });
  for (const [file, module] of made) brought.set(file, module);
}

/** What {@link initSync} was given as this file. */
export function supplied(file: string): object | undefined {
  return brought.get(file);
}

/** Why there is no wasm of this file. */
export function missing(file: string): ReflectError {
  const [name] = Object.entries(FILES).find(([, own]) => own === file) ?? [];
  return new ReflectError(
    'no_wasm',
    `reflect-engine/slim has no such wasm yet: call initSync({ ${name} }) with ${file}_bg.wasm first`,
  );
}

function moduleOf(name: string, file: string, source: WasmSource): object {
  const module = readModule(name, source);
  // The glue of a part is what it imports, and another's would trap at the first use.
  if (!WebAssembly.Module.imports(module).some((one) => one.module === `./${file}_bg.js`))
    throw new ReflectError('misuse', `\`${name}\` must be the wasm of \`reflect-engine/${file}_bg.wasm\`, and is another`);
  return module;
}

function readModule(name: string, source: unknown): WebAssembly.Module {
  // By their tags: they may be of another realm.
  const tag = Object.prototype.toString.call(source);
  if (tag === '[object WebAssembly.Module]') {
    // The glue asks for one of this realm; Next's edge runtime compiles in another.
    if (!(source instanceof WebAssembly.Module)) Object.setPrototypeOf(source, WebAssembly.Module.prototype);
    return source as WebAssembly.Module;
  }
  if (tag !== '[object ArrayBuffer]' && tag !== '[object SharedArrayBuffer]' && !ArrayBuffer.isView(source)) {
    const came = isPromise(source) ? 'a promise: wait for it first' : kindOf(source);
    throw new ReflectError('misuse', `\`${name}\` must be the bytes of a wasm file or a WebAssembly.Module, got ${came}`);
  }
  try {
    return new WebAssembly.Module(source as BufferSource);
  } catch (cause) {
    throw new ReflectError('no_wasm', `\`${name}\` cannot be compiled: ${describeError(cause)}`, { cause });
  }
}
