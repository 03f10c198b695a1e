// Finished runs as evaluations.

import { kindOf } from '../kind.js';
import { ended, type ObservedDecision, type ObservedResult } from '../observed.js';
import { lessonOf } from './lesson.js';
import { bad, checkName, wrong } from './names.js';
import type { EvaluationInput, RecordableRun, RunOptions } from './types.js';

const OPTIONS = ['agentId', 'runId', 'input', 'evaluatorId', 'evaluatorVersion', 'createdAt'];
const STATUSES: readonly unknown[] = ['ok', 'needs_review', 'failed'];

/** What is read of the results of all loops; of one's own as much as there is. Null is as nothing. */
interface AnyResult {
  status?: unknown;
  judged?: boolean | null;
  runId?: string | null;
  score?: number | null;
  shouldRevise?: boolean;
  llmEnhanced?: boolean;
  critique?: { status?: unknown; score?: number | null; criteriaMet?: readonly boolean[] | null } | null;
  criticVerdict?: { criteriaMet?: readonly boolean[] | null; confidence?: number | null } | null;
  evaluation?: { scores?: Readonly<Record<string, number | null>> | null; score?: number | null } | null;
  draftIndex?: number | null;
  drafts?: readonly { index: number; verifiers?: Readonly<Record<string, { passed: boolean }>> | null }[] | null;
  usage?: { total?: { costUsd?: number | null } };
}

/** The result of a run, as a monitor reads it. Throws `invalid_task` for what is none. */
export function resultOf(given: RecordableRun): ObservedResult | ObservedDecision {
  const result = ended(given) as AnyResult | null | undefined;
  if (typeof result !== 'object' || result === null || !STATUSES.includes(result.status)) {
    throw bad(`a result must have a \`status\` of 'ok', 'needs_review' or 'failed', got ${kindOf(result)}`);
  }
  return result as unknown as ObservedResult;
}

/** The evaluation that a run's result is. Its scores are shares, `0..=1`. Throws `invalid_task`, naming the option. */
export function evaluationOf(run: ObservedResult | ObservedDecision, options: RunOptions): EvaluationInput {
  const result = run as AnyResult;
  if (typeof options !== 'object' || options === null)
    throw bad(`the options of recordRun must be an object with an \`agentId\``);
  for (const key of Object.keys(options)) {
    if (!OPTIONS.includes(key)) throw bad(`unknown option \`${key}\` of recordRun; known are ${OPTIONS.join(', ')}`);
  }
  const { runId = result.runId ?? undefined, ...rest } = options;
  if (runId !== undefined && (typeof runId !== 'string' || runId === ''))
    throw bad(`\`runId\` must be a string that is not empty, got ${kindOf(runId)}`);
  if (runId !== undefined) checkName('runId', runId);
  const { scores: found, by } = scoresOf(result);
  // What nobody looked at, or could read, has no score: that is no 0.
  const unread = result.judged === false || (result.status === 'failed' && given(result.shouldRevise));
  const scores = unread ? Object.fromEntries(Object.keys(found).map((metric) => [metric, null])) : found;
  const lesson = lessonOf(result);
  const costUsd = result.usage?.total?.costUsd ?? undefined;
  const confidence = unread ? undefined : (result.criticVerdict?.confidence ?? undefined);
  return {
    ...rest,
    scores,
    evalSource: 'run',
    decision: String(result.status),
    ...(by && { sourceKind: by }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(confidence === undefined ? {} : { confidence }),
    // One run is one evaluation, however often it is recorded.
    ...(runId === undefined ? {} : { decisionId: runId, evaluationId: `EVAL-run-${JSON.stringify([options.agentId, runId])}` }),
    ...(lesson && { run: lesson }),
  };
}

function scoresOf(result: AnyResult): Pick<EvaluationInput, 'scores'> & { by?: 'model' | 'code' } {
  const { critique, criticVerdict, evaluation, shouldRevise, score } = result;
  if (given(criticVerdict)) return { scores: { criteria: share(criticVerdict.criteriaMet) }, by: 'model' };
  if (given(shouldRevise))
    return { scores: { stands: shouldRevise ? 0 : 1 }, by: result.llmEnhanced === true ? 'model' : 'code' };
  if (given(evaluation)) return { scores: evaluation.scores ?? { score: evaluation.score ?? null } };
  const verified = result.drafts?.find(({ index }) => index === result.draftIndex)?.verifiers ?? {};
  const passed = share(Object.values(verified).map((verdict) => verdict.passed));
  const scores: Record<string, number | null> = {};
  if (critique?.status === 'invalid') scores.critique = null;
  else if (given(critique)) scores.critique = given(critique.score) ? points(critique.score) / 10 : share(critique.criteriaMet);
  if (passed !== null) scores.verifiers = passed;
  if (!given(critique) && passed === null && given(score)) scores.score = score;
  if (given(critique)) return { scores, by: 'model' };
  return passed === null ? { scores } : { scores, by: 'code' };
}

function given<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

function points(score: unknown): number {
  if (typeof score === 'number' && Number.isFinite(score)) return score;
  throw wrong('critique.score', 'a finite number', score);
}

function share(flags: readonly boolean[] | null | undefined): number | null {
  if (!given(flags) || flags.length === 0) return null;
  if (!Array.isArray(flags)) throw wrong('criteriaMet', 'a list', flags);
  return flags.filter((flag) => flag === true).length / flags.length;
}
