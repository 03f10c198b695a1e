// An inner agent as the model that the core asks: its prompt goes out as a message, its claims come back as metadata.

import { kindOf, promiseIn } from '../check/kind.js';
import { misspelt } from '../check/model-reply.js';
import type { ModelResponse } from '../given-types.js';
import { badResponse as bad } from '../run/calls.js';
import type { Json, Model } from '../types.js';
import type { Agent, AgentReply } from './types.js';

/** The model that asks this agent. */
export function asModel(agent: Agent): Model {
  return async (request) => {
    const { messages, iteration, criticFeedback = [] } = request;
    const prompt = messages[0]?.content;
    const agentRequest = {
      prompt: typeof prompt === 'string' ? prompt : '',
      iteration,
      criticFeedback: [...criticFeedback],
      get signal() {
        return request.signal;
      },
    };
    return replyOf(await agent(agentRequest));
  };
}

/** Claims are read by their type and never by truthiness: `done: "no"` is not a claim but a mistake. */
function replyOf(value: unknown): string | ModelResponse {
  if (typeof value === 'string') return value;
  const reply = value as { [K in keyof AgentReply]?: unknown } | null | undefined;
  const unsettled = typeof reply === 'object' && reply !== null ? promiseIn(reply) : undefined;
  if (unsettled !== undefined) throw bad(`the agent's reply: ${unsettled}`);
  if (typeof reply !== 'object' || typeof reply?.output !== 'string') {
    throw bad(`the agent must return a string or { output: string }, got ${kindOf(value)}`);
  }
  const { output, done, criteriaMet, usage, finishReason, model } = reply;
  const other = misspelt(reply, ['done', 'criteriaMet', 'usage', 'finishReason', 'model']);
  if (other !== undefined) throw bad(`the agent's reply has ${other}`);
  const metadata: { [key: string]: Json } = {};
  if (done !== undefined && done !== null) {
    if (typeof done !== 'boolean') throw bad(`\`done\` must be true or false, got ${kindOf(done)}`);
    metadata.done = done;
  }
  if (criteriaMet !== undefined && criteriaMet !== null) {
    if (!Array.isArray(criteriaMet) || !criteriaMet.every((met) => typeof met === 'boolean')) {
      throw bad(
        `\`criteriaMet\` must be a list of booleans, got ${Array.isArray(criteriaMet) ? 'a list of other things' : kindOf(criteriaMet)}`,
      );
    }
    metadata.criteriaMet = [...(criteriaMet as boolean[])];
  }
  if (finishReason !== undefined && finishReason !== null) {
    if (typeof finishReason !== 'string') throw bad(`\`finishReason\` must be a string, got ${kindOf(finishReason)}`);
    metadata.finishReason = finishReason;
  }
  const response: ModelResponse = { content: output, metadata };
  if (usage !== undefined) response.usage = usage as NonNullable<ModelResponse['usage']>;
  if (model !== undefined) response.model = model as NonNullable<ModelResponse['model']>;
  return response;
}
