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

/** All parts that are instantiated. */
export const instantiated: RawExports[] = [];

/** One part, from what `compiled` makes of its source. Called by a function: a bundle that does not call that has no glue. */
export function instantiate<G extends Glue>(glue: G, source: string): Instance<G> {
  const raw = glue.initSync({ module: compiled(source) }) as RawExports;
  instantiated.push(raw);
  return { glue, raw, memory: new Memory(raw) };
}
