import { kindOf } from '../check/kind.js';
import { resolvedSettings } from '../engine/engine.js';
import { ReflectError } from '../error.js';
import { wasm } from '../load/index.js';
import { callCore, freeingOnError } from '../load/trap.js';
import { toWire } from '../load/wire.js';
import { type EngineRun, startRun } from '../run/engine.js';
import { recomputed } from '../trace/recomputed.js';
import type { Trace } from '../trace/types.js';
import type { HostedResult, ReflectSettings, Step } from '../types.js';
import { RecordedReplies } from './record.js';
import { type Share, share } from './statistics.js';

/** The outcome of a recorded run under other settings. */
export interface BacktestRun {
  runId: string;
  /** Whether it was accepted when it was recorded. */
  before: boolean;
  /** Whether it is accepted under these settings; absent when the record ends first. */
  accepted?: boolean;
  /** Calls of models, as `maxCalls` counts them. */
  calls: number;
  /** The call that the record has no reply to: the purpose of a model's call, `tool` or `verify`. */
  missing?: string;
}

export interface Backtest {
  /** Runs that were accepted when they were recorded. */
  before: Share;
  /** Under these settings: accepted, ended without acceptance, and open (the record ends before the run does). */
  accepted: number;
  notAccepted: number;
  open: number;
  /**
   * The accepted share: `low` if no open run is accepted, `high` if all are, each with its end of Wilson's interval. It has a `value` when
   * no run is open.
   */
  rate: { value?: number; low: number; high: number };
  /** Calls of models in runs that ended, on average. */
  calls?: number;
  /** Where records end: how often each call was missing. */
  missing: { [what: string]: number };
  runs: BacktestRun[];
}

/**
 * Decides recorded runs once more under these settings, laid over their own. Nobody is called: a request gets the reply that it has in the
 * record; if it has none, the run is open.
 *
 * Throws `invalid_snapshot`, naming it, for a trace that cannot be replayed, and `invalid_settings`.
 */
export function backtest(traces: readonly Trace[], settings: ReflectSettings): Backtest {
  if (!Array.isArray(traces) || traces.length === 0) {
    const what = Array.isArray(traces) ? 'none' : kindOf(traces);
    throw new ReflectError('invalid_snapshot', `\`traces\` must be a list of at least one trace, got ${what}`);
  }
  const runs = traces.map((trace, at) => {
    try {
      return again(trace, settings);
    } catch (thrown) {
      if (!(thrown instanceof ReflectError) || thrown.code !== 'invalid_snapshot') throw thrown;
      throw new ReflectError(thrown.code, `traces[${at}]: ${thrown.message}`);
    }
  });
  const ended = runs.filter(({ accepted }) => accepted !== undefined);
  const accepted = ended.filter((run) => run.accepted).length;
  const shareOf = (count: number): Share => share(count, runs.length) as Share;
  const missing: Backtest['missing'] = {};
  for (const { missing: what } of runs) if (what !== undefined) missing[what] = (missing[what] ?? 0) + 1;
  const open = runs.length - ended.length;
  const least = shareOf(accepted);
  return {
    before: shareOf(runs.filter(({ before }) => before).length),
    accepted,
    notAccepted: ended.length - accepted,
    open,
    rate: { ...(open === 0 && { value: least.value }), low: least.low, high: shareOf(accepted + open).high },
    ...(ended.length > 0 && { calls: ended.reduce((sum, { calls }) => sum + calls, 0) / ended.length }),
    missing,
    runs,
  };
}

/** One run from its start. */
function again(trace: Trace, over: ReflectSettings): BacktestRun {
  const { from, calls, result } = recomputed(trace);
  const { seed, key, startedMs, run } = from;
  const task = run.task as { critics: number; draft?: string };
  const recorded = callCore(() => new (wasm().CoreEngine)(...toWire(result.trace.settings)));
  let engine: typeof recorded | undefined;
  let core: EngineRun<Step, HostedResult>;
  let replies: RecordedReplies;
  try {
    engine = callCore(() => recorded.laidOver(...toWire(over)));
    const isSameCritic = task.critics === 1 && resolvedSettings(recorded)[3] === resolvedSettings(engine)[3];
    replies = new RecordedReplies(calls, result.trace, isSameCritic, task.draft);
    core = startRun(engine, task, seed, { runId: trace.runId, key, startedMs, priced: true, origin: () => '{}' });
  } finally {
    recorded.free();
    engine?.free();
  }
  return freeingOnError(core, () => {
    const end = played(core, replies, startedMs);
    core.free();
    return { runId: trace.runId, before: result.accepted, ...end };
  });
}

/** Answers what the run asks for until it ends, or the record does. */
function played(
  core: EngineRun<Step, HostedResult>,
  replies: RecordedReplies,
  startedMs: number,
): Omit<BacktestRun, 'runId' | 'before'> {
  let now = startedMs;
  let calls = 0;
  for (;;) {
    const wanted = callCore(() => core.poll(now));
    const batch = [];
    for (const next of wanted) {
      if (next.type === 'done') return { accepted: next.result.accepted, calls };
      if (next.type !== 'call') continue;
      const { call } = next;
      const recorded = replies.take(call);
      if (recorded === undefined) return { calls, missing: call.kind === 'model' ? call.purpose : call.kind };
      batch.push({ ...recorded, call: next });
    }
    // They were out at once.
    now += Math.max(...batch.map(({ durationMs }) => durationMs));
    for (const { call, answer } of batch) callCore(() => core.answer(call, answer, now));
    calls += batch.filter(({ call }) => call.call.kind === 'model').length;
  }
}
