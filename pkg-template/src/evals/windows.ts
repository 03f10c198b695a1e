// Hourly windows between stores, which keep them as text, and the core, which adds them up.

import { isObject } from '../check/kind.js';
import { core, instance } from '../load/statistics.js';
import { callAndRead } from '../load/wire.js';
import { historyIdOf, readRow, recordOf } from './record.js';
import { HOUR_MS, iso } from './rows.js';
import type { EvaluationRow, WindowRow } from './store.js';
import { addSums, isSums, type Sums, type Total, Totals } from './sums.js';
import type {
  AgentEvalStats,
  EvalFigures,
  EvalHistoryEntry,
  EvalRegression,
  RegressionSettings,
  ScoreTrend,
  SystemEvalStats,
} from './types.js';

/** What one evaluator said in one hour. */
interface Series<S = Sums> {
  kind: string;
  evaluator: string;
  version: string;
  /** Evaluations, those without any number too. */
  evaluations: number;
  /** Of the evaluations' mean scores. */
  aggregate: S;
  metrics: Record<string, S>;
}

/** One agent's evaluations of one hour of UTC. */
export interface Window<S = Sums> {
  agentId: string;
  /** Hours since 1970. */
  hour: number;
  /** One an evaluator, in their order. */
  series: Series<S>[];
}

/** What is added up: sums, or the scores themselves. */
type Part = Sums | readonly number[];

/** A window as a store keeps it: the figures for people, and the sums that they come from. */
export type StoredWindow = Window & EvalFigures & Pick<EvalHistoryEntry, 'historyId' | 'windowStart' | 'windowEnd'>;

/** What the hours before say of one: `Earlier` knows it. */
interface Before {
  windowsBefore(window: Pick<Window, 'agentId' | 'hour'>): readonly Window[] | undefined;
  changed(window: Window): void;
}

/** Hours whose windows are damaged, or are not there. */
export class DamagedWindows extends Error {
  constructor(
    readonly hours: readonly Pick<EvaluationRow, 'historyId' | 'agentId' | 'createdMs'>[],
    readonly damage: readonly unknown[],
  ) {
    super('windows are damaged');
  }
}

/**
 * The windows of new rows, added to the stored ones; with how their scores go, where it is known what they are compared with. Throws
 * {@link DamagedWindows} for a stored one that cannot be read, unless the earlier `evaluations` of its hour are given.
 */
export function foldWindows(
  added: readonly EvaluationRow[],
  stored: readonly string[],
  earlier: Before,
  evaluations?: readonly EvaluationRow[],
): WindowRow[] {
  const damage: unknown[] = [];
  const whole = readWindows(stored, (error) => damage.push(error));
  const [there, ids] = [new Set(whole.map(({ historyId }) => historyId)), new Set(added.map((row) => row.evaluationId))];
  if (damage.length > 0 && evaluations === undefined) {
    const hours = new Map(added.filter((row) => !there.has(row.historyId)).map((row) => [row.historyId, row]));
    throw new DamagedWindows([...hours.values()], damage);
  }
  const before = (evaluations ?? []).filter((row) => !there.has(row.historyId) && !ids.has(row.evaluationId));
  const windows = fold([...[...added, ...before].map(windowOf), ...whole]);
  return windows.map((window) => {
    const { agentId, hour } = window;
    const startMs = hour * HOUR_MS;
    const windowStart = iso(startMs);
    const historyId = historyIdOf(agentId, windowStart);
    const before = earlier.windowsBefore(window);
    earlier.changed(window);
    const data = { historyId, windowStart, windowEnd: iso(startMs + HOUR_MS), ...window, ...(before && trendOf(window, before)) };
    return { historyId, agentId, startMs, data: JSON.stringify(data) };
  });
}

/** The hours of one agent from a time on, in their order; those before it are compared with. */
export function hoursOf(windows: readonly StoredWindow[], nowMs: number, fromMs: number): EvalHistoryEntry[] {
  const trends = trendsOf(windows, nowMs);
  return windows.flatMap(({ hour, series: _, ...entry }, at) =>
    hour * HOUR_MS < fromMs ? [] : [{ ...entry, scoreTrend: trends[at] ?? 'insufficient_data' }],
  );
}

/** How the scores of a window go so far, as if its hour were over. */
function trendOf(window: Window, before: readonly Window[]): Pick<EvalHistoryEntry, 'scoreTrend'> {
  const scoreTrend = trendsOf([...before, window], (window.hour + 1) * HOUR_MS).at(-1);
  return { scoreTrend: scoreTrend ?? 'insufficient_data' };
}

/** How scores go at each of one agent's windows, which are in order of their hours. */
function trendsOf(windows: readonly Window[], nowMs: number): ScoreTrend[] {
  const names = [...new Set(windows.flatMap(({ series }) => series.map(evaluatorOf)))].sort();
  const numbers = new Map(names.map((name, at) => [name, at]));
  const rows: number[] = [];
  for (const { hour, series } of windows) {
    for (const one of series) {
      rows.push(numbers.get(evaluatorOf(one)) ?? 0, hour);
      addSums(rows, one.aggregate);
    }
  }
  return callAndRead<ScoreTrend[]>(instance, () => core().evalTrends(new Float64Array(rows), nowMs));
}

