// Hourly windows between stores, which keep them as text, and the core, which adds them up.

import { direct } from '../trap.js';
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
  return fromCore((core) => core.evalTrends(JSON.stringify(windows.map(aggregatesOf)), nowMs));
}

function aggregatesOf({ agentId, hour, series }: Sums): Sums {
  return { agentId, hour, series: series.map((one) => ({ ...one, metrics: {} })) };
}

/**
 * The figures of all windows together, and of each agent's, by id; an agent's are in order of their hours. Windows are merged as those of new
 * rows are, a slice at a time, and others get their turn after each.
 */
export async function statsOf(rows: readonly string[], nowMs: number): Promise<SystemEvalStats> {
  const merged = new Map<string, Sums & EvalFigures>();
  const latest = new Map<string, Sums[]>();
  for (const slice of slices(rows)) {
    const parts = slice.map(readWindow);
    for (const { agentId, hour, series } of parts) {
      const own = latest.get(agentId) ?? [];
      latest.set(agentId, own);
      own.push(aggregatesOf({ agentId, hour, series }));
      if ((own[0]?.hour ?? hour) < hour - TREND_HOURS) own.shift();
    }
    const before = [...new Set(parts.map(({ agentId }) => agentId))].flatMap((agentId) => merged.get(agentId) ?? []);
    for (const sums of together([...before, ...parts])) merged.set(sums.agentId, sums);
    await nextTurn();
  }
  const agents: AgentEvalStats[] = [];
  let whole = together([NOBODY]);
  for (const [agentId, own] of [...merged].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [scoreTrend = 'insufficient_data'] = trendsOf(latest.get(agentId) ?? [], nowMs).slice(-1);
    agents.push({ agentId, ...figuresOf(own), scoreTrend });
    whole = together([...whole, { ...own, agentId: NOBODY.agentId }]);
    if (agents.length % AGENTS === 0) await nextTurn();
  }
  return { ...figuresOf(whole[0] as EvalFigures), agents };
}

/** Characters of windows that are merged between two turns: some 10 ms. */
const SLICE = 200_000;
/** Agents whose figures are made between two turns. */
const AGENTS = 5;
/** Hours before the last that its trend may need: the last with scores is two weeks away at most, and so is the one before that. */
const TREND_HOURS = 672;
/** To whom all agents' windows are added. */
const NOBODY: Sums = { agentId: '', hour: 0, series: [] };

/** Texts in slices of about {@link SLICE} characters. */
function* slices(texts: readonly string[]): Generator<string[], void, void> {
  let [slice, length]: [string[], number] = [[], 0];
  for (const text of texts) {
    slice.push(text);
    length += text.length;
    if (length < SLICE) continue;
    yield slice;
    [slice, length] = [[], 0];
  }
  if (slice.length > 0) yield slice;
}

/** The windows of each agent as one: those of the same hour are. */
function together(windows: readonly Sums[]): (Sums & EvalFigures)[] {
  return fromCore((core) => core.foldEvaluations(sumsJson(windows.map((window) => ({ ...window, hour: 0 })))));
}

function figuresOf({ evalCount, avgScore, minScore, maxScore, scoresByMetric }: EvalFigures): EvalFigures {
  return { evalCount, avgScore, minScore, maxScore, scoresByMetric };
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
