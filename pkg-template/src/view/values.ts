import { isObject } from '../check/kind.js';
import type { EvalHistoryEntry, EvalRegression, EvaluationRecord } from '../evals/types.js';
import type { MonitorReport } from '../monitor/types.js';
import { emptyRun, follow, type LiveMessage, type Run, runOf, type TraceFile } from './run.js';

/** A line of a store's export: an evaluation, an hour, or an alarm. */
export type TrendRow = EvaluationRecord | EvalHistoryEntry | EvalRegression;

const EXPECTED = 'a trace (`traceOf(result)`), a result, the export of a store, or the report of a monitor';

/** What the page shows. */
export interface Found {
  runs: Run[];
  rows: TrendRow[];
  /** Of runs that go on. */
  messages: LiveMessage[];
  reports: MonitorReport[];
}

/** What the page shows of these values. Throws for what it cannot show, and says what it can. */
export function shownIn(file: unknown): Found {
  const found: Found = { runs: [], rows: [], messages: [], reports: [] };
  // The server's answer holds its hours as `trend`.
  const values = [file].flat(2).flatMap((value) => (isObject(value) && Array.isArray(value.trend) ? value.trend : [value]));
  for (const value of values) {
    const has = (...keys: string[]) => isObject(value) && keys.some((key) => key in value);
    if (has('runId') && has('input', 'step', 'draft', 'call', 'result', 'error') && !has('format', 'trace', 'task'))
      found.messages.push(value as LiveMessage);
    else if (has('result', 'trace')) found.runs.push(runOf(value as TraceFile));
    else if (has('measures')) found.reports.push(value as MonitorReport);
    else if (has('scores', 'evalCount', 'rule')) found.rows.push(value as TrendRow);
    else
      throw new Error(
        `want ${EXPECTED}, got ${isObject(value) ? `an object with ${Object.keys(value).slice(0, 5)}` : typeof value}`,
      );
  }
  if (values.length === 0) throw new Error(`want ${EXPECTED}, got nothing`);
  return found;
}

/** The runs of a file: traces, results, or what was told of runs that go on. */
export function runsIn(text: string): Run[] {
  const found = partsIn(text).map((part) => shownIn(JSON.parse(part)));
  return [...found.flatMap(({ runs }) => runs), ...followed(found.flatMap(({ messages }) => messages))];
}

/** The runs that messages tell of. */
export function followed(messages: readonly LiveMessage[]): Run[] {
  const runs = new Map<string, Run>();
  for (const message of messages)
    runs.set(message.runId, follow(runs.get(message.runId) ?? emptyRun(message.runId), message, message.at ?? 0));
  return [...runs.values()];
}

/** The values of a file, each as JSON: one text, or an object a line, as the export of a store and as `embedded` writes a list. */
export function partsIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  // A line that is being written is not there yet.
  if (lines.length > 2 && !text.endsWith('\n') && /^\{"runId"/.test(text)) lines.pop();
  const parts = lines.flatMap((line) =>
    line === '' || line === '[' || line === ']' ? [] : line.endsWith('},') ? line.slice(0, -1) : line,
  );
  return parts.length > 0 && parts.every((line) => line.startsWith('{') && line.endsWith('}')) ? parts : [text];
}
