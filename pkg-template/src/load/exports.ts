import type * as companionsGlue from '../generated/companions.js';
import type * as engineGlue from '../generated/reflect_engine.js';

/** One half of the Rust core: what its glue exports. */
export interface Glue {
  initSync(source: { module: object }): unknown;
}

/** What the engine's half exports, without the functions that instantiate it: only this folder may. */
export type EngineExports = Omit<typeof engineGlue, 'initSync' | 'default'>;

/** What the half of its companions exports: research, decisions, evaluations and the monitor. */
export type CompanionExports = Omit<typeof companionsGlue, 'initSync' | 'default'>;

/** What the wasm itself exports, beneath its glue. */
export interface RawExports {
  readonly memory: WebAssembly.Memory;
  /** Where the stack of the core ends. */
  readonly __stack_pointer: WebAssembly.Global;
}

/** One half of the core, once it is instantiated. */
export interface Instance<G> {
  glue: G;
  raw: RawExports;
}

/** One half, instantiated at the first call by the module that `compiled` gives. */
export function lazily<G extends Glue>(glue: G, compiled: () => object): () => Instance<G> {
  let instance: Instance<G> | undefined;
  return () => {
    instance ??= { glue, raw: glue.initSync({ module: compiled() }) as RawExports };
    return instance;
  };
}
