/**
 * Google's client as a model of the engine.
 *
 * @packageDocumentation
 */

import type {
  Content,
  GenerateContentConfig,
  GenerateContentResponse,
  GenerateContentResponseUsageMetadata,
  GoogleGenAI,
  Part,
} from '@google/genai';
import type { Message, Model } from '../types.js';
import { checkModel } from './check.js';
import { apart, argumentsOf, grouped, textOf, toolNames } from './messages.js';

/**
 * A Gemini model. Thought signatures go back as they came. `more` goes into the `config` of each request; for a model that refuses several
 * candidates, `{ candidateCount: 1 }` never asks for them. The client retries only when you ask it to (`httpOptions.retryOptions`).
 */
export function geminiModel(client: GoogleGenAI, name: string, more: GenerateContentConfig = {}): Model {
  checkModel(['geminiModel', 'client', 'models.generateContent', '`new GoogleGenAI({})` of @google/genai 3'], client, name, more);
  return async ({ messages, n, tools, responseSchema, signal, onDelta }) => {
    const { system, turns } = apart(messages);
    const config: GenerateContentConfig = { ...more, abortSignal: signal };
    const several = n !== undefined && !('candidateCount' in more);
    if (several) config.candidateCount = n;
    if (system) config.systemInstruction = system;
    if (tools) {
      const functions = tools.map(({ name, description = '', parameters: parametersJsonSchema }) => {
        return { name, description, parametersJsonSchema };
      });
      config.tools = [...(more.tools ?? []), { functionDeclarations: functions }];
    }
    if (responseSchema) Object.assign(config, { responseMimeType: 'application/json', responseJsonSchema: responseSchema });
    const names = toolNames(turns);
    const sides = grouped(turns, (turn) => partsOf(turn, names));
    const contents: Content[] = sides.map(({ isModel, parts }) => ({ role: isModel ? 'model' : 'user', parts }));
    const request = { model: name, contents, config };
    const chunks = onDelta ? await client.models.generateContentStream(request) : [await client.models.generateContent(request)];
    const { all, usage } = await candidatesOf(chunks, several, onDelta);
    const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, cachedContentTokenCount } = usage;
    return {
      ...(several ? { contents: all.map(contentOf) } : contentOf(all[0])),
      model: name,
      usage: {
        inputTokens: promptTokenCount,
        outputTokens: candidatesTokenCount === undefined ? undefined : candidatesTokenCount + (thoughtsTokenCount ?? 0),
        cachedTokens: cachedContentTokenCount,
        reasoningTokens: thoughtsTokenCount,
      },
    };
  };
}

/** Parts that are not text (images, files) go as you wrote them: in Google's form. */
function partsOf({ role, content, toolCalls = [], toolCallId, metadata }: Message, names: ReturnType<typeof toolNames>): Part[] {
  if (role === 'tool') {
    return [{ functionResponse: { name: names.get(toolCallId) ?? '', response: { output: textOf(content) } } }];
  }
  if (role === 'user' && typeof content !== 'string') return content.map(partOf);
  const { parts } = (metadata ?? {}) as { parts?: Part[] };
  const calls = toolCalls.map(({ name, arguments: args }) => ({ functionCall: { name, args: argumentsOf(args) } }));
  const text = textOf(content);
  return parts ?? [...(text ? [{ text }] : []), ...calls];
}

function partOf(part: Exclude<Message['content'], string>[number]): Part {
  return part.type === 'text' ? { text: part.text } : (part as object);
}

interface Candidate {
  parts: Part[];
  finishReason?: string | undefined;
}

/** The candidates of a reply, the first alone unless `several` are wanted; its text goes to `onDelta` as it comes. */
async function candidatesOf(
  chunks: AsyncIterable<GenerateContentResponse> | Iterable<GenerateContentResponse>,
  several: boolean,
  onDelta: ((text: string) => void) | undefined,
): Promise<{ all: Candidate[]; usage: GenerateContentResponseUsageMetadata }> {
  const all: Candidate[] = [];
  let usage: GenerateContentResponseUsageMetadata = {};
  for await (const { candidates = [], promptFeedback, usageMetadata } of chunks) {
    usage = usageMetadata ?? usage;
    const wanted: typeof candidates = candidates.length === 0 ? [{}] : several ? candidates : candidates.slice(0, 1);
    for (const [at, { content, finishReason }] of wanted.entries()) {
      const candidate = all[at] ?? { parts: [] };
      all[at] = candidate;
      candidate.finishReason = finishReason ?? promptFeedback?.blockReason ?? candidate.finishReason;
      for (const part of content?.parts ?? []) {
        candidate.parts.push(part);
        if (part.text && !part.thought) onDelta?.(part.text);
      }
    }
  }
  return { all, usage };
}

function contentOf({ parts, finishReason }: Candidate = { parts: [] }) {
  const calls = parts.flatMap(({ functionCall: call }) => {
    return call?.name === undefined ? [] : [{ id: call.id, name: call.name, arguments: call.args ?? {} }];
  });
  const content = parts.map(({ text = '', thought }) => (thought ? '' : text)).join('');
  return { content, toolCalls: calls, finishReason, metadata: { parts } };
}
