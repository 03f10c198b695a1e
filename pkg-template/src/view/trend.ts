// An agent's evaluations: how each metric goes hour by hour, with its band, its gaps and its alarms, and the evaluations themselves.

import type { AgentSummary, EvalHistoryEntry, EvalRegression, EvaluationRecord } from '../evals/types.js';
import { chart, when } from './chart.js';
import { folded, h, pressed, quoted, section, table, words } from './dom.js';
import { round } from './drafts.js';
import { type Column, type Grid, grid } from './grid.js';
import type { TrendRow } from './values.js';

type Hour = Pick<EvalHistoryEntry, 'windowStart' | 'avgScore' | 'minScore' | 'maxScore' | 'evalCount' | 'scoresByMetric'>;

export interface Trend {
  kind: 'trend';
  agentId: string;
  /** Oldest first. */
  hours: Hour[];
  alarms: EvalRegression[];
  /** Newest first. */
  evaluations: EvaluationRecord[];
  /** Evaluations before a time, where a server has more. */
  older?: (before: string) => Promise<EvaluationRecord[]>;
}

const HOUR_MS = 3_600_000;
/** Time after an alarm in which there is no other. */
const QUIET_MS = 24 * HOUR_MS;
/** Hours of a sparkline. */
const RECENT = 168;
/** Metrics whose charts are there at once. */
const SHOWN = 4;

/** One trend an agent. Where there are hours, they are taken; else evaluations make some. */
export function trendsOf(rows: readonly TrendRow[]): Trend[] {
  const agents = new Map<string, TrendRow[]>();
  for (const row of rows) {
    const own = agents.get(row.agentId) ?? [];
    own.push(row);
    agents.set(row.agentId, own);
  }
  return [...agents]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([agentId, own]) => {
      const windows = own.filter((row) => 'evalCount' in row);
      const evaluations = own.filter((row) => 'scores' in row);
      const hours: Hour[] = windows.length > 0 ? [...windows] : hoursOf(evaluations);
      hours.sort((a, b) => Date.parse(a.windowStart) - Date.parse(b.windowStart));
      const alarms = own.filter((row) => 'rule' in row);
      const newest = [...evaluations].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
      return { kind: 'trend', agentId, hours, alarms, evaluations: newest };
    });
}

function hoursOf(evaluations: readonly EvaluationRecord[]): Hour[] {
  const hours = new Map<number, Hour>();
  for (const { createdAt, aggregateScore, scores } of evaluations) {
    const at = Math.floor(Date.parse(createdAt) / HOUR_MS) * HOUR_MS;
    if (!Number.isFinite(at)) continue;
    const none = { avgScore: null, minScore: null, maxScore: null, evalCount: 0, scoresByMetric: {} };
    const hour: Hour = hours.get(at) ?? { windowStart: new Date(at).toISOString(), ...none };
    hours.set(at, hour);
    hour.evalCount += 1;
    // By a name that no metric has.
    const all = { ...scores, '': aggregateScore };
    for (const [metric, score] of Object.entries(all)) {
      if (score === null) continue;
      const before = hour.scoresByMetric[metric] ?? { avg: 0, min: score, max: score, count: 0 };
      const count = before.count + 1;
      const [avg, min, max] = [before.avg ?? 0, Math.min(before.min ?? score, score), Math.max(before.max ?? score, score)];
      hour.scoresByMetric[metric] = { avg: avg + (score - avg) / count, min, max, count };
    }
  }
  return [...hours.values()].map((hour) => {
    const { '': whole, ...scoresByMetric } = hour.scoresByMetric;
    return { ...hour, scoresByMetric, avgScore: whole?.avg ?? null, minScore: whole?.min ?? null, maxScore: whole?.max ?? null };
  });
}

