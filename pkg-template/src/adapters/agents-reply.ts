// Replies of the OpenAI Agents SDK, and what is asked for, for `reflectedModel`.

import type { ModelRequest, ModelResponse } from '@openai/agents';

export function outputOf(text: string): ModelResponse['output'][number] {
  return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] };
}

export function replyText({ output }: Pick<ModelResponse, 'output'>): string {
  const parts = output.flatMap((item) => ('role' in item && item.role === 'assistant' ? item.content : []));
  return parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
}

/** What a reply may hold beside its text, and is an answer all the same. */
const BESIDE: readonly (string | undefined)[] = ['message', 'reasoning', undefined];

/** Whether a reply is an answer: a text, and nothing that somebody else is to run. */
export function isFinal(reply: ModelResponse): boolean {
  return reply.output.every(({ type }) => BESIDE.includes(type)) && replyText(reply).trim() !== '';
}

/** No tool may be called any more, and providers want to see those that were. The stored conversation is not added to. */
export function asRevision({ conversationId, systemInstructions, ...request }: ModelRequest): ModelRequest {
  const toolChoice = request.tools.length > 0 && { toolChoice: 'none' };
  return { ...request, handoffs: [], modelSettings: { ...request.modelSettings, ...toolChoice } };
}

export function asCritique(
  { conversationId, previousResponseId, prompt, systemInstructions, ...request }: ModelRequest,
  schema?: object,
): ModelRequest {
  const { toolChoice, ...modelSettings } = request.modelSettings;
  const form = { type: 'json_schema', name: 'critique', strict: true, schema } as ModelRequest['outputType'];
  return { ...request, modelSettings, tools: [], handoffs: [], outputType: schema ? form : 'text' };
}
