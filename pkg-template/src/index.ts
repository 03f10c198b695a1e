/**
 * reflect-engine makes an agent check its own work: a producer drafts, a critic judges, and the engine revises until the draft is
 * accepted or the budget is spent, and says honestly which of the two happened.
 *
 * @packageDocumentation
 */

export { Autopilot } from './autopilot.js';
export type * from './autopilot-types.js';
export { canonicalModel, comparison, marketScan, riskAssessment } from './canonical-model.js';
export { Critic } from './critic.js';
export { readCritique } from './critique.js';
export { DecisionReflector } from './decision.js';
export type * from './decision-types.js';
export { ReflectEngine } from './engine.js';
export type { ReflectErrorOptions } from './error.js';
export { isReflectError, ReflectError } from './error.js';
export { Evaluator } from './evaluator.js';
export type * from './evaluator-types.js';
export type * from './given-types.js';
export { citationCoverage, lexicalRelevance, perspectiveBalance, sourceDiversity, sourceTrust } from './metrics.js';
export { LoopMonitor } from './monitor.js';
export type * from './monitor-types.js';
export { presets } from './presets.js';
export { Reflector, reflect, relate } from './reflector.js';
export type * from './reflector-data.js';
export type * from './reflector-types.js';
export { ResearchLoop } from './research.js';
export type * from './research-types.js';
export type { EngineName } from './resolve.js';
export { resolveEngine } from './resolve.js';
export { applyRevision } from './revision.js';
export type {
  InferOutput,
  StandardConverter,
  StandardIssue,
  StandardProps,
  StandardResult,
  StandardSchema,
} from './standard-schema.js';
export type { MemoryStoreSettings } from './stores/memory.js';
export { memoryStore } from './stores/memory.js';
export type * from './stores/types.js';
export type { JsonToolDefinition, StandardToolDefinition } from './tool.js';
export { tool } from './tool.js';
export type { HttpEvaluatorOptions } from './tracker/http.js';
export { httpEvaluator } from './tracker/http.js';
export { EvalTracker } from './tracker/index.js';
export { getEvalTracker } from './tracker/shared.js';
export type * from './tracker/types.js';
export type * from './types.js';
