import type * as engineGlue from '../generated/reflect_engine.js';
import { compiled } from './host.js';
import { Memory, type RawExports } from './memory.js';
import type { Records } from './records.js';

/** What the engine exports. */
export type EngineExports = typeof engineGlue;

/** One part of the core, once it is instantiated. */
export interface Instance<G> {
  glue: G;
  raw: RawExports;
  memory: Memory;
}

/** All parts that are instantiated, by their sources. */
export const instances = new Map<string, Instance<object>>();

/**
 * One part, whose wasm imports its glue by this name, and which has these records: instantiated synchronously at the first call,
 * from what `compiled` makes of its source.
 * Called by a function: a bundle that does not call that has no glue. Throws `no_wasm`.
 */
export function instanceOf<G extends object>(glue: G, name: string, source: string, records: Records): Instance<G> {
  let instance = instances.get(source) as Instance<G> | undefined;
  if (instance === undefined) {
    const imports = { [name]: glue } as WebAssembly.Imports;
    const { exports } = new WebAssembly.Instance(compiled(source) as WebAssembly.Module, imports);
    const raw = exports as unknown as RawExports;
    (glue as G & { __wbg_set_wasm(raw: RawExports): void }).__wbg_set_wasm(raw);
    raw.__wbindgen_start();
    instance = { glue, raw, memory: new Memory(raw, records) };
    instances.set(source, instance);
  }
  return instance;
}
