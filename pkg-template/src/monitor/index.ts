/**
 * Tells how well loops do: figures with intervals, alerts, a diagnosis.
 *
 * @packageDocumentation
 */

export { LoopMonitor } from './monitor.js';
export type * from './types.js';
