// Aborts a run while the model writes: in the first answer, in a critique, in a revision.

import { isReflectError, ReflectEngine } from 'reflect-engine';

export const PURPOSES = ['answer', 'critique', 'revision'];

/** @returns {Promise<string[]>} what went wrong */
export async function abortDuring(purpose, model) {
  const stop = new AbortController();
  const reason = new Error(`stopped in the ${purpose}`);
  let heard = 0;
  const interrupted = (request) => {
    if (request.purpose !== purpose) return model(request);
    const onDelta = (delta) => {
      heard += delta.length;
      stop.abort(reason);
    };
    return model({ ...request, signal: request.signal, onDelta });
  };
  const task = {
    input: 'Tell a very long story about a dragon.',
    model: interrupted,
    verifiers: { never: () => ({ passed: false }) },
    signal: stop.signal,
  };
  try {
    const result = await new ReflectEngine({ onUnreadableCritique: 'revise', advanced: { seed: 7 } }).run(task);
    return [`the run ended with ${result.stopReason}`];
  } catch (error) {
    const faults = [];
    const say = (wrong, text) => wrong && faults.push(text);
    say(!isReflectError(error) || error.name !== 'AbortError' || error.code !== 'aborted', `rejected with ${error}`);
    say(error.cause !== reason, 'the cause is not the reason of the abort');
    say(heard === 0, 'nothing had been written');
    const { status, stopReason, accepted, output } = error.result ?? {};
    say(stopReason !== 'aborted' || accepted !== false, `stopped by ${stopReason}, accepted ${accepted}`);
    say(status !== (purpose === 'answer' ? 'failed' : 'needs_review'), `status ${status}`);
    say((output === '') !== (purpose === 'answer'), 'the draft was lost');
    return faults;
  }
}
