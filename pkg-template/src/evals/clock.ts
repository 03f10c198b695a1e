// A tracker's clock, which is a function of the user's.

import { ReflectError, told } from '../error.js';
import type { Events } from './events.js';
import { wholeMs } from './record.js';

export class Clock {
  private readonly now: () => number;
  private readonly events: Events;
  private lastMs = Date.now();
  private failed = false;

  constructor(now: () => number, events: Events) {
    this.now = now;
    this.events = events;
  }

  /** For who asked, whole milliseconds. Throws `invalid_task` where the clock throws, or gives no time. */
  read(): number {
    let now: unknown;
    try {
      now = this.now();
    } catch (thrown) {
      const [why = ''] = told(thrown).split('\n');
      throw new ReflectError('invalid_task', `\`now\` threw: ${why}`, { cause: thrown });
    }
    return wholeMs(now);
  }

  /** For work in the background: while the clock fails, the last time that it gave; the failure is one `error` event. */
  steady(): number {
    try {
      this.lastMs = wholeMs(this.now());
      this.failed = false;
    } catch (thrown) {
      if (!this.failed) this.events.emit('error', thrown);
      this.failed = true;
    }
    return this.lastMs;
  }
}
