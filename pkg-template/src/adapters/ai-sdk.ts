/**
 * Models of the AI SDK (version 6 or 7) for the engine, and the engine in the AI SDK.
 * @packageDocumentation
 */

import type {
  LanguageModelV3,
  LanguageModelV3CallOptions as Options,
  LanguageModelV3StreamPart as Piece,
  LanguageModelV3Prompt as Prompt,
  LanguageModelV3GenerateResult as Reply,
  LanguageModelV3StreamResult as Streamed,
  LanguageModelV3TextPart as TextPart,
  LanguageModelV3ToolResultOutput as ToolOutput,
} from '@ai-sdk/provider';
import {
  jsonSchema,
  type LanguageModel,
  type LanguageModelMiddleware,
  type ModelMessage,
  Output,
  streamText,
  type ToolSet,
} from 'ai';
import type { MessageInput } from '../given-types.js';
import type { Message, Model, ModelRequest, Screen } from '../types.js';
import { checkClient, checkHost, checkMore, LANGUAGE_MODEL } from './check.js';
import { apart, argumentsOf, looseOptions, textOf, toolNames } from './messages.js';
import {
  answerIn,
  answerOf,
  asReasoning,
  type Call,
  ended,
  type Making,
  type ReflectableModel,
  type ReflectedOptions,
} from './reply.js';

export type { DataWriter, ReflectableModel, ReflectedOptions, ShownDraft } from './reply.js';

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
      model: (model as { modelId?: string }).modelId ?? (model as string), // `prices` are by this name.
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

/**
 * A language model whose final texts are reflected on: for `generateText`, `streamText`, Mastra's `Agent`. A reply with tool calls goes
 * through untouched; the critic of the answer after it is shown what the tools gave. `usage` is the sum of all calls, and
 * `providerMetadata.reflect` says how the run ended. A text that nobody accepted is returned, too: check `status`.
 */
export function reflected<M extends ReflectableModel>(model: M, settings: ReflectedOptions): M;
// What is used here is the same in both versions.
export function reflected(inner: LanguageModelV3, settings: ReflectedOptions): LanguageModelV3 {
  checkClient(['reflected', 'model', 'doGenerate', LANGUAGE_MODEL], inner);
  checkHost('reflected', settings, { drafts: ['reasoning', 'data', false], writer: 'object', maxRetries: 'number' }, OWN);
  const { engine, task, maxRetries } = settings;
  const again = engine.retrying(inner, ['doGenerate', 'doStream'], maxRetries);

  const reflect: Making = (callOptions, first, call, screen) => {
    const { tools, responseFormat, headers, providerOptions, prompt, abortSignal: signal } = callOptions;
    // JSON of any kind has a schema, too: every value fits it.
    const { type, schema: wanted = type === 'json' ? {} : undefined } = (responseFormat ?? {}) as {
      type?: string;
      schema?: object;
    };
    const ask = ({ purpose, messages, responseSchema: schema, signal: abortSignal, onDelta }: ModelRequest) => {
      // The tokens, stop sequences, seed and temperature of an answer are no critic's.
      const isCritique = purpose !== 'answer' && purpose !== 'revision';
      const request = {
        ...(isCritique
          ? { headers, providerOptions }
          : // No tool may be called any more, and providers want to see those that were.
            { ...callOptions, ...(tools && { toolChoice: { type: 'none' } }) }),
        ...(isCritique || !responseFormat
          ? schema && { responseFormat: { type: 'json', schema, name: purpose }, ...looseOptions(callOptions, schema) }
          : // A server that refused the schema is asked without one.
            wanted && !schema && { responseFormat: schema }),
        prompt: promptOf(messages, prompt),
        abortSignal,
      } as Options;
      return call(request, onDelta);
    };
    return engine.answer(task, { ...questionOf(prompt), client: inner, first, ask, signal, schema: wanted }, screen);
  };

  const generate = async (callOptions: Options) => answerOf(inner, await again.doGenerate(callOptions));
  const own: Pick<LanguageModelV3, 'doGenerate' | 'doStream'> = {
    doGenerate: async (options) => {
      const callOptions = withoutDrafts(options);
      const first = await engine.untilAborted(callOptions.abortSignal, async () =>
        answerOf(inner, await inner.doGenerate(callOptions)),
      );
      if (!first.isFinal) return first.reply;
      const answer = await reflect(callOptions, first, generate);
      return ended<Reply>(answer.reply ?? { ...first.reply, content: [{ type: 'text', text: answer.output }] }, answer);
    },
    doStream: (options) => streamed(inner, withoutDrafts(options), settings, reflect, again),
  };
  return new Proxy(inner, { get: (target, key) => (Object.hasOwn(own, key) ? own : target)[key as 'doStream'] });
}

const OWN = 'input model systemPrompt tools signal draft onDraft';

/** `reflected` for `wrapLanguageModel`. */
export function reflectedMiddleware(options: ReflectedOptions): LanguageModelMiddleware {
  type Asked = { model: LanguageModelV3; params: Options };
  const wrap = (how: 'doGenerate' | 'doStream') => (call: Asked) => reflected(call.model, options)[how](call.params);
  return { wrapGenerate: wrap('doGenerate'), wrapStream: wrap('doStream') } as unknown as LanguageModelMiddleware;
}

