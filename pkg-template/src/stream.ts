import type { Watch } from './drive.js';
import { Ending } from './signal.js';

/** What `stream` gives: steps of kind `S`, a result of kind `R`. It keeps the steps, so that every reader gets them all. */
export class RunStream<S, R extends { output: string }> implements AsyncIterable<S> {
  readonly result: Promise<R>;
  private readonly ending = new Ending();
  private readonly steps: S[] = [];
  private over = false;
  private waiting: (() => void)[] = [];

  constructor(drive: (watch: Watch<S>, ending: Ending) => Promise<R>, watch: Watch<S>) {
    const { onStep, onDraft, signal } = watch;
    const seen = (step: S): unknown => {
      this.steps.push(step);
      this.wake();
      return onStep?.(step);
    };
    this.result = drive({ onStep: seen, onDraft, signal }, this.ending);
    const end = (): void => {
      this.over = true;
      this.wake();
    };
    this.result.then(end, end);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<S, void, undefined> {
    for (let at = 0; ; at += 1) {
      while (at >= this.steps.length && !this.over) await new Promise<void>((resolve) => this.waiting.push(resolve));
      const step = this.steps[at];
      if (step === undefined) break;
      yield step;
    }
    await this.result;
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
