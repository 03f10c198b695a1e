/**
 * Runs whose steps Restate remembers.
 *
 * @packageDocumentation
 */

import { CancelledError, type Context, RestatePromise, type RunOptions, TerminalError } from '@restatedev/restate-sdk';
import { checkOptions } from '../check/checks.js';
import { inTime } from '../check/timed.js';
import { isReflectError } from '../error.js';
import { begin, Journal, type Kept, keep, Refusal, watched } from '../run/journal.js';
import type { Durable } from '../types.js';
import { largeStep } from './check.js';

export interface RestateOptions {
  /** How each step is retried. Default: 4 attempts that begin 200 ms apart. Without a limit a wrong key would be tried for days. */
  retry?: Omit<RunOptions<unknown>, 'serde'> | undefined;
  /** Bytes of JSON that a step may return. Default 262,144: Restate keeps each result in its journal. */
  maxBytes?: number | undefined;
  /** Milliseconds that one attempt of a step may take. Default: no limit; the budget's own does not hold for durable steps. */
  callTimeoutMs?: number | undefined;
}

/**
 * What a task needs to run inside a handler: `engine.run({ ...task, ...(await onRestate(ctx)) })`, and the handler inside {@link
 * reflecting}. Each call of a model, tool or verifier is a step of the journal. One invocation holds one run and its resumptions; in a loop
 * give each run a handler of its own.
 *
 * A replay by another version of the package, or under another task or settings, is refused by name. Restate tries it again, so it goes on
 * once the old version, task and settings are back; cancel it otherwise.
 */
export async function onRestate(ctx: Context, options: RestateOptions = {}): Promise<{ durable: Durable; signal: AbortSignal }> {
  checkOptions('onRestate', options, { retry: 'object', maxBytes: 'number', callTimeoutMs: 'number' });
  const { maxBytes = 262_144, callTimeoutMs, retry } = options;
  const limits = { maxRetryAttempts: 4, initialRetryInterval: 200, ...retry };
  const abort = new AbortController();
  const failed = (error: unknown): void => {
    if (error instanceof CancelledError || error instanceof Refusal) abort.abort(error);
  };
  // A refusal is not a terminal error: those may not end a replay that has more in its journal.
  const journal = new Journal(await ctx.run('reflect-engine', begin));
  const durable: Durable = {
    seed: journal.begun.seed,
    now: journal.now,
    run: <R>(name: string, fn: () => Promise<R>, { idempotencyKey: key }: { idempotencyKey: string }) => {
      const { last } = journal;
      const step = async (): Promise<Kept> => {
        const late = `step ${name} took more than ${callTimeoutMs} ms`;
        const kept = await keep(key, last, callTimeoutMs === undefined ? fn() : inTime(fn(), callTimeoutMs, late));
        const bytes = new TextEncoder().encode(JSON.stringify(kept.value) ?? '').length;
        if (bytes > maxBytes) throw new TerminalError(largeStep(name, bytes, maxBytes));
        return kept;
      };
      const read = ctx.run(name, step, limits).map((kept, failure) => {
        if (failure) throw failure;
        return journal.readKept<R>(name, key, kept as Kept);
      });
      return watched(read, failed);
    },
    // Native `Promise.all` over steps of Restate never ends.
    all: (steps) => watched(RestatePromise.all(steps as RestatePromise<unknown>[]), failed),
  };
  // A suspended attempt never settles its promises: with the second signal its run is freed.
  return { durable, signal: AbortSignal.any([abort.signal, ctx.request().attemptCompletedSignal]) };
}

/** A handler that ends the invocation, with the run's `code`, when its run fails, instead of being tried for ever. Throws on Node 20. */
export function reflecting<C extends Context, I, O>(handler: (ctx: C, input: I) => Promise<O>): (ctx: C, input: I) => Promise<O> {
  if (!('withResolvers' in Promise)) throw new Error('the Restate SDK needs Node 22: without `Promise.withResolvers` it hangs');
  return async (ctx, input) => {
    try {
      return await handler(ctx, input);
    } catch (error) {
      if (!isReflectError(error)) throw error;
      if (error.code === 'aborted' && error.cause instanceof Error) throw error.cause;
      throw new TerminalError(`${error.code}: ${error.message}`, { metadata: { code: error.code } });
    }
  };
}
