/**
 * A run as one JSON file, and the run that such a file holds, recomputed.
 *
 * @packageDocumentation
 */

export { replay, traceOf } from './trace.js';
export type { Trace, TraceCall, TraceLog, TraceRequest, TraceTask } from './types.js';
