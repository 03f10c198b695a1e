// A run whose inputs are played to it once more, and the calls that it makes meanwhile.

import { isObject } from '../check/kind.js';
import { callCore, freeingOnError } from '../load/trap.js';
import { ABORTED, endOf, nameOf } from '../run/calls.js';
import type { Entry } from '../run/core.js';
import type { EngineRun } from '../run/engine.js';
import { type Listener, play, snapshotError } from '../run/snapshot.js';
import type { Call, HostedResult, Json, Step } from '../types.js';
import type { TraceCall, TraceRequest } from './types.js';

/** Plays the whole log; `ended` says when the result was made, from that which is made at the time of the last input. */
export function playedBack(
  core: EngineRun<Step, HostedResult>,
  log: readonly Entry[],
  ended: (result: HostedResult, lastMs: number) => number,
): { calls: TraceCall[]; result: HostedResult; endedMs: number } {
  const calls = new Map<string, TraceCall>();
  const open = new Set<TraceCall>();
  let iteration = 0;
  let done: HostedResult | undefined;
  const listener: Listener<Step, HostedResult> = {
    polled(next, startMs) {
      if (next.type === 'done') done = next.result;
      if (next.type !== 'call') return;
      const { call } = next;
      if (call.kind === 'model') iteration = call.iteration;
      const critic = call.kind === 'model' ? call.critic : undefined;
      const begun: TraceCall = {
        ...nameOf(call, iteration),
        ...(critic !== undefined && { critic }),
        startMs,
        durationMs: 0,
        request: requestOf(call),
      };
      calls.set(call.callId, begun);
      open.add(begun);
    },
    answered({ call }, answer, at) {
      const begun = calls.get(call.callId);
      if (begun === undefined) return;
      open.delete(begun);
      const reply = 'reply' in answer ? answer.reply : undefined;
      if (call.kind === 'model' && isObject(reply) && typeof reply.model === 'string') begun.model = reply.model;
      Object.assign(begun, { durationMs: at - begun.startMs, ...endOf(call, answer), ...(reply !== undefined && { reply }) });
    },
    aborted(unmade, at) {
      for (const { call } of unmade) calls.delete(call.callId);
      for (const call of open) Object.assign(call, { durationMs: at - call.startMs, error: { ...ABORTED } });
      open.clear();
    },
    // They were asked for again.
    resumed(at) {
      for (const call of open) call.startMs = at;
    },
  };
  const resultAt = (at: number): HostedResult => {
    for (const next of callCore(() => core.poll(at))) listener.polled(next, at);
    if (done === undefined) throw snapshotError('the run in it has not ended');
    return done;
  };
  return freeingOnError(core, () => {
    play(core, log, listener);
    if (log.some((entry) => entry.do === 'restore')) core.readSettings();
    const lastMs = log.at(-1)?.at ?? 0;
    const endedMs = ended(resultAt(lastMs), lastMs);
    const result = resultAt(endedMs);
    core.free();
    return { calls: [...calls.values()], result, endedMs };
  });
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
