// A tracker's clock, which is a function of the user's.

import { ReflectError, told } from '../error.js';
import type { Events } from './events.js';

export class Clock {
  private readonly now: () => number;
  private readonly events: Events;
  private lastMs = Date.now();
  private failed = false;

  constructor(now: () => number, events: Events) {
    this.now = now;
    this.events = events;
  }

  /** For who asked. Throws `invalid_task` where the clock throws. */
  read(): number {
    try {
      return this.now();
    } catch (thrown) {
      const [why = ''] = told(thrown).split('\n');
      throw new ReflectError('invalid_task', `\`now\` threw: ${why}`, { cause: thrown });
    }
  }

  /** For what goes on in the background: the last time that it told, while it fails, which is told as an event once. */
  steady(): number {
    try {
      const nowMs = this.now();
      if (!Number.isFinite(nowMs)) throw new ReflectError('invalid_task', `\`now\` must give milliseconds, got ${nowMs}`);
      this.lastMs = nowMs;
      this.failed = false;
    } catch (thrown) {
      if (!this.failed) this.events.emit('error', thrown);
      this.failed = true;
    }
    return this.lastMs;
  }
}
