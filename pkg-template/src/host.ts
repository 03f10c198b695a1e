// One run's side in JavaScript: keeps the time, shows steps, makes calls, and tells the run to end when it must.

import type { Answer, Task } from './calls.js';
import { concluded, prepare } from './calls.js';
import type { DraftTracker } from './drafts.js';
import { DurableSteps, storedAnswer, timeOf } from './durable.js';
import { type ReflectError, told } from './error.js';
import type { DecisionRun, ResearchRun } from './generated/companions.js';
import type {
  AutopilotResult,
  AutopilotRun,
  AutopilotStep,
  ReflectResult as CoreResult,
  ReflectRun as CoreRun,
  DecisionReflection,
  DecisionTraceStep,
  Host as DriverHost,
  ResearchResult,
  ResearchTraceStep,
  Settled,
} from './generated/reflect_engine.js';
import { apart, utf8, written } from './plain.js';
import type { Outcome, Turn } from './race.js';
import { race } from './race.js';
import type { Ending } from './signal.js';
import { TapeReader } from './tape.js';
import type { Callbacks } from './task.js';
import type { Call, Step } from './types.js';

/** What a host is made of. */
export interface HostParts {
  run: CoreRun | AutopilotRun | DecisionRun | ResearchRun;
  callbacks: Callbacks;
  ending: Ending;
  onStep(step: Step | AutopilotStep | DecisionTraceStep | ResearchTraceStep): void;
  drafts: DraftTracker | undefined;
}

export class Host implements DriverHost {
  /** What callbacks threw, by call: the cause, should the run fail for it. */
  readonly causes = new Map<string, unknown>();
  readonly parts: HostParts;
  private readonly steps: DurableSteps | undefined;
  private readonly tape = new TapeReader();
  /** Why there is no time any more. */
  clockFault: ReflectError | undefined;
  private lastMs = 0;
  /** Calls that were asked for, and not begun. */
  private readonly waiting = new Set<string>();
  /** The run was told to end. */
  private cutOff = false;

  constructor(parts: HostParts) {
    this.parts = parts;
    const { durable } = parts.callbacks;
    if (durable !== undefined) this.steps = new DurableSteps(durable, parts.ending, (callId) => this.waiting.delete(callId));
  }

  turn(settled: Settled | undefined): Promise<Settled>[] | CoreResult | AutopilotResult | DecisionReflection | ResearchResult {
    const { run, ending } = this.parts;
    if (settled !== undefined) this.handIn(settled);
    for (;;) {
      if (ending.ended && !this.cutOff) {
        this.cutOff = true;
        run.abort(ending.reason === undefined ? '' : told(ending.reason), this.now(), [...this.waiting]);
      }
      const calls: Call[] = [];
      for (const output of this.tape.read(run.poll(this.now(), true))) {
        if (output.type === 'step') this.show(output.step);
        else if (output.type === 'call') {
          calls.push(output.call);
          this.waiting.add(output.call.callId);
        } else if (output.type === 'done') return output.result;
      }
      // Somebody who was shown a step may have ended the run.
      if (this.cutOff || !ending.ended) return this.start(calls);
    }
  }

  /** Without a clock a run cannot go on: it ends, at the last time that there was, with what it has. */
  private now(): number {
    const { callbacks, ending } = this.parts;
    try {
      this.lastMs = timeOf(callbacks.durable);
    } catch (thrown) {
      if (!ending.ended) this.clockFault = thrown as ReflectError;
      ending.end(thrown);
    }
    return this.lastMs;
  }

  private handIn({ callId, reply, content, error }: Settled): void {
    const { run, ending } = this.parts;
    // What comes after an abort is late: the run is told of the abort instead.
    if (ending.ended) return;
    if (error !== undefined) run.fail(callId, error.code, error.message, this.now());
    else {
      run.reply(callId, written(reply ?? null), this.now(), utf8(content));
      this.tape.knows(content);
    }
  }

  protected show(step: Step | AutopilotStep): void {
    this.parts.drafts?.step(step as Step);
    this.parts.onStep(step);
  }

  /** Begins calls, all at once if the host can. */
  protected start(calls: Call[]): Promise<Settled>[] {
    const { callbacks, ending, drafts } = this.parts;
    const tasks = calls.map((call) => prepare(call, callbacks, drafts));
    if (this.steps !== undefined) {
      return this.steps.start(tasks).map(async (outcome, at) => {
        const [task, came] = [tasks[at] as Task, await outcome];
        return this.settled(task, came, storedAnswer(task, came));
      });
    }
    return tasks.map(async (task) => {
      const work = (turn: Turn): unknown => {
        this.waiting.delete(task.call.callId);
        return task.work(turn);
      };
      const outcome = await race(work, ending, task.call.timeoutMs);
      return this.settled(task, outcome, concluded(task.call, outcome));
    });
  }

  private settled({ call, deltas }: Task, outcome: Outcome, answer: Answer): Settled {
    if (outcome.how === 'threw') this.causes.set(call.callId, outcome.error);
    deltas?.close('reply' in answer ? answer.reply : undefined);
    return { callId: call.callId, ...('reply' in answer ? apart(call.kind, answer.reply) : answer) };
  }
}
