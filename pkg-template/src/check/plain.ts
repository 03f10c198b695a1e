// Makes anything plain JSON of a bounded size and depth before it enters wasm. Nothing here recurses: the values come from
// callbacks, and may be 100,000 deep, 100 MB large, cyclic, or throw when they are read.

import { describeError } from '../error.js';
import type { Json } from '../types.js';
import { kindOf } from './kind.js';

/** What a promise in the place of a value is called. */
export const PROMISE = 'a promise';

/** Objects and arrays may nest this deep, wherever a value comes in (and in `carried.rs`). */
export const MAX_DEPTH = 64;

/** Whether lists and objects nest deeper than that, or than so much more, in a text of JSON. */
export function nestsTooDeep(json: string, more = 0): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const letter = json[at];
    if (letter === '"') isText = !isText;
    else if (letter === '\\' && isText) at += 1;
    else if (isText) continue;
    else if (letter === '[' || letter === '{') depth += 1;
    else if (letter === ']' || letter === '}') depth -= 1;
    if (depth > MAX_DEPTH + more) return true;
  }
  return false;
}

/** A plain value, and what had to be done to make it so. */
export interface Plain {
  value: Json;
  /** About its length as JSON text. */
  chars: number;
  /** Something was left out because it was too long. */
  cut: boolean;
  /**
   * The first that was replaced because JSON cannot hold it, or it was too deep. Keys left out as `JSON.stringify` does do not count, nor
   * numbers that became `null` as there.
   */
  notJson?: NotJson | undefined;
  /** The first place that is nested deeper than {@link MAX_DEPTH}: there is the note `"[too deep]"`, or `null`. */
  tooDeep?: KeyPath | undefined;
}

/** What JSON cannot hold, in words, and where it was. */
export interface NotJson {
  what: string;
  place: KeyPath;
}

/** How {@link plain} copies. */
export interface PlainOptions {
  /** What the whole may take, about its length as JSON text; the rest is left out, with a note in its place. */
  maxChars: number;
  /**
   * Replace what JSON cannot hold by a text that says so (for a reader), or by `null` (where text would mean something): everywhere, or
   * by its place.
   */
  notes: boolean | ((place: KeyPath) => boolean);
  /**
   * Whether a number at this place means something to the core. One that JSON cannot hold is then named and refused, where
   * `null` would read as absent. Default: nowhere.
   */
  numbers?: (place: KeyPath) => boolean;
  /** Whether a function or a symbol at this place counts as replaced, where JSON leaves it out. Default: nowhere. */
  functions?: (place: KeyPath) => boolean;
  /** Whether a key `__proto__`, which is left out, counts as replaced. Default: no. */
  keys?: boolean;
  /**
   * Whether what is at this place is read by the core: what JSON cannot hold is then refused there, where a note would be taken for what
   * was said. Default: nowhere.
   */
  read?: (place: KeyPath) => boolean;
}

/** The one key of what stands in a plain value for what JSON cannot hold, where the core is to name and refuse it. So in `raw.rs`. */
const OTHER = '[other]';

/** What stands for that, which this says in words. */
export function placeholder(what: string): Json {
  return { [OTHER]: what };
}

/** What is said by what stands for that. */
export function readPlaceholder(value: object): string | undefined {
  const what = (value as { [OTHER]?: unknown })[OTHER];
  return typeof what === 'string' && Object.keys(value).length === 1 ? what : undefined;
}

/** The keys and indices that lead to a value. */
export type KeyPath = readonly (string | number)[];

/** A place as it is written, `input[2].metadata.when`; the beginning of a long one. */
export function pathOf(place: KeyPath): string {
  const path = place.map((key) =>
    typeof key === 'string' && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
  );
  const whole = path.join('').replace(/^\./, '');
  return whole.length <= MAX_PATH_CHARS ? whole : `${whole.slice(0, MAX_PATH_CHARS)}…`;
}

const MAX_PATH_CHARS = 120;

