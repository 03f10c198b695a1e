// A run as the page knows it: out of a trace, out of a result, or put together from what a live run reports.

import type { Trace, TraceCall, TraceTask } from '../trace/types.js';
import type {
  CallEvent,
  Draft,
  DraftEvent,
  Judge,
  Juror,
  Reading,
  ReflectResult,
  ReflectSettings,
  ReflectTrace,
  Revision,
  Step,
} from '../types.js';

/** A critic's verdict on a draft. */
export interface Critique extends Partial<Omit<Reading, 'status'>> {
  status: string;
  critiqueStatus?: string | undefined;
  raw?: string | undefined;
  jurors?: Juror[] | undefined;
  judge?: Judge | undefined;
  disagreement?: boolean | undefined;
}

/** A call of a trace, or of a live run, whose request and reply are not known. */
export type RunCall = Pick<TraceCall, 'callId' | 'purpose' | 'startMs'> & Partial<TraceCall>;

export interface RunDraft extends Partial<Draft> {
  index: number;
  text: string;
  state: 'running' | 'rejected' | 'not taken' | 'accepted' | 'returned';
  looks: Critique[];
}

export interface Run {
  kind: 'run';
  runId: string;
  /** The question. */
  input: string;
  /** Of a trace. */
  task?: Partial<TraceTask>;
  settings?: ReflectSettings | undefined;
  startedMs?: number;
  steps: Step[];
  drafts: RunDraft[];
  calls: RunCall[];
  /** Absent while the run goes on, and when it was rejected. */
  result?: ReflectResult;
  error?: string;
}

/** What a page that runs the engine posts: `onStep`, `onDraft` and `onCall` as they come, and the end of the run. */
export interface LiveMessage {
  runId: string;
  /** When it was posted, in milliseconds. */
  at?: number;
  input?: string;
  step?: Step;
  draft?: DraftEvent;
  call?: CallEvent;
  result?: ReflectResult;
  error?: string;
  /** The whole run, with requests and replies: it replaces what was posted before. */
  trace?: Trace;
}

/** The part of a trace (`traceOf(result)`) that is shown. */
export interface TraceFile extends Pick<ReflectResult, 'runId'>, Pick<ReflectTrace, 'steps' | 'settings'> {
  startedMs?: number;
  task: TraceTask;
  calls: RunCall[];
  result: Trace['result'];
}

/** A run as a row of a table. */
export interface RunRow {
  runId: string;
  /** The beginning of the question. */
  task: string;
  state: ReturnType<typeof stateOf>;
  by?: string | undefined;
  strategy?: string | undefined;
  score?: number | undefined;
  /** Why it stopped. */
  stop?: string | undefined;
  drafts: number;
  /** Of models. */
  calls: number;
  tokens?: number | undefined;
  ms?: number | undefined;
  /** When it began, if the file says so. */
  at?: number | undefined;
}

export function rowOf(run: Run): RunRow {
  const { runId, input, result, calls, startedMs } = run;
  const { byPurpose = {}, total } = result?.usage ?? {};
  const made = Object.values(byPurpose).reduce((sum, purpose) => sum + (purpose?.calls ?? 0), 0);
  const strategy = result?.trace.metadata?.strategy;
  const figures = {
    drafts: run.drafts.length,
    stop: result?.stopReason,
    by: result?.acceptedBy,
    strategy: typeof strategy === 'string' ? strategy : undefined,
    score: result?.score,
    tokens: total?.totalTokens,
    ms: result?.durationMs,
    at: startedMs,
  };
  return { runId, task: input.slice(0, 200), state: stateOf(run), calls: result === undefined ? calls.length : made, ...figures };
}

/** The state of a run, in a word. */
export function stateOf({ result, error }: Run): 'failed' | 'running' | 'accepted' | 'review' {
  if (error !== undefined || result?.status === 'failed') return 'failed';
  return result === undefined ? 'running' : result.accepted ? 'accepted' : 'review';
}

export function emptyRun(runId: string): Run {
  return { kind: 'run', runId, input: '', steps: [], drafts: [], calls: [] };
}

/** The run of a trace or a result. Throws for anything else, naming what is missing. */
export function runOf(file: TraceFile | ReflectResult): Run {
  if (!('result' in file)) return finished(emptyRun(file.runId), file);
  const { runId, task, calls, steps, settings, result, startedMs } = file;
  const began = typeof startedMs === 'number' ? { startedMs } : {};
  const run = { ...emptyRun(runId), ...began, input: question(task?.input), task: task ?? {}, calls: listAt('calls', calls) };
  return finished(run, { ...result, runId, trace: { ...result?.trace, steps, settings } } as ReflectResult);
}

