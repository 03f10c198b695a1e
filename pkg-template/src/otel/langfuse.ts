/**
 * What critics and verifiers say, as scores of Langfuse.
 *
 * @packageDocumentation
 */

import { badSettings } from '../check/checks.js';
import { describeWrongKind, hasMethod } from '../check/kind.js';
import type { TracedEvaluation } from './run.js';

/** What is used of a `LangfuseClient` of `@langfuse/client`. */
export interface LangfuseScores {
  score: {
    create(score: {
      id: string;
      traceId: string;
      observationId?: string;
      name: string;
      value: number;
      dataType: 'NUMERIC' | 'BOOLEAN';
      comment?: string;
      metadata: Record<string, unknown>;
    }): void;
  };
}

/**
 * For `onEvaluation` of `traced`: each judgement is a score of the span of its draft, and how the run ended one of the trace. The client
 * sends them in groups: `await client.flush()` before the process ends. What has no score (`error` says why) is none, nor is what no SDK
 * traced: Langfuse needs a trace to show a score at. A run that is repeated writes its scores anew, under the same ids.
 *
 * Throws `invalid_settings` for something that is no client.
 */
export function langfuseScores(client: LangfuseScores): (evaluation: TracedEvaluation) => void {
  if (!hasMethod(client, 'score.create'))
    throw badSettings(describeWrongKind('`client` of langfuseScores', 'a LangfuseClient of @langfuse/client 4 or newer', client));
  return ({ name, kind, runId, iteration, passed, score, explanation, judge, traceId, spanId }) => {
    const value = score ?? (passed === undefined ? undefined : Number(passed));
    if (traceId === undefined || value === undefined) return;
    client.score.create({
      id: `${runId}.${iteration}.${name}`,
      traceId,
      ...(kind !== 'run' && spanId && { observationId: spanId }),
      name,
      value,
      dataType: kind === 'run' ? 'BOOLEAN' : 'NUMERIC',
      ...(explanation && { comment: explanation }),
      metadata: { runId, iteration, kind, passed, judge },
    });
  };
}
