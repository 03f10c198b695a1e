import { isPlain, isPromise, kindOf } from '../check/kind.js';
import { ReflectError } from '../error.js';
import { replayRun } from '../run/engine.js';
import { REDACTION, type Redaction } from '../run/redact.js';
import { parseSnapshot } from '../run/snapshot.js';
import type { HostedResult, Json, ReflectResult } from '../types.js';
import { FORMAT, playBack, recomputeTrace } from './playback.js';
import type { Trace, TraceTask } from './types.js';

/** What the host notes in a result, and no log holds: that an observer failed, or a schema could not be given to a model. */
const NOTES: readonly string[] = ['callback_error', 'no_response_schema', 'critic_never_rejects'];

/**
 * A run of `ReflectEngine` as one plain JSON object: what was asked for, every call with its request and reply, the steps, the result, and
 * the inputs from which {@link replay} recomputes it. Give it the result itself, or the `result` of the error that the run rejected with.
 *
 * Where the run had a `redact`, every text in it went through that hook, and it has no `log`, which holds the real words.
 *
 * Throws `invalid_task` for anything else, and `invalid_snapshot`, naming the loop, for the result of another loop.
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
  const from = parseSnapshot(
    snapshot,
    'settings',
    ', which alone have traces: for criteria take `new ReflectEngine({ criteria })`',
  );
  const { trace, runId, ...first } = result;
  const { steps, settings, ...rest } = trace;
  const { calls, endedMs } = playBack(replayRun(from, runId), from.log, ({ durationMs }, lastMs) => {
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
 * The run of a trace, recomputed from its inputs: the result that the run had, to the byte, also with another engine and elsewhere, if the
 * package has the same version. No model, tool or verifier is called. What the host added (`object`, `selfCritique`, failed observers) is
 * taken from the trace.
 *
 * Throws `invalid_snapshot`, naming the field, for a trace that cannot be replayed.
 */
export function replay<T = Json>(trace: Trace): ReflectResult<T> {
  return mergeTrace<T>(recomputeTrace(trace).result, trace.result);
}

/** Adds to a result that was recomputed what the host added to it. */
function mergeTrace<T>(result: HostedResult, recorded: Trace['result'] & { failure?: unknown }): ReflectResult<T> {
  const { trace, errors } = result;
  if (recorded.failure === undefined) delete result.failure;
  errors.unshift(...recorded.errors.filter(({ code }) => NOTES.includes(code)));
  errors.sort((a, b) => a.seq - b.seq);
  // What was streamed of a draft that was never finished.
  if (trace.drafts.length === 0 && typeof recorded.output === 'string') result.output = recorded.output;
  if (recorded.trace.selfCritique === true) {
    trace.selfCritique = true;
    result.reviewReasons.push('self_judged');
  }
  return Object.assign(result as ReflectResult<T>, 'object' in recorded && { object: recorded.object as T });
}
