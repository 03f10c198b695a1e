/**
 * The engine in the OpenAI Agents SDK: as an output guardrail and a model.
 *
 * @packageDocumentation
 */

import {
  type Model as AgentModel,
  type ModelRequest,
  type ModelResponse,
  type OutputGuardrail,
  type StreamEvent,
  type TextOutput,
  Usage,
} from '@openai/agents';
import type { ReflectEngine } from '../engine/engine.js';
import type { ModelRequest as AskedModel, ReflectResult, ReflectTask, Screen } from '../types.js';
import {
  asCritique,
  asRevision,
  engineMessagesAsItems,
  isFinal,
  itemsOf,
  messagesOf,
  outputOf,
  replyText,
} from './agents-items.js';
import { checkClient, checkHost } from './check.js';
import { apart } from './messages.js';

export interface ReflectGuardrailOptions {
  engine: ReflectEngine;
  /** Who judges an answer, and the `input` that it is judged against. */
  task: Omit<ReflectTask<unknown>, 'draft' | 'model'>;
  name?: string | undefined;
}

/** What a guardrail says about an answer, as `outputInfo`. */
export type GuardrailInfo = Pick<ReflectResult, 'status' | 'acceptedBy' | 'stopReason' | 'reviewReasons' | 'score'> & {
  issues: string[];
};

/** A guardrail that lets an answer pass when it was accepted. The answer is judged once, and not revised. */
export function reflectGuardrail(options: ReflectGuardrailOptions): OutputGuardrail<TextOutput> {
  checkHost('reflectGuardrail', options, { name: 'string' }, 'draft model');
  const { engine, task, name = 'reflect' } = options;
  const { critic = false } = task;
  engine.checkGate({ ...task, critic } as Parameters<typeof engine.checkGate>[0]);
  const model = (): never => {
    throw new Error('a guardrail judges an answer, and writes none');
  };
  return {
    name,
    execute: async ({ agentOutput }) => {
      const settings = { ...task.settings, maxReflections: 0 };
      const result = await engine.run({ ...task, critic, model, settings, draft: agentOutput });
      const { status, acceptedBy, stopReason, reviewReasons, score, trace } = result;
      const issues = trace.critique?.issues ?? [];
      const outputInfo: GuardrailInfo = { status, stopReason, reviewReasons, issues, ...(acceptedBy && { acceptedBy }) };
      if (score !== undefined) outputInfo.score = score;
      return { tripwireTriggered: !result.accepted, outputInfo };
    },
  };
}

export interface ReflectedAgentOptions {
  engine: ReflectEngine;
  /** The rest of each run's task: a critic, verifiers, settings. */
  task?: Omit<ReflectTask<unknown>, 'input' | 'model' | 'systemPrompt' | 'tools' | 'signal' | 'draft'> | undefined;
}

/**
 * A model whose final texts are reflected on. A reply with tool calls or handoffs goes through untouched; the critic of the answer after it
 * is shown what the tools gave. `usage` is the sum of all calls, and `providerData.reflect` says how the run ended. A text that nobody
 * accepted is returned, too: check `status`. A stream shows drafts as events of the model, `reflect.draft`, and the text when it is
 * accepted.
 */
export function reflectedModel(model: AgentModel, options: ReflectedAgentOptions): AgentModel {
  checkClient(
    ['reflectedModel', 'model', 'getResponse', '`new OpenAIResponsesModel(client, name)` of @openai/agents 0.20'],
    model,
  );
  checkHost('reflectedModel', options, {}, 'input model systemPrompt tools signal draft');
  const { engine, task } = options;
  const whole: Call = (request) => model.getResponse(request);

  async function respond(request: ModelRequest, call: Call, screen?: Screen): Promise<ModelResponse> {
    // A redacted text is shown when it is whole, by the run.
    const isShown = screen !== undefined && !task?.redact;
    const first = await call(request, isShown ? (delta) => screen.draft(1, 'writing', { delta }) : undefined);
    if (!isFinal(first)) return first;
    const wanted = request.outputType !== 'text' ? request.outputType?.schema : undefined;
    const usage = new Usage();
    const replyOf = (reply: ModelResponse) => {
      usage.add(reply.usage);
      const { inputTokens, outputTokens } = reply.usage;
      return { content: replyText(reply), usage: { inputTokens, outputTokens }, reply };
    };
    const ask = async ({ purpose, messages, responseSchema, signal, onDelta }: AskedModel) => {
      const { system, turns } = apart(messages);
      const prompt =
        purpose === 'answer' || purpose === 'revision'
          ? { ...asRevision(request, wanted !== undefined && !responseSchema), input: itemsOf(request, turns) }
          : { ...asCritique(request, responseSchema), input: engineMessagesAsItems(turns) };
      const instructions = system && { systemInstructions: system };
      return replyOf(await call({ ...prompt, ...instructions, signal }, onDelta));
    };
    const { systemInstructions: systemPrompt, signal } = request;
    const own = { client: model, first: replyOf(first), ask, input: messagesOf(request), systemPrompt, signal };
    const {
      output,
      reflect,
      reply = { output: [outputOf(output)] },
    } = await engine.answer(task, { ...own, schema: wanted }, screen);
    const { providerData } = reply as ModelResponse;
    return { ...reply, usage, providerData: { ...providerData, reflect } };
  }

  return {
    getResponse: (request) => respond(request, whole),
    getStreamedResponse: (request) =>
      eventsOf(engine, request, (modelRequest, screen) => respond(modelRequest, streamedCall(model), screen)),
  };
}

/** A call of the model; `onText` is told its text as it comes, where it is streamed. */
type Call = (request: ModelRequest, onText?: (delta: string) => void) => Promise<ModelResponse>;

function streamedCall(model: AgentModel): Call {
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
async function* eventsOf(
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
