// A language model of the AI SDK that says what a script says.

import { simulateReadableStream } from 'ai';
import * as mocks from 'ai/test';
import { clerk } from './shop.mjs';

// Of version 7, and of 6 where ai-sdk-6.test.mjs runs a file.
const MockModel = mocks.MockLanguageModelV4 ?? mocks.MockLanguageModelV3;

const USAGE = { inputTokens: { total: 10, cacheRead: 4 }, outputTokens: { total: 5, reasoning: 1 } };

/** An agent's model that is a clerk with the tool `price`. */
export function clerkModel() {
  const said = ({ prompt, tools, toolChoice }, at) => {
    const { item, text } = clerk(JSON.stringify(prompt), tools?.length > 0 && toolChoice?.type !== 'none');
    return item ? [{ type: 'tool-call', toolCallId: `c${at}`, toolName: 'price', input: JSON.stringify({ item }) }] : text;
  };
  return languageModel(Array.from({ length: 20 }, (_, at) => (asked) => said(asked, at)));
}

/** A reply is a text, `{ text, finish }`, a list of parts, an error to throw, 'hang', or a function of what was asked that gives a text. */
export function languageModel(script, usage = USAGE) {
  const next = async (asked) => {
    const { abortSignal } = asked;
    const given = script.shift() ?? new Error('the script is over');
    const said = typeof given === 'function' ? given(asked) : given;
    if (said instanceof Error) throw said;
    if (said === 'hang')
      return new Promise((_, reject) => abortSignal.addEventListener('abort', () => reject(abortSignal.reason)));
    const { text, finish } = typeof said === 'string' ? { text: said } : said;
    const content = Array.isArray(said) ? said : [{ type: 'text', text }];
    const unified = finish ?? (content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop');
    return { content, finishReason: { unified, raw: unified }, usage, warnings: [] };
  };
  const pieces = ({ text }) => text.match(/\s*\S+\s*|\s+/g) ?? [];
  return new MockModel({
    modelId: 'mock-1',
    doGenerate: next,
    doStream: async (request) => {
      const { content, warnings, ...end } = await next(request);
      const chunks = content.flatMap((part) => {
        const { type } = part;
        if (type !== 'text' && type !== 'reasoning') return [part];
        const deltas = pieces(part).map((delta) => ({ type: `${type}-delta`, id: type, delta }));
        return [{ type: `${type}-start`, id: type }, ...deltas, { type: `${type}-end`, id: type }];
      });
      const whole = [{ type: 'stream-start', warnings }, ...chunks, { type: 'finish', ...end }];
      return { stream: simulateReadableStream({ chunks: whole, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
}
