import { kindOf } from '../check/kind.js';
import { resolvedSettings } from '../engine/engine.js';
import { ReflectError } from '../error.js';
import { wasm } from '../load/index.js';
import { callCore, freeingOnError } from '../load/trap.js';
import { toWire } from '../load/wire.js';
import { ABORTED, type Answer } from '../run/calls.js';
import { draftOf, repliesIn } from '../run/drafts.js';
import { type EngineRun, startRun } from '../run/engine.js';
import { recomputeTrace, requestOf } from '../trace/playback.js';
import type { Trace, TraceCall, TraceRequest } from '../trace/types.js';
import type { Call, HostedResult, Json, Reading, ReflectSettings, ReflectTrace, Step } from '../types.js';
import { wrongTraces } from './errors.js';
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
    throw wrongTraces(what);
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
  const { from, calls, result } = recomputeTrace(trace);
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
    core = startRun(engine, task, seed, { runId: trace.runId, key, startedMs, priced: true });
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

/** What came to a call. */
interface Recorded {
  callId: string;
  answer: Answer;
  durationMs: number;
}

/** Each reply is given once, to the same request, whose fences are left out of account: each request has its own. */
class RecordedReplies {
  private readonly replies = new Map<string, Recorded[]>();
  /** What a critic said of each draft where it looked at several: that is of this draft alone, and holds beside others, too. */
  private looks: { callId: string; text: string; reading: Reading; durationMs: number }[] = [];
  /** The drafts of the run that goes on. */
  private readonly drafts: string[] = [];

  /** `given`: a draft of the task's own; `areLooksShared`: one critic is told the same as in the record. */
  constructor(calls: readonly TraceCall[], { drafts, revisionHistory }: ReflectTrace, areLooksShared: boolean, given?: Json) {
    if (typeof given === 'string') this.drafts.push(given);
    for (const { callId, request, critic, reply = null, error, durationMs } of calls) {
      if (error?.code === ABORTED.code) continue;
      const replies = 'messages' in request ? repliesIn(reply) : [reply];
      const answers: Answer[] = error === undefined ? replies.map((reply) => ({ reply })) : [{ error }];
      const key = keyOf(request, critic);
      const recorded = answers.map((answer) => ({ callId, answer, durationMs }));
      this.replies.set(key, [...(this.replies.get(key) ?? []), ...recorded]);
    }
    if (!areLooksShared) return;
    const texts = new Map(drafts.map(({ index, text }) => [index, text]));
    for (const { callId, draftIndex, critique } of revisionHistory) {
      const { durationMs } = calls.find((call) => call.callId === callId) ?? {};
      const text = texts.get(draftIndex);
      if (callId === undefined || durationMs === undefined || text === undefined || critique === undefined) continue;
      this.looks.push({ callId, text, reading: critique, durationMs });
    }
  }

  /** What comes to this call, and how long it takes; `undefined` where the record ends. */
  take(call: Call): Omit<Recorded, 'callId'> | undefined {
    const critic = call.kind === 'model' ? call.critic : undefined;
    const queue = this.replies.get(keyOf(requestOf(call), critic)) ?? [];
    const [first, ...others] = queue.splice(0, call.kind === 'model' ? (call.n ?? 1) : 1);
    if (first === undefined) return call.kind === 'model' && critic !== undefined ? this.lookAt(call) : undefined;
    this.looks = this.looks.filter(({ callId }) => callId !== first.callId);
    if (call.kind !== 'model' || critic !== undefined) return first;
    const all = [first, ...others].flatMap(({ answer }) => ('reply' in answer ? [answer.reply] : []));
    for (const [at, reply] of all.entries()) this.drafts[call.draftIndex + at] = draftOf(reply);
    return others.length === 0 ? first : { ...first, answer: { reply: { contents: all } } };
  }

  /** A critique that is put together from what was said of these drafts beside others. */
  private lookAt({ drafts, draftIndex }: Call & { kind: 'model' }): Omit<Recorded, 'callId'> | undefined {
    const found = (drafts ?? [draftIndex]).map((index) => this.looks.find(({ text }) => text === this.drafts[index]));
    const forms = found.flatMap((look) => (look === undefined ? [] : (formOf(look.reading) ?? [])));
    if (forms.length < found.length) return undefined;
    this.looks = this.looks.filter((look) => !found.includes(look));
    const form = drafts === undefined ? forms[0] : { drafts: forms.map((form, at) => ({ draft: at + 1, ...form })) };
    return { answer: { reply: JSON.stringify(form) }, durationMs: Math.max(...found.map((look) => look?.durationMs ?? 0)) };
  }
}

/** What a critic must have written to be read so. */
function formOf({ score, needsRevision, issues, suggestion = '', criteriaMet, ...rest }: Reading): object | undefined {
  const { confidence, suggestions = [], reasoning = '' } = rest;
  if (criteriaMet !== undefined) return { reasoning, criteria_met: criteriaMet, confidence, suggestions };
  return score === undefined ? undefined : { score, issues, suggestion, needs_revision: needsRevision };
}

/** The lines of a fence. */
const FENCE = /\[(begin|end) [0-9a-f]{16}\]/g;

function keyOf(request: TraceRequest, critic: number | undefined): string {
  if ('messages' in request) return `${critic ?? ''}${JSON.stringify(request.messages).replace(FENCE, '[$1]')}`;
  if ('verifier' in request) return JSON.stringify([request.verifier, request.draft]);
  // A critic's own tools are others than those of the model that writes.
  return JSON.stringify([request.toolName, request.args as Json, request.critic]);
}
