// Tells whoever watches of the calls of a run, as they begin and end.

import type { Answer } from '../calls.js';
import type { CallError, CallEvent, Usage } from '../types.js';
import type { OpenCall } from './call.js';
import { verdictOf } from './verdict.js';

export class CallObserver {
  private readonly tell: (event: CallEvent) => void;
  private readonly runId: string;
  /** When calls began whose end was not told. */
  private readonly begun = new Map<OpenCall, number>();
  /** Of the last model call: tools run for the draft that it writes. */
  private iteration = 0;

  constructor(tell: (event: CallEvent) => void, runId: string) {
    this.tell = tell;
    this.runId = runId;
  }

  begins(call: OpenCall, nowMs: number): void {
    this.begun.set(call, nowMs);
    if (call.call.kind === 'model') this.iteration = call.call.iteration;
    this.tell(this.event('start', call));
  }

  ends(call: OpenCall, answer: Answer, nowMs: number): void {
    const begunMs = this.begun.get(call);
    // A call that could not be made.
    if (begunMs === undefined) return;
    this.begun.delete(call);
    const event = { ...this.event('end', call), durationMs: nowMs - begunMs };
    const usage = usageIn(call, answer);
    if (usage !== undefined) event.usage = { ...usage };
    const verdict = call.call.kind === 'verify' && 'reply' in answer ? verdictOf(answer.reply) : undefined;
    if (verdict !== undefined) event.verdict = verdict;
    if ('error' in answer) event.error = { ...answer.error };
    this.tell(event);
  }

  /** The run is over; nobody waits for the calls that are out. */
  stops(error: CallError, nowMs: number): void {
    for (const call of [...this.begun.keys()]) this.ends(call, { error }, nowMs);
  }

  private event(type: CallEvent['type'], { call }: OpenCall): CallEvent {
    const { runId } = this;
    const { callId } = call;
    switch (call.kind) {
      case 'model':
        return { type, runId, callId, purpose: call.purpose, iteration: call.iteration, attempt: call.attempt };
      case 'tool':
        return { type, runId, callId, purpose: 'tool', iteration: this.iteration, attempt: 1 };
      case 'verify':
        return { type, runId, callId, purpose: 'verify', iteration: call.draftIndex + 1, attempt: 1 };
    }
  }
}

function usageIn({ call }: OpenCall, answer: Answer): Usage | undefined {
  if (call.kind !== 'model' || 'error' in answer) return undefined;
  const reply = 'said' in answer ? answer.said : answer.reply;
  if (typeof reply !== 'object' || reply === null || !('usage' in reply)) return undefined;
  return (reply.usage as Usage | null | undefined) ?? undefined;
}
