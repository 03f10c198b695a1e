/**
 * Runs as traces of OpenTelemetry. Whoever sets up an SDK sees them; without one, nothing is recorded.
 *
 * @packageDocumentation
 */

export { type TracedOptions, traced } from './traced.js';
