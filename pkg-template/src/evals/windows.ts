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

/** A window as the core writes it: the figures for people, and the sums that they come from. */
type CoreWindow = Sums & EvalFigures;

/** A window as a store keeps it. */
type StoredWindow = CoreWindow & Pick<EvalHistoryEntry, 'historyId' | 'windowStart' | 'windowEnd'>;

/** A regression as the core gives it. */
interface CoreRegression extends Omit<EvalRegression, 'windowStart' | 'changeStart'> {
  startMs: number;
  changeMs?: number;
}

/** The windows of new rows, added to the stored ones. */
export function foldWindows(added: readonly EvaluationRow[], stored: readonly string[]): WindowRow[] {
  const parts = [...added.map(windowOfRow), ...stored.map(read)];
  const windows = fromCore<CoreWindow[]>((core) => core.foldEvaluations(sumsJson(parts)));
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
export function hoursOf(stored: readonly string[], nowMs: number, fromMs: number): EvalHistoryEntry[] {
  const windows = stored.map(read);
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

/** The figures of windows together. */
export function statsOf(stored: readonly string[], nowMs: number): EvalFigures & { scoreTrend: ScoreTrend } {
  return figuresOf(stored.map(read), nowMs);
}

/** The figures of all windows together, and of each agent's. */
export function systemStatsOf(stored: readonly string[], nowMs: number): SystemEvalStats {
  const windows = stored.map(read);
  const byAgent = new Map<string, CoreWindow[]>();
  for (const window of windows) {
    const own = byAgent.get(window.agentId) ?? [];
    own.push(window);
    byAgent.set(window.agentId, own);
  }
  const agents = [...byAgent.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const { scoreTrend: _, ...whole } = figuresOf(windows, nowMs);
  return { ...whole, agents: agents.map(([agentId, own]) => ({ agentId, ...figuresOf(own, nowMs) })) };
}

function figuresOf(windows: readonly CoreWindow[], nowMs: number): EvalFigures & { scoreTrend: ScoreTrend } {
  return fromCore((core) => core.evalStats(sumsJson(windows), nowMs));
}

/** The number of a window's hour. */
export function hourOf(stored: string): number {
  return read(stored).hour;
}

/** The alarms of the hours that begin at a time or later, and are over. The windows before it say what was usual. */
export function regressionsIn(
  stored: readonly string[],
  settings: RegressionSettings,
  sinceMs: number,
  nowMs: number,
): EvalRegression[] {
  const sums = sumsJson(stored.map(read));
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

/** A row as a window of its own, with the scores themselves in place of sums. */
function windowOfRow({ agentId, createdMs, data }: EvaluationRow): Sums {
  const { sourceKind, evalSource, evaluatorId, evaluatorVersion, scores, aggregateScore } = recordOf(data);
  const metrics = Object.entries(scores).flatMap(([metric, score]) => (score === null ? [] : [[metric, [score]]]));
  const series = {
    kind: sourceKind ?? '',
    evaluator: evaluatorId ?? evalSource ?? '',
    version: evaluatorVersion ?? '',
    evaluations: 1,
    aggregate: aggregateScore === null ? [] : [aggregateScore],
    metrics: Object.fromEntries(metrics) as object,
  };
  return { agentId, hour: Math.floor(createdMs / HOUR_MS), series: [series] };
}

function fromCore<T>(call: (exported: ReturnType<typeof core>) => string): T {
  return JSON.parse(direct(() => call(core()))) as T;
}

function read(data: string): StoredWindow {
  const isWhole = ({ agentId, hour, series }: Partial<StoredWindow>): boolean =>
    typeof agentId === 'string' && Number.isInteger(hour) && Array.isArray(series);
  return readRow(data, 'historyId', isWhole);
}
