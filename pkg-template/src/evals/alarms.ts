// The alarms that were raised, so that none is raised twice, and no other of its series within the cool-down.

import { HOUR_MS } from './record.js';
import type { EvalRegression } from './types.js';

export class Alarms {
  private readonly coolDownMs: number;
  /** When the hours of a series' alarms began, in milliseconds. */
  private readonly raised = new Map<string, number[]>();

  constructor(coolDownHours: number) {
    this.coolDownMs = Math.max(coolDownHours, 1) * HOUR_MS;
  }

  /** Whether it is new; then it is remembered. Rows that come late, and a look by hand, may find an alarm before one that was raised. */
  isNew(alarm: EvalRegression): boolean {
    const { agentId, evaluatorId, evaluatorVersion, sourceKind, metric, windowStart } = alarm;
    const series = JSON.stringify([agentId, sourceKind, evaluatorId, evaluatorVersion, metric]);
    const startMs = Date.parse(windowStart);
    const before = this.raised.get(series) ?? [];
    if (before.some((ms) => Math.abs(startMs - ms) < this.coolDownMs)) return false;
    this.raised.set(series, [...before, startMs]);
    return true;
  }

  /** Lets go of the alarms that began before this time and whose cool-down is over by then. */
  forget(sinceMs: number): void {
    const beforeMs = sinceMs - this.coolDownMs;
    for (const [series, alarms] of this.raised) {
      const left = alarms.filter((ms) => ms >= beforeMs);
      if (left.length === 0) this.raised.delete(series);
      else if (left.length < alarms.length) this.raised.set(series, left);
    }
  }
}
