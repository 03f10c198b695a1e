// Runs of the companions: they make a few calls, and cross as JSON.

import type { Answer } from '../calls.js';
import type { Run } from '../generated/decision.js';
import type { RawExports } from '../load/exports.js';
import { written } from '../plain.js';
import { guarded } from '../trap.js';
import type { Json, Output } from '../types.js';
import type { Asked, CoreRun, Next } from './core.js';

/** Makes one of them a run like the engine's. */
export class CompanionRun<S, R> implements CoreRun<S, R> {
  readonly runId: string;
  private readonly run: Run;
  private readonly raw: RawExports;
  /** Number of the next call: they are numbered as they come. */
  private next = 0;

  /** `raw`: what the wasm of the run exports. */
  constructor(run: Run, { raw }: { raw: RawExports }) {
    this.run = run;
    this.raw = raw;
    this.runId = run.key();
  }

  poll(nowMs: number): Next<S, R>[] {
    const polled = guarded(this.raw, () => this.run.poll(nowMs));
    const outputs = JSON.parse(polled) as Exclude<Output<S, R>, { type: 'wait' }>[];
    return outputs.map((output) => (output.type === 'call' ? { ...output, number: this.next++ } : output));
  }

  answer({ number }: Asked, answer: Answer, nowMs: number): void {
    if ('error' in answer) this.run.fail(number, answer.error.code, answer.error.message, nowMs);
    else this.run.reply(number, written('modelAnswer' in answer ? (answer.modelAnswer as unknown as Json) : answer.reply), nowMs);
  }

  abort(reason: string, unmade: readonly Asked[], nowMs: number): void {
    this.run.abort(
      reason,
      Uint32Array.from(unmade, ({ number }) => number),
      nowMs,
    );
  }

  free(): void {
    this.run.free();
  }
}
