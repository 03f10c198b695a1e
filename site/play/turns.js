// When calls may go out: at once, one by one, or not yet.

/** Resolves after `ms`; rejects with the signal's reason. */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** A gate that model calls pass. `report` hears which calls wait. */
export class Turns {
  isPaused = false;
  #waiting = [];
  #report;

  constructor(report) {
    this.#report = () => report(this.#waiting.map(({ callId }) => callId));
  }

  go() {
    this.isPaused = false;
    for (const { pass } of this.#waiting.splice(0)) pass();
    this.#report();
  }

  /** Lets one call through, and stops the next. */
  step() {
    this.isPaused = true;
    this.#waiting.shift()?.pass();
    this.#report();
  }

  /** The model, whose calls wait here while the run is paused. */
  through(model) {
    return async (request) => {
      if (this.isPaused) await this.#turn(request);
      return model(request);
    };
  }

  #turn({ callId, signal }) {
    return new Promise((pass, reject) => {
      this.#waiting.push({ callId, pass });
      this.#report();
      signal.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((call) => call.pass !== pass);
        reject(signal.reason);
      });
    });
  }
}
