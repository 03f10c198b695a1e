// Runs code that a model wrote, against cases that the model did not choose, and survives whatever it does: in QuickJS (see
// quickjs-worker.mjs), and in a thread of its own that is ended when QuickJS's own time limit is not enough.

import { Worker } from 'node:worker_threads';

/** QuickJS looks at the clock between two instructions, not inside a long one such as `'x'.repeat(1e9)`. */
const HARD_LIMIT_MS = 5_000;

/**
 * @typedef {{ call: string, why?: string } & ({ returns: number } | { throws: true })} Case `why`: what to tell the producer beside
 * @typedef {{ title: string, passed: boolean, found: string, issue: string }} Finding what was seen, and what to tell the producer
 * @param {string} code
 * @param {string} name of the function that it defines
 * @param {Case[]} cases
 * @param {AbortSignal} [signal]
 * @returns {Promise<Finding[]>} whether the function is there, and if it is one for each case, in order
 */
export async function runCases(code, name, cases, signal) {
  const thread = idle.pop() ?? sandboxThread();
  const stop = () => thread.end();
  signal?.addEventListener('abort', stop);
  try {
    const findings = [defined(name, await thread.run(code, `typeof ${name}`))];
    if (!findings[0].passed) return findings;
    for (const one of cases) {
      signal?.throwIfAborted();
      findings.push(judge(one, await thread.run(code, one.call)));
    }
    return findings;
  } finally {
    signal?.removeEventListener('abort', stop);
    idle.push(thread);
  }
}

function defined(name, { value, loaded }) {
  const found = loaded.end === 'value' ? 'it does not' : `it ${loaded.text}`;
  const issue = `The code must define a function ${name}, but ${found}.`;
  return { title: `it defines ${name}`, passed: value === 'function', found, issue };
}

function judge(one, { end, text, value }) {
  const [passed, must] =
    'throws' in one
      ? [end === 'error', 'throw an error']
      : [end === 'value' && Object.is(value, one.returns), `return ${one.returns}`];
  const title = 'throws' in one ? `${one.call} throws an error` : `${one.call} is ${one.returns}`;
  return { title, passed, found: `it ${text}`, issue: `${one.call} must ${must}, but it ${text}. ${one.why ?? ''}`.trim() };
}

const limit = (text) => ({ end: 'limit', text, loaded: { end: 'limit', text } });

/** Threads that wait for the next code. They do not keep the process going. */
const idle = [];

/** A thread that evaluates code in QuickJS, and is begun anew after it had to be ended. */
function sandboxThread() {
  let worker;
  const end = () => {
    worker?.terminate();
    worker = undefined;
  };
  const run = (code, call) =>
    new Promise((resolve, reject) => {
      worker ??= new Worker(new URL('./quickjs-worker.mjs', import.meta.url));
      worker.ref();
      const timer = setTimeout(() => {
        end();
        resolve(limit(`did not end within ${HARD_LIMIT_MS} ms`));
      }, HARD_LIMIT_MS);
      const settle = (how) => (outcome) => {
        clearTimeout(timer);
        worker?.unref();
        how(outcome);
      };
      worker.removeAllListeners();
      worker.once('message', settle(resolve));
      worker.once('error', settle(reject));
      worker.once(
        'exit',
        settle(() => resolve(limit('was ended'))),
      );
      worker.postMessage({ code, call });
    });
  return { run, end };
}
