/**
 * Runs whose steps Restate remembers.
 *
 * @packageDocumentation
 */

import { CancelledError, type Context, RestatePromise, type RunOptions, TerminalError } from '@restatedev/restate-sdk';
import { isReflectError } from '../error.js';
import { inTime } from '../timed.js';
import type { Durable } from '../types.js';

/** The version of this package: the build puts it here. */
declare const REFLECT_ENGINE_VERSION: string;

export interface RestateOptions {
  /** Of each step, over 4 attempts that begin 200 ms apart. Without a limit a wrong key would be tried for days. */
  retry?: Omit<RunOptions<unknown>, 'serde'>;
  /** Bytes of JSON that a step may give. Default 262,144: Restate keeps each in its journal. */
  maxBytes?: number;
  /** Milliseconds that one attempt of a step may take. Default: no limit; the budget's own does not hold for durable steps. */
  callTimeoutMs?: number;
}

/** What began otherwise cannot go on here. It is no terminal error: those may not end a replay that has more in its journal. */
class Refusal extends Error {}

/** What a step leaves in the journal. */
interface Kept {
  /** Names task, settings and seed. */
  key: string;
  at: number;
  value: unknown;
}

/**
 * What a task needs to run inside a handler: `engine.run({ ...task, ...(await onRestate(ctx)) })`, and the handler inside
 * {@link reflecting}. Each call of a model, tool or verifier is a step of the journal. One invocation holds one run and what is resumed
 * of it; in a loop give each run a handler of its own.
 *
 * A replay by another version of the package, or under another task or settings, is refused by name. Restate tries it again, so that it
 * goes on once the old ones are back; cancel it otherwise.
 */
export async function onRestate(ctx: Context, options: RestateOptions = {}): Promise<{ durable: Durable; signal: AbortSignal }> {
  const { maxBytes = 262_144, callTimeoutMs, retry } = options;
  const limits = { maxRetryAttempts: 4, initialRetryInterval: 200, ...retry };
  const abort = new AbortController();
  const failed = (error: unknown): void => {
    if (error instanceof CancelledError || error instanceof Refusal) abort.abort(error);
  };
  const begun = await ctx.run('reflect-engine', () => ({ version: REFLECT_ENGINE_VERSION, at: Date.now() }));
  if (begun.version !== REFLECT_ENGINE_VERSION)
    throw new Refusal(`the run began with reflect-engine ${begun.version}, and cannot go on with ${REFLECT_ENGINE_VERSION}`);
  let clock = begun.at;
  const durable: Durable = {
    seed: Math.floor(ctx.rand.random() * 2 ** 32),
    now: () => clock,
    run: <R>(name: string, fn: () => Promise<R>, { idempotencyKey: key }: { idempotencyKey: string }) => {
      const step = async (): Promise<Kept> => {
        const made = fn();
        const late = `step ${name} took more than ${callTimeoutMs} ms`;
        const value = await (callTimeoutMs === undefined ? made : inTime(made, callTimeoutMs, late));
        const bytes = new TextEncoder().encode(JSON.stringify(value) ?? '').length;
        if (bytes > maxBytes) throw new TerminalError(`step ${name} gave ${bytes} bytes, and \`maxBytes\` is ${maxBytes}`);
        return { key, at: Date.now(), value };
      };
      const kept = ctx.run(name, step, limits).map((kept, failure) => {
        if (failure) throw failure;
        const { key: before, at, value } = kept as Kept;
        if (before !== key) throw new Refusal(`step ${name} was made for another task, or under other settings`);
        clock = Math.max(clock, at);
        return value as R;
      });
      return watched(kept, failed);
    },
    // Native `Promise.all` over steps of Restate never ends.
    all: (steps) => watched(RestatePromise.all(steps as RestatePromise<unknown>[]), failed),
  };
  // A suspended attempt never settles its promises: with the second signal its run is freed.
  return { durable, signal: AbortSignal.any([abort.signal, ctx.request().attemptCompletedSignal]) };
}

/** A handler whose failed run ends the invocation, with the run's `code`, and is not tried for ever. Throws on Node 20. */
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

/** A promise of Restate that tells why it rejected. A cancel is told to who waits, and to no `map`. */
function watched<T>(promise: RestatePromise<T>, seen: (error: unknown) => void): RestatePromise<T> {
  const then: RestatePromise<T>['then'] = promise.then.bind(promise);
  // biome-ignore lint/suspicious/noThenProperty: it is one already, and `RestatePromise.all` takes no other kind.
  promise.then = (kept, failed) =>
    then(kept, (error: unknown) => {
      seen(error);
      if (failed) return failed(error);
      throw error;
    });
  return promise;
}
