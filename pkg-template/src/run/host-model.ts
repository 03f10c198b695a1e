// What the model of a host is given whose answers are runs: `reflected` of the AI SDK, `reflectedModel` of the Agents SDK.

import { endingOf } from '../check/observed.js';
import { jsonTextOf } from '../check/output-schema.js';
import type { ReflectError } from '../error.js';
import type { ModelResponse } from '../given-types.js';
import type { Json, Model, ModelRequest, ReflectResult, ReflectTask, Screen, Usage } from '../types.js';
import type { DeltaTaker } from './drafts.js';
import { madeBy } from './schema-refusal.js';

/** A reply of a host's model, as the engine reads it and as the host wants it back. */
export interface HostReply<R> extends ModelResponse {
  content: string;
  reply: R;
}

/** A question of a host to its model, whose first reply is here already, and is shown already unless texts are redacted. */
export interface HostQuestion<R> extends Pick<ReflectTask<unknown>, 'input' | 'systemPrompt' | 'signal'> {
  client: object;
  first: HostReply<R>;
  ask(request: ModelRequest): Promise<HostReply<R>>;
  /** The JSON Schema that the host wants; a task may have another one. */
  schema?: object | undefined;
}

/** How a run ended, for its host. */
export interface HostAnswer<R> {
  /** Empty where the model gave nothing, twice. */
  output: string;
  /** The reply with this text. */
  reply: R | undefined;
  /** Empty where a call did not report it. */
  usage: Partial<Usage>;
  /** The end of the run, as JSON. */
  reflect: { [key: string]: Json };
}

type Run = (task: ReflectTask<unknown>, screen: Screen | undefined) => Promise<ReflectResult<unknown>>;

export async function answerFor<R>(
  run: Run,
  task: Partial<ReflectTask<unknown>>,
  { client, first, ask, schema, systemPrompt, ...question }: HostQuestion<R>,
  screen: Screen | undefined,
): Promise<HostAnswer<R>> {
  const replies = new Map<string, R>();
  const model: Model = async (request) => {
    const isFirst = request.callId === 'answer-1';
    const { reply, ...response } = isFirst ? first : await ask(request);
    replies.set(response.content.trim(), reply);
    if (isFirst || screen === undefined) (request.onDelta as DeltaTaker | undefined)?.whole?.(response.content);
    return response;
  };
  const isShown = screen !== undefined && !task.redact;
  const draft: Screen['draft'] = (draft, status, more) => {
    if (!isShown || draft > 1 || status !== 'writing') screen?.draft(draft, status, more);
  };
  const whole: ReflectTask<unknown> = {
    ...task,
    ...question,
    systemPrompt: systemPrompt || undefined,
    // It is made anew for each run; what is known of it is known of the client.
    model: madeBy(model, client),
    outputSchema: task.outputSchema ?? schema,
    onDraft: task.onDraft ?? (screen && (() => {})),
  };
  const result = await run(whole, screen && { ...screen, draft }).catch((error: ReflectError) => emptyResult(error, whole));
  // A host reads JSON alone.
  const output = schema ? jsonTextOf(result.output) : result.output;
  return {
    output,
    reply: output === '' ? first.reply : replies.get(output.trim()),
    usage: result.usage.total.estimated ? {} : result.usage.total,
    // The host has a reply, be it an empty one: its own.
    reflect: { ...endingOf(result), ...(result.status === 'failed' && { status: 'needs_review' }) },
  };
}

/** The result of a run whose model gave nothing: its empty reply is the host's own. Throws what the host is to see of any other error. */
function emptyResult(error: ReflectError, task: ReflectTask<unknown>): ReflectResult<unknown> {
  if (task.signal?.aborted) throw task.signal.reason;
  if (error.code === 'empty_draft' && error.result && !task.usable) return error.result;
  throw error.cause ?? error;
}

/** A stream of what is written until the signal aborts. `errorOf` makes a piece of an error, and a reader that leaves aborts `own`. */
export function streamOf<P>(
  write: (give: (piece: P) => void) => Promise<void>,
  errorOf: (error: unknown) => P,
  signal: AbortSignal | undefined,
  own: AbortController,
): ReadableStream<P> {
  return new ReadableStream<P>({
    start: (controller) => {
      const give = (piece: P): void => controller.enqueue(piece);
      untilAborted(signal, () => write(give), own)
        .catch((error: unknown) => give(errorOf(error)))
        .then(() => controller.close())
        .catch(() => {}); // It was cancelled.
    },
    cancel: (reason) => own.abort(reason),
  });
}

/** The pieces of a stream until the signal aborts, even if the stream ignores it. */
export async function* piecesOf<P>(
  stream: ReadableStream<P>,
  signal: AbortSignal | undefined,
): AsyncGenerator<P, void, undefined> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await untilAborted(signal, () => reader.read());
    if (done) return;
    yield value;
  }
}

/** The result of a call; rejects with the signal's reason, and aborts `own`, as soon as the signal aborts, even if the call ignores it. */
export function untilAborted<R>(signal: AbortSignal | undefined, call: () => PromiseLike<R>, own?: AbortController): Promise<R> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      own?.abort(signal?.reason);
      reject(signal?.reason);
    };
    if (signal?.aborted) return stop();
    const called = Promise.resolve(call());
    signal?.addEventListener('abort', stop);
    called.then(resolve, reject).finally(() => signal?.removeEventListener('abort', stop));
  });
}

/** The first wait in milliseconds; each further one is twice as long. */
const FIRST_WAIT_MS = 2_000;
/** A header may ask for a longer wait than ours, up to this one. */
const MAX_WAIT_MS = 60_000;

interface BusyError {
  isRetryable?: unknown;
  responseHeaders?: { [name: string]: string | undefined };
}

/**
 * Makes a call again whose provider is busy, by the rule of the AI SDK: https://ai-sdk.dev/docs/ai-sdk-core/settings#maxretries. Rejects with
 * the last error; an abort ends the wait with the signal's reason.
 */
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
