import { ReflectError } from '../error.js';
import { EvalTracker } from './tracker.js';
import type { EvalTrackerSettings } from './types.js';

/** By a registered symbol: a process may hold several copies of this package, as ESM and as CommonJS. */
const SHARED = Symbol.for('reflect-engine.eval-tracker');

/**
 * The one tracker that all of a process shares (the *Evaluation Tracking* design), made by the first call. Give its settings there: later
 * calls with settings throw `invalid_settings`. Without any it keeps evaluations in memory.
 */
export function getEvalTracker(settings?: EvalTrackerSettings): EvalTracker {
  const shared = globalThis as { [SHARED]?: EvalTracker };
  if (shared[SHARED] !== undefined && settings !== undefined) {
    throw new ReflectError(
      'invalid_settings',
      'the shared tracker was made before: give `settings` to the first getEvalTracker()',
    );
  }
  shared[SHARED] ??= new EvalTracker(settings);
  return shared[SHARED];
}
