// What a file holds: runs, or evaluations of a store.

import type { ReflectResult } from '../types.js';
import { type Run, runOf } from './run.js';
import { type Trend, type TrendRow, trendsOf } from './trend.js';
import { valuesIn } from './values.js';

export type Shown = Run | Trend;

const WANTED = 'a trace (`traceOf(result)`), a result, or the export of a store';

/** Reads a file: one JSON text, or one a line. Throws for what the page cannot show, and says what it can. */
export function opened(name: string, text: string): Shown[] {
  try {
    return shownOf(valuesIn(text, JSON.parse));
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

function shownOf(file: unknown): Shown[] {
  const rows: TrendRow[] = [];
  const runs: Run[] = [];
  // The server's answer holds its hours as `trend`.
  const values = [file].flat(2).flatMap((value) => (isObject(value) && Array.isArray(value.trend) ? value.trend : [value]));
  for (const value of values) {
    const has = (...keys: string[]) => isObject(value) && keys.some((key) => key in value);
    if (has('result', 'trace')) runs.push(runOf(value as ReflectResult));
    else if (has('scores', 'evalCount', 'rule')) rows.push(value as TrendRow);
    else
      throw new Error(
        `want ${WANTED}, got ${isObject(value) ? `an object with ${Object.keys(value).slice(0, 5)}` : typeof value}`,
      );
  }
  if (values.length === 0) throw new Error(`want ${WANTED}, got nothing`);
  return [...runs, ...trendsOf(rows)];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
