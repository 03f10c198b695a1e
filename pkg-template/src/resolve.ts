import { ReflectEngine } from './engine.js';
import { describeError, ReflectError } from './error.js';
import { wasm } from './load/index.js';
import type { ReflectSettings } from './types.js';

/** Names that {@link resolveEngine} knows. */
export type EngineName = 'reflect';

/**
 * The engine of a name, for frameworks that take one as a string; an engine is given back as it is, and takes no settings then.
 * Throws `unknown_engine`, naming the nearest.
 */
export function resolveEngine(engine: EngineName | ReflectEngine, settings?: ReflectSettings): ReflectEngine {
  if (isEngine(engine)) {
    if (settings === undefined) return engine;
    throw new ReflectError('invalid_settings', 'an engine has its settings already; give them with a name, or to the engine');
  }
  if (engine === 'reflect') return new ReflectEngine(settings);
  throw new ReflectError('unknown_engine', wasm().unknownWord('engine', describeError(engine), 'reflect'));
}

function isEngine(given: unknown): given is ReflectEngine {
  try {
    return typeof given === 'object' && given !== null && (given as { name?: unknown }).name === 'reflect';
  } catch {
    return false;
  }
}
