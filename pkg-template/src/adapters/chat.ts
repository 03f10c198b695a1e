import type OpenAI from 'openai';
import type { Json, Message, Model, ToolCall } from '../types.js';
import { gathered } from './chat-stream.js';
import { checkModel } from './check.js';
import { jsonOf, schemaOf, textOf } from './messages.js';

type Call = OpenAI.ChatCompletionMessageFunctionToolCall & { index?: number };
/** Parameters of each request; a `response_format` that is `undefined` asks for none. */
type ChatParams = Partial<Omit<Params, 'response_format'>> & { response_format?: Params['response_format'] | undefined };
type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;
export const CHAT = ['client', 'chat.completions.create', '`new OpenAI()` of openai 6 or 7'] as const;
type Choice = Pick<OpenAI.ChatCompletion.Choice, 'message' | 'finish_reason'>;

/**
 * A chat model of an OpenAI client, also for servers that speak its language (Ollama, llama.cpp, vLLM).
 *
 * `more` goes into each request. Its `response_format` is used only when a schema is wanted, and spares a server without JSON Schema the
 * request that it refuses: `{ type: 'json_object' }`, or `undefined`. For a server that refuses `n`, `{ n: 1 }` never asks for several
 * completions. Retries are the client's (`maxRetries`).
 */
export function chatModel(client: OpenAI, name: string, more: ChatParams = {}): Model {
  checkModel(['chatModel', ...CHAT], client, name, more);
  const { response_format: format, ...rest } = more;
  return async ({ messages, n, tools, responseSchema: schema, purpose, signal, onDelta }) => {
    const body: Params = { ...rest, model: name, messages: messages.map(messageOf) };
    const several = n !== undefined && !('n' in more);
    if (several) body.n = n;
    if (tools) body.tools = tools.map((tool) => ({ type: 'function', function: tool }));
    if (schema && 'response_format' in more) {
      if (format) body.response_format = format;
    } else if (schema) {
      body.response_format = { type: 'json_schema', json_schema: schemaOf(schema, purpose) };
    }
    const streamed = { ...body, stream: true, stream_options: { include_usage: true } } as const;
    const reply = onDelta
      ? await gathered(await client.chat.completions.create(streamed, { signal }), onDelta)
      : await client.chat.completions.create(body, { signal });
    const choice = reply.choices?.[0];
    // Some servers say what is wrong with status 200.
    if (!choice) throw noChoice(reply);
    return {
      ...(several ? { contents: reply.choices.map(completionOf) } : completionOf(choice)),
      model: name, // `prices` are by this name; the reply's own is dated.
      usage: usageOf(reply),
    };
  };
}

export function usageOf({ usage }: Pick<OpenAI.ChatCompletion, 'usage'>) {
  return (
    usage && {
      inputTokens: usage.prompt_tokens,
      outputTokens: usage.completion_tokens,
      cachedTokens: usage.prompt_tokens_details?.cached_tokens,
      reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
    }
  );
}

export function noChoice(reply: unknown): Error {
  return new Error(`the server gave no choice: ${JSON.stringify(reply).slice(0, 500)}`);
}

function completionOf({ message: { content, refusal, tool_calls: calls }, finish_reason }: Choice) {
  return {
    content: content ?? refusal ?? '',
    toolCalls: calls?.flatMap((call) => (call.type === 'function' ? [callOf(call)] : [])),
    finishReason: refusal ? 'refusal' : finish_reason,
  };
}

/** What else a call holds comes back with it as `metadata`: Gemini wants its signatures again. */
function callOf({ id, type, index, function: { name, arguments: args }, ...more }: Call): ToolCall {
  return { id, name, arguments: args, ...(Object.keys(more).length > 0 && { metadata: more as Json }) };
}

/** Parts that are not text (images, files) go as you wrote them: in OpenAI's form. */
export function messageOf({ role, content, toolCalls, toolCallId }: Message): OpenAI.ChatCompletionMessageParam {
  const tool_calls = toolCalls?.map(({ id, name, arguments: args, metadata }) => {
    return { ...(metadata as object), id, type: 'function', function: { name, arguments: jsonOf(args) } };
  });
  const parts = role === 'user' ? content : textOf(content);
  return { role, content: parts, tool_call_id: toolCallId, tool_calls } as OpenAI.ChatCompletionMessageParam;
}
