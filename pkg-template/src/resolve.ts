import { ReflectEngine } from './engine.js';
import { ReflectError } from './error.js';
import { wasm } from './load/index.js';
import type { ReflectSettings } from './types.js';

/** Names that {@link resolveEngine} knows. */
export type EngineName = 'reflect';

const NAMES: readonly string[] = ['reflect'];

/**
 * The engine of a name, for frameworks that take one as a string; an engine is given back as it is.
 * Throws `unknown_engine`, naming the nearest.
 */
export function resolveEngine(engine: EngineName | ReflectEngine, settings?: ReflectSettings): ReflectEngine {
  if (typeof engine === 'object' && engine !== null && (engine as { name?: unknown }).name === 'reflect') return engine;
  if (engine === 'reflect') return new ReflectEngine(settings);
  throw new ReflectError('unknown_engine', wasm().unknownWord('engine', String(engine), [...NAMES]));
}
