import type {
  LanguageModelV4,
  LanguageModelV4CallOptions as Options,
  LanguageModelV4GenerateResult as Reply,
} from '@ai-sdk/provider';
import type { LanguageModel } from 'ai';
import type { ReflectEngine } from '../engine/engine.js';
import type { Model, ReflectTask } from '../types.js';
import { checkClient, checkHost, LANGUAGE_MODEL } from './check.js';
import { showingTools, untilAborted } from './messages.js';
import { messagesOf, promptOf } from './prompt.js';
import { finished, isFinal, streamOf, textOf, usageOf } from './reply.js';

export interface ReflectedOptions {
  engine: ReflectEngine;
  /** What else the task of each run is to hold: a critic, verifiers, settings. */
  task?: Omit<ReflectTask<unknown>, 'input' | 'model' | 'systemPrompt' | 'tools' | 'signal' | 'draft' | 'onDraft'>;
  /** Streams the drafts as reasoning, before the answer. Default: only the answer is streamed. */
  drafts?: boolean;
}

/** A language model as a provider makes it; for a name alone give `gateway(name)` of `ai`. */
export type ReflectableModel = Exclude<LanguageModel, string | { specificationVersion: 'v2' }>;

/**
 * A language model whose final texts are reflected on: for `generateText`, `streamText`, Mastra's `Agent`. A reply with tool calls goes
 * through untouched; the critic of the answer after it is shown what the tools gave. `usage` is the sum of all calls, and
 * `providerMetadata.reflect` says how the run ended. A text that nobody accepted comes, too: look at `status`.
 */
export function reflected<M extends ReflectableModel>(model: M, options: ReflectedOptions): M {
  checkClient(['reflected', 'model', 'doGenerate', LANGUAGE_MODEL], model);
  checkHost('reflected', options, { drafts: 'boolean' }, 'input model systemPrompt tools signal draft onDraft');
  const { engine, task, drafts } = options;
  const inner = model as LanguageModelV4; // What is used here is the same in both versions.

  async function reflect(options: Options, first: Reply, signal?: AbortSignal, onDraft?: ReflectTask['onDraft']): Promise<Reply> {
    const { tools, toolChoice, responseFormat, ...rest } = options;
    const replies = new Map<string, Reply>();
    const ask: Model = async ({ callId, purpose, messages, responseSchema: schema, signal: abortSignal, onDelta }) => {
      const own =
        purpose === 'critique' ? {} : { ...(responseFormat && { responseFormat }), ...(tools && { tools, toolChoice: NONE }) };
      const format = schema && { responseFormat: { type: 'json' as const, schema, name: purpose } };
      const asked: Options = { ...rest, ...own, ...format, prompt: promptOf(messages, options.prompt), abortSignal };
      const reply = callId === 'answer-1' ? first : await inner.doGenerate(asked);
      const content = textOf(reply);
      replies.set(content, reply);
      onDelta?.(content);
      return { content, finishReason: reply.finishReason.unified, model: model.modelId, usage: usageOf(reply) };
    };
    const { system, input } = messagesOf(options.prompt);
    const settings = showingTools(task?.settings);
    const more = { ...(system && { systemPrompt: system }), ...(signal && { signal }), ...(onDraft && { onDraft }) };
    const result = await engine.run({ ...task, ...more, input, model: ask, settings }).catch((error: Error) => {
      throw signal?.aborted ? signal.reason : (error.cause ?? error);
    });
    return finished(replies.get(result.output) ?? { ...first, content: [{ type: 'text', text: result.output }] }, result);
  }

  return {
    specificationVersion: inner.specificationVersion,
    provider: inner.provider,
    modelId: inner.modelId,
    supportedUrls: inner.supportedUrls,
    doGenerate: async (options: Options) => {
      const first = await untilAborted(options.abortSignal, () => inner.doGenerate(options));
      return isFinal(first) ? reflect(options, first, options.abortSignal) : first;
    },
    doStream: async (options: Options) => {
      const first = await untilAborted(options.abortSignal, () => inner.doGenerate(options));
      const stream = streamOf(first.warnings, async (stop, onDraft) => {
        const signal = options.abortSignal ? AbortSignal.any([options.abortSignal, stop]) : stop;
        return isFinal(first) ? reflect(options, first, signal, drafts ? onDraft : undefined) : first;
      });
      return { stream };
    },
  } as LanguageModelV4 as M;
}

const NONE = { type: 'none' } as const; // No tool may be called any more, and providers want to see those that were.
