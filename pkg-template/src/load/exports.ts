import type * as engineGlue from '../generated/reflect_engine.js';
import { compiled } from './host.js';
import { Memory, type RawExports } from './memory.js';

/** What the engine exports. */
export type EngineExports = typeof engineGlue;

/** One part of the core, once it is instantiated. */
export interface Instance<G> {
  glue: G;
  raw: RawExports;
  memory: Memory;
}

/** All parts that are instantiated. */
export const instantiated: RawExports[] = [];

/** One part, whose wasm imports its glue by this name. Called by a function: a bundle that does not call that has no glue. */
export function instantiate<G extends object>(glue: G, name: string, source: string): Instance<G> {
  const imports = { [name]: glue } as WebAssembly.Imports;
  const { exports } = new WebAssembly.Instance(compiled(source) as WebAssembly.Module, imports);
  const raw = exports as unknown as RawExports;
  (glue as G & { __wbg_set_wasm(raw: RawExports): void }).__wbg_set_wasm(raw);
  raw.__wbindgen_start();
  instantiated.push(raw);
  return { glue, raw, memory: new Memory(raw) };
}
