/**
 * Keeps evaluations, and shows how scores develop and when they fall.
 *
 * @packageDocumentation
 */

export type { HttpEvaluatorOptions } from './http.js';
export { httpEvaluator } from './http.js';
export { memoryStore } from './memory.js';
export type * from './store.js';
export { EvalTracker, getEvalTracker } from './tracker.js';
export type * from './types.js';