/**
 * A fresh copy of `value` as `JSON.stringify` would see it, with these differences: a cycle becomes the note `"[circular]"`, binary
 * data and what is too deep or throws when it is read a note too, a `BigInt` its digits, a `Map` an object, a `Set` a list, an
 * `Error` its name and message. Keys named `__proto__` are left out.
 */
export function plain(value: unknown, options: PlainOptions): Plain {
  if (typeof value === 'string' && value.length <= options.maxChars)
    return { value: wellFormed(value), chars: value.length, cut: false };
  return new Copy(options).copyValue(value);
}

/** A copy of what came from the core, or was checked by it, and so is no deeper than that lets it be. A `toJSON` is not asked. */
export function copied<V>(value: V): V {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copied) as V;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copied(entry)])) as V;
}

/** Plain JSON as text, with U+FFFD for half of a surrogate pair. */
export function jsonText(value: Json): string {
  const text = JSON.stringify(value);
  return text.includes('\\ud') ? text.replace(/\\\\|\\ud[0-9a-f]{3}/g, (found) => (found === '\\\\' ? found : '\\ufffd')) : text;
}

/** A text with U+FFFD for half of a surrogate pair. */
export function wellFormed(text: string): string {
  return isWellFormed(text) ? text : new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

/** Where nobody can say fast, it is taken for ill-formed. */
export function isWellFormed(text: string): boolean {
  return (text as { isWellFormed?(): boolean }).isWellFormed?.() ?? false;
}

/** One container that is being copied. */
interface Frame {
  /** As it was met, and what it says of itself: a cycle, should one of them be met again before this one is left. */
  met: object;
  from: object;
  /** Keys of an object; absent for a list. */
  keys?: readonly string[];
  length: number;
  at: number;
  into: Json[] | Record<string, Json>;
}

class Copy {
  readonly #frames: Frame[] = [];
  #cut = false;
  #left: number;
  #notJson: NotJson | undefined;
  #tooDeep: KeyPath | undefined;
  readonly #options: PlainOptions;

  constructor(options: PlainOptions) {
    this.#left = options.maxChars;
    this.#options = options;
  }

  copyValue(value: unknown): Plain {
    const root = this.#leafOrEnter(value, '') ?? null;
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      if (frame.at >= frame.length) this.#frames.pop();
      else if (this.#left <= 0) this.#cutShort(frame);
      else this.#next(frame);
    }
    return {
      value: root,
      chars: this.#options.maxChars - this.#left,
      cut: this.#cut,
      notJson: this.#notJson,
      tooDeep: this.#tooDeep,
    };
  }

  #next(frame: Frame): void {
    const at = frame.at++;
    if (frame.keys === undefined) {
      this.#left -= 5;
      (frame.into as Json[]).push(this.#leafOrEnter(this.#readKey(frame.from, at), String(at)) ?? null);
      return;
    }
    const key = frame.keys[at];
    if (key === '__proto__' && this.#options.keys === true) this.#met('a key `__proto__`');
    if (key === undefined || key === '__proto__') return;
    this.#left -= key.length + 3;
    const item = this.#leafOrEnter(this.#readKey(frame.from, key), key);
    if (item !== undefined) (frame.into as Record<string, Json>)[key] = item;
  }

  #readKey(from: object, key: string | number): unknown {
    try {
      return (from as Record<string | number, unknown>)[key];
    } catch (thrown) {
      return this.#unreadable(thrown);
    }
  }

  /** A leaf as it is copied, or the empty copy of a container that is now on top; `undefined` for what JSON leaves out. */
  #leafOrEnter(value: unknown, key: string): Json | undefined {
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'number':
        this.#left -= 8;
        return Number.isFinite(value) ? value : this.#notFinite(value);
      case 'boolean':
        this.#left -= 4;
        return value;
      case 'bigint':
        return this.#note(value.toString(), kindOf(value), true);
      case 'object':
        if (value === null) return null;
        try {
          return this.#enter(value, key);
        } catch (thrown) {
          return this.#unreadable(thrown);
        }
      case 'undefined':
        return undefined;
      default:
        return this.#options.functions?.(this.#place()) ? this.#note(`[${typeof value}]`, kindOf(value)) : undefined;
    }
  }

  /** A number that JSON cannot hold; where it means something, for the core to name when it refuses it. */
  #notFinite(number: number): Json {
    if (!this.#options.numbers?.(this.#place())) return null;
    this.#met(String(number));
    return placeholder(String(number));
  }

  /** The place of the value that is being read. */
  #place(): KeyPath {
    return this.#frames.map(({ keys, at }) => (keys === undefined ? at - 1 : (keys[at - 1] ?? '')));
  }

  #met(what: string): void {
    this.#notJson ??= { what, place: this.#place() };
  }

  #text(text: string): string {
    if (text.length <= this.#left) {
      this.#left -= text.length + 2;
      return wellFormed(text);
    }
    this.#cut = true;
    let kept = Math.max(this.#left, 0);
    const last = text.charCodeAt(kept - 1);
    if (last >= 0xd800 && last <= 0xdbff) kept -= 1; // never half of a pair
    this.#left = 0;
    return `${text.slice(0, kept)}… [cut: ${text.length - kept} of ${text.length} characters left out]`;
  }

  #enter(value: object, key: string): Json | undefined {
    if (value instanceof Promise) {
      // Nobody waits for it: what it rejects with must not end the process.
      value.catch(() => {});
      return this.#note('[promise]', PROMISE);
    }
    // `JSON.stringify` would spell it out one number each.
    const isBinary = ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
    if (isBinary) return this.#note(`[binary: ${value.byteLength} bytes]`, kindOf(value));
    const seen = jsonValueOf(value, key);
    if (typeof seen !== 'object' || seen === null) return this.#leafOrEnter(seen, key);
    for (const { met, from } of this.#frames)
      if (met === value || from === value || met === seen || from === seen) return this.#note('[circular]', 'a cycle');
    if (this.#frames.length >= MAX_DEPTH) {
      this.#tooDeep ??= this.#place();
      return this.#note('[too deep]', 'what is nested too deep');
    }
    this.#left -= 2;
    const frame = opened(value, seen);
    this.#frames.push(frame);
    return frame.into;
  }

  #cutShort(frame: Frame): void {
    const rest = frame.length - frame.at;
    this.#cut = true;
    if (frame.keys === undefined) (frame.into as Json[]).push(`[cut: ${rest} more items left out]`);
    else (frame.into as Record<string, Json>)['[cut]'] = `${rest} more keys left out`;
    frame.at = frame.length;
  }

  #unreadable(thrown: unknown): Json {
    return this.#note(`[unreadable: ${describeError(thrown).slice(0, 200)}]`, 'what throws when it is read');
  }

  #note(text: string, what: string, says = false): Json {
    this.#met(what);
    const { notes, read } = this.#options;
    if (!says && read?.(this.#place()) === true) return placeholder(text);
    return (typeof notes === 'boolean' ? notes : notes(this.#place())) ? this.#text(text) : null;
  }
}

function opened(met: object, from: object): Frame {
  if (Array.isArray(from)) return { met, from, length: from.length, at: 0, into: [] };
  const keys = Object.keys(from);
  return { met, from, keys, length: keys.length, at: 0, into: {} };
}

/** What an object says of itself: by `toJSON`, as the primitive that it wraps, or as a collection's content. */
function jsonValueOf(value: object, key: string): unknown {
  if (value instanceof Date && Number.isNaN(value.getTime())) return Number.NaN;
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return toJSON.call(value, key) as unknown;
  if (value instanceof String || value instanceof Number || value instanceof Boolean) return value.valueOf();
  if (value instanceof Set) return [...value];
  if (value instanceof Map) return Object.fromEntries([...value].map(([k, v]) => [String(k), v]));
  if (value instanceof Error) return Object.assign({ name: value.name, message: value.message }, value);
  return value;
}
