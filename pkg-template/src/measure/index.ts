/**
 * How good a judge is, compared with a person's verdicts; from where its acceptances keep a promised error; and how recorded runs would have
 * ended under other settings.
 *
 * @packageDocumentation
 */

export {
  type Acceptance,
  type AcceptanceLimits,
  assertAccepted,
  type CountedResult,
  type Ended,
  type MatcherResult,
  measureAcceptance,
  type Repeatable,
  toBeAccepted,
} from './acceptance.js';
export { type Backtest, type BacktestRun, backtest } from './backtest.js';
export { type CriticMeasure, type MeasureOptions, measureCritic } from './critic.js';
export { type Drift, drift, type ErrorLimit, guarantee, type Label, labelRun, type RunLabel } from './guarantee.js';
export { type Labelled, type Measure, measure, type Policy, type Reflecting } from './measure.js';
export { type CriticScore, criticScorer, type ScorerInput, type ScorerOptions } from './scorer.js';
export type { Estimate, Share } from './statistics.js';
