/**
 * How good a judge is, against a person's word, and what recorded runs would have come to under other settings.
 *
 * @packageDocumentation
 */

export { type Backtest, type BacktestRun, backtest } from './backtest.js';
export { type CriticMeasure, type MeasureOptions, measureCritic } from './critic.js';
export { type Labelled, type Measure, measure, type Policy, type Reflecting } from './measure.js';
export type { Estimate, Share } from './statistics.js';
