// Looks for regressions after each closed hour, and lets go of what is too old.

import { companions } from '../load/index.js';
import type { EvaluationRow } from '../stores/types.js';
import { direct } from '../trap.js';
import type { Events } from './events.js';
import { HOUR_MS, iso } from './record.js';
import type { Checked } from './settings.js';
import type { EvalRegression } from './types.js';
import { sumsOf } from './windows.js';

/** Hours before the first one that may raise an alarm: its baseline, and the lag of `cusum`. */
const BASELINE_HOURS = 192;
/** Hours for which the range begins at the same hour, at least. */
const RANGE_HOURS = 168;
/** Milliseconds after an hour in which late writers of other processes may still come. */
const GRACE_MS = 2_000;
/** Hours that rows may come late, from a store that was away, and still raise an alarm. */
const LATE_HOURS = 24;
/** Series, and agents, that are remembered. */
const MAX_KNOWN = 10_000;

/** A regression as the core tells it. */
interface CoreRegression extends Omit<EvalRegression, 'windowStart' | 'changeStart'> {
  startMs: number;
  changeMs?: number;
}

/** Hours of an agent that may raise an alarm: the first that was not looked at, and the last with rows. */
interface Due {
  from: number;
  to: number;
}

export class Watch {
  private readonly settings: Checked;
  private readonly events: Events;
  private readonly due = new Map<string, Due>();
  /** Agents that were seen since the tracker was made. */
  private readonly known = new Set<string>();
  /** When what was told of a series began, in milliseconds. */
  private readonly told = new Map<string, number>();
  private looked: Promise<void> = Promise.resolve();
  private isLooking = false;
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
      // What is imported of days ago has its alarms behind it.
      for (const { agentId, createdMs } of rows)
        this.expect(agentId, Math.max(Math.floor(createdMs / HOUR_MS), current - LATE_HOURS));
    }
    this.sleep();
    this.tick();
  }

  /** Ends when what is looked at has been told. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looked;
  }

  /** The alarms of the hours that begin at `sinceMs` or later and are over; those that were not told yet are told. */
  async check(agentId: string, sinceMs: number): Promise<EvalRegression[]> {
    const { store, now, regressions } = this.settings;
    if (regressions === false) return [];
    const nowMs = now();
    const windows = await store.windows({ agentId, fromMs: beginMs(sinceMs, this.settings.coolDownHours), toMs: nowMs });
    const found = direct(() => companions().evalRegressions(sumsOf(windows), JSON.stringify(regressions), sinceMs, nowMs));
    const alarms = (JSON.parse(found) as CoreRegression[]).map(({ startMs, changeMs, ...alarm }) => ({
      ...alarm,
      windowStart: iso(startMs),
      ...(changeMs === undefined ? {} : { changeStart: iso(changeMs) }),
    }));
    for (const alarm of alarms) this.tell(alarm);
    return alarms;
  }

  private expect(agentId: string, hour: number): void {
    // Who made rows of the last hour may have ended before it was over.
    const from = this.known.has(agentId) ? hour : Math.min(hour, this.hour() - 1);
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.add(agentId);
    const due = this.due.get(agentId) ?? { from, to: hour };
    this.due.set(agentId, { from: Math.min(due.from, from), to: Math.max(due.to, hour) });
  }

  private tick(): void {
    if (!this.isLooking) this.looked = this.look();
    this.prune();
  }

  /** Looks at the hours that are over since the last look, one agent after another, and lets others go on between them. */
  private async look(): Promise<void> {
    this.isLooking = true;
    const failed = new Set<string>();
    let looked = 0;
    for (const [agentId, { from, to }] of this.due) {
      const current = this.hour();
      if (from >= current || failed.has(agentId)) continue;
      if (looked > 0) await pause();
      looked += 1;
      this.due.delete(agentId);
      if (to >= current) this.due.set(agentId, { from: current, to });
      try {
        await this.check(agentId, from * HOUR_MS);
      } catch (error) {
        failed.add(agentId);
        this.due.set(agentId, { from, to: Math.max(to, this.due.get(agentId)?.to ?? to) });
        this.events.emit('error', error);
      }
    }
    this.isLooking = false;
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
    const series = JSON.stringify([agentId, sourceKind, evaluatorId, evaluatorVersion, metric]);
    const startMs = Date.parse(windowStart);
    const lastMs = this.told.get(series);
    if (lastMs !== undefined && startMs < lastMs + Math.max(this.settings.coolDownHours, 1) * HOUR_MS) return;
    if (this.told.size >= MAX_KNOWN) this.told.clear();
    this.told.set(series, startMs);
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

/**
 * Where the windows begin that are looked at. Which alarm comes after a quiet day depends on the one before it, and so on back: the range
 * begins at the same hour for a week, or a cool-down, so that every look, of any process, finds the same alarms.
 */
function beginMs(sinceMs: number, coolDownHours: number): number {
  const range = Math.max(RANGE_HOURS, coolDownHours) * HOUR_MS;
  return (Math.floor(sinceMs / range) - 1) * range - BASELINE_HOURS * HOUR_MS;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
