// Looks for regressions after each closed hour, and prunes what is too old.

import type { Events } from './events.js';
import { HOUR_MS } from './rows.js';
import { BASELINE_HOURS, type FullSettings, rangeHours } from './settings.js';
import type { EvaluationRow } from './store.js';
import type { EvalRegression } from './types.js';
import { type OnDamaged, readWindows, regressionsIn } from './windows.js';
import type { Writer } from './writer.js';

/** Hours that rows may come late, from a store that was away, and still raise an alarm. */
const LATE_HOURS = 24;
/** Hours in which the last one with rows is looked for: two weeks. */
const BACK_HOURS = 336;
/** Milliseconds between looks for hours that are over, while no rows come. */
const TICK_MS = 60_000;

/**
 * The first hour that is read to find the alarms from `since` on. Which alarm comes after a quiet day depends on the one before it, and so on
 * back: the range begins at the same hour for a week, or a cool-down, so that every look, of any process, finds the same alarms.
 */
function beginHour(since: number, coolDownHours: number): number {
  const range = rangeHours(coolDownHours);
  return (Math.floor(since / range) - 1) * range - BASELINE_HOURS;
}

/** How far an agent was looked at. */
interface Progress {
  /** The first hour that was not looked at. */
  next: number;
  /** The last hour with rows that were seen here. */
  last: number;
  /** The process that made the earlier rows may have ended before their hour was over. */
  isFirst: boolean;
}

export class Watch {
  private readonly settings: FullSettings;
  private readonly events: Events;
  private readonly writer: () => Pick<Writer, 'waitsBefore'>;
  private readonly onDamaged: OnDamaged;
  private readonly agents = new Map<string, Progress>();
  /** When the hours of a series' alarms began that were raised, in milliseconds. */
  private readonly raised = new Map<string, number[]>();
  private looking: Promise<void> | undefined;
  /** Whether to look once more when the look that goes on is over. */
  private lookAgain = false;
  private pruning: Promise<void> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private imports = 0;
  private sweptMs = Number.NEGATIVE_INFINITY;

  constructor(settings: FullSettings, events: Events, writer: () => Pick<Writer, 'waitsBefore'>, onDamaged: OnDamaged) {
    this.onDamaged = onDamaged;
    this.settings = settings;
    this.events = events;
    this.writer = writer;
  }

  /** Rows are durable. */
  committed(rows: readonly EvaluationRow[]): void {
    const current = this.hour();
    if (this.settings.regressions !== false) {
      for (const { agentId, createdMs } of rows) {
        const hour = Math.floor(createdMs / HOUR_MS);
        // What is imported of days ago has its alarms behind it.
        if (hour < current - LATE_HOURS) continue;
        const hours = this.agents.get(agentId);
        if (hours === undefined) this.agents.set(agentId, { next: hour, last: hour, isFirst: true });
        else Object.assign(hours, { next: Math.min(hours.next, hour), last: Math.max(hours.last, hour) });
      }
    }
    this.tick();
  }

  /** An import begins; what is given ends it. No hour is looked at meanwhile: an alarm about a part of its rows may be none about all. */
  suspend(): () => void {
    this.imports += 1;
    return () => {
      this.imports -= 1;
      this.tick();
    };
  }

  /** Ends when the alarms of the hours that are over have been raised. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.lookAgain = true;
    await (this.looking ?? this.look());
    await this.pruning;
  }

  /**
   * The regressions of the hours that are over, from the last one with rows before this hour on, also those about which it is quiet; alarms
   * that were not raised yet are raised.
   */
  async check(agentId: string, hour = this.hour()): Promise<EvalRegression[]> {
    const { store, regressions, coolDownHours } = this.settings;
    if (regressions === false) return [];
    const nowMs = this.settings.now();
    const fromMs = beginHour(hour - BACK_HOURS, coolDownHours) * HOUR_MS;
    const windows = readWindows(await store.windows({ agentId, fromMs, toMs: nowMs }), this.onDamaged);
    const last = windows.filter((window) => window.hour < hour).at(-1)?.hour ?? Number.NEGATIVE_INFINITY;
    const since = last < hour - BACK_HOURS ? hour : last;
    const begin = beginHour(since, coolDownHours);
    const read = windows.filter((window) => window.hour >= begin);
    for (const alarm of regressionsIn(read, regressions, since * HOUR_MS, nowMs)) this.raise(alarm);
    return regressionsIn(read, { ...regressions, coolDownHours: 0 }, since * HOUR_MS, nowMs);
  }

