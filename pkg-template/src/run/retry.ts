// Makes a call again whose provider is busy, by the rule of the AI SDK: https://ai-sdk.dev/docs/ai-sdk-core/settings#maxretries

/** The first wait in milliseconds; each further one is twice as long. */
const FIRST_WAIT_MS = 2_000;
/** A header may ask for a longer wait than ours, up to this one. */
const MAX_WAIT_MS = 60_000;

interface BusyError {
  isRetryable?: unknown;
  responseHeaders?: { [name: string]: string | undefined };
}

/** Rejects with the last error; an abort ends the wait with the signal's reason. */
export async function retryCall<R>(call: () => PromiseLike<R>, maxRetries: number, signal: AbortSignal | undefined): Promise<R> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await call();
    } catch (thrown) {
      const error = thrown as BusyError | null | undefined;
      if (retries >= maxRetries || error?.isRetryable !== true || signal?.aborted) throw thrown;
      await waitFor(waitAfter(error, FIRST_WAIT_MS * 2 ** retries), signal);
    }
  }
}

function waitAfter({ responseHeaders = {} }: BusyError, ownMs: number): number {
  const { 'retry-after-ms': ms, 'retry-after': after = '' } = responseHeaders;
  let wanted = Number.parseFloat(ms ?? '');
  if (Number.isNaN(wanted)) wanted = Number.parseFloat(after) * 1_000;
  if (Number.isNaN(wanted)) wanted = Date.parse(after) - Date.now();
  return wanted >= 0 && wanted < Math.max(MAX_WAIT_MS, ownMs) ? wanted : ownMs;
}

function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      settle();
    };
    const stop = (): void => end(() => reject(signal?.reason));
    const timer = setTimeout(() => end(resolve), ms);
    signal?.addEventListener('abort', stop);
  });
}
