// What a dashboard shows of a store: a line an agent, and the alarms that were raised.

import { recordOf } from './record.js';
import { HOUR_MS } from './rows.js';
import type { EvalStore } from './store.js';
import type { AgentSummary, EvalRegression, RegressionSettings } from './types.js';
import { hoursOf, nextTurn, readWindow, regressionsIn, type StoredWindow, slices, TREND_HOURS } from './windows.js';

/** Hours before an alarm that say what was usual. */
const USUAL_MS = 720 * HOUR_MS;

/** The agents with evaluations in the last so many hours, by id. Windows are read a slice at a time, and others get their turn after each. */
export async function boardOf(store: EvalStore, nowMs: number, windowHours: number): Promise<AgentSummary[]> {
  const toMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS;
  const fromMs = toMs - windowHours * HOUR_MS;
  const agents = new Map<string, StoredWindow[]>();
  for (const slice of slices(await store.windows({ fromMs, toMs }))) {
    for (const window of slice.map(readWindow)) {
      const own = agents.get(window.agentId) ?? [];
      own.push(window);
      agents.set(window.agentId, own);
    }
    await nextTurn();
  }
  const summaries: AgentSummary[] = [];
  for (const [agentId, own] of [...agents].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [newest = ''] = await store.evaluations({ agentId, limit: 1 });
    const last = newest === '' ? undefined : recordOf(newest);
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
      scoreTrend = trendOf([...before.map(readWindow), ...own]);
    }
    const avgScore = scored === 0 ? null : sum / scored;
    const lastScore = last?.aggregateScore ?? null;
    summaries.push({ agentId, evalCount, avgScore, lastScore, ...(last && { lastAt: last.createdAt }), scoreTrend, hours });
    if (summaries.length % 10 === 0) await nextTurn();
  }
  return summaries;
}

/** The alarms of an agent in the last so many hours, that go on too. */
export async function alarmsOf(
  store: EvalStore,
  agentId: string,
  rules: RegressionSettings,
  nowMs: number,
  windowHours: number,
): Promise<EvalRegression[]> {
  const sinceMs = nowMs - windowHours * HOUR_MS;
  const windows = await store.windows({ agentId, fromMs: sinceMs - USUAL_MS, toMs: nowMs });
  return regressionsIn(windows.map(readWindow), rules, sinceMs, nowMs);
}
