// Streams of the OpenAI Agents SDK, for `reflectedModel`.

import { type Model as AgentModel, type ModelRequest, type ModelResponse, type StreamEvent, Usage } from '@openai/agents';
import type { ReflectEngine } from '../engine/engine.js';
import type { Screen } from '../types.js';
import { replyText } from './agents-reply.js';

/** A call of the model; `onText` is told its text as it comes, where it is streamed. */
export type Call = (request: ModelRequest, onText?: (delta: string) => void) => Promise<ModelResponse>;

export function streamedCall(model: AgentModel): Call {
  return async (request, onText) => {
    // A model that cannot stream gives its text whole.
    if (typeof model.getStreamedResponse !== 'function') return model.getResponse(request);
    let done: Extract<StreamEvent, { type: 'response_done' }> | undefined;
    for await (const event of model.getStreamedResponse(request)) {
      if (event.type === 'output_text_delta') onText?.(event.delta);
      if (event.type === 'response_done') done = event;
    }
    if (done === undefined) throw new Error('no answer');
    const { id, usage, output, ...more } = done.response;
    const counted = new Usage(usage as ConstructorParameters<typeof Usage>[0]);
    return { ...more, responseId: id, usage: counted, output } as ModelResponse;
  };
}

/** The events of a response that `respond` makes: drafts as events of the model, and the final text. The calls end when the reader leaves. */
export async function* eventsOf(
  engine: ReflectEngine,
  request: ModelRequest,
  respond: (request: ModelRequest, screen: Screen) => Promise<ModelResponse>,
): AsyncGenerator<StreamEvent> {
  const stop = new AbortController();
  let events!: ReadableStreamDefaultController<StreamEvent>;
  const reader = new ReadableStream<StreamEvent>({ start: (controller) => void (events = controller) }).getReader();
  let isLive = false;
  const text = (delta: string): void => {
    isLive = true;
    events.enqueue({ type: 'output_text_delta', delta });
  };
  const draft: Screen['draft'] = (draft, status, more) =>
    events.enqueue({ type: 'model', event: { type: 'reflect.draft', draft, status, ...more } });
  events.enqueue({ type: 'response_started' });
  const own = { ...request, signal: stop.signal };
  const response = engine.untilAborted(request.signal, () => respond(own, { draft, text }), stop).finally(() => events.close());
  // A reader that left gets no error.
  response.catch(() => {});
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    const { responseId, output, usage, providerData } = await response;
    const delta = replyText({ output });
    if (!isLive && delta !== '') yield { type: 'output_text_delta', delta };
    const { requests, inputTokens, outputTokens, totalTokens } = usage;
    const done = { id: responseId ?? 'reflect', output, usage: { requests, inputTokens, outputTokens, totalTokens } };
    yield { type: 'response_done', response: { ...done, ...(providerData && { providerData }) } } as StreamEvent;
  } finally {
    stop.abort();
  }
}
