// When calls may go out: at once, one by one, or not yet.

/** Resolves after `ms`; rejects with the signal's reason. */
export function pause(ms, signal) {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

/** A gate that model calls pass. `told` hears which call waits. */
export class Turns {
  #waiting = [];
  #isPaused = false;
  #told;

  constructor(told) {
    this.#told = told;
  }

  get isPaused() {
    return this.#isPaused;
  }

  pause() {
    this.#isPaused = true;
  }

  go() {
    this.#isPaused = false;
    for (const { pass } of this.#waiting.splice(0)) pass();
    this.#told([]);
  }

  /** Lets one call through, and stops the next. */
  step() {
    this.#isPaused = true;
    this.#waiting.shift()?.pass();
    this.#tell();
  }

  /** The model, whose calls wait here while the run is paused. */
  through(model) {
    return async (request) => {
      if (this.#isPaused) await this.#turn(request);
      return model(request);
    };
  }

  #turn({ callId, signal }) {
    return new Promise((pass, reject) => {
      const waiting = { callId, pass };
      this.#waiting.push(waiting);
      this.#tell();
      signal.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(signal.reason);
      });
    });
  }

  #tell() {
    this.#told(this.#waiting.map(({ callId }) => callId));
  }
}
