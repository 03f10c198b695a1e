// A run whose inputs are played to it once more, and the calls that it makes meanwhile.

import { direct, orFree } from '../load/trap.js';
import { ABORTED, type Answer, type Asked } from '../run/calls.js';
import type { Entry, Next } from '../run/core.js';
import type { EngineRun } from '../run/engine.js';
import { endOf, nameOf } from '../run/observer.js';
import { type LoggedRun, play, unsound } from '../run/snapshot.js';
import type { Call, HostedResult, Json, Step } from '../types.js';
import type { TraceCall, TraceRequest } from './types.js';

type Core = EngineRun<Step, HostedResult>;

export class Playback implements LoggedRun {
  private readonly core: Core;
  private readonly asked = new Map<string, TraceCall>();
  private readonly open = new Set<TraceCall>();
  private iteration = 0;
  private done: HostedResult | undefined;

  private constructor(core: Core) {
    this.core = core;
  }

  /** Plays the whole log; `ended` says when the result was made, from that which is made at the time of the last input. */
  static of(
    core: Core,
    log: readonly Entry[],
    ended: (result: HostedResult, lastMs: number) => number,
  ): { calls: TraceCall[]; result: HostedResult; endedMs: number } {
    const run = new Playback(core);
    return orFree(core, () => {
      play(run, log);
      if (log.some((entry) => entry.do === 'restore')) core.readSettings();
      const lastMs = log.at(-1)?.at ?? 0;
      const endedMs = ended(run.result(lastMs), lastMs);
      const result = run.result(endedMs);
      core.free();
      return { calls: [...run.asked.values()], result, endedMs };
    });
  }

  get logged(): number {
    return this.core.logged;
  }

  poll(nowMs: number): Next<Step, HostedResult>[] {
    const wanted = this.core.poll(nowMs);
    for (const next of wanted) {
      if (next.type === 'call') this.begins(next.call, nowMs);
      else if (next.type === 'done') this.done = next.result;
    }
    return wanted;
  }

  answer(asked: Asked, answer: Answer, nowMs: number): void {
    this.core.answer(asked, answer, nowMs);
    const call = this.asked.get(asked.call.callId);
    if (call !== undefined) this.ends(call, asked.call, answer, nowMs);
  }

  abort(reason: string, unmade: readonly Asked[], nowMs: number): void {
    this.core.abort(reason, unmade, nowMs);
    for (const { call } of unmade) this.asked.delete(call.callId);
    for (const call of this.open) Object.assign(call, { durationMs: nowMs - call.startMs, error: { ...ABORTED } });
    this.open.clear();
  }

  review(accepted: boolean, feedback: string | undefined, nowMs: number): void {
    this.core.review(accepted, feedback, nowMs);
  }

  resumed(over: Json, nowMs: number): void {
    this.core.resumed(over, nowMs);
    // They were asked for again.
    for (const call of this.open) call.startMs = nowMs;
  }

  private result(nowMs: number): HostedResult {
    direct(() => this.poll(nowMs));
    if (this.done === undefined) throw unsound('the run in it has not ended');
    return this.done;
  }

  private begins(call: Call, startMs: number): void {
    if (call.kind === 'model') this.iteration = call.iteration;
    const critic = call.kind === 'model' ? call.critic : undefined;
    const begun: TraceCall = {
      ...nameOf(call, this.iteration),
      ...(critic !== undefined && { critic }),
      startMs,
      durationMs: 0,
      request: requestOf(call),
    };
    this.asked.set(call.callId, begun);
    this.open.add(begun);
  }

  private ends(begun: TraceCall, call: Call, answer: Answer, nowMs: number): void {
    this.open.delete(begun);
    const reply = 'reply' in answer ? answer.reply : undefined;
    const model = typeof reply === 'object' && reply !== null && 'model' in reply ? reply.model : undefined;
    if (call.kind === 'model' && typeof model === 'string') begun.model = model;
    Object.assign(begun, { durationMs: nowMs - begun.startMs, ...endOf(call, answer), ...(reply !== undefined && { reply }) });
  }
}

/** What was sent, as a trace has it. */
export function requestOf(call: Call): TraceRequest {
  switch (call.kind) {
    case 'model': {
      const { messages, n, tools, responseSchema } = call;
      const named = tools && { tools: tools.map(({ name }) => name) };
      return { messages, ...(n !== undefined && { n }), ...named, ...(responseSchema && { responseSchema }) };
    }
    case 'tool':
      return {
        toolName: call.toolName,
        toolCallId: call.toolCallId,
        args: call.args as Json,
        ...(call.critic !== undefined && { critic: call.critic }),
      };
    case 'verify':
      return { verifier: call.verifier, draft: call.draft };
  }
}
