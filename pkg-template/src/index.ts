/**
 * reflect-engine makes an agent check its own work: a producer drafts, a critic judges, and the engine revises until the draft is
 * accepted or the budget is spent, and says honestly which of the two happened.
 *
 * @packageDocumentation
 */

export { Autopilot } from './autopilot/autopilot.js';
export { Critic, type CriticReview, type CriticSettings, type ReviewTask } from './autopilot/critic.js';
export type * from './autopilot/types.js';
export type { JsonToolDefinition, StandardToolDefinition } from './check/tool.js';
export { tool } from './check/tool.js';
export type { Action, ActionRequest, ActionRule, Actions, ActionVerdict } from './engine/actions.js';
export { type EngineName, type EngineSettings, ReflectEngine, resolveEngine } from './engine/engine.js';
export type { Gate, GateTask, GateVerdict, Submission } from './engine/gate.js';
export { type ProducerCriticOptions, presets } from './engine/presets.js';
export type { ReflectErrorOptions } from './error.js';
export { isReflectError, ReflectError } from './error.js';
export type * from './given-types.js';
export { readCritique } from './run/critique.js';
export type { AutopilotEnd, AutopilotResult, AutopilotTrace } from './run/result.js';
export type { SentStream } from './run/sse.js';
export { toResponse, toSSE } from './run/sse.js';
export type * from './types.js';
