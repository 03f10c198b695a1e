import type { Watch } from './drive.js';
import { Ending } from './signal.js';
import type { ReflectResult, Step } from './types.js';

/**
 * A run as it goes on: iterate it for steps, await `result` for the end, or both.
 *
 * Every iteration begins with the first step. It ends when the run ends, and throws what the run rejects with; leaving it early does
 * not end the run, `abort()` or `await using` does.
 */
export class ReflectStream<T = string> implements AsyncIterable<Step> {
  /** How the run ended. Its rejection is never an unhandled one: who only iterates gets the error there. */
  readonly result: Promise<ReflectResult<T>>;
  private readonly ending = new Ending();
  private readonly steps: Step[] = [];
  private over = false;
  private waiting: (() => void)[] = [];

  /** @internal Use `engine.stream`. */
  constructor(drive: (watch: Watch, ending: Ending) => Promise<ReflectResult<T>>, watch: Watch) {
    const { onStep, onDraft, signal } = watch;
    const seen = (step: Step): unknown => {
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

  async *[Symbol.asyncIterator](): AsyncGenerator<Step, void, undefined> {
    for (let at = 0; ; at += 1) {
      while (at >= this.steps.length && !this.over) await new Promise<void>((resolve) => this.waiting.push(resolve));
      const step = this.steps[at];
      if (step === undefined) break;
      yield step;
    }
    await this.result;
  }

  /** The final text only: no draft that was rejected. Throws what the run rejects with. */
  get textStream(): AsyncIterable<string> {
    const { result } = this;
    return {
      async *[Symbol.asyncIterator]() {
        const { output } = await result;
        if (output !== '') yield output;
      },
    };
  }

  /** Ends the run: `result` rejects with an `AbortError` that carries what there is. */
  abort(reason?: unknown): void {
    this.ending.end(reason);
  }

  /** Ends the run and waits until it has ended. */
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
