// Looks for regressions after each closed hour, and lets go of what is too old.

import { companions } from '../load/index.js';
import type { EvaluationRow } from '../stores/types.js';
import { direct } from '../trap.js';
import type { Events } from './events.js';
import { HOUR_MS, iso } from './record.js';
import type { Checked } from './settings.js';
import type { EvalRegression } from './types.js';
import { sumsOf } from './windows.js';

/** Hours before the first one that is looked at: two weeks of alarms, and the week and a day behind the first of them. */
const BACK_HOURS = 528;
/** Milliseconds after an hour in which late writers of other processes may still come. */
const GRACE_MS = 2_000;
/** Hours that rows may come late, from a store that was away, and still raise an alarm. */
const LATE_HOURS = 24;
/** Alarms that are remembered as told. */
const MAX_TOLD = 10_000;

/** A regression as the core tells it. */
interface CoreRegression extends Omit<EvalRegression, 'windowStart' | 'changeStart'> {
  startMs: number;
  changeMs?: number;
}

export class Watch {
  private readonly settings: Checked;
  private readonly events: Events;
  /** Agents, and the first hour of each that was not looked at. */
  private readonly due = new Map<string, number>();
  private readonly told = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private prunedMs = Number.NEGATIVE_INFINITY;

  constructor(settings: Checked, events: Events) {
    this.settings = settings;
    this.events = events;
  }

  /** Rows are durable. */
  saw(rows: readonly EvaluationRow[]): void {
    if (this.settings.regressions !== false) {
      const current = this.hour();
      for (const { agentId, createdMs } of rows) {
        // What is imported of days ago has its alarms behind it.
        const hour = Math.max(Math.floor(createdMs / HOUR_MS), current - LATE_HOURS);
        const known = this.due.get(agentId);
        if (known === undefined || hour < known) this.due.set(agentId, hour);
      }
    }
    this.sleep();
    this.tick();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** The alarms of the hours that begin at `sinceMs` or later and are over; those that were not told yet are told. */
  async check(agentId: string, sinceMs: number): Promise<EvalRegression[]> {
    const { store, now, regressions } = this.settings;
    if (regressions === false) return [];
    const nowMs = now();
    const windows = await store.windows({ agentId, fromMs: sinceMs - BACK_HOURS * HOUR_MS, toMs: nowMs });
    const found = direct(() => companions().evalRegressions(sumsOf(windows), JSON.stringify(regressions), sinceMs, nowMs));
    const alarms = (JSON.parse(found) as CoreRegression[]).map(({ startMs, changeMs, ...alarm }) => ({
      ...alarm,
      windowStart: iso(startMs),
      ...(changeMs === undefined ? {} : { changeStart: iso(changeMs) }),
    }));
    for (const alarm of alarms) this.tell(alarm);
    return alarms;
  }

  /** Looks at the hours that are over since the last look. */
  private tick(): void {
    const current = this.hour();
    for (const [agentId, hour] of this.due) {
      if (hour >= current) continue;
      this.due.delete(agentId);
      this.check(agentId, hour * HOUR_MS).catch((error: unknown) => {
        this.due.set(agentId, Math.min(hour, this.due.get(agentId) ?? hour));
        this.events.emit('error', error);
      });
    }
    this.prune();
  }

  private prune(): void {
    const { retention, store, now } = this.settings;
    const { evaluationMs, windowMs } = retention;
    const nowMs = now();
    if ((evaluationMs === undefined && windowMs === undefined) || nowMs - this.prunedMs < HOUR_MS) return;
    this.prunedMs = nowMs;
    const limits = {
      ...(evaluationMs === undefined ? {} : { evaluationsBeforeMs: nowMs - evaluationMs }),
      ...(windowMs === undefined ? {} : { windowsBeforeMs: nowMs - windowMs }),
    };
    store.prune(limits).catch((error: unknown) => this.events.emit('error', error));
  }

  private tell(alarm: EvalRegression): void {
    const { agentId, evaluatorId, evaluatorVersion, sourceKind, metric, windowStart } = alarm;
    const key = JSON.stringify([agentId, sourceKind, evaluatorId, evaluatorVersion, metric, windowStart]);
    if (this.told.has(key)) return;
    if (this.told.size >= MAX_TOLD) this.told.clear();
    this.told.add(key);
    const { onRegression, warn } = this.settings;
    const what = `${agentId}: ${metric ?? 'the aggregate score'} fell from ${alarm.baseline.toFixed(3)} to ${alarm.score.toFixed(3)}`;
    this.events.call(warn, `[EvalTracker] regression of ${what} (${alarm.rule}, hour ${windowStart})`);
    this.events.emit('agent:eval:regression', alarm);
    if (onRegression !== undefined) this.events.call(onRegression, alarm);
  }

  /** Wakes after the hour. The timer keeps no process alive. */
  private sleep(): void {
    if (this.timer !== undefined || this.stopped || (this.due.size === 0 && this.settings.retention.evaluationMs === undefined))
      return;
    const nowMs = this.settings.now();
    const wait = Math.min(Math.max((this.hour() + 1) * HOUR_MS + GRACE_MS - nowMs, 1_000), HOUR_MS + GRACE_MS);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.tick();
      this.sleep();
    }, wait);
    (this.timer as { unref?: () => void }).unref?.();
  }

  private hour(): number {
    return Math.floor(this.settings.now() / HOUR_MS);
  }
}
