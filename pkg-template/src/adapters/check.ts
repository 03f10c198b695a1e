// What adapters are given is checked at once: what is no client would be found out by its first call, and an option that is none by nobody.

import { badSettings, checkEngine, checkOptions } from '../check/checks.js';
import { hasMethod, isPlain, kindOf } from '../check/kind.js';

/** An adapter, and what it takes first: its name, what it must have, how one is made, whether a name does as well. */
type Takes = readonly [of: string, key: string, method: string, made: string, orName?: boolean];

export const LANGUAGE_MODEL = "`openai(name)` of '@ai-sdk/openai', or `gateway(name)` of 'ai'";

/** Refuses what has no such method. A text is not shown: it may be a key. */
export function checkClient([of, key, method, made, orName = false]: Takes, client: unknown): void {
  if (!hasMethod(client, method) && !(orName && typeof client === 'string'))
    throw badSettings(`\`${key}\` of ${of} must have \`${method}\`, got ${kindOf(client)}: give ${made}`);
}

/** Parameters that are those of one request. */
const OF_REQUEST = ['model', 'messages', 'input', 'contents', 'stream', 'abortSignal'];

export function checkModel(takes: Takes, client: unknown, name: unknown, more: unknown): void {
  checkMore(takes, client, more);
  const [of] = takes;
  if (typeof name !== 'string' || name === '')
    throw badSettings(
      `\`name\` of ${of} must be the name of a model, got ${name === '' ? 'an empty text' : kindOf(name)}: give it after the client`,
    );
}

/** Refuses parameters that the adapter gives itself, too; others are for the provider to know. */
export function checkMore(takes: Takes, client: unknown, more: unknown): void {
  checkClient(takes, client);
  const [of] = takes;
  if (!isPlain(more)) checkOptions(of, more, {});
  const key = OF_REQUEST.find((key) => (more as { [key: string]: unknown })[key] !== undefined);
  if (key !== undefined) throw badSettings(`\`${key}\` is not an option of ${of}: each request has its own`);
}

/** Refuses an engine that is none, an option that is not of these kinds, and a task that no run takes, or with what the adapter gives (`own`). */
export function checkHost(of: string, options: unknown, kinds: Readonly<Record<string, string>>, own: string): void {
  const { engine, task } = (options ?? {}) as { engine?: unknown; task?: { [key: string]: unknown } };
  checkEngine(of, engine);
  checkOptions(of, options, { engine: 'object', ...kinds, task: 'object' });
  const key = own.split(' ').find((key) => task?.[key] !== undefined);
  if (key !== undefined) throw badSettings(`\`task.${key}\` is not an option of ${of}: each run has its own`);
  if (task !== undefined) engine.checkTask(task);
}
