/**
 * Anthropic's client as a model of the engine.
 *
 * @packageDocumentation
 */

import type Anthropic from '@anthropic-ai/sdk';
import { badSettings } from '../check/checks.js';
import type { Message, Model } from '../types.js';
import { checkModel } from './check.js';
import { apart, argumentsOf, grouped, textOf } from './messages.js';

type Body = Anthropic.MessageCreateParamsNonStreaming;
type Block = Anthropic.ContentBlockParam;
type Schema = { [key: string]: unknown };

/** What `max_tokens` is where `more` does not say it. */
const MAX_TOKENS = 4_096;

/**
 * A model of the Messages API. Thinking blocks go back as they came. `more` goes into each request. Retries are the client's
 * (`maxRetries`).
 */
export function messagesModel(client: Anthropic, name: string, more: Partial<Body> = {}): Model {
  checkModel(['messagesModel', 'client', 'messages.create', '`new Anthropic()` of @anthropic-ai/sdk 1'], client, name, more);
  return async ({ messages, tools, responseSchema: schema, signal, onDelta }) => {
    const { system, turns } = apart(messages);
    const body: Body = {
      max_tokens: MAX_TOKENS,
      ...more,
      model: name,
      messages: grouped(turns, blocksOf).map(({ isModel, parts: content }) => ({
        role: isModel ? 'assistant' : 'user',
        content,
      })),
    };
    if (system) body.system = system;
    if (tools)
      body.tools = tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters as Anthropic.Tool.InputSchema }));
    const format = schema && { type: 'json_schema' as const, schema: await takenSchema(schema) };
    if (format) body.output_config = { ...more.output_config, format };
    const reply = onDelta
      ? await client.messages
          .stream(body, { signal })
          .on('text', (delta) => onDelta(delta))
          .finalMessage()
      : await client.messages.create(body, { signal });
    const { input_tokens: fresh, output_tokens: outputTokens } = reply.usage;
    const { cache_read_input_tokens: read, cache_creation_input_tokens: created } = reply.usage;
    return {
      content: reply.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      toolCalls: reply.content.flatMap((block) => {
        return block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: block.input }] : [];
      }),
      finishReason: reply.stop_reason,
      model: name,
      metadata: { blocks: reply.content },
      // What comes from the cache is not in `input_tokens`.
      usage: { inputTokens: fresh && fresh + (read ?? 0) + (created ?? 0), outputTokens, cachedTokens: read },
    };
  };
}

/** The schema as the API takes it: closed objects alone, and no limits, which the client makes words. Older clients cannot. */
async function takenSchema(schema: Schema): Promise<Schema> {
  const { transformJSONSchema } = await import('@anthropic-ai/sdk/lib/transform-json-schema').catch(() => {
    throw badSettings('messagesModel needs `transformJSONSchema` for a `responseSchema`: install @anthropic-ai/sdk 1');
  });
  return transformJSONSchema(schema);
}

/** Parts that are not text (images, files) go as you wrote them: in Anthropic's form. */
function blocksOf({ role, content, toolCalls = [], toolCallId, metadata }: Message): Block[] {
  if (role === 'tool') return [{ type: 'tool_result', tool_use_id: toolCallId ?? '', content: textOf(content) }];
  if (role === 'user' && typeof content !== 'string') return content as unknown as Block[];
  const { blocks } = (metadata ?? {}) as { blocks?: Block[] };
  const calls = toolCalls.map(({ id, name, arguments: args }) => {
    return { type: 'tool_use' as const, id, name, input: argumentsOf(args) };
  });
  const text = textOf(content);
  return blocks ?? [...(text ? [{ type: 'text' as const, text }] : []), ...calls];
}
