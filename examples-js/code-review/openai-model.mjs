// Any server with an OpenAI-compatible API as a reflect-engine `Model`: OpenAI, Ollama, llama.cpp, vLLM.

import OpenAI from 'openai';

/**
 * Reads `OPENAI_BASE_URL` and `OPENAI_API_KEY` as the official client does, and `OPENAI_MODEL`.
 *
 * @param {{ temperature?: number, seed?: number }} sampling
 */
export async function openaiModel(sampling = {}) {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = process.env;
  const client = clientOf({ apiKey: OPENAI_API_KEY ?? 'none' });
  const name = OPENAI_MODEL ?? (OPENAI_BASE_URL ? await firstModel(client) : 'gpt-4.1-mini');
  return { name, model: openaiCompatible(client, name, sampling) };
}

/** The official client. */
export const clientOf = (options) => new OpenAI(options);

/** @returns {import('reflect-engine').Model} */
export function openaiCompatible(client, name, sampling = {}) {
  return async ({ messages, responseSchema, signal, onDelta }) => {
    const body = {
      model: name,
      messages: messages.map(({ role, content }) => ({ role, content: textOf(content) })),
      ...sampling,
      // Servers that can hold a reply to a JSON Schema do so: then every critique can be read.
      ...(responseSchema && {
        response_format: { type: 'json_schema', json_schema: { name: 'critique', schema: responseSchema, strict: true } },
      }),
    };
    const stream = await client.chat.completions.create(
      { ...body, stream: true, stream_options: { include_usage: true } },
      { signal },
    );
    let content = '';
    let finishReason;
    let usage;
    for await (const chunk of stream) {
      const [choice] = chunk.choices;
      const delta = choice?.delta.content ?? '';
      content += delta;
      if (delta !== '') onDelta?.(delta);
      finishReason = choice?.finish_reason ?? finishReason;
      usage = chunk.usage ?? usage;
    }
    return {
      content,
      model: name,
      ...(finishReason && { finishReason }),
      ...(usage && { usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } }),
    };
  };
}

async function firstModel(client) {
  for await (const { id } of client.models.list()) return id;
  throw new Error('the server at OPENAI_BASE_URL lists no models; name one with OPENAI_MODEL');
}

function textOf(content) {
  return typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
