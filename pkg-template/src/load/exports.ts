import type * as engineGlue from '../generated/reflect_engine.js';
import { compiled } from './host.js';
import { Memory, type RawExports } from './memory.js';

/** One part of the Rust core: what its glue exports. */
interface Glue {
  initSync(source: { module: object }): unknown;
}

/** The same without the function that instantiates it: only this folder may. */
export type Exports<G> = Omit<G, 'initSync'>;

/** What the engine exports. */
export type EngineExports = Exports<typeof engineGlue>;

/** One part of the core, once it is instantiated. */
export interface Instance<G> {
  glue: Exports<G>;
  raw: RawExports;
  memory: Memory;
}

/** All parts that are instantiated, by their sources. */
export const instances = new Map<string, Instance<object>>();

/**
 * One part, instantiated synchronously at the first call, from what `compiled` makes of its source. Called by a function: a bundle that does
 * not call that has no glue. Throws `no_wasm`.
 */
export function instanceOf<G extends Glue>(glue: G, source: string): Instance<G> {
  let instance = instances.get(source) as Instance<G> | undefined;
  if (instance === undefined) {
    const raw = glue.initSync({ module: compiled(source) }) as RawExports;
    instance = { glue, raw, memory: new Memory(raw) };
    instances.set(source, instance);
  }
  return instance;
}
