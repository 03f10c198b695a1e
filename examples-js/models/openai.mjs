// An OpenAI client as a reflect-engine `Model`, complete: tools, schemas, streaming, usage. Copy it. (Also for Ollama, llama.cpp, vLLM.)

/** @import OpenAI from 'openai' */
/** @import { Message, Model, Part, ToolCall } from 'reflect-engine' */
/** @typedef {OpenAI.ChatCompletionCreateParamsNonStreaming} Params */

/** @type {(client: OpenAI, name: string, more?: Partial<Params>) => Model} */
export function openaiModel(client, name, more) {
  return async ({ messages, tools, responseSchema: schema, purpose, signal, onDelta }) => {
    /** @type {Params} */
    const body = { ...more, model: name, messages: messages.map(messageOf) };
    if (tools) body.tools = tools.map((tool) => ({ type: 'function', function: tool }));
    // A critique's schema keeps to what OpenAI calls strict; that of your answer may not.
    const strict = purpose === 'critique';
    if (schema) body.response_format = { type: 'json_schema', json_schema: { name: purpose, schema, strict } };
    // Leave the client's retries on: the engine does not repeat a call that failed.
    const { choices, usage } = onDelta
      ? await client.chat.completions
          .stream({ ...body, stream: true, stream_options: { include_usage: true } }, { signal })
          .on('content', (delta) => onDelta(delta))
          .finalChatCompletion()
      : await client.chat.completions.create(body, { signal });
    const [choice] = choices;
    if (!choice) throw new Error('the reply holds no choice');
    const { content, refusal, tool_calls } = choice.message;
    return {
      content: content ?? refusal ?? '',
      toolCalls: tool_calls?.flatMap((call) => (call.type === 'function' ? { id: call.id, ...call.function } : [])),
      finishReason: refusal ? 'refusal' : choice.finish_reason,
      model: name, // `prices` are by this name; the reply's own is dated.
      usage: {
        inputTokens: usage?.prompt_tokens,
        outputTokens: usage?.completion_tokens,
        cachedTokens: usage?.prompt_tokens_details?.cached_tokens,
        reasoningTokens: usage?.completion_tokens_details?.reasoning_tokens,
      },
    };
  };
}

/** @param {Message} message */
function messageOf({ role, content, toolCalls, toolCallId }) {
  // Parts that are no text (images, files) go as you wrote them: in OpenAI's form.
  const said = role === 'user' ? content : textOf(content);
  const told = { role, content: said, tool_call_id: toolCallId, tool_calls: toolCalls?.map(callOf) };
  return /** @type {OpenAI.ChatCompletionMessageParam} */ (told);
}

/** @param {ToolCall} call */
const callOf = ({ id, name, arguments: given }) => {
  const args = typeof given === 'string' ? given : JSON.stringify(given);
  return { id, type: 'function', function: { name, arguments: args } };
};

/** @param {string | Part[]} content */
const textOf = (content) =>
  typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
