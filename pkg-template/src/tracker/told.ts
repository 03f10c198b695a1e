// What was told of each series, so that nothing is told again, and no other alarm within the cool-down.

import { HOUR_MS } from './record.js';
import type { EvalRegression } from './types.js';

export class Told {
  private readonly coolDownMs: number;
  /** When the hours of a series' alarms began, in milliseconds. */
  private readonly alarms = new Map<string, number[]>();

  constructor(coolDownHours: number) {
    this.coolDownMs = Math.max(coolDownHours, 1) * HOUR_MS;
  }

  /** Whether it is news; then it is remembered. Rows that come late, and a look by hand, may find an alarm before one that was told. */
  isNews(alarm: EvalRegression): boolean {
    const { agentId, evaluatorId, evaluatorVersion, sourceKind, metric, windowStart } = alarm;
    const series = JSON.stringify([agentId, sourceKind, evaluatorId, evaluatorVersion, metric]);
    const startMs = Date.parse(windowStart);
    const before = this.alarms.get(series) ?? [];
    if (before.some((ms) => Math.abs(startMs - ms) < this.coolDownMs)) return false;
    this.alarms.set(series, [...before, startMs]);
    return true;
  }

  /** Lets go of the alarms that began before this time and keep nothing quiet after it. */
  forget(sinceMs: number): void {
    const beforeMs = sinceMs - this.coolDownMs;
    for (const [series, alarms] of this.alarms) {
      const left = alarms.filter((ms) => ms >= beforeMs);
      if (left.length === 0) this.alarms.delete(series);
      else if (left.length < alarms.length) this.alarms.set(series, left);
    }
  }
}