function listAt<T>(place: string, value: T[] | undefined): T[] {
  if (!Array.isArray(value))
    throw new Error(
      `\`${place}\` of a run must be a list: it shows those of ReflectEngine; for criteria take \`new ReflectEngine({ criteria })\``,
    );
  return value;
}

function question(input: unknown = ''): string {
  const text = Array.isArray(input) ? input.filter((message) => message?.role === 'user').at(-1)?.content : input;
  return typeof text === 'string' ? text : JSON.stringify(text ?? '');
}

/** A run with what its result says. */
function finished(run: Run, result: ReflectResult): Run {
  const { drafts, revisionHistory, draftIndex, steps } = result.trace;
  listAt('revisionHistory', revisionHistory);
  const made = listAt('drafts', drafts).map((draft): RunDraft => {
    const looks = revisionHistory.filter((revision) => revision.draftIndex === draft.index).flatMap(lookOf);
    const isFailed = Object.values(draft.verifiers ?? {}).some(({ passed }) => !passed);
    const isRejected = isFailed || looks.some(({ status }) => status === 'needs_revision');
    const isTaken = draft.index === draftIndex && (result.accepted ? 'accepted' : 'returned');
    return { ...draft, state: isTaken || (isRejected ? 'rejected' : 'not taken'), looks };
  });
  return { ...run, steps: listAt('steps', steps), drafts: made, settings: result.trace.settings, result };
}

function lookOf({ critique, critiqueStatus, rawCritique, jurors, judge, disagreement }: Revision): Critique[] {
  return critique === undefined ? [] : [{ ...critique, critiqueStatus, raw: rawCritique, jurors, judge, disagreement }];
}

/** A run after one more message. */
export function follow(run: Run, message: LiveMessage, nowMs: number): Run {
  const { step, draft, call, result, at, input = run.input, error, trace } = message;
  if (trace !== undefined) return runOf(trace);
  const { result: _, error: __, ...going } = run;
  const next: Run = {
    // A run that goes on was resumed.
    ...(step || draft || call ? going : run),
    input,
    ...(error === undefined ? {} : { error }),
    ...(at === undefined || run.startedMs !== undefined ? {} : { startedMs: at }),
    drafts: [...run.drafts],
    calls: [...run.calls],
    steps: [...run.steps, ...(step ? [step] : [])],
  };
  if (step?.type === 'reflection') {
    const { needsRevision, draftIndex, ...rest } = step;
    const look: Critique = { ...rest, status: needsRevision ? 'needs_revision' : 'accepted' };
    const score = step.score === undefined ? {} : { score: step.score };
    change(next, draftIndex, ({ looks }) => ({ ...score, looks: [...looks, look] }));
  }
  if (draft !== undefined) change(next, draft.draftIndex, (before) => changed(before, draft));
  if (call?.type === 'start') next.calls.push({ ...call, startMs: nowMs });
  if (call?.type === 'end') {
    next.calls = next.calls.map((before) => (before.callId === call.callId ? { ...before, ...call } : before));
    const { verdict, callId, iteration } = call;
    const name = callId.slice(callId.indexOf('.') + 1);
    if (verdict !== undefined) change(next, iteration - 1, ({ verifiers }) => ({ verifiers: { ...verifiers, [name]: verdict } }));
  }
  return result === undefined ? next : finished(next, result);
}

function changed({ text }: RunDraft, event: DraftEvent): Partial<RunDraft> {
  switch (event.type) {
    case 'draft.delta':
      return { text: text + event.delta };
    case 'draft.accepted':
      return { text: event.text, state: 'accepted' };
    case 'draft.rejected':
      return event.text === undefined ? { text: '' } : { state: 'rejected' };
  }
}

/** Changes a draft, which begins if it is not there. */
function change({ drafts }: Run, index: number, by: (before: RunDraft) => Partial<RunDraft>): void {
  const at = drafts.findIndex((draft) => draft.index === index);
  const before: RunDraft = drafts[at] ?? { index, text: '', state: 'running', looks: [] };
  drafts.splice(at === -1 ? drafts.length : at, 1, { ...before, ...by(before) });
}
