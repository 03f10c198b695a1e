// Looks for regressions after each closed hour, and lets go of what is too old.

import { companions } from '../load/index.js';
import type { EvaluationRow } from '../stores/types.js';
import { direct } from '../trap.js';
import type { Clock } from './clock.js';
import type { Events } from './events.js';
import { beginMs } from './range.js';
import { HOUR_MS, iso } from './record.js';
import type { Checked } from './settings.js';
import { Told } from './told.js';
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
const AGAIN_MS = [1_000, 60_000] as const;

/** A regression as the core tells it. */
interface CoreRegression extends Omit<EvalRegression, 'windowStart' | 'changeStart'> {
  startMs: number;
  changeMs?: number;
}

/** Hours of an agent that may raise an alarm: the first that was not looked at, and the last with rows. */
interface Due {
  from: number;
  to: number;
  /** Who made the rows before `from` may have ended before their hour was over. */
  isFirst: boolean;
}

export class Watch {
  private readonly settings: Checked;
  private readonly events: Events;
  private readonly clock: Clock;
  private readonly writer: () => Pick<Writer, 'queued' | 'quiet' | 'earliest'>;
  private readonly due = new Map<string, Due>();
  /** The last hour of each agent's rows since the tracker was made. */
  private readonly known = new Map<string, number>();
  private readonly told: Told;
  private looked: Promise<void> = Promise.resolve();
  private pruned: Promise<void> = Promise.resolve();
  private isLooking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private failures = 0;
  /** The agents of each import that goes on. */
  private readonly held = new Set<ReadonlySet<string>>();
  private sweptMs = Number.NEGATIVE_INFINITY;

  constructor(settings: Checked, events: Events, clock: Clock, writer: () => Pick<Writer, 'queued' | 'quiet' | 'earliest'>) {
    this.settings = settings;
    this.events = events;
    this.clock = clock;
    this.writer = writer;
    this.told = new Told(settings.coolDownHours);
  }

  /** Rows are durable. */
  saw(rows: readonly EvaluationRow[]): void {
    if (this.settings.regressions !== false) {
      const current = this.hour();
      // What is imported of days ago has its alarms behind it.
      for (const { agentId, createdMs } of rows) {
        const hour = Math.floor(createdMs / HOUR_MS);
        if (hour >= current - LATE_HOURS) this.expect(agentId, hour);
      }
    }
    this.sleep();
    this.tick();
  }

  /** Until its end no hour is looked at of the agents that are added: of a part of their rows an alarm may be none by the whole. */
  hold(): { add(agentId: string): void; end(): void } {
    const agents = new Set<string>();
    this.held.add(agents);
    return {
      add: (agentId) => agents.add(agentId),
      end: () => {
        this.held.delete(agents);
        if (this.stopped) return;
        this.tick();
        this.sleep();
      },
    };
  }

  /** Ends when the alarms of the hours that are over have been told. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looked;
    await this.look();
    await this.pruned;
  }

  /** The alarms of the last closed hour with rows; those that were not told yet are told. */
  async checkLast(agentId: string): Promise<EvalRegression[]> {
    const last = this.settings.regressions === false ? undefined : await this.lastBefore(agentId, this.hour());
    return last === undefined ? [] : this.check(agentId, last * HOUR_MS);
  }

  /** The alarms of the hours that begin at `sinceMs` or later and are over; those that were not told yet are told. */
  private async check(agentId: string, sinceMs: number): Promise<EvalRegression[]> {
    const { store, regressions } = this.settings;
    if (regressions === false) return [];
    const nowMs = this.clock.steady();
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
    const seen = this.known.get(agentId);
    this.known.set(agentId, Math.max(hour, seen ?? hour));
    // Other processes may have made rows since the last ones that were seen here.
    const from = Math.min(hour, (seen ?? hour) + 1);
    const due = this.due.get(agentId) ?? { from, to: hour, isFirst: seen === undefined };
    this.due.set(agentId, { ...due, from: Math.min(due.from, from), to: Math.max(due.to, hour) });
  }

  private tick(): void {
    if (!this.isLooking) this.looked = this.look();
    const nowMs = this.clock.steady();
    // A clock that was ahead for a while is not waited for.
    if (Math.abs(nowMs - this.sweptMs) < HOUR_MS) return;
    this.sweptMs = nowMs;
    this.forget();
    this.pruned = this.prune(nowMs);
  }

