// A run that a real model made, played again: what it said, and what the tests found, out of a trace (`traceOf(result)`).

const WORD_MS = 35;
const VERDICT_MS = 700;

/** The task and the settings of the run, with a model and verifiers that say what was said. */
export function recorded({ task, settings, calls }) {
  const model = async ({ callId, purpose, onDelta, signal }) => {
    const { reply } = calls.find((call) => call.callId === callId);
    if (purpose === 'critique') {
      await pause(VERDICT_MS, signal);
      return reply;
    }
    for (const word of reply.content.match(/\S*\s*/g)) {
      await pause(WORD_MS, signal);
      onDelta?.(word);
    }
    return reply;
  };
  const verifier = (name) => (draft) => calls.find(({ request }) => request.verifier === name && request.draft === draft).reply;
  const verifiers = Object.fromEntries(task.verifiers.map((name) => [name, verifier(name)]));
  const critic = task.critics === 0 ? false : undefined;
  return { input: task.input, systemPrompt: task.systemPrompt, settings, model, critic, verifiers };
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    setTimeout(() => (signal.aborted ? reject(signal.reason) : resolve()), ms);
  });
}
