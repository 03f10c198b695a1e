// Where a decision holds its action, for all who read one.

import { isObject } from './kind.js';

/** As `recommendation.action`, `action` or `decision`, whichever is there first (the *Reflection Agent* design); nothing of what is no object. */
export function actionIn(decision: unknown): unknown {
  if (!isObject(decision)) return undefined;
  const { recommendation } = decision;
  return (isObject(recommendation) ? recommendation.action : undefined) ?? decision.action ?? decision.decision;
}
