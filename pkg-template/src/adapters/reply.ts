// Replies of the AI SDK's provider specification, whole and as streams, for `reflected`.

import type { JSONObject, LanguageModelV3StreamPart as Piece, LanguageModelV3GenerateResult as Reply } from '@ai-sdk/provider';
import type { ModelResponse } from '../given-types.js';
import type { Message, ReflectResult, Screen } from '../types.js';
import { endOf, textOf, untilAborted } from './messages.js';

/** What the engine reads of a reply, and the reply itself, whole or in pieces. */
export type Answer<R> = Pick<Reply, 'usage' | 'finishReason'> & { text: string; isFinal: boolean; reply: R };

/** Whether somebody else must run or approve this part of a reply. */
export function isWaiting({ type, providerExecuted }: { type: string; providerExecuted?: boolean }): boolean {
  return /^tool-(input-start|call|approval)/.test(type) && !providerExecuted;
}

export function answerOf(reply: Reply): Answer<Reply> {
  const text = textOf(reply.content as Message['content']);
  return { ...reply, text, isFinal: !reply.content.some(isWaiting) && text.trim() !== '', reply };
}

/** Reads a stream; `onText` is told the text as it comes. How it begins goes to `pass` and, once a tool is to be run, all of it. */
export async function answerIn(
  stream: ReadableStream<Piece>,
  signal: AbortSignal | undefined,
  onText?: (delta: string) => void,
  pass?: (piece: Piece) => void,
): Promise<Answer<Piece[]>> {
  const reader = stream.getReader();
  const answer = { text: '', isFinal: true, reply: [] as Piece[] } as Answer<Piece[]>;
  for (;;) {
    const { done, value: piece } = await untilAborted(signal, () => reader.read());
    if (done) break;
    if (isWaiting(piece)) answer.isFinal = false;
    if (piece.type === 'error' && answer.isFinal) throw piece.error;
    if (piece.type === 'finish') Object.assign(answer, piece);
    if (/^(stream|response)-/.test(piece.type)) pass?.(piece);
    else answer.reply.push(piece);
    if (!answer.isFinal) for (const each of answer.reply.splice(0)) pass?.(each);
    else if (piece.type === 'text-delta') {
      answer.text += piece.delta;
      onText?.(piece.delta);
    }
  }
  if (!answer.usage) throw new Error('no answer');
  answer.isFinal &&= answer.text.trim() !== '';
  return answer;
}

export function usageOf({ usage: { inputTokens, outputTokens } }: Pick<Reply, 'usage'>): ModelResponse['usage'] {
  return {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    cachedTokens: inputTokens.cacheRead,
    reasoningTokens: outputTokens.reasoning,
  };
}

type Ended = Pick<Reply, 'usage' | 'providerMetadata'>;

/** The reply that is returned, or its end, with the tokens of all calls and the end of the run. */
export function ended<R extends Pick<Reply, 'providerMetadata'>>(reply: R, result: ReflectResult<unknown>): R & Ended {
  const { cachedTokens: cacheRead, reasoningTokens: reasoning, estimated, ...counted } = result.usage.total;
  const { inputTokens, outputTokens } = estimated ? ({} as typeof counted) : counted;
  const usage = { inputTokens: { total: inputTokens, cacheRead }, outputTokens: { total: outputTokens, reasoning } };
  return { ...reply, usage: usage as Reply['usage'], providerMetadata: { ...reply.providerMetadata, reflect: endOf(result) } };
}

/** Reasoning parts whose `providerMetadata.reflect` says which draft it is and, at its end, what was said of it. */
export function asReasoning(give: (piece: Piece) => void): Screen['draft'] {
  const open = new Set<number>();
  return (draft, status, { delta = '', ...more }) => {
    const id = `draft-${draft}`;
    const providerMetadata = { reflect: { draft, status, ...more } as JSONObject };
    if (status !== 'writing') return open.delete(draft) && give({ type: 'reasoning-end', id, providerMetadata });
    if (!open.has(draft)) give({ type: 'reasoning-start', id, providerMetadata });
    open.add(draft);
    give({ type: 'reasoning-delta', id, delta });
  };
}
