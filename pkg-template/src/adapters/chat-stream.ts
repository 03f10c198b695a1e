// A streamed chat completion, put together. The client's own helper throws where a reply breaks its schema; here it is for the engine to read.

import type OpenAI from 'openai';

type Chunk = OpenAI.ChatCompletionChunk;
type Completion = Pick<OpenAI.ChatCompletion, 'usage'> & {
  choices: Pick<OpenAI.ChatCompletion.Choice, 'message' | 'finish_reason'>[];
};

export async function gathered(stream: AsyncIterable<Chunk>, onDelta: (text: string) => void): Promise<Completion> {
  const message = { role: 'assistant' as const, content: '', refusal: '' };
  const calls: { [key: string]: unknown; function: { name: string; arguments: string } }[] = [];
  let finish: Chunk['choices'][number]['finish_reason'] = null;
  let usage: Chunk['usage'];
  for await (const chunk of stream) {
    usage = chunk.usage ?? usage;
    const choice = chunk.choices?.[0];
    if (!choice) continue;
    const { content, refusal, tool_calls = [] } = choice.delta;
    finish = choice.finish_reason ?? finish;
    if (content) onDelta(content);
    message.content += content ?? '';
    message.refusal += refusal ?? '';
    for (const { index, function: part, ...more } of tool_calls) {
      const call = (calls[index] ??= { function: { name: '', arguments: '' } });
      Object.assign(call, more);
      call.function.name += part?.name ?? '';
      call.function.arguments += part?.arguments ?? '';
    }
  }
  const tool_calls = calls.filter(Boolean).map((call) => ({ type: 'function', ...call }));
  const whole = { ...message, ...(tool_calls.length > 0 && { tool_calls }) } as OpenAI.ChatCompletionMessage;
  return { choices: finish === null ? [] : [{ message: whole, finish_reason: finish }], ...(usage && { usage }) };
}
