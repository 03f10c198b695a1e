// What Gemini gives to one request: one candidate or several, whole or in pieces.

import type { GenerateContentResponse, GenerateContentResponseUsageMetadata, Part } from '@google/genai';

interface Candidate {
  parts: Part[];
  finishReason?: string | undefined;
}

/** The candidates of a reply, the first alone unless `several` are wanted; its text goes to `onDelta` as it comes. */
export async function candidatesOf(
  chunks: AsyncIterable<GenerateContentResponse> | Iterable<GenerateContentResponse>,
  several: boolean,
  onDelta: ((text: string) => void) | undefined,
): Promise<{ all: Candidate[]; usage: GenerateContentResponseUsageMetadata }> {
  const all: Candidate[] = [];
  let usage: GenerateContentResponseUsageMetadata = {};
  for await (const { candidates = [], promptFeedback, usageMetadata } of chunks) {
    usage = usageMetadata ?? usage;
    const wanted: typeof candidates = candidates.length === 0 ? [{}] : several ? candidates : candidates.slice(0, 1);
    for (const [at, { content, finishReason }] of wanted.entries()) {
      const candidate = all[at] ?? { parts: [] };
      all[at] = candidate;
      candidate.finishReason = finishReason ?? promptFeedback?.blockReason ?? candidate.finishReason;
      for (const part of content?.parts ?? []) {
        candidate.parts.push(part);
        if (part.text && !part.thought) onDelta?.(part.text);
      }
    }
  }
  return { all, usage };
}

export function contentOf({ parts, finishReason }: Candidate = { parts: [] }) {
  const calls = parts.flatMap(({ functionCall: call }) => {
    return call?.name === undefined ? [] : [{ id: call.id, name: call.name, arguments: call.args ?? {} }];
  });
  const content = parts.map(({ text = '', thought }) => (thought ? '' : text)).join('');
  return { content, toolCalls: calls, finishReason, metadata: { parts } };
}