/** An agent as a line of a table, by its hours. */
export function summaryOf({ agentId, hours, evaluations, alarms }: Trend): AgentSummary {
  let [evalCount, sum, scored] = [0, 0, 0];
  for (const { evalCount: count, avgScore, scoresByMetric = {} } of hours) {
    evalCount += count;
    if (avgScore === null) continue;
    // How many have a score is not told: at least as many as have the metric that most have.
    const weight = Math.max(0, ...Object.values(scoresByMetric).map((metric) => metric.count)) || count;
    [sum, scored] = [sum + avgScore * weight, scored + weight];
  }
  const [newest, last] = [evaluations[0], hours.at(-1)];
  const end = Date.parse(last?.windowStart ?? '');
  const span = 1 + (end - Date.parse(hours[0]?.windowStart ?? '')) / HOUR_MS;
  const recent: (number | null)[] = Array.from({ length: Math.min(RECENT, span || 0) }, () => null);
  for (const { windowStart, avgScore } of hours) {
    const at = recent.length - 1 - (end - Date.parse(windowStart)) / HOUR_MS;
    if (at >= 0) recent[at] = avgScore;
  }
  // After an alarm it is quiet for a day.
  const fallen = alarms.filter(({ metric, windowStart }) => metric === undefined && Date.parse(windowStart) > end - QUIET_MS);
  const regression = fallen.sort((a, b) => Date.parse(b.windowStart) - Date.parse(a.windowStart))[0];
  return {
    agentId,
    evalCount,
    ...(regression && { regression }),
    avgScore: scored === 0 ? null : sum / scored,
    lastScore: newest === undefined ? (last?.avgScore ?? null) : newest.aggregateScore,
    scoreTrend: (last as Partial<EvalHistoryEntry>)?.scoreTrend ?? 'insufficient_data',
    hours: recent,
  };
}

/** Hours as an area with gaps: the least score is at half of the height, so that noise stays small. */
function sparkline(hours: readonly (number | null)[]): HTMLElement {
  const scores = hours.filter((score) => score !== null);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const points = hours.map((score, at) => {
    const y = score === null ? 100 : 50 - (45 * (score - low)) / (high - low || 1);
    return `${((100 * at) / Math.max(1, hours.length - 1)).toFixed(1)}% ${y.toFixed(0)}%`;
  });
  const made = h('span', {
    class: 'spark',
    role: 'img',
    'aria-label': scores.length > 0 ? `from ${round(low)} to ${round(high)}` : 'no scores',
  });
  made.style.clipPath = `polygon(0% 100%, ${points.join(', ')}, 100% 100%)`;
  return made;
}

function scoreColumn<R>(name: string, of: (row: R) => number | null | undefined): Column<R> {
  const show = (row: R) => {
    const score = of(row);
    return typeof score === 'number' ? `${round(score)}` : 'not scored';
  };
  return { name, value: (row) => of(row) ?? undefined, show };
}

export const AGENT_COLUMNS: Column<{ row: AgentSummary }>[] = [
  { name: 'Agent', value: ({ row }) => row.agentId },
  { name: 'Evaluations', value: ({ row }) => row.evalCount, show: ({ row }) => row.evalCount.toLocaleString('en') },
  scoreColumn('Last score', ({ row }) => row.lastScore),
  scoreColumn('Mean', ({ row }) => row.avgScore),
  { name: 'Trend', value: ({ row: { regression, scoreTrend } }) => (regression ? lostText(regression) : words(scoreTrend)) },
  { name: 'Hour by hour', value: ({ row }) => row.hours.length, show: ({ row }) => sparkline(row.hours) },
];

function lostText({ drop }: EvalRegression): string {
  return `${Math.round(100 * drop)} % lost`;
}

/** What an alarm says, in a line. */
export function alarmText(alarm: EvalRegression): string[] {
  const { metric = 'aggregate', rule, baseline, score, changeStart } = alarm;
  const since = changeStart === undefined ? '' : ` since ${when(changeStart)}`;
  return [words(metric, rule), `${round(baseline)} → ${round(score)}, ${lostText(alarm)}${since}`];
}

/** Goes to the run of a decision, where it is open. */
type OpenRun = (runId: string) => (() => void) | undefined;

