/**
 * Models of the AI SDK (version 6 or 7) for the engine, and the engine in the AI SDK.
 * @packageDocumentation
 */

import { jsonSchema, type LanguageModel, type ModelMessage, Output, streamText, type ToolSet } from 'ai';
import type { Message, Model } from '../types.js';
import { checkMore, LANGUAGE_MODEL } from './check.js';
import { apart, argumentsOf, looseOptions, textOf, toolNames } from './messages.js';

export { reflected } from './reflected.js';
export { reflectedMiddleware } from './reflected-middleware.js';
export type { DataWriter, ReflectableModel, ReflectedOptions, ShownDraft } from './reflected-types.js';

/** Settings of `streamText` for each call. */
export type AiModelOptions = Partial<Omit<StreamSettings, 'model' | 'messages' | 'prompt' | 'tools' | 'output'>>;
type StreamSettings = Parameters<typeof streamText>[0];

/** A language model of the AI SDK. `more` goes into each call. Retries are the AI SDK's (`maxRetries`). */
export function aiModel(model: LanguageModel, more: AiModelOptions = {}): Model {
  checkMore(['aiModel', 'model', 'doStream', LANGUAGE_MODEL, true], model, more); // It looks up a name alone.
  return async ({ messages, tools = [], responseSchema, purpose, signal, onDelta }) => {
    // Only the request holds the schema: a reply that breaks it is for the engine to read.
    const format = responseSchema && { type: 'json' as const, schema: responseSchema, name: purpose };
    let failure: { error: unknown } | undefined;
    const names = toolNames(messages);
    const { system, turns } = apart(messages); // The AI SDK refuses system messages among the others, and providers an empty one.
    const reply = streamText({
      ...more,
      model,
      ...(system && { system }), // Version 7 calls it `instructions`, and takes both.
      messages: turns.map((turn) => messageOf(turn, names)),
      // Without `execute`: the engine runs the tools.
      tools: Object.fromEntries(
        tools.map(({ name, description = '', parameters }) => [name, { description, inputSchema: jsonSchema(parameters) }]),
      ) as ToolSet,
      ...(format && {
        output: { ...Output.text(), responseFormat: Promise.resolve(format) },
        ...looseOptions(more, format.schema),
      }),
      abortSignal: signal,
      onError: (event) => void (failure ??= event),
    });
    for await (const delta of reply.textStream) onDelta?.(delta);
    if (failure) throw failure.error;
    const step = (await reply.steps).at(-1);
    if (!step) throw new Error('no answer');
    const { text: content, finishReason, reasoning, usage } = step;
    return {
      content,
      // `metadata` goes back with the part that it came with: some providers want their signed reasoning again.
      toolCalls: step.toolCalls.map((call) => {
        return { id: call.toolCallId, name: call.toolName, arguments: call.input, metadata: call.providerMetadata };
      }),
      finishReason,
      model: typeof model === 'string' ? model : model.modelId, // `prices` are by this name.
      metadata: { reasoning },
      usage: {
        inputTokens: usage.inputTokens,
        outputTokens: usage.outputTokens,
        cachedTokens: usage.inputTokenDetails?.cacheReadTokens,
        reasoningTokens: usage.outputTokenDetails?.reasoningTokens,
      },
    };
  };
}

/** Parts that are not text (images, files) go as you wrote them: in the AI SDK's form. */
function messageOf(
  { role, content, toolCalls = [], toolCallId, metadata }: Message,
  names: ReturnType<typeof toolNames>,
): ModelMessage {
  if (role === 'user') return { role, content } as ModelMessage;
  const value = textOf(content);
  const result = { type: 'tool-result', toolCallId, toolName: names.get(toolCallId) ?? '', output: { type: 'text', value } };
  const calls = toolCalls.map(({ id, name, arguments: args, metadata: providerOptions }) => {
    return { type: 'tool-call', toolCallId: id, toolName: name, input: argumentsOf(args), providerOptions };
  });
  const { reasoning = [] } = (metadata ?? {}) as { reasoning?: { providerMetadata?: object; providerOptions?: object }[] };
  // Version 6 calls by one name what it gives, and by another what it takes.
  const thoughts = reasoning.map(({ providerMetadata: metadata, providerOptions = metadata, ...part }) => ({
    ...part,
    providerOptions,
  }));
  const parts = role === 'tool' ? [result] : [...thoughts, { type: 'text', text: value }, ...calls];
  return { role, content: parts } as ModelMessage;
}
