// Saves an autopilot's run after each iteration, and takes a saved one up again.

import type { AutopilotResult, Checkpoint } from './autopilot-types.js';
import type { Faults } from './drive.js';
import { describeError, ReflectError } from './error.js';
import type { BudgetSettings, CallError } from './generated/reflect_engine.js';
import { kindOf } from './kind.js';
import { race } from './race.js';
import type { EngineRun } from './run/engine.js';
import type { Ending } from './signal.js';
import type { Call } from './types.js';

/** Milliseconds that a store may take for one load or save, where the budget leaves it more. */
const STORE_TIMEOUT_MS = 60_000;

/** What the budget of an autopilot leaves its store. */
type Limits = Pick<BudgetSettings, 'callTimeoutMs' | 'maxSeconds'>;

/** Where a run is kept, and under which name. */
export interface Store {
  checkpoint: Checkpoint;
  runId: string;
  limits: Limits;
}

/** Of a call for which saving the run left no time. */
const NOT_MADE = { code: 'not_made', message: 'saving the run took the time that was left' };

/** Ends that a restarted run gives again, the second unless it has more iterations. After any other end it goes on from the last iteration. */
const FINAL: readonly string[] = ['accepted', 'max_iterations', 'agent_done'];

/** What was saved under this id, if anything. Rejects with `invalid_snapshot`: a run must not begin anew because a store is down. */
export async function loaded({ checkpoint, runId, limits }: Store, ending: Ending): Promise<string | undefined> {
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
  private readonly store: Store;
  private readonly core: EngineRun<unknown, object>;
  private readonly ending: Ending;
  private readonly faults: Faults;
  /** The time from which no more calls are made. */
  private readonly endsMs: number;
  private iteration = 0;

  constructor(store: Store, core: EngineRun<unknown, object>, ending: Ending, faults: Faults) {
    this.store = store;
    this.core = core;
    this.ending = ending;
    this.faults = faults;
    this.endsMs = core.endsMs();
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

  /** Saves a run that has ended. One that made no call was over before, and is saved. */
  async finish({ stopReason, snapshot }: AutopilotResult): Promise<void> {
    if (FINAL.includes(stopReason) && this.iteration > 0) await this.keep(snapshot);
  }

  private leftMs(): number {
    return this.endsMs - Date.now();
  }

  private async keep(snapshot: string): Promise<void> {
    const { checkpoint, runId, limits } = this.store;
    // Also without any time left a save is begun.
    const timeoutMs = Math.max(1, Math.round(Math.min(mostMs(limits), this.leftMs())));
    const outcome = await race(() => checkpoint.save(runId, snapshot), this.ending, timeoutMs);
    if (outcome.how === 'returned' || outcome.how === 'aborted') return;
    const why = outcome.how === 'threw' ? outcome.error : `no end within ${timeoutMs} ms`;
    this.faults.note('`checkpoint.save` failed', why, 'checkpoint_error');
  }
}
