import type {
  LanguageModelV3,
  LanguageModelV3CallOptions as Options,
  LanguageModelV3GenerateResult as Reply,
} from '@ai-sdk/provider';
import { badSettings } from '../check/checks.js';
import type { ReflectError } from '../error.js';
import type { Model } from '../types.js';
import { checkClient, checkHost, LANGUAGE_MODEL } from './check.js';
import { jsonIn, looseOptions, untilAborted } from './messages.js';
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
  checkHost('reflected', settings, { drafts: ['reasoning', 'data', false], writer: 'object', maxRetries: 'number' }, OWN);
  const { engine, task, drafts, writer, maxRetries } = settings;
  if (drafts === 'data' && !writer) throw badSettings('`writer` is missing: give that of `createUIMessageStream`');
  const again = engine.retrying(inner, ['doGenerate', 'doStream'], maxRetries);

  const reflect: Making = async (callOptions, first, call, screen) => {
    const { tools, toolChoice, responseFormat, abortSignal: signal, ...rest } = callOptions;
    // The tokens, stop sequences, seed and temperature of an answer are no critic's.
    const { headers, providerOptions } = rest;
    const wanted = responseFormat?.type === 'json' ? responseFormat.schema : undefined;
    const replies = new Map<string, typeof first>();
    const ask: Model = async ({ callId, purpose, messages, responseSchema: schema, signal: abortSignal, onDelta }) => {
      const isCritique = purpose === 'critique';
      const own = schema && { responseFormat: { type: 'json' as const, schema, name: purpose }, ...looseOptions(rest, schema) };
      // A server that refused the schema is asked without one.
      const asked = wanted && !schema ? undefined : responseFormat && { responseFormat };
      const request: Options = {
        ...(isCritique ? { ...(headers && { headers }), ...(providerOptions && { providerOptions }), ...own } : { ...rest, ...own, ...asked }),
        // No tool may be called any more, and providers want to see those that were.
        ...(!isCritique && tools && { tools, toolChoice: { type: 'none' } }),
        prompt: promptOf(messages, callOptions.prompt),
        abortSignal,
      };
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
        model: engine.asClient(ask, inner),
        outputSchema: task?.outputSchema ?? wanted,
        systemPrompt: system || undefined,
        signal,
        onDraft: screen && (() => {}),
        settings: engine.showingTools(task?.settings),
      });
      const result = await (screen ? run.show(screen) : run.result);
      const output = wanted ? jsonIn(result.output) : result.output;
      return { result: { ...result, output }, reply: replies.get(output.trim())?.reply };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const { code, result, cause = error } = error as ReflectError;
      // Its empty reply is the host's own.
      if (code === 'empty_draft' && result && !task?.usable) return { result, reply: first.reply };
      throw cause;
    }
  };

  const generate = async (callOptions: Options) => answerOf(await again.doGenerate(callOptions));
  const own: Pick<LanguageModelV3, 'doGenerate' | 'doStream'> = {
    doGenerate: async (options) => {
      const callOptions = withoutDrafts(options);
      const first = await untilAborted(callOptions.abortSignal, async () => answerOf(await inner.doGenerate(callOptions)));
      if (!first.isFinal) return first.reply;
      const { result, reply } = await reflect(callOptions, first, generate);
      return ended<Reply>(reply ?? { ...first.reply, content: [{ type: 'text', text: result.output }] }, result);
    },
    doStream: (options) => streamed(inner, withoutDrafts(options), settings, reflect, again),
  };
  return new Proxy(inner, { get: (target, key) => (Object.hasOwn(own, key) ? own : target)[key as 'doStream'] });
}

const OWN = 'input model systemPrompt tools signal draft onDraft';
