// Hourly windows between stores, which keep them as text, and the core, which adds them up.

import { direct } from '../trap.js';
import { core } from './core.js';
import { historyIdOf, readRow, recordOf } from './record.js';
import { HOUR_MS, iso } from './rows.js';
import type { EvaluationRow, WindowRow } from './store.js';
import type { EvalFigures, EvalHistoryEntry, EvalRegression, RegressionSettings, ScoreTrend, SystemEvalStats } from './types.js';

/** What the core reads of a window. */
interface Sums {
  agentId: string;
  hour: number;
  series: { metrics: unknown }[];
}

/** A window as a store keeps it: the figures for people, and the sums that they come from. */
type StoredWindow = Sums & EvalFigures & Pick<EvalHistoryEntry, 'historyId' | 'windowStart' | 'windowEnd'>;

/** A regression as the core gives it. */
interface CoreRegression extends Omit<EvalRegression, 'windowStart' | 'changeStart'> {
  startMs: number;
  changeMs?: number;
}

/** The windows of new rows, added to the stored ones. */
export function foldWindows(added: readonly EvaluationRow[], stored: readonly string[]): WindowRow[] {
  const parts = [...windowsOfRows(added), ...stored.map(readWindow)];
  const windows = fromCore<(Sums & EvalFigures)[]>((core) => core.foldEvaluations(sumsJson(parts)));
  return windows.map((window) => {
    const { agentId, hour } = window;
    const startMs = hour * HOUR_MS;
    const windowStart = iso(startMs);
    const historyId = historyIdOf(agentId, windowStart);
    const data = { historyId, windowStart, windowEnd: iso(startMs + HOUR_MS), ...window };
    return { historyId, agentId, startMs, data: JSON.stringify(data) };
  });
}

/**
 * The hours of one agent from a time on, in their order; those before it are compared with. The figures are in the windows; only what the
 * trend needs goes through the core.
 */
export function hoursOf(windows: readonly StoredWindow[], nowMs: number, fromMs: number): EvalHistoryEntry[] {
  const aggregates = windows.map(({ agentId, hour, series }) => ({
    agentId,
    hour,
    series: series.map((one) => ({ ...one, metrics: {} })),
  }));
  const trends = fromCore<ScoreTrend[]>((core) => core.evalTrends(JSON.stringify(aggregates), nowMs));
  return windows.flatMap(({ hour, series: _, ...entry }, at) =>
    hour * HOUR_MS < fromMs ? [] : [{ ...entry, scoreTrend: trends[at] ?? 'insufficient_data' }],
  );
}

/** The figures of all windows together, and of each agent's. */
export function systemStatsOf(windows: readonly Sums[], nowMs: number): SystemEvalStats {
  const byAgent = new Map<string, Sums[]>();
  for (const window of windows) {
    const own = byAgent.get(window.agentId) ?? [];
    own.push(window);
    byAgent.set(window.agentId, own);
  }
  const agents = [...byAgent.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const { scoreTrend: _, ...whole } = statsOf(windows, nowMs);
  return { ...whole, agents: agents.map(([agentId, own]) => ({ agentId, ...statsOf(own, nowMs) })) };
}

/** The figures of windows together. */
export function statsOf(windows: readonly Sums[], nowMs: number): EvalFigures & { scoreTrend: ScoreTrend } {
  return fromCore((core) => core.evalStats(sumsJson(windows), nowMs));
}

/** The alarms of the hours that begin at a time or later, and are over. The windows before it say what was usual. */
export function regressionsIn(
  windows: readonly Sums[],
  settings: RegressionSettings,
  sinceMs: number,
  nowMs: number,
): EvalRegression[] {
  const sums = sumsJson(windows);
  const found = fromCore<CoreRegression[]>((core) => core.evalRegressions(sums, JSON.stringify(settings), sinceMs, nowMs));
  return found.map(({ startMs, changeMs, ...alarm }) => ({
    ...alarm,
    windowStart: iso(startMs),
    ...(changeMs === undefined ? {} : { changeStart: iso(changeMs) }),
  }));
}

/** What the core reads of windows. Text is read faster here than there, and half of it stays here. */
function sumsJson(windows: readonly Sums[]): string {
  return JSON.stringify(windows.map(({ agentId, hour, series }) => ({ agentId, hour, series })));
}

/** The windows of new rows, one an evaluator, with the scores themselves in place of sums. */
function windowsOfRows(rows: readonly EvaluationRow[]): Sums[] {
  const windows = new Map<string, Sums & { series: [Series] }>();
  for (const { agentId, historyId, createdMs, data } of rows) {
    const { scores, aggregateScore, sourceKind: kind = '', evaluatorVersion: version = '', ...record } = recordOf(data);
    const evaluator = record.evaluatorId ?? record.evalSource ?? '';
    const key = JSON.stringify([historyId, kind, evaluator, version]);
    const none: Series = { kind, evaluator, version, evaluations: 0, aggregate: [], metrics: Object.create(null) };
    const window = windows.get(key) ?? { agentId, hour: Math.floor(createdMs / HOUR_MS), series: [none] };
    windows.set(key, window);
    const [series] = window.series;
    series.evaluations += 1;
    if (aggregateScore !== null) series.aggregate.push(aggregateScore);
    for (const [metric, score] of Object.entries(scores)) if (score !== null) (series.metrics[metric] ??= []).push(score);
  }
  return [...windows.values()];
}

/** The scores of one evaluator in one hour. */
interface Series {
  kind: string;
  evaluator: string;
  version: string;
  evaluations: number;
  aggregate: number[];
  metrics: Record<string, number[]>;
}

function fromCore<T>(call: (exported: ReturnType<typeof core>) => string): T {
  return JSON.parse(direct(() => call(core()))) as T;
}

/** The window that a store kept. */
export function readWindow(data: string): StoredWindow {
  const isWhole = ({ agentId, hour, series }: Partial<StoredWindow>): boolean =>
    typeof agentId === 'string' && Number.isInteger(hour) && Array.isArray(series);
  return readRow(data, 'historyId', isWhole);
}
