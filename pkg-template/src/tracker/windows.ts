// Hourly windows between stores, which keep them as text, and the core, which adds them up.

import { companions } from '../load/index.js';
import type { EvaluationRow, WindowRow } from '../stores/types.js';
import { direct } from '../trap.js';
import { HOUR_MS, historyIdOf, iso, readRow, type Tally, tallyOf } from './record.js';
import type { EvalFigures, EvalHistoryEntry, ScoreTrend, SystemEvalStats } from './types.js';

/** A window as the core writes it: the figures for people, and the sums that they come from. */
interface CoreWindow extends EvalFigures {
  agentId: string;
  hour: number;
  series: { metrics: unknown }[];
}

/** The windows of new rows, added to the stored ones. */
export function folded(added: readonly EvaluationRow[], stored: readonly string[]): WindowRow[] {
  const { parts, scores } = gathered(added);
  const windows = told<CoreWindow[]>((core) => core.foldEvaluations(JSON.stringify(parts), scores, sumsOf(stored)));
  return windows.map((window) => {
    const { agentId, hour } = window;
    const startMs = hour * HOUR_MS;
    const historyId = historyIdOf(agentId, startMs);
    const data = { historyId, windowStart: iso(startMs), windowEnd: iso(startMs + HOUR_MS), ...window };
    return { historyId, agentId, startMs, data: JSON.stringify(data) };
  });
}

/**
 * The hours of one agent from a time on, in their order; those before it are compared with. The figures stand in the windows; only what the
 * trend needs goes through the core.
 */
export function hoursOf(stored: readonly string[], nowMs: number, fromMs: number): EvalHistoryEntry[] {
  const windows = stored.map(read);
  const aggregates = windows.map(({ agentId, hour, series }) => ({
    agentId,
    hour,
    series: series.map((one) => ({ ...one, metrics: {} })),
  }));
  const trends = told<{ scoreTrend: ScoreTrend }[]>((core) => core.evalHistory(JSON.stringify(aggregates), nowMs));
  return windows.flatMap((window, at) => {
    const { agentId, hour, evalCount, avgScore, minScore, maxScore, scoresByMetric } = window;
    const startMs = hour * HOUR_MS;
    if (startMs < fromMs) return [];
    const names = { historyId: historyIdOf(agentId, startMs), agentId };
    const times = { windowStart: iso(startMs), windowEnd: iso(startMs + HOUR_MS) };
    const scoreTrend = trends[at]?.scoreTrend ?? 'insufficient_data';
    return [{ ...names, ...times, evalCount, avgScore, minScore, maxScore, scoresByMetric, scoreTrend }];
  });
}

/** The figures of windows together. */
export function statsOf(stored: readonly string[], nowMs: number): EvalFigures & { scoreTrend: ScoreTrend } {
  return together(stored.map(read), nowMs);
}

/** The figures of all windows together, and of each agent's. */
export function systemStatsOf(stored: readonly string[], nowMs: number): SystemEvalStats {
  const windows = stored.map(read);
  const byAgent = new Map<string, CoreWindow[]>();
  for (const window of windows) {
    const own = byAgent.get(window.agentId);
    if (own === undefined) byAgent.set(window.agentId, [window]);
    else own.push(window);
  }
  const agents = [...byAgent.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const { scoreTrend: _, ...whole } = together(windows, nowMs);
  return { ...whole, agents: agents.map(([agentId, own]) => ({ agentId, ...together(own, nowMs) })) };
}

function together(windows: readonly CoreWindow[], nowMs: number): EvalFigures & { scoreTrend: ScoreTrend } {
  return told((core) => core.evalStats(slim(windows), nowMs));
}

/** The number of a window's hour. */
export function hourOf(stored: string): number {
  return read(stored).hour;
}

/** What the core reads of windows. Text is read faster here than there, and half of it stays here. */
export function sumsOf(stored: readonly string[]): string {
  return slim(stored.map(read));
}

function slim(windows: readonly CoreWindow[]): string {
  return JSON.stringify(windows.map(({ agentId, hour, series }) => ({ agentId, hour, series })));
}

/** Rows of one agent, hour and evaluator. */
interface Part {
  agentId: string;
  hour: number;
  kind: string;
  evaluator: string;
  version: string;
  evaluations: number;
  aggregate: number[];
  metrics: Map<string, number[]>;
}

/** By agent and hour: one for each evaluator. */
type PartsByAgent = Map<string, Map<number, Part[]>>;

/** The scores of rows by hour and evaluator: how many there are of what, and all of them in that order. */
function gathered(rows: readonly EvaluationRow[]): { parts: object[]; scores: Float64Array } {
  const byAgent: PartsByAgent = new Map();
  for (const row of rows) {
    const tally = tallyOf(row);
    const part = partOf(byAgent, row, tally);
    part.evaluations += 1;
    if (tally.aggregate !== null) part.aggregate.push(tally.aggregate);
    for (const metric of Object.keys(tally.scores)) {
      const score = tally.scores[metric];
      if (score === null || score === undefined) continue;
      const known = part.metrics.get(metric);
      if (known === undefined) part.metrics.set(metric, [score]);
      else known.push(score);
    }
  }
  const parts = [...byAgent.values()].flatMap((hours) => [...hours.values()].flat());
  const lists = parts.flatMap(({ aggregate, metrics }) => [aggregate, ...metrics.values()]);
  return { parts: parts.map(counted), scores: Float64Array.from(lists.flat()) };
}

/** The one that a row belongs to. */
function partOf(byAgent: PartsByAgent, { agentId, createdMs }: EvaluationRow, { kind, evaluator, version }: Tally): Part {
  const hour = Math.floor(createdMs / HOUR_MS);
  const hours = byAgent.get(agentId) ?? new Map<number, Part[]>();
  if (hours.size === 0) byAgent.set(agentId, hours);
  const own = hours.get(hour) ?? [];
  if (own.length === 0) hours.set(hour, own);
  const known = own.find((part) => part.kind === kind && part.evaluator === evaluator && part.version === version);
  if (known !== undefined) return known;
  const part = { agentId, hour, kind, evaluator, version, evaluations: 0, aggregate: [], metrics: new Map() };
  own.push(part);
  return part;
}

function counted({ aggregate, metrics, ...part }: Part): object {
  return { ...part, aggregate: aggregate.length, metrics: [...metrics].map(([metric, { length }]) => [metric, length]) };
}

function told<T>(call: (core: ReturnType<typeof companions>) => string): T {
  return JSON.parse(direct(() => call(companions()))) as T;
}

function read(data: string): CoreWindow {
  const isWhole = ({ agentId, hour, series }: Partial<CoreWindow>): boolean =>
    typeof agentId === 'string' && Number.isInteger(hour) && Array.isArray(series);
  return readRow(data, 'historyId', isWhole);
}
