// What `engine.calibrate` reads of a run: kept with its evaluation, and given back with the evaluations of it since.

import { ignored, type ReflectError } from '../error.js';
import { kindOf } from '../kind.js';
import { finite } from '../plain.js';
import type { Lesson } from '../types.js';
import { bad, readable } from './names.js';
import type { EvaluationRecord, LessonOptions } from './types.js';

/** What `calibrate` reads of a result of `ReflectEngine`; nothing of another loop's. */
export function lessonOf(result: object): Lesson | undefined {
  const { drafts, revisionHistory, draftIndex, acceptedBy } = result as Partial<Lesson>;
  if (!Array.isArray(drafts) || !Array.isArray(revisionHistory) || typeof draftIndex !== 'number') return undefined;
  const lesson = {
    drafts: (drafts as Lesson['drafts']).map(({ index, parent, duplicateOf, verifiers }) => {
      const verdicts = Object.entries(verifiers ?? {}).map(([name, { passed }]) => [name, { passed }]);
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

/**
 * The runs among these evaluations, the oldest first; `truth` is the mean of the scores that people gave one, or else programs.
 * Throws `invalid_task` for a score that is no share where no `points` says what it is worth.
 */
export function lessonsOf(newestFirst: readonly EvaluationRecord[], points: LessonOptions['points'] = pointsOf): Lesson[] {
  const ratings = new Map<string, { human: number[]; code: number[] }>();
  for (const evaluation of newestFirst) {
    const { decisionId, sourceKind, run } = evaluation;
    if (decisionId === undefined || run !== undefined || (sourceKind !== 'human' && sourceKind !== 'code')) continue;
    const worth = points(evaluation);
    if (worth === undefined || worth === null) continue;
    if (typeof worth !== 'number') throw noPoints(worth);
    const rated = ratings.get(decisionId) ?? { human: [], code: [] };
    rated[sourceKind].push(worth);
    ratings.set(decisionId, rated);
  }
  return [...newestFirst].reverse().flatMap(({ run, decisionId, evaluationId }) => {
    if (run === undefined) return [];
    const { human, code } = ratings.get(decisionId ?? evaluationId) ?? { human: [], code: [] };
    const marks = human.length > 0 ? human : code;
    if (marks.length === 0) return [run];
    return [{ ...run, truth: { points: marks.reduce((a, b) => a + b, 0) / marks.length } }];
  });
}

/** What is kept of a run, checked: it may come from an import. */
export function checkedLesson(given: unknown): Lesson {
  const { drafts, revisionHistory } = (given ?? {}) as Partial<Lesson>;
  if (typeof given !== 'object' || !Array.isArray(drafts) || !Array.isArray(revisionHistory)) {
    throw bad('`run` must be what `recordRun` keeps of a run, with the lists `drafts` and `revisionHistory`');
  }
  return JSON.parse(readable('`run`', () => JSON.stringify(given, finite))) as Lesson;
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
