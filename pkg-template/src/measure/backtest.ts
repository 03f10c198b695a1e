import { kindOf } from '../check/kind.js';
import { ReflectError } from '../error.js';
import { wasm } from '../load/index.js';
import { direct, orFree } from '../load/trap.js';
import { toWire } from '../load/wire.js';
import { begun, type EngineRun } from '../run/engine.js';
import { checked } from '../trace/trace.js';
import type { Trace } from '../trace/types.js';
import type { HostedResult, Json, ReflectSettings, Step } from '../types.js';
import { RecordedReplies } from './record.js';
import { type Estimate, type Share, share, wilson } from './statistics.js';

/** What a recorded run comes to under other settings. */
export interface BacktestRun {
  runId: string;
  /** Accepted as it was recorded. */
  before: boolean;
  /** Accepted under these settings; absent where the record ends first. */
  accepted?: boolean;
  /** Drafts that were judged. */
  drafts: number;
  /** Calls that were answered from the record. */
  calls: number;
  /** What the record has no reply to: the purpose of a model's call, `tool` or `verify`. */
  missing?: string;
}

export interface Backtest {
  /** Runs that were accepted as they were recorded. Absent without runs. */
  before?: Share;
  /** Under these settings: accepted, ended without, and open, where the record ends before the run does. */
  accepted: number;
  notAccepted: number;
  open: number;
  /** How many would be accepted if each went on to its end, estimated from them all. Absent where no run that ended went as far as open ones. */
  rate?: Estimate;
  /** Calls of models, tools and verifiers in runs that ended, on average. */
  calls?: number;
  /** Where records end: how often each was missing. */
  missing: { [what: string]: number };
  runs: BacktestRun[];
}

/**
 * Decides recorded runs once more under these settings, laid over their own. Nobody is called: a request that is in the record has the reply
 * that it had there, and where one is not the run is open.
 *
 * Throws `invalid_snapshot` for what is no trace that can be replayed, naming it, and `invalid_settings`.
 */
export function backtest(traces: readonly Trace[], settings: ReflectSettings): Backtest {
  if (!Array.isArray(traces)) throw new ReflectError('invalid_snapshot', `\`traces\` must be a list, got ${kindOf(traces)}`);
  const runs = traces.map((trace, at) => {
    try {
      return again(checked(trace), settings);
    } catch (thrown) {
      if (!(thrown instanceof ReflectError) || thrown.code !== 'invalid_snapshot') throw thrown;
      throw new ReflectError(thrown.code, `traces[${at}]: ${thrown.message}`);
    }
  });
  const ended = runs.filter(({ accepted }) => accepted !== undefined);
  const accepted = ended.filter((run) => run.accepted).length;
  const before = share(runs.filter(({ before }) => before).length, runs.length);
  const missing: Backtest['missing'] = {};
  for (const { missing: what } of runs) if (what !== undefined) missing[what] = (missing[what] ?? 0) + 1;
  const rate = rateOf(runs);
  return {
    ...(before && { before }),
    accepted,
    notAccepted: ended.length - accepted,
    open: runs.length - ended.length,
    ...(rate && { rate }),
    ...(ended.length > 0 && { calls: ended.reduce((sum, { calls }) => sum + calls, 0) / ended.length }),
    missing,
    runs,
  };
}

/** One run from its start. */
function again(trace: Required<Trace>, over: ReflectSettings): BacktestRun {
  const { runId, startedMs, task, settings, log, result } = trace;
  const recorded = direct(() => new (wasm().CoreEngine)(...toWire(settings)));
  const engine = direct(() => recorded.laidOver(...toWire(over)));
  const replies = new RecordedReplies(trace, recorded.critiquePrompt === engine.critiquePrompt);
  recorded.free();
  let core: EngineRun<Step, HostedResult>;
  try {
    const parts = { runId, key: log.key, startedMs, priced: true, origin: () => '{}' };
    core = begun(engine, task as unknown as Json, log.seed, parts);
  } finally {
    engine.free();
  }
  return orFree(core, () => {
    const end = played(core, replies, startedMs);
    core.free();
    return { runId, before: result.accepted, ...end };
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
  let drafts = 0;
  for (;;) {
    const wanted = direct(() => core.poll(now));
    const batch = [];
    for (const next of wanted) {
      if (next.type === 'step' && next.step.type === 'reflection') drafts = Math.max(drafts, next.step.draftIndex + 1);
      if (next.type === 'done') return { accepted: next.result.accepted, drafts, calls };
      if (next.type !== 'call') continue;
      const { call } = next;
      const recorded = replies.take(call);
      if (recorded === undefined) return { drafts, calls, missing: call.kind === 'model' ? call.purpose : call.kind };
      batch.push({ ...recorded, asked: next });
    }
    // They were out at once.
    now += Math.max(...batch.map(({ durationMs }) => durationMs));
    for (const { asked, answer } of batch) direct(() => core.answer(asked, answer, now));
    calls += batch.length;
  }
}

/**
 * The estimate of Kaplan and Meier (1958), where the time of a run is the drafts that were judged: an open run says that none of these was
 * accepted. The interval is Wilson's for as many runs as Greenwood's variance (1926) is worth; without open runs this is the share alone.
 */
function rateOf(runs: readonly BacktestRun[]): Estimate | undefined {
  const accepted = runs.filter((run) => run.accepted);
  const open = runs.filter((run) => run.accepted === undefined);
  const ended = runs.length - open.length;
  const reach = (of: readonly BacktestRun[]): number => Math.max(0, ...of.map(({ drafts }) => drafts));
  if (ended === 0 || (open.length > 0 && reach(open) >= reach(runs.filter(({ accepted }) => accepted !== undefined))))
    return undefined;
  let rest = 1;
  let variance = 0;
  for (const time of [...new Set(accepted.map(({ drafts }) => drafts))].sort((a, b) => a - b)) {
    const until = runs.filter((run) => run.accepted === false || run.drafts >= time).length;
    const now = accepted.filter(({ drafts }) => drafts === time).length;
    rest *= 1 - now / until;
    variance += now / (until * (until - now));
  }
  const worth = (1 - rest) / (rest * variance);
  return wilson(1 - rest, Number.isFinite(worth) && worth > 0 ? worth : ended);
}
