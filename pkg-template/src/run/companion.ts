// Runs of the companions: they make a few calls, and cross as JSON.

import type { Answer } from '../calls.js';
import type { RawExports } from '../load/exports.js';
import { written } from '../plain.js';
import { guarded } from '../trap.js';
import type { Json, Output } from '../types.js';
import type { Asked, CoreRun, Next } from './core.js';

/** What the wasm of a companion exports of a run. */
interface DrivenRun {
  key(): string;
  poll(nowMs: number): string;
  reply(callId: string, response: string, nowMs: number): void;
  fail(callId: string, code: string, message: string, nowMs: number): void;
  abort(reason: string, nowMs: number, unmade: string[]): void;
  free(): void;
}

/** Makes one of them a run like the engine's. */
export class CompanionRun<S, R> implements CoreRun<S, R> {
  readonly runId: string;
  private readonly run: DrivenRun;
  private readonly raw: RawExports;

  /** `raw`: what the wasm of the run exports. */
  constructor(run: DrivenRun, { raw }: { raw: RawExports }) {
    this.run = run;
    this.raw = raw;
    this.runId = run.key();
  }

  poll(nowMs: number): Next<S, R>[] {
    const polled = guarded(this.raw, () => this.run.poll(nowMs));
    const outputs = JSON.parse(polled) as Exclude<Output<S, R>, { type: 'wait' }>[];
    return outputs.map((output) => (output.type === 'call' ? { ...output, number: 0 } : output));
  }

  answer({ call: { callId } }: Asked, answer: Answer, nowMs: number): void {
    if ('error' in answer) this.run.fail(callId, answer.error.code, answer.error.message, nowMs);
    else this.run.reply(callId, written('modelAnswer' in answer ? (answer.modelAnswer as unknown as Json) : answer.reply), nowMs);
  }

  abort(reason: string, unmade: readonly Asked[], nowMs: number): void {
    const ids = unmade.map(({ call }) => call.callId);
    this.run.abort(reason, nowMs, ids);
  }

  free(): void {
    this.run.free();
  }
}
