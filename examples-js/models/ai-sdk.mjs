// A model of the AI SDK (version 6 or 7) as a reflect-engine `Model`, complete: tools, schemas, streaming, usage. Copy it.

import { jsonSchema, Output, streamText, tool } from 'ai';

/** @import { LanguageModel, ModelMessage } from 'ai' */
/** @import { Message, Model, ModelResponse, Part, ToolSchema } from 'reflect-engine' */

/** @type {(model: LanguageModel, more?: { temperature?: number, maxRetries?: number }) => Model} */
export function aiSdkModel(model, more) {
  return async ({ messages, tools = [], responseSchema, signal, onDelta }) => {
    // Only the request holds the schema: a reply that breaks it is for the engine to read, piece by piece as any other.
    const format = responseSchema && Output.object({ schema: jsonSchema(responseSchema) }).responseFormat;
    const failures = /** @type {unknown[]} */ ([]);
    // The AI SDK refuses system messages among the others, and providers an empty one.
    const system = messages.flatMap(({ role, content }) => (role === 'system' ? textOf(content) : [])).join('\n\n');
    const reply = streamText({
      ...more, // Leave retries on: the engine does not repeat a call that failed.
      model,
      ...(system && { system }), // Version 7 calls it `instructions`, and takes both.
      messages: messages.filter(({ role }) => role !== 'system').map(messageOf),
      tools: Object.fromEntries(tools.map((schema) => [schema.name, toolOf(schema)])),
      ...(format && { output: { ...Output.text(), responseFormat: format } }),
      abortSignal: signal,
      onError: ({ error }) => void failures.push(error),
    });
    for await (const delta of reply.textStream) onDelta?.(delta);
    if (failures.length > 0) throw failures[0];
    const step = (await reply.steps).at(-1);
    if (!step) throw new Error('the model gave no step');
    // `metadata` comes back with what it stands at: some providers want their signed reasoning again.
    const toolCalls = step.toolCalls.map(({ toolCallId: id, toolName: name, input, providerMetadata: metadata }) => {
      return { id, name, arguments: input, metadata };
    });
    const { inputTokenDetails, outputTokenDetails, ...tokens } = step.usage;
    const reasoningTokens = outputTokenDetails?.reasoningTokens;
    const usage = { ...tokens, cachedTokens: inputTokenDetails?.cacheReadTokens, reasoningTokens };
    const name = typeof model === 'string' ? model : model.modelId; // `prices` are by this name.
    const { text: content, finishReason, reasoning } = step;
    const response = { content, toolCalls, finishReason, usage, model: name, metadata: { reasoning } };
    return /** @type {ModelResponse} */ (/** @type {unknown} */ (response));
  };
}

/** Without `execute`: the engine runs the tools. @param {ToolSchema} schema */
const toolOf = ({ description = '', parameters }) => tool({ description, inputSchema: jsonSchema(parameters) });

/** @type {(message: Message, index: number, all: Message[]) => ModelMessage} */
function messageOf({ role, content, toolCalls = [], toolCallId, metadata }, _, all) {
  // Parts that are no text (images, files) go as you wrote them: in the AI SDK's form.
  if (role === 'user') return /** @type {ModelMessage} */ ({ role, content });
  const value = textOf(content);
  const toolName = all.flatMap((message) => message.toolCalls ?? []).find(({ id }) => id === toolCallId)?.name;
  const result = { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } };
  const calls = toolCalls.map(({ id, name, arguments: input, metadata: providerOptions }) => {
    return { type: 'tool-call', toolCallId: id, toolName: name, input, providerOptions };
  });
  const { reasoning = [] } = /** @type {{ reasoning?: object[] }} */ (metadata ?? {});
  const parts = role === 'tool' ? [result] : [...reasoning, { type: 'text', text: value }, ...calls];
  return /** @type {ModelMessage} */ ({ role, content: parts });
}

/** @param {string | Part[]} content */
const textOf = (content) =>
  typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
