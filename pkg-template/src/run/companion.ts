// Runs of the companions: they make a few calls, and cross as JSON.

import { isObject, type JsonObject } from '../check/kind.js';
import { written } from '../check/plain.js';
import type { Run } from '../generated/decision.js';
import type { Json } from '../types.js';
import type { Answer } from './calls.js';
import { type Asked, CoreRun, type Entry, type Wanted } from './core.js';

export abstract class CompanionRun<S, R> extends CoreRun<S, R, Run> {
  /** What calls gave, the one too that the core may have trapped over; a text as the `content` of a reply. */
  protected readonly replies: JsonObject[] = [];

  protected look(nowMs: number): Wanted<S, R>[] {
    return JSON.parse(this.run.poll(nowMs)) as Wanted<S, R>[];
  }

  protected give({ number }: Asked, _: Answer, entry: Entry & { value: Json }): void {
    this.replies.push(isObject(entry.value) ? entry.value : { content: entry.value });
    this.apply(entry, () => this.run.reply(number, written(entry.value), entry.at));
  }
}
