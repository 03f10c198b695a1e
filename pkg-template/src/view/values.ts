import type { ReflectResult } from '../types.js';
import type { TrendRow } from './trend.js';

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

/** The values of a file, each by `parse`: one JSON text, or an object a line, as the export of a store. */
export function valuesIn(text: string, parse: (text: string) => unknown): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isByLine = lines.every((line) => /^\{.*\}\s*$/s.test(line));
  return isByLine ? lines.map((line) => parse(line)) : parse(text);
}
