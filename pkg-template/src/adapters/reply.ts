// Replies of the AI SDK's provider specification, whole and as streams, for `reflected`.

import type {
  JSONObject,
  LanguageModelV3CallOptions as Options,
  LanguageModelV3StreamPart as Piece,
  LanguageModelV3GenerateResult as Reply,
} from '@ai-sdk/provider';
import type { LanguageModel } from 'ai';
import type { ReflectEngine } from '../engine/engine.js';
import type { HostAnswer, HostReply } from '../run/host-model.js';
import type { Message, ReflectTask, Screen, ShownDraft } from '../types.js';
import { textOf } from './messages.js';

/** What the engine reads of a reply, and the reply itself, whole or in pieces. */
export type Answer<R> = HostReply<R> & { isFinal: boolean };

type Named = { modelId: string };

/** Whether somebody else must run or approve this part of a reply. */
export function isWaiting({ type, providerExecuted }: { type: string; providerExecuted?: boolean }): boolean {
  return /^tool-(input-start|call|approval)/.test(type) && !providerExecuted;
}

/** Whether it is an answer, be it an empty one. A file without a text is none. */
function isAnswer(text: string, parts: readonly { type: string }[]): boolean {
  return text.trim() !== '' || !parts.some(({ type }) => /file/.test(type));
}

export function answerOf({ modelId }: Named, reply: Reply): Answer<Reply> {
  const content = textOf(reply.content as Message['content']);
  return {
    content,
    ...endOf(modelId, reply),
    isFinal: !reply.content.some(isWaiting) && isAnswer(content, reply.content),
    reply,
  };
}

/** Reads a stream; `onText` is told the text as it comes. How it begins goes to `pass` and, once a tool is to be run, all of it. */
export async function answerIn(
  { modelId }: Named,
  pieces: AsyncIterable<Piece>,
  onText?: (delta: string) => void,
  pass?: (piece: Piece) => void,
): Promise<Answer<Piece[]>> {
  const answer: Answer<Piece[]> = { content: '', isFinal: true, reply: [] };
  for await (const piece of pieces) {
    if (isWaiting(piece)) answer.isFinal = false;
    if (piece.type === 'error' && answer.isFinal) throw piece.error;
    if (piece.type === 'finish') Object.assign(answer, endOf(modelId, piece));
    if (/^(stream|response)-/.test(piece.type)) pass?.(piece);
    else answer.reply.push(piece);
    if (!answer.isFinal) for (const each of answer.reply.splice(0)) pass?.(each);
    else if (piece.type === 'text-delta') {
      answer.content += piece.delta;
      onText?.(piece.delta);
    }
  }
  if (!answer.usage) throw new Error('no answer');
  answer.isFinal &&= isAnswer(answer.content, answer.reply);
  return answer;
}

/** `prices` are by the name of the model. */
function endOf(model: string, { finishReason, usage: { inputTokens, outputTokens } }: Pick<Reply, 'usage' | 'finishReason'>) {
  const usage = {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    cachedTokens: inputTokens.cacheRead,
    reasoningTokens: outputTokens.reasoning,
  };
  return { model, finishReason: finishReason.unified, usage };
}

type Ended = Pick<Reply, 'usage' | 'providerMetadata'>;

/** The reply that is returned, or its end, with the tokens of all calls and the end of the run. */
export function ended<R extends Pick<Reply, 'providerMetadata'>>(reply: R, answer: HostAnswer<unknown>): R & Ended {
  const { inputTokens: total, outputTokens, cachedTokens: cacheRead, reasoningTokens: reasoning } = answer.usage;
  const usage = { inputTokens: { total, cacheRead }, outputTokens: { total: outputTokens, reasoning } };
  const reflect = answer.reflect as JSONObject;
  return { ...reply, usage: usage as Reply['usage'], providerMetadata: { ...reply.providerMetadata, reflect } };
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

export type { ShownDraft } from '../types.js';

export interface ReflectedOptions {
  engine: ReflectEngine;
  /** The rest of each run's task: a critic, verifiers, settings. */
  task?: Omit<ReflectTask<unknown>, 'input' | 'model' | 'systemPrompt' | 'tools' | 'signal' | 'draft' | 'onDraft'> | undefined;
  /**
   * How a stream shows drafts while they are written, before the answer: as reasoning, as parts `data-reflect` (with `writer`), or not. Default:
   * `reasoning`.
   */
  drafts?: 'reasoning' | 'data' | false | undefined;
  /** The writer of `createUIMessageStream`, for `drafts: 'data'`. */
  writer?: DataWriter | undefined;
  /**
   * How often a call after the first is made again when its provider is busy: where the error of the AI SDK says that it may be, after the
   * time that `retry-after` names or a growing one. The first call is retried by the AI SDK itself. Default: 2.
   */
  maxRetries?: number | undefined;
}

/** The `writer` of `createUIMessageStream`. It gets a part for each draft, with the `id` `draft-1`, … */
export interface DataWriter {
  write(part: { type: 'data-reflect'; id: string; data: ShownDraft }): void;
}

/** A language model as a provider makes it. If you only have a name, give `gateway(name)` of `ai`. */
export type ReflectableModel = Exclude<LanguageModel, string | { specificationVersion: 'v2' }>;

/** A call of the model; `onText` is told its text as it comes. */
export type Call<R> = (callOptions: Options, onText?: (delta: string) => void) => Promise<Answer<R>>;
/** Makes the answer of a first reply; `reply` is the one whose text is returned. */
export type Making = <R>(callOptions: Options, first: Answer<R>, call: Call<R>, screen?: Screen) => Promise<HostAnswer<R>>;
