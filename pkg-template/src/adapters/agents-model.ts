import { type Model as AgentModel, type ModelRequest, type ModelResponse, Usage } from '@openai/agents';
import type { ReflectEngine } from '../engine/engine.js';
import type { ModelRequest as AskedModel, ReflectTask, Screen } from '../types.js';
import { addedTo, itemsOf, messagesOf } from './agents-items.js';
import { asCritique, asRevision, isFinal, outputOf, replyText } from './agents-reply.js';
import { type Call, eventsOf, streamedCall } from './agents-stream.js';
import { checkClient, checkHost } from './check.js';
import { apart } from './messages.js';

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
          : { ...asCritique(request, responseSchema), input: addedTo(turns) };
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