/** Who evaluated. Scores are compared only where all three are the same. */
export function evaluatorOf({ kind, evaluator, version }: Pick<Series, 'kind' | 'evaluator' | 'version'>): string {
  return JSON.stringify([kind, evaluator, version]);
}

/**
 * The figures of all windows together, and of each agent's, by id; an agent's are in order of their hours. Windows are merged as those of new
 * rows are, a slice at a time, and others get their turn after each.
 */
export async function statsOf(rows: readonly string[], nowMs: number, onDamaged: OnDamaged): Promise<SystemEvalStats> {
  const merged = new Map<string, Window & EvalFigures>();
  const latest = new Map<string, Window[]>();
  for await (const slice of slices(rows, onDamaged)) {
    for (const { agentId, hour, series } of slice) {
      const own = entry(latest, agentId, () => []);
      own.push({ agentId, hour, series: series.map((one) => ({ ...one, metrics: {} })) });
      if ((own[0]?.hour ?? hour) < hour - TREND_HOURS) own.shift();
    }
    const before = [...new Set(slice.map(({ agentId }) => agentId))].flatMap((agentId) => merged.get(agentId) ?? []);
    for (const window of together([...before, ...slice])) merged.set(window.agentId, window);
  }
  const agents: AgentEvalStats[] = [];
  let whole = together([NOBODY]);
  for (const [agentId, own] of sorted(merged)) {
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
export const TREND_HOURS = 672;
/** To whom all agents' windows are added. */
const NOBODY: Window = { agentId: '', hour: 0, series: [] };

/** Windows in slices of about {@link SLICE} characters; others get their turn after each. */
export async function* slices(texts: readonly string[], onDamaged: OnDamaged): AsyncGenerator<StoredWindow[], void, void> {
  let [slice, length]: [StoredWindow[], number] = [[], 0];
  for (const text of texts) {
    slice.push(...readWindows([text], onDamaged));
    length += text.length;
    if (length < SLICE) continue;
    yield slice;
    await nextTurn();
    [slice, length] = [[], 0];
  }
  yield slice;
}

/** The windows of each agent as one: those of the same hour are. */
function together(windows: readonly Window[]): (Window & EvalFigures)[] {
  return fold(windows.map((window) => ({ ...window, hour: 0 })));
}

/** Windows of the same agent and hour as one, in order of their hours, with the figures of all evaluators together. */
function fold(parts: readonly Window<Part>[]): (Window & EvalFigures)[] {
  const windows = new Map<string, { agentId: string; hour: number; evaluators: Map<string, Series<Part>[]> }>();
  for (const { agentId, hour, series } of parts) {
    const { evaluators } = entry(windows, `${hour} ${agentId}`, () => ({ agentId, hour, evaluators: new Map() }));
    for (const one of series) entry(evaluators, evaluatorOf(one), () => []).push(one);
  }
  const totals = new Totals();
  const grouped = [...windows.values()].map(({ agentId, hour, evaluators }) => {
    const groups = sorted(evaluators).map(([name, own]) => [name, groupOf(own, totals)] as const);
    const [first, second] = groups;
    const whole = first !== undefined && second === undefined ? first[1] : groupOf([...evaluators.values()].flat(), totals);
    return { agentId, hour, groups, whole };
  });
  const all = totals.total();
  const total = (series: number): Total => all[series] as Total;
  const folded = grouped.map(({ agentId, hour, groups, whole }) => {
    const { avg: avgScore, min: minScore, max: maxScore } = total(whole.aggregate);
    const figures = sorted(whole.metrics).map(([metric, number]) => {
      const { sums, ...figures } = total(number);
      return [metric, { ...figures, count: sums.count }];
    });
    const series = groups.map(([name, { evaluations, aggregate, metrics }]) => {
      const [kind, evaluator, version] = JSON.parse(name) as [string, string, string];
      const sums = sorted(metrics).map(([metric, number]) => [metric, total(number).sums]);
      return { kind, evaluator, version, evaluations, aggregate: total(aggregate).sums, metrics: Object.fromEntries(sums) };
    });
    const scoresByMetric = Object.fromEntries(figures) as EvalFigures['scoresByMetric'];
    return { agentId, evalCount: whole.evaluations, avgScore, minScore, maxScore, scoresByMetric, hour, series };
  });
  return folded.sort((a, b) => a.hour - b.hour);
}

/** What is added up together, by the numbers of its series. */
interface Group {
  evaluations: number;
  aggregate: number;
  metrics: Map<string, number>;
}

function groupOf(parts: readonly Series<Part>[], totals: Totals): Group {
  const group: Group = { evaluations: 0, aggregate: totals.series(), metrics: new Map() };
  for (const { evaluations, aggregate, metrics } of parts) {
    group.evaluations += evaluations;
    totals.add(group.aggregate, aggregate);
    for (const [metric, part] of Object.entries(metrics)) {
      const series = entry(group.metrics, metric, () => totals.series());
      totals.add(series, part);
    }
  }
  return group;
}

/** What a map holds by a key, which is made where there is nothing yet. */
export function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

export function sorted<V>(map: Map<string, V>): [string, V][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

function figuresOf({ evalCount, avgScore, minScore, maxScore, scoresByMetric }: EvalFigures): EvalFigures {
  return { evalCount, avgScore, minScore, maxScore, scoresByMetric };
}

/** Ends when the host has done what waits for it. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The alarms of the hours of one agent that begin at a time or later, and are over. The windows before it say what was usual. */
export function regressionsIn(
  windows: readonly Window[],
  { rule = 'drop15', drop, minSamples, coolDownHours }: RegressionSettings,
  sinceMs: number,
  nowMs: number,
): EvalRegression[] {
  const evaluators = new Map<string, Map<string, number[]>>();
  for (const { hour, series } of windows) {
    for (const one of series) {
      const own = entry(evaluators, evaluatorOf(one), () => new Map());
      for (const [metric, sums] of [[WHOLE, one.aggregate] as const, ...Object.entries(one.metrics)]) {
        const hours = entry(own, metric, () => []);
        hours.push(hour);
        addSums(hours, sums);
      }
    }
  }
  const agentId = windows[0]?.agentId;
  const alarms = sorted(evaluators).flatMap(([name, own]) =>
    sorted(own).flatMap(([metric, hours]) => {
      const names = [agentId, ...(JSON.parse(name) as string[]), metric];
      const named = Object.fromEntries(NAMES.map((key, at) => [key, names[at]]).filter(([, name]) => name !== ''));
      const input = [new Float64Array(hours), rule === 'cusum', drop, minSamples, coolDownHours, sinceMs, nowMs] as const;
      const found = callAndRead<Alarm[]>(instance, () => core().evalRegressions(...input));
      return found.map((alarm) => ({ ...named, rule, ...alarmOf(alarm) }) as EvalRegression);
    }),
  );
  return alarms.sort((a, b) => Date.parse(a.windowStart) - Date.parse(b.windowStart));
}

/** The aggregate score in the place of a metric, which has a name. */
const WHOLE = '';
/** What names a series. */
const NAMES = ['agentId', 'sourceKind', 'evaluatorId', 'evaluatorVersion', 'metric'];
/** An alarm as the core gives it. */
type Alarm = Pick<EvalRegression, 'score' | 'baseline' | 'drop' | 'samples'> & { hour: number; since?: number };

function alarmOf({ hour, score, baseline, drop, samples, since }: Alarm): Partial<EvalRegression> {
  const changed = since === undefined ? {} : { changeStart: iso(since * HOUR_MS), changeSize: score - baseline };
  return { windowStart: iso(hour * HOUR_MS), score, baseline, drop, samples, ...changed };
}

/** The window of a new row, with its scores in place of sums. */
function windowOf({ agentId, createdMs, data }: EvaluationRow): Window<number[]> {
  const { scores, aggregateScore, sourceKind: kind = '', evaluatorVersion: version = '', ...record } = recordOf(data);
  const evaluator = record.evaluatorId ?? record.evalSource ?? '';
  const aggregate = aggregateScore === null ? [] : [aggregateScore];
  const metrics = Object.entries(scores).flatMap(([metric, score]) => (score === null ? [] : [[metric, [score]]]));
  const series = { kind, evaluator, version, evaluations: 1, aggregate, metrics: Object.fromEntries(metrics) };
  return { agentId, hour: Math.floor(createdMs / HOUR_MS), series: [series] };
}

/** Hears of a row that cannot be read, and is skipped. */
export type OnDamaged = (error: unknown) => void;

/** The windows that a store kept. Another program may have written some, as the code of the design did: they are skipped. */
export function readWindows(texts: readonly string[], onDamaged: OnDamaged): StoredWindow[] {
  return texts.flatMap((text) => {
    try {
      return readWindow(text);
    } catch (error) {
      onDamaged(error);
      return [];
    }
  });
}

function readWindow(data: string): StoredWindow {
  return readRow(data, 'historyId', ({ agentId, hour, series }: Partial<StoredWindow>) => {
    const isWhole = typeof agentId === 'string' && Number.isInteger(hour) && Array.isArray(series) && series.length > 0;
    return isWhole && series.every(isSeries);
  });
}

function isSeries(value: Partial<Series>): boolean {
  if (!isObject(value) || !isObject(value.metrics) || !Number.isSafeInteger(value.evaluations)) return false;
  const names = [value.kind, value.evaluator, value.version];
  return names.every((name) => typeof name === 'string') && [value.aggregate, ...Object.values(value.metrics)].every(isSums);
}
