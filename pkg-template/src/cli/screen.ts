// What a person sees of a run while it goes on: on standard error, so that standard output is the answer alone.

import { judgementOf } from '../judgement.js';
import type { CallEvent, DraftEvent, ReflectResult, ReflectTask, Step } from '../types.js';

const LIVE = process.stderr.isTTY === true;
const PAINT = LIVE && !process.env.NO_COLOR;

/** Callbacks of a task that show it: a line a call and a judgement; on a terminal, drafts as they are written, too. */
export function progress(): Pick<ReflectTask, 'onStep' | 'onCall' | 'onDraft'> {
  let writing = -1;
  const line = (text: string, code = 0): void => {
    if (writing >= 0) process.stderr.write('\n');
    writing = -1;
    process.stderr.write(`${painted(text, code)}\n`);
  };
  const onStep = (step: Step): void => {
    for (const text of judgementOf(step)) line(text);
  };
  const onCall = ({ type, callId, durationMs = 0, usage, verdict, error }: CallEvent): void => {
    if (type === 'start') return;
    const tokens = usage && `${usage.inputTokens ?? '?'} → ${usage.outputTokens ?? '?'} tokens`;
    const came = error?.message ?? (verdict && (verdict.passed ? 'passed' : ['failed', ...(verdict.issues ?? [])].join(': ')));
    line([callId, `${(durationMs / 1_000).toFixed(1)} s`, tokens, came].filter(Boolean).join('  '), error ? 31 : 2);
  };
  if (!LIVE) return { onStep, onCall };
  const onDraft = (event: DraftEvent): void => {
    if (event.type !== 'draft.delta') return;
    if (event.draftIndex !== writing) line(`draft ${event.draftIndex + 1}`, 1);
    writing = event.draftIndex;
    process.stderr.write(harmless(event.delta));
  };
  return { onStep, onCall, onDraft };
}

/** How a run ended, in a line. */
export function printResult(result: ReflectResult<unknown>): void {
  const { status, acceptedBy, stopReason, reviewReasons, iterations, usage, durationMs } = result;
  const end = acceptedBy ? `accepted by the ${acceptedBy}` : [...new Set([status, stopReason, ...reviewReasons])].join(', ');
  const calls = Object.values(usage.byPurpose).reduce((sum, { calls }) => sum + calls, 0);
  const { inputTokens = 0, outputTokens = 0, estimated } = usage.total;
  const tokens = `${inputTokens + outputTokens} tokens${estimated ? ' (estimated)' : ''}`;
  const counts = `${iterations} ${iterations === 1 ? 'draft' : 'drafts'}, ${calls} ${calls === 1 ? 'call' : 'calls'}, ${tokens}`;
  process.stderr.write(`${painted(`${end}: ${counts}, ${(durationMs / 1_000).toFixed(1)} s`, acceptedBy ? 32 : 33)}\n`);
}

/** The answer; a terminal is shown no control characters of a model. */
export function print(text: string): void {
  process.stdout.write(`${process.stdout.isTTY ? harmless(text) : text}\n`);
}

function painted(text: string, code: number): string {
  return PAINT && code > 0 ? `\x1b[${code}m${harmless(text)}\x1b[0m` : harmless(text);
}

function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}
