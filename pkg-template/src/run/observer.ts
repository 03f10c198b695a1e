// Tells whoever watches of the calls of a run, as they begin and end.

import { isObject } from '../check/kind.js';
import type { Call, CallError, CallEvent, Usage } from '../types.js';
import { ANSWER } from './callbacks.js';
import { type Answer, type OpenCall, verdictOf } from './calls.js';

export class CallObserver {
  private readonly tell: (event: CallEvent) => void;
  private readonly runId: string;
  /** When calls began whose end was not reported. */
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
    this.tell({ ...this.event('end', call), durationMs: nowMs - begunMs, ...endOf(call.call, answer) });
  }

  /** The run is over; nobody waits for the calls that are out. */
  stops(error: CallError, nowMs: number): void {
    for (const call of [...this.begun.keys()]) this.ends(call, { error }, nowMs);
  }

  private event(type: CallEvent['type'], { call }: OpenCall): CallEvent {
    return { type, runId: this.runId, ...nameOf(call, this.iteration) };
  }
}

/** Which call it is; tools run for the draft of this iteration. */
export function nameOf(call: Call, iteration: number): Pick<CallEvent, 'callId' | 'purpose' | 'iteration' | 'attempt'> {
  const { callId } = call;
  switch (call.kind) {
    case 'model':
      return { callId, purpose: call.purpose, iteration: call.iteration, attempt: call.attempt };
    case 'tool':
      return { callId, purpose: 'tool', iteration, attempt: 1 };
    case 'verify':
      return { callId, purpose: 'verify', iteration: call.draftIndex + 1, attempt: 1 };
  }
}

/** What a call came to, as it is reported: the tokens of a model, the verdict of a verifier, an error. */
export function endOf(call: Call, answer: Answer): Pick<CallEvent, 'usage' | 'verdict' | 'error'> {
  const reply = 'reply' in answer ? answer.reply : undefined;
  const usage = call.kind === 'model' && isObject(reply) ? (reply.usage as Usage | null | undefined) : undefined;
  const verdict = call.kind === 'verify' && call.verifier !== ANSWER && reply !== undefined ? verdictOf(reply) : undefined;
  return {
    ...(usage && { usage: { ...usage } }),
    ...(verdict !== undefined && { verdict }),
    ...('error' in answer && { error: { ...answer.error } }),
  };
}
