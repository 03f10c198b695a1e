/**
 * A chat model of LangChain as a model of the engine.
 *
 * @packageDocumentation
 */

import type { BaseChatModel, BaseChatModelCallOptions } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk, BaseMessageLike, UsageMetadata } from '@langchain/core/messages';
import { checkOptions } from '../check/checks.js';
import type { Json, Message, Model } from '../types.js';
import { checkClient } from './check.js';
import { finishOf, hideFromStreams, tokensOf } from './langchain-turn.js';
import { argumentsOf, schemaOf, textOf } from './messages.js';

export interface LangchainOptions {
  /** For `prices`. Default: the chat model's own `model`. */
  name?: string | undefined;
  /** Call options for each call. */
  options?: (BaseChatModelCallOptions & { [option: string]: unknown }) | undefined;
  /** Call options that ask for JSON of a schema. Default: `response_format`, as ChatOpenAI takes it. */
  format?: ((schema: object, purpose: string) => object) | undefined;
}

/** Purposes of calls that write what a user reads; streams do not show the others. */
const SHOWN = ['answer', 'revision'];

/** Retries are the chat model's (`maxRetries`). */
export function langchainModel(chat: BaseChatModel, settings: LangchainOptions = {}): Model {
  checkClient(['langchainModel', 'chat', 'stream', '`new ChatOpenAI()`, of @langchain/core 1'], chat);
  checkOptions('langchainModel', settings, { name: 'string', options: 'object', format: 'function' });
  const { name, options = {}, format = jsonSchema } = settings;
  const { model: own } = chat as { model?: unknown };
  const model = name ?? (typeof own === 'string' ? own : undefined);
  return async ({ messages, tools, responseSchema, purpose, signal, onDelta }) => {
    if (tools && !chat.bindTools) throw new Error(`${chat.getName()} takes no tools: it has no \`bindTools\``);
    const bound = (tools && chat.bindTools?.(tools.map((tool) => ({ type: 'function', function: tool })))) ?? chat;
    const hidden = SHOWN.includes(purpose) ? undefined : hideFromStreams();
    const callOptions = {
      ...hidden,
      ...options,
      ...(hidden?.tags && options.tags && { tags: [...hidden.tags, ...options.tags] }),
      ...(responseSchema && format(responseSchema, purpose)),
      signal,
    };
    const list = messages.map(messageOf);
    let reply: AIMessageChunk | undefined;
    // Streamed always: whole, ChatOpenAI throws where a reply breaks its schema, and that is for the engine to read.
    for await (const chunk of await bound.stream(list, callOptions)) {
      reply = reply ? reply.concat(chunk) : chunk;
      if (chunk.text) onDelta?.(chunk.text);
    }
    // A chat model may end as if nothing had happened when it is aborted.
    signal.throwIfAborted();
    if (!reply) throw new Error('the chat model gave no message');
    const { content, additional_kwargs, response_metadata } = reply;
    const usage = reply.usage_metadata as UsageMetadata | undefined;
    return {
      content: reply.text,
      toolCalls: reply.tool_calls?.map(({ id, name, args }) => ({ id, name, arguments: args })),
      finishReason: finishOf(reply),
      model,
      metadata: { content, additional_kwargs, response_metadata } as unknown as Json,
      usage: usage && tokensOf(usage),
    };
  };
}

function jsonSchema(schema: object, purpose: string): object {
  return { response_format: { type: 'json_schema', json_schema: schemaOf({ ...schema }, purpose) } };
}

/** Parts that are not text (images, files) go as you wrote them: in LangChain's form. */
function messageOf({ role, content, toolCalls = [], toolCallId, metadata }: Message): BaseMessageLike {
  if (role !== 'assistant') {
    const parts = role === 'user' ? content : textOf(content);
    return { role, content: parts, ...(toolCallId !== undefined && { tool_call_id: toolCallId }) } as BaseMessageLike;
  }
  const tool_calls = toolCalls.map(({ id, name, arguments: args }) => {
    return { type: 'tool_call', id, name, args: argumentsOf(args) };
  });
  return { role, content: textOf(content), ...(metadata as object), tool_calls } as BaseMessageLike;
}
