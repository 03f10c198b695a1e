/**
 * The work of a coding agent, judged where the agent has no say: sealed checks. For Node.
 * @packageDocumentation
 */

export type { Restoration } from '../types.js';
export { type KeepAttemptsOptions, keepAttempts } from './attempts.js';
export {
  type Certificate,
  type CertifiedCommand,
  certify,
  type RepeatOptions,
  readCertificate,
  repeatCertificate,
  signCertificate,
  writeCertificate,
} from './certificate.js';
export { type Judgement, type SealedCheck, type SealedCheckOptions, type SealSummary, sealedCheck } from './check.js';
export { RefusedCertificate } from './errors.js';
export type { SealRules } from './rules.js';
export type { Isolation } from './run.js';
export type { TwinCounts } from './twins.js';