  /** Looks and prunes where it is time to, now and every minute while there is an hour to look at, or to forget. */
  private tick(): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    const { evaluationMs, windowMs } = this.settings.retention;
    const forgets = evaluationMs !== undefined || windowMs !== undefined;
    if (forgets || [...this.agents.values()].some(({ next, last }) => next <= last)) {
      this.timer = setTimeout(() => this.events.call(() => this.tick()), TICK_MS);
      // It keeps no process alive.
      (this.timer as { unref?: () => void }).unref?.();
    }
    if (this.imports === 0) {
      this.lookAgain = true;
      this.looking ??= this.look().finally(() => {
        this.looking = undefined;
      });
    }
    const nowMs = this.settings.now();
    // A clock that was ahead for a while is not waited for.
    if (Math.abs(nowMs - this.sweptMs) < HOUR_MS) return;
    this.sweptMs = nowMs;
    this.forget();
    if (forgets) this.pruning = this.prune(nowMs);
  }

  /** Looks at the hours that are over since the last look, as long as there may be others. */
  private async look(): Promise<void> {
    try {
      while (this.lookAgain) {
        this.lookAgain = false;
        await this.lookAtDue();
      }
    } catch (thrown) {
      this.events.emit('error', thrown);
    }
  }

  /** One agent after another; others go on between them. */
  private async lookAtDue(): Promise<void> {
    // While rows of an hour that is over wait for the store it is not whole.
    if (this.writer().waitsBefore(this.hour() * HOUR_MS)) return;
    let hasLooked = false;
    for (const [agentId, progress] of this.agents) {
      const isDue = progress.isFirst || (progress.next <= progress.last && progress.next < this.hour());
      if (!isDue) continue;
      if (hasLooked) await new Promise((resolve) => setTimeout(resolve));
      hasLooked = true;
      const current = this.hour();
      const { next, isFirst } = progress;
      // Rows may come meanwhile.
      Object.assign(progress, { next: current, isFirst: false });
      await this.check(agentId, Math.min(next, current)).catch((error: unknown) => {
        Object.assign(progress, { next: Math.min(progress.next, next), isFirst });
        this.events.emit('error', error);
      });
    }
  }

  /** Lets go of what is so long ago that no look goes back to it: as if the tracker had just begun. */
  private forget(): void {
    const least = this.hour() - BACK_HOURS;
    for (const [agentId, { last }] of this.agents) if (last < least) this.agents.delete(agentId);
    const leastMs = least * HOUR_MS - this.coolDownMs;
    for (const [series, alarms] of this.raised) if (alarms.every((ms) => ms < leastMs)) this.raised.delete(series);
  }

  private async prune(nowMs: number): Promise<void> {
    const { evaluationMs, windowMs } = this.settings.retention;
    try {
      await this.settings.store.prune({
        ...(evaluationMs !== undefined && { evaluationsBeforeMs: nowMs - evaluationMs }),
        ...(windowMs !== undefined && { windowsBeforeMs: nowMs - windowMs }),
      });
    } catch (error) {
      this.events.emit('error', error);
    }
  }

  private raise(alarm: EvalRegression): void {
    const { agentId, metric, windowStart, sourceKind, evaluatorId, evaluatorVersion } = alarm;
    const series = JSON.stringify([agentId, sourceKind, evaluatorId, evaluatorVersion, metric]);
    const startMs = Date.parse(windowStart);
    const before = this.raised.get(series) ?? [];
    // Rows that come late, and a look by hand, may find an alarm before one that was raised.
    if (before.some((ms) => Math.abs(startMs - ms) < this.coolDownMs)) return;
    this.raised.set(series, [...before, startMs]);
    const what = `${agentId}: ${metric ?? 'the aggregate score'} fell from ${alarm.baseline.toFixed(3)} to ${alarm.score.toFixed(3)}`;
    this.events.call(() => this.settings.warn(`[EvalTracker] regression of ${what} (hour ${windowStart})`));
    this.events.emit('agent:eval:regression', alarm);
  }

  private get coolDownMs(): number {
    return Math.max(this.settings.coolDownHours, 1) * HOUR_MS;
  }

  private hour(): number {
    return Math.floor(this.settings.now() / HOUR_MS);
  }
}
