// What a dashboard shows of a store: a line an agent.

import { recordOf } from './record.js';
import { HOUR_MS } from './rows.js';
import type { EvalStore } from './store.js';
import type { AgentSummary } from './types.js';
import { entry, hoursOf, nextTurn, readWindow, type StoredWindow, slices, sorted, TREND_HOURS } from './windows.js';

/** The agents with evaluations in the last so many hours, by id. Windows are read a slice at a time, and others get their turn after each. */
export async function boardOf(store: EvalStore, nowMs: number, windowHours: number): Promise<AgentSummary[]> {
  const toMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS;
  const fromMs = toMs - windowHours * HOUR_MS;
  const agents = new Map<string, StoredWindow[]>();
  for await (const slice of slices(await store.windows({ fromMs, toMs })))
    for (const window of slice) entry(agents, window.agentId, () => []).push(window);
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
      scoreTrend = trendOf([...before.map(readWindow), ...own]);
    }
    const avgScore = scored === 0 ? null : sum / scored;
    const lastScore = last?.aggregateScore ?? null;
    summaries.push({ agentId, evalCount, avgScore, lastScore, ...(last && { lastAt: last.createdAt }), scoreTrend, hours });
    if (summaries.length % 10 === 0) await nextTurn();
  }
  return summaries;
}
