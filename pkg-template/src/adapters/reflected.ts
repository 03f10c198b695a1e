import type {
  LanguageModelV3,
  LanguageModelV3CallOptions as Options,
  LanguageModelV3GenerateResult as Reply,
} from '@ai-sdk/provider';
import { badSettings } from '../check/checks.js';
import type { ModelRequest } from '../types.js';
import { checkClient, checkHost, LANGUAGE_MODEL } from './check.js';
import { looseOptions } from './messages.js';
import { promptOf, questionOf, withoutDrafts } from './prompt.js';
import { streamed } from './reflected-stream.js';
import type { Making, ReflectableModel, ReflectedOptions } from './reflected-types.js';
import { answerOf, ended } from './reply.js';

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
