// Checks of clients and options when an adapter is made: a wrong client would fail at its first call, a wrong option never.

import { badSettings, checkEngine, checkPlain, type Kinds } from '../check/checks.js';
import { hasMethod, kindOf } from '../check/kind.js';
import type { ReflectEngine } from '../engine/engine.js';
import type { GateTask } from '../engine/gate.js';

/** An adapter, and what it takes first: its name, what it must have, how one is made, whether a name does as well. */
type Takes = readonly [of: string, key: string, method: string, made: string, orName?: boolean];

/** What a run fails with whose agent ended without a text. */
export const NO_TEXT = 'the agent gave no text';

export const MISSING_WRITER = '`writer` is missing: give that of `createUIMessageStream`';

/** What a step of a durable host failed with, whose reply is too large to be kept. */
export const largeStep = (name: string, bytes: number, most: number) =>
  `step ${name} gave ${bytes} bytes, and \`maxBytes\` is ${most}`;

export const LANGUAGE_MODEL = "`openai(name)` of '@ai-sdk/openai'";

/** Refuses a client without the method. A text is not quoted: it may be a key. */
export function checkClient([of, key, method, made, orName = false]: Takes, client: unknown): void {
  if (!hasMethod(client, method) && !(orName && typeof client === 'string'))
    throw badSettings(`\`${key}\` of ${of} must have \`${method}\`, got ${kindOf(client)}: give ${made}`);
}

/** Parameters that are those of one request. */
const OF_REQUEST = 'model messages input contents stream abortSignal'.split(' ');

export function checkModel(takes: Takes, client: unknown, name: unknown, more: unknown): void {
  checkMore(takes, client, more);
  const [of] = takes;
  if (typeof name !== 'string' || name === '')
    throw badSettings(
      `\`name\` of ${of} must be the name of a model, got ${name === '' ? 'an empty text' : kindOf(name)}: give it after the client`,
    );
}

/** Also refuses parameters that the adapter sets itself; the provider knows the others. */
export function checkMore(takes: Takes, client: unknown, more: unknown): void {
  checkClient(takes, client);
  checkPlain(takes[0], more);
  const key = OF_REQUEST.find((key) => (more as { [key: string]: unknown })[key] !== undefined);
  if (key) throw badSettings(`\`${key}\` is not an option of ${takes[0]}: each request has its own`);
}

/** Refuses a wrong engine, options that are not of these kinds, and keys of the task that the adapter sets itself (`own`). */
export function checkHost(of: string, options: unknown, kinds: Kinds, own: string): void {
  const { engine } = (options ?? {}) as { engine?: unknown };
  checkEngine(of, engine);
  engine.checkHost(of, options as object, kinds, own);
}

export interface GatedOptions {
  engine: ReflectEngine;
  /** Who judges: a critic, verifiers, criteria, settings. */
  task: Omit<GateTask, 'input' | 'signal'>;
}

/** Refuses a wrong engine, and what no gate takes. */
export function checkGate(of: string, options: GatedOptions, kinds: Kinds = {}): void {
  const { engine } = (options ?? {}) as Partial<GatedOptions>;
  checkEngine(of, engine);
  options.engine.checkGated(of, options, kinds);
}
