// What the driver needs of JavaScript: the time, whether the run is to end, somebody to show steps to, and calls made.

import type { Answer, Task } from './calls.js';
import { concluded, prepare } from './calls.js';
import type { DraftTracker } from './drafts.js';
import { DurableSteps, storedAnswer, timeOf } from './durable.js';
import { told } from './error.js';
import type { Host as DriverHost, Settled } from './generated/reflect_engine.js';
import type { Outcome } from './race.js';
import { race } from './race.js';
import type { Ending } from './signal.js';
import type { Callbacks } from './task.js';
import type { Call, Step } from './types.js';

/** What a host is made of. */
export interface HostParts {
  callbacks: Callbacks;
  ending: Ending;
  onStep(step: Step): void;
  drafts: DraftTracker | undefined;
}

export class Host implements DriverHost {
  /** What callbacks threw, by call: the cause, should the run fail for it. */
  readonly causes = new Map<string, unknown>();
  private readonly parts: HostParts;
  private readonly steps: DurableSteps | undefined;

  constructor(parts: HostParts) {
    this.parts = parts;
    const { durable } = parts.callbacks;
    if (durable !== undefined) this.steps = new DurableSteps(durable, parts.ending);
  }

  now(): number {
    return timeOf(this.parts.callbacks.durable);
  }

  aborted(): string | undefined {
    const { ended, reason } = this.parts.ending;
    return ended ? (reason === undefined ? '' : told(reason)) : undefined;
  }

  step(step: Step): void {
    this.parts.drafts?.step(step);
    this.parts.onStep(step);
  }

  start(calls: Call[]): Promise<Settled>[] {
    const { callbacks, ending, drafts } = this.parts;
    const tasks = calls.map((call) => prepare(call, callbacks, drafts));
    if (this.steps !== undefined) {
      return this.steps.start(tasks).map(async (outcome, at) => {
        const [task, came] = [tasks[at] as Task, await outcome];
        return this.settled(task, came, storedAnswer(task, came));
      });
    }
    return tasks.map(async (task) => {
      const outcome = await race(task.work, ending, task.call.timeoutMs);
      return this.settled(task, outcome, concluded(task.call, outcome));
    });
  }

  private settled({ call, deltas }: Task, outcome: Outcome, answer: Answer): Settled {
    if (outcome.how === 'threw') this.causes.set(call.callId, outcome.error);
    deltas?.close('reply' in answer ? answer.reply : undefined);
    return { callId: call.callId, ...answer };
  }
}
