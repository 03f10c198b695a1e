// A run as server-sent events, for servers that show it to a page.

import { bad } from '../check/checks.js';
import { isPromise, kindOf } from '../check/kind.js';
import { describeError, isReflectError } from '../error.js';
import { EVENTS, type RunEvent, type WithEvents } from './stream.js';

/** What `stream` of an engine, an autopilot or a research loop gives. */
export interface SentStream extends AsyncIterable<{ type: string }> {
  readonly result: Promise<object>;
  abort(reason?: unknown): void;
}

/**
 * The events of a stream, as the text that an `EventSource` reads: each step under its `type`; the drafts as they are written, when the
 * task has an `onDraft`; at the end `result` with its first layer, or `error` with `{ code, message }`. The trace and the snapshot are not
 * sent. After 15 seconds without an event a comment is sent, so that no proxy ends the connection. When the reader leaves, the run is
 * aborted.
 */
export function toSSE(stream: SentStream): ReadableStream<Uint8Array> {
  const result: unknown = (stream as SentStream | undefined)?.result;
  if (!isPromise(result)) {
    const hint = isPromise(stream) ? ': give `engine.stream(…)`, and not `run`' : ', not what `engine.stream(…)` gives';
    throw bad(`a stream must have a \`result\`, got ${kindOf(stream)}${hint}`);
  }
  const encoder = new TextEncoder();
  const lines = linesOf(stream);
  let timer: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      timer = setInterval(() => controller.enqueue(encoder.encode(HEARTBEAT)), HEARTBEAT_MS);
      const { done, value } = await lines.next();
      clearInterval(timer);
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel(reason) {
      clearInterval(timer);
      stream.abort(reason);
    },
  });
}

const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ': waiting\n\n';

/** The same as the answer to a request: `return toResponse(engine.stream(task))`. Headers in `init` go before ours. */
export function toResponse(stream: SentStream, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  const usual = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
  for (const [name, value] of Object.entries(usual)) if (!headers.has(name)) headers.set(name, value);
  return new Response(toSSE(stream), { ...init, headers });
}

async function* linesOf(stream: SentStream & Partial<WithEvents>): AsyncGenerator<string, void, undefined> {
  // A stream of this package also shows what happens to drafts.
  const events: AsyncIterable<RunEvent> = stream[EVENTS]?.() ?? stream;
  try {
    for await (const event of events) yield eventText(event.type, event);
    const { trace: _, steps: __, snapshot: ___, ...first } = (await stream.result) as Record<string, unknown>;
    yield eventText('result', first);
  } catch (thrown) {
    yield eventText('error', { code: isReflectError(thrown) ? thrown.code : 'misuse', message: describeError(thrown) });
  }
}

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
