// A streamed chat completion, put together. The client's own helper throws where a reply breaks its schema; here it is for the engine to read.

import type OpenAI from 'openai';
import { describe } from '../check/kind.js';
import { describeError } from '../error.js';

type Chunk = OpenAI.ChatCompletionChunk;
type Completion = Pick<OpenAI.ChatCompletion, 'usage'> & {
  choices: Pick<OpenAI.ChatCompletion.Choice, 'message' | 'finish_reason'>[];
};
/** What servers and clients give that follow the protocol by and large. */
type Loose = Omit<Chunk, 'choices'> & {
  error?: unknown;
  choices?: (Omit<Chunk['choices'][number], 'delta'> & { delta?: Chunk['choices'][number]['delta'] | null })[];
};

/** The largest index of a tool call. The server writes it, and it is the place in a list. */
const MAX_INDEX = 255;

export async function gathered(stream: AsyncIterable<Chunk>, onDelta: (text: string) => void): Promise<Completion> {
  const message = { role: 'assistant' as const, content: '', refusal: '' };
  const calls = new Map<number, { function: { name: string; arguments: string } }>();
  let finish: Chunk['choices'][number]['finish_reason'] = null;
  let usage: Chunk['usage'];
  for await (const chunk of stream as AsyncIterable<Loose>) {
    if (chunk.error) throw new Error(describeError(chunk.error), { cause: chunk.error });
    usage = chunk.usage ?? usage;
    const choice = chunk.choices?.[0];
    const { content, refusal, tool_calls } = choice?.delta ?? {};
    finish = choice?.finish_reason ?? finish;
    if (content) onDelta(content);
    message.content += content ?? '';
    message.refusal += refusal ?? '';
    for (const { index, function: part, ...more } of tool_calls ?? []) {
      if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX)
        throw new Error(
          `\`tool_calls[].index\` of the stream must be a whole number from 0 to ${MAX_INDEX}, got ${describe(index)}`,
        );
      const call = calls.get(index) ?? { function: { name: '', arguments: '' } };
      call.function.name += part?.name ?? '';
      call.function.arguments += part?.arguments ?? '';
      calls.set(index, { ...call, ...more });
    }
  }
  const tool_calls = [...calls].sort(([a], [b]) => a - b).map(([, call]) => ({ type: 'function', ...call }));
  const whole = { ...message, ...(tool_calls.length > 0 && { tool_calls }) } as OpenAI.ChatCompletionMessage;
  return { choices: finish === null ? [] : [{ message: whole, finish_reason: finish }], ...(usage && { usage }) };
}
