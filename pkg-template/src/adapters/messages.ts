// What the adapters share: how the messages of a request are read.

import { isObject } from '../check/kind.js';
import type { Json, Message, Usage } from '../types.js';

/** The text of a message; parts that are not text are left out. */
export function textOf(content: Message['content']): string {
  return typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** For providers that take the system prompt by itself: it, and the other messages. */
export function apart(messages: readonly Message[]): { system: string; turns: Message[] } {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => textOf(content));
  return { system: system.join('\n\n'), turns: messages.filter(({ role }) => role !== 'system') };
}

/** For providers with two sides that take turns: the messages of each turn, as parts. The results of several tools are in one turn. */
export function grouped<P>(messages: readonly Message[], partsOf: (message: Message) => readonly P[]) {
  const turns: { isModel: boolean; parts: P[] }[] = [];
  for (const message of messages) {
    const isModel = message.role === 'assistant';
    const last = turns.at(-1);
    if (last?.isModel === isModel) last.parts.push(...partsOf(message));
    else turns.push({ isModel, parts: [...partsOf(message)] });
  }
  return turns;
}

/** A JSON Schema as OpenAI takes it. */
export function schemaOf(schema: { [key: string]: unknown }, name: string) {
  return { name, schema, strict: isStrict(schema) };
}

/** Keywords that OpenAI refuses in a strict schema. A property of such a name makes a schema loose, too. */
const LOOSE = /^(allOf|oneOf|not|if|pattern|propertyN|format|default|m..(Length|Items|Prop)|unique)/;

/** Whether a schema keeps OpenAI's rule for strict ones: each object is closed, and each of its properties is required. */
export function isStrict(schema: unknown): boolean {
  if (typeof schema !== 'object' || !schema) return true;
  const {
    type,
    properties,
    required = [],
    additionalProperties,
  } = schema as {
    [key: string]: unknown;
    required?: readonly string[];
  };
  const isClosed = additionalProperties === false && Object.keys(properties ?? {}).every((key) => required.includes(key));
  return (
    (isClosed || !(properties ?? /object/.test(`${type}`))) &&
    Object.entries(schema).every(([key, part]) => !LOOSE.test(key) && isStrict(part))
  );
}

/** Options of the AI SDK that send a schema of ours: OpenAI's provider takes each for a strict one unless it is told. */
export function looseOptions<P extends { [provider: string]: object }>(
  { providerOptions }: { providerOptions?: P },
  schema: object,
) {
  return (
    !isStrict(schema) && {
      providerOptions: { ...providerOptions, openai: { strictJsonSchema: false, ...providerOptions?.openai } },
    }
  );
}

const TOKENS = ['inputTokens', 'outputTokens', 'cachedTokens', 'reasoningTokens'] as const;

/** The tokens of several calls. What no call reports is left out, but for the tokens that every usage has. */
export function sumOf(usages: readonly (Partial<Usage> | undefined)[]): Usage {
  const sum: Usage = { inputTokens: 0, outputTokens: 0 };
  for (const usage of usages) for (const key of TOKENS) if (usage?.[key] !== undefined) sum[key] = (sum[key] ?? 0) + usage[key];
  return sum;
}

/** The names of the tools that `tool` messages answer, by the ids of the calls; of two calls with one id that of the first. */
export function toolNames(messages: readonly Message[]): ReadonlyMap<string | undefined, string> {
  const calls = messages.flatMap(({ toolCalls }) => toolCalls ?? []);
  return new Map(calls.reverse().map(({ id, name }) => [id, name]));
}

/** The arguments of a call as a value; a model may have given them as text that is no JSON. */
export function argumentsOf(args: Json): { [key: string]: Json } {
  try {
    const value = typeof args === 'string' ? (JSON.parse(args) as Json) : args;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function jsonOf(args: Json): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}
