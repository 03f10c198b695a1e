/**
 * Looks at a decision once more before it ships: by a model, and by rules where there is none or it fails.
 *
 * @packageDocumentation
 */

export { DecisionReflector } from './reflector.js';
export { applyRevision } from './revision.js';
export type * from './types.js';
