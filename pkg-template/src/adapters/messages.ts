// What the adapters share: how the messages of a request are read, and how the end of a run is written.

import { isObject } from '../check/kind.js';
import type { Json, Message, ReflectResult, Usage } from '../types.js';

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
const LOOSE = /^(allOf|oneOf|not|if|patternProperties|propertyNames|format|pattern|default|(min|max)(Length|Items|Properties)|uniqueItems)$/;

/** Whether a schema keeps OpenAI's rule for strict ones: each object is closed, and each of its properties is required. */
export function isStrict(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  const { type, properties, required, additionalProperties } = schema as { [key: string]: unknown };
  if ((properties || [type].flat().includes('object')) && additionalProperties !== false) return false;
  if (Object.keys(properties ?? {}).some((key) => !(required as unknown[] | undefined)?.includes?.(key))) return false;
  return Object.entries(schema).every(([key, part]) => !LOOSE.test(key) && isStrict(part));
}

/** Options of the AI SDK that send a schema of ours: OpenAI's provider takes each for a strict one unless it is told. */
export function looseOptions<P extends { [provider: string]: object }>({ providerOptions }: { providerOptions?: P }, schema: object) {
  if (isStrict(schema)) return undefined;
  return { providerOptions: { ...providerOptions, openai: { strictJsonSchema: false, ...providerOptions?.openai } } };
}

/** The whole text in one code fence. */
const FENCED = /^```[^\n`]*\n([\s\S]*?)\n?```$/;

/** The JSON of a reply for a host that reads JSON alone: the engine takes it out of a code fence. */
export function jsonIn(text: string): string {
  return FENCED.exec(text.trim())?.[1] ?? text;
}

/** How a run ended, as a provider's reply carries it: these keys of a result and of its errors, as JSON. */
export function endOf(result: ReflectResult<unknown>): { [key: string]: Json } {
  return JSON.parse(JSON.stringify(result, END)) as { [key: string]: Json };
}

const END = 'status stopReason iterations acceptedBy score reviewReasons errors code message'.split(' ');

const TOKENS = ['inputTokens', 'outputTokens', 'cachedTokens', 'reasoningTokens'] as const;

/** The tokens of several calls. What no call reports is left out, but for the tokens that every usage has. */
export function sumOf(usages: readonly (Partial<Usage> | undefined)[]): Usage {
  const sum: Usage = { inputTokens: 0, outputTokens: 0 };
  for (const usage of usages) for (const key of TOKENS) if (usage?.[key] !== undefined) sum[key] = (sum[key] ?? 0) + usage[key];
  return sum;
}

/** The result of a call; rejects with the signal's reason, and aborts `own`, as soon as the signal aborts, even if the call ignores it. */
export function untilAborted<R>(signal: AbortSignal | undefined, call: () => PromiseLike<R>, own?: AbortController): Promise<R> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      own?.abort(signal?.reason);
      reject(signal?.reason);
    };
    if (signal?.aborted) return stop();
    const called = Promise.resolve(call());
    signal?.addEventListener('abort', stop);
    called.then(resolve, reject).finally(() => signal?.removeEventListener('abort', stop));
  });
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
