// How far back a look for regressions reads.

import { HOUR_MS } from './record.js';

/** Hours before the first one that may raise an alarm: a baseline that reaches back two weeks, and the lag of `cusum`. */
const BASELINE_HOURS = 360;
/** Hours for which the range begins at the same hour, at least. */
const RANGE_HOURS = 168;

/**
 * Where the windows begin that are looked at. Which alarm comes after a quiet day depends on the one before it, and so on back: the range
 * begins at the same hour for a week, or a cool-down, so that every look, of any process, finds the same alarms.
 */
export function beginMs(sinceMs: number, coolDownHours: number): number {
  const range = rangeHours(coolDownHours) * HOUR_MS;
  return (Math.floor(sinceMs / range) - 1) * range - BASELINE_HOURS * HOUR_MS;
}

/** Days of windows that must be kept for it, and one for rows that come late. */
export function leastWindowDays(coolDownHours: number): number {
  return Math.ceil((2 * rangeHours(coolDownHours) + BASELINE_HOURS) / 24) + 1;
}

function rangeHours(coolDownHours: number): number {
  return Math.max(RANGE_HOURS, coolDownHours);
}
