// What a host that remembers steps keeps of a run: how it began, and of each step its purpose, its time and its result.

import type { Durable } from '../types.js';

/** The version of this package: the build puts it here. */
declare const REFLECT_ENGINE_VERSION: string;

/** A run that began otherwise cannot go on here. */
export class Refusal extends Error {}

/** What the first step leaves. */
export interface Begun {
  version: string;
  at: number;
  seed: number;
}

/** What each other step leaves. */
export interface Kept {
  /** Names task, settings and seed. */
  key: string;
  /** When the step before it was made: this one was made for that one's result. */
  after: number;
  at: number;
  value: unknown;
}

export async function begin(): Promise<Begun> {
  return { version: REFLECT_ENGINE_VERSION, at: Date.now(), seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 };
}

export async function keep(key: string, after: number, made: Promise<unknown>): Promise<Kept> {
  const value = await made;
  return { key, after, at: Date.now(), value };
}

/** Reads what steps left, and derives the clock from it. */
export class Journal {
  /** The end of the last step. */
  last = 0;

  constructor(readonly begun: Begun) {
    const [then, here] = [begun.version, REFLECT_ENGINE_VERSION];
    if (then !== here) throw new Refusal(`the run began with reflect-engine ${then}, and cannot go on with ${here}`);
  }

  readonly now = (): number => Math.max(this.begun.at, this.last);

  readKept<R>(name: string, key: string, { key: before, at, value }: Kept): R {
    if (before !== key) throw new Refusal(`step ${name} was made for another task, or under other settings`);
    this.last = Math.max(this.last, at);
    return value as R;
  }
}

/** For a host whose steps are native promises. A refusal aborts the run, and so does a failure that `ends` it. */
export async function journalled(
  step: <T>(name: string, fn: () => Promise<T>) => Promise<T>,
  abort: AbortController,
  { ends = () => false, seed: own }: { ends?: (error: unknown) => boolean; seed?: number } = {},
): Promise<Durable> {
  const journal = new Journal(await step('reflect-engine', begin));
  const { now, begun } = journal;
  const run: Durable['run'] = async (name, fn, { idempotencyKey: key }) => {
    const { last } = journal;
    const make = (as: string): Promise<Kept> => step(as, () => keep(key, last, fn()));
    try {
      let kept = await make(name);
      // A host that lost the step before, and made it again, still has this one, made for the lost one.
      if (kept.key === key && kept.after !== last) kept = await make(`${name} again`);
      return journal.readKept(name, key, kept);
    } catch (error) {
      if (error instanceof Refusal || ends(error)) abort.abort(error);
      throw error;
    }
  };
  return { seed: own ?? begun.seed, now, run, all: (steps) => Promise.all(steps) };
}

/** Wraps the host's promise so that its rejection is also reported to `seen` when somebody awaits it. */
export function watched<P extends Promise<unknown>>(promise: P, seen: (error: unknown) => void): P {
  const own: Promise<unknown> = promise;
  const then: typeof own.then = own.then.bind(own);
  // biome-ignore lint/suspicious/noThenProperty: it is one already, and a host's `all` may take no other kind.
  own.then = (kept, failed) =>
    then(kept, (error: unknown) => {
      seen(error);
      if (failed) return failed(error);
      throw error;
    });
  return promise;
}
