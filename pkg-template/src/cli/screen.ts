// The one writer of the command line. What a person sees of a run while it goes on is on standard error, so that standard output is the
// answer alone.

import { judgementOf } from '../run/judgement.js';
import type { CallEvent, DraftEvent, ReflectResult, ReflectTask, ReviewReason, Step, StopReason } from '../types.js';
import type { LiveMessage } from '../view/run.js';

const LIVE = process.stderr.isTTY === true;
const PAINT = LIVE && !process.env.NO_COLOR;

/** Letters that a terminal would obey, or that would change the order of others. */
const OBEYED = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** Data, on standard output: the real words, but on a terminal. */
export function print(text: string): void {
  process.stdout.write(`${process.stdout.isTTY ? harmless(text) : text}\n`);
}

/** A line of ours on standard output, with words of others in it. */
export function printLine(text: string): void {
  process.stdout.write(`${lineOf(text)}\n`);
}

/** The same on standard error; on a terminal in a colour. */
export function note(text: string, colour = 0): void {
  process.stderr.write(`${PAINT && colour > 0 ? `\x1b[${colour}m${lineOf(text)}\x1b[0m` : lineOf(text)}\n`);
}

/** Words of others stay in their line: their further lines are indented, so that none looks like one of ours. */
function lineOf(text: string): string {
  return harmless(text).replaceAll('\n', '\n    ');
}

function harmless(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(OBEYED, '\ufffd');
}

export type Tell = (message: Omit<LiveMessage, 'runId'>) => void;
type Callbacks = Pick<ReflectTask, 'onStep' | 'onCall' | 'onDraft'>;

/** Callbacks of a task that show it: a line a call and a judgement; on a terminal, drafts as they are written, too. */
export function progress(criteria: readonly string[] = [], tell: Tell = () => {}): Callbacks {
  let writing = -1;
  const line = (text: string, colour = 0): void => {
    if (writing >= 0) process.stderr.write('\n');
    writing = -1;
    note(text, colour);
  };
  const onStep = (step: Step): void => {
    tell({ step });
    for (const text of judgementOf(step, criteria)) line(text);
  };
  const onCall = (call: CallEvent): void => {
    tell({ call });
    const { type, callId, durationMs = 0, usage, verdict, error } = call;
    if (type === 'start') return;
    const tokens = usage && `${usage.inputTokens ?? '?'} → ${usage.outputTokens ?? '?'} tokens`;
    const came = error?.message ?? (verdict && (verdict.passed ? 'passed' : ['failed', ...(verdict.issues ?? [])].join(': ')));
    line([callId, `${(durationMs / 1_000).toFixed(1)} s`, tokens, came].filter(Boolean).join('  '), error ? 31 : 2);
  };
  if (!LIVE) return { onStep, onCall };
  const onDraft = (draft: DraftEvent): void => {
    tell({ draft });
    if (draft.type !== 'draft.delta') return;
    const isNew = draft.draftIndex !== writing;
    if (isNew) line(`draft ${draft.draftIndex + 1}`, 1);
    writing = draft.draftIndex;
    process.stderr.write(`${isNew ? '    ' : ''}${lineOf(draft.delta)}`);
  };
  return { onStep, onCall, onDraft };
}

/** Why nobody accepted, in words. */
const WHY: { [code in StopReason | ReviewReason]?: string } = {
  max_reflections: 'no revision was left',
  max_calls: 'no call was left',
  max_tokens: 'no token was left',
  max_seconds: 'no time was left',
  max_cost: 'no money was left',
  budget_spent: 'the budget was spent',
  not_judged: 'nobody judged it',
  rejected_by_critic: 'the critic rejected it',
  verifier_failed: 'a verifier failed it',
  verifier_error: 'a verifier is broken',
  unreadable_critique: 'the critic could not be read',
  contradictory_critique: 'the critic contradicted itself',
  critic_unavailable: 'the critic did not answer',
  critic_and_verifier_disagree: 'the critic and a verifier disagree',
  jurors_disagree: 'the jurors disagree',
  not_guaranteed: 'no promise covers it',
  no_agreement: 'the drafts do not agree',
  draft_cut: 'the draft was cut',
  model_error: 'a call of the model failed',
  tool_error: 'a tool failed',
  max_answer_steps: 'the model asked for tools to the last turn',
  empty_draft: 'the model wrote nothing',
  impossible: 'the critic says that nobody can do it',
  aborted: 'the run was ended',
  engine_trap: 'the engine has a fault',
};

/** How a run ended, in a line. */
export function printResult(result: ReflectResult<unknown>): void {
  const { status, acceptedBy, stopReason, reviewReasons, iterations, usage, durationMs } = result;
  const reasons = [...new Set([stopReason, ...reviewReasons].map((code) => WHY[code] ?? code.replaceAll('_', ' ')))];
  const refused = status === 'failed' ? 'there is no answer' : 'nobody accepted the answer';
  const end = acceptedBy ? `accepted by the ${acceptedBy}` : `${refused}, since ${reasons.join(', and ')}`;
  const calls = callsOf(result);
  const { inputTokens = 0, outputTokens = 0, estimated } = usage.total;
  const tokens = `${inputTokens + outputTokens} tokens${estimated ? ' (estimated)' : ''}`;
  const counts = `${iterations} ${iterations === 1 ? 'draft' : 'drafts'}, ${calls} ${calls === 1 ? 'call' : 'calls'}, ${tokens}`;
  note(`${end}: ${counts}, ${(durationMs / 1_000).toFixed(1)} s`, acceptedBy ? 32 : 33);
}

export function callsOf({ usage }: ReflectResult<unknown>): number {
  return Object.values(usage.byPurpose).reduce((sum, { calls }) => sum + calls, 0);
}
