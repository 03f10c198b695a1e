// Replies of the OpenAI Agents SDK, and what is asked for, for `reflectedModel`.

import type { ModelRequest, ModelResponse } from '@openai/agents';
import { schemaOf } from './messages.js';

export function outputOf(text: string): ModelResponse['output'][number] {
  return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] };
}

export function replyText({ output }: Pick<ModelResponse, 'output'>): string {
  const parts = output.flatMap((item) => ('role' in item && item.role === 'assistant' ? item.content : []));
  return parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
}

/** Output items that do not stop a reply from being a final answer. */
const BESIDE: readonly (string | undefined)[] = ['message', 'reasoning', undefined];

/** Whether a reply is an answer, be it an empty one: nothing that somebody else is to run. */
export function isFinal(reply: ModelResponse): boolean {
  return reply.output.every(({ type }) => BESIDE.includes(type));
}

/** No tool may be called any more, and providers want to see those that were. The stored conversation is not added to. */
export function asRevision({ conversationId, systemInstructions, ...request }: ModelRequest, isFree = false): ModelRequest {
  const toolChoice = request.tools.length > 0 && { toolChoice: 'none' };
  const outputType = isFree && { outputType: 'text' as const };
  return { ...request, handoffs: [], modelSettings: { ...request.modelSettings, ...toolChoice }, ...outputType };
}

/** Settings of an answer that are no critic's. */
const OF_ANSWER = 'toolChoice parallelToolCalls maxTokens temperature topP frequencyPenalty presencePenalty'.split(' ');

export function asCritique(
  { conversationId, previousResponseId, prompt, systemInstructions, ...request }: ModelRequest,
  schema?: object,
): ModelRequest {
  const { providerData: { stop, seed, ...providerData } = {}, ...settings } = request.modelSettings;
  const kept = Object.entries({ ...settings, providerData }).filter(([key]) => !OF_ANSWER.includes(key));
  const form = schema && ({ type: 'json_schema', ...schemaOf({ ...schema }, 'critique') } as ModelRequest['outputType']);
  return { ...request, modelSettings: Object.fromEntries(kept), tools: [], handoffs: [], outputType: form ?? 'text' };
}
