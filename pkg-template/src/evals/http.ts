import { wrongServiceStatus } from './errors.js';
import { copied, isOfResult } from './jobs.js';
import { checkPlace } from './names.js';
import type { DecisionEvaluator, EvaluatorResult } from './types.js';

/** How {@link httpEvaluator} asks. */
export interface HttpEvaluatorOptions {
  /** Sent along, for example a key. */
  headers?: Record<string, string> | undefined;
  /** Default: the host's. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/**
 * An evaluator behind HTTP: the payload goes out as JSON by POST, and `{ scores, … }` comes back, an {@link EvaluatorResult} whose other
 * keys are ignored. Any status but 2xx fails the evaluation.
 */
export function httpEvaluator(url: string, options: HttpEvaluatorOptions = {}): DecisionEvaluator {
  checkPlace('url', url);
  return async (payload, { signal }) => {
    const { fetch = globalThis.fetch } = options;
    const headers = new Headers(options.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    const body = JSON.stringify(copied(payload));
    const answer = await fetch(url, { method: 'POST', headers, body, signal });
    if (!answer.ok) {
      // A body that nobody reads holds its connection.
      await answer.body?.cancel().catch(() => {});
      throw wrongServiceStatus(answer.status);
    }
    const reply: unknown = await answer.json();
    if (typeof reply !== 'object' || reply === null) return reply as unknown as EvaluatorResult;
    // A service says more than is asked for.
    return Object.fromEntries(Object.entries(reply).filter(([key]) => isOfResult(key))) as unknown as EvaluatorResult;
  };
}
