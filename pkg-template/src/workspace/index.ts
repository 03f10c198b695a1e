/**
 * The files of an agent, beside its answer. For Node, with git.
 * @packageDocumentation
 */

export type { Restoration } from '../types.js';
export { type KeepAttemptsOptions, keepAttempts } from './attempts.js';
