import { bad } from '../check/checks.js';
import { actionIn, describeWrongKind, describeWrongValue, isObject } from '../check/kind.js';
import { missingAction, wrongConcerns, wrongConfidence } from './errors.js';
import type { DecisionLog, RevisableDecision, RevisedDecision, Revising } from './types.js';

/** What is left of a decision's confidence when a revision gives none of its own (the *Reflection Agent* design: 20 % less). */
const CONFIDENCE_KEPT = 0.8;

/**
 * The decision after a reflection, and the record for a decision log. The arguments are not changed: the decision is a copy, unchanged when
 * the reflection revises nothing.
 *
 * A decision holds its action as `action`, or as the `result` of the *Reflection Agent* design: as `decision`, as `recommendation.action`,
 * or both. The `recommendation`, or the decision when there is none, gets `originalAction`, `revisedByReflection` and `reflectionConcerns`.
 * `confidence` becomes the revised one, else four fifths of what it was.
 *
 * Throws `invalid_task`, naming the field, for a decision without an action and for something that is no reflection.
 */
export function applyRevision<D extends RevisableDecision>(
  decision: D,
  reflection: Revising,
): { decision: RevisedDecision<D>; log: DecisionLog };
export function applyRevision(
  decision: RevisableDecision,
  reflection: Revising,
): { decision: RevisableDecision; log: DecisionLog } {
  const original = actionOf(decision);
  checkReflection(reflection);
  const { shouldRevise, revisedAction, revisedConfidence, concerns } = reflection;
  const reflectionConcerns = [...concerns];
  if (!shouldRevise || typeof revisedAction !== 'string' || revisedAction === '') {
    const log = { reflectionApplied: false, originalDecision: original, revisedDecision: original, reflectionConcerns };
    return { decision: { ...decision }, log };
  }
  const marks = { originalAction: original, revisedByReflection: true as const, reflectionConcerns };
  const revised: RevisableDecision = { ...decision };
  const { recommendation } = decision;
  if (recommendation) revised.recommendation = { ...recommendation, action: revisedAction, ...marks };
  else Object.assign(revised, marks);
  if (decision.action !== undefined) revised.action = revisedAction;
  if (decision.decision !== undefined) revised.decision = revisedAction;
  if (typeof revisedConfidence === 'number') revised.confidence = revisedConfidence;
  else if (typeof decision.confidence === 'number') revised.confidence = product(decision.confidence, CONFIDENCE_KEPT);
  const log = { reflectionApplied: true, originalDecision: original, revisedDecision: revisedAction };
  return { decision: revised, log: { ...log, reflectionConcerns: [...concerns] } };
}

/** Without the noise of binary fractions: 0.9 × 0.8 is 0.72, and not 0.7200000000000001. */
function product(a: number, b: number): number {
  return Number((a * b).toPrecision(12));
}

function actionOf(decision: RevisableDecision): string {
  if (!isObject(decision as unknown)) throw bad(describeWrongKind('a decision', 'an object', decision));
  const { recommendation } = decision as { recommendation?: unknown };
  if (recommendation !== undefined && recommendation !== null && !isObject(recommendation))
    throw bad(describeWrongKind("a decision's `recommendation`", 'an object', recommendation));
  for (const key of ['action', 'decision'] as const) {
    const value: unknown = decision[key];
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw bad(describeWrongKind(`a decision's \`${key}\``, 'a string', value));
  }
  const { confidence } = decision;
  if (typeof confidence === 'number' && !Number.isFinite(confidence)) throw wrongConfidence(confidence);
  const action = actionIn(decision);
  if (typeof action === 'string' && action !== '') return action;
  const where = '`action`, `decision` or `recommendation.action`';
  throw missingAction(where, action);
}

/** It may come from a log or a wire. */
function checkReflection(reflection: Revising): void {
  if (!isObject(reflection)) throw bad(describeWrongKind('a reflection', 'an object', reflection));
  const { shouldRevise, concerns, revisedConfidence } = reflection as { [K in keyof Revising]?: unknown };
  if (typeof shouldRevise !== 'boolean')
    throw bad(describeWrongKind("a reflection's `shouldRevise`", 'true or false', shouldRevise));
  if (!Array.isArray(concerns) || !concerns.every((concern) => typeof concern === 'string')) throw wrongConcerns(concerns);
  if (revisedConfidence === undefined || revisedConfidence === null) return;
  if (typeof revisedConfidence !== 'number' || !(revisedConfidence >= 0 && revisedConfidence <= 1))
    throw bad(describeWrongValue("a reflection's `revisedConfidence`", 'a number from 0 to 1', revisedConfidence));
}
