import type OpenAI from 'openai';
import type { Message, Model } from '../types.js';
import { checkModel } from './check.js';
import { apart, jsonOf, schemaOf, textOf } from './messages.js';

type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming;

/**
 * A model of OpenAI's Responses API. Nothing is stored at OpenAI: reasoning comes encrypted and goes back as it came. A model that does not
 * reason refuses to be asked for it: give it `{ include: [] }`. `more` goes into each request. Retries are the client's (`maxRetries`).
 */
export function responsesModel(client: OpenAI, name: string, more: Partial<Body> = {}): Model {
  checkModel(['responsesModel', 'client', 'responses.create', '`new OpenAI()` of openai 6 or 7'], client, name, more);
  return async ({ messages, tools, responseSchema: schema, purpose, signal, onDelta }) => {
    const { system: instructions, turns } = apart(messages);
    const input = turns.flatMap(itemsOf);
    const body: Body = { store: false, include: ['reasoning.encrypted_content'], ...more, model: name, input };
    if (instructions) body.instructions = instructions;
    if (tools) body.tools = tools.map((tool) => ({ type: 'function', strict: false, ...tool }));
    if (schema) body.text = { ...more.text, format: { type: 'json_schema', ...schemaOf(schema, purpose) } };
    // Without the client's helper for streams: it throws where a reply breaks its schema, and that is for the engine to read.
    let reply: OpenAI.Responses.Response | undefined;
    if (onDelta) {
      for await (const event of await client.responses.create({ ...body, stream: true }, { signal })) {
        if (event.type === 'response.output_text.delta') onDelta(event.delta);
        if (event.type === 'error') throw new Error(event.message, { cause: event });
        if ('response' in event) reply = event.response;
      }
    } else {
      reply = await client.responses.create(body, { signal });
    }
    if (!reply) throw new Error('the server gave no response');
    if (reply.error) throw new Error(reply.error.message, { cause: reply.error });
    const calls = reply.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
    const parts = reply.output.flatMap((item) => (item.type === 'message' ? item.content : []));
    const refusal = parts.flatMap((part) => (part.type === 'refusal' ? [part.refusal] : [])).join('');
    return {
      content: parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('') || refusal,
      toolCalls: calls.map(({ call_id: id, name, arguments: args }) => ({ id, name, arguments: args })),
      finishReason: refusal ? 'refusal' : (reply.incomplete_details?.reason ?? reply.status),
      model: name, // `prices` are by this name; the reply's own is dated.
      metadata: { items: reply.output },
      usage: reply.usage && {
        inputTokens: reply.usage.input_tokens,
        outputTokens: reply.usage.output_tokens,
        cachedTokens: reply.usage.input_tokens_details?.cached_tokens,
        reasoningTokens: reply.usage.output_tokens_details?.reasoning_tokens,
      },
    };
  };
}

/** Parts that are not text (images, files) go as you wrote them: in OpenAI's form. */
function itemsOf({ role, content, toolCalls = [], toolCallId, metadata }: Message): OpenAI.Responses.ResponseInputItem[] {
  if (role === 'tool') return [{ type: 'function_call_output', call_id: toolCallId ?? '', output: textOf(content) }];
  const { items } = (metadata ?? {}) as { items?: OpenAI.Responses.ResponseInputItem[] };
  if (items) return items;
  const parts = role === 'user' ? content : textOf(content);
  const message = { role, content: parts } as OpenAI.Responses.EasyInputMessage;
  const calls = toolCalls.map(({ id, name, arguments: args }) => {
    return { type: 'function_call' as const, call_id: id, name, arguments: jsonOf(args) };
  });
  return parts.length > 0 ? [message, ...calls] : calls;
}
