// Hourly windows between stores, which keep them as text, and the core, which adds them up.

import { companions } from '../load/index.js';
import type { EvaluationRow, WindowRow } from '../stores/types.js';
import { direct } from '../trap.js';
import { HOUR_MS, historyIdOf, iso, tallyOf } from './record.js';
import type { EvalFigures, EvalHistoryEntry, ScoreTrend } from './types.js';

/** A window as the core writes it: the figures for people, and the sums that they come from. */
interface CoreWindow extends EvalFigures {
  agentId: string;
  hour: number;
  series: { metrics: unknown }[];
}

/** The windows of new rows, added to the stored ones. */
export function folded(added: readonly EvaluationRow[], stored: readonly string[]): WindowRow[] {
  const parts = JSON.stringify(gathered(added));
  const windows = told<CoreWindow[]>((core) => core.foldEvaluations(parts, sumsOf(stored)));
  return windows.map((window) => {
    const { agentId, hour } = window;
    const startMs = hour * HOUR_MS;
    const historyId = historyIdOf(agentId, startMs);
    const data = { historyId, windowStart: iso(startMs), windowEnd: iso(startMs + HOUR_MS), ...window };
    return { historyId, agentId, startMs, data: JSON.stringify(data) };
  });
}

/** The hours of one agent, in their order. The figures stand in the windows; only what the trend needs goes through the core. */
export function hoursOf(stored: readonly string[], nowMs: number): EvalHistoryEntry[] {
  const windows = stored.map(read);
  const aggregates = windows.map(({ agentId, hour, series }) => ({
    agentId,
    hour,
    series: series.map((one) => ({ ...one, metrics: {} })),
  }));
  const trends = told<{ scoreTrend: ScoreTrend }[]>((core) => core.evalHistory(JSON.stringify(aggregates), nowMs));
  return windows.map((window, at) => {
    const { agentId, hour, evalCount, avgScore, minScore, maxScore, scoresByMetric } = window;
    const startMs = hour * HOUR_MS;
    const names = { historyId: historyIdOf(agentId, startMs), agentId };
    const times = { windowStart: iso(startMs), windowEnd: iso(startMs + HOUR_MS) };
    const scoreTrend = trends[at]?.scoreTrend ?? 'insufficient_data';
    return { ...names, ...times, evalCount, avgScore, minScore, maxScore, scoresByMetric, scoreTrend };
  });
}

/** The figures of windows together. */
export function statsOf(stored: readonly string[], nowMs: number): EvalFigures & { scoreTrend: ScoreTrend } {
  return told((core) => core.evalStats(sumsOf(stored), nowMs));
}

export function agentOf(stored: string): string {
  return read(stored).agentId;
}

/** What the core reads of windows. Text is read faster here than there, and half of it stays here. */
export function sumsOf(stored: readonly string[]): string {
  return JSON.stringify(stored.map(read).map(({ agentId, hour, series }) => ({ agentId, hour, series })));
}

/** The scores of rows, by hour and evaluator. */
function gathered(rows: readonly EvaluationRow[]): object[] {
  const parts = new Map<string, { head: object; evaluations: number; aggregate: number[]; metrics: Map<string, number[]> }>();
  for (const row of rows) {
    const { kind, evaluator, version, aggregate, scores } = tallyOf(row);
    const hour = Math.floor(row.createdMs / HOUR_MS);
    const { agentId } = row;
    // Lengths tell where an id ends that holds a blank.
    const key = `${hour} ${kind} ${agentId.length} ${agentId} ${evaluator.length} ${evaluator} ${version}`;
    let part = parts.get(key);
    if (part === undefined) {
      const head = { agentId, hour, kind, evaluator, version };
      part = { head, evaluations: 0, aggregate: [], metrics: new Map() };
      parts.set(key, part);
    }
    part.evaluations += 1;
    if (aggregate !== null) part.aggregate.push(aggregate);
    for (const [metric, score] of scores) {
      const known = part.metrics.get(metric);
      if (known === undefined) part.metrics.set(metric, [score]);
      else known.push(score);
    }
  }
  return [...parts.values()].map(({ head, evaluations, aggregate, metrics }) => ({
    ...head,
    evaluations,
    aggregate,
    metrics: Object.fromEntries(metrics),
  }));
}

function told<T>(call: (core: ReturnType<typeof companions>) => string): T {
  return JSON.parse(direct(() => call(companions()))) as T;
}

function read(stored: string): CoreWindow {
  return JSON.parse(stored) as CoreWindow;
}
