import { describeWrongKind, isObject, isPlain, kindOf } from '../check/kind.js';
import { MAX_DEPTH, nestsTooDeep } from '../check/plain.js';
import { describeError, ReflectError } from '../error.js';
import { FORMAT as SNAPSHOT } from '../run/core.js';
import { replayRun } from '../run/engine.js';
import { type ParsedSnapshot, parseSnapshot } from '../run/snapshot.js';
import type { HostedResult, RunError } from '../types.js';
import { playedBack } from './playback.js';
import type { Trace, TraceCall } from './types.js';

export const FORMAT = 'reflect-engine/trace';

/** The run of a trace as its inputs say, without what the host laid beside. Throws `invalid_snapshot`, naming the field. */
export function recomputed(trace: Trace): { from: ParsedSnapshot; calls: TraceCall[]; result: HostedResult } {
  const { runId, startedMs, endedMs, task, log } = checked(trace);
  const { settings, entries, ...identity } = log;
  const text = jsonOf({ format: SNAPSHOT, ...identity, startedMs, shown: 0, runId, run: { settings, task }, log: entries });
  try {
    const from = parseSnapshot(text, 'settings');
    return { from, ...playedBack(replayRun(from, runId), from.log, () => endedMs) };
  } catch (thrown) {
    if (!(thrown instanceof ReflectError) || thrown.code === 'engine_trap') throw thrown;
    throw traceError(`its \`log\`: ${thrown.message}`);
  }
}

function checked(trace: unknown): Required<Trace> {
  const must = (ok: boolean, key: string, what: string, value: unknown): void => {
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
  must(format === FORMAT, 'format', `"${FORMAT}"`, format);
  must(typeof runId === 'string' && runId !== '', 'runId', 'a string that is not empty', runId);
  must(Number.isFinite(startedMs), 'startedMs', 'a number', startedMs);
  must(Number.isFinite(endedMs), 'endedMs', 'a number', endedMs);
  must(isPlain(task), 'task', 'an object', task);
  must(isPlain(result), 'result', 'an object', result);
  must(isPlain(result?.trace), 'result.trace', 'an object', result?.trace);
  const isError = (error: RunError | null): boolean => typeof error?.code === 'string' && Number.isFinite(error.seq);
  must(Array.isArray(result?.errors) && result.errors.every(isError), 'result.errors', 'a list of errors', result?.errors);
  if (log === undefined) throw traceError('it has no `log`, as the run had a `redact`; it can only be looked at');
  must(isPlain(log), 'log', 'an object', log);
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
