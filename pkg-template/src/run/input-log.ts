// The inputs of a run, in order. An open run keeps all of them, so they are one flat list, of which entries are made when somebody reads it.

import type { Json } from '../types.js';

/** One input of a run, with its time in milliseconds. */
export type Entry = { at: number } & (
  | { do: 'advance' }
  | { do: 'reply'; call: string; value: Json }
  | { do: 'fail'; call: string; code: string; message: string }
  | { do: 'abort'; message: string; made: string[] | null }
  | { do: 'act'; value: Json }
  | { do: 'review'; accepted: boolean; message: string | null }
  | { do: 'restore'; value: Json }
);

/** One that somebody gave the core. */
export type GivenEntry = Exclude<Entry, { do: 'advance' }>;

export class InputLog {
  /** Of an advance its time, of a reply its time, its call and its value, of another input its entry. */
  readonly #items: unknown[] = [];

  /** It grows with each input. */
  get length(): number {
    return this.#items.length;
  }

  push(entry: GivenEntry): void {
    if (entry.do === 'reply') this.#items.push(entry.at, entry.call, entry.value);
    else this.#items.push(entry);
  }

  /** The core went on by itself. */
  advance(at: number): void {
    this.#items.push(at);
  }

  /** The first reply to a call. */
  replyTo(call: string): Json | undefined {
    const items = this.#items;
    let at = items.indexOf(call);
    // It is the text of a reply.
    while (at > 0 && typeof items[at - 1] !== 'number') at = items.indexOf(call, at + 1);
    return at < 0 ? undefined : (items[at + 1] as Json);
  }

  entries(): Entry[] {
    const items = this.#items;
    const entries: Entry[] = [];
    for (let place = 0; place < items.length; place += 1) {
      const item = items[place] as number | Entry;
      const call = items[place + 1];
      if (typeof item !== 'number') entries.push(item);
      else if (typeof call !== 'string') entries.push({ at: item, do: 'advance' });
      else {
        place += 2;
        entries.push({ at: item, do: 'reply', call, value: items[place] as Json });
      }
    }
    return entries;
  }
}
