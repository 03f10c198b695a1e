/**
 * Runs whose steps Inngest remembers.
 *
 * @packageDocumentation
 */

import { type Context, NonRetriableError } from 'inngest';
import { checkOptions } from '../check/checks.js';
import { isReflectError } from '../error.js';
import { journalled } from '../run/journal.js';
import type { Durable } from '../types.js';
import { largeStep } from './check.js';

/** What a function of Inngest is called with. */
export interface InngestContext {
  step: { run(id: string, fn: () => Promise<unknown>): Promise<unknown> };
}

export interface InngestOptions {
  /**
   * Whether the calls of a jury are planned at once. Only where the function has `optimizeParallelism`: else each of them goes on by itself,
   * and what follows is asked once for each. Default false: one after another.
   */
  parallel?: boolean | undefined;
  /** Bytes of JSON that a step may return. Default 1,000,000: Inngest sends each to every later request. */
  maxBytes?: number | undefined;
}

/**
 * What a task needs to run inside a function: `engine.run({ ...task, ...(await onInngest(context)) })`, and the function inside {@link
 * reflecting}. Each call of a model, tool or verifier is a step. Inngest calls the function anew for each step: what is outside of steps is
 * repeated, and no call is. A function holds one run at a time, and its resumptions.
 *
 * A replay by another version of the package, or under another task or settings, ends the function with an error that says so.
 */
export async function onInngest(
  { step }: InngestContext,
  options: InngestOptions = {},
): Promise<{ durable: Durable; signal: AbortSignal }> {
  checkOptions('onInngest', options, { parallel: 'boolean', maxBytes: 'number' });
  const { parallel = false, maxBytes = 1_000_000 } = options;
  const abort = new AbortController();
  const make = <T>(name: string, fn: () => Promise<T>): Promise<T> =>
    step.run(name, async () => {
      const value = await fn();
      const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
      if (bytes > maxBytes) throw new NonRetriableError(largeStep(name, bytes, maxBytes));
      return value;
    }) as Promise<T>;
  const { all, ...durable } = await journalled(make, abort);
  return { durable: { ...durable, ...(parallel && all && { all }) }, signal: abort.signal };
}

/** A function that ends, with the run's `code` in its error, when its run fails, instead of being tried again from its steps. */
export function reflecting<C extends Context.Any, R>(handler: (context: C) => Promise<R>): (context: C) => Promise<R> {
  return async (context) => {
    try {
      return await handler(context);
    } catch (error) {
      if (!isReflectError(error)) throw error;
      const { cause, code, message } = error;
      const said = code === 'aborted' && cause instanceof Error ? cause.message : message;
      throw new NonRetriableError(`${code}: ${said}`, { cause: error });
    }
  };
}
