import type { DecisionLog, RevisableDecision, RevisedDecision, Revising } from './decision-types.js';
import { ReflectError } from './error.js';
import { kindOf } from './kind.js';

/** What is left of a decision's confidence when a revision gives none of its own (seed 003: 20 % less). */
const CONFIDENCE_KEPT = 0.8;

/**
 * The decision after a reflection, and the record of it for a decision log. Nothing that is given is changed; a reflection that
 * revises nothing leaves a copy as it was.
 *
 * A decision holds its action as `action`, or as seed 003's `result` does: as `decision`, as `recommendation.action`, or both. What
 * holds it gets `originalAction`, `revisedByReflection` and `reflectionConcerns`; the `recommendation`, where there is one. `confidence`
 * becomes the revised one, else four fifths of what it was.
 *
 * Throws `invalid_task` for a decision without an action.
 */
export function applyRevision<D extends RevisableDecision>(
  decision: D,
  reflection: Revising,
): { decision: RevisedDecision<D>; log: DecisionLog } {
  const original = actionOf(decision);
  const { shouldRevise, revisedAction, revisedConfidence, concerns } = reflection;
  const reflectionConcerns = [...concerns];
  if (shouldRevise !== true || typeof revisedAction !== 'string') {
    const log = { reflectionApplied: false, originalDecision: original, revisedDecision: original, reflectionConcerns };
    return { decision: { ...decision }, log };
  }
  const marks = { originalAction: original, revisedByReflection: true as const, reflectionConcerns };
  const revised: RevisedDecision<D> = { ...decision };
  const { recommendation } = decision;
  if (recommendation) revised.recommendation = { ...recommendation, action: revisedAction, ...marks };
  else Object.assign(revised, marks);
  if (decision.action !== undefined) revised.action = revisedAction;
  if (decision.decision !== undefined) revised.decision = revisedAction;
  if (typeof revisedConfidence === 'number') revised.confidence = revisedConfidence;
  else if (typeof decision.confidence === 'number') revised.confidence = decision.confidence * CONFIDENCE_KEPT;
  const log = { reflectionApplied: true, originalDecision: original, revisedDecision: revisedAction, reflectionConcerns };
  return { decision: revised, log: { ...log, reflectionConcerns: [...concerns] } };
}

function actionOf(decision: RevisableDecision): string {
  if (typeof decision !== 'object' || decision === null) {
    throw new ReflectError('invalid_task', `a decision must be an object, got ${kindOf(decision)}`);
  }
  const action = decision.recommendation?.action ?? decision.action ?? decision.decision;
  if (typeof action === 'string' && action !== '') return action;
  const where = '`action`, `decision` or `recommendation.action`';
  throw new ReflectError('invalid_task', `a decision must hold its action as ${where}, got ${kindOf(action)}`);
}
