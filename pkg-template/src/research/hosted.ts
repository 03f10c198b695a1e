import { refusalIn } from '../calls.js';
import type { ResearchResult as ResearchOutcome, ResearchTraceStep } from '../generated/reflect_engine.js';
import type { ResearchRun as CoreRun } from '../generated/research.js';
import type { Redaction } from '../redact.js';
import { CompanionRun } from '../run/companion.js';
import { awaited, HostedRun } from '../run/hosted.js';
import type { Call, Output } from '../types.js';
import { hostedReply } from './calls.js';
import { instance } from './core.js';
import type { FactReader } from './facts.js';
import type { ResearchResult, ResearchRun } from './types.js';

/** The {@link ResearchRun} that `loop.start` gives: driven as a `ReflectRun` is, with what callbacks would give as replies. */
export class HostedResearchRun implements ResearchRun {
  private readonly run: HostedRun<ResearchTraceStep, ResearchOutcome>;
  private readonly calls = new Map<string, Call>();
  private readonly reader: FactReader;
  private readonly redaction: Redaction | undefined;
  private readonly finished: (outcome: ResearchOutcome) => ResearchResult;

  constructor(
    core: CoreRun,
    reader: FactReader,
    redaction: Redaction | undefined,
    finished: (outcome: ResearchOutcome) => ResearchResult,
  ) {
    this.run = new HostedRun(new CompanionRun(core, instance()));
    this.reader = reader;
    this.redaction = redaction;
    this.finished = finished;
  }

  poll(nowMs?: number): Output<ResearchTraceStep, ResearchResult> {
    const output = this.run.poll(nowMs);
    if (output.type === 'call') this.calls.set(output.call.callId, output.call);
    if (output.type === 'step' && this.redaction !== undefined) return { ...output, step: this.redaction.step(output.step) };
    if (output.type !== 'done') return output;
    this.redaction?.result(output.result, output.result);
    return { type: 'done', result: this.finished(output.result) };
  }

  reply(callId: string, response: unknown, nowMs?: number): void {
    awaited(response);
    const call = this.calls.get(callId);
    try {
      this.run.reply(callId, call === undefined ? response : hostedReply(call, response, this.reader), nowMs);
    } catch (thrown) {
      const refused = refusalIn(thrown);
      if (refused === undefined) throw thrown;
      this.run.fail(callId, refused, nowMs);
    }
    this.calls.delete(callId);
  }

  fail(callId: string, error: unknown, nowMs?: number): void {
    this.run.fail(callId, error, nowMs);
    this.calls.delete(callId);
  }

  abort(reason?: unknown, nowMs?: number): void {
    this.run.abort(reason, nowMs);
  }

  review(accepted: boolean, feedback?: string, nowMs?: number): void {
    this.run.review(accepted, feedback, nowMs);
  }

  snapshot(): string {
    return this.run.snapshot();
  }

  free(): void {
    this.run.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}
