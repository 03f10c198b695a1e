// How values cross: as a list of numbers and the letters of texts, which `src/js/wire.rs` writes and reads at the other end.

import { isKeyless, kindOf } from '../check/kind.js';
import { MAX_DEPTH, readPlaceholder, wellFormed } from '../check/plain.js';
import type { Tag } from '../generated/reflect_engine.js';
import type { Json } from '../types.js';
import type { Instance } from './exports.js';
import { type Constant, frozen, type Memory } from './memory.js';
import { callCore } from './trap.js';

/** What a call into a part of the core gives. */
export function callAndRead<V>(instance: () => Instance<object>, call: () => number): V {
  const place = callCore(call);
  return new WireReader(instance().memory).readValue<V>(place);
}

/** Letters of a JSON Schema in the source of the core, at least: what is shorter is not worth keeping. */
const SCHEMA = 64;

/** Reads what the core wrote. Fields are in its order, and absent ones leave no key. */
export class WireReader {
  #words: Int32Array;
  #at = 0;
  /** Where the letters of its texts are, and how many bytes. */
  #letters = 0;
  #bytes = 0;
  /** Those that are read now: of what is kept long, or of the rest. */
  #from = 0;
  #end = 0;
  /** All of these, once one is asked for; texts are parts of it while each letter is a byte. */
  #all: string | undefined;

  readonly #memory: Memory;
  readonly #texts: readonly string[];

  /** `texts`: those that the core knows by their numbers. */
  constructor(memory: Memory, texts: readonly string[] = []) {
    this.#memory = memory;
    this.#texts = texts;
    this.#words = memory.words;
  }

  /** The value that was written last, which is at this place. */
  readValue<V>(place: number): V {
    this.#begin(place);
    return this.next() as V;
  }

  /** Begins to read such a map, a key and a value after the other while it `goesOn`: a key may be there more than once. */
  openMap(place: number): void {
    this.#begin(place);
    this.#at += 1; // That it is a map.
  }

