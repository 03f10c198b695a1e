// A run whose inputs are played to it once more, and the calls that it makes meanwhile.

import { describeWrongKind, isObject, isPlain, kindOf } from '../check/kind.js';
import { MAX_DEPTH, nestsTooDeep } from '../check/plain.js';
import { describeError, ReflectError } from '../error.js';
import { callCore, freeingOnError } from '../load/trap.js';
import { ABORTED, endOf, nameOf } from '../run/calls.js';
import { FORMAT as SNAPSHOT } from '../run/core.js';
import { type EngineRun, replayRun } from '../run/engine.js';
import type { Entry } from '../run/input-log.js';
import { type Listener, type ParsedSnapshot, parseSnapshot, play, snapshotError } from '../run/snapshot.js';
import type { Call, HostedResult, Json, RunError, Step } from '../types.js';
import type { Trace, TraceCall, TraceRequest } from './types.js';

export const FORMAT = 'reflect-engine/trace';

/** Plays the whole log; `ended` says when the result was made, from that which is made at the time of the last input. */
export function playBack(
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

/** The run of a trace as its inputs say, without what the host laid beside. Throws `invalid_snapshot`, naming the field. */
export function recomputeTrace(trace: Trace): { from: ParsedSnapshot; calls: TraceCall[]; result: HostedResult } {
  const { runId, startedMs, endedMs, task, log } = checkTrace(trace);
  const { settings, entries, ...identity } = log;
  const text = jsonOf({ format: SNAPSHOT, ...identity, startedMs, shown: 0, runId, run: { settings, task }, log: entries });
  try {
    const from = parseSnapshot(text, 'settings');
    return { from, ...playBack(replayRun(from, runId), from.log, () => endedMs) };
  } catch (thrown) {
    if (!(thrown instanceof ReflectError) || thrown.code === 'engine_trap') throw thrown;
    throw traceError(`its \`log\`: ${thrown.message}`);
  }
}

function checkTrace(trace: unknown): Required<Trace> {
  const requireField = (ok: boolean, key: string, what: string, value: unknown): void => {
    if (!ok)
      throw traceError(
        `\`${key}\` must be ${what}, got ${typeof value === 'string' ? `"${value.slice(0, 40)}"` : kindOf(value)}`,
      );
  };
  if (!isPlain(trace)) {
    const hint = isObject(trace) && 'snapshot' in trace ? ': give `traceOf(result)`' : '';
    throw traceError(`${describeWrongKind('it', 'an object', trace)}${hint}`);
  }
  const { format, runId, startedMs, endedMs, task, log, result } = trace as Partial<Trace>;
  requireField(format === FORMAT, 'format', `"${FORMAT}"`, format);
  requireField(typeof runId === 'string' && runId !== '', 'runId', 'a string that is not empty', runId);
  requireField(Number.isFinite(startedMs), 'startedMs', 'a number', startedMs);
  requireField(Number.isFinite(endedMs), 'endedMs', 'a number', endedMs);
  requireField(isPlain(task), 'task', 'an object', task);
  requireField(isPlain(result), 'result', 'an object', result);
  requireField(isPlain(result?.trace), 'result.trace', 'an object', result?.trace);
  const isError = (error: RunError | null): boolean => typeof error?.code === 'string' && Number.isFinite(error.seq);
  requireField(
    Array.isArray(result?.errors) && result.errors.every(isError),
    'result.errors',
    'a list of errors',
    result?.errors,
  );
  if (log === undefined) throw traceError('it has no `log`, as the run had a `redact`; it can only be looked at');
  requireField(isPlain(log), 'log', 'an object', log);
  // Its `object` goes into the result that is recomputed.
  if (nestsTooDeep(jsonOf(result as object), 1)) throw traceError(`\`result\` is nested deeper than ${MAX_DEPTH}`);
  return trace as Required<Trace>;
}

function jsonOf(snapshot: object): string {
  try {
    return JSON.stringify(snapshot);
  } catch (thrown) {
    throw traceError(`it must be plain JSON: ${describeError(thrown)}`);
  }
}

function traceError(what: string): ReflectError {
  return new ReflectError('invalid_snapshot', `this is not a trace that can be replayed: ${what}`);
}
