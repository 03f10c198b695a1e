import { copied } from '../check/plain.js';
import { ignored, ReflectError } from '../error.js';
import type { DraftEvent, ReflectResult, Screen, ShownDraft, Step } from '../types.js';
import type { Observers } from './pump.js';
import { RunCancellation } from './signal.js';

/** A step, or what happens to a draft. */
export interface RunEvent {
  type: string;
}

/** Iterates everything that a stream shows, also one of another copy of this package. */
export const EVENTS: unique symbol = Symbol.for('reflect-engine.events');

export interface WithEvents {
  [EVENTS](): AsyncIterable<RunEvent>;
}

/**
 * What `stream` returns: steps of kind `S`, a result of kind `R`. It keeps the events, so every reader gets all of them, as its own copies.
 */
export class RunStream<S extends RunEvent, R extends { output: string }> implements AsyncIterable<S>, WithEvents {
  /** @internal */
  static readonly name: string = 'RunStream';
  readonly result: Promise<R>;
  readonly #ending = new RunCancellation();
  readonly #events: (S | DraftEvent)[] = [];
  #over = false;
  #waiting: (() => void)[] = [];
  /** The task has an `onDraft`: what happens to drafts is shown. */
  readonly #showsDrafts: boolean;

  readonly #unjudged: number | undefined;

  /** `unjudged`: index of a draft that is the final text while it is written. */
  constructor(drive: (watch: Observers<S>, ending: RunCancellation) => Promise<R>, watch: Observers<S>, unjudged?: number) {
    this.#unjudged = unjudged;
    const { onStep, onDraft, onCall, signal } = watch;
    this.#showsDrafts = onDraft !== undefined;
    const kept =
      <E extends S | DraftEvent>(observe: ((event: E) => unknown) | undefined) =>
      (event: E): unknown => {
        this.#events.push(event);
        this.#wake();
        return observe?.(copied(event));
      };
    const watchesDrafts = this.#showsDrafts || unjudged !== undefined;
    this.result = drive(
      { onStep: kept(onStep), onDraft: watchesDrafts ? kept(onDraft) : undefined, onCall, signal },
      this.#ending,
    );
    const end = (): void => {
      this.#over = true;
      this.#wake();
    };
    this.result.then(end, end);
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<S, void, undefined> {
    return this.#iterate(({ type }): boolean => !type.startsWith('draft.')) as AsyncIterableIterator<S, void, undefined>;
  }

  [EVENTS](): AsyncIterableIterator<S | DraftEvent, void, undefined> {
    return this.#iterate(({ type }) => this.#showsDrafts || !type.startsWith('draft.'));
  }

  get textStream(): AsyncIterable<string> {
    const pieces = (): AsyncGenerator<string, void, undefined> => this.#text();
    return { [Symbol.asyncIterator]: pieces };
  }

  abort(reason?: unknown): void {
    this.#ending.end(reason);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.abort();
    await this.result.catch(() => {});
  }

  /**
   * @internal Tells a screen what happens to drafts, of a task with an `onDraft`, and the final text if it is shown while it is written.
   */
  async show({ draft, text }: Screen): Promise<R> {
    let live = '';
    for await (const event of this.#iterate(() => true) as AsyncIterable<Step | DraftEvent>) {
      if (!('draftIndex' in event)) continue;
      const number = event.draftIndex + 1;
      if (event.type === 'draft.delta') {
        if (!this.#isFinal(event)) draft(number, 'writing', { delta: event.delta });
        else {
          live += event.delta;
          text(event.delta);
        }
      } else if (event.type !== 'draft.accepted') {
        const { score, issues } = event;
        draft(number, event.type === 'reflection' ? 'judged' : 'rejected', { score, issues });
      }
    }
    const result = await this.result;
    const { acceptedBy, stopReason, trace } = result as unknown as ReflectResult;
    const rest = live === '' ? '' : restOf(result.output, live);
    if (rest !== '') text(rest);
    draft(trace.draftIndex + 1, acceptedBy === undefined ? 'returned' : 'accepted', { acceptedBy, stopReason });
    return result;
  }

  async *#text(): AsyncGenerator<string, void, undefined> {
    let live = '';
    for await (const { delta } of this.#iterate((event) => this.#isFinal(event)) as AsyncIterable<Delta>) {
      live += delta;
      yield delta;
    }
    const { output } = await this.result;
    const rest = restOf(output, live);
    if (rest !== '') yield rest;
  }

  #isFinal(event: RunEvent): boolean {
    return event.type === 'draft.delta' && (event as Delta).draftIndex === this.#unjudged;
  }

  /** No generator: leaving one waits for the `next` that is out, and so for another event. */
  #iterate(wants: (event: RunEvent) => boolean): AsyncIterableIterator<S | DraftEvent, void, undefined> {
    let at = 0;
    let left = false;
    const done = { done: true, value: undefined } as const;
    return {
      next: async () => {
        while (!left) {
          const event = this.#events[at];
          if (event !== undefined) {
            at += 1;
            if (wants(event)) return { done: false, value: copied(event) };
          } else if (this.#over) break;
          else await new Promise<void>((resolve) => this.#waiting.push(resolve));
        }
        if (left) return done;
        left = true;
        await this.result;
        return done;
      },
      return: async () => {
        left = true;
        this.#wake();
        return done;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}

type Delta = DraftEvent & { type: 'draft.delta' };

/** The rest of the final text, after what was shown while it was written. */
function restOf(output: string, streamed: string): string {
  if (output.startsWith(streamed)) return output.slice(streamed.length);
  // White space at the end is no part of a draft.
  if (streamed.trimEnd() === output.trimEnd()) return '';
  throw new ReflectError('model_error', 'the text broke off while it was shown, and another one is returned: see `result`');
}

/** The promise of a result; iterating it throws an error that says what to write. Assigned: to define the property would take 2 µs. */
export function promised<R>(result: Promise<R> & { [Symbol.asyncIterator]?: () => never }): Promise<R> {
  result[Symbol.asyncIterator] = refuseToIterate;
  return result;
}

/**
 * One function for all promises. V8 takes a function that is written where it is assigned to a property for long-lived, and keeps it, with all
 * that it holds, until it looks through its old objects.
 */
function refuseToIterate(this: Promise<unknown>): never {
  ignored(this);
  const instead = 'write `await engine.run(…)`, or `for await (const step of engine.stream(…))`';
  throw new ReflectError('misuse', `\`run\` gives a promise: ${instead}`);
}

/** A screen that shows whole drafts, each with all reports on it. */
export function shownTo(show: (draft: ShownDraft) => void): Screen['draft'] {
  const drafts: ShownDraft[] = [];
  const lengths: number[] = [];
  return (draft, status, { delta = '', ...report }) => {
    const before = drafts[draft];
    const facts = Object.entries(report).filter(([, value]) => value !== undefined);
    const now = { ...before, ...Object.fromEntries(facts), draft, status, text: (before?.text ?? '') + delta };
    drafts[draft] = status === 'rejected' ? { ...now, text: '' } : now;
    if (now.text === '' || (status === 'writing' && now.text.length < (lengths[draft] ?? 0) * GROWN)) return;
    lengths[draft] = now.text.length;
    show(now);
  };
}

/** A draft is shown again when it has grown by this factor: all that is sent is a few times its length. */
const GROWN = 1.125;
