// Saves an autopilot's run after each iteration, and takes a saved one up again.

import type { AutopilotResult, Checkpoint } from './autopilot-types.js';
import { describeError, ReflectError } from './error.js';
import type { BudgetSettings, CallError } from './generated/reflect_engine.js';
import { kindOf } from './kind.js';
import { race } from './race.js';
import type { EngineRun } from './run/core.js';
import type { Ending } from './signal.js';
import type { Call, RunError } from './types.js';

/** Milliseconds that a store may take for one load or save, where the budget leaves it more. */
const STORE_TIMEOUT_MS = 60_000;

/** What the budget of an autopilot leaves its store. */
type Limits = Pick<BudgetSettings, 'callTimeoutMs' | 'maxSeconds'>;

/** How a run is saved. */
export interface Saving {
  save(snapshot: string): unknown;
  limits: Limits;
  /** The time from which no more calls are made. */
  endsMs: number;
}

/** Of a call for which saving the run left no time. */
const NOT_MADE = { code: 'not_made', message: 'saving the run took the time that was left' };

/** Ends that a restarted run gives again, the second unless it has more iterations. After any other end it goes on from the last iteration. */
const FINAL: readonly string[] = ['accepted', 'max_iterations', 'agent_done'];

/** What was saved under this id, if anything. Rejects with `invalid_snapshot`: a run must not begin anew because a store is down. */
export async function loaded(checkpoint: Checkpoint, runId: string, limits: Limits, ending: Ending): Promise<string | undefined> {
  const timeoutMs = Math.min(mostMs(limits), (limits.maxSeconds ?? Number.POSITIVE_INFINITY) * 1_000);
  const outcome = await race(() => checkpoint.load(runId), ending, timeoutMs);
  switch (outcome.how) {
    case 'aborted':
      return undefined;
    case 'timeout':
      throw new ReflectError('invalid_snapshot', `\`checkpoint.load\` gave nothing within ${timeoutMs} ms`);
    case 'threw':
      throw new ReflectError('invalid_snapshot', `\`checkpoint.load\` failed: ${describeError(outcome.error)}`, {
        cause: outcome.error,
      });
    case 'returned': {
      const { value } = outcome;
      if (value === undefined || value === null) return undefined;
      if (typeof value === 'string') return value;
      throw new ReflectError('invalid_snapshot', `\`checkpoint.load\` must give a string or nothing, got ${kindOf(value)}`);
    }
  }
}

function mostMs({ callTimeoutMs = STORE_TIMEOUT_MS }: Limits): number {
  return Math.min(STORE_TIMEOUT_MS, callTimeoutMs);
}

/**
 * Saves a run after each iteration, before the next one begins. A save that fails, or takes longer than a call may, is noted, and the run
 * goes on; where it took the time that was left, no call is made any more.
 */
export class Saver {
  /** Steps that were shown. */
  seq = 0;
  private readonly core: Pick<EngineRun<unknown, object>, 'snapshot'>;
  private readonly ending: Ending;
  private readonly saving: Saving;
  private readonly noted: RunError[] = [];
  private iteration = 0;

  constructor(core: Pick<EngineRun<unknown, object>, 'snapshot'>, ending: Ending, saving: Saving) {
    this.core = core;
    this.ending = ending;
    this.saving = saving;
  }

  /** What a pump waits for before it begins these calls: the milliseconds that are left for them, or why they cannot be made. */
  before(calls: readonly Call[]): Promise<CallError | number> | undefined {
    const begun = this.iteration;
    for (const call of calls) if (call.kind === 'model') this.iteration = Math.max(this.iteration, call.iteration);
    // The first iteration that is seen has nothing behind it that is not saved already.
    if (begun === 0 || this.iteration === begun) return undefined;
    return this.keep(this.core.snapshot()).then(() => {
      const left = this.leftMs();
      return left <= 0 && !this.ending.ended ? NOT_MADE : Math.ceil(left) + 1;
    });
  }

  /** Saves a run that has ended, and adds what went wrong with saving to its errors. */
  async finish(result: AutopilotResult): Promise<void> {
    // A run that made no call was over before, and is saved.
    if (FINAL.includes(result.stopReason) && this.iteration > 0) await this.keep(result.snapshot);
    result.errors.unshift(...this.noted);
    result.errors.sort((a, b) => a.seq - b.seq);
  }

  private leftMs(): number {
    return this.saving.endsMs - Date.now();
  }

  private async keep(snapshot: string): Promise<void> {
    const { save, limits } = this.saving;
    // Also without any time left a save is begun.
    const timeoutMs = Math.max(1, Math.round(Math.min(mostMs(limits), this.leftMs())));
    const outcome = await race(() => save(snapshot), this.ending, timeoutMs);
    if (outcome.how === 'returned' || outcome.how === 'aborted') return;
    const why = outcome.how === 'threw' ? describeError(outcome.error).slice(0, 2_000) : `no end within ${timeoutMs} ms`;
    this.noted.push({ code: 'checkpoint_error', message: `\`checkpoint.save\` failed: ${why}`, seq: this.seq });
  }
}
