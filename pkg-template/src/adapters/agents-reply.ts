// Replies of the OpenAI Agents SDK, for `reflectedModel`.

import type { ModelResponse } from '@openai/agents';

export function outputOf(text: string): ModelResponse['output'][number] {
  return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] };
}

/** A reply of this text alone, but for its usage. */
export function replyOf(text: string): Omit<ModelResponse, 'usage'> {
  return { output: [outputOf(text)] };
}

export function saidBy({ output }: Pick<ModelResponse, 'output'>): string {
  const parts = output.flatMap((item) => ('role' in item && item.role === 'assistant' ? item.content : []));
  return parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
}

/** What a reply may hold beside its text, and is an answer all the same. */
const BESIDE: readonly (string | undefined)[] = ['message', 'reasoning', undefined];

/** Whether a reply is an answer: a text, and nothing that somebody else is to run. */
export function isFinal(reply: ModelResponse): boolean {
  return reply.output.every(({ type }) => BESIDE.includes(type)) && saidBy(reply).trim() !== '';
}
