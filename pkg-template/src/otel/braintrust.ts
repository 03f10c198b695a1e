/**
 * What critics and verifiers say, as scores of Braintrust.
 *
 * @packageDocumentation
 */

import { badSettings } from '../check/checks.js';
import { describeWrongKind, hasMethod } from '../check/kind.js';
import type { TracedEvaluation } from './run.js';

/** What is used of a logger, a span, an experiment or the module `braintrust`. */
export interface BraintrustParent {
  startSpan(args: {
    name: string;
    type: 'score';
    event: {
      id: string;
      scores: Record<string, number | null>;
      error?: string;
      output?: string;
      metadata: Record<string, unknown>;
    };
  }): { end(): unknown };
}

/**
 * For `onEvaluation` of `traced`: each judgement, and how the run ended, is a span of the type `score`. `parent` is where they stand: the
 * module itself (`import * as braintrust from 'braintrust'`) for the span in which the run was begun, a span, an experiment or a logger.
 * Points of critics are a tenth here, since Braintrust wants `0..=1`; what has no verdict is `null`, with its `error`. Braintrust sends them
 * in groups: `await flush()` before the process ends. A run that is repeated writes its scores anew, under the same ids.
 *
 * Throws `invalid_settings` for something that starts no spans.
 */
export function braintrustScores(parent: BraintrustParent): (evaluation: TracedEvaluation) => void {
  if (!hasMethod(parent, 'startSpan'))
    throw badSettings(describeWrongKind('`parent` of braintrustScores', 'a logger, a span or the module `braintrust`', parent));
  return ({ name, kind, runId, iteration, passed, score, explanation, error, judge, traceId, spanId }) => {
    const points = score ?? (passed === undefined ? null : Number(passed));
    const event = {
      id: `${runId}.${iteration}.${name}`,
      scores: { [name]: kind === 'critic' && score !== undefined ? score / 10 : points },
      ...(error && { error }),
      ...(explanation && { output: explanation }),
      metadata: { runId, iteration, kind, passed, judge, traceId, spanId },
    };
    parent.startSpan({ name, type: 'score', event }).end();
  };
}
