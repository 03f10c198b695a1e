import type {
  LanguageModelV3,
  LanguageModelV3CallOptions as Options,
  LanguageModelV3GenerateResult as Reply,
} from '@ai-sdk/provider';
import { badSettings } from '../check/checks.js';
import type { Model } from '../types.js';
import { checkClient, checkHost, LANGUAGE_MODEL } from './check.js';
import { untilAborted } from './messages.js';
import { messagesOf, promptOf, withoutDrafts } from './prompt.js';
import { streamed } from './reflected-stream.js';
import type { Making, ReflectableModel, ReflectedOptions } from './reflected-types.js';
import { answerOf, ended, usageOf } from './reply.js';

/**
 * A language model whose final texts are reflected on: for `generateText`, `streamText`, Mastra's `Agent`. A reply with tool calls goes
 * through untouched; the critic of the answer after it is shown what the tools gave. `usage` is the sum of all calls, and
 * `providerMetadata.reflect` says how the run ended. A text that nobody accepted is returned, too: check `status`.
 */
export function reflected<M extends ReflectableModel>(model: M, settings: ReflectedOptions): M;
// What is used here is the same in both versions.
export function reflected(inner: LanguageModelV3, settings: ReflectedOptions): LanguageModelV3 {
  checkClient(['reflected', 'model', 'doGenerate', LANGUAGE_MODEL], inner);
  checkHost('reflected', settings, { drafts: ['reasoning', 'data', false], writer: 'object' }, OWN);
  const { engine, task, drafts, writer } = settings;
  if (drafts === 'data' && !writer) throw badSettings('`writer` is missing: give that of `createUIMessageStream`');

  const reflect: Making = async (callOptions, first, call, screen) => {
    const { tools, toolChoice, responseFormat, abortSignal: signal, ...rest } = callOptions;
    const replies = new Map<string, typeof first>();
    const ask: Model = async ({ callId, purpose, messages, responseSchema: schema, signal: abortSignal, onDelta }) => {
      const own = purpose !== 'critique' && {
        ...(responseFormat && { responseFormat }),
        // No tool may be called any more, and providers want to see those that were.
        ...(tools && { tools, toolChoice: { type: 'none' as const } }),
      };
      const format = schema && { responseFormat: { type: 'json' as const, schema, name: purpose } };
      const request: Options = { ...rest, ...own, ...format, prompt: promptOf(messages, callOptions.prompt), abortSignal };
      const answer = callId === 'answer-1' ? first : await call(request, onDelta);
      if (answer === first && task?.redact) onDelta?.(answer.text); // Else it was shown before the run began.
      replies.set(answer.text.trim(), answer);
      return { content: answer.text, finishReason: answer.finishReason.unified, model: inner.modelId, usage: usageOf(answer) };
    };
    const { system, input } = messagesOf(callOptions.prompt);
    try {
      const run = engine.stream({
        ...task,
        input,
        model: ask,
        systemPrompt: system || undefined,
        signal,
        onDraft: screen && (() => {}),
      });
      const result = await (screen ? run.show(screen) : run.result);
      return { result, reply: replies.get(result.output.trim())?.reply };
    } catch (error) {
      throw signal?.aborted ? signal.reason : ((error as Error).cause ?? error);
    }
  };

  const generate = async (callOptions: Options) => answerOf(await inner.doGenerate(callOptions));
  const own: Pick<LanguageModelV3, 'doGenerate' | 'doStream'> = {
    doGenerate: async (options) => {
      const callOptions = withoutDrafts(options);
      const first = await untilAborted(callOptions.abortSignal, () => generate(callOptions));
      if (!first.isFinal) return first.reply;
      const { result, reply } = await reflect(callOptions, first, generate);
      return ended<Reply>(reply ?? { ...first.reply, content: [{ type: 'text', text: result.output }] }, result);
    },
    doStream: (options) => streamed(inner, withoutDrafts(options), settings, reflect),
  };
  return new Proxy(inner, { get: (target, key) => (Object.hasOwn(own, key) ? own : target)[key as 'doStream'] });
}

const OWN = 'input model systemPrompt tools signal draft onDraft';
