// What observers are told about the calls of a run.

import { isObject } from '../check/kind.js';
import type { Call, CallEvent, Usage } from '../types.js';
import { ANSWER } from './callbacks.js';
import { type Answer, verdictOf } from './calls.js';

/** Which call it is; tools run for the draft of this iteration. */
export function nameOf(call: Call, iteration: number): Pick<CallEvent, 'callId' | 'purpose' | 'iteration' | 'attempt'> {
  const { callId } = call;
  switch (call.kind) {
    case 'model':
      return { callId, purpose: call.purpose, iteration: call.iteration, attempt: call.attempt };
    case 'tool':
      return { callId, purpose: 'tool', iteration, attempt: 1 };
    case 'verify':
      return { callId, purpose: 'verify', iteration: call.draftIndex + 1, attempt: 1 };
  }
}

/** The outcome of a call, as it is reported: the tokens of a model, the verdict of a verifier, an error. */
export function endOf(call: Call, answer: Answer): Pick<CallEvent, 'usage' | 'verdict' | 'error'> {
  const reply = 'reply' in answer ? answer.reply : undefined;
  const usage = call.kind === 'model' && isObject(reply) ? (reply.usage as Usage | null | undefined) : undefined;
  const verdict = call.kind === 'verify' && call.verifier !== ANSWER && reply !== undefined ? verdictOf(reply) : undefined;
  return {
    ...(usage && { usage: { ...usage } }),
    ...(verdict !== undefined && { verdict }),
    ...('error' in answer && { error: { ...answer.error } }),
  };
}
