// Replies of the AI SDK's provider specification, for `reflected`.

import type { LanguageModelV4GenerateResult as Reply } from '@ai-sdk/provider';
import type { ModelResponse } from '../given-types.js';
import type { ReflectResult } from '../types.js';
import { endOf } from './messages.js';

/** Whether a reply is an answer: a text, and no tool that somebody else is to run. */
export function isFinal(reply: Reply): boolean {
  const waits = reply.content.some(
    (part) => part.type === 'tool-approval-request' || (part.type === 'tool-call' && !part.providerExecuted),
  );
  return !waits && textOf(reply).trim() !== '';
}

export function textOf({ content }: Reply): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export function usageOf({ usage: { inputTokens, outputTokens } }: Reply): ModelResponse['usage'] {
  const [cachedTokens, reasoningTokens] = [inputTokens.cacheRead, outputTokens.reasoning];
  return { inputTokens: inputTokens.total, outputTokens: outputTokens.total, cachedTokens, reasoningTokens };
}

/** The reply that is returned, with the tokens of all calls and the end of the run. */
export function finished(reply: Reply, result: ReflectResult<unknown>): Reply {
  const { inputTokens, outputTokens, cachedTokens: cacheRead, reasoningTokens: reasoning, estimated } = result.usage.total;
  const counted = (tokens: number | undefined): number | undefined => (estimated ? undefined : tokens);
  return {
    ...reply,
    usage: {
      inputTokens: { total: counted(inputTokens), noCache: undefined, cacheRead, cacheWrite: undefined },
      outputTokens: { total: counted(outputTokens), text: undefined, reasoning },
    },
    providerMetadata: { ...reply.providerMetadata, reflect: endOf(result) },
  };
}
