// What the calls of a recorded run came to, by what was asked.

import { ABORTED, type Answer } from '../run/calls.js';
import { draftOf, repliesIn } from '../run/drafts.js';
import { requestOf } from '../trace/playback.js';
import type { TraceCall, TraceRequest } from '../trace/types.js';
import type { Call, Json, Reading, ReflectTrace } from '../types.js';

/** What came to a call. */
interface Recorded {
  callId: string;
  answer: Answer;
  durationMs: number;
}

/** Each reply is given once, to the same request, whose fences are left out of account: each request has its own. */
export class RecordedReplies {
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
