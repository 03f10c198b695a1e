// Finished runs as evaluations, and evaluations as what `engine.learn` learns from.

import { ignored, isReflectError, type ReflectError } from '../error.js';
import { kindOf } from '../kind.js';
import type { ObservedDecision, ObservedResult } from '../monitor-types.js';
import { finite, MAX_DEPTH } from '../plain.js';
import type { Lesson } from '../types.js';
import { bad, readable } from './names.js';
import type { EvaluationInput, EvaluationRecord, LessonOptions, RecordableRun, RunOptions } from './types.js';

/** Characters of what is kept of a run, as JSON. A thousand looks take less. */
const MAX_CHARS = 1_000_000;
const OPTIONS = ['agentId', 'runId', 'input', 'evaluatorId', 'evaluatorVersion', 'createdAt'];
const STATUSES: readonly unknown[] = ['ok', 'needs_review', 'failed'];

/** What is read of the results of all loops; of one's own as much as there is. */
interface AnyResult {
  status?: unknown;
  runId?: string;
  score?: number;
  shouldRevise?: boolean;
  llmEnhanced?: boolean;
  critique?: { score?: number; criteriaMet?: readonly boolean[] };
  criticVerdict?: { criteriaMet?: readonly boolean[]; confidence?: number };
  evaluation?: { scores?: Readonly<Record<string, number>>; score?: number };
  draftIndex?: number;
  drafts?: Lesson['drafts'];
  revisionHistory?: Lesson['revisionHistory'];
  acceptedBy?: string;
  usage?: { total?: { costUsd?: number } };
}

/** The result of a run, as a monitor reads it. Throws `invalid_task` for what is none. */
export function resultOf(given: RecordableRun): ObservedResult | ObservedDecision {
  const result = (isReflectError<unknown>(given) ? given.result : given) as AnyResult | null | undefined;
  // A reflection on a decision has neither: there is one, so it went well.
  if (typeof result?.shouldRevise === 'boolean' && result.status === undefined)
    return { stopReason: 'reflected', ...result, status: 'ok' } as ObservedDecision;
  if (typeof result !== 'object' || result === null || !STATUSES.includes(result.status)) {
    throw bad(`a result must have a \`status\` of 'ok', 'needs_review' or 'failed', got ${kindOf(result)}`);
  }
  return result as unknown as ObservedResult;
}

/** The evaluation that a run's result is. Its scores are shares, `0..=1`. Throws `invalid_task`, naming the option. */
export function evaluationOf(given: ObservedResult | ObservedDecision, options: RunOptions): EvaluationInput {
  const result = given as AnyResult;
  if (typeof options !== 'object' || options === null)
    throw bad(`the options of recordRun must be an object with an \`agentId\``);
  for (const key of Object.keys(options)) {
    if (!OPTIONS.includes(key)) throw bad(`unknown option \`${key}\` of recordRun; known are ${OPTIONS.join(', ')}`);
  }
  const { runId = result.runId, ...rest } = options;
  if (runId !== undefined && (typeof runId !== 'string' || runId === ''))
    throw bad(`\`runId\` must be a string that is not empty, got ${kindOf(runId)}`);
  const { scores, by } = scoresOf(result);
  const lesson = lessonOf(result);
  const costUsd = result.usage?.total?.costUsd;
  return {
    ...rest,
    scores,
    evalSource: 'run',
    decision: String(result.status),
    ...(by && { sourceKind: by }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(result.criticVerdict?.confidence === undefined ? {} : { confidence: result.criticVerdict.confidence }),
    // One run is one evaluation, however often it is told.
    ...(runId === undefined ? {} : { decisionId: runId, evaluationId: runName(options.agentId, runId) }),
    ...(lesson && { run: lesson }),
  };
}

/**
 * The runs among these evaluations, the oldest first; `truth` is what people said of one, or else programs: the mean of their scores.
 * Throws `invalid_task` for a score that is no share where no `points` says what it is worth.
 */
export function lessonsOf(newestFirst: readonly EvaluationRecord[], points: LessonOptions['points'] = pointsOf): Lesson[] {
  const said = new Map<string, { human: number[]; code: number[] }>();
  for (const evaluation of newestFirst) {
    const { decisionId, sourceKind, run } = evaluation;
    if (decisionId === undefined || run !== undefined || (sourceKind !== 'human' && sourceKind !== 'code')) continue;
    const worth = points(evaluation);
    if (worth === undefined || worth === null) continue;
    if (typeof worth !== 'number') throw noPoints(worth);
    const known = said.get(decisionId) ?? { human: [], code: [] };
    known[sourceKind].push(worth);
    said.set(decisionId, known);
  }
  return [...newestFirst].reverse().flatMap(({ run, decisionId, evaluationId }) => {
    if (run === undefined) return [];
    const { human, code } = said.get(decisionId ?? evaluationId) ?? { human: [], code: [] };
    const heard = human.length > 0 ? human : code;
    if (heard.length === 0) return [run];
    return [{ ...run, truth: { points: heard.reduce((a, b) => a + b, 0) / heard.length } }];
  });
}

/** What is kept of a run, checked: it may come from an import. */
export function checkedLesson(given: unknown): Lesson {
  const { drafts, revisionHistory } = (given ?? {}) as Partial<Lesson>;
  if (typeof given !== 'object' || !Array.isArray(drafts) || !Array.isArray(revisionHistory)) {
    throw bad('`run` must be what `recordRun` keeps of a run, with the lists `drafts` and `revisionHistory`');
  }
  const text = readable('`run`', () => JSON.stringify(given, finite));
  if (text.length > MAX_CHARS) throw bad(`\`run\` must not be larger than ${MAX_CHARS} characters`);
  const lesson = JSON.parse(text) as Lesson;
  if (!isShallow(lesson)) throw bad(`\`run\` must not nest deeper than ${MAX_DEPTH} lists and objects`);
  return lesson;
}

/** Databases that read JSON have their limits. */
function isShallow(value: object): boolean {
  let level: object[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === MAX_DEPTH) return false;
    level = level.flatMap((one) => Object.values(one).filter((item) => typeof item === 'object' && item !== null) as object[]);
  }
  return true;
}

