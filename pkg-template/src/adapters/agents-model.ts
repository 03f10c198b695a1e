import { type Model as AgentModel, type ModelRequest, type ModelResponse, Usage } from '@openai/agents';
import type { ReflectEngine } from '../engine/engine.js';
import type { Model, ReflectTask, Screen } from '../types.js';
import { addedTo, itemsOf, messagesOf } from './agents-items.js';
import { asCritique, asRevision, isFinal, outputOf, replyText } from './agents-reply.js';
import { type Call, eventsOf, streamedCall } from './agents-stream.js';
import { checkClient, checkHost } from './check.js';
import { apart, endOf } from './messages.js';

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
    const usage = new Usage();
    const replies = new Map<string, ModelResponse>();
    const ask: Model = async ({ callId, purpose, messages, responseSchema, signal, onDelta }) => {
      const { system, turns } = apart(messages);
      const critique = purpose === 'critique' && asCritique(request, responseSchema);
      const prompt = critique
        ? { ...critique, input: addedTo(turns) }
        : { ...asRevision(request), input: itemsOf(request, turns) };
      const instructions = system && { systemInstructions: system };
      const isFirst = callId === 'answer-1';
      const reply = isFirst ? first : await call({ ...prompt, ...instructions, signal }, onDelta);
      const content = replyText(reply);
      usage.add(reply.usage);
      replies.set(content.trim(), reply);
      if (isFirst || screen === undefined) onDelta?.(content);
      return { content, usage: { inputTokens: reply.usage.inputTokens, outputTokens: reply.usage.outputTokens } };
    };
    const { systemInstructions: systemPrompt, signal } = request;
    const settings = engine.showingTools(task?.settings);
    const own = { ...task, settings, systemPrompt: systemPrompt || undefined, signal, input: messagesOf(request), model: ask };
    const draft: Screen['draft'] = (draft, status, more) => {
      if (!isShown || draft > 1 || status !== 'writing') screen?.draft(draft, status, more);
    };
    const run = engine.stream({ ...own, onDraft: task?.onDraft ?? (screen && (() => {})) });
    const result = await (screen ? run.show({ ...screen, draft }) : run.result).catch((error: Error) => {
      throw signal?.aborted ? signal.reason : (error.cause ?? error);
    });
    const text = { output: [outputOf(result.output)] };
    const reply: Omit<ModelResponse, 'usage'> = replies.get(result.output.trim()) ?? text;
    return { ...reply, usage, providerData: { ...reply.providerData, reflect: endOf(result) } };
  }

  return {
    getResponse: (request) => respond(request, whole),
    getStreamedResponse: (request) =>
      eventsOf(request, (modelRequest, screen) => respond(modelRequest, streamedCall(model), screen)),
  };
}
