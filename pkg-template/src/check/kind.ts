import { ignored, safely } from '../error.js';
import type { Json } from '../types.js';

/** A value's kind, for a sentence. */
export function kindOf(value: unknown): string {
  try {
    return kindIn(value);
  } catch {
    return 'something that cannot be read';
  }
}

function kindIn(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && !isPlain(value)) return `an instance of ${className(value)}`;
  return value === undefined ? 'nothing' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}

/**
 * Whether a value is an object and nothing but its own entries, of any realm. A list is not, nor a `Map` or an instance of a class: what
 * they hold is not seen as entries, or not all of it.
 */
export function isPlain(value: unknown): value is object {
  if (!isObject(value)) return false;
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === null || Object.getPrototypeOf(proto) === null;
}

/** An object of plain JSON. */
export type JsonObject = { [key: string]: Json };

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as an error names it: a text in quotes, a number as it is, else its kind. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > MAX_QUOTE ? `${value.slice(0, MAX_QUOTE)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}

const MAX_QUOTE = 60;

/** Says that something is not as it must be: its kind is wrong. */
export function describeWrongKind(what: string, expected: string, value: unknown): string {
  return `${what} must be ${expected}, got ${kindOf(value)}`;
}

/** The same of a list, or of its items. */
export function describeWrongItems(what: string, expected: string, value: unknown): string {
  return `${what} must be a list of ${expected}, got ${Array.isArray(value) ? 'a list of other things' : kindOf(value)}`;
}

/** The same of a value, which is shown. */
export function describeWrongValue(what: string, expected: string, value: unknown): string {
  return `${what} must be ${expected}, got ${describe(value)}`;
}

/** Whether a value has still to be waited for. */
export function isPromise(value: unknown): boolean {
  return (
    safely(() => typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function') ?? false
  );
}

/**
 * What to say of a reply that holds a promise in one of its fields, which nobody waits for. One that rejects must not end the process.
 */
export function promiseIn(reply: object): string | undefined {
  const waiting = Object.entries(reply).filter(([, value]) => isPromise(value));
  for (const [, promise] of waiting) ignored(promise);
  return waiting[0] && `\`${waiting[0][0]}\` is a promise: wait for it before it is returned`;
}

/** Whether what an object holds is not a key of it: a `Map`, an instance with nothing but methods. Read by its keys it would be empty. */
export function isKeyless(value: object): boolean {
  return Object.keys(value).length === 0 && !Array.isArray(value) && !isPlain(value);
}

function className(value: object): string {
  const { constructor: made } = value as { constructor?: { name?: unknown } };
  if (typeof made?.name === 'string' && made.name !== '') return made.name;
  // A generator has a constructor that is none.
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return typeof made === 'function' || tag === 'Object' ? 'a class' : tag;
}

/** Whether a text shows nothing: white space and zero-width characters, as the core has it. */
export function isBlank(text: string): boolean {
  return /^[\s\u0085\u200b-\u200d\u2060]*$/u.test(text);
}

/** A value's kind, for a sentence on what must be a model function, and how it is made one. */
export function modelKindOf(value: unknown): string {
  if (isPromise(value)) return `${kindOf(value)}: wait for it`;
  if (typeof value === 'string') return "a string: give what asks it, as `chatModel(client, name)` of 'reflect-engine/openai'";
  const as = 'as in `async ({ messages, signal }) => ({ content, finishReason })`';
  if (typeof value !== 'object' || value === null) return `${kindOf(value)}: write one, ${as}`;
  const [, call, subpath] = ADAPTERS.find(([method]) => hasMethod(value, method)) ?? [];
  return `${kindOf(value)}: ${call === undefined ? `wrap it, ${as}` : `give \`${call}\` of 'reflect-engine/${subpath}'`}`;
}

/** Says that a field must be a function, as a model's. */
export function describeWrongFunction(key: string, value: unknown): string {
  return `\`${key}\` must be a function, got ${modelKindOf(value)}`;
}

/** By what a client of others has: the adapter that makes a model function of it. */
const ADAPTERS = [
  ['chat.completions.create', 'chatModel(client, name)', 'openai'],
  ['messages.create', 'messagesModel(client, name)', 'anthropic'],
  ['models.generateContent', 'geminiModel(client, name)', 'google'],
  ['doStream', 'aiModel(model)', 'ai-sdk'],
  ['_llmType', 'langchainModel(chat)', 'langchain'],
] as const;

/** Whether a value has a function at this path. */
export function hasMethod(value: unknown, path: string): boolean {
  const keys = path.split('.');
  const found = safely(() => keys.reduce<unknown>((at, key) => (at as { [key: string]: unknown } | undefined)?.[key], value));
  return typeof found === 'function';
}

/**
 * Where a decision holds its action: as `recommendation.action`, `action` or `decision`, whichever is there first (the
 * *Reflection Agent* design); nothing of what is no object.
 */
export function actionIn(decision: unknown): unknown {
  if (!isObject(decision)) return undefined;
  const { recommendation } = decision;
  return (isObject(recommendation) ? recommendation.action : undefined) ?? decision.action ?? decision.decision;
}
