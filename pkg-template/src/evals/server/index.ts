/**
 * What an `EvalTracker` knows, over HTTP: read-only, closed unless you open it.
 *
 * @packageDocumentation
 */

export type { EvalHandlerOptions } from './handler.js';
export { evalHandler } from './handler.js';
export type { EvalPage, EvalReader, EvalTrendAnswer } from './routes.js';
