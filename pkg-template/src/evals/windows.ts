// Hourly windows between stores, which keep them as text, and the core, which adds them up.

import { direct, fromWasm } from '../trap.js';
import { core } from './core.js';
import type { Earlier } from './earlier.js';
import { historyIdOf, readRow, recordOf } from './record.js';
import { HOUR_MS, iso } from './rows.js';
import type { EvaluationRow, WindowRow } from './store.js';
import type {
  AgentEvalStats,
  EvalFigures,
  EvalHistoryEntry,
  EvalRegression,
  RegressionSettings,
  ScoreTrend,
  SystemEvalStats,
} from './types.js';

/** What the core reads of a window. */
export interface Sums {
  agentId: string;
  hour: number;
  series: { kind: string; evaluator: string; version: string; metrics: unknown }[];
}

/** A window as a store keeps it: the figures for people, and the sums that they come from. */
type StoredWindow = Sums & EvalFigures & Pick<EvalHistoryEntry, 'historyId' | 'windowStart' | 'windowEnd'>;

/** A regression as the core gives it. */
interface CoreRegression extends Omit<EvalRegression, 'windowStart' | 'changeStart'> {
  startMs: number;
  changeMs?: number;
}

/** The windows of new rows, added to the stored ones; with how their scores go, where it is known what they are compared with. */
export function foldWindows(added: readonly EvaluationRow[], stored: readonly string[], earlier: Earlier): WindowRow[] {
  const parts = [...windowsOfRows(added), ...stored.map(readWindow)];
  const windows = fromCore<(Sums & EvalFigures)[]>((core) => core.foldEvaluations(sumsJson(parts)));
  return windows.map((window) => {
    const { agentId, hour } = window;
    const startMs = hour * HOUR_MS;
    const windowStart = iso(startMs);
    const historyId = historyIdOf(agentId, windowStart);
    const before = earlier.of(window);
    earlier.changed(window);
    const data = { historyId, windowStart, windowEnd: iso(startMs + HOUR_MS), ...window, ...(before && trendOf(window, before)) };
    return { historyId, agentId, startMs, data: JSON.stringify(data) };
  });
}

/**
 * The hours of one agent from a time on, in their order; those before it are compared with.
 */
export function hoursOf(windows: readonly StoredWindow[], nowMs: number, fromMs: number): EvalHistoryEntry[] {
  const trends = trendsOf(windows, nowMs);
  return windows.flatMap(({ hour, series: _, ...entry }, at) =>
    hour * HOUR_MS < fromMs ? [] : [{ ...entry, scoreTrend: trends[at] ?? 'insufficient_data' }],
  );
}

/** How the scores of a window go so far, as if its hour were over. */
function trendOf(window: Sums, before: readonly Sums[]): Pick<EvalHistoryEntry, 'scoreTrend'> {
  const scoreTrend = trendsOf([...before, window], (window.hour + 1) * HOUR_MS).at(-1);
  return { scoreTrend: scoreTrend ?? 'insufficient_data' };
}

/** How scores go at each of one agent's windows, which needs their aggregates alone. */
function trendsOf(windows: readonly Sums[], nowMs: number): ScoreTrend[] {
  const aggregates = windows.map(({ agentId, hour, series }) => ({
    agentId,
    hour,
    series: series.map((one) => ({ ...one, metrics: {} })),
  }));
  return fromCore((core) => core.evalTrends(JSON.stringify(aggregates), nowMs));
}

/** The figures of all windows together, and of each agent's, by id; an agent's are in order of their hours. Others get their turn meanwhile. */
export async function statsOf(windows: readonly string[], nowMs: number): Promise<SystemEvalStats> {
  try {
    const [whole, ...agents] = await core().evalStats(windows, nowMs, nextTurn);
    return { ...(whole as EvalFigures), agents: agents as AgentEvalStats[] };
  } catch (thrown) {
    // The one that could not be read.
    if (typeof thrown === 'string') readRow(thrown, 'historyId', () => false);
    throw fromWasm(thrown);
  }
}

/** Ends when the host has done what waits for it. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
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