  #begin(place: number): void {
    this.#memory.look();
    this.#words = this.#memory.words;
    this.#at = place >>> 2;
    this.#letters = this.#word() >>> 0;
    this.#bytes = this.#word();
    this.#from = 0;
    this.#end = this.#word();
    this.#all = undefined;
  }

  #word(): number {
    return this.#words[this.#at++] as number;
  }

  #constant(word: number): Constant {
    return this.#memory.constant(word, this.#word());
  }

  /**
   * The value that follows; `wire.rs` says what follows each tag. The numbers of the tags are written here, so that V8 jumps to the case. What
   * is a few lines stands here, too: V8 would write it, and this, again and again into who reads a record.
   */
  next(): unknown {
    const words = this.#words;
    const word = words[this.#at++] as number;
    const beside = word >>> 4;
    switch (word & 15) {
      case 1 satisfies Tag.False:
        return false;
      case 2 satisfies Tag.True:
        return true;
      case 3 satisfies Tag.Number:
        if (beside !== 0) return beside - 1;
        HALVES[0] = words[this.#at++] as number;
        HALVES[1] = words[this.#at++] as number;
        return WHOLE[0];
      case 4 satisfies Tag.Text:
        return this.#text(this.#word(), this.#word());
      case 5 satisfies Tag.List: {
        const list = new Array<unknown>(beside);
        for (let at = 0; at < beside; at++) list[at] = this.next();
        return list;
      }
      case 6 satisfies Tag.Map:
        return this.#map();
      case 9 satisfies Tag.Constant:
        return this.#memory.constant(word, words[this.#at++] as number).text;
      case 10 satisfies Tag.Host: {
        const text = this.#texts[beside] as string;
        const from = words[this.#at++] as number;
        const units = words[this.#at++] as number;
        return units === text.length ? text : text.substring(from, from + units);
      }
      case 11 satisfies Tag.Rope: {
        let text = '';
        for (let left = this.#word() >>> 4; left > 0; left--) text += this.next() as string;
        return text;
      }
      case 12 satisfies Tag.Json:
        return this.#json();
      case 13 satisfies Tag.Part:
        return this.#part();
      case 14 satisfies Tag.Struct: {
        const name = this.#memory.constant(word, words[this.#at++] as number);
        name.record ??= this.#memory.recordMaker(name.text);
        return new name.record(this, words[this.#at++] as number);
      }
      default:
        return null;
    }
  }

  #text(from: number, length: number): string {
    // A part keeps its whole alive: what is kept long, a step, must not be a part of one text with a request.
    if (from >= this.#end) {
      this.#from = this.#end;
      this.#end = this.#bytes;
      this.#all = undefined;
    }
    const bytes = this.#end - this.#from;
    this.#all ??= this.#memory.text(this.#letters + this.#from, bytes);
    if (this.#all.length === bytes) return this.#all.substring(from - this.#from, from - this.#from + length);
    return this.#memory.text(this.#letters + from, length);
  }

  #map(): object {
    const map: Record<string, unknown> = {};
    while (this.goesOn()) {
      const key = this.next() as string;
      const value = this.next();
      // Set, it would be the prototype.
      if (key === '__proto__') Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
      else map[key] = value;
    }
    return map;
  }

  /** Whether another value comes before the end; goes past that. */
  goesOn(): boolean {
    const goesOn = this.#words[this.#at] !== (8 satisfies Tag.End);
    if (!goesOn) this.#at += 1;
    return goesOn;
  }

  /** A part as it came, with the text that is in it now. */
  #part(): object {
    const [part, text] = this.next() as [object, string];
    return Object.assign(part, { text });
  }

  #json(): unknown {
    const word = this.#words[this.#at] as number;
    if ((word & 15) !== (9 satisfies Tag.Constant) || word >>> 4 < SCHEMA) return parsed(this.next() as string);
    this.#at += 1;
    const constant = this.#constant(word);
    constant.schema ??= frozen(JSON.parse(constant.text) as object);
    return constant.schema;
  }
}

/** A number, and the two words that it takes. */
const WHOLE = new Float64Array(1);
const HALVES = new Int32Array(WHOLE.buffer);

/** A model may have written a key `__proto__`, to set a prototype. */
function parsed(text: string): Json {
  return (text.includes('__proto__') ? JSON.parse(text, withoutProto) : JSON.parse(text)) as Json;
}

function withoutProto(this: unknown, key: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== '__proto__'));
  }
  return key === '__proto__' ? undefined : value;
}

/** How much of a value is looked at: what is deeper, or has more entries, is named, and refused. */
interface Limits {
  depth: number;
  entries: number;
}

/** Settings nest three deep. */
const SETTINGS: Limits = { depth: 6, entries: 10_000 };
/** Limits for values that are plain already, and what stands around them. */
export const PLAIN: Limits = { depth: MAX_DEPTH + 2, entries: Number.POSITIVE_INFINITY };

/** A value as it crosses to the core. Keys whose value is `undefined` are left out, and that itself is `{}`; what is no value is named. */
export function toWire(value: unknown, limits: Limits = SETTINGS): [numbers: Float64Array, letters: Uint8Array] {
  const writer = new WireWriter(limits.entries);
  writer.add(value === undefined ? {} : value, limits.depth);
  encoder ??= new TextEncoder();
  // Its numbers are copied into the memory of the core from any list.
  const numbers = writer.numbers as unknown as Float64Array;
  return [numbers, writer.letters === '' ? NO_LETTERS : encoder.encode(writer.letters)];
}

let encoder: TextEncoder | undefined;
const NO_LETTERS = new Uint8Array();

class WireWriter {
  readonly numbers: number[] = [];
  letters = '';
  readonly #entries: number;

  constructor(entries: number) {
    this.#entries = entries;
  }

  add(value: unknown, depth: number): void {
    if (typeof value === 'string') this.#text(4 satisfies Tag.Text, value);
    else if (typeof value === 'number') this.numbers.push(3 satisfies Tag.Number, value);
    else if (typeof value === 'boolean') this.numbers.push(value ? (2 satisfies Tag.True) : (1 satisfies Tag.False));
    else if (value === null) this.numbers.push(0 satisfies Tag.Null);
    else if (value === UNREADABLE) this.#text(7 satisfies Tag.Other, THROWS);
    else if (typeof value !== 'object') this.#text(7 satisfies Tag.Other, value === undefined ? 'undefined' : kindOf(value));
    else if (depth === 0) this.#text(7 satisfies Tag.Other, 'something nested too deep');
    else this.#writeContainer(this.#containerOf(value), depth - 1);
  }

  #text(tag: number, text: string): void {
    const whole = wellFormed(text);
    this.numbers.push(tag, whole.length);
    this.letters += whole;
  }

  #writeContainer(container: Container, depth: number): void {
    if (typeof container === 'string') return this.#text(7 satisfies Tag.Other, container);
    const { keys, values } = container;
    this.numbers.push(keys === undefined ? (5 satisfies Tag.List) : (6 satisfies Tag.Map));
    for (let at = 0; at < values.length; at++) {
      const key = keys?.[at];
      if (key !== undefined && values[at] === undefined) continue;
      if (key !== undefined) this.#text(4 satisfies Tag.Text, key);
      this.add(values[at], depth);
    }
    this.numbers.push(8 satisfies Tag.End);
  }

  #containerOf(object: object): Container {
    try {
      if (Array.isArray(object)) {
        if (object.length > this.#entries) return `a list of ${object.length} entries`;
        return { values: [...(object as unknown[])] };
      }
      const keys = Object.keys(object);
      const note = keys.length > 1 ? undefined : isKeyless(object) ? kindOf(object) : readPlaceholder(object);
      if (note !== undefined) return note;
      if (keys.length > this.#entries) return `an object of ${keys.length} entries`;
      // No `map`: V8 makes another kind of list of it once it compiles this, and throws away what it compiled for the first kind.
      const values: unknown[] = [];
      for (const key of keys) values.push(fieldOf(object, key));
      return { keys, values };
    } catch {
      return THROWS;
    }
  }
}

const THROWS = 'something that throws when it is read';
/** In the place of a value that throws. */
const UNREADABLE = Symbol(THROWS);

function fieldOf(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key];
  } catch {
    return UNREADABLE;
  }
}

/** The items of a list, the keys and values of an object, or what it is where neither says that. */
type Container = { keys?: string[]; values: unknown[] } | string;
