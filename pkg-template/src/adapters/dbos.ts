/**
 * Runs whose steps DBOS remembers in PostgreSQL.
 *
 * @packageDocumentation
 */

import { DBOS, Error as Errors, type StepConfig } from '@dbos-inc/dbos-sdk';
import { journalled } from '../run/journal.js';
import type { Durable } from '../types.js';

/** How each step is tried. Default: 4 attempts, the second 200 ms after the first. `timeoutMS` limits one attempt. */
export type DbosOptions = Omit<StepConfig, 'name'>;

/**
 * What a task needs to run inside a workflow: `engine.run({ ...task, ...(await onDbos()) })`. Each call of a model, tool or verifier is a
 * step of the workflow. One workflow holds one run at a time, and its resumptions: DBOS knows steps by their order.
 *
 * A replay by another version of the package, or under another task or settings, ends the workflow with an error that names it.
 */
export async function onDbos(options: DbosOptions = {}): Promise<{ durable: Durable; signal: AbortSignal }> {
  if (!DBOS.isInWorkflow()) throw new Error('`onDbos` needs a workflow of DBOS around it, and no step');
  const config = { retriesAllowed: true, maxAttempts: 4, intervalSeconds: 0.2, ...options };
  const abort = new AbortController();
  const step = <T>(name: string, fn: () => Promise<T>): Promise<T> => {
    const cancellable = (): Promise<T> => {
      // Asked of DBOS while a step is made: it looks for a cancel then.
      DBOS.stepStatus?.cancelSignal?.addEventListener('abort', () => abort.abort(new Error('DBOS cancelled the workflow')));
      return fn();
    };
    return DBOS.runStep(cancellable, { ...config, name });
  };
  const { DBOSError, DBOSMaxStepRetriesError, DBOSStepTimeoutError } = Errors;
  // A step that failed is an answer to the run; whatever else DBOS throws is the end of this attempt at the workflow.
  const ends = (error: unknown): boolean =>
    error instanceof DBOSError && !(error instanceof DBOSMaxStepRetriesError || error instanceof DBOSStepTimeoutError);
  return { durable: await journalled(step, abort, { ends }), signal: abort.signal };
}
