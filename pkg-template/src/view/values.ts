import type { EvalHistoryEntry, EvalRegression, EvaluationRecord } from '../evals/types.js';
import type { ReflectResult } from '../types.js';

/** A line of a store's export: an evaluation, an hour, or an alarm. */
export type TrendRow = EvaluationRecord | EvalHistoryEntry | EvalRegression;

const WANTED = 'a trace (`traceOf(result)`), a result, or the export of a store';

/** What the page shows of these values. Throws for what it cannot show, and says what it can. */
export function shownIn(file: unknown): { runs: ReflectResult[]; rows: TrendRow[] } {
  const rows: TrendRow[] = [];
  const runs: ReflectResult[] = [];
  // The server's answer holds its hours as `trend`.
  const values = [file].flat(2).flatMap((value) => (isObject(value) && Array.isArray(value.trend) ? value.trend : [value]));
  for (const value of values) {
    const has = (...keys: string[]) => isObject(value) && keys.some((key) => key in value);
    if (has('result', 'trace')) runs.push(value as ReflectResult);
    else if (has('scores', 'evalCount', 'rule')) rows.push(value as TrendRow);
    else
      throw new Error(
        `want ${WANTED}, got ${isObject(value) ? `an object with ${Object.keys(value).slice(0, 5)}` : typeof value}`,
      );
  }
  if (values.length === 0) throw new Error(`want ${WANTED}, got nothing`);
  return { runs, rows };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The values of a file, each as JSON: one text, or an object a line, as the export of a store and as `embedded` writes a list. */
export function partsIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const parts = lines.flatMap((line) =>
    line === '' || line === '[' || line === ']' ? [] : line.endsWith('},') ? line.slice(0, -1) : line,
  );
  return parts.length > 0 && parts.every((line) => line.startsWith('{') && line.endsWith('}')) ? parts : [text];
}
