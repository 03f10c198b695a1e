import { refusalIn } from './calls.js';
import type { FactReader } from './facts.js';
import type { ResearchRun as CoreRun } from './generated/companions.js';
import type {
  ReflectRun as EngineRun,
  ResearchResult as ResearchOutcome,
  ResearchTraceStep,
} from './generated/reflect_engine.js';
import { hostedReply } from './research-calls.js';
import type { ResearchRedaction } from './research-redact.js';
import type { ResearchResult, ResearchRun } from './research-types.js';
import { awaited, HostedRun } from './run.js';
import type { Call, Output } from './types.js';

/** The {@link ResearchRun} that `loop.start` gives: driven as a `ReflectRun` is, with what callbacks would give as replies. */
export class HostedResearchRun implements ResearchRun {
  private readonly run: HostedRun;
  private readonly calls = new Map<string, Call>();
  private readonly reader: FactReader;
  private readonly redaction: ResearchRedaction | undefined;
  private readonly finished: (outcome: ResearchOutcome) => ResearchResult;

  constructor(
    core: CoreRun,
    reader: FactReader,
    redaction: ResearchRedaction | undefined,
    finished: (outcome: ResearchOutcome) => ResearchResult,
  ) {
    // The same methods, in the other half of the core.
    this.run = new HostedRun(core as unknown as EngineRun);
    this.reader = reader;
    this.redaction = redaction;
    this.finished = finished;
  }

  poll(nowMs?: number): Output<ResearchTraceStep, ResearchResult> {
    const output = this.run.poll(nowMs) as unknown as Output<ResearchTraceStep, ResearchOutcome>;
    if (output.type === 'call') this.calls.set(output.call.callId, output.call);
    if (output.type === 'step' && this.redaction !== undefined) return { ...output, step: this.redaction.trace(output.step) };
    if (output.type !== 'done') return output;
    this.redaction?.outcome(output.result);
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
    const snapshot = this.run.snapshot();
    return this.redaction?.snapshot(snapshot) ?? snapshot;
  }

  free(): void {
    this.run.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }
}
