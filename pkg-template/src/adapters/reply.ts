// Replies of the AI SDK's provider specification, whole and as a stream, for `reflected`.

import type { LanguageModelV4StreamPart as Piece, LanguageModelV4GenerateResult as Reply } from '@ai-sdk/provider';
import type { ModelResponse } from '../given-types.js';
import type { DraftEvent, ReflectResult } from '../types.js';
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

/** Makes the reply; reports the drafts, and ends when the signal does. */
type Making = (signal: AbortSignal, onDraft: (event: DraftEvent) => void) => Promise<Reply>;

/** Reported drafts come as reasoning. A stream that is cancelled ends the making. */
export function streamOf(warnings: Reply['warnings'], make: Making): ReadableStream<Piece> {
  const stop = new AbortController();
  async function write(stream: ReadableStreamDefaultController<Piece>): Promise<void> {
    const drafts = new Set<string>();
    const give = (piece: Piece): void => stop.signal.throwIfAborted() ?? stream.enqueue(piece);
    give({ type: 'stream-start', warnings });
    const reply = await make(stop.signal, (event) => {
      if (event.type !== 'draft.delta') return;
      const id = `draft-${event.draftIndex}`;
      if (!drafts.has(id)) give({ type: 'reasoning-start', id });
      drafts.add(id);
      give({ type: 'reasoning-delta', id, delta: event.delta });
    });
    for (const id of drafts) give({ type: 'reasoning-end', id });
    for (const piece of reply.content.flatMap(piecesOf)) give(piece);
    const { usage, finishReason, providerMetadata } = reply;
    give({ type: 'finish', usage, finishReason, ...(providerMetadata && { providerMetadata }) });
    stream.close();
  }
  return new ReadableStream({
    start: (stream) => {
      write(stream).catch((error: unknown) => {
        if (stop.signal.aborted) return;
        stream.enqueue({ type: 'error', error });
        stream.close();
      });
    },
    cancel: (reason) => stop.abort(reason),
  });
}

function piecesOf(part: Reply['content'][number], index: number): Piece[] {
  if (part.type !== 'text' && part.type !== 'reasoning') return [part];
  const [id, { type, text: delta, providerMetadata: metadata }] = [`${index}`, part];
  const end: Piece = { type: `${type}-end`, id, ...(metadata && { providerMetadata: metadata }) };
  return [{ type: `${type}-start`, id }, { type: `${type}-delta`, id, delta }, end];
}
