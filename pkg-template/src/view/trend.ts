// Hours of an agent's evaluations: a line with its band, and where alarms were raised.

import type { EvalHistoryEntry, EvalRegression, EvaluationRecord } from '../evals/types.js';
import { chart, utc } from './chart.js';
import { folded, h, type Part, quoted, section, table, words } from './dom.js';
import { round } from './drafts.js';
import type { TrendRow } from './values.js';

type Hour = Pick<EvalHistoryEntry, 'windowStart' | 'avgScore' | 'minScore' | 'maxScore' | 'evalCount'>;

export interface Trend {
  kind: 'trend';
  agentId: string;
  hours: Hour[];
  alarms: EvalRegression[];
}

const HOUR_MS = 3_600_000;

/** One trend an agent. Where there are hours, they are taken; else evaluations make some. */
export function trendsOf(rows: readonly TrendRow[]): Trend[] {
  const agents = [...new Set(rows.map(({ agentId }) => agentId))].sort();
  return agents.map((agentId) => {
    const own = rows.filter((row) => row.agentId === agentId);
    const windows = own.filter((row) => 'evalCount' in row);
    const hours = windows.length > 0 ? windows : hoursOf(own.filter((row) => 'scores' in row));
    const byTime = (a: Hour, b: Hour) => Date.parse(a.windowStart) - Date.parse(b.windowStart);
    return { kind: 'trend', agentId, hours: [...hours].sort(byTime), alarms: own.filter((row) => 'rule' in row) };
  });
}

function hoursOf(evaluations: readonly EvaluationRecord[]): Hour[] {
  const hours = new Map<number, Hour & { avgScore: number; minScore: number; maxScore: number }>();
  for (const { createdAt, aggregateScore: score } of evaluations) {
    const at = Math.floor(Date.parse(createdAt) / HOUR_MS) * HOUR_MS;
    if (score === null || !Number.isFinite(at)) continue;
    const windowStart = new Date(at).toISOString();
    const hour = hours.get(at) ?? { windowStart, avgScore: 0, minScore: score, maxScore: score, evalCount: 0 };
    hours.set(at, hour);
    hour.evalCount += 1;
    hour.avgScore += (score - hour.avgScore) / hour.evalCount;
    hour.minScore = Math.min(hour.minScore, score);
    hour.maxScore = Math.max(hour.maxScore, score);
  }
  return [...hours.values()];
}

export function trendParts(trend: Trend): { main: Part[]; aside: Part[] } {
  return { main: [{ key: 'trend', from: trend, make: () => trendCard(trend) }], aside: [] };
}

function trendCard({ agentId, hours, alarms }: Trend): HTMLElement {
  const curve = (label: string, field: 'avgScore' | 'minScore' | 'maxScore', colour: string) => {
    return { label, values: hours.map((hour) => hour[field]), colour };
  };
  const x = (places: readonly { windowStart: string }[]) => places.map(({ windowStart }) => Date.parse(windowStart) / 1_000);
  const count = hours.reduce((sum, hour) => sum + hour.evalCount, 0);
  const picture = chart({
    label: `Mean score by hour, with the least and the greatest; ${alarms.length} regressions`,
    x: x(hours),
    isTime: true,
    curves: [curve('upper', 'maxScore', '--edge'), curve('lower', 'minScore', '--edge'), curve('mean', 'avgScore', '--busy')],
    marks: x(alarms),
  });
  const show = (score: number | null) => (score === null ? '–' : `${round(score)}`);
  const fallen = alarms.map(({ windowStart, metric = 'aggregate', rule, baseline, score, drop }) => {
    return [utc(windowStart), words(metric, rule), `${round(baseline)} → ${round(score)}, ${Math.round(100 * drop)} % lost`];
  });
  const all = hours.map((hour) => {
    return [utc(hour.windowStart), show(hour.avgScore), show(hour.minScore), show(hour.maxScore), `${hour.evalCount}`];
  });
  return section(
    'Trend by hour of UTC',
    quoted(agentId),
    h(
      'p',
      { class: 'facts' },
      `${count} evaluations in ${hours.length} hours; the band goes from the least to the greatest score`,
    ),
    picture,
    fallen.length > 0 && table(['Hour', 'Metric', 'Score'], fallen, 'Regressions'),
    folded('All hours', () => [table(['Hour', 'Mean', 'Least', 'Greatest', 'Count'], all)]),
  );
}