  /**
   * Looks at the hours that are over since the last look, one agent after another, and lets others go on between them. What was queued
   * when it begins is written before: an hour of which rows still wait is looked at later.
   */
  private async look(): Promise<void> {
    this.isLooking = true;
    const waiting = this.writer().queued === 0 ? new Map<string, number>() : await this.waiting();
    const failed = new Set<string>();
    let last: string | undefined;
    for (const [agentId, due] of this.due) {
      if (!this.isDue(agentId, due) || failed.has(agentId)) continue;
      if ((waiting.get(agentId) ?? Number.POSITIVE_INFINITY) < this.hour() * HOUR_MS) {
        failed.add(agentId);
        continue;
      }
      if (last !== undefined && last !== agentId) await pause();
      last = agentId;
      await this.lookAt(agentId).catch((error: unknown) => {
        failed.add(agentId);
        this.events.emit('error', error);
      });
    }
    this.isLooking = false;
    this.failures = failed.size === 0 ? 0 : this.failures + 1;
    if (failed.size > 0) clearTimeout(this.timer);
    if (failed.size > 0) this.timer = undefined;
    this.sleep();
  }

  private async lookAt(agentId: string): Promise<void> {
    // Rows may have come in the pause.
    const current = this.hour();
    const due = this.due.get(agentId);
    if (due === undefined) return;
    this.due.delete(agentId);
    if (due.to >= current) this.due.set(agentId, { from: current, to: due.to, isFirst: false });
    try {
      const before = due.isFirst ? await this.lastBefore(agentId, Math.min(due.from, current)) : undefined;
      const since = before ?? due.from;
      if (since < current) await this.check(agentId, since * HOUR_MS);
    } catch (error) {
      this.due.set(agentId, { ...due, to: Math.max(due.to, this.due.get(agentId)?.to ?? due.to) });
      throw error;
    }
  }

  private isDue(agentId: string, { from, isFirst }: Due): boolean {
    if (from >= this.hour() && !isFirst) return false;
    for (const agents of this.held) if (agents.has(agentId)) return false;
    return true;
  }

  /** When the first evaluation of each agent is from that is still not durable, after those that waited now. */
  private async waiting(): Promise<Map<string, number>> {
    if (![...this.due].some(([agentId, due]) => this.isDue(agentId, due))) return new Map();
    // It is told by the writer.
    await this.writer()
      .quiet()
      .catch(() => {});
    return this.writer().earliest();
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
    for (const [agentId, hour] of this.known) if (hour < least) this.known.delete(agentId);
    this.told.forget(least * HOUR_MS);
  }

  private async prune(nowMs: number): Promise<void> {
    const { store, retention } = this.settings;
    const { evaluationMs, windowMs } = retention;
    if (evaluationMs === undefined && windowMs === undefined) return;
    const limits = {
      ...(evaluationMs === undefined ? {} : { evaluationsBeforeMs: nowMs - evaluationMs }),
      ...(windowMs === undefined ? {} : { windowsBeforeMs: nowMs - windowMs }),
    };
    try {
      await store.prune(limits);
    } catch (error) {
      this.events.emit('error', error);
    }
  }

  private tell(alarm: EvalRegression): void {
    if (!this.told.isNews(alarm)) return;
    const { agentId, metric, windowStart } = alarm;
    const { onRegression, warn } = this.settings;
    const what = `${agentId}: ${metric ?? 'the aggregate score'} fell from ${alarm.baseline.toFixed(3)} to ${alarm.score.toFixed(3)}`;
    this.events.call(warn, `[EvalTracker] regression of ${what} (${alarm.rule}, hour ${windowStart})`);
    this.events.emit('agent:eval:regression', alarm);
    if (onRegression !== undefined) this.events.call(onRegression, alarm);
  }

  /** Wakes after the hour. The timer keeps no process alive. */
  private sleep(): void {
    const { evaluationMs, windowMs } = this.settings.retention;
    const isIdle = this.due.size === 0 && evaluationMs === undefined && windowMs === undefined;
    if (this.timer !== undefined || this.stopped || isIdle) return;
    const nowMs = this.clock.steady();
    const [first, last] = AGAIN_MS;
    const next = Math.min(Math.max((this.hour() + 1) * HOUR_MS + GRACE_MS - nowMs, 1_000), HOUR_MS + GRACE_MS);
    const wait = this.failures === 0 ? next : Math.min(first * 2 ** (this.failures - 1), last, next);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.tick();
      this.sleep();
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
