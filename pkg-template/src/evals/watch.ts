// Looks for regressions after each closed hour, and prunes what is too old.

import { direct } from '../trap.js';
import { Alarms } from './alarms.js';
import type { Clock } from './clock.js';
import { core } from './core.js';
import type { Events } from './events.js';
import { beginMs } from './range.js';
import { HOUR_MS, iso } from './record.js';
import type { FullSettings } from './settings.js';
import type { EvaluationRow } from './store.js';
import type { EvalRegression } from './types.js';
import { hourOf, sumsOf } from './windows.js';
import type { Writer } from './writer.js';

/** Milliseconds after an hour in which late writers of other processes may still come. */
const GRACE_MS = 2_000;
/** Hours that rows may come late, from a store that was away, and still raise an alarm. */
const LATE_HOURS = 24;
/** Hours in which the last one with rows is looked for: mostly it is within a day. */
const MOST_BACK_HOURS = 336;
const BACK_HOURS = [24, MOST_BACK_HOURS];
/** Milliseconds after which a look that failed is done again: doubled each time, up to the last. */
const RETRY_MS = [1_000, 60_000] as const;

/** A regression as the core gives it. */
interface CoreRegression extends Omit<EvalRegression, 'windowStart' | 'changeStart'> {
  startMs: number;
  changeMs?: number;
}

/** How far an agent was looked at. */
interface Progress {
  /** The first hour that was not looked at. */
  next: number;
  /** The last hour with rows that were seen here. */
  last: number;
  /** Who made the rows before may have ended before their hour was over. */
  isFirst: boolean;
}

export class Watch {
  private readonly settings: FullSettings;
  private readonly events: Events;
  private readonly clock: Clock;
  private readonly writer: () => Pick<Writer, 'earliest'>;
  private readonly agents = new Map<string, Progress>();
  private readonly alarms: Alarms;
  private looking: Promise<void> | undefined;
  private pruning: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private failures = 0;
  private imports = 0;
  private sweptMs = Number.NEGATIVE_INFINITY;

  constructor(settings: FullSettings, events: Events, clock: Clock, writer: () => Pick<Writer, 'earliest'>) {
    this.settings = settings;
    this.events = events;
    this.clock = clock;
    this.writer = writer;
    this.alarms = new Alarms(settings.coolDownHours);
  }

  /** Rows are durable. */
  saw(rows: readonly EvaluationRow[]): void {
    const current = this.hour();
    if (this.settings.regressions !== false) {
      for (const { agentId, createdMs } of rows) {
        const hour = Math.floor(createdMs / HOUR_MS);
        // What is imported of days ago has its alarms behind it.
        if (hour < current - LATE_HOURS) continue;
        const known = this.agents.get(agentId);
        if (known === undefined) this.agents.set(agentId, { next: hour, last: hour, isFirst: true });
        else Object.assign(known, { next: Math.min(known.next, hour), last: Math.max(known.last, hour) });
      }
    }
    this.tick();
  }

  /** An import begins; what is given ends it. No hour is looked at meanwhile: an alarm about a part of its rows may be none about all. */
  hold(): () => void {
    this.imports += 1;
    return () => {
      this.imports -= 1;
      if (!this.stopped) this.tick();
    };
  }

  /** Ends when the alarms of the hours that are over have been raised. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looking;
    await this.look();
    await this.pruning;
  }

  /** The alarms of the last closed hour with rows; those that were not raised yet are raised. */
  async checkLast(agentId: string): Promise<EvalRegression[]> {
    const last = this.settings.regressions === false ? undefined : await this.lastBefore(agentId, this.hour());
    return last === undefined ? [] : this.check(agentId, last * HOUR_MS);
  }

  /** The alarms of the hours that begin at `sinceMs` or later and are over; those that were not raised yet are raised. */
  private async check(agentId: string, sinceMs: number): Promise<EvalRegression[]> {
    const { store, regressions, coolDownHours } = this.settings;
    if (regressions === false) return [];
    const nowMs = this.clock.steady();
    const windows = await store.windows({ agentId, fromMs: beginMs(sinceMs, coolDownHours), toMs: nowMs });
    const found = direct(() => core().evalRegressions(sumsOf(windows), JSON.stringify(regressions), sinceMs, nowMs));
    const alarms = (JSON.parse(found) as CoreRegression[]).map(({ startMs, changeMs, ...alarm }) => ({
      ...alarm,
      windowStart: iso(startMs),
      ...(changeMs === undefined ? {} : { changeStart: iso(changeMs) }),
    }));
    for (const alarm of alarms) this.raise(alarm);
    return alarms;
  }

