import { isObject, isPlain, isPromise, kindOf } from '../check/kind.js';
import { MAX_DEPTH, nestsTooDeep } from '../check/plain.js';
import { describeError, ReflectError } from '../error.js';
import { FORMAT as SNAPSHOT } from '../run/core.js';
import { begunAs } from '../run/engine.js';
import { REDACTION, type Redaction } from '../run/redact.js';
import { type Saved, saved } from '../run/snapshot.js';
import type { HostedResult, Json, ReflectResult, RunError } from '../types.js';
import { Playback } from './playback.js';
import type { Trace, TraceCall, TraceTask } from './types.js';

export const FORMAT = 'reflect-engine/trace';

/** What the host notes in a result, and no log holds: that an observer failed, or a schema could not be given to a model. */
const NOTES: readonly string[] = ['callback_error', 'no_response_schema', 'critic_never_rejects'];

/**
 * A run of `ReflectEngine` as one plain JSON object: what was asked for, every call with its request and reply, the steps, the result, and
 * the inputs from which {@link replay} recomputes it. Give it the result itself, or that of the error which the run rejected with.
 *
 * Where the run had a `redact`, every text in it went through that hook, and it has no `log`, which holds the real words.
 *
 * Throws `invalid_task` for what is no such result, and `invalid_snapshot` for that of another loop, naming it.
 */
export function traceOf(result: ReflectResult<unknown>): Trace {
  const snapshot: unknown = (result as ReflectResult | null | undefined)?.snapshot;
  if (typeof snapshot !== 'string') {
    const hint = isPromise(result)
      ? ': wait for it'
      : isPlain(result) && 'trace' in result
        ? ': a copy of a result has no `snapshot`'
        : '';
    throw new ReflectError(
      'invalid_task',
      `\`traceOf\` takes the result of a run of ReflectEngine, got ${kindOf(result)}${hint}`,
    );
  }
  const from = saved(snapshot, 'settings');
  const { trace, runId, ...first } = result;
  const { steps, settings, ...rest } = trace;
  const { calls, endedMs } = Playback.of(begunAs(from, runId), from.log, ({ durationMs }, lastMs) => {
    return lastMs + (result.durationMs - durationMs);
  });
  const { startedMs, seed, key = '', run } = from;
  const redaction = (result as { [REDACTION]?: Redaction })[REDACTION];
  const seen = <V>(value: V): V => redaction?.step(value) ?? value;
  const whole = {
    format: FORMAT,
    version: trace.metadata.engineVersion,
    runId,
    startedMs,
    endedMs,
    settings: seen(settings),
    task: seen(run.task as unknown as TraceTask),
    calls: seen(calls),
    steps,
    result: seen({ ...first, trace: rest }),
    ...(redaction === undefined && { log: { version: 1, seed, key, settings: run.settings, entries: from.log } }),
  };
  return JSON.parse(JSON.stringify(whole)) as Trace;
}

/**
 * The run of a trace, recomputed from its inputs: the result that the run had, to the byte, also with another engine and elsewhere, when the
 * package is of the same version. No model, tool or verifier is asked. What the host laid beside (`object`, `selfCritique`, failed
 * observers) is the trace's.
 *
 * Throws `invalid_snapshot`, naming the field, for what is not a trace that can be replayed.
 */
export function replay<T = Json>(trace: Trace): ReflectResult<T> {
  return laidBeside<T>(recomputed(trace).result, trace.result);
}

/** The run of a trace as its inputs say, without what the host laid beside. Throws `invalid_snapshot`, as {@link replay}. */
export function recomputed(trace: Trace): { from: Saved; calls: TraceCall[]; result: HostedResult } {
  const { runId, startedMs, endedMs, task, log } = checked(trace);
  const { settings, entries, ...identity } = log;
  const text = written({ format: SNAPSHOT, ...identity, startedMs, shown: 0, runId, run: { settings, task }, log: entries });
  try {
    const from = saved(text, 'settings');
    return { from, ...Playback.of(begunAs(from, runId), from.log, () => endedMs) };
  } catch (thrown) {
    if (!(thrown instanceof ReflectError) || thrown.code === 'engine_trap') throw thrown;
    throw unsound(`its \`log\`: ${thrown.message}`);
  }
}

/** Adds to a result that was recomputed what the host added to it. */
function laidBeside<T>(result: HostedResult, given: Trace['result'] & { failure?: unknown }): ReflectResult<T> {
  const { trace, errors } = result;
  if (given.failure === undefined) delete result.failure;
  errors.unshift(...given.errors.filter(({ code }) => NOTES.includes(code)));
  errors.sort((a, b) => a.seq - b.seq);
  // What was streamed of a draft that was never finished.
  if (trace.drafts.length === 0 && typeof given.output === 'string') result.output = given.output;
  if (given.trace.selfCritique === true) {
    trace.selfCritique = true;
    result.reviewReasons.push('self_judged');
  }
  return Object.assign(result as ReflectResult<T>, 'object' in given && { object: given.object as T });
}

function checked(trace: unknown): Required<Trace> {
  const must = (ok: boolean, key: string, what: string, value: unknown): void => {
    if (!ok)
      throw unsound(`\`${key}\` must be ${what}, got ${typeof value === 'string' ? `"${value.slice(0, 40)}"` : kindOf(value)}`);
  };
  if (!isPlain(trace)) {
    const hint = isObject(trace) && 'snapshot' in trace ? ': give `traceOf(result)`' : '';
    throw unsound(`it must be an object, got ${kindOf(trace)}${hint}`);
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
  if (log === undefined) throw unsound('it has no `log`, as the run had a `redact`; it can only be looked at');
  must(isPlain(log), 'log', 'an object', log);
  // Its `object` goes into the result that is recomputed.
  if (nestsTooDeep(written(result as object), 1)) throw unsound(`\`result\` is nested deeper than ${MAX_DEPTH}`);
  return trace as Required<Trace>;
}

function written(snapshot: object): string {
  try {
    return JSON.stringify(snapshot);
  } catch (thrown) {
    throw unsound(`it must be plain JSON: ${describeError(thrown)}`);
  }
}

function unsound(what: string): ReflectError {
  return new ReflectError('invalid_snapshot', `this is not a trace that can be replayed: ${what}`);
}
