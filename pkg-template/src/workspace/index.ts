/**
 * The work of a coding agent, judged where the agent has no say: sealed checks. For Node.
 * @packageDocumentation
 */

export type { Restoration } from '../types.js';
export { type KeepAttemptsOptions, keepAttempts } from './attempts.js';
export { type Judgement, type SealedCheck, type SealedCheckOptions, type SealSummary, sealedCheck } from './check.js';
export type { SealRules } from './rules.js';
export type { Isolation } from './run.js';
