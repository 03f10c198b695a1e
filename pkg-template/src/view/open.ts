// What a file holds: runs, or evaluations of a store.

import { type Run, runOf } from './run.js';
import { type Trend, trendsOf } from './trend.js';
import { shownIn, valuesIn } from './values.js';

export type Shown = Run | Trend;

/** Reads a file: one JSON text, or one a line. Throws for what the page cannot show, and says what it can. */
export function opened(name: string, text: string): Shown[] {
  try {
    return shownOf(valuesIn(text, JSON.parse));
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

function shownOf(file: unknown): Shown[] {
  const { runs, rows } = shownIn(file);
  return [...runs.map(runOf), ...trendsOf(rows)];
}