  private tick(): void {
    this.sleep();
    if (this.imports === 0) {
      this.looking ??= this.look().finally(() => {
        this.looking = undefined;
        this.sleep();
      });
    }
    const nowMs = this.clock.steady();
    // A clock that was ahead for a while is not waited for.
    if (Math.abs(nowMs - this.sweptMs) < HOUR_MS) return;
    this.sweptMs = nowMs;
    this.forget();
    this.pruning = this.prune(nowMs);
  }

  /** Looks at the hours that are over since the last look, one agent after another, and lets others go on between them. */
  private async look(): Promise<void> {
    const waiting = this.writer().earliest();
    let [looks, left] = [0, 0];
    for (const [agentId, progress] of this.agents) {
      if (!this.isDue(progress)) continue;
      // Rows of an hour that is over still wait for the store: it is not whole.
      if ((waiting.get(agentId) ?? Number.POSITIVE_INFINITY) < this.hour() * HOUR_MS) {
        left += 1;
        continue;
      }
      if (looks > 0) await pause();
      looks += 1;
      await this.lookAt(agentId, progress).catch((error: unknown) => {
        left += 1;
        this.events.emit('error', error);
      });
    }
    this.failures = left === 0 ? 0 : this.failures + 1;
    if (left === 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async lookAt(agentId: string, progress: Progress): Promise<void> {
    const current = this.hour();
    const { next, isFirst } = progress;
    // Rows may come meanwhile.
    Object.assign(progress, { next: current, isFirst: false });
    try {
      const before = isFirst ? await this.lastBefore(agentId, Math.min(next, current)) : undefined;
      const since = before ?? next;
      if (since < current) await this.check(agentId, since * HOUR_MS);
    } catch (error) {
      Object.assign(progress, { next: Math.min(progress.next, next), isFirst });
      throw error;
    }
  }

  /** Rows were seen in an hour that was not looked at and is over. */
  private isDue({ next, last, isFirst }: Progress): boolean {
    return isFirst || (next <= last && next < this.hour());
  }

  /** The last hour before this one that the store has rows of. */
  private async lastBefore(agentId: string, hour: number): Promise<number | undefined> {
    for (const back of BACK_HOURS) {
      const range = { fromMs: (hour - back) * HOUR_MS, toMs: hour * HOUR_MS };
      const last = (await this.settings.store.windows({ agentId, ...range })).at(-1);
      if (last !== undefined) return hourOf(last);
    }
    return undefined;
  }

  /** Lets go of what is so long ago that no look goes back to it: as if the tracker had just begun. */
  private forget(): void {
    const least = this.hour() - MOST_BACK_HOURS;
    for (const [agentId, { last }] of this.agents) if (last < least) this.agents.delete(agentId);
    this.alarms.forget(least * HOUR_MS);
  }

  private async prune(nowMs: number): Promise<void> {
    const { store, retention } = this.settings;
    const { evaluationMs, windowMs } = retention;
    if (evaluationMs === undefined && windowMs === undefined) return;
    try {
      await store.prune({
        ...(evaluationMs === undefined ? {} : { evaluationsBeforeMs: nowMs - evaluationMs }),
        ...(windowMs === undefined ? {} : { windowsBeforeMs: nowMs - windowMs }),
      });
    } catch (error) {
      this.events.emit('error', error);
    }
  }

  private raise(alarm: EvalRegression): void {
    if (!this.alarms.isNew(alarm)) return;
    const { agentId, metric, windowStart } = alarm;
    const { onRegression, warn } = this.settings;
    const what = `${agentId}: ${metric ?? 'the aggregate score'} fell from ${alarm.baseline.toFixed(3)} to ${alarm.score.toFixed(3)}`;
    this.events.call(warn, `[EvalTracker] regression of ${what} (${alarm.rule}, hour ${windowStart})`);
    this.events.emit('agent:eval:regression', alarm);
    if (onRegression !== undefined) this.events.call(onRegression, alarm);
  }

  /** Wakes after the hour. The timer keeps no process alive. */
  private sleep(): void {
    if (this.timer !== undefined || this.stopped) return;
    const { evaluationMs, windowMs } = this.settings.retention;
    const isWatching = [...this.agents.values()].some(({ next, last }) => next <= last);
    if (!isWatching && evaluationMs === undefined && windowMs === undefined) return;
    const nowMs = this.clock.steady();
    const [first, last] = RETRY_MS;
    const hour = Math.min(Math.max((this.hour() + 1) * HOUR_MS + GRACE_MS - nowMs, 1_000), HOUR_MS + GRACE_MS);
    const wait = this.failures === 0 ? hour : Math.min(first * 2 ** (this.failures - 1), last, hour);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.tick();
    }, wait);
    (this.timer as { unref?: () => void }).unref?.();
  }

  private hour(): number {
    return Math.floor(this.clock.steady() / HOUR_MS);
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
