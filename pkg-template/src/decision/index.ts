/**
 * A second look at a decision before it ships: by a model, or by rules when there is no model or it fails.
 *
 * @packageDocumentation
 */

export { DecisionReflector } from './reflector.js';
export { applyRevision } from './revision.js';
export type * from './types.js';
