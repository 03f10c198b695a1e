import type { Watch } from './drive.js';
import { copied } from './plain.js';
import { Ending } from './signal.js';

/**
 * What `stream` gives: steps of kind `S`, a result of kind `R`. It keeps the steps, so that every reader gets them all, and each its own copy:
 * what one does to a step is nothing to the others.
 */
export class RunStream<S, R extends { output: string }> implements AsyncIterable<S> {
  readonly result: Promise<R>;
  private readonly ending = new Ending();
  private readonly steps: S[] = [];
  private over = false;
  private waiting: (() => void)[] = [];

  constructor(drive: (watch: Watch<S>, ending: Ending) => Promise<R>, watch: Watch<S>) {
    const { onStep, onDraft, onCall, signal } = watch;
    const seen = (step: S): unknown => {
      this.steps.push(step);
      this.wake();
      return onStep?.(copied(step));
    };
    this.result = drive({ onStep: seen, onDraft, onCall, signal }, this.ending);
    const end = (): void => {
      this.over = true;
      this.wake();
    };
    this.result.then(end, end);
  }

  /** No generator: leaving one waits for the `next` that is out, which is until there is another step. */
  [Symbol.asyncIterator](): AsyncIterableIterator<S, void, undefined> {
    let at = 0;
    let left = false;
    const done = { done: true, value: undefined } as const;
    return {
      next: async () => {
        const mine = at;
        at += 1;
        while (!left && !this.over && mine >= this.steps.length) await new Promise<void>((resolve) => this.waiting.push(resolve));
        if (left) return done;
        const step = this.steps[mine];
        if (step !== undefined) return { done: false, value: copied(step) };
        left = true;
        await this.result;
        return done;
      },
      return: async () => {
        left = true;
        this.wake();
        return done;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  get textStream(): AsyncIterable<string> {
    const { result } = this;
    return {
      async *[Symbol.asyncIterator]() {
        const { output } = await result;
        if (output !== '') yield output;
      },
    };
  }

  abort(reason?: unknown): void {
    this.ending.end(reason);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.abort();
    await this.result.then(
      () => {},
      () => {},
    );
  }

  private wake(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }
}
