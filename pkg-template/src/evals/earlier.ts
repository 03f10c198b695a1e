// What the hours before say of an agent, so that a stored hour can hold how its scores go.

import { HOUR_MS } from './rows.js';
import type { EvalStore, EvaluationRow } from './store.js';
import { evaluatorOf, readWindows, type Window } from './windows.js';

/** Hours back from now of which a stored window holds its trend: what is imported of days ago is compared when it is asked for. */
const LATE_HOURS = 24;
/** Hours before that are read: mostly there is one to compare with; else as many as may be. */
const NEAR_HOURS = 24;
const FAR_HOURS = 336;
/** Hours of an agent that may get rows at the same time: the one that ends, and the one that begins. */
const KEPT_HOURS = 2;

export class Earlier {
  private readonly store: EvalStore;
  private readonly now: () => number;
  /** By agent: its newest hours, the newest first, each with the last window of each evaluator before it, in order of their hours. */
  private readonly agents = new Map<string, { hour: number; windows: Window[] }[]>();

  constructor(store: EvalStore, now: () => number) {
    this.store = store;
    this.now = now;
  }

  /** Reads what the hours of these rows are compared with, once for each new hour of an agent. A store that fails leaves them without. */
  async read(rows: readonly EvaluationRow[]): Promise<void> {
    const oldest = Math.floor(this.now() / HOUR_MS) - LATE_HOURS;
    for (const [agentId, [newest]] of this.agents) if ((newest?.hour ?? oldest) < oldest) this.agents.delete(agentId);
    const missing = new Map<string, [agentId: string, hour: number]>();
    for (const { agentId, createdMs, historyId } of rows) {
      const hour = Math.floor(createdMs / HOUR_MS);
      const read = this.agents.get(agentId) ?? [];
      const isOld = hour < oldest || hour < (read[KEPT_HOURS - 1]?.hour ?? hour);
      if (!isOld && read.every((each) => each.hour !== hour)) missing.set(historyId, [agentId, hour]);
    }
    await Promise.all([...missing.values()].map((window) => this.learn(...window)));
  }

  private async learn(agentId: string, hour: number): Promise<void> {
    try {
      const near = await this.lastOf(agentId, hour - NEAR_HOURS, hour);
      const windows = near.length > 0 ? near : await this.lastOf(agentId, hour - FAR_HOURS, hour - NEAR_HOURS);
      const hours = [...(this.agents.get(agentId) ?? []), { hour, windows }].sort((a, b) => b.hour - a.hour);
      this.agents.set(agentId, hours.slice(0, KEPT_HOURS));
    } catch {
      // The next batch tries again.
    }
  }

  /** What this hour of an agent is compared with; nothing where it is not known. */
  of({ agentId, hour }: Pick<Window, 'agentId' | 'hour'>): readonly Window[] | undefined {
    return this.agents.get(agentId)?.find((each) => each.hour === hour)?.windows;
  }

  /** A window has changed: what comes after it, within two weeks, is compared with that. */
  changed({ agentId, hour, series }: Window): void {
    for (const later of this.agents.get(agentId) ?? []) {
      if (hour >= later.hour || hour < later.hour - FAR_HOURS) continue;
      later.windows = [...later.windows.filter((window) => window.hour !== hour), { agentId, hour, series }];
      later.windows.sort((a, b) => a.hour - b.hour);
    }
  }

  /** The last window of each evaluator, in order of their hours. */
  private async lastOf(agentId: string, from: number, to: number): Promise<Window[]> {
    const stored = await this.store.windows({ agentId, fromMs: from * HOUR_MS, toMs: to * HOUR_MS });
    const seen = new Set<string>();
    const last: Window[] = [];
    for (const { hour, series } of readWindows(stored, () => {}).reverse()) {
      const names = series.map(evaluatorOf);
      const newest = series.filter((_, at) => !seen.has(names[at] ?? ''));
      for (const name of names) seen.add(name);
      if (newest.length > 0) last.unshift({ agentId, hour, series: newest });
    }
    return last;
  }
}
