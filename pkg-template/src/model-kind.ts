// What is given for a model and is no function: mostly a model or a client of another library, of which one line makes a function.

import { kindOf } from './kind.js';

/** Told by a method of theirs. */
const WRAPS: readonly { path: readonly string[]; what: string; how: string }[] = [
  {
    path: ['doGenerate'],
    what: 'an AI SDK model',
    how:
      'async ({ messages, signal }) => { const { text, finishReason } = await generateText({ model, messages, ' +
      'allowSystemInMessages: true, abortSignal: signal }); return { content: text, finishReason }; }',
  },
  {
    path: ['chat', 'completions', 'create'],
    what: 'an OpenAI client',
    how:
      "async ({ messages, signal }) => { const { choices } = await client.chat.completions.create({ model: '…', messages }, { signal }); " +
      "return { content: choices[0].message.content ?? '', finishReason: choices[0].finish_reason }; }",
  },
  {
    path: ['messages', 'create'],
    what: 'an Anthropic client',
    how:
      'async ({ messages, signal }) => { const reply = await client.messages.create({ …, messages }, { signal }); ' +
      'return { content: reply.content[0].text, finishReason: reply.stop_reason }; } with system messages as its `system`',
  },
  {
    path: ['invoke'],
    what: 'a LangChain model',
    how:
      'async ({ messages, signal }) => { const reply = await model.invoke(messages, { signal }); ' +
      'return { content: reply.text, finishReason: reply.response_metadata.finish_reason }; }',
  },
];

/** A value's kind, for a sentence on what must be a model, and how to make it one. */
export function modelKindOf(value: unknown): string {
  const known = typeof value === 'object' ? WRAPS.find(({ path }) => typeof at(value, path) === 'function') : undefined;
  return known === undefined ? kindOf(value) : `${known.what}: wrap it, as in ${known.how}`;
}

function at(value: unknown, path: readonly string[]): unknown {
  try {
    return path.reduce<unknown>((held, key) => (held as Record<string, unknown> | null | undefined)?.[key], value);
  } catch {
    return undefined;
  }
}
