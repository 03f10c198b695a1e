// How values cross to the core: as a list of numbers and one text, which `src/js/wire.rs` reads.

import { isKeyless, kindOf } from '../check/kind.js';
import { wellFormed } from '../check/plain.js';

/** What a value is, in the order of `Tag` in `wire.rs`, which says what follows each. */
const TAGS = { null: 0, false: 1, true: 2, number: 3, text: 4, list: 5, map: 6, other: 7 } as const;

/** How deep a value is looked at: settings nest three deep. What is deeper is named, and refused. */
const DEPTH = 6;

/** A value as a person wrote it; keys whose value is `undefined` are left out. What is no value is named. */
export function toWire(value: unknown): [numbers: Float64Array, text: string] {
  const numbers: number[] = [];
  let text = '';
  const words = (words: string): void => {
    const whole = wellFormed(words);
    numbers.push(whole.length);
    text += whole;
  };
  const tagged = (tag: number, said: string): void => {
    numbers.push(tag);
    words(said);
  };
  const add = (value: unknown, depth: number): void => {
    if (typeof value === 'string') tagged(TAGS.text, value);
    else if (typeof value === 'number') numbers.push(TAGS.number, value);
    else if (typeof value === 'boolean') numbers.push(value ? TAGS.true : TAGS.false);
    else if (value === null) numbers.push(TAGS.null);
    else if (typeof value !== 'object') tagged(TAGS.other, kindOf(value));
    else if (depth === 0) tagged(TAGS.other, 'something nested too deep');
    else hold(heldBy(value), depth - 1);
  };
  const hold = (held: Held, depth: number): void => {
    if (typeof held === 'string') return tagged(TAGS.other, held);
    numbers.push(...(Array.isArray(held) ? [TAGS.list, held.length] : [TAGS.map, held.size]));
    for (const [key, item] of held.entries()) {
      if (typeof key === 'string') words(key);
      add(item, depth);
    }
  };
  add(value, DEPTH);
  return [new Float64Array(numbers), text];
}

/** The items of a list, the fields of an object, or what it is where neither says that. */
type Held = unknown[] | Map<string, unknown> | string;

function heldBy(object: object): Held {
  try {
    if (Array.isArray(object)) return [...object];
    if (isKeyless(object)) return kindOf(object);
    return new Map(Object.entries(object).filter(([, value]) => value !== undefined));
  } catch {
    return 'something that throws when it is read';
  }
}
