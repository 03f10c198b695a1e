// A visitor's function as a verifier. Each call has a worker of its own, which is ended after it: nothing is left for the next one.

const TIME_MS = 2_000;

/**
 * A verifier of a function as text: `(draft, input?) => true | string | string[] | false`. `input` is the task's. A function that is
 * at fault throws an `Error`.
 */
export function functionVerifier(source, input) {
  return async (draft, { signal } = {}) => (await answer(source, JSON.stringify([draft, input]), signal)).verdict;
}

/** What is wrong with the text of a function; nothing is called yet. */
export function checkSource(source) {
  return answer(source).then(
    () => undefined,
    (error) => error.message,
  );
}

function answer(source, args, signal) {
  const worker = new Worker(new URL('./sandbox-worker.js', import.meta.url), { type: 'module' });
  const ended = new AbortController();
  return new Promise((resolve, reject) => {
    const fail = (fault) => reject(new Error(`the function ${fault}`));
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
    worker.onmessage = ({ data }) => {
      if (data.isLoaded) {
        const timer = setTimeout(() => fail(`did not end within ${TIME_MS / 1_000} s`), TIME_MS);
        ended.signal.addEventListener('abort', () => clearTimeout(timer));
      } else if (data.fault) fail(data.fault);
      else resolve(data);
    };
    worker.onerror = () => fail('cannot be run: its sandbox did not load');
    worker.postMessage({ source, args });
  }).finally(() => {
    worker.terminate();
    ended.abort();
  });
}
