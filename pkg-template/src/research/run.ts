// A run of a research loop, with the log of its inputs: a snapshot is written from it, and read back by playing it to a new run.

import type { Answer } from '../calls.js';
import { ReflectError } from '../error.js';
import type { ResearchResult as ResearchOutcome, ResearchTraceStep, ResearchWire } from '../generated/reflect_engine.js';
import type { Run } from '../generated/research.js';
import { jsonText } from '../plain.js';
import { CompanionRun } from '../run/companion.js';
import type { Asked, Next } from '../run/core.js';
import { entryOf, LogKeeper } from '../run/log.js';
import { type LoggedRun, play, type Saved } from '../run/snapshot.js';
import { direct, orFree } from '../trap.js';
import type { Json } from '../types.js';
import { core, instance } from './core.js';

/** What a run is made of. */
interface Made {
  research: ResearchWire;
  query: string;
}

export class LoggedResearch extends CompanionRun<ResearchTraceStep, ResearchOutcome> implements LoggedRun {
  private readonly research: Run;
  private readonly log: LogKeeper;
  private stepsShown = 0;
  /** The result was given. */
  private over = false;

  private constructor(made: Made, run: Run, startedMs: number) {
    super(run, instance());
    this.research = run;
    const identity = { seed: run.seed(), key: this.runId, startedMs, runId: this.runId };
    this.log = new LogKeeper(() => jsonText(made as unknown as Json), identity);
  }

  /** A run that begins at this time. */
  static begun(research: ResearchWire, query: string, nowMs: number): LoggedResearch {
    const run = direct(() => core().beginResearch(research, query, undefined, nowMs));
    return new LoggedResearch({ research, query }, run, nowMs);
  }

  /** A saved run that goes on at this time, under the limits and with the evaluator of `over`. */
  static restored(
    { run: made, seed, key, startedMs, stepsShown, log }: Saved,
    over: ResearchWire,
    nowMs: number,
  ): LoggedResearch {
    const research = made.research as unknown as ResearchWire;
    const query = typeof made.query === 'string' ? made.query : '';
    const run = direct(() => core().beginResearch(research, query, seed, startedMs));
    if (key !== undefined) run.setKey(key);
    const restored = new LoggedResearch({ research, query }, run, startedMs);
    orFree(restored, () => {
      play(restored, log);
      direct(() => run.resume(stepsShown, over, nowMs));
    });
    restored.log.add({ at: nowMs, do: 'restore', value: over as unknown as Json });
    restored.stepsShown = Math.max(0, Math.trunc(stepsShown));
    restored.over = false;
    return restored;
  }

  get logged(): number {
    return this.log.length;
  }

  snapshot(): string {
    return this.log.snapshot(this.stepsShown);
  }

  override poll(nowMs: number): Next<ResearchTraceStep, ResearchOutcome>[] {
    const polled = super.poll(nowMs);
    if (polled.length > 0 && !this.over) this.log.add({ at: nowMs, do: 'advance' });
    for (const { type } of polled) {
      if (type === 'step') this.stepsShown += 1;
      this.over ||= type === 'done';
    }
    return polled;
  }

  override answer(asked: Asked, answer: Answer, nowMs: number): void {
    super.answer(asked, answer, nowMs);
    this.log.add(entryOf(asked.call, answer, nowMs));
  }

  override abort(reason: string, unmade: readonly Asked[], nowMs: number): void {
    super.abort(reason, unmade, nowMs);
    this.log.add({ at: nowMs, do: 'abort', message: reason, unmade: unmade.map(({ call }) => call.callId) });
  }

  review(): void {
    throw new ReflectError('misuse', 'a research run takes no review by a person');
  }

  resumed(over: Json, nowMs: number): void {
    this.research.resumed(over as unknown as ResearchWire, nowMs);
    this.log.add({ at: nowMs, do: 'restore', value: over });
  }
}
