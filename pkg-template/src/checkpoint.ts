// Saves an autopilot's run after each iteration, and takes a saved one up again.

import type { AutopilotResult, Checkpoint } from './autopilot-types.js';
import { ReflectError, told } from './error.js';
import type { AutopilotStep, Settled } from './generated/reflect_engine.js';
import { Host, type HostParts } from './host.js';
import { kindOf } from './kind.js';
import { race } from './race.js';
import type { Ending } from './signal.js';
import type { Call, RunError } from './types.js';

/** Milliseconds that a store may take for one load or save. */
const STORE_TIMEOUT_MS = 60_000;

/** Ends that a restarted run gives again, the second unless it has more iterations. After any other end it goes on from the last iteration. */
const FINAL: readonly string[] = ['accepted', 'max_iterations', 'agent_done'];

/** What was saved under this id, if anything. Rejects with `invalid_snapshot`: a run must not begin anew because a store is down. */
export async function loaded(checkpoint: Checkpoint, runId: string, ending: Ending): Promise<string | undefined> {
  const outcome = await race(() => checkpoint.load(runId), ending, STORE_TIMEOUT_MS);
  switch (outcome.how) {
    case 'aborted':
      return undefined;
    case 'timeout':
      throw new ReflectError('invalid_snapshot', `\`checkpoint.load\` gave nothing within ${STORE_TIMEOUT_MS} ms`);
    case 'threw':
      throw new ReflectError('invalid_snapshot', `\`checkpoint.load\` failed: ${told(outcome.error)}`, { cause: outcome.error });
    case 'returned': {
      const { value } = outcome;
      if (value === undefined || value === null) return undefined;
      if (typeof value === 'string') return value;
      throw new ReflectError('invalid_snapshot', `\`checkpoint.load\` must give a string or nothing, got ${kindOf(value)}`);
    }
  }
}

/** Waits for a run to be saved before the next iteration begins. A save that fails is noted, and the run goes on. */
export class SavingHost extends Host {
  private readonly save: (snapshot: string) => unknown;
  private readonly ending: Ending;
  private readonly run: HostParts['run'];
  private readonly noted: RunError[] = [];
  /** Steps that were shown. */
  private seq = 0;
  private iteration = 0;

  constructor(parts: HostParts, save: (snapshot: string) => unknown) {
    super(parts);
    this.save = save;
    this.ending = parts.ending;
    this.run = parts.run;
  }

  protected override show(step: AutopilotStep): void {
    this.seq = step.seq + 1;
    super.show(step);
  }

  protected override start(calls: Call[]): Promise<Settled>[] {
    const begun = this.iteration;
    for (const call of calls) if (call.kind === 'model') this.iteration = Math.max(this.iteration, call.iteration);
    // The first iteration that is seen has nothing behind it that is not saved already.
    if (begun === 0 || this.iteration === begun) return super.start(calls);
    const saved = this.keep(this.run.snapshot());
    let started: Promise<Settled>[] | undefined;
    return calls.map(async (_, at) => {
      await saved;
      started ??= super.start(calls);
      return started[at] as Promise<Settled>;
    });
  }

  /** Saves a run that has ended, and adds what went wrong with saving to its errors. */
  async finish(result: AutopilotResult): Promise<void> {
    // A run that made no call was over before, and is saved.
    if (FINAL.includes(result.stopReason) && this.iteration > 0) await this.keep(result.snapshot);
    result.errors.push(...this.noted);
    result.errors.sort((a, b) => a.seq - b.seq);
  }

  private async keep(snapshot: string): Promise<void> {
    const outcome = await race(() => this.save(snapshot), this.ending, STORE_TIMEOUT_MS);
    if (outcome.how === 'returned' || outcome.how === 'aborted') return;
    const why = outcome.how === 'threw' ? told(outcome.error).slice(0, 2_000) : `no end within ${STORE_TIMEOUT_MS} ms`;
    this.noted.push({ code: 'checkpoint_error', message: `\`checkpoint.save\` failed: ${why}`, seq: this.seq });
  }
}
