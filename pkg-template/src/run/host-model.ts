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
