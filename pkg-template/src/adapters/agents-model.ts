import { type Model as AgentModel, type ModelRequest, type ModelResponse, type StreamEvent, Usage } from '@openai/agents';
import type { ReflectEngine } from '../engine/engine.js';
import type { Model, ReflectTask } from '../types.js';
import { addedTo, itemsOf, messagesOf } from './agents-items.js';
import { isFinal, replyOf, saidBy } from './agents-reply.js';
import { checkClient, checkHost } from './check.js';
import { apart, endOf } from './messages.js';

export interface ReflectedAgentOptions {
  engine: ReflectEngine;
  /** What else the task of each run is to hold: a critic, verifiers, settings. */
  task?: Omit<ReflectTask<unknown>, 'input' | 'model' | 'systemPrompt' | 'tools' | 'signal' | 'draft'>;
}

/**
 * A model whose final texts are reflected on. A reply with tool calls or handoffs goes through untouched; the critic of the answer after
 * it is shown what the tools gave. `usage` is the sum of all calls, and `providerData.reflect` says how the run ended. A text that nobody
 * accepted comes, too: look at `status`. A stream gives the final text alone.
 */
export function reflectedModel(model: AgentModel, options: ReflectedAgentOptions): AgentModel {
  checkClient(['reflectedModel', 'model', 'getResponse', '`new OpenAIResponsesModel(client, name)`'], model);
  checkHost('reflectedModel', options, {}, 'input model systemPrompt tools signal draft');
  const { engine, task } = options;
  async function getResponse(request: ModelRequest): Promise<ModelResponse> {
    const first = await model.getResponse(request);
    if (!isFinal(first)) return first;
    const usage = new Usage();
    const replies = new Map<string, ModelResponse>();
    const ask: Model = async ({ callId, purpose, messages, responseSchema, signal, onDelta }) => {
      const { system, turns } = apart(messages);
      const critique = purpose === 'critique' && asCritique(request, responseSchema);
      const asked = critique
        ? { ...critique, input: addedTo(turns) }
        : { ...asRevision(request), input: itemsOf(request, turns) };
      const instructions = system && { systemInstructions: system };
      const reply = callId === 'answer-1' ? first : await model.getResponse({ ...asked, ...instructions, signal });
      const content = saidBy(reply);
      usage.add(reply.usage);
      replies.set(content, reply);
      onDelta?.(content);
      return { content, usage: { inputTokens: reply.usage.inputTokens, outputTokens: reply.usage.outputTokens } };
    };
    const { systemInstructions: systemPrompt, signal } = request;
    const settings = engine.showingTools(task?.settings);
    const more = { settings, ...(systemPrompt && { systemPrompt }), ...(signal && { signal }) };
    const result = await engine.run({ ...task, ...more, input: messagesOf(request), model: ask }).catch((error: Error) => {
      throw signal?.aborted ? signal.reason : (error.cause ?? error);
    });
    const reply = replies.get(result.output) ?? replyOf(result.output);
    return { ...reply, usage, providerData: { ...reply.providerData, reflect: endOf(result) } };
  }

  async function* getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent> {
    yield { type: 'response_started' };
    const { usage, output, responseId, providerData } = await getResponse(request);
    const delta = saidBy({ output });
    if (delta !== '') yield { type: 'output_text_delta', delta };
    const { requests, inputTokens, outputTokens, totalTokens } = usage;
    const response = { id: responseId ?? 'reflect', output, usage: { requests, inputTokens, outputTokens, totalTokens } };
    yield { type: 'response_done', response: { ...response, ...(providerData && { providerData }) } } as StreamEvent;
  }

  return { getResponse, getStreamedResponse };
}

/** No tool may be called any more, and providers want to see those that were. The stored conversation is not added to. */
function asRevision({ conversationId, systemInstructions, ...request }: ModelRequest): ModelRequest {
  const toolChoice = request.tools.length > 0 && { toolChoice: 'none' };
  return { ...request, handoffs: [], modelSettings: { ...request.modelSettings, ...toolChoice } };
}

function asCritique(
  { conversationId, previousResponseId, prompt, systemInstructions, ...request }: ModelRequest,
  schema?: object,
): ModelRequest {
  const { toolChoice, ...modelSettings } = request.modelSettings;
  const form = { type: 'json_schema', name: 'critique', strict: true, schema } as ModelRequest['outputType'];
  return { ...request, modelSettings, tools: [], handoffs: [], outputType: schema ? form : 'text' };
}