export function trendCard(trend: Trend, openRun: OpenRun): HTMLElement {
  const { agentId, hours, alarms } = trend;
  const count = hours.reduce((sum, hour) => sum + hour.evalCount, 0);
  const metrics = [...new Set(hours.flatMap(({ scoresByMetric = {} }) => Object.keys(scoresByMetric)))].sort();
  const pictures = metrics.length === 1 ? [] : metrics.map((metric) => () => picture(trend, metric));
  const history = evaluationGrid(trend, metrics, openRun);
  const fallen = alarms.map((alarm) => {
    const end = new Date(Date.parse(alarm.windowStart) + HOUR_MS).toISOString();
    return [when(alarm.windowStart), ...alarmText(alarm), pressed('Its evaluations', () => history.from(end))];
  });
  const figures = (...values: (number | null)[]) => values.map((value) => (value === null ? '–' : `${round(value)}`));
  const all = () =>
    hours.map((hour) => [when(hour.windowStart), ...figures(hour.avgScore, hour.minScore, hour.maxScore, hour.evalCount)]);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const facts = `${count} evaluations in ${hours.length} hours, by the time of ${timeZone}`;
  return section(
    'Trend by hour',
    h('p', { class: 'title' }, quoted(agentId, 'span')),
    h('p', { class: 'facts' }, `${facts}; the band goes from the least to the greatest score`),
    picture(trend),
    ...pictures.slice(0, SHOWN).map((make) => make()),
    pictures.length > SHOWN &&
      folded(`${pictures.length - SHOWN} more metrics`, () => pictures.slice(SHOWN).map((make) => make())),
    fallen.length > 0 && table(['Hour', 'Metric', 'Score', 'Show'], fallen, 'Regressions'),
    folded('All hours', () => [table(['Hour', 'Mean', 'Least', 'Greatest', 'Count'], all())]),
    trend.evaluations.length > 0 && h('h3', {}, 'Evaluations'),
    trend.evaluations.length > 0 && history.element,
  );
}

/** A metric, or without one the aggregate score. Where an hour has no score the line is broken. */
function picture({ hours, alarms }: Trend, metric?: string): HTMLElement {
  const points: (Partial<Record<'avg' | 'min' | 'max', number | null>> & { at: number })[] = [];
  for (const { windowStart, avgScore: avg, minScore: min, maxScore: max, scoresByMetric = {} } of hours) {
    const at = Date.parse(windowStart) / 1_000;
    const before = points.at(-1)?.at ?? at;
    if (at - before > HOUR_MS / 1_000) points.push({ at: before + HOUR_MS / 1_000 });
    points.push({ at, ...(metric === undefined ? { avg, min, max } : (scoresByMetric[metric] ?? {})) });
  }
  const own = alarms.filter((alarm) => alarm.metric === metric);
  const name = metric ?? 'mean';
  const curve = (label: string, field: 'avg' | 'min' | 'max', colour: string) => ({
    label,
    values: points.map((point) => point[field] ?? null),
    colour,
  });
  const made = chart({
    label: `${metric ?? 'Mean score'} by hour, with the least and the greatest; ${own.length} regressions`,
    x: points.map(({ at }) => at),
    isTime: true,
    curves: [curve('upper', 'max', '--edge'), curve('lower', 'min', '--edge'), curve(name, 'avg', '--busy')],
    marks: own.map(({ windowStart }) => Date.parse(windowStart) / 1_000),
  });
  return h('div', {}, metric !== undefined && quoted(metric), made);
}

/** The evaluations; `from` shows those before a time. */
function evaluationGrid(
  trend: Trend,
  metrics: readonly string[],
  openRun: OpenRun,
): Grid<EvaluationRecord> & { from(before: string): void } {
  let rows = trend.evaluations;
  const made = grid<EvaluationRecord>({
    label: 'evaluations',
    columns: [
      { name: 'Decision', value: ({ decisionId, evaluationId }) => decisionId ?? evaluationId },
      { name: 'When', value: ({ createdAt }) => Date.parse(createdAt), show: ({ createdAt }) => when(createdAt) },
      scoreColumn('Score', ({ aggregateScore }) => aggregateScore),
      ...metrics.slice(0, SHOWN).map((metric) => scoreColumn<EvaluationRecord>(metric, ({ scores }) => scores[metric])),
      { name: 'By', value: ({ evaluatorId, evalSource, sourceKind }) => evaluatorId ?? evalSource ?? sourceKind },
      { name: 'Why', value: ({ explanation, decision }) => explanation ?? decision },
    ],
    group: ({ sourceKind }) => sourceKind ?? 'other',
    open: ({ decisionId = '' }) => openRun(decisionId),
  });
  const load = async (before: string) => {
    const found = (await trend.older?.(before)) ?? trend.evaluations.filter(({ createdAt }) => createdAt < before);
    rows = [...new Map([...found, ...rows].map((row) => [row.evaluationId, row])).values()];
    made.show(rows.filter(({ createdAt }) => createdAt < before));
  };
  const last = () => rows.map(({ createdAt }) => createdAt).sort()[0] ?? '';
  const more = trend.older && pressed('Older', () => load(last()).then(() => made.show(rows)));
  made.show(rows);
  return {
    ...made,
    element: h('div', {}, made.element, more),
    from: (before) => load(before).then(() => made.element.scrollIntoView()),
  };
}