/** Read from the left: what stands before the first `-run-` is the agent, so that no two runs share a name. */
function runName(agentId: unknown, runId: string): string {
  const agent = String(agentId).replace(/%|-(?=run)/g, (found) => (found === '%' ? '%25' : '%2D'));
  return `EVAL-${agent}-run-${runId}`;
}

function noPoints(given: unknown): ReflectError {
  ignored(given);
  return bad(`\`points\` must give a number or nothing, got ${kindOf(given)}`);
}

function pointsOf({ aggregateScore, evaluationId }: EvaluationRecord): number | undefined {
  if (aggregateScore === null) return undefined;
  if (aggregateScore >= 0 && aggregateScore <= 1) return 10 * aggregateScore;
  const hint = 'give `points`, which says how many points from 0 to 10 an evaluation is worth';
  throw bad(`the score of ${evaluationId} is ${aggregateScore}, and not from 0 to 1: ${hint}`);
}

function scoresOf(result: AnyResult): Pick<EvaluationInput, 'scores'> & { by?: 'model' | 'code' } {
  const { critique, criticVerdict, evaluation, shouldRevise, score } = result;
  if (criticVerdict !== undefined) return { scores: { criteria: share(criticVerdict.criteriaMet) }, by: 'model' };
  if (shouldRevise !== undefined)
    return { scores: { stands: shouldRevise ? 0 : 1 }, by: result.llmEnhanced === true ? 'model' : 'code' };
  if (evaluation !== undefined) return { scores: evaluation.scores ?? { score: evaluation.score ?? null } };
  const verified = result.drafts?.find(({ index }) => index === result.draftIndex)?.verifiers ?? {};
  const passed = share(Object.values(verified).map((verdict) => verdict.passed));
  const scores: Record<string, number | null> = {};
  if (critique !== undefined) {
    scores.critique = critique.score === undefined ? share(critique.criteriaMet) : critique.score / 10;
  }
  if (passed !== null) scores.verifiers = passed;
  if (critique === undefined && passed === null && score !== undefined) scores.score = score;
  if (critique !== undefined) return { scores, by: 'model' };
  return passed === null ? { scores } : { scores, by: 'code' };
}

function share(flags: readonly boolean[] | undefined): number | null {
  if (flags === undefined || flags.length === 0) return null;
  return flags.filter((flag) => flag).length / flags.length;
}

/** What `learn` reads of a result of `ReflectEngine`; nothing of another loop's. */
function lessonOf({ drafts, revisionHistory, draftIndex, acceptedBy }: AnyResult): Lesson | undefined {
  if (!Array.isArray(drafts) || !Array.isArray(revisionHistory) || draftIndex === undefined) return undefined;
  const lesson = {
    drafts: (drafts as Lesson['drafts']).map(({ index, parent, duplicateOf, verifiers = {} }) => {
      const verdicts = Object.entries(verifiers).map(([name, { passed }]) => [name, { passed }]);
      return { index, parent, duplicateOf, verifiers: Object.fromEntries(verdicts) };
    }),
    revisionHistory: (revisionHistory as Lesson['revisionHistory']).map(({ draftIndex, critic, critique }) => ({
      draftIndex,
      critic,
      critique: critique && { status: critique.status, score: critique.score, criteriaMet: critique.criteriaMet },
    })),
    draftIndex,
    acceptedBy,
  };
  // Keys without a value are left out.
  return JSON.parse(JSON.stringify(lesson, finite)) as Lesson;
}
