// The stream of a language model whose final texts are reflected on: what is written is shown as it is written.

import type {
  LanguageModelV3,
  LanguageModelV3CallOptions as Options,
  LanguageModelV3StreamPart as Piece,
  LanguageModelV3StreamResult as Streamed,
} from '@ai-sdk/provider';
import type { Screen } from '../types.js';
import type { Call, Making, ReflectedOptions } from './reflected-types.js';
import { answerIn, asReasoning, ended } from './reply.js';

/** A stream that is cancelled ends the calls. What the first call rejects with, this does too, so that the caller's retries hold for it. */
export async function streamed(
  inner: LanguageModelV3,
  options: Options,
  { engine, task, drafts = 'reasoning', writer }: ReflectedOptions,
  reflect: Making,
  again: Pick<LanguageModelV3, 'doStream'>,
): Promise<Streamed> {
  const stop = new AbortController();
  const callOptions = { ...options, abortSignal: stop.signal };
  const opened = await engine.untilAborted(options.abortSignal, () => inner.doStream(callOptions), stop);
  const call: Call<Piece[]> = async (request, onText) =>
    answerIn(inner, engine.piecesOf((await again.doStream(request)).stream, request.abortSignal), onText);

  async function write(give: (piece: Piece) => void): Promise<void> {
    const draft: Screen['draft'] =
      drafts === 'data'
        ? engine.drafts((data) => writer?.write({ type: 'data-reflect', id: `draft-${data.draft}`, data }))
        : drafts
          ? asReasoning(give)
          : () => {};
    // A redacted text is shown when it is whole.
    const onText = task?.redact ? undefined : (delta: string): void => draft(1, 'writing', { delta });
    const first = await answerIn(inner, engine.piecesOf(opened.stream, stop.signal), onText, give);
    if (!first.isFinal) {
      draft(1, 'rejected', {});
      for (const piece of first.reply) give(piece);
      return;
    }
    let isLive = false;
    const text = (delta: string): void => {
      if (!isLive) give({ type: 'text-start', id: 'answer' });
      isLive = true;
      give({ type: 'text-delta', id: 'answer', delta });
    };
    const answer = await reflect(callOptions, first, call, { draft, text });
    const { reply } = answer;
    // No reply has this text.
    if (!reply && !isLive) text(answer.output);
    if (isLive) give({ type: 'text-end', id: 'answer' });
    for (const piece of reply ?? first.reply) {
      if (piece.type === 'finish') give(ended(piece, answer));
      else if (reply && !(isLive && piece.type.startsWith('text-'))) give(piece);
    }
  }

  const errorOf = (error: unknown): Piece => ({ type: 'error', error });
  return { ...opened, stream: engine.streamOf(write, errorOf, options.abortSignal, stop) };
}
