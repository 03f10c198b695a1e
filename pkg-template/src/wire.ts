// How values cross to the core and back: as a list of numbers and one text. `src/js/wire.rs` is the other end of both ways.

import type { Wire } from './generated/statistics.js';
import { isKeyless, kindOf } from './kind.js';
import { wellFormed } from './plain.js';

/** What a value is, in the order of `Tag` in `wire.rs`, which says what follows each. */
const TAGS = { null: 0, false: 1, true: 2, number: 3, text: 4, list: 5, map: 6, other: 7 } as const;

/** How deep a value is looked at: settings nest three deep. What is deeper is named, and refused. */
const DEPTH = 6;

/** A value as a person wrote it, for the core; keys whose value is `undefined` are left out. What is no value is named there. */
export function toWire(value: unknown): [numbers: Float64Array, text: string] {
  const writer = new Writer();
  writer.add(value, DEPTH);
  return [new Float64Array(writer.numbers), writer.text];
}

/** A value of the core. */
export function fromWire<T>([numbers, text]: Wire<T>): T {
  let [at, from] = [0, 0];
  const next = (): number => numbers[at++] ?? 0;
  const words = (): string => text.slice(from, (from += next()));
  const value = (): unknown => {
    switch (next()) {
      case TAGS.false:
        return false;
      case TAGS.true:
        return true;
      case TAGS.number:
        return next();
      case TAGS.text:
        return words();
      case TAGS.list:
        return Array.from({ length: next() }, value);
      case TAGS.map:
        return Object.fromEntries(Array.from({ length: next() }, () => [words(), value()]));
      default:
        return null;
    }
  };
  return value() as T;
}

class Writer {
  readonly numbers: number[] = [];
  text = '';

  add(value: unknown, depth: number): void {
    const { numbers } = this;
    if (typeof value === 'string') this.words(value, TAGS.text);
    else if (typeof value === 'number') numbers.push(TAGS.number, value);
    else if (typeof value === 'boolean') numbers.push(value ? TAGS.true : TAGS.false);
    else if (value === null) numbers.push(TAGS.null);
    else if (typeof value !== 'object') this.words(kindOf(value), TAGS.other);
    else if (depth === 0) this.words('something nested too deep', TAGS.other);
    else if (Array.isArray(value)) this.list(value, depth - 1);
    else this.map(value as Record<string, unknown>, depth - 1);
  }

  private list(items: readonly unknown[], depth: number): void {
    this.numbers.push(TAGS.list, items.length);
    for (const item of items) this.add(item, depth);
  }

  private map(object: Record<string, unknown>, depth: number): void {
    let keys: string[];
    try {
      if (isKeyless(object)) return this.words(kindOf(object), TAGS.other);
      keys = Object.keys(object);
    } catch {
      return this.unreadable();
    }
    const count = this.numbers.push(TAGS.map, 0) - 1;
    for (const key of keys) {
      let value: unknown;
      let isReadable = true;
      try {
        value = object[key];
      } catch {
        isReadable = false;
      }
      if (isReadable && value === undefined) continue;
      this.numbers[count] = (this.numbers[count] ?? 0) + 1;
      this.words(key);
      if (isReadable) this.add(value, depth);
      else this.unreadable();
    }
  }

  private unreadable(): void {
    this.words('something that throws when it is read', TAGS.other);
  }

  /** A text, of a value of this tag or as a key. */
  private words(words: string, tag?: number): void {
    const whole = wellFormed(words);
    if (tag !== undefined) this.numbers.push(tag);
    this.numbers.push(whole.length);
    this.text += whole;
  }
}
