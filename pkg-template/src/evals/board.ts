// What a dashboard shows of a store: a line an agent.

import { recordOf } from './record.js';
import { HOUR_MS } from './rows.js';
import type { EvalStore } from './store.js';
import type { AgentSummary, EvalRegression, RegressionSettings } from './types.js';
import {
  entry,
  hoursOf,
  nextTurn,
  type OnDamaged,
  readWindows,
  regressionsIn,
  type StoredWindow,
  slices,
  sorted,
  TREND_HOURS,
  type Window,
} from './windows.js';

/** Hours that say whether an agent has fallen: seven days that say what was usual, the lag of `cusum`, and a day of the drop. */
const USUAL_HOURS = 216;

/** The agents with evaluations in the last so many hours, by id. Windows are read a slice at a time, and others get their turn after each. */
export async function boardOf(
  store: EvalStore,
  rules: RegressionSettings | false,
  nowMs: number,
  windowHours: number,
  onDamaged: OnDamaged,
): Promise<AgentSummary[]> {
  const toMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS;
  const fromMs = toMs - windowHours * HOUR_MS;
  const agents = new Map<string, StoredWindow[]>();
  const usual = new Map<string, Window[]>();
  const stored = await store.windows({ fromMs: Math.min(fromMs, toMs - USUAL_HOURS * HOUR_MS), toMs });
  for await (const slice of slices(stored, onDamaged)) {
    for (const window of slice) {
      if (window.hour * HOUR_MS >= fromMs) entry(agents, window.agentId, () => []).push(window);
      entry(usual, window.agentId, () => []).push(aggregatesOf(window));
    }
  }
  const summaries: AgentSummary[] = [];
  for (const [agentId, own] of sorted(agents)) {
    const [last] = (await store.evaluations({ agentId, limit: 1 })).map(recordOf);
    const hours: (number | null)[] = Array.from({ length: windowHours }, () => null);
    let [evalCount, sum, scored] = [0, 0, 0];
    for (const { hour, evalCount: count, avgScore, series } of own) {
      hours[hour - fromMs / HOUR_MS] = avgScore === null ? null : Math.round(avgScore * 1e4) / 1e4;
      evalCount += count;
      const weight = series.reduce((all, { aggregate }) => all + aggregate.count, 0);
      [sum, scored] = [sum + (avgScore ?? 0) * weight, scored + weight];
    }
    const trendOf = (windows: StoredWindow[]) => hoursOf(windows, nowMs, fromMs).at(-1)?.scoreTrend ?? 'insufficient_data';
    let scoreTrend = trendOf(own);
    if (scoreTrend === 'insufficient_data') {
      const before = await store.windows({ agentId, fromMs: fromMs - TREND_HOURS * HOUR_MS, toMs: fromMs });
      scoreTrend = trendOf([...readWindows(before, onDamaged), ...own]);
    }
    const avgScore = scored === 0 ? null : sum / scored;
    const lastScore = last?.aggregateScore ?? null;
    const regression = rules === false ? undefined : fallenIn(usual.get(agentId) ?? [], rules, nowMs);
    const more = { ...(last && { lastAt: last.createdAt }), ...(regression && { regression }) };
    summaries.push({ agentId, evalCount, avgScore, lastScore, ...more, scoreTrend, hours });
    if (summaries.length % 10 === 0) await nextTurn();
  }
  return summaries;
}

function aggregatesOf({ agentId, hour, series }: Window): Window {
  return { agentId, hour, series: series.map((one) => ({ ...one, metrics: {} })) };
}

/** What an aggregate score has lost in the last closed hour, the most if there are several evaluators. */
function fallenIn(windows: readonly Window[], rules: RegressionSettings, nowMs: number): EvalRegression | undefined {
  const last = windows.filter(({ hour }) => (hour + 1) * HOUR_MS <= nowMs).at(-1);
  if (last === undefined) return undefined;
  const fallen = regressionsIn(windows, { ...rules, coolDownHours: 0 }, last.hour * HOUR_MS, nowMs);
  return fallen.sort((a, b) => b.drop - a.drop)[0];
}
