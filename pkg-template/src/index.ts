/**
 * reflect-engine makes an agent check its own work: a producer drafts, a critic judges, and the engine revises until the draft is
 * accepted or the budget is spent, and says honestly which of the two happened.
 *
 * @packageDocumentation
 */

export { Autopilot } from './autopilot.js';
export type * from './autopilot-types.js';
export { Critic } from './critic.js';
export { readCritique } from './critique.js';
export { ReflectEngine } from './engine.js';
export type { ReflectErrorOptions } from './error.js';
export { isReflectError, ReflectError } from './error.js';
export type * from './given-types.js';
export { type ProducerCriticOptions, presets } from './presets.js';
export type { EngineName } from './resolve.js';
export { resolveEngine } from './resolve.js';
export type { SentStream } from './sse.js';
export { toResponse, toSSE } from './sse.js';
export type {
  InferOutput,
  StandardConverter,
  StandardIssue,
  StandardProps,
  StandardResult,
  StandardSchema,
} from './standard-schema.js';
export type { JsonToolDefinition, StandardToolDefinition } from './tool.js';
export { tool } from './tool.js';
export type * from './types.js';