/** A stream that is cancelled ends the calls. What the first call rejects with, this does too, so that the caller's retries hold for it. */
async function streamed(
  inner: LanguageModelV3,
  options: Options,
  { engine, task, drafts = 'reasoning', writer }: ReflectedOptions,
  reflect: Making,
  again: Pick<LanguageModelV3, 'doStream'>,
): Promise<Streamed> {
  const stop = new AbortController();
  const callOptions = { ...options, abortSignal: stop.signal };
  const opened = await engine.untilAborted(options.abortSignal, () => inner.doStream(callOptions), stop);
  const call: Call<Piece[]> = async (request, onText) =>
    answerIn(inner, engine.piecesOf((await again.doStream(request)).stream, request.abortSignal), onText);

  async function write(give: (piece: Piece) => void): Promise<void> {
    const draft: Screen['draft'] =
      drafts === 'data'
        ? engine.drafts((data) => writer?.write({ type: 'data-reflect', id: `draft-${data.draft}`, data }))
        : drafts
          ? asReasoning(give)
          : () => {};
    // A redacted text is shown when it is whole.
    const onText = task?.redact ? undefined : (delta: string): void => draft(1, 'writing', { delta });
    const first = await answerIn(inner, engine.piecesOf(opened.stream, stop.signal), onText, give);
    if (!first.isFinal) {
      draft(1, 'rejected', {});
      for (const piece of first.reply) give(piece);
      return;
    }
    let isLive = false;
    const text = (delta: string): void => {
      if (!isLive) give({ type: 'text-start', id: 'answer' });
      isLive = true;
      give({ type: 'text-delta', id: 'answer', delta });
    };
    const answer = await reflect(callOptions, first, call, { draft, text });
    const { reply } = answer;
    // No reply has this text.
    if (!reply && !isLive) text(answer.output);
    if (isLive) give({ type: 'text-end', id: 'answer' });
    for (const piece of reply ?? first.reply) {
      if (piece.type === 'finish') give(ended(piece, answer));
      else if (reply && !(isLive && piece.type.startsWith('text-'))) give(piece);
    }
  }

  const errorOf = (error: unknown): Piece => ({ type: 'error', error });
  return { ...opened, stream: engine.streamOf(write, errorOf, options.abortSignal, stop) };
}

/** A request without what an earlier stream showed of drafts. */
function withoutDrafts(options: Options): Options {
  const isKept = (part: { type: string; providerOptions?: { reflect?: object } }): boolean =>
    part.type !== 'reasoning' || !part.providerOptions?.reflect;
  const prompt = options.prompt.map((turn) =>
    turn.role === 'assistant' ? { ...turn, content: turn.content.filter(isKept) } : turn,
  );
  return { ...options, prompt };
}

/** The texts of a prompt for the engine. Each message and file says where it is, so that the model gets the original again. */
function questionOf(prompt: Prompt): { systemPrompt: string; input: MessageInput[] } {
  const { system: systemPrompt } = apart(prompt as Message[]);
  const input = prompt.flatMap((turn, at): MessageInput[] => {
    const metadata = { at };
    if (turn.role === 'system') return [];
    if (turn.role === 'user') {
      const content = turn.content.map((part, index) => (part.type === 'text' ? part : { type: 'file', at: [at, index] }));
      return [{ role: 'user', content, metadata }];
    }
    if (turn.role === 'tool') {
      return turn.content.flatMap((part) =>
        part.type === 'tool-result'
          ? [{ role: 'tool', toolCallId: part.toolCallId, content: outputOf(part.output), metadata }]
          : [],
      );
    }
    const toolCalls = turn.content.flatMap((part) =>
      part.type === 'tool-call' && !part.providerExecuted
        ? [{ id: part.toolCallId, name: part.toolName, arguments: part.input }]
        : [],
    );
    const content = textOf(turn.content as Message['content']);
    return [{ role: 'assistant', content, metadata, ...(toolCalls.length > 0 && { toolCalls }) }];
  });
  return { systemPrompt, input };
}

/** The engine's messages as a prompt: those of the original one as they are there, with what the engine added to the question behind it. */
function promptOf(messages: readonly Message[], prompt: Prompt): Prompt {
  const turns: Prompt = [];
  for (const { role, content, metadata } of messages) {
    const { at = -1 } = (metadata ?? {}) as { at?: number };
    const original = prompt[at];
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content.map((part) => partOf(part, prompt));
    // Several tool results of the engine are one turn there.
    if (original === undefined) turns.push({ role, content: role === 'system' ? textOf(content) : parts } as Prompt[number]);
    else if (original.role === 'user')
      turns.push({ ...original, content: [...original.content, ...(parts.slice(original.content.length) as TextPart[])] });
    else if (turns.at(-1) !== original) turns.push(original);
  }
  return turns;
}

function partOf(part: Exclude<Message['content'], string>[number], prompt: Prompt): object {
  const [turn = 0, index = 0] = (part as { at?: number[] }).at ?? [];
  return part.type === 'text' ? part : ((prompt[turn]?.content[index] ?? part) as object);
}

function outputOf(output: ToolOutput): string {
  if (!('value' in output)) return output.reason ?? 'denied';
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
}
