/**
 * Research that says what is missing and what conflicts, and only afterwards how good its answer is.
 *
 * @packageDocumentation
 */

export { canonicalModel, comparison, marketScan, riskAssessment } from './canonical-model.js';
export { Evaluator } from './evaluator.js';
export type * from './evaluator-types.js';
export { ResearchLoop } from './loop.js';
export { lexicalRelevance, perspectiveBalance, sourceDiversity, sourceTrust } from './metrics.js';
export { Reflector, reflect, relate } from './reflector.js';
export type * from './reflector-data.js';
export type * from './reflector-types.js';
export type * from './types.js';
